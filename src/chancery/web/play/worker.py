"""The bots' worker: takes tables where a bot is to move, by lease, and moves."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import Enum, auto
from math import ceil

from django.conf import settings
from django.db import (
    InterfaceError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from chancery.core import Refusal
from chancery.web.accounts import privacy, ratings
from chancery.web.base import beats, trouble
from chancery.web.base.clock import CLOCK
from chancery.web.base.models import Count
from chancery.web.base.refusals import Spoiled
from chancery.web.play import deadlines, leases, opponents
from chancery.web.tables import courses, sittings
from chancery.web.tables.models import Seat, Table, Work

log = logging.getLogger("chancery.web.worker")
STALE = timedelta(days=30)
TRIED = timedelta(days=7)  # what a guest has sent or copied is kept for so long
SWEEP_EVERY = 600  # seconds
TIDY_EVERY = 2  # seconds
DEADLINES_EVERY = 3  # seconds
PAUSE = 0.15  # between two looks for work
SLICE = 1.0  # seconds that one table may have, while others wait
SPOILED = timedelta(minutes=10)  # before a table that could not be played on is tried again
# Seconds from what people last noticed to the move of a bot, whatever it had to choose from: people
# can follow, and how long it has thought tells nobody anything. A bot that needs longer waits for
# twice the time, and so on. 0: at once.
PACE = float(os.environ.get("CHANCERY_BOT_PACE", "0.5"))
MASTER_PACE = float(os.environ.get("CHANCERY_MASTER_PACE", str(3 * PACE)))  # of those who think


class Moved(Enum):
    """What became of a look at a table."""

    NOT = auto()  # no bot is asked
    OTHERS = auto()  # one that takes its time, or one that does not, whoever else does that
    HELD = auto()  # the move is decided on, and waits for its time
    LOOKED = auto()  # something has been played, by us or by somebody else


def sweep() -> int:
    """What nobody needs any more is cleared away: tables of guests, private copies and tables that
    never started, untouched for long; what guests have sent or copied, sooner; visitors who are at
    no table; counts that have run out."""
    now = timezone.now()
    kept = Seat.objects.filter(table=OuterRef("pk")).exclude(owner__account=None, player=None)
    passing = Q(private=True) | Q(started=False) | ~Exists(kept)
    stale = Table.objects.filter(passing, touched__lt=now - STALE)
    gone = stale.exclude(rated=True, finished__isnull=False).delete()[0]  # ratings rest on these
    sits = Seat.objects.filter(table=OuterRef("pk")).exclude(owner=None, bot="")
    tried = Q(private=True) | ~Exists(sits)  # a copy to try moves, a record to look at
    guests = Q(host=None) | Q(host__account=None)
    light = Table.objects.filter(tried, guests, weight__gt=0, touched__lt=now - TRIED)
    gone += light.delete()[0]
    gone += privacy.forget_guests(now)
    privacy.forget_networks(now)
    gone += Count.objects.filter(until__lt=now).delete()[0]
    gone += beats.sweep()
    return int(gone)


def tidy() -> None:
    """Move what is in SQLite's journal into the file, so that nobody who moves waits for it."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


def think_forever(idle: Callable[[], object] = lambda: False) -> None:
    """Look for work of those who take their time, until the process ends; `idle` is what is done
    while nobody waits."""
    while True:
        worked = serve_thinkers() or _carefully(idle)
        close_old_connections()
        if not worked:
            time.sleep(PAUSE)


def serve_thinkers() -> bool:
    """A sign of life, and one table of those who take their time."""
    beats.live()
    _carefully(lambda: beats.beat("thinkers"))
    return _carefully(lambda: run_once(True))


def run_forever(*chores: Callable[[], object]) -> None:
    """Look for work until the process ends, and sweep now and then; the chores of rooms above are
    done with the deadlines, each until it finds nothing more to do."""
    tidied = looked = 0.0
    swept = time.monotonic()  # not at once: a clock that is wrong for a moment must not sweep
    while True:
        beats.live()
        _carefully(lambda: beats.beat("bots"))
        if time.monotonic() - tidied > TIDY_EVERY:
            tidied = time.monotonic()
            _carefully(tidy)
            _carefully(ratings.count_once)  # seldom: it looks through all tables
            _carefully(privacy.go_on)
        if time.monotonic() - swept > SWEEP_EVERY:
            swept = time.monotonic()
            if CLOCK.look():
                _carefully(sweep)
        if time.monotonic() - looked > DEADLINES_EVERY:
            looked = time.monotonic()
            for chore in (deadlines.run_once, *chores):
                while _carefully(chore):
                    pass
        worked = _carefully(lambda: run_once(False) if settings.THINKERS else run_once())
        close_old_connections()
        if not worked:
            time.sleep(PAUSE)


def _carefully(step: Callable[[], object]) -> bool:
    """One table or one moment that goes wrong must not end the bots of the whole house."""
    try:
        return bool(step())
    except (InterfaceError, OperationalError) as error:
        trouble.refusal(error)  # a busy database: look again; a full one is said
        return False
    except Exception:
        log.exception("the bots' worker stumbled")
        return False


def run_once(thinks: bool | None = None) -> bool:
    """Take one table with work, if there is any, and let its bots move for a moment.

    Those that take their time, those that do not, or (None) all of them.
    """
    work = leases.take(thinks)
    if work is None:
        return False
    pause: timedelta | None = None
    try:
        _play(work, thinks)
    except (InterfaceError, OperationalError):
        raise  # a busy database: somebody looks again
    except Spoiled:
        pause = SPOILED  # it is known, and does not stand before all the others
    except Exception:
        pause = SPOILED
        log.exception("a table could not be played on")
    finally:  # also when the process is told to stop
        leases.give_back(work, pause)
    return True


def _play(work: Work, thinks: bool | None = None) -> None:
    """Move until no bot is asked, or until a move has to wait for its time. Nobody waits here: a
    table that goes on for long is left for another turn."""
    began = time.monotonic()
    while time.monotonic() - began < SLICE and leases.ours(work):
        moved = move(work.table_id, thinks, work)
        if moved is Moved.OTHERS:
            leases.hand_over(work, not thinks)
        if moved is not Moved.LOOKED:
            break


def due(begun: datetime, pace: float, now: datetime) -> datetime:
    """When a move that is decided on now is played: a whole number of paces after people last
    noticed something."""
    begun = min(begun, now)  # a clock may have been set back
    step = timedelta(seconds=pace)
    return begun + max(1, ceil((now - begun) / step)) * step


def move(pk: int, thinks: bool | None = None, work: Work | None = None) -> Moved:
    """One move at a table; when no bot is asked there, the work is struck out. With `work`, under
    whose lease it is done, a move that people would notice waits for its time."""
    table = Table.objects.get(pk=pk)
    sitting = sittings.load(table)
    playing = table.started and not table.closed
    if thinks is not None and playing and opponents.thinks(sitting, table) != thinks:
        return Moved.OTHERS
    row = None if work is None else leases.anew(work)
    if work is not None and row is None:
        return Moved.LOOKED  # another worker has it by now
    plan = row.plan if row is not None else None
    found = opponents.next_move(sitting, table, plan) if playing else None
    if found is None:
        with transaction.atomic():
            # somebody may have moved since we looked: then the work is his, not ours
            now = Table.objects.select_for_update().get(pk=pk)
            if now.touched == table.touched:
                Work.objects.filter(table=table).delete()
                return Moved.NOT
        return Moved.LOOKED
    pace = MASTER_PACE if opponents.thinks(sitting, table) else PACE
    if row is not None and pace and not found.kept and opponents.noticed(found, sitting):
        until = due(row.begun, pace, timezone.now())
        leases.hold(row, opponents.plan_of(found, sitting, table), until)
        return Moved.HELD
    try:
        actions = [action.text for action in found.actions]
        sittings.act(table, found.seat, actions, sitting.question(found.seat))
    except Refusal:
        return Moved.LOOKED  # somebody moved meanwhile: look again
    if table.course:
        courses.note(table)
    return Moved.LOOKED
