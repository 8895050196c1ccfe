"""How pieces stand in a city: beside its name, not on it; and whose names have room above them.

Names of cities lie elsewhere at each nearness, so a piece has a side for each of them. How far it
steps aside is in `drawing.css`; `FAR` are the steps of the nearness that shows the whole board,
where a piece is so large that it leaves the names of other cities free too, as far as it can.
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
FAN = (13, -8)  # how far each general of a stack stands behind the one before him
HEAD = 52  # above the foot of a piece
_PARTICLES = ("Prinz ", " von ")


class Box(NamedTuple):
    """What something takes on the board."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether they have a point in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def shared(self, other: Box) -> float:
        """How much of it lies under the other."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        tall = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * tall if wide > 0 and tall > 0 else 0.0

    def moved(self, x: float, y: float, grown: float = 1.0) -> Box:
        """The same around another point."""
        return Box(*(at + way * grown for at, way in zip((x, y, x, y), self, strict=True)))


BOARD = Box(0, 0, WIDTH, HEIGHT)
# What a piece takes around its foot, with the ring of one that can act; and its sum of troops,
# which is at its right (`OTHER`) where it stands at the right of its city.
PIECE, SUM, OTHER = Box(-28, -49, 28, 12), Box(-32.5, -12, -3.5, 8), 36


def label_box(row: dict[str, str]) -> Box:
    """What the name of a city takes."""
    x, y, size, width = (float(row[name]) for name in ("x", "y", "size", "width"))
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[row["anchor"]]
    return Box(left, y - ASCENT * size, left + width, y + DESCENT * size)


def side(row: dict[str, str]) -> str:
    """Where a piece stands that leaves a name free: opposite to it."""
    if row["anchor"] == "middle":
        return "n" if float(row["y"]) > Y[CITY[row["city"]]] else "s"
    return "w" if row["anchor"] == "start" else "e"


@cache
def _sides() -> tuple[tuple[str, str, str], ...]:
    """Of each city, at each nearness; nothing where its name is not shown."""
    found = [["", "", ""] for _ in range(N)]
    for row in rows("labels"):
        found[CITY[row["city"]]][int(row["level"])] = side(row)
    return tuple((far, near, close) for far, near, close in found)


_FREE = ("", "n", "w", "e")  # the first of those that cover as little
_AROUND = Box(-120, -120, 120, 40)  # whatever a piece may cover


def _alone(city: int, to: str) -> tuple[Box, Box]:
    """What one general and his sum take on the whole board at a side of a city."""
    x, y = X[city] + FAR[to][0], Y[city] + FAR[to][1]
    other = OTHER if to == "e" else 0
    return PIECE.moved(x, y, GROWN), SUM.moved(x + other, y, GROWN)


@cache
def far_side(city: int) -> str:
    """Where a piece stands on the whole board: where it covers least of the names of others and
    is not cut off at the edge. The name of its own city, if it is shown, tells where it may."""
    if given := _sides()[city][0]:
        return given
    around = _AROUND.moved(X[city], Y[city])
    near = [label for label in _labels() if label.meets(around)]

    def covered(to: str) -> float:
        boxes = _alone(city, to)
        over = sum(box.shared(label) for box in boxes for label in near)
        return over + sum(_size(box) - box.shared(BOARD) for box in boxes)

    return min(_FREE, key=covered)


def _size(box: Box) -> float:
    return (box.right - box.left) * (box.bottom - box.top)


@cache
def beside(city: int) -> str:
    """The classes of whatever stands in a city."""
    _, near, close = _sides()[city]
    sides = enumerate((far_side(city), near, close))
    return " ".join(f"{to}{level}" for level, to in sides if to)


# -- names on the whole board --------------------------------------------------------------------


def in_short(general: int) -> tuple[str, str, str]:
    """His name in three: what is left out where there is little room, the short name, the rest."""
    title = GENERAL_TITLES[general]
    before, after = _PARTICLES
    head = before if title.startswith(before) else ""
    short, particle, rest = title.removeprefix(before).partition(after)
    return head, short, particle + rest


@cache
def _labels() -> tuple[Box, ...]:
    return tuple(label_box(row) for row in rows("labels") if row["level"] == "0")


def _place(city: int) -> tuple[float, float]:
    """The foot of whoever stands in a city."""
    right, down = FAR[far_side(city)]
    return X[city] + right, Y[city] + down


@lru_cache(4000)
def _figures(city: int, number: int) -> Box:
    x, y = _place(city)
    fan = FAN[0] * (number - 1)
    left, right = (fan, 0) if far_side(city) == "w" else (0, fan)
    return Box(x - 26 - left, y + FAN[1] * (number - 1) - 49 * GROWN, x + 26 + right, y + 6)


# Where names lie: above the head in the middle, or rather to one side; that of one who stands
# alone at his foot too.
_LIES = {"roomy": 0.5, "roomy before": 1.0, "roomy after": 0.0}
_OVER = 24.0  # how far a name at a side reaches over the middle
_UNDER = "roomy under"
_FOOT = 21.0  # where a name at the foot begins


@lru_cache(4000)
def _lines(stack: tuple[int, ...], city: int) -> tuple[tuple[str, tuple[Box, ...]], ...]:
    """How the names of a stack may lie, and what they take: as many as leave those of cities
    free."""
    x, y = _place(city)
    foot = y - (HEAD - FAN[1] * (len(stack) - 1)) * GROWN
    found = []
    for lies, left in _LIES.items():
        boxes = []
        for place, general in enumerate(stack):
            width = len(in_short(general)[1]) * LETTER
            start = x - width * left + _OVER * (2 * left - 1)
            box = Box(start, foot - LINE * (place + 1), start + width, foot - LINE * place)
            if not _free(box):
                break
            boxes.append(box)
        found.append((lies, tuple(boxes)))
    if len(stack) == 1:
        half = len(in_short(stack[0])[1]) * LETTER / 2
        box = Box(x - half, y + _FOOT, x + half, y + _FOOT + LINE)
        if _free(box):
            found.append((_UNDER, (box,)))
    return tuple(found)


@lru_cache(4000)
def _around(stack: tuple[int, ...], city: int) -> Box:
    """What all of them take together: nothing outside is in their way."""
    boxes = [box for _, taken in _lines(stack, city) for box in taken] or [Box(0, 0, 0, 0)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _free(box: Box) -> bool:
    """Whether a name can lie there: on the board, and over no city's name."""
    inside = box.left >= 0 and box.right <= WIDTH
    return inside and not any(box.meets(label) for label in _labels())


def _until_taken(boxes: tuple[Box, ...], others: list[Box]) -> list[Box]:
    return list(takewhile(lambda box: not any(map(box.meets, others)), boxes))


@lru_cache(500)
def named(
    stacks: tuple[tuple[tuple[int, ...], int], ...], trains: tuple[int, ...]
) -> dict[int, str]:
    """The generals whose names have room on the whole board, and how they lie there: over no
    piece, no city's name, and no name of a general before them."""
    figures = [(_figures(city, len(stack)), city) for stack, city in stacks]
    figures += [(_figures(city, 1), city) for city in trains]
    taken: list[Box] = []
    found: dict[int, str] = {}
    for stack, city in stacks:
        around = _around(stack, city)
        others = [box for box in taken if around.meets(box)]
        others += [box for box, where in figures if where != city and around.meets(box)]
        best: tuple[str, list[Box]] = "", []
        for lies, boxes in _lines(stack, city):
            free = _until_taken(boxes, others)
            if len(free) > len(best[1]):
                best = lies, free
        found |= dict.fromkeys(stack[: len(best[1])], best[0])
        taken += best[1]
    return found
