"""The coordinates of everything on the board: one sheet of 1200 by 670.

The fiefs are in the four corners around the cathedral's close. Places are given for the fief at the
top left and mirrored for the others; seats sit clockwise from bottom left.
"""

from __future__ import annotations

from math import cos, radians, sin

from chancery.games.spada.board.components import GRAIN, KNIGHTS, RICHES, WORKERS

WIDTH, HEIGHT = 1200, 670
WITH_HAND = 800  # the height of a standalone picture, with the reader's hand below
CENTRE = (600, 335)
CLOSE = 186  # the cathedral's close: radius inside its wall
WALL = 26
CATHEDRAL_AT = (600, 462)

CORNERS = ((0, 1), (0, 0), (1, 0), (1, 1))  # by seat: right?, bottom?

SHIELD = (46, 46)
RIBBON = (184, 40)
SEAL = (332, 42)
STAFF = (382, 96)
FARMS = tuple((x, y) for y in (114, 173) for x in (56, 129, 202))
STOCK = (258, 88)
PRIVILEGES = ((266, 126), (316, 126), (266, 178), (316, 178))
HAND = (54, 272)
AGENDAS = (110, 274)
KNOWN = (38, 214)
COURT = ((164, 234), (164, 292))  # the first card of each row
COURT_STEP = 42
TOTAL = (336, 236)
BUILDERS = tuple(
    (CENTRE[0] - 247 * cos(radians(angle)), CENTRE[1] - 247 * sin(radians(angle)))
    for angle in (12, 30.5, 49)
)

WHEEL = (462, 64)
AGENDA_AT = (600, 66)
TABLE = (676, 8)
DECK = (440, 606)
DISCARDS = tuple((484 + 35.5 * i, 602) for i in range(4))
SUPPLY = tuple((640 + 42 * i, 604) for i in range(4))  # a privilege and the one behind it
BEHIND = (4, -5)  # offset of the second of two privileges
PARTS_AT = tuple(
    (CENTRE[0] - 199 * cos(radians(angle)), CENTRE[1] + 199 * sin(radians(angle)))
    for angle in (57.5, 70.5, 83.5, 96.5, 109.5, 122.5)
)
ORDER = (KNIGHTS, RICHES, WORKERS, GRAIN)  # on the summary card and in the reader's hand
OWN_HAND = (34, 690)
OWN_AGENDAS = (1166, 690)  # the right edge


def place(seat: int, point: tuple[float, float]) -> tuple[float, float]:
    """Convert a place of the top left fief to the fief of a seat."""
    right, bottom = CORNERS[seat]
    x, y = point
    return (WIDTH - x if right else x), (HEIGHT - y if bottom else y)


def side(seat: int) -> int:
    """Return 1 for fiefs on the left, whose rows run to the right; -1 for the others."""
    return -1 if CORNERS[seat][0] else 1


def season_at(season: int) -> tuple[float, float]:
    """Return the position of a season on the wheel of the year."""
    x, y = WHEEL
    return ((x, y - 35), (x + 35, y), (x, y + 35), (x - 35, y))[season]


def landmark(seat: int) -> tuple[float, float]:
    """Return the foot of a fief's landmark."""
    x, _ = place(seat, (242, 0))
    return x, 458 if CORNERS[seat][1] else 317


def corner(seat: int) -> str | None:
    """Return the transform from the shape of the top left fief to that of a seat."""
    right, bottom = CORNERS[seat]
    if not right and not bottom:
        return None
    across, down = (-1, WIDTH) if right else (1, 0), (-1, HEIGHT) if bottom else (1, 0)
    return f"matrix({across[0]} 0 0 {down[0]} {across[1]} {down[1]})"


FIEF_SHAPE = (
    "M26 12H394Q406 12 406 24V116Q406 125 415 125H486Q494 128 498.6 144.3"
    "A216 216 0 0 0 384.1 326H26Q12 326 12 312V26Q12 12 26 12Z"
)
