"""Choices of several parts, made by the bot from its view alone.

Until a choice is complete nothing changes on the board (§4.6), only the choice itself. So its parts
can be tried on a copy of the choice; no sampled position is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from chancery.core import Action, Question
from chancery.games.revolution.rules.neutral_tokens import Filling
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.notation import DONE
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.view import RevolutionView

Several = Callable[[Question, RevolutionView, Sequence[Action]], Sequence[Action]]


def drafted(view: RevolutionView, asked: Question, several: Several) -> Sequence[Action]:
    """Return all parts of the open choice, up to where it is complete."""
    choice: Any = view.phases[-1].copy()
    view = replace(view, phases=(*view.phases[:-1], choice))
    legal = choice.legal(view, asked.seat)
    steps: list[Action] = []
    while not steps or not _complete(choice, view, legal):  # `next_parts` always has a legal one
        for action in several(asked, view, legal):
            if action in legal:
                steps.append(action)
                if action == DONE:
                    return steps
                getattr(choice, f"do_{action.verb}")(view, asked.seat, *action.args)
                legal = choice.legal(view, asked.seat)
                if _complete(choice, view, legal):
                    break
    return steps


def _complete(choice: Choice, view: RevolutionView, legal: Sequence[Action]) -> bool:
    """Return whether nothing is left to choose, so that the rules continue by themselves."""
    if isinstance(choice, NewUnits):
        return not choice.choice()
    if isinstance(choice, Filling):
        return len(choice.chosen) == view.neutrals
    return len(legal) == 1
