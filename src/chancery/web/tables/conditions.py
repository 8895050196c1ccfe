"""What must hold of a table before somebody sits down, starts or leaves."""

from __future__ import annotations

from chancery.core.refusals import GameOver
from chancery.web.base.refusals import AlreadyStarted, Closed
from chancery.web.tables.models import Table


def still_on(table: Table) -> None:
    """Refused when nothing is played here any more."""
    if table.closed:
        raise Closed()
    if table.over:
        raise GameOver()


def still_waiting(table: Table) -> Table:
    """Within a transaction: the table as it is now, if it still waits."""
    now = Table.objects.select_for_update().get(pk=table.pk)
    if now.closed:
        raise Closed()
    if now.started:
        raise AlreadyStarted()
    return now
