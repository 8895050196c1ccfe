"""Courses: tables where somebody learns, by a guided game or an exercise.

The row of a table names its course; everything else follows from the log (table/teacher.py). Such
games are never rated, and bots play the same for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction

from chancery import games
from chancery.core import Game, Guide, Lesson, Refusal
from chancery.table import Sitting, teacher
from chancery.table.teacher import Attempt
from chancery.web.base import limits
from chancery.web.base.refusals import NotThere, TaughtOtherwise
from chancery.web.identity.models import Visitor
from chancery.web.tables import quotas, sittings
from chancery.web.tables.models import Learned, Seat, Table
from chancery.web.tables.opening import begin

Course = Guide | Lesson


def courses(game: Game[Any, Any]) -> dict[str, Course]:
    """Return the courses of a game by key, the guided game first."""
    guide = game.face.guide()
    known: list[Course] = [*([] if guide is None else [guide]), *game.face.lessons()]
    return {course.key: course for course in known}


def course_of(table: Table) -> Course | None:
    """Return the course of a table; None if it has none, or it is no longer taught."""
    if not table.course or table.game not in games.names():
        return None
    return courses(games.find(table.game)).get(table.course)


def open_course(visitor: Visitor, game: Game[Any, Any], key: str, anew: bool = False) -> Table:
    """Return a table for a course, creating it if needed. Each visitor has one: a new exercise
    replaces the old attempt, and a guided game is continued unless it is to begin `anew`."""
    course = courses(game).get(key)
    if course is None:
        raise NotThere()
    before = Table.objects.filter(host=visitor, game=game.name, course=key, over=False)
    if isinstance(course, Guide) and not anew:
        running = before.filter(rules=game.rules).last()
        if running is not None:
            return running
    limits.spend("courses", str(visitor.pk))
    sitting = teacher.opened(game, course.opening)
    weight = quotas.weight_of(sitting, len(sitting.log))
    quotas.check_storage(visitor, weight)
    seat = sitting.seat(course.seat)
    with transaction.atomic():
        if isinstance(course, Lesson) or anew:
            before.delete()
        table = Table.objects.create(
            **sittings.beginning(sitting),
            host=visitor,
            private=isinstance(course, Lesson),
            course=key,
            weight=weight,
        )
        seats = [
            Seat(table=table, number=number, owner=visitor, name=visitor.name)
            if number == seat
            else Seat(table=table, number=number, bot=course.bot)
            for number in range(len(sitting.seats))
        ]
        Seat.objects.bulk_create(seats)
        begin(table)
        if sitting.log:
            sittings.store(table, sitting.fork())
    table.refresh_from_db()
    return table


def leave_teacher(table: Table, visitor: Visitor) -> None:
    """Continue a guided game without its teacher, as any other table."""
    if table.host_id != visitor.pk or not isinstance(course_of(table), Guide):
        raise NotThere()
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(course="")
        sittings.touch(table)


def check_teacher(
    table: Table, seat: int, texts: Sequence[str], counting: Callable[[], None]
) -> None:
    """Raise TaughtOtherwise if the teacher wants other actions first; that counts as a request."""
    course = course_of(table)
    if not isinstance(course, Guide):
        return
    sitting = sittings.load(table)
    try:
        actions = [sitting.game.notation.parse(text) for text in texts]
    except Refusal:
        return  # the rules will refuse it with a reason of their own
    objection = teacher.objection(course, sitting, seat, actions)
    if objection is not None:
        counting()
        raise TaughtOtherwise(said=objection)


def is_finished(table: Table, sitting: Sitting) -> bool:
    """Return whether nobody moves any more because an exercise is solved or missed."""
    course = course_of(table)
    if not isinstance(course, Lesson):
        return False
    return teacher.attempt(course, sitting, sitting.seat(course.seat)) is not Attempt.OPEN


def note_learned(table: Table) -> None:
    """Store what has been learned, after an action."""
    course = course_of(table)
    if course is None or table.host_id is None:
        return
    sitting = sittings.load(table)
    seat = sitting.seat(course.seat)
    if isinstance(course, Guide):
        learned = teacher.lecture(course, sitting, seat).over
    else:
        learned = teacher.attempt(course, sitting, seat) is Attempt.SOLVED
    if learned:
        Learned.objects.get_or_create(visitor_id=table.host_id, game=table.game, course=course.key)


def learned_by(visitor: Visitor | None, game: str) -> set[str]:
    """Return the keys of the courses of a game that a visitor has completed."""
    if visitor is None:
        return set()
    learned = Learned.objects.filter(visitor=visitor, game=game)
    return set(learned.values_list("course", flat=True))
