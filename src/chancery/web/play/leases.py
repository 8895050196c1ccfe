"""Leases: which table a bots' worker takes next, and for how long it is his alone.

Those where a person sits and waits come first, then those that somebody only watches. Hosts (the
guests of one network count as one) take turns, and of the tables of one host whichever has not been
served for the longest is next: who has opened many tables keeps nobody else waiting. A worker that
dies gives nothing back: its lease runs out. A clock that is set back must not keep anybody waiting:
a lease that ends later than any lease can, or a pause that is longer than any, is void.
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

from chancery.web.base.moments import WATCHED, lasts, passed
from chancery.web.base.rows import ask
from chancery.web.base.writer import one_writer
from chancery.web.people import shares
from chancery.web.tables.models import Seat, Work

LEASE = timedelta(seconds=30)
LONGEST = timedelta(minutes=15)  # nobody is told to come later than that
TRIED = 8  # of those that other workers look at, too
REMEMBERED = 10_000  # hosts
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
_ANY_WORK = "SELECT 1 FROM web_work LIMIT 1"
_served: OrderedDict[str, None] = OrderedDict()  # whose tables we served, the latest last


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
    found = found.annotate(waits=waits, unserved=unserved)
    return found.order_by("-waits", "unserved", "pk")


def take(thinks: bool | None = None) -> Work | None:
    """The most urgent work that no other worker has; from now on it is ours, for a while.

    Work for bots that think, all other work, or (None) whatever there is.
    """
    if not ask(_ANY_WORK, ()):  # which is asked all day long, while people play by themselves
        return None
    now = timezone.now()
    found = waiting(now) if thinks is None else waiting(now).filter(thinks=thinks)
    for work, share in _in_turn(found)[:TRIED]:
        free = Work.objects.filter(passed("lease_until", now, LEASE), pk=work.pk)
        lease = now + LEASE
        with one_writer():
            if free.update(lease_until=lease, since=now):
                work.lease_until = lease
                _note_turn(share)
                return work
    return None


def _in_turn(found: QuerySet[Any]) -> list[tuple[Work, str]]:
    """The first few of each host, those of the host first whose turn is the longest ago."""
    alone = Concat(Value("table "), Cast("table", CharField()))  # nobody has opened it
    share = Coalesce(shares.named("table__host"), alone)
    nth = Window(RowNumber(), [share], [F("waits").desc(), F("unserved"), F("pk")])
    rows = list(found.annotate(share=share, nth=nth).filter(nth__lte=TRIED))
    turns = {share: turn for turn, share in enumerate(_served, 1)}
    rows.sort(key=lambda work: (not work.waits, turns.get(work.share, 0)))
    return [(work, work.share) for work in rows]


def _note_turn(share: str) -> None:
    """Remember whose tables were served last. Each process keeps turns for itself."""
    _served[share] = None
    _served.move_to_end(share)
    if len(_served) > REMEMBERED:
        _served.popitem(last=False)


def ours(work: Work) -> bool:
    """Whether it has not been taken over, struck out or written anew meanwhile."""
    return _mine(work).exists()


def anew(work: Work) -> Work | None:
    """Return the row as it is now; None if the work is no longer ours."""
    return _mine(work).first()


def hold(work: Work, plan: dict[str, Any], until: datetime) -> None:
    """Give it back with a move that is decided on; nobody takes it before the move is due."""
    with one_writer():
        _mine(work).update(lease_until=None, after=until, plan=plan)


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
