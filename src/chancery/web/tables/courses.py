"""Courses: tables at which somebody learns, by a guided game or an exercise.

A table's row names its course; everything else follows from the log (table/teacher.py). Nothing
played there is rated, and the bots are the same for everybody.
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
from chancery.web.people.models import Visitor
from chancery.web.tables import disk, sittings
from chancery.web.tables.models import Learned, Seat, Table
from chancery.web.tables.starting import begin

Course = Guide | Lesson


def courses(game: Game[Any, Any]) -> dict[str, Course]:
    """All that is taught of a game, by its key: the guided game first."""
    guide = game.face.guide()
    found: list[Course] = [*([] if guide is None else [guide]), *game.face.lessons()]
    return {course.key: course for course in found}


def course_of(table: Table) -> Course | None:
    """What is taught at a table; None also where it is no longer taught."""
    if not table.course or table.game not in games.names():
        return None
    return courses(games.find(table.game)).get(table.course)


def open_course(visitor: Visitor, game: Game[Any, Any], key: str, anew: bool = False) -> Table:
    """A table to learn at. One is enough: what is begun anew takes the place of the old try, and a
    guided game that is under way is gone on with, unless it is to begin `anew`."""
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
    weight = disk.weight_of(sitting, len(sitting.log))
    disk.make_room(visitor, weight)
    frame, seat = sitting.start.frame, sitting.seat(course.seat)
    with transaction.atomic():
        if isinstance(course, Lesson) or anew:
            before.delete()
        table = Table.objects.create(
            game=game.name,
            rules=frame.rules,
            options=dict(frame.options),
            data=frame.data,
            seed=sitting.seed,
            position=sitting.position,
            luck=list(sitting.luck) if sitting.seed is None and not sitting.position else None,
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


def part(table: Table, visitor: Visitor) -> None:
    """The guided game goes on without its teacher, as any other table."""
    if table.host_id != visitor.pk or not isinstance(course_of(table), Guide):
        raise NotThere()
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(course="")
        sittings.touch(table)


def listen(table: Table, seat: int, texts: Sequence[str], counting: Callable[[], None]) -> None:
    """TaughtOtherwise if the teacher wants to show something else first; that is counted too."""
    course = course_of(table)
    if not isinstance(course, Guide):
        return
    sitting = sittings.load(table)
    try:
        actions = [sitting.game.notation.parse(text) for text in texts]
    except Refusal:
        return  # the rules have a reason of their own
    said = teacher.objection(course, sitting, seat, actions)
    if said is not None:
        counting()
        raise TaughtOtherwise(said=said)


def rests(table: Table, sitting: Sitting) -> bool:
    """Whether nobody moves any more, for an exercise is solved or missed."""
    course = course_of(table)
    if not isinstance(course, Lesson):
        return False
    return teacher.attempt(course, sitting, sitting.seat(course.seat)) is not Attempt.OPEN


def note(table: Table) -> None:
    """After something was played: what is learned is written down."""
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
    """The keys of what somebody has learned of a game."""
    if visitor is None:
        return set()
    found = Learned.objects.filter(visitor=visitor, game=game)
    return set(found.values_list("course", flat=True))
