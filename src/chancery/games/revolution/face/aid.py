"""The aid card: the phases of a turn, costs, new units, points, allegiance, and the numbers that
are written on the board."""

from __future__ import annotations

from collections.abc import Iterator

from chancery.core import Aid, T, Text
from chancery.core.words import TN, Listing
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
from chancery.games.revolution.face.editions import FIRST_TITLE, LINES
from chancery.games.revolution.rules.keeping_armies import UPKEEP
from chancery.games.revolution.rules.new_armies import PRICES
from chancery.games.revolution.rules.new_units import (
    COUNTRYSIDE_FOR_A_UNIT,
    FIRST_UNITS,
    LEAST_UNITS,
)
from chancery.games.revolution.rules.points import TOKENS_A_POINT
from chancery.games.revolution.rules.turn import NORMAL, OPENING, Turn
from chancery.games.revolution.view import RevolutionView

_SUPPORT = T("Support moves: from the boxes to provinces or the treasury")
_UNITS = T("New units: where you have tokens, or into support boxes")
_CONFLICT = T("Conflict over a limit: each loses one in turn, whoever has fewest first, equals"
              " together; then round again")  # fmt: skip
_OVERFLOW = T("Overflow of whoever is alone over a limit: to neighbours, or along rivers")
_PLACING = T("Moves inside provinces: the largest faction first")
_COUNT = T("Points from zero; order of play: most points first, others fit in as they like")

# §4.2.1, §4.2.2: a line for each phase, by the name of its step in the turn.
_OPENING: dict[str, Text] = {
    "support": _SUPPORT,
    "units": _UNITS,
    "conflict": _CONFLICT,
    "neutrals": T("Neutral tokens up to one below the limit"),
    "overflow": _OVERFLOW,
    "provinces": _PLACING,
    "assignment": T("Cards, bishoprics, universities; first places of allegiance"),
    "scores": _COUNT,
}
_NORMAL: dict[str, Text] = {
    "taxes": T("Taxes from the stock: provinces as printed, cities 1 to 3 each, all the same"),
    "support": _SUPPORT,
    "upkeep": T("Upkeep: keep, disband or abandon each army"),
    "raising": T("New armies: up to three"),
    "battles": T("Battles: the two ends of the line fall; two armies alone stand off"),
    "sieges": T("Sieges are laid: one army, one city"),
    "beggars": T("Water Beggars are hired and act"),
    "marches": T("Army moves along the arrows"),
    "influence": T("Military influence: an army alone converts a token outside of cities"),
    "units": _UNITS,
    "conflict": _CONFLICT,
    "neutrals": T("Neutral tokens up to the limit"),
    "overflow": _OVERFLOW,
    "provinces": _PLACING,
    "siege-results": T("Sieges end: two tokens to the besieger, the others neutral"),
    "paying": T("Allegiance: coins move markers, then every city obeys its space"),
    "assignment": T("Cards by absolute majority; then bishoprics; then universities"),
    "scores": _COUNT,
}
# Coins are laid in one step of the turn and count in the next.
_SAME = {"allegiance": "paying"}


def aid(view: RevolutionView) -> tuple[Aid, ...]:
    """The card as it is of use now."""
    first = (Aid(FIRST_TITLE, LINES, rule="3.5.2004"),) if view.edition == EDITIONS[FIRST] else ()
    return (
        _sequence(view),
        Aid(T("Coins"), tuple(_costs(view)), rule="6.4.price"),
        Aid(T("New units"), tuple(_units(view)), rule="6.10"),
        Aid(T("Points"), tuple(_points(view)), rule="5.8"),
        Aid(T("Allegiance"), tuple(_allegiance(view)), rule="6.16"),
        Aid(T("Numbers on the board"), _NUMBERS, rule="2.1"),
        *first,
    )


def _sequence(view: RevolutionView) -> Aid:
    """The phases of this turn; the one that is going on is lit."""
    lines, steps = (_NORMAL, NORMAL) if view.turn else (_OPENING, OPENING)
    now = None
    turn = view.phases[0] if view.phases else None
    if isinstance(turn, Turn) and turn.playing >= 0:
        name = steps[turn.playing].name
        now = list(lines).index(_SAME.get(name, name))
    title = T("Turn {turn}", turn=view.turn) if view.turn else T("The opening turn")
    return Aid(title, tuple(lines.values()), now, "4.2.2" if view.turn else "4.2.1")


def _costs(view: Board) -> Iterator[Text]:
    """§6.3.price, §6.4.price, §6.7: what soldiers cost."""
    for faction in view.factions:
        _, first, second, third = PRICES[faction]
        yield T("{faction}: 1, 2 or 3 new armies {first}, {second}, {third}; upkeep {upkeep} each",
                faction=TITLES[faction], first=first, second=second, third=third,
                upkeep=UPKEEP[faction])  # fmt: skip
    yield T("Disband an army 1, abandon it 0: then it loots")
    yield T("A Water Beggar {price}; {n} of them at most", price=view.data.beggar_price,
            n=view.data.beggars)  # fmt: skip
    yield T("They destroy an army if more than all armies there, lift sieges if as many")


def _units(view: Board) -> Iterator[Text]:
    """§5.2, §6.10: how many, and where to."""
    if not view.turn:
        numbers = [T("{faction} {n}", faction=TITLES[f], n=FIRST_UNITS[f]) for f in view.factions]
        yield T("In this turn: {numbers}", numbers=Listing(tuple(numbers)))
        yield T("To a province at most twice as many as you have there")
        return
    yield T("1 for each city card, and 1 for each place on it that is yours too")
    yield T("1 for each town, 1 for each token in a support box")
    yield T("1 for {n} tokens in all countryside together", n=COUNTRYSIDE_FOR_A_UNIT)
    yield T("At least {n}, if the stock has them", n=LEAST_UNITS)
    yield T("Where you hold the card any number, elsewhere as many as you have there")


def _points(view: Board) -> Iterator[Text]:
    """§5.8: what counts, for all and for each."""
    yield T("City card 1, province card as printed; the smallest provinces after turn 5 only")
    yield T("A card: more tokens than all others together, neutral ones too; for a province"
            " those outside of cities")  # fmt: skip
    for faction in view.factions:
        yield T("{faction}: {aim}", faction=TITLES[faction], aim=_aim(view, faction))
    yield T("Bishoprics move a space a turn: Catholics to 1, Burghers to 3, Reformers to 4, all"
            " others to 2")  # fmt: skip


def _aim(view: Board, faction: int) -> Text:
    """§4.3.2"""
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
    """§6.16: what coins and spaces do, by the board file."""
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
# Points are shown in three ways on a faction's card (face/pieces.py).
_NUMBERS = (
    T("The large number of a faction: its points when they were last counted"),
    T("→ under it: its points if the turn ended with the tokens as they lie now"),
    T("Red, beside city, card and aim: what the cards and markers bring that it holds now"),
    T("Coin, token and flag: its treasury, its stock, the armies it could still raise"),
    T("Red +2 at a province: two tokens over its limit; conflict or overflow will take them"),
    T("A small dashed seal on a card: who would get it if the turn ended now; it is no token"),
)
