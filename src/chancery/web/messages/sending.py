"""Sending: what was written down for somebody (web/notices) is told by mail, web hook or push.

A thread beside the bots takes one channel at a time by lease, tells everything that waits there in
one message, and only then strikes it out: a crash between the two tells twice rather than never.
What has become pointless meanwhile is struck out unsaid. A row is only ever struck out as it was
read: who is asked anew in that moment is told anew.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import (
    InterfaceError,
    OperationalError,
    close_old_connections,
    connections,
    transaction,
)
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from chancery.core import Refusal
from chancery.core.words import Speaker, Text
from chancery.web.base import beats, trouble
from chancery.web.base.moments import PRESENT, SLACK, lasts, passed
from chancery.web.base.refusals import Breakdown, Spoiled
from chancery.web.base.writer import one_writer
from chancery.web.messages import account_links, mails, push, texts, web_hooks
from chancery.web.notices.announcing import GRACE, write_down
from chancery.web.notices.models import Channel, Notice
from chancery.web.people.models import Account
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Seat, Table

log = logging.getLogger("chancery.web.notices")
LOOKING = timedelta(minutes=10)  # who has the table open is told only then
FRESH = timedelta(seconds=5)  # a question younger than that is not added to a message
APART = {  # two messages; links are limited when they are asked for
    "mail": timedelta(minutes=10),
    "hook": timedelta(minutes=1),
    "push": timedelta(minutes=1),
    "post": timedelta(),
}
# after a failure; from the last one on for ever
AGAIN = tuple(timedelta(minutes=m) for m in (1, 5, 30, 120, 360))
KEPT = timedelta(days=7)  # news that could not be told for so long is none
LEASE = timedelta(seconds=30)
PAUSE = 1.0  # seconds between two looks
BREATH = 0.05  # seconds between two messages: those who play come first
FAREWELL = 1.5  # seconds that a message on its way is given when the process ends


def catch_up(channel: Channel) -> None:
    """A channel is new, or on again: what its owner is asked at this moment is told there too."""
    seats = Seat.objects.filter(
        owner__account=channel.account_id, bot="", table__started=True, table__over=False
    )
    now = timezone.now()
    write_down(
        Notice(channel=channel, kind="turn", table=seat.table, seat=seat.number, ripe=now + GRACE)
        for seat in seats.select_related("table")
        if seat.number in _surely_asked(seat.table, seat.number)
    )


# -- sending -----------------------------------------------------------------------------


@contextmanager
def going_out() -> Iterator[None]:
    """Meanwhile a thread sends: bots never wait for somebody's slow server."""
    stop = threading.Event()
    thread = threading.Thread(target=_send_until, args=(stop,), name="notices", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(FAREWELL)


def _send_until(stop: threading.Event) -> None:
    while not stop.is_set():
        sent = False
        try:
            beats.beat("notices")
            sent = send_once()
        except (InterfaceError, OperationalError) as error:
            trouble.refusal(error)  # a busy database: the next look will tell; a full one is said
        except Exception:
            log.exception("the sender of notices stumbled")
        close_old_connections()
        stop.wait(BREATH if sent else PAUSE)
    connections.close_all()


def send_once() -> bool:
    """Take one channel with something to tell, if there is any, and tell it."""
    if account_links.answer_plea():
        return True
    now = timezone.now()
    free = passed("lease_until", now, LEASE)
    open_ones = Channel.objects.filter(free, passed("after", now, AGAIN[-1]), on=True)
    ripe = open_ones.filter(passed("notices__ripe", now, LOOKING), account__is_active=True)
    ripe = ripe.filter(notices__isnull=False)
    channel = ripe.select_related("account__visitor").order_by("notices__ripe").first()
    lease = now + LEASE
    if channel is None:
        return False
    with one_writer():
        if not open_ones.filter(pk=channel.pk).update(lease_until=lease):
            return False
    told = False
    try:
        notices, seats = _collect(channel, now)
        if notices:
            told = _tell(channel, notices, seats)
            if told:
                _done(channel, notices)
                return True
    finally:
        # told, but not struck out: the lease is kept, or the same would be told at once again
        if not told:
            with one_writer():
                Channel.objects.filter(pk=channel.pk, lease_until=lease).update(lease_until=None)
    return True


def _collect(channel: Channel, now: datetime) -> tuple[list[Notice], list[Seat]]:
    """Everything worth telling now, with the seats of those tables; the rest is seen to."""
    wanted = passed("ripe", now, LOOKING) | Q(kind="turn", at__lte=now - FRESH)
    heavy = [f"table__{name}" for name in ("data", "seed", "position", "luck")]
    waiting = channel.notices.filter(wanted).select_related("table").defer(*heavy)
    notices = list(waiting.order_by("at", "pk"))
    tables = {notice.table_id for notice in notices}
    seats = list(Seat.objects.filter(table__in=tables).select_related("owner"))
    held = Held.objects.filter(visitor__account=channel.account_id, table__in=tables)
    present = held.filter(lasts("present_until", now, PRESENT))
    looking = set(present.values_list("table", flat=True))
    found, pointless, later = [], [], []
    for notice in notices:
        own = [s for s in seats if (s.table_id, s.number) == (notice.table_id, notice.seat)]
        if not _holds(notice, own[0] if own else None, channel.account, now):
            pointless.append(notice)
        elif notice.kind == "turn" and notice.table_id in looking and notice.at + LOOKING > now:
            if _ripe(notice, now):
                later.append(notice)
        else:
            found.append(notice)
    if pointless or later:
        with one_writer(), transaction.atomic():
            _strike_out(pointless)
            for notice in later:
                as_read = Notice.objects.filter(pk=notice.pk, at=notice.at)
                as_read.update(ripe=notice.at + LOOKING)
    worth = any(_ripe(notice, now) for notice in found)
    if channel.kind == "post":
        found = found[:1]  # each is a mail of its own
    return (found if worth else []), seats


def _ripe(notice: Notice, now: datetime) -> bool:
    """Whether its time has come; one that is too far ahead was written by another clock."""
    return not now < notice.ripe <= now + LOOKING + SLACK


def _holds(notice: Notice, seat: Seat | None, owner: Account, now: datetime) -> bool:
    """Whether there is still a point in telling it."""
    if notice.kind in account_links.KINDS:
        return account_links.still_wanted(notice, owner)
    table: Table | None = notice.table
    if notice.kind != "turn" and notice.at < now - KEPT:
        return False
    if table is None:
        return True
    ended = table.over or table.closed
    sits = seat.owner.account_id if seat and seat.owner else None
    match notice.kind:
        case "turn" | "reminder":
            if seat is None or seat.bot or sits != owner.pk or ended:
                return False
            return seat.number in _surely_asked(table, seat.number)
        case "invited":
            kept = seat is None or (sits is None and seat.invited_id == owner.pk)
            return kept and not ended
        case "full":
            return not table.started and not ended
    return True


def _surely_asked(table: Table, seat: int) -> set[int]:
    """A table that cannot be read is no reason to tell nothing."""
    try:
        return sittings.asked(table)
    except OperationalError:
        raise  # a busy database: somebody looks again
    except Spoiled:
        return {seat}
    except Exception:
        log.exception("a table could not be read")
        return {seat}


def _tell(channel: Channel, notices: Sequence[Notice], seats: Sequence[Seat]) -> bool:
    """One message; what goes wrong is written down for the owner of the channel."""
    visitor = getattr(channel.account, "visitor", None)
    language = visitor.language if visitor else "en"
    try:
        if channel.kind == "post":
            mails.send(
                channel.address, *account_links.letter(notices[0].kind, channel.account, language)
            )
            return True
        letter = texts.write(notices, seats, visitor, language)
        if channel.kind == "mail":
            body, headers = letter.mail(channel)
            mails.send(channel.address, letter.subject, body, headers)
        elif channel.kind == "push":
            devices = list(channel.account.devices.order_by("pk"))
            if not push.send(devices, letter.push(), language):
                with one_writer():  # none is left
                    Channel.objects.filter(pk=channel.pk, account__devices=None).delete()
        else:
            web_hooks.post(channel.address, letter.payload())
    except OperationalError:
        raise
    except Refusal as refusal:
        _failed(channel, refusal.text(), language)
        return False
    except Exception:
        log.exception("a notice could not be sent")
        _failed(channel, Breakdown().text(), language)
        return False
    return True


def _done(channel: Channel, notices: Sequence[Notice]) -> None:
    with one_writer(), transaction.atomic():
        now = Channel.objects.select_for_update().filter(pk=channel.pk)
        now.first()  # nobody adds to it meanwhile
        _strike_out(notices)
        if channel.kind == "post":
            now.filter(~Exists(Notice.objects.filter(channel=OuterRef("pk")))).delete()
        now.update(
            after=timezone.now() + APART[channel.kind], tries=0, problem="", lease_until=None
        )


def _strike_out(notices: Sequence[Notice]) -> None:
    """As they were read: one that was written anew since is not meant."""
    for notice in notices:
        Notice.objects.filter(pk=notice.pk, at=notice.at).delete()


def _failed(channel: Channel, problem: Text, language: str) -> None:
    wait = AGAIN[min(channel.tries, len(AGAIN) - 1)]
    with one_writer():
        Channel.objects.filter(pk=channel.pk, address=channel.address).update(
            tries=channel.tries + 1,
            problem=Speaker(language).say(problem)[:300],
            after=timezone.now() + wait,
        )
