"""Which bots the house offers: those that take their time only while it can afford them.

They are shared out: one host, or the guests of one network together, have a third of them at most.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from chancery import bots, games
from chancery.core import BadOption, Game
from chancery.core.words import T, Text
from chancery.web.people import shares
from chancery.web.people.models import Visitor
from chancery.web.tables.models import Seat, Table

A_THINKER = 12  # tables that one process of those who think serves well
A_SHARE = 4  # of these, for one host or for the guests of one network
LATELY = timedelta(hours=1)  # a table where nobody has moved for longer costs nothing


def offered(game: Game[Any, Any], refused: Text | None) -> tuple[str, ...]:
    """The bots to choose from, the weakest level first; `refused` is what `refusal` has said."""
    found = bots.offered(game)
    if refused is None:
        return found
    return tuple(kind for kind in found if not bots.thinks(kind, game))


def missing(game: Game[Any, Any], refused: Text | None) -> Text | None:
    """What is said where bots that think are not offered now, though the house has them."""
    thinks = any(bots.thinks(kind, game) for kind in bots.offered(game))
    return refused if settings.THINKERS and thinks else None


def engage(kind: str, game: Game[Any, Any], visitor: Visitor, table: Table | None = None) -> None:
    """BadOption if there is no such bot, or if this host cannot have it now, at a new table or at
    the one named."""
    bots.make(kind, game, "")
    if bots.thinks(kind, game):
        refused = refusal(visitor, table)
        if refused is not None:
            raise BadOption(refused)
        shares.keep(visitor)


def refusal(visitor: Visitor | None, table: Table | None = None) -> Text | None:
    """Why this host can have no bot that thinks now, at a new table or at the one named; None if
    he can."""
    used = _used(None if table is None else table.pk)
    if used.total() >= A_THINKER * settings.THINKERS:
        return T("All masters are at a table just now. Choose another bot, or try again later.")
    most = A_SHARE * settings.THINKERS
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
    """The tables where a bot that thinks may be asked soon, by the share of their hosts."""
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
    found = busy.filter(reduce(or_, thinking)).annotate(share=shares.named("table__host"))
    tables = dict(found.values_list("table", "share"))
    return Counter(share for table, share in tables.items() if table != but)
