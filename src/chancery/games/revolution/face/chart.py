"""The layout of the board, computed from the board file, without any drawing.

The map is in the middle. Every province, town, city and command section is a block: a rectangle for
its sign, its name and the places of its pieces. Its preferred position is that of the file, in
degrees; overlapping blocks push each other aside, so that crowded Holland and tiny Venlo have the
room their pieces need. If there are more blocks than the sheet has room for, everything on the map
is made smaller (`Chart.scale`) until it fits. Faction cards, support boxes and tables surround the
map.

A point is the centre of what is drawn there; a `Frame` is left, top, width and height. Lists have
the order of the `Atlas`: by province, place, region, box, slot or faction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, hypot
from typing import NamedTuple

from chancery.core.memo import single_flight
from chancery.games.revolution.board.atlas import SPACES, Atlas
from chancery.games.revolution.board.board import LAST_TURN
from chancery.games.revolution.board.factions import FACTIONS_N, OWNERS_N
from chancery.games.revolution.board.places import BOX_IDS, CITIES_N, PLACES_N, PROVINCES_N
from chancery.games.revolution.face.blocks import Block, spread
from chancery.games.revolution.face.lettering import (
    Name,
    fitted,
    place_name,
    province_name,
    region_name,
)
from chancery.games.revolution.face.margins import (
    BISHOPRIC_SPACES,
    CARD,
    COLUMN,
    LEFT,
    ORDER_H,
    RIGHT,
    SUPPORT_H,
    WEST_BOXES,
    FactionChart,
    SupportChart,
    TableChart,
    faction_card,
    support_box,
    table,
)
from chancery.games.revolution.face.sheet import (
    HEIGHT,
    MAP,
    PITCH,
    SHEET,
    TITLE,
    TOKEN,
    WIDTH,
    Frame,
    Point,
    Projection,
    project,
)

__all__ = [
    "HEIGHT", "MAP", "SHEET", "TITLE", "TOKEN", "WIDTH", "Arrow", "Chart", "FactionChart", "Frame",
    "Name", "PlaceChart", "Point", "ProvinceChart", "RegionChart", "SupportChart", "TableChart",
    "chart_of", "fitted", "frames", "layout", "place_name", "province_name", "region_name",
]  # fmt: skip

ARMY = 27  # from one box of a command section to the next
SIGN = 42  # a city across
MOST_POINTS = 30  # the last space of the track; higher scores stay there


@dataclass(frozen=True, slots=True)
class ProvinceChart:
    """A province: its name, as many places as its limit, and its card."""

    frame: Frame
    name: Name
    slots: tuple[Point, ...]
    card: Frame  # its value and its holder
    mitre: Point | None  # a bishopric
    surplus: Point  # how many tokens are above the limit, until §6.13


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """A town or a city: its sign, its name, and the places of tokens beside it."""

    frame: Frame
    sign: Point
    name: Name
    tokens: tuple[Point, ...]  # a town: one; a city: one for the tokens of each owner
    marks: tuple[tuple[str, Point], ...]  # "trade", "university": beside the name
    holder: Point  # the seal of the card's holder: at the upper left of its sign
    siege: Point  # the besieging army: at the lower left of its sign
    coins: Point  # §6.16: at the lower right of its sign


@dataclass(frozen=True, slots=True)
class RegionChart:
    """A command section: its boxes, the orange ones first."""

    frame: Frame
    name: Name
    boxes: tuple[Point, ...]
    size: float  # of a box
    beggars: Point  # Water Beggars in the region


class Arrow(NamedTuple):
    """A way between two command sections (§6.8); `back`: it leads both ways."""

    region: int
    other: int
    back: bool
    start: Point
    bend: Point
    end: Point

    @property
    def path(self) -> str:
        """The SVG path of the way from the first section to the other."""
        (a, b), (c, d), (e, f) = self.start, self.bend, self.end
        return f"M{a:.0f} {b:.0f}Q{c:.0f} {d:.0f} {e:.0f} {f:.0f}"


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole layout of a board."""

    scale: float  # scale of everything on the map
    provinces: tuple[ProvinceChart, ...]
    places: dict[int, PlaceChart]  # those of the board
    regions: dict[int, RegionChart]
    arrows: tuple[Arrow, ...]
    support: tuple[SupportChart, ...]
    allegiance: TableChart  # by city, a space from 1 to 7
    bishoprics: TableChart  # by province, a space from 1 to 4
    universities: TableChart  # by place: none, Catholic, Reformed
    turns: tuple[Point, ...]  # 0 to 5
    order: tuple[Point, ...]  # first to last
    order_frame: Frame
    factions: tuple[FactionChart, ...]
    track: Frame
    legend: Frame

    def on_track(self, faction: int, hundredths: int) -> Point:
        """Return the position of a faction's marker on the points track; none covers another."""
        step = self.track.w / (MOST_POINTS + 1)
        points = min(max(hundredths / 100, 0), MOST_POINTS)
        row = 9 + faction * (self.track.h - 24) / (FACTIONS_N - 1)
        return Point(self.track.x + (points + 0.5) * step, self.track.y + row)

    @property
    def token(self) -> float:
        """The width of a token on the map."""
        return TOKEN * self.scale


# -- blocks ----------------------------------------------------------------------------------


NAME_SIZE, CITY_SIZE, TOWN_SIZE, REGION_SIZE = 19, 14.5, 15.5, 12.5
LONGEST = 130  # room for a name on the map
CARD_W, CARD_H = 58, 20
_LINE, _CITY_LINE, _TOWN_LINE, _REGION_LINE = 21, 17, 16, 16
_MARK = 15  # a sign beside a name
_SURPLUS = 24  # number of tokens above the limit, behind the name of a province
_TOWN_SIGN = 24
_CITY_W, _TOWN_W = SIGN + 6 + 3 * PITCH, _TOWN_SIGN + 2 + PITCH  # sign and tokens


def _shape_of_slots(n: int, name: float) -> tuple[int, bool, float, float]:
    """Return columns, whether the card has its own row, width and height of a block."""
    best: tuple[float, int, bool, float, float] | None = None
    for columns in range(1, n + 1):
        rows = ceil(n / columns)
        width = max(name, columns * PITCH)
        over = width - (n - (rows - 1) * columns) * PITCH < CARD_W + 4
        width = max(width, CARD_W) if over else width
        height = _LINE + (rows + over) * PITCH
        badness = width * height + 25 * abs(width - 1.25 * height)
        if best is None or badness < best[0]:
            best = badness, columns, over, width, height
    assert best is not None
    return best[1:]


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The sizes of the blocks of a board before anything is made smaller."""

    provinces: tuple[tuple[int, bool, float, float], ...]
    places: Mapping[int, tuple[float, float]]
    regions: dict[int, tuple[int, float, float, float]]  # columns, size of a box, width, height


def _marks_of(atlas: Atlas, place: int) -> list[str]:
    kinds = (("trade", atlas.trade), ("university", atlas.universities))
    return [kind for kind, places in kinds if place in places]


def _sizes(atlas: Atlas) -> _Sizes:
    provinces = []
    for p in range(PROVINCES_N):
        name = fitted(province_name(atlas, p), NAME_SIZE, LONGEST)[1]
        name += (_MARK + 4) * (p in atlas.bishoprics) + _SURPLUS
        provinces.append(_shape_of_slots(atlas.limit[p], name + 6))
    places = {}
    for place in range(PLACES_N):
        if atlas.province_of[place] < 0:
            continue
        city = place < CITIES_N
        size = CITY_SIZE if city else TOWN_SIZE
        name = fitted(place_name(atlas, place), size, LONGEST)[1] + 6
        name += _MARK * len(_marks_of(atlas, place))
        min_width = _CITY_W if city else _TOWN_W
        line = _CITY_LINE if city else _TOWN_LINE
        places[place] = max(name, min_width), (2 * PITCH if city else PITCH) + line
    regions = {}
    for r in atlas.regions:
        n, beggars = atlas.boxes[r], r in atlas.beggar_regions
        columns = min(n, 5) if n <= 10 else ceil((n * 2.4) ** 0.5)
        box = min(ARMY, 135 / columns)
        name = fitted(region_name(atlas, r), REGION_SIZE, LONGEST)[1] + 6
        width = max(columns * box + 6 + (ARMY if beggars else 0), name)
        height = max(ceil(n / columns) * box, ARMY if beggars else 0) + _REGION_LINE + 3
        regions[r] = columns, box, width, height
    return _Sizes(tuple(provinces), places, regions)


def _preferred(atlas: Atlas, to_sheet: Projection) -> list[Point]:
    """Return positions by the file; distant provinces and places lie at the edge of the map."""
    preferred = []
    for lat, lon in zip(atlas.latitude, atlas.longitude, strict=True):
        x, y = to_sheet(float(lat), float(lon))
        preferred.append(
            Point(
                min(max(x, MAP.x + 30), MAP.x + MAP.w - 30),
                min(max(y, MAP.y + 30), MAP.y + MAP.h - 30),
            )
        )
    return preferred


def _blocks(
    atlas: Atlas, sizes: _Sizes, at: Sequence[Point], scale: float
) -> tuple[list[Block], dict[int, Block], dict[int, Block]]:
    provinces = [
        Block(w * scale, h * scale, at[p], 2) for p, (_, _, w, h) in enumerate(sizes.provinces)
    ]
    places = {}
    for place, (w, h) in sizes.places.items():
        # the sign marks the position of the place: at the left of its block, above the name
        (x, y), city = at[PROVINCES_N + place], place < CITIES_N
        across, sign = (_CITY_W, SIGN) if city else (_TOWN_W, _TOWN_SIGN)
        line = _CITY_LINE if city else _TOWN_LINE
        middle = x + (across - sign) * scale / 2, y + line * scale / 2
        places[place] = Block(w * scale, h * scale, middle, 4 if city else 3)
    regions = {}
    for r, (_, _, w, h) in sizes.regions.items():
        inside = atlas.provinces_of[r]
        points = [at[p] for p in inside]
        points += [at[PROVINCES_N + q] for p in inside for q in atlas.places_of[p]]
        points = points or [MAP.middle]  # a region without a province lies in the middle
        middle = (
            sum([x for x, _ in points]) / len(points),
            sum([y for _, y in points]) / len(points),
        )
        regions[r] = Block(w * scale, h * scale, middle, 1)
    return provinces, places, regions


def _spread_out(
    atlas: Atlas, sizes: _Sizes, at: Sequence[Point]
) -> tuple[float, list[Block], dict[int, Block], dict[int, Block]]:
    """Return the scale and the blocks, as large as they can be without overlapping."""
    shapes = [shape[-2:] for shape in (*sizes.provinces, *sizes.regions.values())]
    area = sum([w * h for w, h in (*shapes, *sizes.places.values())])
    scale = min(1.0, (0.45 * MAP.w * MAP.h / area) ** 0.5)
    while True:
        provinces, places, regions = _blocks(atlas, sizes, at, scale)
        if spread([*provinces, *places.values(), *regions.values()]) or scale < 0.2:
            return scale, provinces, places, regions
        scale *= 0.85


# -- what lies in a block --------------------------------------------------------------------


def _name(text: str, x: float, y: float, size: float, scale: float) -> Name:
    fits, width = fitted(text, size, LONGEST)
    return Name(text, x, y, fits * scale, width * scale)


def _province(
    atlas: Atlas, p: int, shape: tuple[int, bool, float, float], frame: Frame, k: float
) -> ProvinceChart:
    columns, over, *_ = shape
    n, step, line = atlas.limit[p], PITCH * k, _LINE * k
    rows = ceil(n / columns)
    last = n - (rows - 1) * columns
    width = columns * step
    if not over and rows == 1:  # slots and card side by side, in the middle
        width = last * step + (CARD_W + 4) * k
    left = frame.x + (frame.w - width) / 2
    if not over:  # the card is behind the last slot
        left = min(left, frame.x + frame.w - last * step - (CARD_W + 4) * k)
    top = frame.y + line
    slots = tuple(
        Point(left + (i % columns + 0.5) * step, top + (i // columns + 0.5) * step)
        for i in range(n)
    )
    card_w, card_h = CARD_W * k, CARD_H * k
    row = top + (rows - (not over)) * step + (step - card_h) / 2
    if over:
        card = Frame(frame.x + (frame.w - card_w) / 2, row, card_w, card_h)
    else:
        card = Frame(left + last * step + 4 * k, row, card_w, card_h)
    wide = fitted(province_name(atlas, p), NAME_SIZE, LONGEST)[1] * k
    middle, mitre = frame.x + frame.w / 2, None
    if p in atlas.bishoprics:
        middle += (_MARK + 4) * k / 2
    middle = min(middle, frame.x + frame.w - (_SURPLUS + 2) * k - wide / 2)
    name = _name(province_name(atlas, p), middle, frame.y + line - 5 * k, NAME_SIZE, k)
    if p in atlas.bishoprics:
        mitre = Point(middle - wide / 2 - (_MARK / 2 + 3) * k, frame.y + line / 2)
    surplus = Point(frame.x + frame.w - _SURPLUS * k / 2, frame.y + 10 * k)
    return ProvinceChart(frame, name, slots, card, mitre, surplus)


def _place(atlas: Atlas, place: int, frame: Frame, k: float) -> PlaceChart:
    city = place < CITIES_N
    kinds = _marks_of(atlas, place)
    across = (_CITY_W if city else _TOWN_W) * k
    left = frame.x + (frame.w - across) / 2
    tall = (2 * PITCH if city else PITCH) * k
    sign = Point(left + (SIGN if city else _TOWN_SIGN) * k / 2, frame.y + tall / 2)
    begin = left + (SIGN + 6 if city else _TOWN_SIGN + 2) * k
    tokens = tuple(
        Point(begin + (i % 3 + 0.5) * PITCH * k, frame.y + (i // 3 + 0.5) * PITCH * k)
        for i in range(OWNERS_N if city else 1)
    )
    size = CITY_SIZE if city else TOWN_SIZE
    middle = frame.x + frame.w / 2 - _MARK * k * len(kinds) / 2
    if city:  # the name begins under the sign
        middle = left + (fitted(place_name(atlas, place), size, LONGEST)[1] / 2 + 3) * k
    line = (_CITY_LINE if city else _TOWN_LINE) * k
    name = _name(place_name(atlas, place), middle, frame.y + tall + line - 4 * k, size, k)
    marks = tuple(
        (
            kind,
            Point(
                middle + name.width / 2 + ((i + 0.55) * _MARK + 2) * k, frame.y + tall + line / 2
            ),
        )
        for i, kind in enumerate(kinds)
    )
    half = SIGN * k / 2 - 5 * k
    x, y = sign
    return PlaceChart(
        frame, sign, name, tokens, marks,
        Point(x - half, y - half), Point(x - half, y + half), Point(x + half, y + half),
    )  # fmt: skip


def _region(
    atlas: Atlas, r: int, shape: tuple[int, float, float, float], frame: Frame, k: float
) -> RegionChart:
    columns, box, *_ = shape
    n, step = atlas.boxes[r], box * k
    army = ARMY * k if r in atlas.beggar_regions else 0.0
    left = frame.x + (frame.w - columns * step - army) / 2
    top = frame.y + _REGION_LINE * k
    boxes = tuple(
        Point(left + (i % columns + 0.5) * step, top + (i // columns + 0.5) * step)
        for i in range(n)
    )
    middle = frame.x + frame.w / 2
    name = _name(region_name(atlas, r), middle, frame.y + (_REGION_LINE - 4) * k, REGION_SIZE, k)
    beggars = Point(left + columns * step + army / 2, top + ceil(n / columns) * step / 2)
    return RegionChart(frame, name, boxes, step - 2 * k, beggars)


def _trimmed(frame: Frame, towards: Point) -> Point:
    """Return where the way from the centre of a box to a point leaves the box, with a margin."""
    x, y = frame.middle
    dx, dy = towards.x - x, towards.y - y
    distance = hypot(dx, dy) or 1.0
    half_w, half_h = frame.w / 2, frame.h / 2
    out = min(half_w / abs(dx) if dx else 99.0, half_h / abs(dy) if dy else 99.0) + 4 / distance
    return Point(x + dx * min(out, 1), y + dy * min(out, 1))


def _arrows(atlas: Atlas, regions: dict[int, RegionChart]) -> Iterator[Arrow]:
    for first, second in combinations(atlas.regions, 2):
        forth, back = second in atlas.arrows[first], first in atlas.arrows[second]
        if not forth and not back:
            continue
        a, b = (first, second) if forth else (second, first)
        start, end = regions[a].frame, regions[b].frame
        (ax, ay), (bx, by) = start.middle, end.middle
        bend = Point((ax + bx) / 2 - (by - ay) * 0.1, (ay + by) / 2 + (bx - ax) * 0.1)
        yield Arrow(a, b, forth and back, _trimmed(start, bend), bend, _trimmed(end, bend))


@single_flight(32, long=True)  # players may upload boards of their own
def chart_of(atlas: Atlas) -> Chart:
    """Return the layout of a board, cached."""
    return layout(atlas, project)


def layout(atlas: Atlas, to_sheet: Projection) -> Chart:
    """Return the layout of a board with this projection of degrees."""
    sizes = _sizes(atlas)
    k, provinces, places, regions = _spread_out(atlas, sizes, _preferred(atlas, to_sheet))
    region_charts = {
        r: _region(atlas, r, sizes.regions[r], block.frame, k) for r, block in regions.items()
    }
    y: float = 12 + ORDER_H + 6 + FACTIONS_N * (CARD + 5)
    boxes = []
    allegiance = table(RIGHT, 12, 330, range(CITIES_N), SPACES, 25)
    right = allegiance.frame.y + allegiance.frame.h + 6
    bishoprics = table(RIGHT, right, 190, atlas.bishoprics, BISHOPRIC_SPACES, 25)
    right += bishoprics.frame.h + 6
    universities = table(RIGHT, right, 215, atlas.universities, 3, 25)
    right += universities.frame.h + 6
    for box, name in enumerate(BOX_IDS):
        if name in WEST_BOXES:
            boxes.append(
                support_box(atlas, box, LEFT, y + WEST_BOXES.index(name) * (SUPPORT_H + 5))
            )
        else:
            boxes.append(support_box(atlas, box, RIGHT, right))
            right += SUPPORT_H + 5
    legend_y = y + len(WEST_BOXES) * (SUPPORT_H + 5)
    return Chart(
        scale=k,
        provinces=tuple(
            _province(atlas, p, sizes.provinces[p], block.frame, k)
            for p, block in enumerate(provinces)
        ),
        places={place: _place(atlas, place, b.frame, k) for place, b in places.items()},
        regions=region_charts,
        arrows=tuple(_arrows(atlas, region_charts)),
        support=tuple(boxes),
        allegiance=allegiance,
        bishoprics=bishoprics,
        universities=universities,
        turns=tuple(Point(LEFT + 92 + i * 36, 29) for i in range(LAST_TURN + 1)),
        order=tuple(Point(LEFT + 92 + i * 36, 57) for i in range(FACTIONS_N)),
        order_frame=Frame(LEFT, 12, COLUMN, ORDER_H),
        factions=tuple(map(faction_card, range(FACTIONS_N))),
        track=Frame(MAP.x, 1068, MAP.w, 44),
        legend=Frame(LEFT, legend_y, COLUMN, HEIGHT - 10 - legend_y),
    )


def frames(chart: Chart) -> list[Frame]:
    """Return all blocks and boxes, none of which overlap."""
    tables = (chart.allegiance, chart.bishoprics, chart.universities)
    return [
        *(p.frame for p in chart.provinces),
        *(q.frame for q in chart.places.values()),
        *(r.frame for r in chart.regions.values()),
        *(b.frame for b in chart.support),
        *(t.frame for t in tables),
        *(f.frame for f in chart.factions),
        chart.order_frame,
        chart.track,
        chart.legend,
        TITLE,
    ]
