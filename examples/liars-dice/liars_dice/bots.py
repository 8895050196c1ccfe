"""Two bots. They see a view, never the position, and have no state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chancery.core import Action, Dice, Game, Question
from liars_dice.rules import DOUBT, ONES, Answering
from liars_dice.view import LiarsDiceView


class Gambler:
    """Make likely bids, and doubt unlikely ones. The game's own bot (`bots` of the game)."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        """Accept the secret seed of this seat, from which a bot may derive its style of play."""

    def plan(
        self, view: LiarsDiceView, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return one action; bots of other games may return several in a row."""
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
        """Return the expected number of dice of a face, given those under the own cup."""
        wild = view.frame.options["wild"] and face != ONES
        own = view.cup[face] + (view.cup[ONES] if wild else 0)
        return own + (sum(view.dice) - sum(view.cup)) / (3 if wild else 6)


class Doubter:
    """Always doubt. It is registered by an entry point, as a bot of any package may be."""

    plays = ("liars_dice",)  # the games it can play; a bot without this is offered for all

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        """Accept the arguments of every bot, without using them."""

    def plan(
        self, view: LiarsDiceView, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return the first legal action, which is to doubt if possible."""
        return [legal[0]]
