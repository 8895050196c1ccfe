"""The aid card: the phases of a turn, costs, new units, points, allegiance, board numbers."""

from __future__ import annotations

from collections.abc import Iterator

from chancery.core import Aid, T, Text
from chancery.core.words import TN, Listing, say
from chancery.games.revolution.board.atlas import Effect
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.editions import EDITIONS, FIRST
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    HABSBURGS,
    NOBILITY,
    REFORMERS,
    TITLES,
)
from chancery.games.revolution.face.teaching import TEACHING, first_edition
from chancery.games.revolution.rules.keeping_armies import UPKEEP
from chancery.games.revolution.rules.new_armies import PRICES
from chancery.games.revolution.rules.new_units import FIRST_UNITS
from chancery.games.revolution.rules.points import TOKENS_A_POINT
from chancery.games.revolution.rules.turn import NORMAL, OPENING, Turn
from chancery.games.revolution.view import RevolutionView

# Coins are placed in one step of the turn and counted in the next.
_SAME = {"allegiance": "paying"}


def aid(view: RevolutionView) -> tuple[Aid, ...]:
    """Return the blocks of the aid card that apply to the current view."""
    first = (first_edition(),) if view.edition == EDITIONS[FIRST] else ()
    return (
        _sequence(view),
        Aid(T("Coins"), tuple(_costs(view)), rule="6.4.price"),
        _units(view),
        Aid(T("Points"), tuple(_points(view)), rule="5.8"),
        Aid(T("Allegiance"), tuple(_allegiance(view)), rule="6.16"),
        TEACHING.aid["numbers"],
        *first,
    )


def _sequence(view: RevolutionView) -> Aid:
    """Return the phases of this turn, with the current one highlighted."""
    steps, block = (
        (NORMAL, TEACHING.aid["turn"]) if view.turn else (OPENING, TEACHING.aid["opening"])
    )
    if view.turn:
        block = block._replace(title=say(block.title.template, turn=view.turn))
    turn = view.phases[0] if view.phases else None
    if not isinstance(turn, Turn) or turn.playing < 0:
        return block
    name = steps[turn.playing].name
    lines = [step.name for step in steps if step.name not in _SAME]
    return block._replace(now=lines.index(_SAME.get(name, name)))


def _costs(view: Board) -> Iterator[Text]:
    """Return the costs of soldiers (§6.3.price, §6.4.price, §6.7)."""
    for faction in view.factions:
        _, first, second, third = PRICES[faction]
        yield T("{faction}: 1, 2 or 3 new armies {first}, {second}, {third}; upkeep {upkeep} each",
                faction=TITLES[faction], first=first, second=second, third=third,
                upkeep=UPKEEP[faction])  # fmt: skip
    yield T("Disband an army 1, abandon it 0: then it loots")
    yield T("A Water Beggar {price}; {n} of them at most", price=view.data.beggar_price,
            n=view.data.beggars)  # fmt: skip
    yield T("They destroy an army if more than all armies there, lift sieges if as many")


def _units(view: Board) -> Aid:
    """Return how many new units there are, and where they are placed (§5.2, §6.10)."""
    block = TEACHING.aid["units"]
    if view.turn:
        return block
    numbers = [T("{faction} {n}", faction=TITLES[f], n=FIRST_UNITS[f]) for f in view.factions]
    return block._replace(
        lines=(
            T("In this turn: {numbers}", numbers=Listing(tuple(numbers))),
            T("To a province at most twice as many as you have there"),
        )
    )


def _points(view: Board) -> Iterator[Text]:
    """Return what scores points, for all factions and for each (§5.8)."""
    yield T("City card 1, province card as printed; the smallest provinces after turn 5 only")
    yield T("A card: more tokens than all others together, neutral ones too; for a province"
            " those outside of cities")  # fmt: skip
    for faction in view.factions:
        yield T("{faction}: {aim}", faction=TITLES[faction], aim=_aim(view, faction))
    yield T("Bishoprics move a space a turn: Catholics to 1, Burghers to 3, Reformers to 4, all"
            " others to 2")  # fmt: skip


def _aim(view: Board, faction: int) -> Text:
    """Return how the game is won (§4.3.2)."""
    if faction == NOBILITY:
        each = TOKENS_A_POINT[view.players]
        return TN("1 for {n} token outside of cities, rounded up",
                  "1 for {n} tokens outside of cities, rounded up", each)  # fmt: skip
    return {
        CATHOLICS: T("1 for each bishopric on 1 or 2"),
        HABSBURGS: T("1 for each region with an army of theirs"),
        BURGHERS: T("1 for each trade town of theirs"),
        REFORMERS: T("1 for each Reformed university"),
    }[faction]


def _allegiance(view: Board) -> Iterator[Text]:
    """Return the effects of coins and spaces on allegiance, as in the board file (§6.16)."""
    yield T("Coins of Catholics and Habsburgs move a marker towards 1, those of Burghers and"
            " Reformers towards 7, those of the Nobility, last, towards 4")  # fmt: skip
    yield T("By {n} spaces in a turn at most", n=view.data.most_shift)
    for space, effects in enumerate(view.data.effects):
        if effects:
            yield T("On {space}: {effects}", space=space,
                    effects=Listing(tuple(_EFFECTS[effect] for effect in effects)))  # fmt: skip
    yield T("Catholic: Catholics, else Habsburgs. Anti-Catholic: Reformers, else Burghers")
    if view.players == 3 and NOBILITY in view.factions:  # §6.16.three-players
        yield T("If Reformers and Burghers have no token to add, one of the Nobility comes")


_EFFECTS = {
    Effect(adds=True, catholic=True): T("a Catholic token comes"),
    Effect(adds=False, catholic=True): T("a Catholic token goes"),
    Effect(adds=True, catholic=False): T("an anti-Catholic token comes"),
    Effect(adds=False, catholic=False): T("an anti-Catholic token goes"),
}
