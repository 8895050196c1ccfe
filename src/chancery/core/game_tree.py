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

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from chancery.core.actions import Action
from chancery.core.chance import Tape
from chancery.core.game import Game
from chancery.core.state import State


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


class Move(NamedTuple):
    """The cause of a node before chance decides: the beginning of a game, or an action."""

    game: Game[Any, Any]
    options: Mapping[str, object]
    before: State | None = None
    action: Action | str = ""
    seat: int | str | None = None

    def done(self, outcomes: Sequence[int]) -> State:
        """Return the position after it, with these outcomes of chance."""
        tape = _Outcomes(outcomes)
        if self.before is None:
            state: State = self.game.start(self.options, tape=tape)
        else:
            state = self.before.clone()
            state.tape = tape
            state.apply(self.action, self.seat)
        state.tape = None
        return state


class Node:
    """A node of the game tree; it never changes.

    Either `state` is a position in which seats are asked or the game is over, or `weights` are
    those of a draw, and `state` is the position before the action that led to it (None at the
    beginning).
    """

    __slots__ = ("move", "outcomes", "state", "weights")

    def __init__(self, move: Move, outcomes: tuple[int, ...] = ()) -> None:
        self.move = move
        self.outcomes = outcomes  # drawn since the move
        self.state = move.before
        self.weights: tuple[int, ...] | None = None
        try:
            self.state = move.done(outcomes)
        except _Undecided as draw:
            self.weights = draw.weights

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def apply(self, action: Action | str, seat: int | str | None = None) -> Node:
        """Return the node after a legal action; a Refusal says why another one is not."""
        if self.weights is not None or self.state is None:
            raise ValueError("chance decides here: use `draw`")
        return Node(Move(self.move.game, self.move.options, self.state, action, seat))

    def draw(self, outcome: int) -> Node:
        """Return the node after an outcome of chance, one whose weight is above 0."""
        if self.weights is None:
            raise ValueError("no chance here: use `apply`")
        if not 0 <= outcome < len(self.weights) or self.weights[outcome] < 1:
            raise ValueError(f"chance cannot bring {outcome}: the weights are {self.weights}")
        return Node(self.move, (*self.outcomes, outcome))


def root(game: Game[Any, Any], options: Mapping[str, object] | None = None) -> Node:
    """Return the beginning of a game: usually a draw of the set-up."""
    return Node(Move(game, options or {}))
