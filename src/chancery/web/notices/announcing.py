"""Notices are written down, to be told later.

A notice is a row, written in the transaction of what it is about: so none is lost. What is sent of
it, and when, is in web/messages/sending.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Model
from django.utils import timezone

from chancery.web.notices.models import Channel, Notice

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
    seats: dict[int, set[int | None]] = {}
    for account, seat in accounts_and_seats:
        seats.setdefault(account, set()).add(seat)
    if not seats:
        return
    ripe = timezone.now() + (GRACE if kind == "turn" else timedelta())
    channels = Channel.objects.filter(account__in=seats, on=True, kind__in=("mail", "hook"))
    write_down(
        Notice(channel_id=channel, kind=kind, table=table, seat=seat, ripe=ripe)
        for channel, account in channels.order_by("pk").values_list("pk", "account")
        for seat in seats[account]
    )


def write_down(notices: Iterable[Notice]) -> None:
    """What waits already is as good as new: whoever is about to strike it out sees by `at`."""
    Notice.objects.bulk_create(
        notices,
        update_conflicts=True,
        unique_fields=["channel", "kind", "table", "seat"],
        update_fields=["at", "ripe"],
    )
