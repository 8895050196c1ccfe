"""Bots: one interface for all of them."""

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

SOLID = T("a solid player")  # a strength: by rules of thumb, without gross mistakes


class Bot(Protocol):
    """A player made of rules of thumb, search or nothing at all.

    It is made with the game (whose `sample` fills the unknown consistently with a view) and
    with its seat's own secret for this game, from which it may take a temper or a style. It sees
    a view, the question and the legal list, never the state. It thinks by count, not by clock,
    and remembers nothing but what it would find again: a bot made anew at every question gives
    the same plans as one that was kept.

    It may have a `title` and a `strength`, both texts: how people call it, and how well it plays
    (“Steward”, “a solid player”). One without a title is called by its name. And it may have
    `reasons(view, asked, plan)`, a few texts: why it would do so, in a player's words, for
    somebody who has asked for a hint. They too rest on the view alone.
    """

    def __init__(self, game: Game[Any, Any], seed: str) -> None: ...

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """What it does next: at least one action, of which the first is legal.

        A list goes as far as the bot has decided: a whole march, a purchase with its cards. It
        is played as far as each step is legal, and ends where something becomes known, chance is
        used or others are to decide. The dice are thrown for this question alone.
        """
        ...


def holds(state: State, seat: int, plan: Sequence[Action]) -> Iterator[Action]:
    """As much of a plan as holds; whoever takes a step from here plays it before the next.

    It ends where something becomes known, chance is used or others are to decide, as a list
    does at a table, and before a step that is not legal by then.
    """
    for number, action in enumerate(plan):
        if number and (state.sealed or state.question(seat) is None):
            return
        if action not in state.legal(seat):
            return
        yield action


W = TypeVar("W")


def swayed(weights: W, dice: Dice, spread: float) -> W:
    """Weights as another mind may have them: each a little or much more, or less."""
    own: dict[str, Any] = {
        field.name: value * exp(dice.uniform(-spread, spread))
        for field in fields(weights)  # type: ignore[arg-type]
        if isinstance(value := getattr(weights, field.name), float)
    }
    return replace(weights, **own)  # type: ignore[type-var]


class Rehearsal:
    """A plan in the making: every step is tried on a position that fits the view.

    Up to the first step that makes something known, such a position shows the seat the same as
    the real one (`conformance.secrecy.check_twins`), whatever it has in place of what is hidden.
    """

    def __init__(self, game: Game[Any, Any], view: Any, seat: int) -> None:
        self.steps: list[Action] = []
        self._seat = seat
        self._state: State = game.sample(view, "rehearsal")

    def do(self, action: Action) -> None:
        """The next step; it must be legal."""
        self._state.apply(action, self._seat)
        self.steps.append(action)

    @property
    def asked(self) -> Question | None:
        """What the seat is asked next; None where the plan has to end."""
        return None if self.steps and self._state.sealed else self._state.question(self._seat)

    @property
    def legal(self) -> Sequence[Action]:
        """What the seat may do next."""
        return self._state.legal(self._seat)

    @property
    def phase(self) -> Phase[Any]:
        """What is going on, while the seat is asked."""
        return self._state.phases[-1]

    @property
    def view(self) -> Any:
        """What the seat sees by now."""
        return self._state.view(self._seat)


def in_parts(
    game: Game[Any, Any],
    view: Any,
    asked: Question,
    choose: Callable[[Any, Sequence[Action]], Action],
) -> Sequence[Action]:
    """A plan for a choice of many parts: one after the other, as long as the question lasts."""
    act = Rehearsal(game, view, asked.seat)
    act.do(choose(view, act.legal))
    while act.asked == asked:
        act.do(choose(act.view, act.legal))
    return act.steps
