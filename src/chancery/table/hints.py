"""Hints: what a bot would do in one's place, the whole of it, and why."""

from __future__ import annotations

from typing import NamedTuple

from chancery import bots
from chancery.core import Action, Text
from chancery.table import bot_players
from chancery.table.sitting import Sitting


class Advised(NamedTuple):
    """A step of a plan."""

    action: Action
    label: Text
    target: str | None  # what is clicked for it
    onward: bool = False  # it goes on from where the step before was: a march


class Hint(NamedTuple):
    """A plan up to the moment when something becomes known or others are to decide."""

    bot: Text
    steps: tuple[Advised, ...]
    reasons: tuple[Text, ...]  # none: the bot gives none


def hint(sitting: Sitting, seat: int, kind: str, seed: str) -> Hint:
    """What a bot of some kind would do at a seat that is asked something.

    It sees what the seat sees. The seed is not that of a bot at the table: what it would do tells
    nothing of what they will.
    """
    game, state = sitting.game, sitting.state
    asked = state.question(seat)
    assert asked is not None
    view = state.view(seat)
    plan = bot_players.answer(sitting, seat, kind, seed)
    explain = getattr(bots.make(kind, game, seed), "reasons", None)
    reasons = tuple(explain(view, asked, plan)) if explain is not None else ()
    face, trial, steps, marching = game.face, state.clone(), [], False
    for action in plan:
        begins = face.begins(action) or face.leads(action)
        target = face.target(trial.view(seat), action)
        steps.append(Advised(action, face.label(action), target, marching and not begins))
        marching = marching or begins
        trial.apply(action, seat)
    return Hint(bots.title(kind, game), tuple(steps), reasons)
