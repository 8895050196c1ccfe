"""The state of the game: turn, nation and phase, the reader's objectives, the cards of fate."""

from __future__ import annotations

from collections.abc import Iterator

from chancery.core import Actor, Listing, Status, T
from chancery.core.words import TN, Text, Word
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.nations import NATIONS, PRUSSIA
from chancery.games.friedrich.board.pieces import NATION_OF
from chancery.games.friedrich.rules import victory
from chancery.games.friedrich.rules.combat import Combat, Evasion, Fight
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.setup import SetUp
from chancery.games.friedrich.rules.tactical_cards import Discard
from chancery.games.friedrich.rules.turn import FATE_FROM, NationStage
from chancery.games.friedrich.view import FriedrichView

_MOVEMENT, _COMBAT, _FATE = T("Movement"), T("Combat"), T("Fate")


def status(view: FriedrichView) -> Status:
    """Return where the game stands (`Face.status`)."""
    turn, facts = T("Turn {n}", n=view.turn), tuple(_facts(view))
    if view.result is not None or not view.phases:
        return Status(turn, facts=facts)
    phase, after = _phases(view)
    actors = tuple(Actor(asked.seat, _nation(view, asked.seat)) for asked in view.asked)
    return Status(turn, phase, after, None, actors, facts)


def _phases(view: FriedrichView) -> tuple[Text, Text]:
    """Return the phase that is being played (§2.2), and what comes next."""
    kinds = {type(phase) for phase in view.phases}
    if SetUp in kinds:
        return T("Set-up"), T("Turn {n}", n=view.turn)
    if NationStage not in kinds:  # fate, at the end of the turn (§2.3)
        return _FATE, T("Turn {n}", n=view.turn + 1)
    nation = NATIONS.title(view.stage)
    if Combat in kinds:
        return T("{nation}: {phase}", nation=nation, phase=_COMBAT), _after(view)
    if Movement in kinds:
        return T("{nation}: {phase}", nation=nation, phase=_MOVEMENT), _COMBAT
    if Discard in kinds:
        return T("{nation}: {phase}", nation=nation, phase=T("Tactical cards")), _MOVEMENT
    return T("{nation}", nation=nation), _after(view)


def _after(view: FriedrichView) -> Text:
    """Return who comes after the active nation: the next one, or fate."""
    later = (n for n in range(view.stage + 1, len(view.owners)) if view.active(n))
    nation = next(later, None)
    if nation is not None:
        return T("{nation}", nation=NATIONS.title(nation))
    return _FATE if view.turn >= FATE_FROM else T("Turn {n}", n=view.turn + 1)


def _nation(view: FriedrichView, seat: int) -> Word | None:
    """Return the nation for which a seat is asked, if it is one of several."""
    top = view.phases[-1]
    if isinstance(top, Fight | Evasion):
        fighting = [NATION_OF[general] for general in (top.attacker, top.defender)]
    else:
        fighting = [phase.nation for phase in view.phases if isinstance(phase, NationStage)]
    return next((NATIONS.title(n) for n in fighting if view.owners[n] == seat), None)


def _facts(view: FriedrichView) -> Iterator[Text]:
    """Yield the reader's objectives (§12.2, §12.3), and how many cards of fate are left (§2.3)."""
    own_objectives = [
        T("{nation} {held}/{n}", nation=NATIONS.title(nation), n=len(aims),
          held=sum(view.control[city] for city in aims))
        for nation in range(len(view.owners))
        if view.own(nation) and (aims := phrases.wanted(view, nation))
    ]  # fmt: skip
    if own_objectives:
        yield T("Objectives: {list}", list=Listing(tuple(own_objectives)))
    if view.own(PRUSSIA):
        leaving = victory.outlasted(view)
        retired = sum(nation in view.quit for nation in leaving)
        yield T("Out of the war: {n} of {all}", n=retired, all=len(leaving))
    cards_left = len(view.drawn_fates) - sum(view.drawn_fates)
    if view.turn < FATE_FROM:
        yield T("fate from turn {n}", n=FATE_FROM)
    else:
        yield TN("{n} card of fate left", "{n} cards of fate left", cards_left)
