"""Rate limits: how often a visitor may do something in a period, counted in the database.

A guest who deletes his cookies is a new visitor every time, so guests are also counted by network,
per hour and per day: that way nobody can fill the disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from chancery.web.base.addresses import BLOCK, block, network
from chancery.web.base.models import Count
from chancery.web.base.moments import SLACK
from chancery.web.base.refusals import TooOften
from chancery.web.base.sql import db_time, query

OFF = os.environ.get("CHANCERY_LIMITS") == "off"  # for tests that click quickly
MINUTE, HOUR, DAY = 60, 3600, 86_400
# action: how often, in how many seconds
LIMITS = {
    "visitors": (40, 3600),
    "tables": (30, 3600),
    "actions": (240, 60),
    "lines": (10_000, 3600),  # of logs, where one list holds several actions
    "courses": (120, 3600),  # guided games and exercises started
    "hints": (30, 60),
    "analyses": (6, 3600),
    "talk": (20, 60),
    "notebooks": (60, DAY),  # tables at which a notebook is begun
    "imports": (10, 60),
    "files": (20, 3600),  # uploaded data files
    "bytes": (20_000_000, DAY),  # of records and data files
    "joins": (10, 3600),
    "entries": (60, 600),  # log-ins from one address
    "tries": (10, 600),  # passwords for one account, from one address or browser
    "strain": (50, 600),  # wrong passwords for one account, from anywhere
    "mails": (10, 3600),
    "links": (5, 3600),  # to confirm an email address
    "letters": (5, 3600),  # with links, to one email address
    "tests": (10, 3600),  # test messages to a channel
    "devices": (20, 3600),  # registrations for push
    "reports": (10, 3600),
    "tokens": (20, 3600),
    "follows": (60, 3600),
    "calls": (10, DAY),  # notes that look for players
    "tournaments": (5, DAY),
    "teams": (5, DAY),  # founded or joined
    "leagues": (3, DAY),
    "entrants": (30, DAY),  # tournaments joined
    "exports": (10, DAY),  # of the archive, as one file
    "exhibitions": (60, DAY),  # games of bots for visitors to watch, on the whole site
    "deaths": (3, HOUR),  # of processes that moved bots at one table: see opponents.suspend
}
# the guests of one network together
GUESTS = {
    "visitors": ((200, DAY),),
    "tables": ((100, HOUR), (300, DAY)),
    "actions": ((1_500, MINUTE), (40_000, DAY)),
    "lines": ((20_000, HOUR), (100_000, DAY)),
    "courses": ((400, HOUR), (2_000, DAY)),
    "hints": ((120, MINUTE), (6_000, DAY)),
    "analyses": ((20, HOUR), (60, DAY)),
    "talk": ((100, MINUTE), (3_000, DAY)),
    "notebooks": ((120, DAY),),
    "imports": ((30, HOUR), (60, DAY)),
    "bytes": ((20_000_000, DAY),),
    "reports": ((30, DAY),),
}

# the network of the guest who makes the request
guests_at: ContextVar[str] = ContextVar("guests_at", default="")


def spend(limit: str, subject: str, amount: int = 1) -> None:
    """Count an action, or several; raise TooOften beyond the limit."""
    if not allow(limit, subject, amount):
        raise TooOften()


def spend_actions(subject: str, number: int = 1) -> None:
    """Count a request that plays so many actions."""
    spend("actions", subject)
    if number > 1:
        spend("lines", subject, number)


def allow(limit: str, subject: str, amount: int = 1) -> bool:
    """Count an action, or several; whether that is within all limits."""
    if OFF:
        return True
    now = timezone.now()
    with transaction.atomic(savepoint=False):
        counted = [(_add(key, rule, amount, now), rule[0]) for key, rule in _rules(limit, subject)]
    return all(number <= most for number, most in counted)


def count(limit: str, subject: str) -> int:
    """Count an action; return how many there are in the current period."""
    if OFF:
        return 0
    with transaction.atomic():
        return _add(_key(limit, subject), LIMITS[limit], 1, timezone.now())


def has_room(limit: str, subject: str) -> bool:
    """Return whether one more action would be within the limit; counts nothing."""
    row = Count.objects.filter(key=_key(limit, subject), until__gte=timezone.now()).first()
    return OFF or row is None or row.n < LIMITS[limit][0]


def forget(limit: str, subject: str) -> None:
    """Reset the counter of an action."""
    Count.objects.filter(key=_key(limit, subject)).delete()


def veiled(text: str) -> str:
    """Hash a name or address, so that counters can tell it apart without storing it."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:40]


def _rules(limit: str, subject: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Return every counter that applies: its key, and how often in how many seconds."""
    most, seconds = LIMITS[limit]
    yield _key(limit, subject), (most, seconds)
    if whole := block(network(subject)):
        yield _key(limit, whole), (most * BLOCK, seconds)
    where = guests_at.get()
    for most, seconds in GUESTS.get(limit, ()) if where else ():
        yield f"{limit}@{where}/{seconds}"[:120], (most, seconds)
        if whole := block(where):
            yield f"{limit}@{whole}/{seconds}"[:120], (most * BLOCK, seconds)


def _key(limit: str, subject: str) -> str:
    return f"{limit}:{network(subject) or subject}"[:120]


# Adds to the counter of the current period, or starts a new one. A period that ends later than it
# can have been set to is void, since the clock may have been changed. Attempts beyond the limit do
# not extend it.
_VOID = "c.until < %s OR c.until > %s"
_ADD = f"""
INSERT INTO web_count AS c (key, n, until) VALUES (%s, %s, %s)
ON CONFLICT (key) DO UPDATE SET
n = CASE WHEN {_VOID} THEN excluded.n WHEN c.n > %s THEN c.n ELSE c.n + excluded.n END,
until = CASE WHEN {_VOID} THEN excluded.until ELSE c.until END
RETURNING n"""


def _add(key: str, rule: tuple[int, int], amount: int, now: datetime) -> int:
    """Add to a counter; return its value in the current period."""
    most, seconds = rule
    until = now + timedelta(seconds=seconds)
    void = db_time(now), db_time(until + SLACK)
    return int(query(_ADD, [key, amount, db_time(until), *void, most, *void])[0][0])
