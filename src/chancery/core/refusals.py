"""Refusals: why an action does not count, which paragraph says so, and what to do."""

from __future__ import annotations

from typing import ClassVar, Self

from chancery.core.words import N_, Listing, SeatName, T, Template, Text, Word, say


class Refusal(Exception):
    """An action that does not count; nothing has changed.

    A game has one subclass for each reason. The places of its sentence are given by name
    and are also plain attributes of `facts`, for programs.
    """

    sentence: ClassVar[Template]
    rule: str | None = None

    def __init__(self, **facts: Word) -> None:
        super().__init__(str(say(self.sentence, **facts)))
        self.facts = facts

    def by(self, rule: str) -> Self:
        """The same refusal, by another paragraph."""
        self.rule = rule
        return self

    def text(self) -> Text:
        """The reason as a sentence."""
        return say(self.sentence, **self.facts)

    @property
    def code(self) -> str:
        """The reason as a word, for programs."""
        return type(self).__name__

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(self.code)


class UnknownAction(Refusal):
    """Text that names no action of the game at all."""

    sentence = N_("There is no action “{action}” in this game.")
    near = N_("There is no action “{action}” in this game; the nearest is “{near}”.")

    def __init__(self, action: str, near: str | None = None) -> None:
        if near is None:
            super().__init__(action=action)
        else:
            self.sentence = self.near  # type: ignore[misc]
            super().__init__(action=action, near=near)


class GameOver(Refusal):
    """An action after the end."""

    sentence = N_("The game is over.")


class NotAsked(Refusal):
    """An action by a seat that is not deciding now."""

    sentence = N_("It isn’t the turn of {seat:the}; waiting for {waiting}.")

    def __init__(self, seat: int, waiting: tuple[int, ...]) -> None:
        names = Listing(tuple(T("{seat}", seat=SeatName(s)) for s in waiting))
        super().__init__(seat=SeatName(seat), waiting=names)


class Elsewhere(Refusal):
    """An action that belongs to another part of the year, turn or phase."""

    sentence = N_("“{action}” belongs to {there}; now it is {here}.")

    def __init__(self, action: str, there: Text, here: Text, rule: str) -> None:
        super().__init__(action=action, there=there, here=here)
        self.rule = rule


class NotNow(Refusal):
    """The general answer, for what no more specific reason covers."""

    sentence = N_("“{action}” is not possible now.")
