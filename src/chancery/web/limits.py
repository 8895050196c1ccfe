"""Limits: how much one visitor may do in a while, counted in the database.

A guest who forgets his cookie is somebody new every time. So what guests do is counted by the
network they come from as well, by the hour and by the day: nobody fills the disk that way.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from chancery.web.addresses import network
from chancery.web.models import Count
from chancery.web.moments import SLACK
from chancery.web.refusals import TooOften

OFF = os.environ.get("CHANCERY_LIMITS") == "off"  # for measuring
MINUTE, HOUR, DAY = 60, 3600, 86_400
# what: how often, in how many seconds
LIMITS = {
    "visitors": (40, 3600),
    "tables": (30, 3600),
    "actions": (240, 60),
    "talk": (20, 60),
    "notebooks": (60, DAY),  # tables at which something is written down for oneself
    "imports": (10, 60),
    "files": (20, 3600),  # data files to look at
    "bytes": (20_000_000, DAY),  # of records and data files
    "joins": (10, 3600),
    "entries": (60, 600),  # log-ins from one address
    "tries": (10, 600),  # passwords for one name
    "mails": (10, 3600),
    "links": (5, 3600),  # to confirm a mail address
    "tests": (10, 3600),  # of a channel
    "reports": (10, 3600),
    "tokens": (20, 3600),
}
# the guests of one network together
GUESTS = {
    "visitors": ((200, DAY),),
    "tables": ((100, HOUR), (300, DAY)),
    "actions": ((1_500, MINUTE), (40_000, DAY)),
    "talk": ((100, MINUTE), (3_000, DAY)),
    "notebooks": ((120, DAY),),
    "imports": ((30, HOUR), (60, DAY)),
    "bytes": ((20_000_000, DAY),),
    "reports": ((30, DAY),),
}

guests_at: ContextVar[str] = ContextVar("guests_at", default="")  # where the guest who asks is


def spend(what: str, who: str, amount: int = 1) -> None:
    """Count one more, or so many; TooOften if that is beyond a limit."""
    if OFF:
        return
    now = timezone.now()
    with transaction.atomic():
        within = [_count(key, rule, amount, now) for key, rule in _rules(what, who)]
    if not all(within):
        raise TooOften()


def _rules(what: str, who: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Everything that counts this: a key, and how often in how many seconds."""
    yield f"{what}:{network(who) or who}"[:120], LIMITS[what]
    where = guests_at.get()
    if where:
        for most, seconds in GUESTS.get(what, ()):
            yield f"{what}@{where}/{seconds}"[:120], (most, seconds)


def _count(key: str, rule: tuple[int, int], amount: int, now: datetime) -> bool:
    """Whether it is within this limit."""
    most, seconds = rule
    length = timedelta(seconds=seconds)
    count, made = Count.objects.get_or_create(
        key=key, defaults={"n": amount, "until": now + length}
    )
    if made:
        return amount <= most
    if count.until < now or count.until > now + length + SLACK:  # the clock may have been set
        Count.objects.filter(pk=count.pk).update(n=amount, until=now + length)
        return amount <= most
    if count.n > most:  # it is no more than that
        return False
    Count.objects.filter(pk=count.pk).update(n=F("n") + amount)
    return bool(count.n + amount <= most)
