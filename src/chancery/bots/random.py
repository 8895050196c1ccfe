"""A bot that takes any legal action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from chancery.core import Action, Game, Question


class RandomBot:
    """Every legal action is as likely as another."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._random = random.Random(seed).random

    def choose(self, view: Any, asked: Question, legal: Sequence[Action]) -> Action:
        """Any of them."""
        return legal[int(self._random() * len(legal))]
