"""Hints: the whole plan of a bot for a seat, with reasons."""

from __future__ import annotations

from typing import NamedTuple

from chancery import bots
from chancery.core import Action, Text
from chancery.table import bot_players
from chancery.table.sitting import Sitting


class Advised(NamedTuple):
    """A step of a hint's plan."""

    action: Action
    label: Text
    target: str | None  # the target to click
    onward: bool = False  # it continues from the target of the step before, like a march


class Hint(NamedTuple):
    """A plan up to where something is revealed or others have to decide."""

    bot: Text
    steps: tuple[Advised, ...]
    reasons: tuple[Text, ...]  # empty if the bot gives none


def hint(sitting: Sitting, seat: int, kind: str, seed: str) -> Hint:
    """Return what a bot would do at a seat that is asked.

    It sees only the seat's view. The seed must differ from those of the bots at the table, so that
    a hint reveals nothing about their next moves.
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
