"""Moments in rows, read by a clock that may have been set since they were written."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet

WATCHED = timedelta(seconds=60)  # somebody looks at a table
PRESENT = timedelta(seconds=45)  # somebody counts as here after his last sign of life
REMIND = 4  # of a deadline, when a quarter of the time is left
SLACK = timedelta(minutes=1)  # two clocks, or two looks at one, may be apart by so much


def passed(name: str, now: datetime, longest: timedelta) -> Q:
    """A moment that is over, or was never meant: further ahead than it can have been set."""
    at_all = Q(**{f"{name}__isnull": True})
    return at_all | Q(**{f"{name}__lte": now}) | Q(**{f"{name}__gt": now + longest + SLACK})


def lasts(name: str, now: datetime, longest: timedelta) -> Q:
    """A moment that is still to come, and can have been meant."""
    return Q(**{f"{name}__gt": now, f"{name}__lte": now + longest + SLACK})


def remind_at(due: datetime, pace: int) -> datetime:
    """When somebody who has so many seconds for a move is to be reminded of his deadline."""
    return due - timedelta(seconds=pace // REMIND)


def note_reminders(seats: QuerySet[Any]) -> None:
    """The same in rows of before that was written down. What is given are all seats."""
    missing = seats.filter(due__isnull=False, remind=None)
    for pace in set(missing.values_list("table__pace", flat=True)):
        early = timedelta(seconds=pace // REMIND)
        missing.filter(table__pace=pace).update(remind=F("due") - early)
