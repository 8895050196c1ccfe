"""Deadlines: remind players in time; afterwards the game goes on without them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import OperationalError, transaction
from django.utils import timezone

from chancery.web.base.clock import CLOCK
from chancery.web.base.refusals import Spoiled
from chancery.web.outbox import announcing
from chancery.web.tables import leaving, sittings
from chancery.web.tables.models import Seat, Table

log = logging.getLogger("chancery.web.deadlines")
LATE = timedelta(minutes=5)  # a deadline that was handled so late counts as an incident


def run_once() -> bool:
    """Send one reminder, or handle one missed deadline; False when there is nothing to do.

    It cannot be undone, so the deadline must have passed at two looks some time apart, by a clock
    that can be trusted.
    """
    if not CLOCK.look():
        return False
    now = timezone.now()
    running = Seat.objects.filter(table__over=False, table__closed=False, bot="")
    over = running.filter(due__lte=now).order_by("due").values_list("pk", "due")
    late = [(seat, due) for seat, due in over if due is not None]
    soon = running.filter(remind__lte=now, reminded=False, due__isnull=False).order_by("remind")
    near = soon.values_list("pk", "remind", "due")
    ripe = [(seat, at) for seat, at, due in near if at is not None and due and due > now]
    CLOCK.keep([*((seat, "late") for seat, _ in late), *((seat, "soon") for seat, _ in ripe)])
    sure = (seat for seat, due in late if CLOCK.passed((seat, "late"), due))
    if any(_guarded(lapse, seat) for seat in sure):
        return True
    sure = (seat for seat, at in ripe if CLOCK.passed((seat, "soon"), at))
    return any(_guarded(_remind, seat) for seat in sure)


def _guarded(doing: Callable[[Seat], bool], pk: int) -> bool:
    """Handle one seat; an error is logged and does not stop the others."""
    seat = Seat.objects.select_related("table", "owner").filter(pk=pk).first()
    try:
        return seat is not None and seat.due is not None and doing(seat)
    except OperationalError:
        raise  # a busy database: retried
    except Spoiled:
        return False  # already reported
    except Exception:
        log.exception("a deadline could not be enforced")
        return False


def _remind(seat: Seat) -> bool:
    with transaction.atomic():
        same = Seat.objects.filter(pk=seat.pk, due=seat.due, reminded=False)
        if not same.update(reminded=True):
            return False
        if seat.owner and seat.owner.account_id:
            announcing.announce("reminder", seat.table, [(seat.owner.account_id, seat.number)])
    return True


def lapse(seat: Seat) -> bool:
    """Handle a missed deadline: a bot plays on until the owner is back, or the seat is open."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=seat.table_id)
        now = Seat.objects.filter(pk=seat.pk, due=seat.due, bot="").first()
        if now is None:  # played at the last moment, or another process was quicker
            return False
        owner = now.owner
        leaving.go_on_without(now, table)
        now.save()
        sittings.reschedule(table)
        if owner is not None and owner.account_id is not None:
            announcing.announce("lapsed", table, [(owner.account_id, now.number)])
    return True
