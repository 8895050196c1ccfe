"""The layout around the map: faction cards, support boxes and tables with the positions in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.places import KINDS
from chancery.games.revolution.face.sheet import PITCH, Frame, Point

BISHOPRIC_SPACES = 4  # §6.18


@dataclass(frozen=True, slots=True)
class SupportChart:
    """A support box at the edge: places by kind of slot, and the goals of its tokens."""

    frame: Frame
    title: Point  # the left end of a baseline
    slots: tuple[tuple[Point, ...], ...]  # by kind: plain, half, solid
    users: tuple[Point, ...]  # the arms of factions that may use it
    leads: Point  # the left end of a baseline
    width: float  # of title and goals


@dataclass(frozen=True, slots=True)
class RowChart:
    """A row of a table: its name on the left, then its spaces."""

    frame: Frame
    name: Point  # the left end of a baseline
    size: float
    spaces: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TableChart:
    """A table at the edge: its title, the heads of its columns, and rows."""

    frame: Frame
    title: Point  # the left end of a baseline
    heads: tuple[Point, ...]  # the middle of a baseline above each column
    rows: dict[int, RowChart]  # by city, province or place
    pitch: float  # from row to row


@dataclass(frozen=True, slots=True)
class FactionChart:
    """The card of a faction and the positions on it."""

    frame: Frame
    arms: Point
    title: Point  # the left end of a baseline
    points: Point
    treasury: Point
    stock: Point
    armies: Point
    cities: Point
    provinces: Point
    wants: Point  # the left end of a baseline


LEFT, RIGHT, COLUMN = 12, 1292, 296
ORDER_H, CARD, SUPPORT_H = 62, 88, 74
# positions of the support boxes: sea and France to the left, Empire and Spain to the right
WEST_BOXES = ("london-merchants", "huguenots", "calvinists", "france")


def faction_card(number: int) -> FactionChart:
    """Return the card of a faction, one below the other."""
    y = 12 + ORDER_H + 6 + number * (CARD + 5)
    frame = Frame(LEFT, y, COLUMN, CARD)
    row = y + 50
    return FactionChart(
        frame,
        arms=Point(LEFT + 30, y + 36),
        title=Point(LEFT + 60, y + 24),
        points=Point(LEFT + COLUMN - 34, y + 24),
        treasury=Point(LEFT + 76, row),
        stock=Point(LEFT + 126, row),
        armies=Point(LEFT + 176, row),
        cities=Point(LEFT + 222, row),
        provinces=Point(LEFT + 264, row),
        wants=Point(LEFT + 14, y + CARD - 9),
    )


def support_box(atlas: Atlas, box: int, x: float, y: float) -> SupportChart:
    """Return a support box with its upper left corner at a point."""
    frame = Frame(x, y, COLUMN, SUPPORT_H)
    n = len(KINDS)
    room = atlas.room[box * n : (box + 1) * n]
    step, at = PITCH + 4, x + 12
    slots = []
    for count in room:
        slots.append(tuple(Point(at + (i + 0.5) * step, y + 40) for i in range(count)))
        at += count * step + (4 if count else 0)
    users = tuple(Point(x + COLUMN - 16 - 24 * i, y + 14) for i in range(len(atlas.users[box])))
    width = COLUMN - 24
    return SupportChart(frame, Point(x + 12, y + 19), tuple(slots), users,
                        Point(x + 12, y + 68), width)  # fmt: skip


def table(
    x: float, y: float, h: float, keys: Sequence[int], spaces: int, step: float
) -> TableChart:
    """Return a table of a given height; the more rows, the lower they are."""
    head = 40
    pitch = min(23.0, (h - head - 6) / max(len(keys), 1))
    first = x + COLUMN - 10 - spaces * step
    heads = tuple(Point(first + (i + 0.5) * step, y + 35) for i in range(spaces))
    rows = {}
    for i, key in enumerate(keys):
        top = y + head + i * pitch
        middle = top + pitch / 2
        rows[key] = RowChart(
            Frame(x + 6, top, COLUMN - 12, pitch),
            Point(x + 12, middle + min(13, pitch * 0.6) * 0.35),
            min(13.0, pitch * 0.6),
            tuple(Point(head_at.x, middle) for head_at in heads),
        )
    frame = Frame(x, y, COLUMN, head + 6 + pitch * len(keys))
    return TableChart(frame, Point(x + 12, y + 19), heads, rows, pitch)
