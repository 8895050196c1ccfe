"""Spoiled tables: a log that does not replay stops its own table and nothing else.

Users learn only that it is so, since a line of a log may be secret. The error is logged once,
operators get a report, and the replay is not tried again.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import Error, connection

from chancery import games
from chancery.core import Game
from chancery.core.game_checks import BadGame
from chancery.web.base.refusals import Busy, Spoiled
from chancery.web.base.writer import if_free
from chancery.web.identity.models import Report
from chancery.web.tables.models import Table

log = logging.getLogger("chancery.web.spoiled")
Row = TypeVar("Row")
KEPT = 1000
REPORT = "The log of this table does not replay: chancery admin check {slug}"
MISSING = (
    "The game {game} is not installed, or cannot be played as it is installed now."
    " Its tables are kept, and are shown again when it is back: chancery admin check"
)

_known: OrderedDict[Hashable, bool] = OrderedDict()  # whether it was reported
_lock = threading.Lock()


@contextmanager
def guarded(key: Hashable, table: Table) -> Iterator[None]:
    """Turn any error in a replay of this table, at this version, into Spoiled."""
    with _lock:
        reported = _known.get(key)
    if reported is not None:
        _tell(key, table, reported, REPORT)
        raise Spoiled()
    try:
        yield
    except (Error, Busy, MemoryError, ObjectDoesNotExist, Spoiled):
        raise  # not about the log, or already reported
    except (games.NoGame, BadGame) as error:
        log.error("the table %s cannot be shown: %s", table.slug, error)
        _tell(key, table, False, MISSING)
        raise Spoiled() from None
    except Exception:
        log.exception("the table %s is spoiled and cannot be shown", table.slug)
        _tell(key, table, False, REPORT)
        raise Spoiled() from None


def _tell(key: Hashable, table: Table, reported: bool, text: str) -> None:
    """Report to the operators, once. Inside a transaction, which may fail, this is left for
    later."""
    if not reported and not connection.in_atomic_block:
        reported = if_free(lambda: _report(table, text))
    with _lock:
        _known[key] = reported
        while len(_known) > KEPT:
            _known.popitem(last=False)


def row_of(table: Table, make: Callable[[], Row]) -> Row | None:
    """Return a row of a list about a table; None if it is spoiled, so that others are shown."""
    try:
        with guarded(("row", table.pk, table.version), table):
            return make()
    except Spoiled:
        return None


def game_of(table: Table) -> Game[Any, Any]:
    """Return the game of a table without reading its log; Spoiled if it is not installed."""
    with guarded(("game", table.pk, table.game), table):
        return games.find(table.game)


def _report(table: Table, text: str) -> None:
    text = text.format(slug=table.slug, game=table.game)
    if not Report.objects.filter(table=table, text=text, handled=False).exists():
        Report.objects.create(table=table, text=text)


def forget() -> None:
    """Try spoiled tables again, as they may have been repaired."""
    with _lock:
        _known.clear()
