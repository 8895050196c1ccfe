"""Refusals: why an action is not allowed, which paragraph says so, and what to do."""

from __future__ import annotations

from typing import ClassVar, Self

from chancery.core.words import N_, Listing, SeatName, T, Template, Text, Word, say


class Refusal(Exception):
    """An action that is not allowed; raising it leaves everything unchanged.

    A game has a subclass for each reason. The placeholders of its sentence are given by name and
    kept in `facts` for programs.
    """

    sentence: ClassVar[Template]
    rule: str | None = None

    def __init__(self, **facts: Word) -> None:
        super().__init__(str(say(self.sentence, **facts)))
        self.facts = facts

    def by(self, rule: str) -> Self:
        """Cite another paragraph than the phase's own, and return the refusal."""
        self.rule = rule
        return self

    def text(self) -> Text:
        """Return the reason as a sentence."""
        return say(self.sentence, **self.facts)

    @property
    def code(self) -> str:
        """The reason as an identifier, for programs."""
        return type(self).__name__

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(self.code)


class UnknownAction(Refusal):
    """A text that names no action of the game."""

    sentence = N_("There is no action “{action}” in this game.")
    near = N_("There is no action “{action}” in this game; the nearest is “{near}”.")

    def __init__(self, action: str, near: str | None = None) -> None:
        if near is None:
            super().__init__(action=action)
        else:
            self.sentence = self.near  # type: ignore[misc]
            super().__init__(action=action, near=near)


class GameOver(Refusal):
    """An action after the end of the game."""

    sentence = N_("The game is over.")


class NotAsked(Refusal):
    """An action of a seat that is not asked now."""

    sentence = N_("It isn’t the turn of {seat:the}; waiting for {waiting}.")

    def __init__(self, seat: int, waiting: tuple[int, ...]) -> None:
        names = Listing(tuple(T("{seat}", seat=SeatName(s)) for s in waiting))
        super().__init__(seat=SeatName(seat), waiting=names)


class Elsewhere(Refusal):
    """An action that belongs to another phase of the game."""

    sentence = N_("“{action}” belongs to {there}; now it is {here}.")

    def __init__(self, action: str, there: Text, here: Text, rule: str) -> None:
        super().__init__(action=action, there=there, here=here)
        self.rule = rule


class NotNow(Refusal):
    """The general refusal, where no specific reason applies."""

    sentence = N_("“{action}” is not possible now.")
