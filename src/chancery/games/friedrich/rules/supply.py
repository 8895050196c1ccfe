"""Phase 5: supply (§9).

What becomes of generals who join a stack that is out of supply (§9.5) stands in stacks.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from chancery.games.friedrich.board.atlas import DEPOTS, FAR, HOME, NEXT, N
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.nations import FRANCE, PRUSSIA, RUSSIA
from chancery.games.friedrich.board.pieces import HOSTILE_TO, TRAINS_OF
from chancery.games.friedrich.rules import offensive, stacks
from chancery.games.friedrich.rules.events import BackInSupply, OutOfSupply, Removed, Starved
from chancery.games.friedrich.rules.state import Friedrich

_NOWHERE = bytes([FAR]) * N
SUPPLY = 6  # cities between a train and a general it supplies, at most (§9.3)


# §9.2: Russia and France have no home country on the map, but their depots.
_SAFE = tuple(
    frozenset(DEPOTS[nation]) if nation in (RUSSIA, FRANCE) else HOME[nation] for nation in range(7)
)


def at_home(nation: int, city: int) -> bool:
    """§9.2: at home a general is always supplied; Russia and France are in their depots."""
    return city in _SAFE[nation]


def distance_to_train(s: Board, nation: int) -> Sequence[int]:
    """From each city the way to the nearest own train, hostile pieces in the way (§9.3).

    Friendly pieces do not block; cities that cannot be supplied are FAR. Depots are no trains
    (§faq 9.1).
    """
    at = s.at
    trains = tuple([at[train] for train in TRAINS_OF[nation] if at[train] >= 0])
    return _ways(trains, frozenset([at[piece] for piece in HOSTILE_TO[nation]]))


@lru_cache(256)
def _ways(trains: tuple[int, ...], blocked: frozenset[int]) -> bytes:
    """The same by the cities of the trains and of those in the way; marches look often."""
    found = bytearray(_NOWHERE)
    edge = trains
    for city in edge:
        found[city] = 0
    for step in range(1, SUPPLY + 1):
        further = []
        for city in edge:
            for other in NEXT[city]:
                if found[other] == FAR and other not in blocked:
                    found[other] = step
                    further.append(other)
        edge = tuple(further)
    return bytes(found)


def in_supply(nation: int, city: int, ways: Sequence[int]) -> bool:
    """Whether a general finds supply in a city: at home (§9.2), or near enough to a train by
    the ways of `distance_to_train` (§9.3)."""
    return at_home(nation, city) or ways[city] <= SUPPLY


def check(s: Friedrich, nation: int) -> None:
    """Who is out of supply is turned over; who was so already loses all troops (§9.4).

    Only here, in its own phase (§9.1).
    """
    tops = s.tops(nation)
    abroad = any(not at_home(nation, s.at[top]) for top in tops)
    ways = distance_to_train(s, nation) if abroad else ()
    for top in tops:
        city = s.at[top]
        stack = s.stack(top)
        if in_supply(nation, city, ways):
            if s.down[top]:
                for general in stack:
                    s.down[general] = 0
                s.emit(BackInSupply(top))
        elif not s.down[top]:
            turn_down(s, top)
        else:
            troops = s.troops[top]
            s.emit(Starved(top, troops))
            for general in stacks.lose(s, top, troops):
                s.emit(Removed(general))
            if nation == PRUSSIA:
                offensive.after_starving(s, city)


def turn_down(s: Friedrich, top: int) -> None:
    """A stack is turned over (§9.4)."""
    for general in s.stack(top):
        s.down[general] = 1
    s.emit(OutOfSupply(top))
