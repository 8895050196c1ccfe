"""Limits: how much one visitor may do in a while, counted in the database."""

from __future__ import annotations

import os
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from chancery.web.models import Count
from chancery.web.refusals import TooOften

OFF = os.environ.get("CHANCERY_LIMITS") == "off"  # for measuring
# what: how often, in how many seconds
LIMITS = {
    "visitors": (40, 3600),
    "tables": (30, 3600),
    "actions": (240, 60),
    "talk": (20, 60),
    "imports": (10, 60),
    "joins": (10, 3600),
    "entries": (60, 600),  # log-ins from one address
    "tries": (10, 600),  # passwords for one account, from one address or browser
    "strain": (50, 600),  # wrong passwords for one account, from everywhere
    "mails": (10, 3600),
    "links": (5, 3600),  # to confirm a mail address
    "letters": (5, 3600),  # with links, to one mail address
    "tests": (10, 3600),  # of a channel
    "reports": (10, 3600),
    "tokens": (20, 3600),
}


def spend(what: str, who: str) -> None:
    """Count one more; TooOften if that is beyond the limit."""
    if not allow(what, who):
        raise TooOften()


def allow(what: str, who: str) -> bool:
    """Count one more; whether that is within the limit."""
    return count(what, who) <= LIMITS[what][0]


def count(what: str, who: str) -> int:
    """Count one more; how many there are in this stretch of time."""
    if OFF:
        return 0
    now = timezone.now()
    fresh = {"n": 1, "until": now + timedelta(seconds=LIMITS[what][1])}
    with transaction.atomic():
        row, made = Count.objects.get_or_create(key=_key(what, who), defaults=fresh)
        if made:
            return 1
        same = Count.objects.filter(pk=row.pk)
        if same.filter(until__lt=now).update(**fresh):
            return 1
        same.update(n=F("n") + 1)
        return int(same.values_list("n", flat=True).get())  # as it is now, whoever counts with us


def has_room(what: str, who: str) -> bool:
    """Whether one more would be within the limit; nothing is counted."""
    row = Count.objects.filter(key=_key(what, who), until__gte=timezone.now()).first()
    return OFF or row is None or row.n < LIMITS[what][0]


def forget(what: str, who: str) -> None:
    """Count from the beginning."""
    Count.objects.filter(key=_key(what, who)).delete()


def veiled(text: str) -> str:
    """A name or an address as a count may know it: told apart, not told."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:40]


def _key(what: str, who: str) -> str:
    return f"{what}:{who}"[:120]
