"""A bot that searches: it tries plans on sampled positions that fit its view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from typing import Any, ClassVar

from chancery.core import Action, Bot, Game, Question, State
from chancery.core.bot import playable_steps
from chancery.core.chance import Dice
from chancery.core.search_hooks import AnySearchHooks

_SEEDS = 1 << 62


def play_on(
    hooks: AnySearchHooks, others: Sequence[Bot], state: State, dice: Dice, until: int
) -> int:
    """Play on with the policy up to a moment or the end; return the number of actions."""
    steps = 0
    while state.result is None and hooks.moment(state) < until:
        asked = state.asked[0]
        seat = asked.seat
        plan = others[seat].plan(state.view(seat), asked, state.legal(seat), dice)
        for action in playable_steps(state, seat, plan):
            state.apply(action, seat)
            steps += 1
    return steps


def evaluate(hooks: AnySearchHooks, state: State, seat: int) -> float:
    """Return the value of a position for a seat, from its result or from the hooks."""
    result = state.result
    return hooks.value(state, seat) if result is None else hooks.worth(result, seat)


def win_share(hooks: AnySearchHooks, state: State, seat: int) -> float:
    """Return a seat's share of the win, or its win probability while the game runs.

    `evaluate` may also count what matters beside winning, such as points.
    """
    result = state.result
    return hooks.value(state, seat) if result is None else result.share(seat)


class Search:
    """Searches by playing out each plan from the same positions, with the same chance.

    Positions are sampled to fit the view. All plans are tried on the first positions, the better
    half on the next, and so on (successive halving). The budget is a number of actions, not of
    seconds, so that results repeat.
    """

    thinks = True
    budget: ClassVar[int | None] = None  # simulated actions per question (None: the hooks' budget)
    least: ClassVar[int | None] = None  # sampled positions for every plan (None: the hooks' number)

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self.hooks: AnySearchHooks = game.search_hooks(game)
        self._own: Bot = self.hooks.policy(game, seed)
        self._others = self.hooks.company()

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return the best of the policy's plan and the hooks' candidates."""
        plan = self._own.plan(view, asked, legal, dice)
        thought = self.hooks.thought(view, asked, legal) if len(legal) > 1 else 0.0
        if thought <= 0:
            return plan
        plans = [plan, *self.hooks.candidates(view, asked, legal, plan)]
        if len(plans) == 1:
            return plan
        trial = Trial(self.hooks, self._others, view, asked.seat, plans, dice)
        budget = self.hooks.budget if self.budget is None else self.budget
        least = self.hooks.least if self.least is None else self.least
        return trial.best(round(budget * thought), least)


class Trial:
    """Compares several plans for one seat by playouts."""

    def __init__(
        self,
        hooks: AnySearchHooks,
        others: Sequence[Bot],
        view: Any,
        seat: int,
        plans: Sequence[Sequence[Action]],
        dice: Dice,
        judge: Callable[[AnySearchHooks, State, int], float] = evaluate,
    ) -> None:
        self._hooks, self._others, self._view, self._seat = hooks, others, view, seat
        self.plans = plans
        self._dice, self._judge = dice, judge
        self.sums = [0.0] * len(plans)
        self.tried = [0] * len(plans)
        self.steps = 0  # simulated actions so far
        self._over = [0.0] * len(plans)  # sums of squared differences to the policy's plan

    def best(self, budget: int, least: int) -> Sequence[Action]:
        """Return the plan that remains after repeatedly dropping the worse half.

        The policy's plan, the first, stays to the end, and another one must beat it by `doubt`
        standard errors: the best of many noisy estimates looks better than it is.
        """
        if self._hooks.sure:
            return self._once(budget)
        left = list(range(len(self.plans)))
        rounds = ceil(log2(len(left)))
        for number in range(1, rounds + 1):
            enough = self.tried[0] + least
            while self.steps * rounds < budget * number or self.tried[0] < enough:
                self._try(left)
            # all have the same number of playouts
            left[1:] = sorted(left[1:], key=lambda i: -self.sums[i])
            del left[max(2, (len(left) + 1) // 2) :]
        return self.plans[left[1] if self._clearly(left[1]) else 0]

    def _once(self, budget: int) -> Sequence[Action]:
        """Return the best plan after one playout each, for games without chance."""
        position, name = self._position()
        for i, plan in enumerate(self.plans):
            if i and self.steps >= budget:
                break
            self.sums[i] = self._outcome(position, name, plan, self._others)
            self.tried[i] = 1
        return self.plans[max(range(sum(self.tried)), key=self.sums.__getitem__)]

    def _clearly(self, other: int) -> bool:
        """Return whether a plan beats the policy's by `doubt` standard errors."""
        n = self.tried[other]
        gain = self.sums[other] - self.sums[0]
        if n < 2 or gain <= 0:
            return gain > 0
        spread = max(0.0, self._over[other] - gain * gain / n) / (n - 1)
        return gain > self._hooks.doubt * sqrt(n * spread)

    def compared(self, companies: Sequence[Sequence[Bot]]) -> list[list[float]]:
        """Return the values of all plans against several sets of opponents, one position each."""
        values: list[list[float]] = [[] for _ in self.plans]
        for others in companies:
            position, name = self._position()
            for results, plan in zip(values, self.plans, strict=True):
                results.append(self._outcome(position, name, plan, others))
        return values

    def _position(self) -> tuple[State, str]:
        """Return a sampled position, and a name from which its playouts derive their dice."""
        name = f"{self._dice.below(_SEEDS):x}"
        return self._hooks.sample(self._view, name), name

    def _try(self, left: Sequence[int]) -> None:
        """Try all remaining plans on one more position."""
        position, name = self._position()
        usual = 0.0
        for i in left:
            value = self._outcome(position, name, self.plans[i], self._others)
            if not i:
                usual = value
            self.sums[i] += value
            self._over[i] += (value - usual) ** 2
            self.tried[i] += 1

    def _outcome(
        self, position: State, name: str, plan: Sequence[Action], others: Sequence[Bot]
    ) -> float:
        """Return the value of a plan when everybody continues with the policy."""
        state = position.clone()
        until = self._hooks.moment(state) + self._hooks.horizon(state)
        for action in playable_steps(state, self._seat, plan):
            state.apply(action, self._seat)
            self.steps += 1
        self.steps += play_on(self._hooks, others, state, Dice("trial", name), until)
        return self._judge(self._hooks, state, self._seat)
