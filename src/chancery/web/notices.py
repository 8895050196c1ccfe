"""Notices: what people are to be told, by mail or by web hook."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from chancery.web.models import Channel, Notice, Table

GRACE = timedelta(minutes=1)  # who answers at once needs no mail


def announce(kind: str, table: Table, who: Iterable[tuple[int, int | None]]) -> None:
    """Within the transaction of what it is about: a notice for accounts, each at its seat."""
    seats = dict(who)
    ripe = timezone.now() + (GRACE if kind == "turn" else timedelta())
    found = Channel.objects.filter(account__in=seats, on=True)
    Notice.objects.bulk_create(
        [
            Notice(
                channel=channel, kind=kind, table=table, seat=seats[channel.account_id], ripe=ripe
            )
            for channel in found
        ],
        ignore_conflicts=True,
    )
