"""Search: a bot that tries what it could do on positions that fit what it sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from typing import Any, ClassVar

from chancery.core import Action, Bot, Game, Question, State
from chancery.core.bot import holds
from chancery.core.chance import Dice
from chancery.core.craft import AnyCraft

_SEEDS = 1 << 62


def play_on(craft: AnyCraft, others: Sequence[Bot], state: State, dice: Dice, until: int) -> int:
    """Let everybody go on as the policy does, up to a moment or to the end; how many actions."""
    steps = 0
    while state.result is None and craft.moment(state) < until:
        asked = state.asked[0]
        seat = asked.seat
        plan = others[seat].plan(state.view(seat), asked, state.legal(seat), dice)
        for action in holds(state, seat, plan):
            state.apply(action, seat)
            steps += 1
    return steps


def judged(craft: AnyCraft, state: State, seat: int) -> float:
    """What a position is worth to a seat, from 0 to 1: by its result, or by what was learned."""
    result = state.result
    return craft.value(state, seat) if result is None else craft.worth(result, seat)


def chance(craft: AnyCraft, state: State, seat: int) -> float:
    """The part of the victory that a seat has, or may hope for: worth may be more than that."""
    result = state.result
    return craft.value(state, seat) if result is None else result.share(seat)


class Search:
    """Thinks ahead: each plan is played out from the same positions, with the same chance.

    Positions are made up to fit the view, so that nothing hidden is known. All plans are tried on
    the first positions, the better half on the next, and so on (successive halving), until one is
    left. The budget is a number of actions, not of seconds, so that it always answers the same.
    """

    thinks = True
    budget: ClassVar[int | None] = None  # actions that are tried for a plan (None: the game says)
    least: ClassVar[int | None] = None  # positions that every plan is tried on

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self.craft: AnyCraft = game.craft(game)
        self._own: Bot = self.craft.policy(game, seed)
        self._others = self.craft.company()

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """The best of the policy's plan and what else the game would try."""
        plan = self._own.plan(view, asked, legal, dice)
        thought = self.craft.thought(view, asked, legal) if len(legal) > 1 else 0.0
        if thought <= 0:
            return plan
        plans = [plan, *self.craft.candidates(view, asked, legal, plan)]
        if len(plans) == 1:
            return plan
        trial = Trial(self.craft, self._others, view, asked.seat, plans, dice)
        budget = self.craft.budget if self.budget is None else self.budget
        least = self.craft.least if self.least is None else self.least
        return trial.best(round(budget * thought), least)


class Trial:
    """Plans for one seat, compared."""

    def __init__(
        self,
        craft: AnyCraft,
        others: Sequence[Bot],
        view: Any,
        seat: int,
        plans: Sequence[Sequence[Action]],
        dice: Dice,
        judge: Callable[[AnyCraft, State, int], float] = judged,
    ) -> None:
        self._craft, self._others, self._view, self._seat = craft, others, view, seat
        self.plans = plans
        self._dice, self._judge = dice, judge
        self.sums = [0.0] * len(plans)
        self.tried = [0] * len(plans)
        self.steps = 0  # actions so far
        self._over = [0.0] * len(plans)  # squares of what each brings over the policy's plan

    def best(self, budget: int, least: int) -> Sequence[Action]:
        """The plan that is left when the worse half has been dropped again and again.

        The policy's plan, which is the first, stays to the end: another has to be better by more
        than chance would often make it, or else whoever tries much is fooled much.
        """
        if self._craft.sure:
            return self._once(budget)
        left = list(range(len(self.plans)))
        rounds = ceil(log2(len(left)))
        for number in range(1, rounds + 1):
            enough = self.tried[0] + least
            while self.steps * rounds < budget * number or self.tried[0] < enough:
                self._try(left)
            left[1:] = sorted(left[1:], key=lambda i: -self.sums[i])  # all were tried as often
            del left[max(2, (len(left) + 1) // 2) :]
        return self.plans[left[1] if self._clearly(left[1]) else 0]

    def _once(self, budget: int) -> Sequence[Action]:
        """The best of the plans that there is time to try: another time would be the same."""
        position, name = self._position()
        for i, plan in enumerate(self.plans):
            if i and self.steps >= budget:
                break
            self.sums[i] = self._outcome(position, name, plan, self._others)
            self.tried[i] = 1
        return self.plans[max(range(sum(self.tried)), key=self.sums.__getitem__)]

    def _clearly(self, other: int) -> bool:
        """Whether a plan is better than the policy's by as many standard errors as are wanted."""
        n = self.tried[other]
        gain = self.sums[other] - self.sums[0]
        if n < 2 or gain <= 0:
            return gain > 0
        spread = max(0.0, self._over[other] - gain * gain / n) / (n - 1)
        return gain > self._craft.doubt * sqrt(n * spread)

    def compared(self, companies: Sequence[Sequence[Bot]]) -> list[list[float]]:
        """What comes of each plan among each of several companies, on a position for each."""
        found: list[list[float]] = [[] for _ in self.plans]
        for others in companies:
            position, name = self._position()
            for seen, plan in zip(found, self.plans, strict=True):
                seen.append(self._outcome(position, name, plan, others))
        return found

    def _position(self) -> tuple[State, str]:
        """A position that fits the view, and a name for the chance that goes with it."""
        name = f"{self._dice.below(_SEEDS):x}"
        return self._craft.sample(self._view, name), name

    def _try(self, left: Sequence[int]) -> None:
        """One more position, for all plans that are left."""
        position, name = self._position()
        usual = 0.0
        for i in left:
            found = self._outcome(position, name, self.plans[i], self._others)
            if not i:
                usual = found
            self.sums[i] += found
            self._over[i] += (found - usual) ** 2
            self.tried[i] += 1

    def _outcome(
        self, position: State, name: str, plan: Sequence[Action], others: Sequence[Bot]
    ) -> float:
        """What comes of a plan, when everybody goes on as the policy does."""
        state = position.clone()
        until = self._craft.moment(state) + self._craft.horizon(state)
        for action in holds(state, self._seat, plan):
            state.apply(action, self._seat)
            self.steps += 1
        self.steps += play_on(self._craft, others, state, Dice("trial", name), until)
        return self._judge(self._craft, state, self._seat)
