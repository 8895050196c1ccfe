"""Disk: what may be left in the house. A guest cannot fill it, alone or with others.

What somebody sends for a table (a record, a data file), or has copied, is weighed. Guests may leave
so much in a day (web/base/limits.py) and so much altogether; and while there is little room on the
disk what is left of it is for the games that are being played.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import connection
from django.db.models import Q, Sum

from chancery.table import Sitting
from chancery.web.base import limits, trouble
from chancery.web.base.refusals import GuestsFull, HouseFull
from chancery.web.people.models import Visitor
from chancery.web.tables.models import Table

LINE = 100  # bytes of a line of a log
MOST = 500_000_000  # bytes that all guests together may have sent


def weight_of(sitting: Sitting, length: int) -> int:
    """About how much the first so many lines of a sitting take, with what it began with."""
    position: Any = sitting.position
    begun = len(json.dumps(position)) if position else 0
    return len(sitting.start.frame.data or "") + begun + LINE * length


def make_room(visitor: Visitor, weight: int = 0) -> None:
    """Refused if there is no room for what somebody wants to leave here."""
    if weight:
        limits.spend("bytes", str(visitor.pk), weight)
    if visitor.account_id is not None or limits.OFF:
        return
    if connection.vendor == "sqlite" and trouble.room() < trouble.RESERVE:
        trouble.note("there is little room on the disk: guests can leave nothing more")
        raise HouseFull()
    if weight:
        guests = Table.objects.filter(Q(host=None) | Q(host__account=None), weight__gt=0)
        if (guests.aggregate(all=Sum("weight"))["all"] or 0) + weight > MOST:
            raise GuestsFull()
