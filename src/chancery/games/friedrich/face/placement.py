"""Placement of pieces and names: a piece stands beside the name of its city, not on it.

Names of cities lie elsewhere at each zoom level, so a piece has a side for each of them. The
distance it steps aside is in `drawing.css`; `FAR` has the steps of the level that shows the whole
board, where pieces are so large that they also leave the names of other cities free if possible. At
that level the names of generals are shown where there is room above the piece.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import takewhile
from typing import NamedTuple

from chancery.games.friedrich.board.atlas import CITY, N, X, Y, rows
from chancery.games.friedrich.board.pieces import GENERAL_TITLES
from chancery.games.friedrich.face.map import HEIGHT, WIDTH

ASCENT, DESCENT = 0.72, 0.20  # of a name above and below its baseline, in sizes (tools/map.py)
FAR = {"w": (-33, 0), "e": (33, 0), "n": (0, -9), "": (0, 0)}
GROWN = 1.5  # how much larger pieces are on the whole board
LETTER, LINE = 12.0, 22.0  # of a general's name there: the width of a letter, the height of a line
FAN = (13, -8)  # offset of each general of a stack from the one in front of him
HEAD = 52  # above the foot of a piece
_PARTICLES = ("Prinz ", " von ")


class Box(NamedTuple):
    """A rectangle on the board that something occupies."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Return whether the rectangles overlap in any point."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def shared(self, other: Box) -> float:
        """Return the area of the overlap."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        tall = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * tall if wide > 0 and tall > 0 else 0.0

    def moved(self, x: float, y: float, grown: float = 1.0) -> Box:
        """Return the same box moved by an offset and scaled around its origin."""
        return Box(*(at + offset * grown for at, offset in zip((x, y, x, y), self, strict=True)))


BOARD = Box(0, 0, WIDTH, HEIGHT)
# The box of a piece around its foot, with the ring of one that can act, and the box of its sum of
# troops, which is moved to the right (`OTHER`) where the piece stands at the right of its city.
PIECE, SUM, OTHER = Box(-28, -49, 28, 12), Box(-32.5, -12, -3.5, 8), 36


def label_box(row: dict[str, str]) -> Box:
    """Return the box of the name of a city."""
    x, y, size, width = (float(row[name]) for name in ("x", "y", "size", "width"))
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[row["anchor"]]
    return Box(left, y - ASCENT * size, left + width, y + DESCENT * size)


def side(row: dict[str, str]) -> str:
    """Return the side of a city where a piece leaves the name free."""
    if row["anchor"] == "middle":
        return "n" if float(row["y"]) > Y[CITY[row["city"]]] else "s"
    return "w" if row["anchor"] == "start" else "e"


@cache
def _sides() -> tuple[tuple[str, str, str], ...]:
    """Return for each city its side at each zoom level; "" where its name is not shown."""
    sides = [["", "", ""] for _ in range(N)]
    for row in rows("labels"):
        sides[CITY[row["city"]]][int(row["level"])] = side(row)
    return tuple((far, near, close) for far, near, close in sides)


_FREE = ("", "n", "w", "e")  # in order of preference
_AROUND = Box(-120, -120, 120, 40)  # everything that a piece may cover


def _alone(city: int, to: str) -> tuple[Box, Box]:
    """Return the boxes of one general and his sum, on the whole board at a side of a city."""
    x, y = X[city] + FAR[to][0], Y[city] + FAR[to][1]
    sum_offset = OTHER if to == "e" else 0
    return PIECE.moved(x, y, GROWN), SUM.moved(x + sum_offset, y, GROWN)


@cache
def far_side(city: int) -> str:
    """Return the side of a piece on the whole board: where it covers least of the names of cities.

    It must not be cut off at the edge. If the name of its own city is shown, that decides.
    """
    if printed_side := _sides()[city][0]:
        return printed_side
    around = _AROUND.moved(X[city], Y[city])
    nearby = [label for label in _labels() if label.meets(around)]

    def covered(to: str) -> float:
        boxes = _alone(city, to)
        over = sum(box.shared(label) for box in boxes for label in nearby)
        return over + sum(_size(box) - box.shared(BOARD) for box in boxes)

    return min(_FREE, key=covered)


def _size(box: Box) -> float:
    return (box.right - box.left) * (box.bottom - box.top)


@cache
def beside(city: int) -> str:
    """Return the CSS classes of everything that stands in a city."""
    _, near_side, close = _sides()[city]
    sides = enumerate((far_side(city), near_side, close))
    return " ".join(f"{to}{level}" for level, to in sides if to)


# -- names on the whole board --------------------------------------------------------------------


def in_short(general: int) -> tuple[str, str, str]:
    """Split a general's name in three: a title left out where space is short, the short name, the
    rest."""
    title = GENERAL_TITLES[general]
    before, after = _PARTICLES
    head = before if title.startswith(before) else ""
    short, particle, remainder = title.removeprefix(before).partition(after)
    return head, short, particle + remainder


@cache
def _labels() -> tuple[Box, ...]:
    return tuple(label_box(row) for row in rows("labels") if row["level"] == "0")


def _place(city: int) -> tuple[float, float]:
    """Return the foot of a piece that stands in a city."""
    right, down = FAR[far_side(city)]
    return X[city] + right, Y[city] + down


@lru_cache(4000)
def _figures(city: int, number: int) -> Box:
    x, y = _place(city)
    fan = FAN[0] * (number - 1)
    left, right = (fan, 0) if far_side(city) == "w" else (0, fan)
    return Box(x - 26 - left, y + FAN[1] * (number - 1) - 49 * GROWN, x + 26 + right, y + 6)


# Positions of names: above the head in the middle or to one side; for a general who stands alone
# also at his foot.
_LIES = {"roomy": 0.5, "roomy before": 1.0, "roomy after": 0.0}
_OVER = 24.0  # overlap of a name at a side with the middle
_UNDER = "roomy under"
_FOOT = 21.0  # distance of a name at the foot


@lru_cache(4000)
def _lines(stack: tuple[int, ...], city: int) -> tuple[tuple[str, tuple[Box, ...]], ...]:
    """Return the positions possible for the names of a stack, with the boxes they occupy.

    Only names that cover no name of a city are included.
    """
    x, y = _place(city)
    foot = y - (HEAD - FAN[1] * (len(stack) - 1)) * GROWN
    positions = []
    for lies, share_left in _LIES.items():
        boxes = []
        for row, general in enumerate(stack):
            width = len(in_short(general)[1]) * LETTER
            start = x - width * share_left + _OVER * (2 * share_left - 1)
            box = Box(start, foot - LINE * (row + 1), start + width, foot - LINE * row)
            if not _free(box):
                break
            boxes.append(box)
        positions.append((lies, tuple(boxes)))
    if len(stack) == 1:
        half = len(in_short(stack[0])[1]) * LETTER / 2
        box = Box(x - half, y + _FOOT, x + half, y + _FOOT + LINE)
        if _free(box):
            positions.append((_UNDER, (box,)))
    return tuple(positions)


@lru_cache(4000)
def _around(stack: tuple[int, ...], city: int) -> Box:
    """Return the bounding box of all possible names of a stack."""
    boxes = [box for _, occupied in _lines(stack, city) for box in occupied] or [Box(0, 0, 0, 0)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _free(box: Box) -> bool:
    """Return whether a name fits here: on the board, and over no city's name."""
    inside = box.left >= 0 and box.right <= WIDTH
    return inside and not any(box.meets(label) for label in _labels())


def _until_taken(boxes: tuple[Box, ...], obstacles: list[Box]) -> list[Box]:
    return list(takewhile(lambda box: not any(map(box.meets, obstacles)), boxes))


@lru_cache(500)
def named(
    stacks: tuple[tuple[tuple[int, ...], int], ...], trains: tuple[int, ...]
) -> dict[int, str]:
    """Return the generals whose names have room on the whole board, with the position of each.

    They cover no piece, no city's name, and no name of a general before them.
    """
    figures = [(_figures(city, len(stack)), city) for stack, city in stacks]
    figures += [(_figures(city, 1), city) for city in trains]
    occupied: list[Box] = []
    names: dict[int, str] = {}
    for stack, city in stacks:
        around = _around(stack, city)
        obstacles = [box for box in occupied if around.meets(box)]
        obstacles += [box for box, where in figures if where != city and around.meets(box)]
        best: tuple[str, list[Box]] = "", []
        for lies, boxes in _lines(stack, city):
            free = _until_taken(boxes, obstacles)
            if len(free) > len(best[1]):
                best = lies, free
        names |= dict.fromkeys(stack[: len(best[1])], best[0])
        occupied += best[1]
    return names
