"""Talk at a table: the players have theirs, spectators another one.

While a game runs neither side reads the other, nor learns that anything was said; afterwards both
are open. Anybody who has held a seat belongs to the players for good; before the start, so do the
host and those who are invited by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from chancery.web.base import limits
from chancery.web.base.refusals import Empty
from chancery.web.base.user_input import clean
from chancery.web.identity.models import Visitor
from chancery.web.tables import quotas, sittings
from chancery.web.tables.models import Held, Seat, Table, Talk

SHOWN = 60  # lines, the last ones
LONGEST = 500


def belongs(table: Table, seats: Sequence[Seat], visitor: Visitor | None) -> bool:
    """Return whether a visitor belongs to the players, rather than only watching."""
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
    """The counters in the row of a table."""

    version: int
    talked: int  # lines among the players
    aside: int  # lines among the spectators
    over: bool
    seating: int  # grows when somebody sits down or leaves

    def audible(self, inside: bool) -> tuple[int, int]:
        """Return how many lines of either talk a reader may see."""
        return (
            self.talked if inside or self.over else 0,
            self.aside if not inside or self.over else 0,
        )

    def noticed(self, inside: bool) -> int:
        """Return a number that grows with everything a reader may notice; lines that he may not
        read must not even be countable."""
        return self.version + sum(self.audible(inside))


def count(table: Table) -> Count:
    """Return the counters in the row of a table."""
    return Count(table.version, table.talked, table.aside, table.over, table.seating)


def lines(table: Table, inside: bool) -> list[Talk]:
    """Return the last lines that a reader may see."""
    return _lines(table.slug, *count(table).audible(inside))


@lru_cache(maxsize=1000)
def _lines(slug: str, talked: int, aside: int) -> list[Talk]:
    """Read lines; cached by their numbers, which change with every new line."""
    if not talked and not aside:
        return []
    heard = [aside for aside, lines in ((False, talked), (True, aside)) if lines]
    audible = Talk.objects.filter(aside__in=heard, table__slug=slug)
    return list(audible.order_by("-pk")[:SHOWN])[::-1]


def say(table: Table, visitor: Visitor, inside: bool, name: str, text: str) -> None:
    """Add a line to the talk of the players or of the spectators, unnoticed by the others."""
    text = clean(text, LONGEST)
    if not text:
        raise Empty()
    limits.spend("talk", str(visitor.pk))
    quotas.check_storage(visitor)
    counted = {"talked": F("talked") + 1} if inside else {"aside": F("aside") + 1}
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(touched=timezone.now(), **counted)
        Talk.objects.create(
            table=table, by=visitor, name=name[:60] or "…", text=text, aside=not inside
        )
        sittings.notify(table.slug)


def attribute(talk: QuerySet[Talk], seats: QuerySet[Seat], held: QuerySet[Held]) -> None:
    """Find the authors of old lines, by the names shown at the same table; pass all rows.

    Lines stay without author where two people had the same name.
    """
    unknown = talk.filter(by=None).exclude(name="")
    for table in list(unknown.order_by("table").values_list("table", flat=True).distinct()):
        shown_here = seats.filter(table=table).values_list("name", "owner", "player__visitor")
        names_here = [(name, owner or player) for name, owner, player in shown_here if name]
        names_here += held.filter(table=table).values_list("visitor__name", "visitor")
        lines = unknown.filter(table=table)
        for shown in set(lines.values_list("name", flat=True)):
            authors = {author for name, author in names_here if author and is_called(shown, name)}
            if len(authors) == 1:
                lines.filter(name=shown).update(by=authors.pop())


def is_called(shown: str, name: str) -> bool:
    """Return whether a name is shown like this: alone, with its seat, or with a kind of bot."""
    return bool(name) and (shown == name or shown.startswith(f"{name} ("))
