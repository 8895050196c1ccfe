"""Search hooks of a game: candidates, horizon and evaluation, for bots that search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from chancery.core.actions import Action
from chancery.core.bot import Bot
from chancery.core.game import Game
from chancery.core.network import Learned
from chancery.core.outcome import Outcome
from chancery.core.phases import Question
from chancery.core.state import State
from chancery.core.view import View
from chancery.core.words import Text

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
MOST_SEATS = 8


class Verdict(NamedTuple):
    """An action compared with the best, where a game can be solved with nothing hidden."""

    best: tuple[Action, ...]  # the best line of the same seat, up to where others decide
    cost: int  # the loss by the action, in a unit of the game; 0: nothing was better
    facts: tuple[int, ...]  # for `explained`


class SearchHooks(ABC, Generic[S, V]):
    """The functions of a game that search calls: questions, candidates, horizon and value.

    Methods that take a view may use nothing else; positions that they are given are sampled to fit
    a view.
    """

    policy: ClassVar[type[Bot]]  # the bot that plays all seats in playouts
    sure: ClassVar[bool] = False  # nothing is hidden and there is no chance: one playout is enough
    budget: ClassVar[int] = 1500  # simulated actions for a question of usual importance
    least: ClassVar[int] = 4  # sampled positions on which every plan is tried at least
    doubt: ClassVar[float] = 0.0  # by how many standard errors a plan must beat the policy's
    fields: ClassVar[tuple[str, ...] | None] = None  # of the view, for the network (None: all)

    def __init__(self, game: Game[S, V]) -> None:
        self.game = game
        self.learned = Learned(game, self)

    def company(self, name: str = "") -> Sequence[Bot]:
        """Return a bot for each seat, to play it in playouts.

        Another name gives bots of other styles, if the policy has styles.
        """
        return [self.policy(self.game, f"{name}{seat}") for seat in range(MOST_SEATS)]

    def thought(self, view: V, asked: Question, legal: Sequence[Action]) -> float:
        """Return how much of the budget a question deserves: 0 for none, 1 for the usual."""
        return 1.0

    def candidates(
        self, view: V, asked: Question, legal: Sequence[Action], plan: Sequence[Action]
    ) -> Sequence[Sequence[Action]]:
        """Return plans to try beside the policy's own; the policy continues each of them."""
        return [(action,) for action in legal if action != plan[0]]

    def sample(self, view: V, seed: str) -> S:
        """Return a random position that fits the view and the public history."""
        return self.game.sample(view, seed)

    @abstractmethod
    def moment(self, state: S) -> int:
        """Return a count that grows during the game: years or turns."""

    def horizon(self, state: S) -> int:
        """Return for how many moments (see `moment`) a playout continues before it is evaluated."""
        return 1

    def worth(self, result: Outcome, seat: int) -> float:
        """Return the value of a finished game for a seat, from 0 to 1."""
        return result.share(seat)

    def value(self, state: S, seat: int) -> float:
        """Return the value of a position for a seat, from 0 to 1: the learned win probability."""
        return self.learned.win_probability(state, seat)

    def mode(self, state: S) -> str:
        """Return the name of the mode; each mode has a network of its own."""
        return f"players-{len(state.seats)}"

    def verdict(self, state: S, seat: int, action: Action) -> Verdict | None:
        """Return how an action compares with the best, for the analysis of a finished game.

        It looks at everything, hidden parts included. None: no part of the game that can be solved.
        """
        return None

    def explained(self, verdict: Verdict) -> Text:
        """Return a verdict as a sentence; the position is no longer at hand."""
        raise NotImplementedError

    def summary(self, view: V) -> Mapping[str, int]:
        """Return further numbers for the network that players look at; always the same names."""
        return {}


AnySearchHooks = SearchHooks[Any, Any]
