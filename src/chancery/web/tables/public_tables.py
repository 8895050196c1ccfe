"""The lists of public tables: what a reader filters them by, and the keys of those to show.

Tables of account holders come first, then the latest; of each host only a few that run and a few
that wait are listed, so that nobody can push others out. They are counted by an index without
reading rows, and read only as far as they are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple
from urllib.parse import urlencode

from django.db import connection

from chancery import games
from chancery.web.identity.models import Visitor

BOTS = "t.id {} (SELECT table_id FROM web_seat WHERE bot <> '')"
# filters of open tables as in an address: each value, and its condition in SQL
KINDS: dict[str, dict[str, str]] = {
    "rated": {"yes": "t.rated", "no": "NOT t.rated"},
    "pace": {"live": "t.pace = 0", "days": "t.pace > 0"},
    "bots": {"with": BOTS.format("IN"), "without": BOTS.format("NOT IN")},
}


class Filter(NamedTuple):
    """A filter of the lists of tables: by game, and open tables also by how they are played."""

    game: str = ""
    rated: str = ""
    pace: str = ""
    bots: str = ""

    @property
    def query(self) -> str:
        """Return the filter as a query string; empty if everything is shown."""
        return urlencode({name: value for name, value in self._asdict().items() if value})

    def holds(self, which: str) -> str:
        """Return the conditions on a row `t` of a public list, as SQL.

        The only text from outside, the game, is passed as a parameter.
        """
        conditions = ["t.game = %(game)s"] if self.game else []
        if which == "open":
            chosen = [(name, getattr(self, name)) for name in KINDS]
            conditions += [KINDS[name][value] for name, value in chosen if value]
        return "".join(f" AND {one}" for one in conditions)


def filter_in(sent: Mapping[str, str]) -> Filter:
    """Read a filter from an address; ignores values that do not exist."""
    game = sent.get("game", "")
    chosen = {name: sent.get(name, "") for name in KINDS}
    return Filter(
        game if game in games.names() else "",
        **{name: value if value in KINDS[name] else "" for name, value in chosen.items()},
    )


PER_HOST = 3  # tables of one host in a list
PIECE = 200  # tables read at a time, some of which may be skipped
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


class PublicTables:
    """The keys of public tables: games to watch (`watch`) or with a free seat (`open`), lazily
    paged."""

    def __init__(self, visitor: Visitor | None, which: str, wanted: Filter | None = None) -> None:
        wanted = wanted or Filter()
        self._named: dict[str, int | str] = {
            "visitor": NOBODY if visitor is None else visitor.pk, "game": wanted.game,
        }  # fmt: skip
        self._among = AMONG[which] + wanted.holds(which)

    def count(self) -> int:
        """Return how many tables the visitor is shown, on all pages together."""
        with connection.cursor() as cursor:
            cursor.execute(COUNT.format(self._among), {**self._named, "each": PER_HOST})
            return int(cursor.fetchone()[0] or 0)

    def __getitem__(self, part: slice) -> list[int]:
        tables = list(islice(self._few_of_each(ACCOUNTS), part.stop))
        if len(tables) < part.stop:
            tables += islice(self._few_of_each(GUESTS), part.stop - len(tables))
        return tables[part]

    def _few_of_each(self, whose: str) -> Iterator[int]:
        """Yield the latest tables of each host, reading in growing pieces."""
        seen: Counter[tuple[int, bool]] = Counter()
        before, many = LAST, PIECE
        while True:
            with connection.cursor() as cursor:
                named = {**self._named, "before": before, "many": many}
                cursor.execute(LATEST.format(self._among, whose), named)
                piece = cursor.fetchall()
            for pk, host, started in piece:
                host = host or -pk  # a table without host counts for itself
                seen[host, started] += 1
                if seen[host, started] <= PER_HOST:
                    yield pk
            if len(piece) < many:
                return
            before, many = piece[-1][0], 2 * many
