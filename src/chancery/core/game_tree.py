"""The game tree: positions where a seat decides, draws where chance does, and ends.

Chance usually comes from a seed within `State.apply`. Here each draw is a node of its own, whose
outcomes have known weights, so a program may try them all. This works for every game: the action
before a draw is carried out again with the outcomes drawn so far.

>>> from chancery.games import find
>>> node = root(find("spada"), {"players": 3})
>>> node.weights  # the first card that is dealt
(17, 17, 17, 17)
>>> while node.weights is not None:
...     node = node.draw(node.weights.index(max(node.weights)))
>>> node.state.size(0)
8
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chancery.core.actions import Action
from chancery.core.chance import Tape
from chancery.core.game import Game
from chancery.core.state import State

_Run = Callable[[Tape], State]


class _Undecided(Exception):
    """A draw whose outcome is not known yet."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self.weights = tuple(weights)


class _Outcomes(Tape):
    """Outcomes drawn so far; a draw with one possible outcome needs none."""

    def next(self, weights: Sequence[int]) -> int:
        possible = [outcome for outcome, weight in enumerate(weights) if weight > 0]
        if len(possible) == 1:
            return possible[0]
        if not self.left:
            raise _Undecided(weights)
        return super().next(weights)


class Node:
    """A node of the game tree; it never changes.

    Either `state` is a position in which seats are asked or the game is over, or `weights` are
    those of a draw, and `state` is the position before the action that led to it (None at the
    beginning).
    """

    __slots__ = ("_outcomes", "_run", "state", "weights")

    def __init__(self, run: _Run, state: State | None, outcomes: tuple[int, ...] = ()) -> None:
        self._run, self._outcomes = run, outcomes
        self.state = state
        self.weights: tuple[int, ...] | None = None
        try:
            self.state = run(_Outcomes(outcomes))
        except _Undecided as draw:
            self.weights = draw.weights

    def apply(self, action: Action | str, seat: int | str | None = None) -> Node:
        """Return the node after a legal action; a Refusal says why another one is not."""
        state = self.state
        if self.weights is not None or state is None:
            raise ValueError("chance decides here: use `draw`")

        def run(tape: Tape) -> State:
            twin = state.clone()
            twin.tape = tape
            twin.apply(action, seat)
            twin.tape = None
            return twin

        return Node(run, state)

    def draw(self, outcome: int) -> Node:
        """Return the node after an outcome of chance, one whose weight is above 0."""
        if self.weights is None:
            raise ValueError("no chance here: use `apply`")
        if not 0 <= outcome < len(self.weights) or self.weights[outcome] < 1:
            raise ValueError(f"chance cannot bring {outcome}: the weights are {self.weights}")
        return Node(self._run, self.state, (*self._outcomes, outcome))


def root(game: Game[Any, Any], options: Mapping[str, object] | None = None) -> Node:
    """Return the beginning of a game: usually a draw of the set-up."""

    def run(tape: Tape) -> State:
        state: State = game.start(options, tape=tape)
        state.tape = None
        return state

    return Node(run, None)
