"""Answers in advance: what a seat would say anyway, so that nobody has to wait for it.

All that they depend on lies open on the board. Some hold for the game, until they are withdrawn:
taxes, upkeep, the order of play, the Huguenots. The others hold for a turn; those with an “unless”
carry in their key what they were given for, and are not offered any more when that has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from chancery.core import Action, Standing
from chancery.core.words import T, Text
from chancery.games.revolution.board.factions import (
    BURGHERS,
    FACTIONS_N,
    OWNERS_N,
    REFORMERS,
    factions_of,
)
from chancery.games.revolution.board.places import CITIES_N
from chancery.games.revolution.rules.control_cards import city_holder, province_holder
from chancery.games.revolution.rules.events import PARTS
from chancery.games.revolution.rules.keeping_armies import UPKEEP, Upkeep
from chancery.games.revolution.rules.notation import (
    DONE,
    INTERCEPT,
    KEEP,
    KEEP_ALL,
    LET,
    STAND,
    STOP,
    TAX,
)
from chancery.games.revolution.rules.turn import NORMAL, OPENING, Turn
from chancery.games.revolution.view import RevolutionView

# What armies do in a turn, by the names of the questions.
_ARMIES = ("raise", "besiege", "march", "influence")


def standing(view: RevolutionView) -> tuple[Standing, ...]:
    """What a seat can answer in advance now."""
    if view.seat < 0 or not view.phases or view.result is not None:
        return ()
    own = factions_of(view.frame.seats[view.seat])
    return (*_for_the_game(view, own), *_for_the_turn(view, own))


# -- until it is withdrawn -------------------------------------------------------------------


def _for_the_game(view: RevolutionView, own: tuple[int, ...]) -> Iterator[Standing]:
    yield _first("tax-most", T("Taxes: as many coins as possible"), "tax", TAX[::-1])
    yield _first("tax-one", T("Taxes: one coin from each city"), "tax", TAX)
    yield _upkeep(view)
    yield _first("order-first", T("Order of play: as early as possible"), "order", STAND)
    yield _first("order-last", T("Order of play: as late as possible"), "order", STAND[::-1])
    if {BURGHERS, REFORMERS} & set(own):
        label = T("Huguenots: intercept as much as possible")
        yield _first("intercept", label, "intercept", INTERCEPT[::-1])


def _first(
    key: str, label: Text, question: str, actions: tuple[Action, ...] | list[Action]
) -> Standing:
    """The first of these actions that is legal."""
    first, *others = actions
    return Standing(key, label, question, first, tuple(others))


def _upkeep(view: RevolutionView) -> Standing:
    """§6.3.keep: all armies, or the owner is asked."""
    top = view.phases[-1]
    label = T("Upkeep: keep all armies, if the treasury can pay for them")
    if not isinstance(top, Upkeep):
        return Standing("keep", label, "upkeep", KEEP_ALL)
    enough = view.treasury[top.faction] >= UPKEEP[top.faction] * len(top.left)
    return Standing("keep", label, "upkeep", KEEP_ALL, (KEEP[top.left[0]],), holds=enough)


# -- for this turn ---------------------------------------------------------------------------


def _for_the_turn(view: RevolutionView, own: tuple[int, ...]) -> Iterator[Standing]:
    part = _part(view)
    if part <= PARTS.index("support") and any(any(view.support[f::FACTIONS_N]) for f in own):
        yield _pass(view, "support", T("Support: move nothing in this turn"), "support")
    if view.turn and part <= PARTS.index("armies"):
        yield from _rest(view, own)
    if view.hirer in own:
        stop, let = T("Water Beggars: stop every army"), T("Water Beggars: let every army go")
        for question in ("hold", "bar"):
            yield Standing(f"stop:{view.turn}", stop, question, STOP)
            yield Standing(f"let:{view.turn}", let, question, LET)
    if part <= PARTS.index("conflict"):
        yield _pass(view, "back", T("Overflow: all surplus back to the stock"), "spill")
    if part <= PARTS.index("provinces"):
        yield from _stay(view, own)
    if view.turn and part <= PARTS.index("allegiance"):
        yield from _coins(view, own)


def _part(view: RevolutionView) -> int:
    """The part of the turn that goes on (§4.2.2)."""
    turn = next(phase for phase in view.phases if isinstance(phase, Turn))
    steps = NORMAL if view.turn else OPENING
    # a step for all together has been counted when it begins
    at = turn.step if turn.next else turn.step - 1
    return _PART_OF[steps[max(0, min(at, len(steps) - 1))].name]


_PART_OF = {
    name: PARTS.index(part)
    for part, names in {
        "taxes": ("taxes",),
        "support": ("support",),
        "armies": ("upkeep", "raising", "battles", "sieges", "beggars", "marches", "influence"),
        "units": ("units",),
        "conflict": ("conflict", "neutrals", "overflow"),
        "provinces": ("provinces",),
        "allegiance": ("siege-results", "paying", "allegiance"),
        "assignment": ("assignment",),
        "points": ("scores",),
    }.items()
    for name in names
}


def _pass(view: RevolutionView, key: str, label: Text, question: str) -> Standing:
    return Standing(f"{key}:{view.turn}", label, question, DONE)


def _rest(view: RevolutionView, own: tuple[int, ...]) -> Iterator[Standing]:
    """No raising, no sieges, no marches, no influence; in any case, or while nobody comes."""
    plain = T("Armies: raise, besiege, march and convert nothing in this turn")
    unless = T("The same, unless another’s army comes to where one of yours stands")
    regions = [
        r
        for r in view.data.regions
        if any(view.armies[r * FACTIONS_N + f] + view.besiegers(r)[f] for f in own)
    ]
    there = [(r, [n for f, n in enumerate(view.in_section(r)) if f not in own]) for r in regions]
    for question in _ARMIES:
        yield _pass(view, "rest", plain, question)
        if regions:
            yield _pass(view, f"guard-{_print(there)}", unless, question)


def _stay(view: RevolutionView, own: tuple[int, ...]) -> Iterator[Standing]:
    """§6.14.free: tokens inside provinces stay; in any case, or while nothing is lost by it."""
    yield _pass(view, "stay", T("Provinces: leave all tokens where they are"), "put")
    inside = [view.tokens[f::OWNERS_N] for f in own]
    unless = T("The same, unless tokens of yours are driven out of a town or city")
    yield _pass(view, f"hold-{_print(inside)}", unless, "put")
    if view.turn:
        cards = T("The same, as long as you keep your cards of provinces and cities")
        yield Standing(f"cards:{view.turn}", cards, "put", DONE, holds=_kept(view, own))


def _kept(view: RevolutionView, own: tuple[int, ...]) -> bool:
    """Whether all cards would stay where they are with these tokens."""
    return all(
        card not in own or province_holder(view, province) == card
        for province, card in enumerate(view.province_cards)
    ) and all(
        card not in own or city_holder(view, city) == card
        for city, card in enumerate(view.city_cards)
    )


def _coins(view: RevolutionView, own: tuple[int, ...]) -> Iterator[Standing]:
    """§6.16.coins: no coins; in any case, or while others lay none on the own cities."""
    yield _pass(view, "coins", T("Allegiance: lay no coins in this turn"), "pay")
    unless = T("The same, unless others lay coins on a city whose card you hold")
    touched = any(
        n
        for city in range(CITIES_N)
        if view.city_cards[city] in own
        for faction, n in enumerate(view.coins[city * FACTIONS_N : (city + 1) * FACTIONS_N])
        if faction not in own
    )
    yield Standing(f"quiet:{view.turn}", unless, "pay", DONE, holds=not touched)


def _print(what: object) -> str:
    """A short name for what lies open on the board, by which one sees that it has changed."""
    return blake2b(repr(what).encode(), digest_size=4).hexdigest()
