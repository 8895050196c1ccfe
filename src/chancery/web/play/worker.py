"""The bots' worker: takes tables where a bot has to move, by lease, and moves."""

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
from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils import timezone

from chancery.core import Refusal
from chancery.web.accounts import privacy, ratings
from chancery.web.base import cluster, failures, heartbeats, metrics, tracing
from chancery.web.base.clock import CLOCK
from chancery.web.base.models import Count
from chancery.web.base.refusals import Spoiled
from chancery.web.play import deadlines, leases, opponents
from chancery.web.tables import courses, sittings
from chancery.web.tables.models import ARCHIVED, Seat, Table, Work

log = logging.getLogger("chancery.web.worker")
STALE = timedelta(days=30)
TRIED = timedelta(days=7)  # uploads and copies of guests are kept for so long
SWEEP_EVERY = 600  # seconds
TIDY_EVERY = 2  # seconds
DEADLINES_EVERY = 3  # seconds
PAUSE = 0.15  # seconds between two looks for work
SLICE = 1.0  # seconds for one table while others wait
SPOILED = timedelta(minutes=10)  # until a table that failed is retried
# Seconds from the last visible change to the move of a bot, however many choices it had, so that
# people can follow and its thinking time betrays nothing. A bot that needs longer waits for twice
# the time, and so on. 0: at once.
PACE = float(os.environ.get("CHANCERY_BOT_PACE", "0.5"))
MASTER_PACE = float(os.environ.get("CHANCERY_MASTER_PACE", str(3 * PACE)))  # of bots that search


class Moved(Enum):
    """The outcome of looking at a table."""

    NOT = auto()  # no bot has to move
    # another kind of process has to play it: one that searches, or one that does not
    OTHERS = auto()
    HELD = auto()  # the move is planned and waits for its time
    LOOKED = auto()  # something was played, by us or by another process


def sweep() -> int:
    """Delete what is no longer needed: old tables of guests, private copies and tables that
    never started; uploads and copies of guests sooner; guests without tables; expired counters."""
    now = timezone.now()
    kept = Seat.objects.filter(table=OuterRef("pk")).exclude(owner__account=None, player=None)
    passing = Q(private=True) | Q(started=False) | ~Exists(kept)
    stale = Table.objects.filter(passing, touched__lt=now - STALE)
    gone = stale.exclude(rated=True, finished__isnull=False).delete()[0]  # ratings depend on these
    sits = Seat.objects.filter(table=OuterRef("pk")).exclude(owner=None, bot="")
    tried = Q(private=True) | ~Exists(sits)  # a copy to try moves, or an imported record
    guests = Q(host=None) | Q(host__account=None)
    light = Table.objects.filter(tried, guests, weight__gt=0, touched__lt=now - TRIED)
    gone += light.delete()[0]
    gone += privacy.forget_guests(now)
    privacy.forget_networks(now)
    gone += Count.objects.filter(until__lt=now).delete()[0]
    gone += heartbeats.sweep() + cluster.sweep(now)
    _complete_archive(now)
    return int(gone)


def _complete_archive(now: datetime) -> None:
    """Complete the seats of games that have ended on a server of the version before, while the
    servers are upgraded one after the other."""
    lately = Table.objects.filter(ARCHIVED, finished__gt=now - STALE)
    finished = Table.objects.filter(pk=OuterRef("table")).values("finished")
    Seat.objects.filter(archived=None, table__in=lately).update(archived=Subquery(finished))


def tidy() -> None:
    """Checkpoint SQLite's journal, so that no request has to."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


def think_forever(idle: Callable[[], object] = lambda: False) -> None:
    """Serve bots that search until the process ends; `idle` is called when there is no work."""
    while True:
        worked = serve_thinkers() or _guarded(idle)
        close_old_connections()
        if not worked:
            time.sleep(PAUSE)


def serve_thinkers() -> bool:
    """Send heartbeats and serve one table with bots that search."""
    heartbeats.beat_for_parent()
    _guarded(lambda: heartbeats.beat("thinkers"))
    return _guarded(lambda: run_once(True))


def run_forever(*chores: Callable[[], object]) -> None:
    """Serve bots until the process ends, and sweep now and then; `chores` run with the
    deadlines, each until it finds nothing to do."""
    tidied = looked = 0.0
    swept = time.monotonic()  # not at once, as the clock may be wrong after a start
    while True:
        heartbeats.beat_for_parent()
        _guarded(lambda: heartbeats.beat("bots"))
        if time.monotonic() - tidied > TIDY_EVERY:
            tidied = time.monotonic()
            _guarded(tidy)
            _guarded(ratings.count_once)  # seldom, as it looks through all tables
            _guarded(privacy.continue_deletion)
        if time.monotonic() - swept > SWEEP_EVERY:
            swept = time.monotonic()
            if CLOCK.look():
                _guarded(sweep)
        if time.monotonic() - looked > DEADLINES_EVERY:
            looked = time.monotonic()
            for chore in (deadlines.run_once, *chores):
                while _guarded(chore):
                    pass
        worked = _guarded(lambda: run_once(False) if settings.THINKERS else run_once())
        close_old_connections()
        if not worked:
            time.sleep(PAUSE)


def _guarded(step: Callable[[], object]) -> bool:
    """Run a step; errors are logged and do not stop the worker."""
    try:
        return bool(step())
    except (InterfaceError, OperationalError) as error:
        failures.refusal_for(error)  # a busy database is retried, a full disk is logged
        return False
    except Exception:
        log.exception("the bots' worker failed")
        return False


def run_once(thinks: bool | None = None) -> bool:
    """Take one table with work, if there is any, and let its bots move for a moment.

    `thinks`: only bots that search, only others, or (None) both.
    """
    work = leases.take(thinks)
    if work is None:
        return False
    pause: timedelta | None = None
    try:
        if work.died and leases.kills(work):
            opponents.suspend_next(work.table_id)
        _play(work, thinks)
        if work.died:
            leases.forgive(work)
    except (InterfaceError, OperationalError):
        raise  # a busy database: retried
    except Spoiled:
        pause = SPOILED  # reported already; it must not block the others
    except Exception:
        pause = SPOILED
        log.exception("the bots could not move at a table")
    finally:  # also on shutdown
        leases.give_back(work, pause)
    return True


def _play(work: Work, thinks: bool | None = None) -> None:
    """Move until no bot has to, or a move has to wait for its time, or the slice is used up."""
    began = time.monotonic()
    while time.monotonic() - began < SLICE and leases.is_ours(work):
        moved = move(work.table_id, thinks, work)
        if moved is Moved.OTHERS:
            leases.hand_over(work, not thinks)
        if moved is not Moved.LOOKED:
            break


def due(begun: datetime, pace: float, now: datetime) -> datetime:
    """Return when a move planned now is played: a whole number of paces after people last
    noticed a change."""
    begun = min(begun, now)  # the clock may have been set back
    step = timedelta(seconds=pace)
    return begun + max(1, ceil((now - begun) / step)) * step


def move(pk: int, thinks: bool | None = None, work: Work | None = None) -> Moved:
    """Play one move at a table; delete the work if no bot has to move. With `work`, a move that
    people would notice waits for its time."""
    table = Table.objects.get(pk=pk)
    sitting = sittings.load(table)
    playing = table.started and not table.closed
    if thinks is not None and playing and opponents.thinks(sitting, table) != thinks:
        return Moved.OTHERS
    row = None if work is None else leases.current(work)
    if work is not None and row is None:
        return Moved.LOOKED  # another worker has it by now
    plan = row.plan if row is not None else None
    thinking = metrics.PLAN_SECONDS.labels(table.game, thinks is True)
    with metrics.timed(thinking), tracing.span("plan of a bot"):
        next_move = opponents.next_move(sitting, table, plan) if playing else None
    if next_move is None:
        with transaction.atomic():
            # if somebody has moved meanwhile, the work belongs to that move
            now = Table.objects.select_for_update().get(pk=pk)
            if now.touched == table.touched:
                Work.objects.filter(table=table).delete()
                return Moved.NOT
        return Moved.LOOKED
    pace = MASTER_PACE if opponents.thinks(sitting, table) else PACE
    if row is not None and pace and not next_move.kept and opponents.noticed(next_move, sitting):
        until = due(row.begun, pace, timezone.now())
        leases.keep_plan(row, opponents.plan_of(next_move, sitting, table), until)
        return Moved.HELD
    try:
        actions = [action.text for action in next_move.actions]
        sittings.act(table, next_move.seat, actions, sitting.question(next_move.seat))
    except Refusal:
        return Moved.LOOKED  # somebody moved meanwhile: look again
    if table.course:
        courses.note_learned(table)
    return Moved.LOOKED
