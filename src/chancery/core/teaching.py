"""Teaching: guided games, exercises and worked examples, as data beside a game.

All of them begin with an opening in the language of scripts (see `table.script`): a position, or a
set-up with its seed, and what has been played already. What they say is for everybody who may
read the page: it names nothing that follows from hidden facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import NamedTuple

from chancery.core.actions import Action
from chancery.core.words import T, Text

# Where a teacher has no answer of his own to something else that is done.
FIRST_THIS = T(
    "The rules allow that; you can try it in a game of your own. Here I would like to show you"
    " something else first."
)


class Remark(NamedTuple):
    """One thing that a teacher says, and the places he points at (`data-target`)."""

    text: Text
    points: tuple[str, ...] = ()


class Plate(NamedTuple):
    """A picture of a position with what is to be seen on it."""

    opening: str
    seat: str | None  # through whose eyes; None: a spectator's
    text: Text
    window: tuple[float, float, float, float] | None = None  # the part of the board: x, y, w, h


class Primer(NamedTuple):
    """A game on one page: what it is about, how a turn goes, how it is won."""

    aim: tuple[Text, ...]
    turn: tuple[Text, ...]  # its steps, in order
    winning: tuple[Text, ...]
    plates: tuple[Plate, Plate, Plate]


class Answer(NamedTuple):
    """What a teacher says to somebody who does something else: to what, as a pattern."""

    to: str
    text: Text


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is learned by doing it.

    `expect` are patterns of actions (`march daun`, `to *`); without any, whatever is done is
    right. It is done with the first of them that is played or, where a choice has many parts, with
    the first that `until` names; or, with `each`, when all of them are, in any order, a pattern
    that stands there twice twice. `total` says how many there are to be in all, at once or bit by
    bit, as somebody likes to click: an action counts as many as its last word says
    (`place zeeland 2`), else one.
    """

    at: str  # the question at which it is taught
    says: tuple[Remark, ...]  # one after the other; the last asks to do it
    expect: tuple[str, ...] = ("*",)
    until: tuple[str, ...] = ()
    each: bool = False
    total: int = 0
    answers: tuple[Answer, ...] = ()  # the first that fits is given
    done: Text | None = None  # said when it is done
    concepts: tuple[str, ...] = ()  # what of the rules is met here
    goes_on: bool = False  # with what the step before has begun: both count as one

    def expects(self, action: Action) -> bool:
        """Whether an action is one of those that are wanted, and not too many of them."""
        if not _among(action, self.expect):
            return False
        return not self.total or self.amount(action) <= self.total

    def after(self, action: Action) -> Step | None:
        """What is left of it when something that is wanted is played; None: it is done."""
        if self.each:
            at = next(n for n, one in enumerate(self.expect) if _among(action, (one,)))
            left = self.expect[:at] + self.expect[at + 1 :]
            return replace(self, expect=left) if left else None
        if self.total:
            missing = self.total - self.amount(action)
            return replace(self, total=missing) if missing else None
        return None if _among(action, self.until or self.expect) else self

    def amount(self, action: Action) -> int:
        """How many of the total an action is."""
        last = action.text.split()[-1]
        return int(last) if last.isdecimal() else 1

    def answer(self, action: Action) -> Text:
        """What is said to something else."""
        return next((one.text for one in self.answers if _among(action, (one.to,))), FIRST_THIS)


def _among(action: Action, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(action.text, pattern) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Guide:
    """A first game with a teacher."""

    key: str
    title: Text
    minutes: int
    opening: str
    seat: str  # the learner's
    bot: str  # plays all others
    concepts: tuple[tuple[str, Text], ...]  # all that is to be met, each with a name
    steps: tuple[Step, ...]
    farewell: tuple[Remark, ...]  # when all of them are done
    others: tuple[str, ...] = ()  # what they do, in this order: the teacher speaks of it


@dataclass(frozen=True, slots=True)
class Lesson:
    """An exercise on one position: a task that the rules themselves check.

    It is solved when all lines of `goal` hold, in the language of scripts; what happened since the
    opening can be asked for too (`happened`). It is missed when the learner is no longer asked,
    unless others are to reply first, has made `most` of his own actions, or one of the lines
    of `lost` holds.
    """

    key: str
    title: Text
    rule: str  # the item of the rulebook it is about
    task: tuple[Remark, ...]
    opening: str
    seat: str
    bot: str
    goal: tuple[str, ...]
    solved: Text  # why that is the answer
    hint: Text
    answer: tuple[str, ...]  # actions that solve it
    most: int = 40
    replies: bool = False  # others answer before it is decided
    lost: tuple[str, ...] = ()  # lines of which none may hold: it can no longer be solved
    missed: Text | None = None  # said to who has missed it: why, without the answer


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rules that steps through on a small board: a whole script.

    What is told of a step is what happened; `notes` say more, by the number of the line of actions
    (counted from 1; 0: the beginning).
    """

    key: str
    title: Text
    rule: str
    script: str
    seat: str | None = None  # through whose eyes; None: a spectator's
    notes: tuple[tuple[int, Text], ...] = ()
