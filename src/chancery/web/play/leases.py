"""Leases: which table a bots' worker takes next, and for how long it has it alone.

Tables where a person waits come first, then those that are only watched. Hosts (the guests of one
network count as one) take turns, and of the tables of one host the one that has waited longest is
next: many tables of one host delay nobody else. The lease of a worker that dies runs out. Should
the clock be set back, a lease or pause longer than possible is void.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import (
    Case,
    CharField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
    Window,
)
from django.db.models.functions import Cast, Coalesce, Concat, RowNumber
from django.utils import timezone

from chancery.web.base import limits
from chancery.web.base.moments import WATCHED, lasts, passed
from chancery.web.base.sql import query
from chancery.web.base.writer import one_writer
from chancery.web.identity import shares
from chancery.web.tables.models import Seat, Work

LEASE = timedelta(seconds=30)
LONGEST = timedelta(minutes=15)  # a table is never postponed for longer
TRIED = 8  # candidates, as other workers compete for them
REMEMBERED = 10_000  # hosts
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
_ANY_WORK = "SELECT 1 FROM web_work LIMIT 1"
# hosts in the order in which we served them, latest last
_served: OrderedDict[str, None] = OrderedDict()


def waiting(now: datetime) -> QuerySet[Work]:
    """Return the work that may be taken now, most urgent first."""
    here = Seat.objects.filter(table=OuterRef("table"), owner__isnull=False)
    waits = Exists(here.filter(bot=""))
    # tables with people are played on, and rated ones; those with bots alone only while watched
    watched = lasts("table__watched_until", now, WATCHED)
    unserved = Case(When(since__gt=now, then=Value(LONG_AGO)), default=F("since"))
    ripe = passed("lease_until", now, LEASE) & passed("after", now, LONGEST)
    work = Work.objects.filter(ripe, Q(Exists(here)) | Q(table__rated=True) | watched)
    work = work.annotate(waits=waits, unserved=unserved)
    return work.order_by("-waits", "unserved", "pk")


def take(thinks: bool | None = None) -> Work | None:
    """Take the most urgent work and lease it for a while; None if there is none.

    `thinks`: work for bots that search, all other work, or (None) both.
    """
    if not query(_ANY_WORK, ()):  # the usual case, asked all day long
        return None
    now = timezone.now()
    waiting_work = waiting(now) if thinks is None else waiting(now).filter(thinks=thinks)
    for work, share in _in_turn(waiting_work)[:TRIED]:
        free = Work.objects.filter(passed("lease_until", now, LEASE), pk=work.pk)
        lease = now + LEASE
        with one_writer():
            if free.update(lease_until=lease, since=now):
                if work.lease_until is not None:  # the process that had it has died
                    limits.count("deaths", str(work.table_id))
                    work.died = True
                work.lease_until = lease
                _note_turn(share)
                return work
    return None


def kills(work: Work) -> bool:
    """Return whether processes that served this table have died again and again."""
    return not limits.has_room("deaths", str(work.table_id))


def forgive(work: Work) -> None:
    """Forget the deaths of processes at a table."""
    limits.forget("deaths", str(work.table_id))


def _in_turn(waiting_work: QuerySet[Any]) -> list[tuple[Work, str]]:
    """Return the first few of each host, hosts ordered by their last turn, longest ago first."""
    # tables without host, such as those of tournaments
    alone = Concat(Value("table "), Cast("table", CharField()))
    share = Coalesce(shares.column("table__host"), alone)
    nth = Window(RowNumber(), [share], [F("waits").desc(), F("unserved"), F("pk")])
    rows = list(waiting_work.annotate(share=share, nth=nth).filter(nth__lte=TRIED))
    turns = {share: turn for turn, share in enumerate(_served, 1)}
    rows.sort(key=lambda work: (not work.waits, turns.get(work.share, 0)))
    return [(work, work.share) for work in rows]


def _note_turn(share: str) -> None:
    """Remember which host was served last; each process does so for itself."""
    _served[share] = None
    _served.move_to_end(share)
    if len(_served) > REMEMBERED:
        _served.popitem(last=False)


def is_ours(work: Work) -> bool:
    """Return whether the lease is still ours: not taken over, deleted or renewed meanwhile."""
    return _mine(work).exists()


def current(work: Work) -> Work | None:
    """Return the row as it is now; None if the work is no longer ours."""
    return _mine(work).first()


def keep_plan(work: Work, plan: dict[str, Any], until: datetime) -> None:
    """End the lease, leaving a planned move; nobody takes the work before that is due."""
    with one_writer():
        _mine(work).update(lease_until=None, after=until, plan=plan)


def give_back(work: Work, pause: timedelta | None = None) -> None:
    """End the lease; with a pause nobody takes the work before it is over."""
    after = None if pause is None else timezone.now() + pause
    with one_writer():
        _mine(work).update(lease_until=None, after=after)


def hand_over(work: Work, thinks: bool) -> None:
    """Leave the work to processes that search, or to those that do not."""
    with one_writer():
        _mine(work).update(thinks=thinks)


def _mine(work: Work) -> QuerySet[Work]:
    return Work.objects.filter(pk=work.pk, lease_until=work.lease_until)
