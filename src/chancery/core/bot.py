"""The interface of bots, and helpers for writing one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from math import exp
from typing import Any, Protocol, TypeVar

from chancery.core.actions import Action
from chancery.core.chance import Dice
from chancery.core.game import Game
from chancery.core.phases import Phase, Question
from chancery.core.state import State
from chancery.core.words import T

# the strength of a bot that plays by rules of thumb, without gross mistakes
SOLID = T("a solid player")


class Bot(Protocol):
    """A computer player.

    It is created with the game (whose `sample` completes a view to a consistent position) and with
    a secret seed of its seat, from which it may derive a style. It sees a view, the question and
    the legal list, never the state. It counts steps instead of measuring time, and keeps no
    memory between questions except caches: a new instance for every question must return the same
    plans.

    It may have a `title` and a `strength`, both texts (“Steward”, “a solid player”); without a
    title it is called by its name. It may also have `reasons(view, asked, plan)`: a few texts that
    explain a plan to a player who asked for a hint, or `reason(view, asked, part, rest)`, which
    explains a part of one with a single text; and `advice(view, asked, legal)`: what a hint should
    propose instead of the bot's plan (a hint may take longer than a move), or nothing. They too may
    use the view only.
    """

    def __init__(self, game: Game[Any, Any], seed: str) -> None: ...

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return the next actions, at least one; the first must be legal.

        A plan may contain a whole march, or a purchase with its cards. It is played as long as
        each step is legal, and stops when something hidden becomes known, chance is used or others
        have to decide. The dice are for this question only.
        """
        ...


def playable_steps(state: State, seat: int, plan: Sequence[Action]) -> Iterator[Action]:
    """Yield the steps of a plan that can be played; the caller plays each before taking the next.

    It stops as plans do at a table: when something hidden becomes known, chance is used or others
    have to decide, and before a step that is not legal at that moment.
    """
    for number, action in enumerate(plan):
        if number and (state.sealed or state.question(seat) is None):
            return
        if action not in state.legal(seat):
            return
        yield action


W = TypeVar("W")


def varied(weights: W, dice: Dice, spread: float) -> W:
    """Return weights with each number multiplied by a random factor, for bots of varied styles."""
    changed: dict[str, Any] = {
        field.name: value * exp(dice.uniform(-spread, spread))
        for field in fields(weights)  # type: ignore[arg-type]
        if isinstance(value := getattr(weights, field.name), float)
    }
    return replace(weights, **changed)  # type: ignore[type-var]


class Rehearsal:
    """Builds a plan by trying each step on a sampled position that fits the view.

    Until a step reveals something hidden, the sampled position shows the seat exactly what the real
    one does (`conformance.secrecy.check_twins`), whatever was sampled.
    """

    def __init__(self, game: Game[Any, Any], view: Any, seat: int) -> None:
        self.steps: list[Action] = []
        self._seat = seat
        self._state: State = game.sample(view, "rehearsal")

    def do(self, action: Action) -> None:
        """Add a step to the plan; it must be legal."""
        self._state.apply(action, self._seat)
        self.steps.append(action)

    @property
    def asked(self) -> Question | None:
        """The next question of the seat; None if the plan has to end here."""
        return None if self.steps and self._state.sealed else self._state.question(self._seat)

    @property
    def legal(self) -> Sequence[Action]:
        """The legal actions of the seat after the steps so far."""
        return self._state.legal(self._seat)

    @property
    def phase(self) -> Phase[Any]:
        """The phase that asks the seat now."""
        return self._state.phases[-1]

    @property
    def view(self) -> Any:
        """The view of the seat after the steps so far."""
        return self._state.view(self._seat)


def in_parts(
    game: Game[Any, Any],
    view: Any,
    asked: Question,
    choose: Callable[[Any, Sequence[Action]], Action],
) -> Sequence[Action]:
    """Return a plan for a choice of many parts: call `choose` for each until the question ends."""
    act = Rehearsal(game, view, asked.seat)
    act.do(choose(view, act.legal))
    while act.asked == asked:
        act.do(choose(act.view, act.legal))
    return act.steps
