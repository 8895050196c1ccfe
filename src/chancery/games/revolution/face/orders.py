"""Moves from one place to another: support (§6.2.1), marches (§6.8), overflow (§6.13).

A key is the target that was clicked (`province:holland`), or that with a number of tokens that was
offered (`province:holland:3`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chancery.core import Action
from chancery.core.pictures import Order, Orders, Variant
from chancery.core.serialisation import number_in
from chancery.core.words import TN, T, Text
from chancery.games.revolution.board.factions import FACTION_NAMES, TITLES
from chancery.games.revolution.board.places import (
    BOX_IDS,
    BOXES,
    CITIES,
    HALF,
    KINDS,
    PLAIN,
    PROVINCE_IDS,
    PROVINCES,
    REGIONS,
    SOLID,
)
from chancery.games.revolution.face import targets
from chancery.games.revolution.face.chart import Chart
from chancery.games.revolution.face.pieces import chart
from chancery.games.revolution.rules import overflow
from chancery.games.revolution.rules.army_moves import Marching
from chancery.games.revolution.rules.events import counted
from chancery.games.revolution.rules.notation import (
    BANK,
    BRING,
    MARCH,
    MOST_AT_ONCE,
    SPILL,
    WITHDRAW,
)
from chancery.games.revolution.rules.overflow import Overflow
from chancery.games.revolution.rules.sieges import may_besiege
from chancery.games.revolution.rules.support_moves import Support
from chancery.games.revolution.rules.water_beggars import may_stop
from chancery.games.revolution.view import RevolutionView


def orders(view: RevolutionView, key: str) -> Orders | None:
    """Return the destinations of tokens or armies from a place that was clicked."""
    top = view.phases[-1] if view.phases else None
    kind, _, rest = key.partition(":")
    name, _, detail = rest.partition(":")
    if isinstance(top, Support) and kind == "support" and name in BOX_IDS:
        return _support(view, top, BOX_IDS.index(name), _number(detail))
    if isinstance(top, Overflow) and kind == "province" and name in PROVINCE_IDS:
        return _overflow(view, top, PROVINCE_IDS.index(name), _number(detail))
    if isinstance(top, Marching) and kind == "region" and name in REGIONS.names:
        return _march(view, top, REGIONS.names.index(name), detail == "lifted")
    return None


def _number(text: str) -> int:
    number = number_in(text, 2)
    return 1 if number is None else number


def _amounts(key: str, limit: int, n: int) -> tuple[tuple[Text, tuple[Variant, ...]], ...]:
    """Return how many can move together, where there is a choice."""
    if limit < 2:
        return ()
    choices = tuple(
        Variant(f"{key}:{number}", TN("{n} token", "{n} tokens", number), number == n)
        for number in range(1, limit + 1)
    )
    return ((T("How many"), choices),)


# -- support moves -----------------------------------------------------------------------------


def _first(
    view: RevolutionView, top: Support, box: int, kinds: Sequence[int], n: int
) -> list[tuple[int, int]]:
    """Return the slots from which n tokens come, by kinds in this order, or fewer."""
    slots = []
    for kind in kinds:
        slot = box * len(KINDS) + kind
        own_slot = slot in view.data.slots_of[top.faction]
        count = min(n, top.left(view, slot)) if own_slot else 0
        if count > 0:
            slots.append((slot, count))
            n -= count
    return slots


def _support(view: RevolutionView, top: Support, box: int, n: int) -> Orders | None:
    start = targets.box(box)
    out = sum(count for _, count in _first(view, top, box, (PLAIN, HALF), MOST_AT_ONCE))
    home = sum(count for _, count in _first(view, top, box, (SOLID, HALF), MOST_AT_ONCE))
    limit = max(out, home)
    n = max(1, min(n, limit))
    orders = []
    if n <= out and limit:
        slots = _first(view, top, box, (PLAIN, HALF), n)
        for province in view.data.goals[box]:
            actions = tuple(BRING[slot][province] for slot, count in slots for _ in range(count))
            orders.append(
                Order(
                    targets.province(province),
                    actions,
                    T("{province}", province=PROVINCES.title(province)),
                    _way(view, start, targets.province(province)),
                    (_crowd(view, province),),
                )
            )
    if n <= home and limit:
        banked = tuple(
            BANK[slot][count - 1] for slot, count in _first(view, top, box, (SOLID, HALF), n)
        )
        goal = targets.faction(top.faction)
        label = T("the treasury of {faction:the}", faction=TITLES[top.faction])
        orders.append(Order(goal, banked, label, _way(view, start, goal)))
    title = T("Where do tokens from {box:the} go?", box=BOXES.title(box))
    return Orders(title, _amounts(start, limit, n), tuple(orders), at_once=True)


def _crowd(view: RevolutionView, province: int) -> Text:
    """Return how full a province is (§6.11)."""
    tokens = view.unbesieged(province)
    if not any(tokens):
        return T("It is empty; its limit is {limit}.", limit=view.data.limit[province])
    return T("It holds {tokens}; its limit is {limit}.", tokens=counted(tokens),
             limit=view.data.limit[province])  # fmt: skip


# -- overflow ----------------------------------------------------------------------------------


def _overflow(view: RevolutionView, top: Overflow, origin: int, n: int) -> Orders | None:
    surplus = top.left().get(origin, 0)
    rooms = {
        destination: room
        for destination in overflow.reach(view, origin, top.faction)
        if (room := overflow.left_in(view, destination, top.moves)[0]) > 0
    }
    limit = min(surplus, max(rooms.values(), default=0))
    n = max(1, min(n, limit))
    start = targets.province(origin)
    orders = []
    for destination, room in rooms.items():
        if n <= min(room, surplus):
            goal = targets.province(destination)
            label = T("{province}", province=PROVINCES.title(destination))
            notes = tuple(_flow(view, top, origin, destination, n))
            actions = (SPILL[origin][destination],) * n
            orders.append(Order(goal, actions, label, _way(view, start, goal), notes))
    title = TN("Where does the surplus token of {province} go?",
               "Where do {n} surplus tokens of {province} go?", surplus,
               province=PROVINCES.title(origin))  # fmt: skip
    return Orders(title, _amounts(start, limit, n), tuple(orders), at_once=True)


def _flow(
    view: RevolutionView, top: Overflow, origin: int, destination: int, n: int
) -> Iterator[Text]:
    """List the consequences of overflow at its destination (§6.13.river, §6.13.full)."""
    if destination not in view.data.near[origin]:
        yield T("Along a river.")
    _, empty = overflow.left_in(view, destination, top.moves)
    if n > empty:
        yield TN("A neutral token gives way.", "{n} neutral tokens give way.", n - empty)


# -- marches -----------------------------------------------------------------------------------


def _march(view: RevolutionView, top: Marching, origin: int, lifted: bool) -> Orders | None:
    free, withdrawing = top.free(view, origin), top.lifted_left(view, origin)
    lifted = withdrawing > 0 and (lifted or free <= 0)
    if free <= 0 and not lifted:
        return None
    start = targets.region(origin)
    family = WITHDRAW if lifted else MARCH
    orders = []
    for destination in view.data.arrows[origin]:
        if view.free_boxes(destination) > 0:
            action: Action = family[origin][destination]
            goal = targets.region(destination)
            label = T("{region}", region=REGIONS.title(destination))
            notes = tuple(arrival(view, top.faction, origin, destination))
            orders.append(Order(goal, (action,), label, _way(view, start, goal), notes))
    variants: tuple[tuple[Text, tuple[Variant, ...]], ...] = ()
    if free > 0 and withdrawing > 0:
        choices = (
            Variant(start, T("one that has not besieged"), not lifted),
            Variant(f"{start}:lifted", T("one whose siege was lifted"), lifted),
        )
        variants = ((T("Which army"), choices),)
    title = T("Where does the army in {region} march?", region=REGIONS.title(origin))
    return Orders(title, variants, tuple(orders))


def arrival(view: RevolutionView, faction: int, origin: int, destination: int) -> Iterator[Text]:
    """List the armies an army meets, and what it could besiege next turn (§6.5, §6.6, §6.7.4)."""
    if may_stop(view, faction, origin):
        yield T("A Water Beggar may stop it.")
    others = [0 if f == faction else n for f, n in enumerate(view.in_section(destination))]
    if any(others):
        yield T("Armies there: {armies}.", armies=counted(others))
    cities = [c for c in view.data.region_cities[destination] if may_besiege(view, faction, c)]
    if cities:
        listed = CITIES.listing(cities)
        yield T("Could besiege next turn: {cities}.", cities=listed)


# -- ways on the board -------------------------------------------------------------------------


def _way(view: RevolutionView, start: str, end: str) -> tuple[tuple[float, float], ...]:
    """Return the way between two places on the board; along an arrow where there is one."""
    layout = chart(view.frame)
    first, last = _middle(layout, start), _middle(layout, end)
    for arrow in layout.arrows:
        ends = [targets.region(arrow.region), targets.region(arrow.other)]
        if ends == [start, end] or ends[::-1] == [start, end]:
            return first, (arrow.bend.x, arrow.bend.y), last
    return first, last


def _middle(layout: Chart, target: str) -> tuple[float, float]:
    kind, _, name = target.partition(":")
    frame = {
        "province": lambda: layout.provinces[PROVINCE_IDS.index(name)].frame,
        "region": lambda: layout.regions[REGIONS.names.index(name)].frame,
        "support": lambda: layout.support[BOX_IDS.index(name)].frame,
        "faction": lambda: layout.factions[FACTION_NAMES.index(name)].frame,
    }[kind]()
    return frame.middle.x, frame.middle.y
