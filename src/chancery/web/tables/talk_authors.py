"""Who wrote a line of talk: for lines of before that was written down, as well as can be told."""

from __future__ import annotations

from django.db.models import QuerySet

from chancery.web.tables.models import Held, Seat, Talk


def attribute(talk: QuerySet[Talk], seats: QuerySet[Seat], held: QuerySet[Held]) -> None:
    """Find the authors of lines that have none: by the name that was shown, at the same table.

    Where two people had the same name there, nobody is found. What is given are all rows of a kind.
    """
    unknown = talk.filter(by=None).exclude(name="")
    for table in list(unknown.order_by("table").values_list("table", flat=True).distinct()):
        here = seats.filter(table=table).values_list("name", "owner", "player__visitor")
        called = [(name, owner or player) for name, owner, player in here if name]
        called += held.filter(table=table).values_list("visitor__name", "visitor")
        lines = unknown.filter(table=table)
        for shown in set(lines.values_list("name", flat=True)):
            found = {who for name, who in called if who and is_called(shown, name)}
            if len(found) == 1:
                lines.filter(name=shown).update(by=found.pop())


def is_called(shown: str, name: str) -> bool:
    """Whether somebody of this name is shown so: alone, with his seat, or with a kind of bot."""
    return bool(name) and (shown == name or shown.startswith(f"{name} ("))
