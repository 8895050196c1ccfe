"""Write notices to the outbox; web/delivery/sending.py delivers them later.

A notice is a row written in the transaction of its event, so none is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Model
from django.utils import timezone

from chancery.web.base.sql import db_time, execute
from chancery.web.outbox.models import Notice

GRACE = timedelta(minutes=1)  # no notice to a player who answers at once
# most urgent first
KINDS = ("reminder", "turn", "lapsed", "invited", "full", "begun", "over", "test")


def announce(kind: str, table: Model, accounts_and_seats: Iterable[tuple[int, int | None]]) -> None:
    """Within the transaction of the event: queue a notice for these accounts, on all their
    channels.

    Announcing “turn” once more restarts the grace period.
    """
    if kind not in KINDS:
        raise ValueError(f"no such notice: {kind}")
    whom = list(dict.fromkeys(accounts_and_seats))
    if not whom:
        return
    now = timezone.now()
    ripe = db_time(now + (GRACE if kind == "turn" else timedelta()))
    statement = _ANNOUNCE.format(", ".join(["(%s, %s)"] * len(whom)))
    execute(
        statement, [kind, table.pk, ripe, db_time(now), *(part for pair in whom for part in pair)]
    )


# Rows that wait already are refreshed; a sender that is about to delete one sees that by `at`.
_ANNOUNCE = """
INSERT INTO web_notice (channel_id, kind, table_id, seat, ripe, at)
SELECT c.id, %s, %s, CAST(whom.column2 AS integer), %s, %s
FROM web_channel c JOIN (VALUES {}) AS whom ON whom.column1 = c.account_id
WHERE c."on" AND c.kind IN ('mail', 'hook', 'push') ORDER BY c.id
ON CONFLICT (channel_id, kind, table_id, seat)
DO UPDATE SET at = excluded.at, ripe = excluded.ripe"""


def write_notices(notices: Iterable[Notice]) -> None:
    """Write notices that were built one by one, replacing those that wait already."""
    Notice.objects.bulk_create(
        notices,
        update_conflicts=True,
        unique_fields=["channel", "kind", "table", "seat"],
        update_fields=["at", "ripe"],
    )
