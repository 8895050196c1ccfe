"""Which bots the house offers: those that take their time only while it can afford them."""

from __future__ import annotations

from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from chancery import bots, games
from chancery.core import BadOption, Game, T
from chancery.web.tables.models import Seat

A_THINKER = 12  # tables that one process of those who think serves well
LATELY = timedelta(hours=1)  # a table where nobody has moved for longer costs nothing


def offered(game: Game[Any, Any]) -> tuple[str, ...]:
    """The bots to choose from, the weakest level first."""
    found = bots.offered(game)
    if any(bots.thinks(kind, game) for kind in found) and not _free():
        return tuple(kind for kind in found if not bots.thinks(kind, game))
    return found


def engage(kind: str, game: Game[Any, Any]) -> None:
    """BadOption if there is no such bot, or if it cannot be had now."""
    bots.make(kind, game, "")
    if bots.thinks(kind, game) and not _free():
        raise BadOption(
            T("All masters are at a table just now. Choose another bot, or try again later.")
        )


def _free() -> bool:
    """Whether one more table with a bot that thinks would keep nobody waiting."""
    if not settings.THINKERS:
        return False
    lately = timezone.now() - LATELY
    busy = Seat.objects.filter(table__over=False, table__touched__gt=lately).exclude(bot="")
    known = games.names()
    thinking = [
        Q(bot=kind, table__game=game)
        for kind, game in busy.values_list("bot", "table__game").distinct()
        if game in known and bots.thinks(kind, games.find(game))
    ]
    if not thinking:
        return True
    tables = busy.filter(reduce(or_, thinking)).values("table").distinct()
    return tables.count() < A_THINKER * settings.THINKERS
