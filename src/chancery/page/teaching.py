"""The words of the teacher beside the table, as HTML."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from chancery.core import Guide, Lesson, Remark, Text
from chancery.core.actions import Action
from chancery.table import teacher
from chancery.table.seated import Seated
from chancery.table.teacher import Attempt

WANTED = 40  # actions up to which they are shown to a learner who does not find the wanted one


class Taught(NamedTuple):
    """The words of the teacher, and the progress of the learner."""

    title: str
    key: str
    status: str  # lecture, farewell, open, solved, missed
    praise: Markup | None
    remarks: list[tuple[Markup, str]]  # with the places that they point at
    moment: int  # changes with what is taught
    number: int | None  # of the part or the exercise; None: it is over
    of: int
    asked: bool  # whether the learner has to decide
    wanted: list[str]  # actions that are wanted now
    hint: Markup | None
    next: str | None  # the next exercise


def teaching(course: Guide | Lesson, seated: Seated, say: Callable[[Text], Markup]) -> Taught:
    """Return what the teacher says to the learner now."""
    if isinstance(course, Guide):
        return _lecture(course, seated, say)
    return _exercise(course, seated, say)


def _lecture(guide: Guide, seated: Seated, say: Callable[[Text], Markup]) -> Taught:
    assert seated.seat is not None
    now = teacher.lecture(guide, seated.sitting, seated.seat)
    return Taught(
        seated.say(guide.title),
        guide.key,
        "farewell" if now.over else "lecture",
        None if now.praise is None else say(now.praise),
        _said(teacher.remarks(guide, now), say),
        now.done,
        None if now.over else now.part,
        teacher.parts(guide),
        seated.asked is not None,
        [] if now.step is None else _wanted(seated, now.step.expects),
        None,
        None,
    )


def _exercise(lesson: Lesson, seated: Seated, say: Callable[[Text], Markup]) -> Taught:
    assert seated.seat is not None
    now = teacher.attempt(lesson, seated.sitting, seated.seat)
    keys = [exercise.key for exercise in seated.game.face.lessons()]
    number = keys.index(lesson.key)
    return Taught(
        seated.say(lesson.title),
        lesson.key,
        now.value,
        _verdict(lesson, now, say),
        _said(lesson.task, say),
        number + 1,
        number + 1,
        len(keys),
        seated.asked is not None,
        [],
        say(lesson.hint),
        keys[number + 1] if number + 1 < len(keys) else None,
    )


def _verdict(lesson: Lesson, attempt: Attempt, say: Callable[[Text], Markup]) -> Markup | None:
    """Return why the answer to an exercise was right or wrong."""
    if attempt is Attempt.SOLVED:
        return say(lesson.solved)
    if attempt is Attempt.MISSED and lesson.missed is not None:
        return say(lesson.missed)
    return None


def _said(remarks: tuple[Remark, ...], say: Callable[[Text], Markup]) -> list[tuple[Markup, str]]:
    return [(say(remark.text), " ".join(remark.points)) for remark in remarks]


def _wanted(seated: Seated, expects: Callable[[Action], bool]) -> list[str]:
    expected = [action.text for action in seated.legal if expects(action)]
    return expected if len(expected) <= WANTED else []
