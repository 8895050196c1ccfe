"""Craft: what a game tells somebody who searches, beside its rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from chancery.core.actions import Action
from chancery.core.bot import Bot
from chancery.core.game import Game
from chancery.core.network import Learned
from chancery.core.outcome import Outcome
from chancery.core.phases import Question
from chancery.core.state import State
from chancery.core.view import View

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
MOST_SEATS = 8


class Craft(ABC, Generic[S, V]):
    """How to think ahead in a game: what is worth a thought, what to try, how far, and its worth.

    A game has one of these or none. Whatever it says of a view rests on the view alone; whatever
    it says of a position is said of one that was made up to fit a view.
    """

    policy: ClassVar[type[Bot]]  # who plays on, for everybody, when something is tried
    sure: ClassVar[bool] = False  # nothing is hidden or left to chance: one trial tells all
    budget: ClassVar[int] = 1500  # actions tried for a plan that deserves a usual thought
    least: ClassVar[int] = 4  # positions that every plan is tried on, whatever that takes
    doubt: ClassVar[float] = (
        0.0  # standard errors by which a plan has to be better than the policy's
    )
    fields: ClassVar[tuple[str, ...] | None] = None  # of the view, to learn from (None: all)

    def __init__(self, game: Game[S, V]) -> None:
        self.game = game
        self.learned = Learned(game, self)

    def company(self, name: str = "") -> Sequence[Bot]:
        """Somebody for each seat, to play on when something is tried; another name, other
        tempers, where the policy has any."""
        return [self.policy(self.game, f"{name}{seat}") for seat in range(MOST_SEATS)]

    def thought(self, view: V, asked: Question, legal: Sequence[Action]) -> float:
        """How much thought a question deserves: 0 none, 1 the usual, more where it is sharp."""
        return 1.0

    def candidates(
        self, view: V, asked: Question, legal: Sequence[Action], plan: Sequence[Action]
    ) -> Sequence[Sequence[Action]]:
        """What to try beside the policy's own plan: each goes on as the policy would."""
        return [(action,) for action in legal if action != plan[0]]

    def sample(self, view: V, seed: str) -> S:
        """A position that fits the view and what was publicly done."""
        return self.game.sample(view, seed)

    @abstractmethod
    def moment(self, state: S) -> int:
        """A count that grows as the game goes on: years, or turns."""

    def horizon(self, state: S) -> int:
        """How many moments are played on from a position before what came of it is judged."""
        return 1

    def worth(self, result: Outcome, seat: int) -> float:
        """What the end of a game is worth to a seat, from 0 to 1."""
        return result.share(seat)

    def value(self, state: S, seat: int) -> float:
        """The part of the victory that a seat may hope for, from 0 to 1: what was learned."""
        return self.learned.hope(state, seat)

    def mode(self, state: S) -> str:
        """The kind of table: for each something else was learned."""
        return f"players-{len(state.seats)}"

    def summary(self, view: V) -> Mapping[str, int]:
        """What else is learned from: numbers that a player would look at, always the same names."""
        return {}


AnyCraft = Craft[Any, Any]
