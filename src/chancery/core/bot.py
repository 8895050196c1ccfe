"""Bots: one interface for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from chancery.core.actions import Action
from chancery.core.game import Game
from chancery.core.phases import Question


class Bot(Protocol):
    """A player made of rules of thumb, search or nothing at all.

    It is made with the game (whose `sample` fills the unknown consistently with a view) and
    a seed. It sees a view, the question and the legal list, never the state, and thinks by
    count, not by clock: the same seed and the same game give the same answers.
    """

    def __init__(self, game: Game[Any, Any], seed: str) -> None: ...

    def choose(self, view: Any, asked: Question, legal: Sequence[Action]) -> Action:
        """One of the legal actions."""
        ...
