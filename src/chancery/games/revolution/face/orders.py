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
    name, _, which = rest.partition(":")
    if isinstance(top, Support) and kind == "support" and name in BOX_IDS:
        return _support(view, top, BOX_IDS.index(name), _number(which))
    if isinstance(top, Overflow) and kind == "province" and name in PROVINCE_IDS:
        return _overflow(view, top, PROVINCE_IDS.index(name), _number(which))
    if isinstance(top, Marching) and kind == "region" and name in REGIONS.names:
        return _march(view, top, REGIONS.names.index(name), which == "lifted")
    return None


def _number(text: str) -> int:
    number = number_in(text, 2)
    return 1 if number is None else number


def _amounts(key: str, most: int, n: int) -> tuple[tuple[Text, tuple[Variant, ...]], ...]:
    """Return how many can move together, where there is a choice."""
    if most < 2:
        return ()
    choices = tuple(
        Variant(f"{key}:{number}", TN("{n} token", "{n} tokens", number), number == n)
        for number in range(1, most + 1)
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
        mine = slot in view.data.slots_of[top.faction]
        here = min(n, top.left(view, slot)) if mine else 0
        if here > 0:
            slots.append((slot, here))
            n -= here
    return slots


def _support(view: RevolutionView, top: Support, box: int, n: int) -> Orders | None:
    start = targets.box(box)
    out = sum(here for _, here in _first(view, top, box, (PLAIN, HALF), MOST_AT_ONCE))
    home = sum(here for _, here in _first(view, top, box, (SOLID, HALF), MOST_AT_ONCE))
    most = max(out, home)
    n = max(1, min(n, most))
    orders = []
    if n <= out and most:
        slots = _first(view, top, box, (PLAIN, HALF), n)
        for province in view.data.goals[box]:
            actions = tuple(BRING[slot][province] for slot, here in slots for _ in range(here))
            orders.append(
                Order(
                    targets.province(province),
                    actions,
                    T("{province}", province=PROVINCES.title(province)),
                    _way(view, start, targets.province(province)),
                    (_crowd(view, province),),
                )
            )
    if n <= home and most:
        banked = tuple(
            BANK[slot][here - 1] for slot, here in _first(view, top, box, (SOLID, HALF), n)
        )
        goal = targets.faction(top.faction)
        label = T("the treasury of {faction:the}", faction=TITLES[top.faction])
        orders.append(Order(goal, banked, label, _way(view, start, goal)))
    title = T("Where do tokens from {box:the} go?", box=BOXES.title(box))
    return Orders(title, _amounts(start, most, n), tuple(orders), at_once=True)


def _crowd(view: RevolutionView, province: int) -> Text:
    """Return how full a province is (§6.11)."""
    here = view.unbesieged(province)
    if not any(here):
        return T("It is empty; its limit is {limit}.", limit=view.data.limit[province])
    return T("It holds {tokens}; its limit is {limit}.", tokens=counted(here),
             limit=view.data.limit[province])  # fmt: skip


# -- overflow ----------------------------------------------------------------------------------


def _overflow(view: RevolutionView, top: Overflow, here: int, n: int) -> Orders | None:
    left = top.left().get(here, 0)
    rooms = {
        there: room
        for there in overflow.reach(view, here, top.faction)
        if (room := overflow.left_in(view, there, top.moves)[0]) > 0
    }
    most = min(left, max(rooms.values(), default=0))
    n = max(1, min(n, most))
    start = targets.province(here)
    orders = []
    for there, room in rooms.items():
        if n <= min(room, left):
            goal = targets.province(there)
            label = T("{province}", province=PROVINCES.title(there))
            notes = tuple(_flow(view, top, here, there, n))
            actions = (SPILL[here][there],) * n
            orders.append(Order(goal, actions, label, _way(view, start, goal), notes))
    title = TN("Where does the surplus token of {province} go?",
               "Where do {n} surplus tokens of {province} go?", left,
               province=PROVINCES.title(here))  # fmt: skip
    return Orders(title, _amounts(start, most, n), tuple(orders), at_once=True)


def _flow(view: RevolutionView, top: Overflow, here: int, there: int, n: int) -> Iterator[Text]:
    """List the consequences of overflow at its destination (§6.13.river, §6.13.full)."""
    if there not in view.data.near[here]:
        yield T("Along a river.")
    _, empty = overflow.left_in(view, there, top.moves)
    if n > empty:
        yield TN("A neutral token gives way.", "{n} neutral tokens give way.", n - empty)


# -- marches -----------------------------------------------------------------------------------


def _march(view: RevolutionView, top: Marching, here: int, lifted: bool) -> Orders | None:
    free, back = top.free(view, here), top.lifted_left(view, here)
    lifted = back > 0 and (lifted or free <= 0)
    if free <= 0 and not lifted:
        return None
    start = targets.region(here)
    family = WITHDRAW if lifted else MARCH
    orders = []
    for there in view.data.arrows[here]:
        if view.free_boxes(there) > 0:
            action: Action = family[here][there]
            goal = targets.region(there)
            label = T("{region}", region=REGIONS.title(there))
            notes = tuple(arrival(view, top.faction, here, there))
            orders.append(Order(goal, (action,), label, _way(view, start, goal), notes))
    variants: tuple[tuple[Text, tuple[Variant, ...]], ...] = ()
    if free > 0 and back > 0:
        choices = (
            Variant(start, T("one that has not besieged"), not lifted),
            Variant(f"{start}:lifted", T("one whose siege was lifted"), lifted),
        )
        variants = ((T("Which army"), choices),)
    title = T("Where does the army in {region} march?", region=REGIONS.title(here))
    return Orders(title, variants, tuple(orders))


def arrival(view: RevolutionView, faction: int, here: int, there: int) -> Iterator[Text]:
    """List the armies an army meets, and what it could besiege next turn (§6.5, §6.6, §6.7.4)."""
    if may_stop(view, faction, here):
        yield T("A Water Beggar may stop it.")
    others = [0 if f == faction else n for f, n in enumerate(view.in_section(there))]
    if any(others):
        yield T("Armies there: {armies}.", armies=counted(others))
    cities = [c for c in view.data.region_cities[there] if may_besiege(view, faction, c)]
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
