"""A bot that plays random legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chancery.core import Action, Game, Question, T
from chancery.core.chance import Dice


class RandomBot:
    """Plays each legal action with the same probability."""

    title = T("Random")
    strength = T("the weakest: moves at random")

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        pass  # it has no style: all its chance comes from the dice

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return a plan of one random legal action."""
        return (dice.pick(legal),)
