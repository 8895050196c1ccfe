"""Times stored in the database, compared with a clock that may have been changed since."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet

WATCHED = timedelta(seconds=60)  # a table counts as being watched
PRESENT = timedelta(seconds=45)  # a player counts as present after his last heartbeat
REMIND = 4  # a deadline is announced when a quarter of the time is left
SLACK = timedelta(minutes=1)  # by which two clocks, or two looks at one, may differ


def passed(name: str, now: datetime, longest: timedelta) -> Q:
    """Return a filter for times that have passed, or lie implausibly far ahead."""
    at_all = Q(**{f"{name}__isnull": True})
    return at_all | Q(**{f"{name}__lte": now}) | Q(**{f"{name}__gt": now + longest + SLACK})


def lasts(name: str, now: datetime, longest: timedelta) -> Q:
    """Return a filter for times that are still to come and plausible."""
    return Q(**{f"{name}__gt": now, f"{name}__lte": now + longest + SLACK})


def remind_at(due: datetime, pace: int) -> datetime:
    """Return when to remind a player of a deadline, given his seconds per move."""
    return due - timedelta(seconds=pace // REMIND)


def note_reminders(seats: QuerySet[Any]) -> None:
    """Fill in reminders of rows written before there were any; pass all seats."""
    missing = seats.filter(due__isnull=False, remind=None)
    for pace in set(missing.values_list("table__pace", flat=True)):
        early = timedelta(seconds=pace // REMIND)
        missing.filter(table__pace=pace).update(remind=F("due") - early)
