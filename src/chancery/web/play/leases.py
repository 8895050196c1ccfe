"""Leases: which table a bots' worker takes next, and for how long it is his alone.

Those where a person sits and waits come first, then those that somebody only watches; among these
whoever has not been served for the longest. A worker that dies gives nothing back: its lease runs
out. A clock that is set back must not keep anybody waiting: a lease that ends later than any lease
can, or a pause that is longer than any, is void.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from chancery.web.base.moments import WATCHED, lasts, passed
from chancery.web.base.rows import ask
from chancery.web.base.writer import one_writer
from chancery.web.tables.models import Seat, Work

LEASE = timedelta(seconds=30)
LONGEST = timedelta(minutes=15)  # nobody is told to come later than that
TRIED = 8  # of those that other workers look at, too
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
_ANY_WORK = "SELECT 1 FROM web_work LIMIT 1"


def waiting(now: datetime) -> QuerySet[Work]:
    """The work that somebody may take now, the most urgent first."""
    here = Seat.objects.filter(table=OuterRef("table"), owner__isnull=False)
    waits = Exists(here.filter(bot=""))
    # a table with people at it is played on, and one whose result is waited for; one with bots
    # alone only while somebody watches
    watched = lasts("table__watched_until", now, WATCHED)
    unserved = Case(When(since__gt=now, then=Value(LONG_AGO)), default=F("since"))
    ripe = passed("lease_until", now, LEASE) & passed("after", now, LONGEST)
    found = Work.objects.filter(ripe, Q(Exists(here)) | Q(table__rated=True) | watched)
    return found.order_by(waits.desc(), unserved, "pk")


def take(thinks: bool | None = None) -> Work | None:
    """The most urgent work that no other worker has; from now on it is ours, for a while.

    Work for bots that think, all other work, or (None) whatever there is.
    """
    if not ask(_ANY_WORK, ()):  # which is asked all day long, while people play by themselves
        return None
    now = timezone.now()
    found = waiting(now) if thinks is None else waiting(now).filter(thinks=thinks)
    for work in found[:TRIED]:
        free = Work.objects.filter(passed("lease_until", now, LEASE), pk=work.pk)
        lease = now + LEASE
        with one_writer():
            if free.update(lease_until=lease, since=now):
                work.lease_until = lease
                return work
    return None


def ours(work: Work) -> bool:
    """Whether it has not been taken over, struck out or written anew meanwhile."""
    return _mine(work).exists()


def give_back(work: Work, pause: timedelta | None = None) -> None:
    """Anybody may take it again; not before a pause, if there is to be one."""
    after = None if pause is None else timezone.now() + pause
    with one_writer():
        _mine(work).update(lease_until=None, after=after)


def hand_over(work: Work, thinks: bool) -> None:
    """It is for the others: for those who think, or for those who do not."""
    with one_writer():
        _mine(work).update(thinks=thinks)


def _mine(work: Work) -> QuerySet[Work]:
    return Work.objects.filter(pk=work.pk, lease_until=work.lease_until)
