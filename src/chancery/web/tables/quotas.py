"""Quotas: how much of what is scarce one host, or all guests together, may use.

Storage: whatever is uploaded or copied for a table (a record, a data file) counts by its size.
Guests may store a limited amount a day (web/base/limits.py) and in all, and nothing once the disk
is nearly full, so that running games can go on.

Bots that search (“masters”) are offered only while the machine can serve them. One host, or the
guests of one network together, have at most a third of them.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Q, Sum
from django.utils import timezone

from chancery import bots, games
from chancery.core import BadOption, Game
from chancery.core.words import T, Text
from chancery.table import Sitting
from chancery.web.base import failures, limits
from chancery.web.base.refusals import GuestsFull, HouseFull
from chancery.web.identity import shares
from chancery.web.identity.models import Visitor
from chancery.web.tables.models import Seat, Table

LINE_BYTES = 100  # bytes of a line of a log
GUESTS_BYTES = 500_000_000  # bytes that all guests together may have stored
TABLES_PER_THINKER = 12  # tables that one thinker process (`serve --thinkers`) serves well
HOST_SHARE = 4  # of these, for one host or the guests of one network
LATELY = timedelta(hours=1)  # a table without moves for longer costs nothing


def weight_of(sitting: Sitting, length: int) -> int:
    """Estimate the bytes that a sitting takes up to this length, with what it began with."""
    position: Any = sitting.position
    begun = len(json.dumps(position)) if position else 0
    return len(sitting.start.frame.data or "") + begun + LINE_BYTES * length


def check_storage(visitor: Visitor, weight: int = 0) -> None:
    """Refuse if a visitor may not store so much more."""
    if weight:
        limits.spend("bytes", str(visitor.pk), weight)
    if visitor.account_id is not None or limits.OFF:
        return
    if connection.vendor == "sqlite" and failures.free_bytes() < failures.RESERVED:
        failures.log_once("little disk space is left: guests cannot store anything more")
        raise HouseFull()
    if weight:
        guests = Table.objects.filter(Q(host=None) | Q(host__account=None), weight__gt=0)
        if (guests.aggregate(all=Sum("weight"))["all"] or 0) + weight > GUESTS_BYTES:
            raise GuestsFull()


def offered_bots(game: Game[Any, Any], refused: Text | None) -> tuple[str, ...]:
    """Return the bots to choose from, weakest first; `refused` comes from `bot_refusal`."""
    offered = bots.offered(game)
    if refused is None:
        return offered
    return tuple(kind for kind in offered if not bots.thinks(kind, game))


def no_masters(game: Game[Any, Any], refused: Text | None) -> Text | None:
    """Return why bots that search are not offered now, if the site has any."""
    thinks = any(bots.thinks(kind, game) for kind in bots.offered(game))
    return refused if settings.THINKERS and thinks else None


def check_bot(
    kind: str, game: Game[Any, Any], visitor: Visitor, table: Table | None = None
) -> None:
    """Raise BadOption if there is no such bot, or if this host cannot have it now, at a new table
    or at the given one. Call it in the transaction that saves the seat, which is what counts."""
    bots.make(kind, game, "")
    if bots.thinks(kind, game):
        shares.lock()
        refused = bot_refusal(visitor, table)
        if refused is not None:
            raise BadOption(refused)
        shares.store(visitor)


def bot_refusal(visitor: Visitor | None, table: Table | None = None) -> Text | None:
    """Return why a host can have no bot that searches now, at a new table or at the given one; None
    if he can."""
    used = _used(None if table is None else table.pk)
    if used.total() >= TABLES_PER_THINKER * settings.THINKERS:
        return T("All masters are at a table just now. Choose another bot, or try again later.")
    most = HOST_SHARE * settings.THINKERS
    if used[shares.of(visitor)] < most:
        return None
    if shares.is_shared():
        return T(
            "Guests from your network already have {n} tables with masters. Log in, choose another"
            " bot, or try again later.",
            n=most,
        )
    return T(
        "You already have {n} tables with masters. Finish one of them first, or choose another"
        " bot.",
        n=most,
    )


def _used(but: int | None) -> Counter[str | None]:
    """Count the tables where a bot that searches may have to move soon, by share of their hosts."""
    if not settings.THINKERS:
        return Counter()
    lately = timezone.now() - LATELY
    busy = Seat.objects.filter(table__over=False, table__touched__gt=lately).exclude(bot="")
    known = games.names()
    thinking = [
        Q(bot=kind, table__game=game)
        for kind, game in busy.values_list("bot", "table__game").distinct()
        if game in known and bots.thinks(kind, games.find(game))
    ]
    if not thinking:
        return Counter()
    used = busy.filter(reduce(or_, thinking)).annotate(share=shares.column("table__host"))
    tables = dict(used.values_list("table", "share"))
    return Counter(share for table, share in tables.items() if table != but)
