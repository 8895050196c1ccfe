"""Sending: what was written down for somebody (web/notices) is told by mail, web hook or push.

Threads beside the bots, one for mails, one for web hooks and one for pushes, so that a slow service
delays nobody who is told in another way. Each takes one channel at a time by lease, tells
everything that waits there in one message, and only then strikes it out: a crash between the two
tells twice rather than never. What has become pointless meanwhile is struck out unsaid. A row is
only ever struck out as it was read: who is asked anew in that moment is told anew.

Mails that an account has asked for (a new password, a confirmation) go first; then whoever has been
ready for the longest. Devices of one account that take more than a few seconds together are left
for another round, behind everybody who waits by then.
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
from chancery.web.base import beats, trouble
from chancery.web.base.moments import PRESENT, SLACK, lasts, passed
from chancery.web.base.refusals import Breakdown, Spoiled
from chancery.web.base.writer import one_writer
from chancery.web.messages import account_links, mails, push, texts, web_hooks
from chancery.web.notices.announcing import GRACE, write_down
from chancery.web.notices.models import Channel, Device, Notice
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
FAREWELL = 1.5  # seconds that messages on their way are given when the process ends
A_ROUND = 4.0  # seconds after which no other device of an account is pushed to in the same round
# one thread each, by the name of its sign of life: the kinds of channels that it serves
SENDERS = {"mails": ("post", "mail"), "hooks": ("hook",), "pushes": ("push",)}
KINDS = tuple(kind for kinds in SENDERS.values() for kind in kinds)


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
    """Meanwhile threads send: bots never wait for somebody's slow server."""
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
            beats.beat(name)
            sent = send_once(SENDERS[name])
        except (InterfaceError, OperationalError) as error:
            trouble.refusal(error)  # a busy database: the next look will tell; a full one is said
        except Exception:
            log.exception("the sender of %s stumbled", name)
        close_old_connections()
        stop.wait(BREATH if sent else PAUSE)
    connections.close_all()


def send_once(kinds: Sequence[str] = KINDS) -> bool:
    """Take one channel of these kinds with something to tell, if there is any, and tell it."""
    if "post" in kinds and account_links.answer_plea():
        return True
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
    told = False
    try:
        notices, seats = _collect(channel, now)
        if notices:
            sent = _tell(channel, notices, seats)
            told = sent.whole or sent.devices is not None
            if sent.whole:
                _done(channel, notices)
            elif sent.devices is not None:
                _put_off(channel, sent.devices)
        elif unfinished:  # what some devices had not heard yet is pointless by now
            with one_writer():
                Channel.objects.filter(pk=channel.pk).update(begun=None)
    finally:
        # told, but that could not be written: the lease is kept, or it would be told at once again
        if not told:
            with one_writer():
                Channel.objects.filter(pk=channel.pk, lease_until=lease).update(lease_until=None)
    return True


def _open(kinds: Sequence[str], now: datetime) -> QuerySet[Channel]:
    """The channels that nobody else has, and for which it is not too early."""
    free = passed("lease_until", now, LEASE)
    return Channel.objects.filter(free, passed("after", now, AGAIN[-1]), on=True, kind__in=kinds)


def _ready(kinds: Sequence[str], now: datetime) -> QuerySet[Channel]:
    """Those of them with something to tell: what an account has asked for first, then whichever
    has been ready for the longest."""
    ripe = _open(kinds, now).filter(
        passed("notices__ripe", now, LOOKING), notices__isnull=False, account__is_active=True
    )
    since = Greatest("notices__ripe", Coalesce("after", "notices__ripe"))
    asked_for = Case(When(kind="post", then=0), default=1)
    return ripe.select_related("account__visitor").order_by(asked_for, since)


def _collect(channel: Channel, now: datetime) -> tuple[list[Notice], list[Seat]]:
    """Everything worth telling now, with the seats of those tables; the rest is seen to."""
    begun = channel.begun or now  # the same again for devices that have not got it yet
    wanted = passed("ripe", begun, LOOKING) | Q(kind="turn", at__lte=begun - FRESH)
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


class Sent(NamedTuple):
    """What has become of a message: it has gone through as a whole, or to some devices only."""

    whole: bool
    devices: Sequence[Device] | None = None


def _tell(channel: Channel, notices: Sequence[Notice], seats: Sequence[Seat]) -> Sent:
    """Send one message; what goes wrong is written down for the owner of the channel."""
    visitor = getattr(channel.account, "visitor", None)
    language = visitor.language if visitor else "en"
    try:
        if channel.kind == "post":
            mails.send(
                channel.address, *account_links.letter(notices[0].kind, channel.account, language)
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
    """Push to the devices that have not got this message yet, as many as a round has time for."""
    begun, until = channel.begun, monotonic() + A_ROUND
    devices = list(channel.account.devices.order_by("pk"))
    before = [d for d in devices if begun and d.told and d.told >= begun]
    done = push.send(
        [device for device in devices if device not in before],
        payload,
        language,
        lambda: monotonic() >= until,
    )
    if done.left:
        return Sent(False, [*done.reached, *done.failed])
    if done.reached or any(not device.problem for device in before):
        return Sent(True)
    problems = [device.problem for device in (*before, *done.failed)]
    if problems:
        _failed(channel, problems[-1])
        return Sent(False)
    with one_writer():  # none is left
        Channel.objects.filter(pk=channel.pk, account__devices=None).delete()
    return Sent(True)


def _put_off(channel: Channel, told: Sequence[Device]) -> None:
    """The other devices have their turn when everybody else has had one."""
    now = timezone.now()
    with one_writer(), transaction.atomic():
        Device.objects.filter(pk__in=[device.pk for device in told]).update(told=now)
        Channel.objects.filter(pk=channel.pk).update(
            begun=channel.begun, after=now, lease_until=None
        )


def _done(channel: Channel, notices: Sequence[Notice]) -> None:
    with one_writer(), transaction.atomic():
        now = Channel.objects.select_for_update().filter(pk=channel.pk)
        now.first()  # nobody adds to it meanwhile
        _strike_out(notices)
        if channel.kind == "post":
            now.filter(~Exists(Notice.objects.filter(channel=OuterRef("pk")))).delete()
        after = timezone.now() + APART[channel.kind]
        now.update(after=after, begun=None, tries=0, problem="", lease_until=None)


def _strike_out(notices: Sequence[Notice]) -> None:
    """As they were read: one that was written anew since is not meant."""
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
