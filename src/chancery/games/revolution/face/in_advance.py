"""Standing answers, which a seat can give in advance so that the others need not wait.

They depend on public information only. Some hold for the game until they are withdrawn: taxes,
upkeep, the order of play, the Huguenots. The others hold for a turn; the key of those with an
“unless” contains the state they depend on, and they are no longer offered when that has changed.
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

# The questions about armies in a turn, by their names.
_ARMIES = ("raise", "besiege", "march", "influence")


def standing(view: RevolutionView) -> tuple[Standing, ...]:
    """Return the answers that a seat can give in advance now."""
    if view.seat < 0 or not view.phases or view.result is not None:
        return ()
    own = view.own_factions
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
    """Return a standing answer that gives the first legal one of these actions."""
    first, *others = actions
    return Standing(key, label, question, first, tuple(others))


def _upkeep(view: RevolutionView) -> Standing:
    """Return the answer to keep all armies; if that is not legal the owner is asked (§6.3.keep)."""
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
        yield _pass(view, "support", T("Support: move nothing this turn"), "support")
    if view.turn and part <= PARTS.index("armies"):
        yield from _no_military(view, own)
    if view.hirer in own:
        stop, let = T("Water Beggars: stop every army"), T("Water Beggars: let every army go")
        for question in ("hold", "bar"):
            yield Standing(f"stop:{view.turn}", stop, question, STOP)
            yield Standing(f"let:{view.turn}", let, question, LET)
    if part <= PARTS.index("conflict"):
        yield _pass(view, "back", T("Overflow: all surplus back to the stock"), "spill")
    if part <= PARTS.index("provinces"):
        yield from _leave_tokens(view, own)
    if view.turn and part <= PARTS.index("allegiance"):
        yield from _coins(view, own)


def _part(view: RevolutionView) -> int:
    """Return the current part of the turn (§4.2.2)."""
    turn = next(phase for phase in view.phases if isinstance(phase, Turn))
    steps = NORMAL if view.turn else OPENING
    # `next` is already counted when a step for all factions begins
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


def _no_military(view: RevolutionView, own: tuple[int, ...]) -> Iterator[Standing]:
    """List answers without armies, sieges, moves or influence: always, or unless armies come."""
    plain = T("Armies: raise, besiege, march and convert nothing this turn")
    unless = T("The same, unless another faction’s army comes to where one of yours stands")
    regions = [
        r
        for r in view.data.regions
        if any(view.armies[r * FACTIONS_N + f] + view.besiegers(r)[f] for f in own)
    ]
    foreign_armies = [
        (r, [n for f, n in enumerate(view.in_section(r)) if f not in own]) for r in regions
    ]
    for question in _ARMIES:
        yield _pass(view, "rest", plain, question)
        if regions:
            yield _pass(view, f"guard-{_digest(foreign_armies)}", unless, question)


def _leave_tokens(view: RevolutionView, own: tuple[int, ...]) -> Iterator[Standing]:
    """List answers to leave tokens in provinces (§6.14.free): always, or unless cards are lost."""
    yield _pass(view, "stay", T("Provinces: leave all tokens where they are"), "put")
    inside = [view.tokens[f::OWNERS_N] for f in own]
    unless = T("The same, unless tokens of yours are driven out of a town or city")
    yield _pass(view, f"hold-{_digest(inside)}", unless, "put")
    if view.turn:
        cards = T("The same, as long as you keep your cards of provinces and cities")
        yield Standing(f"cards:{view.turn}", cards, "put", DONE, holds=_cards_kept(view, own))


def _cards_kept(view: RevolutionView, own: tuple[int, ...]) -> bool:
    """Return whether all cards would keep their holders with the present tokens."""
    return all(
        card not in own or province_holder(view, province) == card
        for province, card in enumerate(view.province_cards)
    ) and all(
        card not in own or city_holder(view, city) == card
        for city, card in enumerate(view.city_cards)
    )


def _coins(view: RevolutionView, own: tuple[int, ...]) -> Iterator[Standing]:
    """List answers to pay no coins (§6.16.coins): always, or unless others threaten own cities."""
    yield _pass(view, "coins", T("Allegiance: lay no coins this turn"), "pay")
    unless = T("The same, unless others lay coins on a city whose card you hold")
    touched = any(
        n
        for city in range(CITIES_N)
        if view.city_cards[city] in own
        for faction, n in enumerate(view.coins[city * FACTIONS_N : (city + 1) * FACTIONS_N])
        if faction not in own
    )
    yield Standing(f"quiet:{view.turn}", unless, "pay", DONE, holds=not touched)


def _digest(value: object) -> str:
    """Return a short digest of public information, which shows whether that has changed."""
    return blake2b(repr(value).encode(), digest_size=4).hexdigest()
