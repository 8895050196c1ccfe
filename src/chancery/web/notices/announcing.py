"""Notices are written down, to be told later.

A notice is a row, written in the transaction of what it is about: so none is lost. What is sent of
it, and when, is in web/messages/sending.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Model
from django.utils import timezone

from chancery.web.base.rows import do, moment
from chancery.web.notices.models import Notice

GRACE = timedelta(minutes=1)  # who answers at once is not told
# the most urgent first
KINDS = ("reminder", "turn", "lapsed", "invited", "full", "begun", "over", "test")


def announce(kind: str, table: Model, accounts_and_seats: Iterable[tuple[int, int | None]]) -> None:
    """Within the transaction of what it is about: tell these accounts, by all their channels.

    "turn" is for seats that were not asked before: told of a question once more, its time of grace
    begins anew.
    """
    if kind not in KINDS:
        raise ValueError(f"no such notice: {kind}")
    whom = list(dict.fromkeys(accounts_and_seats))
    if not whom:
        return
    now = timezone.now()
    ripe = moment(now + (GRACE if kind == "turn" else timedelta()))
    statement = _ANNOUNCE.format(", ".join(["(%s, %s)"] * len(whom)))
    do(statement, [kind, table.pk, ripe, moment(now), *(part for pair in whom for part in pair)])


# What waits already is as good as new: whoever is about to strike it out sees by `at`.
_ANNOUNCE = """
INSERT INTO web_notice (channel_id, kind, table_id, seat, ripe, at)
SELECT c.id, %s, %s, CAST(whom.column2 AS integer), %s, %s
FROM web_channel c JOIN (VALUES {}) AS whom ON whom.column1 = c.account_id
WHERE c."on" AND c.kind IN ('mail', 'hook', 'push') ORDER BY c.id
ON CONFLICT (channel_id, kind, table_id, seat)
DO UPDATE SET at = excluded.at, ripe = excluded.ripe"""


def write_down(notices: Iterable[Notice]) -> None:
    """The same for notices that were made up one by one."""
    Notice.objects.bulk_create(
        notices,
        update_conflicts=True,
        unique_fields=["channel", "kind", "table", "seat"],
        update_fields=["at", "ripe"],
    )
