"""Faults: something given to the program is wrong; nothing was changed by it."""

from __future__ import annotations

from chancery.core.words import T, Text


class Fault(ValueError):
    """What is wrong with what was given, as a text in any language."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self._text = text

    def text(self) -> Text:
        """What is wrong, as a sentence."""
        return self._text


class BadForm(Fault):
    """A file or a JSON form that is not what it should be, with the place of the fault."""

    def __init__(self, at: str, problem: Text) -> None:
        super().__init__(T("{place}: {problem}", place=at, problem=problem) if at else problem)
        self.at = at
        self.problem = problem


class BadOption(Fault):
    """A choice of options that the game does not have."""


class BadChance(Fault):
    """An outcome of chance that could not have come about."""


class BadSeat(Fault):
    """A seat that the table does not have."""


class BadPosition(Fault):
    """A position that breaks an invariant of its game."""
