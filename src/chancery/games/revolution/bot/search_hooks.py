"""Search hooks of Revolution: which questions to search, candidates, horizon and value."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from chancery.core import Action, Game, Outcome, Question
from chancery.core.bot import varied
from chancery.core.chance import Dice
from chancery.core.search_hooks import SearchHooks
from chancery.games.revolution.bot.appraisal import Weights
from chancery.games.revolution.bot.bot import Regent
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.view import RevolutionView

OTHER_MINDS = 6  # regents of other tempers whose plans are tried
TO_THE_END = 9  # turns: more than there are
PLAYED_OUT = 3  # with two, from this turn on; before, two turns are enough to judge
IN_SIGHT = 2  # with more, the end can be played out in time from this turn on
CLOSE = 2.0  # points that make a lead comfortable
ALL = 4.0  # as much thought as any plans take
FEW = 6  # actions that are all tried


class RevolutionSearchHooks(SearchHooks[Revolution, RevolutionView]):
    """A choice of many parts is tried as regents of other tempers would make it."""

    policy = Regent
    sure = True
    budget = 900

    def __init__(self, game: Game[Revolution, RevolutionView]) -> None:
        super().__init__(game)
        self._minds = []
        for n in range(OTHER_MINDS):
            mind = Regent(game, "")
            mind.weights = varied(Weights(), Dice(f"mind {n}"), 1.0)
            self._minds.append(mind)

    def thought(self, view: RevolutionView, asked: Question, legal: Sequence[Action]) -> float:
        """Return how much search a question is worth; with two players all of them."""
        if view.players == 2:
            return ALL
        return float(view.turn >= IN_SIGHT)

    def candidates(
        self,
        view: RevolutionView,
        asked: Question,
        legal: Sequence[Action],
        plan: Sequence[Action],
    ) -> Sequence[Sequence[Action]]:
        plans = {tuple(plan): None}
        for mind in self._minds:
            plans[tuple(mind.plan(view, asked, legal, Dice("", "")))] = None
        if len(legal) <= FEW:
            for action in legal:
                if all(action != other_plan[0] for other_plan in plans):
                    plans[(action,)] = None
        return list(plans)[1:]

    def worth(self, result: Outcome, seat: int) -> float:
        """Return the value of a result; half of it is the lead in points."""
        rivals = [n for other, n in enumerate(result.points) if other != seat]
        lead = (result.points[seat] - max(rivals)) / self.game.unit
        return 0.5 * result.share(seat) + 0.5 / (1 + exp(-lead / CLOSE))

    def horizon(self, state: Revolution) -> int:
        """Return how far to search: to the end, since points before it say little.

        With two players they say enough after two turns, except near the end.
        """
        return 2 if state.players == 2 and state.turn < PLAYED_OUT else TO_THE_END

    def moment(self, state: Revolution) -> int:
        return state.turn
