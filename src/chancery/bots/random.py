"""A bot that takes any legal action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chancery.core import Action, Game, Question, T
from chancery.core.chance import Dice


class RandomBot:
    """Every legal action is as likely as another."""

    title = T("Random")
    strength = T("the weakest: moves by chance")

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        pass  # it has no temper: all its chance is in the dice

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """One legal action, each as likely as another."""
        return (dice.pick(legal),)
