"""Errors that the user is told about in a sentence. Raising one leaves everything unchanged."""

from __future__ import annotations

from chancery.core.words import T, Text


class UserError(ValueError):
    """Something that the user supplied or asked for is wrong; the text can be translated."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self._text = text

    def text(self) -> Text:
        """Return what is wrong, as a sentence."""
        return self._text


class BadForm(UserError):
    """A malformed file or JSON form, with the place of the error."""

    def __init__(self, at: str, problem: Text) -> None:
        super().__init__(T("{place}: {problem}", place=at, problem=problem) if at else problem)
        self.at = at
        self.problem = problem


class BadTeaching(ValueError):
    """A file that teaches a game is not what it should be: the file, the line and what is wrong.

    It is for those who write such files, in English.
    """

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}, line {line}: {problem}")


class BadOption(UserError):
    """An option, or a value of one, that the game does not have."""


class BadChance(UserError):
    """An outcome of chance that is impossible in the position."""


class BadSeat(UserError):
    """A name or number of a seat that the table does not have."""


class BadPosition(UserError):
    """A position that breaks an invariant of its game."""
