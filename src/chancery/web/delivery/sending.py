"""Deliver the notices of the outbox (web/outbox) by mail, webhook or push.

Threads in the bots' process, one for each of these ways, so that a slow service delays only those
who use it. Each thread takes one channel at a time by lease, sends everything that waits there in
one message, and only then deletes it: after a crash a message is sent twice rather than never.
Notices that have become pointless are deleted unsent. A row is only deleted as it was read: one
that was renewed meanwhile stays.

Mails that an account has asked for (a new password, a confirmation) go first; then the channel that
has been ready for the longest. Devices of an account that take more than a few seconds together
wait for another round, behind everybody who is ready by then.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic
from typing import NamedTuple

from django.db import (
    InterfaceError,
    OperationalError,
    close_old_connections,
    connections,
    transaction,
)
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from chancery.core import Refusal
from chancery.core.words import Speaker
from chancery.web.base import failures, heartbeats
from chancery.web.base.moments import PRESENT, SLACK, lasts, passed
from chancery.web.base.refusals import Breakdown, Spoiled
from chancery.web.base.sql import query
from chancery.web.base.writer import one_writer
from chancery.web.delivery import account_links, mails, push, texts, web_hooks
from chancery.web.identity.models import Account
from chancery.web.outbox.announcing import GRACE, write_notices
from chancery.web.outbox.models import Channel, Device, Notice
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Seat, Table

log = logging.getLogger("chancery.web.delivery")
LOOKING = timedelta(minutes=10)  # delay for players who have the table open
FRESH = timedelta(seconds=5)  # a newer question is not added to a message
APART = {  # between two messages; links are limited when they are requested
    "mail": timedelta(minutes=10),
    "hook": timedelta(minutes=1),
    "push": timedelta(minutes=1),
    "post": timedelta(),
}
# delays after failures; the last one repeats
AGAIN = tuple(timedelta(minutes=m) for m in (1, 5, 30, 120, 360))
KEPT = timedelta(days=7)  # after which undelivered news is dropped
_ANY_NOTICE = "SELECT 1 FROM web_notice LIMIT 1"
LEASE = timedelta(seconds=30)
PAUSE = 1.0  # seconds between two looks
BREATH = 0.05  # seconds between two messages, as games have priority
FAREWELL = 1.5  # seconds that messages on their way get when the process ends
A_ROUND = 4.0  # seconds after which no further device of an account is tried in the same round
# one thread each, by the name of its heartbeat: the kinds of channels that it serves
SENDERS = {"mails": ("post", "mail"), "hooks": ("hook",), "pushes": ("push",)}
KINDS = tuple(kind for kinds in SENDERS.values() for kind in kinds)


def catch_up(channel: Channel) -> None:
    """Announce current turns to a channel that is new or on again."""
    seats = Seat.objects.filter(
        owner__account=channel.account_id, bot="", table__started=True, table__over=False
    )
    now = timezone.now()
    write_notices(
        Notice(channel=channel, kind="turn", table=seat.table, seat=seat.number, ripe=now + GRACE)
        for seat in seats.select_related("table")
        if seat.number in _asked(seat.table, seat.number)
    )


# -- sending -----------------------------------------------------------------------------


@contextmanager
def running_senders() -> Iterator[None]:
    """Run the sender threads meanwhile, so that bots never wait for a slow server."""
    stop = threading.Event()
    threads = [
        threading.Thread(target=_send_until, args=(stop, name), name=name, daemon=True)
        for name in SENDERS
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        until = monotonic() + FAREWELL
        for thread in threads:
            thread.join(max(0.0, until - monotonic()))


def _send_until(stop: threading.Event, name: str) -> None:
    while not stop.is_set():
        sent = False
        try:
            heartbeats.beat(name)
            sent = send_once(SENDERS[name])
        except (InterfaceError, OperationalError) as error:
            failures.refusal_for(error)  # a busy database is retried, a full disk is logged
        except Exception:
            log.exception("the sender of %s failed", name)
        close_old_connections()
        stop.wait(BREATH if sent else PAUSE)
    connections.close_all()


def send_once(kinds: Sequence[str] = KINDS) -> bool:
    """Take one channel of these kinds that has something to send, and send it; False if none
    has."""
    if "post" in kinds and account_links.answer_reset_request():
        return True
    if not query(_ANY_NOTICE, ()):  # the usual case, asked all day long
        return False
    now = timezone.now()
    channel = _ready(kinds, now).first()
    lease = now + LEASE
    if channel is None:
        return False
    with one_writer():
        if not _open(kinds, now).filter(pk=channel.pk).update(lease_until=lease):
            return False
    unfinished = channel.begun is not None
    if channel.begun is None or channel.begun > now:
        channel.begun = now
    delivered = False
    try:
        notices, seats = _collect(channel, now)
        if notices:
            sent = _send(channel, notices, seats)
            delivered = sent.whole or sent.devices is not None
            if sent.whole:
                _done(channel, notices)
            elif sent.devices is not None:
                _postpone(channel, sent.devices)
        elif unfinished:  # devices that have not got the message yet do not need it now
            with one_writer():
                Channel.objects.filter(pk=channel.pk).update(begun=None)
    finally:
        # sent, but not recorded: keep the lease, or the same message would go out again at once
        if not delivered:
            with one_writer():
                Channel.objects.filter(pk=channel.pk, lease_until=lease).update(lease_until=None)
    return True


def _open(kinds: Sequence[str], now: datetime) -> QuerySet[Channel]:
    """Return the channels that are not leased and not waiting after a failure."""
    free = passed("lease_until", now, LEASE)
    return Channel.objects.filter(free, passed("after", now, AGAIN[-1]), on=True, kind__in=kinds)


def _ready(kinds: Sequence[str], now: datetime) -> QuerySet[Channel]:
    """Return those with something to send: links first, then the longest ready."""
    ripe = _open(kinds, now).filter(
        passed("notices__ripe", now, LOOKING), notices__isnull=False, account__is_active=True
    )
    since = Greatest("notices__ripe", Coalesce("after", "notices__ripe"))
    asked_for = Case(When(kind="post", then=0), default=1)
    return ripe.select_related("account__visitor").order_by(asked_for, since)


def _collect(channel: Channel, now: datetime) -> tuple[list[Notice], list[Seat]]:
    """Return the notices worth sending now, with the seats of their tables; delete or delay the
    rest."""
    begun = channel.begun or now  # the same message again, for devices that have not got it yet
    sendable = passed("ripe", begun, LOOKING) | Q(kind="turn", at__lte=begun - FRESH)
    heavy = [f"table__{name}" for name in ("data", "seed", "position", "luck")]
    waiting = channel.notices.filter(sendable).select_related("table").defer(*heavy)
    notices = list(waiting.order_by("at", "pk"))
    tables = {notice.table_id for notice in notices}
    seats = list(Seat.objects.filter(table__in=tables).select_related("owner"))
    held_seats = Held.objects.filter(visitor__account=channel.account_id, table__in=tables)
    present = held_seats.filter(lasts("present_until", now, PRESENT))
    looking = set(present.values_list("table", flat=True))
    due, pointless, later = [], [], []
    for notice in notices:
        own_seats = [s for s in seats if (s.table_id, s.number) == (notice.table_id, notice.seat)]
        if not _is_true(notice, own_seats[0] if own_seats else None, channel.account, now):
            pointless.append(notice)
        elif notice.kind == "turn" and notice.table_id in looking and notice.at + LOOKING > now:
            if _is_due(notice, now):
                later.append(notice)
        else:
            due.append(notice)
    if pointless or later:
        with one_writer(), transaction.atomic():
            _delete_as_read(pointless)
            for notice in later:
                as_read = Notice.objects.filter(pk=notice.pk, at=notice.at)
                as_read.update(ripe=notice.at + LOOKING)
    worth = any(_is_due(notice, now) for notice in due)
    if channel.kind == "post":
        due = due[:1]  # each link is a mail of its own
    return (due if worth else []), seats


def _is_due(notice: Notice, now: datetime) -> bool:
    """Return whether a notice is due; one that is too far ahead was written by a wrong clock."""
    return not now < notice.ripe <= now + LOOKING + SLACK


def _is_true(notice: Notice, seat: Seat | None, owner: Account, now: datetime) -> bool:
    """Return whether a notice is still true."""
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
            return seat.number in _asked(table, seat.number)
        case "invited":
            still_reserved = seat is None or (sits is None and seat.invited_id == owner.pk)
            return still_reserved and not ended
        case "full":
            return not table.started and not ended
    return True


def _asked(table: Table, seat: int) -> set[int]:
    """Return the seats asked at a table; a table that cannot be read still gets its notice."""
    try:
        return sittings.asked(table)
    except OperationalError:
        raise  # a busy database: retried
    except Spoiled:
        return {seat}
    except Exception:
        log.exception("a table could not be read")
        return {seat}


class Sent(NamedTuple):
    """The outcome of a message: sent completely, or to some devices only."""

    whole: bool
    devices: Sequence[Device] | None = None


def _send(channel: Channel, notices: Sequence[Notice], seats: Sequence[Seat]) -> Sent:
    """Send one message; store what goes wrong for the owner of the channel."""
    visitor = getattr(channel.account, "visitor", None)
    language = visitor.language if visitor else "en"
    try:
        if channel.kind == "post":
            mails.send(
                channel.address, *account_links.message(notices[0].kind, channel.account, language)
            )
            return Sent(True)
        letter = texts.write(notices, seats, visitor, language)
        if channel.kind == "mail":
            body, headers = letter.mail(channel)
            mails.send(channel.address, letter.subject, body, headers)
        elif channel.kind == "push":
            return _push(channel, letter.push(), language)
        else:
            web_hooks.post(channel.address, letter.payload())
    except OperationalError:
        raise
    except Refusal as refusal:
        _failed(channel, Speaker(language).say(refusal.text()))
        return Sent(False)
    except Exception:
        log.exception("a notice could not be sent")
        _failed(channel, Speaker(language).say(Breakdown().text()))
        return Sent(False)
    return Sent(True)


def _push(channel: Channel, payload: dict[str, str], language: str) -> Sent:
    """Push to the devices that have not got this message yet, as far as time allows."""
    begun, until = channel.begun, monotonic() + A_ROUND
    devices = list(channel.account.devices.order_by("pk"))
    before = [d for d in devices if begun and d.told and d.told >= begun]
    result = push.send(
        [device for device in devices if device not in before],
        payload,
        language,
        lambda: monotonic() >= until,
    )
    if result.left:
        return Sent(False, [*result.reached, *result.failed])
    if result.reached or any(not device.problem for device in before):
        return Sent(True)
    problems = [device.problem for device in (*before, *result.failed)]
    if problems:
        _failed(channel, problems[-1])
        return Sent(False)
    with one_writer():  # no device is left
        Channel.objects.filter(pk=channel.pk, account__devices=None).delete()
    return Sent(True)


def _postpone(channel: Channel, reached: Sequence[Device]) -> None:
    """Let the other devices wait until everybody else has had a turn."""
    now = timezone.now()
    with one_writer(), transaction.atomic():
        Device.objects.filter(pk__in=[device.pk for device in reached]).update(told=now)
        Channel.objects.filter(pk=channel.pk).update(
            begun=channel.begun, after=now, lease_until=None
        )


def _done(channel: Channel, notices: Sequence[Notice]) -> None:
    with one_writer(), transaction.atomic():
        now = Channel.objects.select_for_update().filter(pk=channel.pk)
        now.first()  # locks the channel against new notices
        _delete_as_read(notices)
        if channel.kind == "post":
            now.filter(~Exists(Notice.objects.filter(channel=OuterRef("pk")))).delete()
        after = timezone.now() + APART[channel.kind]
        now.update(after=after, begun=None, tries=0, problem="", lease_until=None)


def _delete_as_read(notices: Sequence[Notice]) -> None:
    """Delete notices as they were read; a renewed one stays."""
    for notice in notices:
        Notice.objects.filter(pk=notice.pk, at=notice.at).delete()


def _failed(channel: Channel, problem: str) -> None:
    wait = AGAIN[min(channel.tries, len(AGAIN) - 1)]
    with one_writer():
        Channel.objects.filter(pk=channel.pk, address=channel.address).update(
            tries=channel.tries + 1,
            problem=problem[:300],
            after=timezone.now() + wait,
            begun=None,
        )
