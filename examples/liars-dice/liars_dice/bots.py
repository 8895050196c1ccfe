"""Two bots. They see a view, never the position, and remember nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chancery.core import Action, Dice, Game, Question
from liars_dice.rules import DOUBT, ONES, Answering
from liars_dice.view import LiarsDiceView


class Gambler:
    """Bids what is likely, and doubts what is not. The game's own bot (`bots` of the game)."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        """The seed is a secret of this seat: a temper could come from it."""

    def plan(
        self, view: LiarsDiceView, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """One action; a bot of another game may plan several in a row."""
        phase = view.phases[-1]
        if isinstance(phase, Answering) and phase.count + 1 > self.expected(view, phase.face) + 0.5:
            return [DOUBT]
        bids = [action for action in legal if action is not DOUBT]
        if not bids:
            return [DOUBT]
        few = [bid for bid in bids if bid.args[0] <= bids[0].args[0] + 1]
        sure = [bid for bid in few if bid.args[0] + 1 <= self.expected(view, bid.args[1])]
        return [dice.pick(sure or few)]

    def expected(self, view: LiarsDiceView, face: int) -> float:
        """How many dice of a face there are, by what is under the own cup."""
        wild = view.frame.options["wild"] and face != ONES
        own = view.cup[face] + (view.cup[ONES] if wild else 0)
        return own + (sum(view.dice) - sum(view.cup)) / (3 if wild else 6)


class Doubter:
    """Believes nobody. It moves in by an entry point of its own, as a bot of any package may."""

    plays = ("liars_dice",)  # the games it knows; a bot without this is offered for all

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        """It needs to know nothing."""

    def plan(
        self, view: LiarsDiceView, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Doubt if that can be."""
        return [legal[0]]
