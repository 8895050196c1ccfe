"""The layout of the board: for any valid board file all pieces have room and no blocks overlap."""

import random
import re
from itertools import combinations

import pytest

from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.places import (
    CITIES_N,
    KINDS,
    PROVINCES_N,
    REGIONS,
    TOWN_IDS,
)
from chancery.games.revolution.face.chart import (
    MAP,
    SHEET,
    TOKEN,
    Chart,
    Frame,
    Point,
    chart_of,
    fitted,
    frames,
)
from tests.games.revolution.positions import GAME

OURS = GAME.shipped_data() or ""
TOWN = '[[town]]\nid = "{id}"\nname = "{name}"\nprovince = "{province}"\nlat = {lat}\nlon = {lon}\n'
REGION = (
    '[[region]]\nid = "{id}"\nname = "{name}"\nboxes = {boxes}\norange_boxes = 0\narrows = []\n'
)


def crowded() -> str:
    """Return a board file with all towns and regions, high limits and long names."""
    text = re.sub(r"limit = \d+", "limit = 20", OURS)
    text = text.replace('name = "Delft"', f'name = "{"Delft" * 8}"')
    for number, town in enumerate(TOWN_IDS):
        if f'id = "{town}"\nname = "' not in text[text.index("[[town]]") :]:
            text += "\n" + TOWN.format(id=town, name=f"Stad {number}", province="holland",
                                       lat=52.1, lon=4.6)  # fmt: skip
    for number, region in enumerate(REGIONS.names):
        if f'[[region]]\nid = "{region}"' not in text:
            text += "\n" + REGION.format(id=region, name=f"Land {number}", boxes=number + 3)
    return text


def moved() -> str:
    """Return a board file with other positions, some at one point, some at the end of the world."""
    rng = random.Random(15)
    text = re.sub(r"lat = [\d.]+", lambda _: f"lat = {rng.choice((51.5, -90, 179, 52))}", OURS)
    return re.sub(r"lon = [\d.]+", lambda _: f"lon = {rng.uniform(2, 7):.2f}", text)


def dropped() -> str:
    """Return a board file without a town that no other table names."""
    return re.sub(r'\[\[town\]\]\nid = "arras".*?\n\n', "", OURS, flags=re.S)


def renamed() -> str:
    return OURS.replace('name = "Holland"\nlimit', 'name = "Graafschap Holland"\nlimit')


FILES = {
    "ours": OURS,
    "crowded": crowded(),
    "moved": moved(),
    "dropped": dropped(),
    "renamed": renamed(),
    "one point": re.sub(r"lon = [\d.]+", "lon = 4.9", re.sub(r"lat = [\d.]+", "lat = 52", OURS)),
}


@pytest.fixture(params=FILES, scope="module")
def atlas(request: pytest.FixtureRequest) -> Atlas:
    return atlas_of(FILES[request.param], GAME.rules)


def around(point: Point, size: float) -> Frame:
    return Frame(point.x - size / 2, point.y - size / 2, size, size)


def pieces(chart: Chart) -> list[tuple[Frame, Frame]]:
    """Return the frames of all pieces, each with the block or box it belongs to."""
    k, found = chart.scale, []
    for province in chart.provinces:
        inside = [around(slot, chart.token) for slot in province.slots]
        found += [(piece, province.frame) for piece in (*inside, province.card)]
    for place in chart.places.values():
        inside = [around(token, chart.token) for token in place.tokens]
        inside += [around(place.sign, 20 * k), *(around(mark, 10 * k) for _, mark in place.marks)]
        found += [(piece, place.frame) for piece in inside]
    for region in chart.regions.values():
        found += [(around(box, region.size), region.frame) for box in region.boxes]
    for box in chart.support:
        slots = [slot for kind in box.slots for slot in kind]
        found += [(around(slot, TOKEN), box.frame) for slot in slots]
        found += [(around(user, 20), box.frame) for user in box.users]
    for table in (chart.allegiance, chart.bishoprics, chart.universities):
        for row in table.rows.values():
            found += [(around(s, min(20, table.pitch - 1)), table.frame) for s in row.spaces]
    for faction in chart.factions:
        for at in (faction.arms, faction.points, faction.treasury, faction.stock, faction.armies,
                   faction.cities, faction.provinces):  # fmt: skip
            found.append((around(at, 24), faction.frame))
    for at in (*chart.turns, *chart.order):
        found.append((around(at, 22), chart.order_frame))
    return found


def test_blocks_do_not_overlap_and_fit_the_sheet(atlas: Atlas) -> None:
    chart = chart_of(atlas)
    every = frames(chart)
    assert not [pair for pair in combinations(every, 2) if pair[0].meets(pair[1])]
    assert all(SHEET.holds(frame) for frame in every)


def test_pieces_do_not_overlap_and_fit_their_block(atlas: Atlas) -> None:
    found = pieces(chart_of(atlas))
    assert not [(a, b) for (a, _), (b, _) in combinations(found, 2) if a.meets(b)]
    assert not [(piece, block) for piece, block in found if not _nearly(block, piece)]


def _nearly(block: Frame, piece: Frame) -> bool:
    return Frame(block.x - 1, block.y - 1, block.w + 2, block.h + 2).holds(piece)


def test_every_element_has_a_place(atlas: Atlas) -> None:
    chart = chart_of(atlas)
    assert [len(p.slots) for p in chart.provinces] == list(atlas.limit)
    assert [p.mitre is not None for p in chart.provinces] == [
        p in atlas.bishoprics for p in range(PROVINCES_N)
    ]
    assert set(chart.places) == {*range(CITIES_N), *atlas.towns}
    assert {r: len(chart.regions[r].boxes) for r in chart.regions} == {
        r: atlas.boxes[r] for r in atlas.regions
    }
    room = [len(kind) for box in chart.support for kind in box.slots]
    assert room == list(atlas.room)
    assert len(room) == len(chart.support) * len(KINDS)
    assert set(chart.universities.rows) == set(atlas.universities)
    assert set(chart.bishoprics.rows) == set(atlas.bishoprics)


def test_names_stay_in_their_blocks(atlas: Atlas) -> None:
    chart = chart_of(atlas)
    for part in (*chart.provinces, *chart.places.values(), *chart.regions.values()):
        name, frame = part.name, part.frame
        assert frame.x <= name.x - name.width / 2 < name.x + name.width / 2 <= frame.x + frame.w
        assert frame.y < name.y - 0.6 * name.size < name.y <= frame.y + frame.h


def test_ways_lead_where_armies_may_go(atlas: Atlas) -> None:
    chart = chart_of(atlas)
    ways = {(a.region, a.other) for a in chart.arrows}
    ways |= {(a.other, a.region) for a in chart.arrows if a.back}
    assert ways == {(r, other) for r in atlas.regions for other in atlas.arrows[r]}


def test_our_board_is_not_made_smaller_and_is_a_map() -> None:
    atlas = atlas_of(None, GAME.rules)
    chart = chart_of(atlas)
    assert chart.scale == 1
    at = {name: chart.places[place].sign for place, name in enumerate(
        ("aachen", "amsterdam", "antwerpen", "brugge", "bruxelles", "gent", "haarlem", "koeln",
         "leiden", "liege", "luxembourg", "utrecht"))}  # fmt: skip
    assert at["brugge"].x < at["gent"].x < at["antwerpen"].x < at["liege"].x < at["koeln"].x
    assert at["haarlem"].x < at["amsterdam"].x
    assert at["leiden"].x < at["utrecht"].x
    assert at["amsterdam"].y < at["utrecht"].y < at["antwerpen"].y < at["luxembourg"].y
    assert all(MAP.holds(p.frame) for p in chart.provinces)


def test_points_on_the_track_cover_nobody() -> None:
    chart = chart_of(atlas_of(None, GAME.rules))
    same = [chart.on_track(faction, 1250) for faction in range(5)]
    assert len(set(same)) == 5
    assert all(chart.track.holds(around(at, 4)) for at in same)
    assert chart.on_track(0, 9900).x <= chart.track.x + chart.track.w


def test_a_long_name_is_made_smaller() -> None:
    size, width = fitted("Graafschap Holland en Zeeland", 17, 100)
    assert size < 17
    assert width == pytest.approx(100)
