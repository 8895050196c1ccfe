"""Limits: how much one visitor may do in a while, counted in the database."""

from __future__ import annotations

import os
from datetime import timedelta

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
    "files": (20, 3600),  # data files to look at
    "joins": (10, 3600),
    "entries": (60, 600),  # log-ins from one address
    "tries": (10, 600),  # passwords for one name
    "mails": (10, 3600),
    "links": (5, 3600),  # to confirm a mail address
    "tests": (10, 3600),  # of a channel
    "reports": (10, 3600),
    "tokens": (20, 3600),
}


def spend(what: str, who: str) -> None:
    """Count one more; TooOften if that is beyond the limit."""
    if OFF:
        return
    most, seconds = LIMITS[what]
    now = timezone.now()
    key = f"{what}:{who}"[:120]
    with transaction.atomic():
        count, made = Count.objects.get_or_create(
            key=key, defaults={"n": 1, "until": now + timedelta(seconds=seconds)}
        )
        if made:
            return
        if count.until < now:
            Count.objects.filter(pk=count.pk).update(n=1, until=now + timedelta(seconds=seconds))
            return
        Count.objects.filter(pk=count.pk).update(n=F("n") + 1)
    if count.n >= most:
        raise TooOften()
