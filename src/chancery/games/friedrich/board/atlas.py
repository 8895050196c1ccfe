"""The map: cities joined by roads, countries, sectors with suits, objectives, depots (§1).

Cities and roads, some of them main roads (§1.9); objectives, starting cities and depots (§1.10);
the objectives, each of one nation and of the first or second order (§1.11); the depots where pieces
re-enter (§1.13), which are not objectives (§faq 9.2); the suit of a sector (§1.14); home countries
(§1.15); the nation that defends an objective (§5.5).

Every table here is indexed by the number of a city, its row in `cities.csv`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Set
from functools import cache
from importlib.resources import files
from typing import Annotated

from chancery.core import OR_NONE, Names
from chancery.core.words import Spot
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    HANOVER,
    IMPERIAL,
    NATION_NAMES,
    PRUSSIA,
    SWEDEN,
)

SUITS = ("spades", "clubs", "hearts", "diamonds")
SPADES, CLUBS, HEARTS, DIAMONDS = range(4)
FAR = 99
SOUTH_OF_LINE_5 = 935  # y of the line through the middle of that row (ruling 19)


def rows(name: str) -> list[dict[str, str]]:
    """Read one of the CSV tables in the data folder as a list of rows."""
    text = (files("chancery.games.friedrich") / "data" / f"{name}.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def _nation(name: str) -> int:
    return NATION_NAMES.index(name) if name else -1


_CITIES = rows("cities")
_ROADS = rows("roads")
CITY_IDS = tuple(row["id"] for row in _CITIES)
CITY_NAMES = tuple(row["name"] for row in _CITIES)
CITY = {name: number for number, name in enumerate(CITY_IDS)}
N = len(CITY_IDS)
# A suffix for city names that occur more than once, as printed on the map.
_WHERE = {
    "boehmen": "Böhmen", "elbe": "Elbe", "harz": "Harz", "havel": "Havel", "holstein": "Holstein",
    "maehren": "Mähren", "main": "Main", "mazowiecka": "Mazowiecka", "mecklenburg": "Mecklenburg",
    "neumark": "Neumark", "oder": "Oder", "ostpreussen": "Ostpreußen", "pommern": "Pommern",
    "wielkopolski": "Wielkopolski",
}  # fmt: skip


def _title(city: str, name: str) -> Spot:
    where = _WHERE.get(city.rpartition("-")[2]) if CITY_NAMES.count(name) > 1 else None
    return Spot(f"city:{city}", f"{name} ({where})" if where else name)


CITY_SPOTS = tuple(_title(city, name) for city, name in zip(CITY_IDS, CITY_NAMES, strict=True))
X = tuple(int(row["x"]) for row in _CITIES)
Y = tuple(int(row["y"]) for row in _CITIES)
SUIT = tuple(SUITS.index(row["suit"]) for row in _CITIES)
COUNTRY = tuple(row["country"] for row in _CITIES)
_FEATURES = {"x": X, "y": Y} | {
    name: tuple(int(suit == number) for suit in SUIT) for number, name in enumerate(SUITS)
}
CITIES = Names(*CITY_IDS, titles=CITY_SPOTS, features=_FEATURES)
City = Annotated[int, CITIES]
AnyCity = Annotated[int, CITIES, OR_NONE]
OBJECTIVE_OF = tuple(_nation(row["objective_of"]) for row in _CITIES)
ORDER = tuple(int(row["objective_order"] or 0) for row in _CITIES)
DEPOT_OF = tuple(_nation(row["depot_of"]) for row in _CITIES)
SUBSTITUTE_OF = tuple(_nation(row["substitute_reentry_of"]) for row in _CITIES)


def _adjacency(kinds: Iterable[str]) -> tuple[tuple[int, ...], ...]:
    neighbours: list[set[int]] = [set() for _ in range(N)]
    for road in _ROADS:
        if road["kind"] in kinds:
            a, b = CITY[road["a"]], CITY[road["b"]]
            neighbours[a].add(b)
            neighbours[b].add(a)
    return tuple(tuple(sorted(cities)) for cities in neighbours)


NEXT = _adjacency(("road", "main"))
NEXT_MAIN = tuple(frozenset(cities) for cities in _adjacency(("main",)))


def reach(starts: Set[int], limit: int = FAR, blocked: Set[int] = frozenset()) -> bytes:
    """Return the distance of every city from the nearest start in road steps; FAR beyond the limit.

    Blocked cities are neither entered nor passed.
    """
    distance = bytearray([FAR]) * N
    edge, closed = starts, starts | blocked
    for step in range(limit + 1):
        for city in edge:
            distance[city] = step
        edge = set().union(*map(NEXT.__getitem__, edge)) - closed
        if not edge:
            break
        closed |= edge
    return bytes(distance)


@cache
def distances(city: int) -> bytes:
    """Return the road distance of every city from this one, ignoring all pieces."""
    return reach({city})


@cache
def around(city: int, radius: int) -> frozenset[int]:
    """Return the cities within a radius in road steps, ignoring all pieces."""
    return frozenset(c for c, d in enumerate(reach({city}, radius)) if d <= radius)


# §1.15: home countries. Russia and France have none on the map.
_HOMES = {
    PRUSSIA: ("prussia",),
    HANOVER: ("hanover",),
    SWEDEN: ("sweden",),
    AUSTRIA: ("austria",),
    IMPERIAL: ("empire", "saxony"),
}
HOME = tuple(
    frozenset(city for city in range(N) if COUNTRY[city] in _HOMES.get(nation, ()))
    for nation in range(len(NATION_NAMES))
)
DEPOTS = tuple(
    tuple(city for city in range(N) if DEPOT_OF[city] == nation)
    for nation in range(len(NATION_NAMES))
)
SUBSTITUTES = tuple(
    tuple(city for city in range(N) if SUBSTITUTE_OF[city] == nation)
    for nation in range(len(NATION_NAMES))
)
OBJECTIVES = tuple(city for city in range(N) if OBJECTIVE_OF[city] >= 0)
OBJECTIVES_OF = tuple(
    tuple(city for city in OBJECTIVES if OBJECTIVE_OF[city] == nation)
    for nation in range(len(NATION_NAMES))
)
# §5.5: who defends an objective; Prussia also holds Saxony.
_DEFENDERS = {"prussia": PRUSSIA, "saxony": PRUSSIA, "hanover": HANOVER, "austria": AUSTRIA}
DEFENDER_OF = tuple(
    _DEFENDERS[COUNTRY[city]] if OBJECTIVE_OF[city] >= 0 else -1 for city in range(N)
)


def _east_prussia() -> frozenset[int]:
    """Return the Prussian cities joined to Königsberg through Prussian cities (ruling 20)."""
    cities = {CITY["koenigsberg"]}
    queue = list(cities)
    while queue:
        for neighbour in NEXT[queue.pop()]:
            if COUNTRY[neighbour] == "prussia" and neighbour not in cities:
                cities.add(neighbour)
                queue.append(neighbour)
    return frozenset(cities)


EAST_PRUSSIA = _east_prussia()
EAST_PRUSSIAN_OBJECTIVES = tuple(city for city in OBJECTIVES if city in EAST_PRUSSIA)


def check() -> None:
    """Validate the data: raise ValueError naming the city or road that is wrong."""
    if len(set(CITY_IDS)) != N:
        raise ValueError("cities.csv: an id twice")
    for city in range(N):
        if not NEXT[city]:
            raise ValueError(f"cities.csv: no road leads to {CITY_IDS[city]}")
        if (OBJECTIVE_OF[city] >= 0) != (ORDER[city] > 0):
            raise ValueError(f"cities.csv: {CITY_IDS[city]} is half an objective")
        if OBJECTIVE_OF[city] >= 0 and COUNTRY[city] not in _DEFENDERS:
            raise ValueError(f"cities.csv: nobody defends {CITY_IDS[city]}")
    if len(_ROADS) != len({frozenset((road["a"], road["b"])) for road in _ROADS}):
        raise ValueError("roads.csv: a road twice")
    if max(reach({0})) == FAR:
        raise ValueError("roads.csv: the map falls apart")


check()
