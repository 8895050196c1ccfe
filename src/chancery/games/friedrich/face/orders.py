"""Marching by choosing a destination: every city in reach, as a list of actions (§4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from chancery.core.pictures import Order, Orders, Variant
from chancery.core.serialisation import number_in
from chancery.core.words import TN, Listing, T, Text
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.atlas import CITY_IDS, CITY_SPOTS, X, Y
from chancery.games.friedrich.board.pieces import (
    GENERAL_NAMES,
    GENERALS,
    NATION_OF,
    PIECE_NAMES,
    PIECES,
)
from chancery.games.friedrich.march_planner import Route, routes
from chancery.games.friedrich.rules import army_limits
from chancery.games.friedrich.rules.march_limits import can_march
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.supply import distance_to_train, in_supply
from chancery.games.friedrich.view import FriedrichView


def orders(view: FriedrichView, key: str) -> Orders | None:
    """Return the destinations of a unit.

    The key is a piece (`piece:daun`: with all generals of its stack that may still march) or a unit
    that was offered, with the troops that go along (`unit:daun+lacy:7`; 0: the whole stack).
    """
    top = view.phases[-1] if view.phases else None
    if not isinstance(top, Movement) or not view.own(top.nation):
        return None
    unit, take = _read(view, top, key)
    if not unit or NATION_OF[unit[0]] != top.nation:
        return None
    by_goal = routes(view, unit, take)
    take = next((route.take for route in by_goal.values()), 0)  # adjusted to a legal number
    ways = distance_to_train(view, top.nation)
    title = T("Choose a destination for {pieces:the}.", pieces=phrases.names(unit))
    return Orders(
        title,
        tuple(_variants(view, top, unit, take)),
        tuple(_order(view, route, ways) for route in by_goal.values()),
    )


def _read(view: FriedrichView, top: Movement, key: str) -> tuple[tuple[int, ...], int]:
    kind, _, arguments = key.partition(":")
    if kind == "piece" and arguments in PIECE_NAMES:
        piece = PIECE_NAMES.index(arguments)
        if view.at[piece] < 0 or piece in top.moved:
            return (), 0
        if piece >= GENERALS:
            return (piece,), 0
        ready = tuple(g for g in view.stack(piece) if g not in top.moved)
        units = (group for group in _units(view, ready) if piece in group)
        return next(units, (piece,)), 0
    names, _, number = arguments.partition(":")
    if kind != "unit" or not set(names.split("+")) <= set(GENERAL_NAMES):
        return (), 0
    unit = tuple(sorted({GENERAL_NAMES.index(name) for name in names.split("+")}))
    together = {view.at[g] for g in unit}
    if -1 in together or len(together) > 1 or set(unit) & set(top.moved):
        return (), 0
    return unit, number_in(number, 2) or 0


def _units(view: FriedrichView, ready: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the groups of generals that could march together, the largest first (§4.5)."""
    for number in range(len(ready), 0, -1):
        for unit in combinations(ready, number):
            if can_march(view, unit):
                yield unit


def _key(unit: Sequence[int], take: int) -> str:
    return f"unit:{'+'.join(GENERAL_NAMES[g] for g in unit)}:{take}"


def _variants(
    view: FriedrichView, top: Movement, unit: tuple[int, ...], take: int
) -> Iterator[tuple[Text, tuple[Variant, ...]]]:
    """Yield the choices of generals, and of troops if others stay (§4.5, §6.5)."""
    if unit[0] >= GENERALS:
        return
    ready = [g for g in view.stack(unit[0]) if g not in top.moved]
    if len(ready) > 1:
        units = list(_units(view, ready))
        yield (
            T("On the march"),
            tuple(
                Variant(_key(group, 0), T("{pieces}", pieces=phrases.names(group)), group == unit)
                for group in units
            ),
        )
    choices = army_limits.shares(view, unit)
    if choices:
        yield (
            T("With how many troops"),
            tuple(Variant(_key(unit, n), phrases.troops(n), n == take) for n in choices),
        )


def _order(view: FriedrichView, route: Route, ways: Sequence[int]) -> Order:
    start = view.at[route.unit[0]]
    cities = (start, *route.steps)
    destination = CITY_SPOTS[route.city]
    label = TN("{city}, {n} city away", "{city}, {n} cities away", len(route.steps),
               city=destination)  # fmt: skip
    if route.city == start:  # leaving an objective and coming back conquers it
        label = TN("{city}, there and back: {n} city", "{city}, there and back: {n} cities",
                   len(route.steps), city=destination)  # fmt: skip
    return Order(
        target=f"city:{CITY_IDS[route.city]}",
        actions=tuple(route.actions()),
        label=label,
        way=tuple((X[city], Y[city]) for city in cities),
        notes=tuple(_notes(view, route, ways)),
    )


def _notes(view: FriedrichView, route: Route, ways: Sequence[int]) -> Iterator[Text]:
    """Yield the effects of a march on its way, and the fights at its end."""
    nation = NATION_OF[route.unit[0]]
    won = [c for c in route.conquered if view.control[c]]
    conquered = [c for c in route.conquered if not view.control[c]]
    if conquered:
        yield T("Conquers {cities}.", cities=phrases.cities(conquered))
    if won:
        yield T("Wins back {cities}.", cities=phrases.cities(won))
    if route.marked:
        yield T(
            "Protected, so only a question mark: {cities}.", cities=phrases.cities(route.marked)
        )
    if route.taken >= 0:
        yield T("Captures {train:the}.", train=PIECES.title(route.taken))
    if route.joins:
        yield T("Joins the generals there.")
    if route.unit[0] >= GENERALS:
        return
    enemies = view.enemies_next_to(nation, route.city)
    if enemies:
        listed = Listing(tuple(phrases.sized(view, enemy) for enemy in enemies))
        yield T("Would have to fight {enemies}.", enemies=listed)
    if not in_supply(nation, route.city, ways):
        yield T("Out of supply there, as the trains stand now.")
