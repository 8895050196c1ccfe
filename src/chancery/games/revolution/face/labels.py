"""Spots for labels on the map: beside what they belong to, clear of names, signs and cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.places import CITIES_N
from chancery.games.revolution.face.chart import MAP, Chart, Frame, Name, Point, chart_of

_STEPS_X, _STEPS_Y = 10, 10  # the spots that are tried across and down a block
_KEPT = 24  # of them
_HARD, _SOFT, _FAR = 30.0, 1.0, 2.0  # the cost of covering a name, of covering a slot, of distance


class LabelSpots:
    """Finds spots for labels on one board; what is printed never changes, so spots are cached."""

    def __init__(self, chart: Chart) -> None:
        self._hard = [*letters(chart), *signs(chart)]
        self._soft = list(_slots(chart))
        self._ranked = lru_cache(2000)(self._rank)

    def find(self, block: Frame, width: float, height: float, taken: list[Frame]) -> Point:
        """Return the middle of the best spot for a label of a block, and add it to those taken."""
        spots = self._ranked(block, width, height)
        obstacles = [frame for frame in taken if frame.meets(_reach(block, width, height))]
        free = (
            spot
            for spot in spots
            if not any(frame.meets(_around(spot, width, height)) for frame in obstacles)
        )
        best = next(free, spots[0])
        taken.append(_around(best, width, height))
        return best

    def _rank(self, block: Frame, width: float, height: float) -> tuple[Point, ...]:
        """Return the spots around a block, the best first."""
        reach = Frame(block.x - width, block.y - height, block.w + 2 * width, block.h + 2 * height)
        hard = [_edges(frame) for frame in self._hard if frame.meets(reach)]
        soft = [_edges(frame) for frame in self._soft if frame.meets(reach)]

        def cost(spot: Point) -> float:
            label = _edges(_around(spot, width, height))
            covered = _HARD * _covered(label, hard) + _SOFT * _covered(label, soft)
            far = abs(spot.x - block.middle.x) + abs(spot.y - block.y - block.h)
            return covered + _FAR * far

        return tuple(sorted(_spots(block, width, height), key=cost)[:_KEPT])


@lru_cache(32)
def label_spots(data: str | None, rules: int) -> LabelSpots:
    """Return the spots of the board of a game."""
    return LabelSpots(chart_of(atlas_of(data, rules)))


def _spots(block: Frame, width: float, height: float) -> Iterator[Point]:
    """Yield the middles of labels that lie on a block or touch it."""
    left, top = block.x - width / 2, block.y - height / 2
    across, down = (block.w + width) / _STEPS_X, (block.h + height) / _STEPS_Y
    for row in range(_STEPS_Y + 1):
        for column in range(_STEPS_X + 1):
            spot = Point(left + column * across, top + row * down)
            if MAP.holds(_around(spot, width, height)):
                yield spot
    yield block.middle


def _reach(block: Frame, width: float, height: float) -> Frame:
    """Return the frame in which the labels of a block can lie."""
    return Frame(block.x - width, block.y - height, block.w + 2 * width, block.h + 2 * height)


def _around(spot: Point, width: float, height: float) -> Frame:
    return Frame(spot.x - width / 2, spot.y - height / 2, width, height)


Edges = tuple[float, float, float, float]  # left, top, right, bottom


def _edges(frame: Frame) -> Edges:
    return frame.x, frame.y, frame.x + frame.w, frame.y + frame.h


def _covered(label: Edges, others: Sequence[Edges]) -> float:
    """Return the areas that a label shares with others, added up; tens of thousands of pairs are
    compared for an overlay."""
    left, top, right, bottom = label
    area = 0.0
    for x, y, x_end, y_end in others:
        if x < right and left < x_end and y < bottom and top < y_end:
            wide = (right if right < x_end else x_end) - (left if left > x else x)
            high = (bottom if bottom < y_end else y_end) - (top if top > y else y)
            area += wide * high
    return area


def letters(chart: Chart) -> Iterator[Frame]:
    """Yield the frames of all names on the map."""
    names: list[Name] = [province.name for province in chart.provinces]
    names += [place.name for place in chart.places.values()]
    names += [region.name for region in chart.regions.values()]
    for name in names:
        yield Frame(name.x - name.width / 2, name.y - name.size * 0.8, name.width, name.size)


def signs(chart: Chart) -> Iterator[Frame]:
    """Yield the frames of towns, cities and their marks, cards and mitres."""
    k = chart.scale
    for place, drawn in chart.places.items():
        side = (40 if place < CITIES_N else 22) * k
        yield _around(drawn.sign, side, side)
        for _, spot in drawn.marks:
            yield _around(spot, 15 * k, 15 * k)
    for province in chart.provinces:
        yield province.card
        if province.mitre is not None:
            yield _around(province.mitre, 14 * k, 16 * k)


def _slots(chart: Chart) -> Iterator[Frame]:
    """Yield the frames of the places of tokens and armies."""
    k = chart.scale
    for province in chart.provinces:
        for slot in province.slots:
            yield _around(slot, 22 * k, 22 * k)
    for place in chart.places.values():
        for spot in place.tokens:
            yield _around(spot, 22 * k, 22 * k)
    for region in chart.regions.values():
        for box in region.boxes:
            yield _around(box, region.size, region.size)
