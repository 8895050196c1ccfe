"""Advice: where bots help players, with hints or by playing on, and where they do not.

Rated tables and tournaments have no hints, and other tables as their host has decided. Nor has a
copy of such a table while the game that it was copied from goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from chancery.core.chance import commitment
from chancery.table import Sitting
from chancery.table.seen import Remembered
from chancery.web.base.refusals import NoHints, NoHintsYet
from chancery.web.people.models import Visitor
from chancery.web.tables.models import Held, Seat, Table

_UNAIDED = Q(rated=True) | Q(hints=False) | Q(match__isnull=False)


def allowed(table: Table) -> bool:
    """Whether the terms of a table allow hints. Its tournament, if any, is not looked up."""
    return table.hints and not table.rated


def withheld(table: Table) -> bool:
    """Whether no hints are shown on the page of a table."""
    return not allowed(table) or copied(table)


def copied(table: Table) -> bool:
    """Whether a table is a copy of one without hints whose game goes on."""
    return table.source_id is not None and _running().filter(pk=table.source_id).exists()


def check(table: Table) -> None:
    """Refuse a hint where there are none."""
    if Table.objects.filter(_UNAIDED, pk=table.pk).exists():
        raise NoHints()
    check_copy(table)


def check_copy(table: Table) -> None:
    """Refuse whatever would help with a game elsewhere: bots that play on, an analysis, hints."""
    if copied(table):
        raise NoHintsYet()


def source_of(table: Table) -> Table | None:
    """Return what a copy of this table is a copy of, at first hand; None if that is open to all."""
    return _running().filter(pk=table.source_id or table.pk).first()


def source_of_file(found: Sitting | Remembered, visitor: Visitor) -> Table | None:
    """Return the running game without hints that a file was saved from, as far as one can tell.

    The digest of its seed names a table. As a file can be changed, what somebody opens who plays
    such a game himself with the same options counts as a part of it, unless it is a whole game from
    the set-up to its end.
    """
    sitting = found.guess if isinstance(found, Remembered) else found
    frame = sitting.start.frame
    named = None if found.commitment is None else _called(found.commitment, frame.game)
    whole = found is sitting and sitting.state.result is not None and sitting.position is None
    if named is not None or whole:
        return named
    held = Held.objects.filter(visitor=visitor).values("table")
    own = _running().filter(pk__in=held, game=frame.game)
    return next((table for table in own if table.options == dict(frame.options)), None)


def _called(digest: str, game: str) -> Table | None:
    """Return the running game without hints with this digest of its seed, or with such a copy."""
    guarded = Q(_UNAIDED, over=False) | Q(source__over=False)
    seeds = Table.objects.filter(guarded, game=game, started=True, seed__isnull=False)
    named = (
        table for table in seeds.only("seed", "source") if commitment(str(table.seed)) == digest
    )
    return next((source for table in named if (source := source_of(table)) is not None), None)


def _running() -> QuerySet[Table]:
    """Games without hints that go on."""
    return Table.objects.filter(_UNAIDED, started=True, over=False)


def said(table: Table, seats: Sequence[Seat]) -> str:
    """What everybody is told about hints before he sits down, as the name of its words; nothing
    where nobody else can play."""
    people = {seat.owner_id for seat in seats if seat.owner_id is not None}
    free = any(seat.owner_id is None and not seat.bot for seat in seats)
    if table.private or table.course or (len(people) < 2 and not free):
        return ""
    return "hints_allowed" if allowed(table) else "no_hints"
