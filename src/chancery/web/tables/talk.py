"""Talk: that of a table belongs to those who sit there, and those who watch have their own.

While a game runs neither hears the other, nor that anything was said; when it is over both are
open. Whoever has held a seat belongs to the table for good. Before the start so do the host and
those who are invited by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from chancery.web.people.models import Visitor
from chancery.web.tables.models import Held, Seat, Table, Talk

SHOWN = 60  # the last lines
LONGEST = 500


def belongs(table: Table, seats: Sequence[Seat], visitor: Visitor | None) -> bool:
    """Whether somebody is of the table, and does not watch only."""
    if visitor is None:
        return False
    if any(seat.owner_id == visitor.pk for seat in seats):
        return True
    if table.started:
        return bool(Held.objects.filter(table=table, visitor=visitor).exists())
    account = visitor.account_id
    invited = account is not None and any(seat.invited_id == account for seat in seats)
    return invited or table.host_id == visitor.pk


class Count(NamedTuple):
    """How far a table is, as its row says."""

    version: int
    talked: int  # lines at the table
    aside: int  # lines of those who watch
    over: bool
    seating: int  # grows when somebody sits down or goes

    def audible(self, inside: bool) -> tuple[int, int]:
        """How many lines of either talk somebody may read, who is of the table or is not."""
        return (
            self.talked if inside or self.over else 0,
            self.aside if not inside or self.over else 0,
        )

    def noticed(self, inside: bool) -> int:
        """What grows whenever there is something new for him: talk that he may not read must not
        even be countable."""
        return self.version + sum(self.audible(inside))


def count(table: Table) -> Count:
    """How far a table is."""
    return Count(table.version, table.talked, table.aside, table.over, table.seating)


def lines(table: Table, inside: bool) -> list[Talk]:
    """The last lines that somebody may read."""
    return _lines(table.slug, *count(table).audible(inside))


@lru_cache(maxsize=1000)
def _lines(slug: str, talked: int, aside: int) -> list[Talk]:
    """By how many there are: what was read once need not be read again."""
    if not talked and not aside:
        return []
    heard = [aside for aside, lines in ((False, talked), (True, aside)) if lines]
    found = Talk.objects.filter(aside__in=heard, table__slug=slug)
    return list(found.order_by("-pk")[:SHOWN])[::-1]
