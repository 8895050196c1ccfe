"""Protection of objectives and its range (§5.4, §5.5, §5.8, §5.10)."""

from __future__ import annotations

from collections.abc import Iterator

from chancery.games.friedrich.board.atlas import DEFENDER_OF, OBJECTIVE_OF, distances
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.fate_cards import HEINRICH_FAR
from chancery.games.friedrich.board.nations import IMPERIAL
from chancery.games.friedrich.board.pieces import GENERALS_OF, HEINRICH, PIECES_OF

PROTECTION = 3  # cities between a general and an objective he protects, at most (§5.4)
# §5.4, §5.10: the pieces that protect objectives: generals, and the Imperial train
PROTECTING = tuple(
    PIECES_OF[nation] if nation == IMPERIAL else GENERALS_OF[nation] for nation in range(7)
)


def protecting_nation(s: Board, city: int) -> int:
    """Return the nation that protects an objective: its defender or its conqueror (§5.5, §5.8)."""
    return OBJECTIVE_OF[city] if s.control[city] else DEFENDER_OF[city]


def protectors(s: Board, city: int, nation: int) -> Iterator[int]:
    """Yield the generals (or the Imperial train) of the nation that protect the city.

    §5.4: within three cities by plain roads, whatever stands between; §5.10: of trains only the
    Imperial one protects; §fate 11♥: Heinrich protects as far as four cities.
    """
    distance = distances(city)
    at = s.at
    for piece in PROTECTING[nation]:
        if at[piece] >= 0:
            steps = distance[at[piece]]
            if steps <= PROTECTION or (steps == 4 and piece == HEINRICH and s.holds(HEINRICH_FAR)):
                yield piece


def is_protected(s: Board, city: int, nation: int) -> bool:
    """Return whether any piece of the nation protects the city."""
    return next(protectors(s, city, nation), -1) >= 0
