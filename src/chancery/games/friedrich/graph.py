"""The map of Friedrich as a graph: cities, roads, and what a seat knows of each city."""

from __future__ import annotations

from chancery.core.graphs import Graph, Set
from chancery.core.observations import Field
from chancery.games.friedrich.board.atlas import (
    CITY_IDS,
    DEPOT_OF,
    HOME,
    NEXT,
    NEXT_MAIN,
    OBJECTIVE_OF,
    ORDER,
    SUIT,
    SUITS,
    N,
    X,
    Y,
)
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import GENERALS, MOST_OF_A_GENERAL, NATION_OF, STACK
from chancery.games.friedrich.view import FriedrichView

_MOST = MOST_OF_A_GENERAL * STACK
_OF_NATIONS = ("home", "objective", "depot", "generals", "train")
_FIELDS = (
    Field("x", 0, max(X)),
    Field("y", 0, max(Y)),
    *(Field(f"suit.{suit}", 0, 1) for suit in SUITS),
    *(
        Field(f"{what}.{nation}", 0, STACK if what == "generals" else 1)
        for what in _OF_NATIONS
        for nation in NATION_NAMES
    ),
    Field("order", 0, 2),  # of an objective
    Field("conquered", 0, 1),
    Field("mark", 0, 2),
    Field("troops", 0, _MOST),  # where the reader knows them
    Field("low", 0, _MOST),
    Field("high", 0, _MOST),
    Field("down", 0, 1),
)


def _edges() -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (city, neighbour, int(neighbour in NEXT_MAIN[city]))
        for city in range(N)
        for neighbour in NEXT[city]
        if city < neighbour
    )


def _fill(view: FriedrichView, put: Set) -> None:
    for city in range(N):
        put(city, "x", X[city])
        put(city, "y", Y[city])
        put(city, f"suit.{SUITS[SUIT[city]]}", 1)
        put(city, "order", ORDER[city])
        put(city, "conquered", view.control[city])
        put(city, "mark", view.marks[city])
        for what, nation in (("objective", OBJECTIVE_OF[city]), ("depot", DEPOT_OF[city])):
            if nation >= 0:
                put(city, f"{what}.{NATION_NAMES[nation]}", 1)
    for nation, cities in enumerate(HOME):
        for city in cities:
            put(city, f"home.{NATION_NAMES[nation]}", 1)
    for piece, city in enumerate(view.at):
        if city < 0:
            continue
        owner = NATION_NAMES[NATION_OF[piece]]
        if piece >= GENERALS:
            put(city, f"train.{owner}", 1)
            continue
        put(city, f"generals.{owner}", len(view.stack(piece)))
        if view.top(piece) == piece:
            put(city, "troops", view.troops[piece])
            put(city, "low", view.low[piece])
            put(city, "high", view.high[piece])
            put(city, "down", view.down[piece])


GRAPH = Graph(CITY_IDS, ("road", "main road"), _edges(), _FIELDS, _fill)
