"""Tables that begin with the log, or a position, of another table or record."""

from __future__ import annotations

from django.db import transaction

from chancery.core.refusals import GameOver
from chancery.table import Sitting
from chancery.web.base import limits
from chancery.web.base.refusals import NotImported, SeatTaken
from chancery.web.identity.models import Visitor
from chancery.web.tables import fairness, quotas, sittings
from chancery.web.tables.models import Seat, Table


def copy_of(
    sitting: Sitting,
    length: int,
    visitor: Visitor,
    names: list[str],
    imported: bool = False,
    source: Table | None = None,
) -> Table:
    """Create a private table from the log of another; the visitor plays all seats.

    He knows the seed, or may have made up the whole log. `source` is the running game without hints
    from which it was copied (fairness.py).
    """
    weight = quotas.weight_of(sitting, length)
    quotas.check_storage(visitor, weight)
    with transaction.atomic():
        table = Table.objects.create(
            **sittings.beginning(sitting),
            host=visitor,
            private=True,
            imported=imported,
            importer=visitor if imported else None,
            source=source,
            weight=weight,
        )
        for number in range(len(sitting.seats)):
            Seat.objects.create(table=table, number=number, owner=visitor, name=names[number])
        sittings.store(table, sitting.until(length))
    return table


def play_on(
    table: Table, visitor: Visitor, number: int | None, length: int, public: bool = False
) -> Table:
    """Open a table for others with the position of an imported game; only its importer may.

    The importer knows its seed or has made it up, so a new seed is drawn when the table starts, and
    the table says for good where it came from.
    """
    if not (table.imported and table.private and table.host_id == visitor.pk):
        raise NotImported()
    fairness.check_copy(table)
    sitting = sittings.load(table)
    state = sitting.at(length)
    if state.result is not None:
        raise GameOver()
    if number is None or number not in range(len(sitting.seats)):
        raise SeatTaken()
    limits.spend("tables", str(visitor.pk))
    weight = quotas.weight_of(sitting, length)
    quotas.check_storage(visitor, weight)
    with transaction.atomic():
        copy = Table.objects.create(
            game=table.game,
            rules=state.rules,
            options=dict(state.options),
            data=state.frame.data,
            position=state.plain(),
            host=visitor,
            public=public,
            started=False,
            asked="",
            imported=True,
            importer=visitor,
            weight=weight,
        )
        seats = [Seat(table=copy, number=other) for other in range(len(sitting.seats))]
        seats[number].owner, seats[number].name = visitor, visitor.name
        Seat.objects.bulk_create(seats)
    return copy
