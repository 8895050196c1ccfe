"""Phase 5: supply (§9).

The effect of joining a stack that is out of supply (§9.5) is in stacks.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from chancery.games.friedrich.board.atlas import DEPOTS, FAR, HOME, reach
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.nations import FRANCE, PRUSSIA, RUSSIA
from chancery.games.friedrich.board.pieces import HOSTILE_TO, TRAINS_OF
from chancery.games.friedrich.rules import offensive, stacks
from chancery.games.friedrich.rules.events import BackInSupply, OutOfSupply, Removed, Starved
from chancery.games.friedrich.rules.state import Friedrich

SUPPLY = 6  # cities between a train and a general it supplies, at most (§9.3)


# §9.2: Russia and France have no home country on the map, but their depots.
_SAFE = tuple(
    frozenset(DEPOTS[nation]) if nation in (RUSSIA, FRANCE) else HOME[nation] for nation in range(7)
)


def at_home(nation: int, city: int) -> bool:
    """§9.2: whether a general is always supplied here: at home; for Russia and France in their
    depots."""
    return city in _SAFE[nation]


def distance_to_train(s: Board, nation: int) -> Sequence[int]:
    """Return the distance of each city to the nearest own train, past no hostile pieces (§9.3).

    Friendly pieces do not block; cities that cannot be supplied are FAR. Depots do not count as
    trains (§faq 9.1).
    """
    at = s.at
    return _ways(frozenset(_trains(s, nation)), frozenset([at[p] for p in HOSTILE_TO[nation]]))


def _trains(s: Board, nation: int) -> list[int]:
    """Return the cities of a nation's trains."""
    at = s.at
    return [at[train] for train in TRAINS_OF[nation] if at[train] >= 0]


@lru_cache(256)
def _ways(trains: frozenset[int], blocked: frozenset[int]) -> bytes:
    """Compute the distances by cities of trains and blocked cities, cached for march planning."""
    return reach(trains, SUPPLY, blocked)


@cache
def _within_supply(city: int) -> bytes:
    """Return the road distances of the cities to which supply reaches from a city, others FAR."""
    return reach({city}, SUPPLY)


def in_supply(nation: int, city: int, ways: Sequence[int]) -> bool:
    """Return whether a general is supplied in a city.

    He is at home (§9.2), or near enough to a train by the distances of `distance_to_train` (§9.3).
    """
    return at_home(nation, city) or ways[city] <= SUPPLY


def supplied(s: Board, nation: int, city: int) -> bool:
    """Return whether a general is supplied in a city (§9.2, §9.3), as `in_supply` of the distances
    to the trains.

    A train near enough by road supplies him, unless a hostile piece is so near to both that it can
    be in the way; only then the ways are searched.
    """
    if at_home(nation, city):
        return True
    distance, at = _within_supply(city), s.at
    trains = [train for train in _trains(s, nation) if distance[train] <= SUPPLY]
    if not trains:
        return False
    hostile = [at[piece] for piece in HOSTILE_TO[nation] if at[piece] >= 0]
    for train in trains:
        from_train = _within_supply(train)
        if min([distance[enemy] + from_train[enemy] for enemy in hostile], default=FAR) > SUPPLY:
            return True
    return distance_to_train(s, nation)[city] <= SUPPLY


def check(s: Friedrich, nation: int) -> None:
    """Turn over stacks out of supply; those already turned over lose all troops (§9.4).

    This happens only here, in its own phase (§9.1).
    """
    for top in s.tops(nation):
        city = s.at[top]
        if supplied(s, nation, city):
            if s.down[top]:
                for general in s.stack(top):
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
    """Turn a stack face down, as out of supply (§9.4)."""
    for general in s.stack(top):
        s.down[general] = 1
    s.emit(OutOfSupply(top))
