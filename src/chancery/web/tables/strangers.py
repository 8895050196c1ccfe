"""Strangers' tables: those of accounts first, the latest first, and of each host a few of those
that run and of those that wait: nobody pushes others out of a list.

They are counted by an index without a look at the rows, and read only as far as they are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from django.db import connection

from chancery.web.people.models import Visitor
from chancery.web.tables.filters import Filter

EACH = 3  # tables of one host that strangers are shown in a list
PIECE = 200  # tables that are read at a time: some may be left out
FREE = "SELECT table_id FROM web_seat WHERE owner_id IS NULL AND bot = '' AND invited_id IS NULL"
SHOWN = (
    "t.public AND NOT t.over"
    " AND t.id NOT IN (SELECT table_id FROM web_seat WHERE owner_id = %(visitor)s)"
)
AMONG = {
    "open": f"{SHOWN} AND t.id IN ({FREE})",
    "watch": f"{SHOWN} AND t.started AND t.id NOT IN ({FREE})",
}
COUNT = (
    "SELECT SUM(CASE WHEN host_id IS NOT NULL AND n > %(each)s THEN %(each)s ELSE n END) FROM"
    " (SELECT t.host_id, COUNT(*) AS n FROM web_table t WHERE {} GROUP BY t.host_id, t.started) h"
)
LATEST = (
    "SELECT t.id, t.host_id, t.started FROM web_table t"
    " LEFT JOIN web_visitor v ON v.id = t.host_id"
    " WHERE {} AND v.account_id IS {} AND t.id < %(before)s ORDER BY t.id DESC LIMIT %(many)s"
)
ACCOUNTS, GUESTS = "NOT NULL", "NULL"
NOBODY = -1
LAST = 2**62


class Strangers:
    """The keys of the tables at which others play (`watch`), or where anybody may sit (`open`)."""

    def __init__(self, visitor: Visitor | None, which: str, wanted: Filter | None = None) -> None:
        wanted = wanted or Filter()
        self._named: dict[str, int | str] = {
            "visitor": NOBODY if visitor is None else visitor.pk, "game": wanted.game,
        }  # fmt: skip
        self._among = AMONG[which] + wanted.holds(which)

    def count(self) -> int:
        """How many tables of strangers the visitor is shown, on all pages."""
        with connection.cursor() as cursor:
            cursor.execute(COUNT.format(self._among), {**self._named, "each": EACH})
            return int(cursor.fetchone()[0] or 0)

    def __getitem__(self, part: slice) -> list[int]:
        found = list(islice(self._few_of_each(ACCOUNTS), part.stop))
        if len(found) < part.stop:
            found += islice(self._few_of_each(GUESTS), part.stop - len(found))
        return found[part]

    def _few_of_each(self, whose: str) -> Iterator[int]:
        """The latest tables of each host, read piece by piece."""
        seen: Counter[tuple[int, bool]] = Counter()
        before, many = LAST, PIECE
        while True:
            with connection.cursor() as cursor:
                named = {**self._named, "before": before, "many": many}
                cursor.execute(LATEST.format(self._among, whose), named)
                piece = cursor.fetchall()
            for pk, host, started in piece:
                host = host or -pk  # without one each stands for itself
                seen[host, started] += 1
                if seen[host, started] <= EACH:
                    yield pk
            if len(piece) < many:
                return
            before, many = piece[-1][0], 2 * many
