"""The teacher: what a guided game says now, and whether an exercise is solved.

Everything follows from the log, so a learner who comes back continues where he was, and what is
undone is taught again.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from chancery.core import Action, Game, Guide, Lesson, Refusal, Remark, Step, Text
from chancery.table import bot_players, script
from chancery.table.sitting import Sitting


@lru_cache(maxsize=200)
def opened(game: Game[Any, Any], opening: str) -> Sitting:
    """Return the cached table of an opening; fork it before changing it."""
    return script.run(opening, lambda name: game)


class Lecture(NamedTuple):
    """The lesson of a guided game at this moment."""

    step: Step | None  # the current step; None: nothing is taught at this question
    done: int  # how many steps are done
    part: int  # the number of the current part, from 1
    praise: Text | None  # of the step that has just been done
    over: bool  # everything is taught, or the game is over


class _Taught:
    """Tracks which steps of a guide are done."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide
        self.left: list[Step | None] = list(guide.steps)  # the rest of each step
        self.praise: Text | None = None

    @property
    def done(self) -> int:
        """The number of steps of the guide that are done."""
        return self.left.count(None)

    def current(self, asked: str, legal: Sequence[Action]) -> Step | None:
        """Return the first step that is open and possible at a question; None if there is none."""
        for step in self.left:
            if step is None or step.at != asked:
                continue
            if any(step.expects(action) for action in legal):
                return step
        return None

    @property
    def part(self) -> int:
        """The number of the part with the first open step."""
        steps = self._guide.steps
        first = next((n for n, step in enumerate(self.left) if step is not None), len(steps) - 1)
        return sum(not step.goes_on for step in steps[: first + 1])

    def did(self, asked: str, action: Action) -> None:
        """Count an action at a question."""
        self.praise = None
        for number, step in enumerate(self.left):
            if step is None or step.at != asked or not step.expects(action):
                continue
            self.left[number] = step.after(action)
            if self.left[number] is None:
                self.praise = step.done
            return


def parts(guide: Guide) -> int:
    """Return how many parts a guide has: steps that continue another do not count."""
    return sum(not step.goes_on for step in guide.steps)


def _taught(guide: Guide, sitting: Sitting, seat: int) -> _Taught:
    taught = _Taught(guide)
    for entry in sitting.lasting_entries(len(opened(sitting.game, guide.opening).log)):
        if entry.seat == seat and entry.action is not None:
            taught.did(entry.asked, entry.action)
    return taught


def lecture(guide: Guide, sitting: Sitting, seat: int) -> Lecture:
    """Return what the teacher of a guided game says to its learner now."""
    taught = _taught(guide, sitting, seat)
    question = sitting.state.question(seat)
    over = taught.done == len(guide.steps) or sitting.state.result is not None
    step = None
    if question is not None and not over:
        step = taught.current(question.name, sitting.state.legal(seat))
    return Lecture(step, taught.done, taught.part, taught.praise, over)


def objection(guide: Guide, sitting: Sitting, seat: int, actions: Sequence[Action]) -> Text | None:
    """Return the teacher's objection to legal actions; None if there is none.

    Actions are considered up to the first that reveals something.
    """
    taught = _taught(guide, sitting, seat)
    state = sitting.state.clone()
    for action in actions:
        question = state.question(seat)
        if question is None or state.sealed:
            return None
        step = taught.current(question.name, state.legal(seat))
        if step is not None and not step.expects(action):
            return None if state.why_not(action, seat) else step.answer(action)
        try:
            state.apply(action, seat)
        except Refusal:
            return None  # illegal: the rules give the reason
        taught.did(question.name, action)
    return None


class Attempt(StrEnum):
    """The result of an exercise so far."""

    OPEN = "open"
    SOLVED = "solved"
    MISSED = "missed"


def attempt(lesson: Lesson, sitting: Sitting, seat: int) -> Attempt:
    """Return whether an exercise is solved, missed or open."""
    since = len(opened(sitting.game, lesson.opening).log)
    if script.holds(lesson.goal, sitting, since):
        return Attempt.SOLVED
    if any(script.holds((line,), sitting, since) for line in lesson.lost):
        return Attempt.MISSED
    own_entries = [entry for entry in sitting.lasting_entries(since) if entry.seat == seat]
    if not own_entries:
        return Attempt.OPEN
    over, waits = sitting.state.result is not None, sitting.state.question(seat) is None
    if waits and lesson.replies and not over:
        return Attempt.OPEN  # even after the last own action: a response may decide it
    if over or waits or len(own_entries) >= lesson.most:
        return Attempt.MISSED
    return Attempt.OPEN


def remarks(guide: Guide, lecture: Lecture) -> tuple[Remark, ...]:
    """Return the remarks of the teacher, in order."""
    if lecture.over:
        return guide.farewell
    return lecture.step.says if lecture.step is not None else ()


def reply(course: Guide | Lesson, sitting: Sitting, seat: int) -> tuple[Action, ...]:
    """Return the action of an opponent at a table where something is taught.

    The replies of a guided game are fixed, so that what the teacher says of them stays true when
    bots change; a bot plays where they do not fit, and after them.
    """
    if isinstance(course, Guide) and seat != (learner := sitting.seat(course.seat)):
        since = sitting.lasting_entries(len(opened(sitting.game, course.opening).log))
        played = [str(entry.action) for entry in since if entry.seat != learner]
        remaining = course.others[len(played) :]
        if course.others[: len(played)] == tuple(played):
            written = [sitting.game.notation.parse(text) for text in remaining]
            if plan := bot_players.playable(sitting, seat, written):
                return plan
    return bot_players.answer(sitting, seat, course.bot, secret(course.key, seat))


def secret(key: str, seat: int) -> str:
    """Return the public seed of a learner's opponent, so everybody gets the same game."""
    return bot_players.seat_seed(f"taught {key}", seat)
