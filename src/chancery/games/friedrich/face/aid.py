"""The aid card: the sequence of play, with the current step highlighted, and key numbers."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Aid
from chancery.core.words import TN, T, Text, Word
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.atlas import SUIT
from chancery.games.friedrich.board.cards import SYMBOLS
from chancery.games.friedrich.board.nations import NATIONS
from chancery.games.friedrich.board.pieces import AUSTRIAN
from chancery.games.friedrich.face.teaching import TEACHING
from chancery.games.friedrich.rules import army_limits, recruiting, victory
from chancery.games.friedrich.rules.combat import Combat, Fight
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.setup import SetUp
from chancery.games.friedrich.rules.tactical_cards import Discard, cards_a_turn, discards
from chancery.games.friedrich.rules.turn import FATE_FROM, NationStage
from chancery.games.friedrich.view import FriedrichView

# The steps of a nation's stage (§2.2), in the order listed.
DRAW, MOVE, FIGHT, MARKS, FEED = range(5)


def aid(view: FriedrichView) -> Sequence[Aid]:
    """Return the blocks of the aid card for a view."""
    return (
        _turn(view), _stage(view), TEACHING.aid["movement"], _fight(view), _costs(view),
        _signs(view), _nations(view),
    )  # fmt: skip


def _playing(view: FriedrichView) -> list[int]:
    """Return the nations still in the war, in turn order."""
    return [nation for nation in range(7) if view.owners[nation] >= 0]


def _phase(view: FriedrichView, kind: type) -> object | None:
    return next((phase for phase in view.phases if isinstance(phase, kind)), None)


def _turn(view: FriedrichView) -> Aid:
    """Return the sequence of a turn (§2.1): each nation, then the end of the turn (§2.3, §12.1)."""
    nations = _playing(view)
    lines = [T("{nation}", nation=NATIONS.title(nation)) for nation in nations]
    lines.append(
        T("End of the turn: has somebody won? Then a card of fate.")
        if view.turn >= FATE_FROM
        else T("End of the turn: has somebody won? Cards of fate begin in turn {n}.", n=FATE_FROM)
    )
    current = None
    if view.phases and _phase(view, SetUp) is None:
        acts = _phase(view, NationStage) is not None
        current = nations.index(view.stage) if acts else len(nations)
    return Aid(T("Turn {n}", n=view.turn), tuple(lines), current, "2.1")


def _stage(view: FriedrichView) -> Aid:
    """Return the steps of a nation's stage (§2.2), with the current one highlighted."""
    current = None
    if _phase(view, Discard) is not None:
        current = DRAW
    elif _phase(view, Movement) is not None:
        current = MOVE
    elif _phase(view, Combat) is not None:
        current = FIGHT
    return TEACHING.aid["stage"]._replace(now=current)


def _fight(view: FriedrichView) -> Aid:
    """Return the course of a fight (§7, §8); during one, the seat to play and its suit."""
    block, fight = TEACHING.aid["fight"], view.phases[-1] if view.phases else None
    if not isinstance(fight, Fight):
        return block
    return block._replace(lines=(_suits(view, fight), *block.lines), now=0)


def _suits(view: FriedrichView, fight: Fight) -> Text:
    values: dict[str, Word] = {}
    for name, general in (("attacker", fight.attacker), ("defender", fight.defender)):
        values[name] = phrases.names([general])
        values[f"{name}_suit"] = SYMBOLS[SUIT[view.at[general]]]
    return T("{attacker} plays {attacker_suit}, {defender} plays {defender_suit}.", **values)


def _costs(view: FriedrichView) -> Aid:
    """Return the costs (§10); for the viewer's nations, at their current depots."""
    block = TEACHING.aid["recruiting"]
    dear = tuple(
        T("Now {nation:the} pays {n} points.", nation=NATIONS.title(nation), n=recruiting.DEAR)
        for nation in _playing(view)
        if view.own(nation) and recruiting.price(view, nation) != recruiting.PRICE
    )
    return block._replace(lines=block.lines + dear)


# Conditions for secondary objectives (§11.7, §scenario 2.11); France has none.
_SECOND_ORDER = {
    "full": (
        T("Sweden needs no objectives of the second order once Russia has left the war; Austria"
          " and the Imperial Army need none once that army has changed its player."),
    ),
    AUSTRIAN: (T("Objectives of the second order are always needed here."),),
}  # fmt: skip


def _signs(view: FriedrichView) -> Aid:
    """Return the symbols of map and cards (§1), and which objectives count."""
    block = TEACHING.aid["signs"]
    first, *others = block.lines
    return block._replace(lines=(first, *_SECOND_ORDER.get(view.scenario, ()), *others))


def _nations(view: FriedrichView) -> Aid:
    """Return each nation's cards per turn, troops and objectives (§3.1, §6.6, §12.2)."""
    return Aid(
        T("The nations"), tuple(_numbers(view, nation) for nation in _playing(view)), rule="3.1"
    )


def _numbers(view: FriedrichView, nation: int) -> Text:
    drawn = cards_a_turn(view, nation)
    cards = TN("{n} card a turn", "{n} cards a turn", drawn)
    if discards(view, nation):
        cards = TN("{n} card a turn less 1", "{n} cards a turn less 1", drawn)
    title, limit = NATIONS.title(nation), army_limits.ceiling(view, nation)
    aims = phrases.wanted(view, nation)
    if not aims:
        return T("{nation}: {cards}; {troops} of {most} troops", nation=title, cards=cards,
                 troops=view.totals[nation], most=limit)  # fmt: skip
    conquered = sum(view.control[city] for city in aims)
    enough = len(aims) - victory.claimable(view, nation)
    if enough < len(aims):
        return T("{nation}: {cards}; {troops} of {most} troops; {held} of {all} objectives,"
                 " {enough} are enough", nation=title, cards=cards, troops=view.totals[nation],
                 most=limit, held=conquered, all=len(aims), enough=enough)  # fmt: skip
    return T("{nation}: {cards}; {troops} of {most} troops; {held} of {all} objectives",
             nation=title, cards=cards, troops=view.totals[nation], most=limit, held=conquered,
             all=len(aims))  # fmt: skip
