"""Deadlines: somebody is reminded in time, and after it the game goes on without him."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import OperationalError, transaction
from django.utils import timezone

from chancery.web.base.clock import CLOCK
from chancery.web.base.refusals import Spoiled
from chancery.web.notices import announcing
from chancery.web.tables import leaving, sittings
from chancery.web.tables.models import Seat, Table

log = logging.getLogger("chancery.web.deadlines")
LATE = timedelta(minutes=5)  # a deadline that was not seen to for so long is one too many


def run_once() -> bool:
    """One reminder, or one deadline that has passed; False when there is nothing more to do now.

    What follows cannot be undone: so the time must have passed on two looks a while apart, by a
    clock that goes evenly.
    """
    if not CLOCK.look():
        return False
    now = timezone.now()
    running = Seat.objects.filter(table__over=False, table__closed=False)
    over = running.filter(due__lte=now).order_by("due").values_list("pk", "due")
    late = [(seat, due) for seat, due in over if due is not None]
    soon = running.filter(remind__lte=now, reminded=False, due__isnull=False).order_by("remind")
    near = soon.values_list("pk", "remind", "due")
    ripe = [(seat, at) for seat, at, due in near if at is not None and due and due > now]
    CLOCK.keep([*((seat, "late") for seat, _ in late), *((seat, "soon") for seat, _ in ripe)])
    sure = (seat for seat, due in late if CLOCK.passed((seat, "late"), due))
    if any(_carefully(lapse, seat) for seat in sure):
        return True
    sure = (seat for seat, at in ripe if CLOCK.passed((seat, "soon"), at))
    return any(_carefully(_remind, seat) for seat in sure)


def _carefully(doing: Callable[[Seat], bool], pk: int) -> bool:
    """One table that is spoiled does not stop the clocks of all the others."""
    seat = Seat.objects.select_related("table", "owner").filter(pk=pk).first()
    try:
        return seat is not None and seat.due is not None and doing(seat)
    except OperationalError:
        raise  # a busy database: somebody looks again
    except Spoiled:
        return False  # it is known
    except Exception:
        log.exception("a deadline could not be seen to")
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
    """The time is up: a bot plays on until its owner is back, or the seat is open for others."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=seat.table_id)
        now = Seat.objects.filter(pk=seat.pk, due=seat.due).first()
        if now is None:  # played at the last moment, or another process was quicker
            return False
        owner = now.owner
        leaving.go_on_without(now, table)
        now.save()
        sittings.reschedule(table)
        if owner is not None and owner.account_id is not None:
            announcing.announce("lapsed", table, [(owner.account_id, now.number)])
    return True
