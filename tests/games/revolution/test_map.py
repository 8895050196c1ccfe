"""The map: it can be drawn for any valid board file, and is small."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from chancery.core.svg import picture
from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.places import PROVINCES_N
from chancery.games.revolution.face import sheet
from chancery.games.revolution.face.areas import areas_of
from chancery.games.revolution.face.chart import HEIGHT, WIDTH, chart_of
from chancery.games.revolution.face.land import families
from chancery.games.revolution.face.map import draw_map
from chancery.games.revolution.face.signs import signs
from chancery.table import Sitting
from tests.games.revolution.positions import GAME
from tests.games.revolution.test_board_layout import FILES, OURS
from tests.soaking import sample

SHEET = __file__.replace(
    "tests/games/revolution/test_map.py", "src/chancery/games/revolution/face/drawing.css"
)
SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str | None = None, language: str = "en") -> str:
    sitting = Sitting(GAME, seed="map", data=text)
    speaker = GAME.speaker(language, (), sitting.seats, GAME.called(sitting.state.frame))
    return str(picture(WIDTH, HEIGHT, "revolution-board", draw_map(sitting.state.frame, speaker)))


@pytest.fixture(scope="module")
def ours() -> str:
    return drawn()


@pytest.mark.parametrize("name", sample(sorted(FILES), 3))
def test_every_valid_board_is_drawn(name: str) -> None:
    root = ElementTree.fromstring(drawn(FILES[name]))
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"


def test_names_are_those_of_the_board_file() -> None:
    text = OURS.replace('name = "Breda"', 'name = "Breda aan de Mark"')
    assert "Breda aan de Mark" in drawn(text)


def test_the_map_is_small(ours: str) -> None:
    assert len(gzip.compress(ours.encode())) < 45_000


def test_definitions_are_unique(ours: str) -> None:
    root = ElementTree.fromstring(ours)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    used = {element.get("href", "#")[1:] for element in root.iter(f"{SVG}use")}
    clips = set(re.findall(r'clip-path="url\(#([^)]*)\)"', ours))
    assert used | clips <= set(ids)


def test_every_class_has_a_rule(ours: str) -> None:
    with open(SHEET, encoding="utf-8") as file:
        known = set(re.findall(r"\.([a-z][\w-]*)", file.read()))
    worn = {name for names in re.findall(r'class="([^"]*)"', ours) for name in names.split()}
    unruled = {"rv-spot", "rv-trade", "rv-university", "rv-allegiance-3", "rv-universities-0",
               "rv-wash-0"}  # fmt: skip
    assert worn - known <= unruled


def test_everything_can_be_pointed_at(ours: str) -> None:
    targets = set(re.findall(r'data-target="([^"]*)"', ours))
    kinds = {target.partition(":")[0] for target in targets}
    assert kinds == {"province", "city", "town", "region", "support", "faction", "table"}
    assert "city:koeln-city" in targets
    assert "town:cleve-town" in targets


def test_the_places_of_a_province_lie_in_its_area() -> None:
    atlas = atlas_of(None, GAME.rules)
    areas = areas_of(atlas)
    for p, province in enumerate(chart_of(atlas).provinces):
        assert {areas.owner_at(*slot) for slot in province.slots} == {p}
    assert all(path.startswith("M") for path in areas.provinces)
    assert areas.owner_at(0, 0) == -1


def test_regions_beside_each_other_have_other_colours() -> None:
    atlas = atlas_of(None, GAME.rules)
    tints = families(atlas)
    for p in range(PROVINCES_N):
        for other in atlas.near[p]:
            a, b = atlas.region_of[p], atlas.region_of[other]
            assert a == b or tints[a] != tints[b]


def test_the_land_is_a_small_file_and_keeps_the_old_shores() -> None:
    land = sheet.land()
    assert len(land["land"]) > 12  # Zeeland and the north in islands, lakes
    size = sum(len(str(part)) for part in land.values())
    assert size < 40_000
    # there is water in place of today's Flevoland, and in the Haarlemmermeer
    for lat, lon in ((52.62, 5.45), (52.55, 5.4)):
        assert not _on_land(sheet.project(lat, lon))
    for lat, lon in ((50.85, 4.6), (51.4, 5.5), (49.9, 6.0)):
        assert _on_land(sheet.project(lat, lon))


def _on_land(at: tuple[float, float]) -> bool:
    inside, (x, y) = False, at
    for ring in sheet.land()["land"]:
        points = list(zip(ring[::2], ring[1::2], strict=True))
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
    return inside


def test_signs_are_drawn_once() -> None:
    assert signs() is signs()


def test_the_map_is_drawn_once_in_each_language() -> None:
    frame = GAME.start({}).frame
    maps = [draw_map(frame, GAME.speaker("fr", names)) for names in ((), ("Anna", "Bruno"))]
    assert maps[0] is maps[1]
    assert draw_map(frame, GAME.speaker("nl")) != maps[0]
