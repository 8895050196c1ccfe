"""Verdicts on the cards of a fight, with both hands known, for the analysis of a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action
from chancery.core.search_hooks import Verdict
from chancery.core.words import TN, T, Text
from chancery.games.friedrich import duel
from chancery.games.friedrich.board.cards import CARDS, PLAYS, RESERVE, SUIT_OF
from chancery.games.friedrich.board.pieces import PIECES
from chancery.games.friedrich.rules.combat import Fight
from chancery.games.friedrich.rules.state import Friedrich

DRAW = -1  # in place of the general who loses troops
ALL = -1  # in place of the number of troops


def verdict(s: Friedrich, action: Action) -> Verdict | None:
    """Compare a card, or giving up, with the best choice; None if there was no choice."""
    fight = s.phases[-1]
    assert isinstance(fight, Fight)
    position = duel.duel_of(s)
    solver = duel.Solver(position)
    if len(s.legal(s.asked[0].seat)) == 1:
        return None
    best, played = solver.solution(), solver.solution(duel.ply_of(action))
    if not solver.exact:
        return None  # a fight with very many cards
    facts = (*_end(fight, position, best.end), *_end(fight, position, played.end))
    return Verdict(duel.actions(s, best.line), best.value - played.value, facts)


def _end(fight: Fight, position: duel.Duel, end: duel.End) -> tuple[int, int]:
    """Return who loses troops at the end of a fight, and how many."""
    if not end.behind:
        return DRAW, 0
    losses = position.armies[end.side].losses
    whole = losses[min(end.behind, len(losses) - 1)] == losses[-1]
    return fight.general(end.side), ALL if whole else end.behind


def explained(verdict: Verdict) -> Text:
    """Return a verdict as a sentence."""
    general, troops, other_general, other_troops = verdict.facts
    end = _ended(general, troops)
    if not verdict.cost:
        return T("Nothing was better: {end}.", end=end)
    line = _line(verdict.best)
    if (general, troops) == (other_general, other_troops):
        return TN("Best was {line}: {end}. As played the end is the same, but it costs {n} more"
                  " point of cards.",
                  "Best was {line}: {end}. As played the end is the same, but it costs {n} more"
                  " points of cards.", verdict.cost, line=line, end=end)  # fmt: skip
    return TN("Best was {line}: {end}. As played, {other}: worse by {n} point (a troop counts"
              " {troop}).",
              "Best was {line}: {end}. As played, {other}: worse by {n} points (a troop counts"
              " {troop}).", verdict.cost,
              line=line, end=end, troop=duel.TROOP,
              other=_ended(other_general, other_troops))  # fmt: skip


def _ended(general: int, troops: int) -> Text:
    if general == DRAW:
        return T("it ends in a draw")
    if troops == ALL:
        return T("{general} loses all his troops", general=PIECES.title(general))
    return TN("{general} loses {n} troop", "{general} loses {n} troops", troops,
              general=PIECES.title(general))  # fmt: skip


def _line(line: Sequence[Action]) -> Text:
    first = _named(line[0])
    if len(line) == 1:
        return first
    return T("{first}, then {rest}", first=first, rest=_line(line[1:]))


def _named(action: Action) -> Text:
    """Return a card, or giving up, as a part of a sentence."""
    if action.verb == "quit":
        return T("giving up")
    if action.verb == "double":
        return T("{card}, doubled", card=CARDS.title(action.args[0]))
    kind, points, _ = PLAYS[action.args[0]]
    if SUIT_OF[kind] == RESERVE:
        return T("{card} as {value}", card=CARDS.title(kind), value=points)
    return T("{card}", card=CARDS.title(kind))
