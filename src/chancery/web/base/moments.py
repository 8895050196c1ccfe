"""Moments in rows, read by a clock that may have been set since they were written."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

WATCHED = timedelta(seconds=60)  # somebody looks at a table
PRESENT = timedelta(seconds=45)  # somebody counts as here after his last sign of life
SLACK = timedelta(minutes=1)  # two clocks, or two looks at one, may be apart by so much


def passed(name: str, now: datetime, longest: timedelta) -> Q:
    """A moment that is over, or was never meant: further ahead than it can have been set."""
    at_all = Q(**{f"{name}__isnull": True})
    return at_all | Q(**{f"{name}__lte": now}) | Q(**{f"{name}__gt": now + longest + SLACK})


def lasts(name: str, now: datetime, longest: timedelta) -> Q:
    """A moment that is still to come, and can have been meant."""
    return Q(**{f"{name}__gt": now, f"{name}__lte": now + longest + SLACK})
