"""The bots' worker: takes tables where a bot is to move, by lease, and moves."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import OperationalError, close_old_connections, connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from chancery import bots
from chancery.core import Action, Refusal
from chancery.table import Sitting
from chancery.web import deadlines, privacy, ratings, sittings
from chancery.web.models import Count, Seat, Table, Work

log = logging.getLogger("chancery.web.worker")
LEASE = timedelta(seconds=30)
STALE = timedelta(days=30)
SWEEP_EVERY = 600  # seconds
TIDY_EVERY = 2  # seconds
DEADLINES_EVERY = 3  # seconds
PAUSE = 0.15  # between two looks for work
PACE = float(os.environ.get("CHANCERY_BOT_PACE", "0.5"))  # so that people can follow


def sweep() -> int:
    """What nobody needs any more is cleared away: tables of guests, private copies and tables that
    never started, untouched for long; visitors who are at no table; counts that have run out."""
    now = timezone.now()
    kept = Seat.objects.filter(table=OuterRef("pk")).exclude(owner__account=None, player=None)
    passing = Q(private=True) | Q(started=False) | ~Exists(kept)
    stale = Table.objects.filter(passing, touched__lt=now - STALE)
    gone = stale.exclude(rated=True, finished__isnull=False).delete()[0]  # ratings rest on these
    gone += privacy.forget_guests(now)
    gone += Count.objects.filter(until__lt=now).delete()[0]
    return int(gone)


def tidy() -> None:
    """Move what is in SQLite's journal into the file, so that nobody who moves waits for it."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


def run_forever() -> None:
    """Look for work until the process ends, and sweep now and then."""
    swept = tidied = looked = 0.0
    while True:
        if time.monotonic() - tidied > TIDY_EVERY:
            tidied = time.monotonic()
            _carefully(tidy)
            _carefully(ratings.count_once)  # seldom: it looks through all tables
        if time.monotonic() - swept > SWEEP_EVERY:
            swept = time.monotonic()
            _carefully(sweep)
        if time.monotonic() - looked > DEADLINES_EVERY:
            looked = time.monotonic()
            while _carefully(deadlines.run_once):
                pass
        worked = _carefully(run_once)
        close_old_connections()
        if not worked:
            time.sleep(PAUSE)


def _carefully(step: Callable[[], object]) -> bool:
    """One table or one moment that goes wrong must not end the bots of the whole house."""
    try:
        return bool(step())
    except OperationalError:
        return False  # a busy database: look again
    except Exception:
        log.exception("the bots' worker stumbled")
        return False


def run_once() -> bool:
    """Take one table with work, if there is any, and let its bots move."""
    now = timezone.now()
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    # a table with people at it is played on; one with bots alone only while somebody watches
    wanted = Q(table__seats__owner__isnull=False) | Q(table__watched_until__gt=now)
    work = Work.objects.filter(free & wanted).order_by("pk").first()
    if work is None or not Work.objects.filter(free, pk=work.pk).update(lease_until=now + LEASE):
        return False
    spoiled = False
    try:
        _play(work.table_id)
    except OperationalError:
        raise  # a busy database: somebody looks again
    except Exception:
        # the lease is kept, so that one spoiled table does not stand before all the others
        spoiled = True
        log.exception("a table could not be played on")
    finally:
        if not spoiled:  # also when the process is told to stop
            Work.objects.filter(pk=work.pk).update(lease_until=None)
    return True


def _play(pk: int) -> None:
    """Move until no bot is asked; a table that goes on for long is left for another turn."""
    began = time.monotonic()
    while time.monotonic() - began < LEASE.total_seconds() / 2:
        table = Table.objects.get(pk=pk)
        sitting = sittings.load(table)
        playing = table.started and not table.closed
        move = _next_move(sitting, table) if playing else None
        if move is None:
            with transaction.atomic():
                # somebody may have moved since we looked: then the work is his, not ours
                now = Table.objects.select_for_update().get(pk=pk)
                if now.touched == table.touched:
                    Work.objects.filter(table=table).delete()
                    return
            continue
        seat, action = move
        length = len(sitting.log)
        try:
            sittings.act(table, seat, [action.text], sitting.question(seat))
        except Refusal:
            continue  # somebody moved meanwhile: look again
        shown = sittings.load(table).log[length:]
        if PACE and any(entry.events for entry in shown):
            time.sleep(PACE)


def _next_move(sitting: Sitting, table: Table) -> tuple[int, Action] | None:
    """What a bot does, or what somebody has answered in advance."""
    seats = sittings.seats(table)
    for asked in sitting.state.asked:
        seat = seats[asked.seat]
        if seat.bot:
            return asked.seat, choose(sitting, asked.seat, seat.bot, f"{table.slug}:{table.seed}")
        action = sittings.advance(sitting, seat)
        if action is not None:
            return asked.seat, action
    return None


def choose(sitting: Sitting, seat: int, kind: str, seed: str) -> Action:
    """What the bot does; one that fails plays a random legal action and is reported."""
    state: Any = sitting.state
    asked = state.question(seat)
    legal = state.legal(seat)
    try:
        bot = bots.make(kind, sitting.game, f"{seed}:{seat}:{len(sitting.log)}")
        action = bot.choose(state.view(seat), asked, legal)
        if action in legal:
            return action
        log.error("bot %s chose %s, which is not legal", kind, action)
    except Exception:
        log.exception("bot %s failed", kind)
    spare = bots.make("random", sitting.game, f"{seed}:{len(sitting.log)}")
    return spare.choose(state.view(seat), asked, legal)
