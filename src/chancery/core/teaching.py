"""Data classes for the teaching material of a game: guided games, exercises, worked examples.

Each begins with an opening in the script language (see `table.script`): a position, or a set-up
with its seed, and the actions played so far. Their texts are public: they must not mention anything
that follows from hidden information.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import NamedTuple

from chancery.core.actions import Action
from chancery.core.words import T, Text

# The reply to an unexpected action for which a step has no answer of its own.
FIRST_THIS = T(
    "The rules allow that; you can try it in a game of your own. Here I would like to show you"
    " something else first."
)


class Remark(NamedTuple):
    """One message of the teacher, and the elements it points at (`data-target`)."""

    text: Text
    points: tuple[str, ...] = ()


class Plate(NamedTuple):
    """A picture of a position, with a caption that explains it."""

    opening: str
    seat: str | None  # the viewer; None: a spectator
    text: Text
    window: tuple[float, float, float, float] | None = None  # part of the board: x, y, w, h


class Primer(NamedTuple):
    """A one-page introduction to a game: its aim, the course of a turn, and how to win."""

    aim: tuple[Text, ...]
    turn: tuple[Text, ...]  # the steps of a turn, in order
    winning: tuple[Text, ...]
    plates: tuple[Plate, Plate, Plate]


class SeatSummary(NamedTuple):
    """Advice about a seat before choosing it: how hard it is to play, and its aim."""

    seat: str
    difficulty: int  # an index of DIFFICULTIES
    aim: Text
    seats: int | None = None  # holds at tables with so many seats only


# What pages call the difficulty of a seat.
DIFFICULTIES = (T("easy to play"), T("some experience helps"), T("demanding"))


class Answer(NamedTuple):
    """The teacher's reply to an unexpected action that matches the pattern `to`."""

    to: str
    text: Text


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a guided game, completed by playing certain actions.

    `expect` lists patterns of actions (`march daun`, `to *`); by default any action is accepted.
    The step is complete after the first matching action or, if a choice consists of several
    actions, after the first that matches `until`. With `each`, every pattern must be matched once
    per occurrence, in any order. `total` is the number of units to be reached, in one action or
    several: an action counts as the number that is its last word (`place zeeland 2`), else as one.
    """

    at: str  # the question (phase) at which the step is taught
    says: tuple[Remark, ...]  # shown in order; the last one asks for the action
    expect: tuple[str, ...] = ("*",)
    until: tuple[str, ...] = ()
    each: bool = False
    total: int = 0
    answers: tuple[Answer, ...] = ()  # the first that matches is used
    done: Text | None = None  # shown when the step is complete
    concepts: tuple[str, ...] = ()  # keys of the concepts that the step introduces
    goes_on: bool = False  # continues the previous step: both count as one

    def expects(self, action: Action) -> bool:
        """Return whether an action matches the step without exceeding its total."""
        if not _among(action, self.expect):
            return False
        return not self.total or self.amount(action) <= self.total

    def after(self, action: Action) -> Step | None:
        """Return what remains of the step after an expected action; None if it is complete."""
        if self.each:
            at = next(n for n, expected in enumerate(self.expect) if _among(action, (expected,)))
            remaining = self.expect[:at] + self.expect[at + 1 :]
            return replace(self, expect=remaining) if remaining else None
        if self.total:
            missing = self.total - self.amount(action)
            return replace(self, total=missing) if missing else None
        return None if _among(action, self.until or self.expect) else self

    def amount(self, action: Action) -> int:
        """Return how much an action contributes to the total."""
        last = action.text.split()[-1]
        return int(last) if last.isdecimal() else 1

    def answer(self, action: Action) -> Text:
        """Return the teacher's reply to an unexpected action."""
        return next(
            (answer.text for answer in self.answers if _among(action, (answer.to,))), FIRST_THIS
        )


def _among(action: Action, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(action.text, pattern) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Guide:
    """A guided first game: steps that a teacher explains one by one."""

    key: str
    title: Text
    minutes: int
    opening: str
    seat: str  # the learner's seat
    bot: str  # plays all other seats
    concepts: tuple[tuple[str, Text], ...]  # key and name of every concept the steps introduce
    steps: tuple[Step, ...]
    farewell: tuple[Remark, ...]  # shown after the last step
    others: tuple[str, ...] = ()  # scripted actions of the other seats, in order


@dataclass(frozen=True, slots=True)
class Lesson:
    """An exercise on one position: a task that the rules themselves check.

    It is solved when all lines of `goal`, in the script language, hold; they can refer to events
    since the opening (`happened`). It is missed when it is no longer the learner's turn (unless
    `replies`), when the learner has played `most` actions, or when a line of `lost` holds.
    """

    key: str
    title: Text
    rule: str  # the item of the rulebook that it practises
    task: tuple[Remark, ...]
    opening: str
    seat: str
    bot: str
    goal: tuple[str, ...]
    solved: Text  # explains the solution
    hint: Text
    answer: tuple[str, ...]  # actions that solve it
    most: int = 40
    replies: bool = False  # the other seats reply before it is decided
    lost: tuple[str, ...] = ()  # if any of these lines holds it can no longer be solved
    missed: Text | None = None  # shown after a miss: the reason, without the answer


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rules: a whole script, shown step by step on a small board.

    Each step is described by its events; `notes` add to that, keyed by the number of the line of
    actions (from 1; 0 is the beginning).
    """

    key: str
    title: Text
    rule: str
    script: str
    seat: str | None = None  # the viewer; None: a spectator
    notes: tuple[tuple[int, Text], ...] = ()
