"""Exchanges counters between all server processes, for limits that hold for the whole cluster.

Every process publishes what it has open, by key, in a row with a lease, and reads the rows of the
others: once a second, all counters in two statements. A limit is checked in memory, so no request
or connection needs a statement for it. Small counts are not published: a key may exceed its limit
by a few per process, and by what it opens within that second.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.utils import timezone

from chancery.web.base.models import OpenCounts
from chancery.web.base.moments import lasts
from chancery.web.base.shared_counters import SharedCounter
from chancery.web.base.writer import if_free

log = logging.getLogger("chancery.web.cluster")
EVERY = 1.0  # seconds between two exchanges
LEASE = timedelta(seconds=15)  # the counts of a process that has died are ignored after this time


class Exchange:
    """Exchanges the counters of this process with those of the others."""

    def __init__(self, counters: Iterable[SharedCounter]) -> None:
        self._counters = tuple(counters)
        # a process id may be used again
        self._name = f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(4)}"
        self._sent = ""
        self._renew_at: datetime | None = None

    async def run(self) -> None:
        """Exchange again and again, until the server stops."""
        while True:
            try:
                await sync_to_async(self._in_thread)()
            except Exception:
                log.debug("the database is busy: retrying at the next exchange", exc_info=True)
            await asyncio.sleep(EVERY)

    def _in_thread(self) -> None:
        try:
            self.once()
        finally:
            close_old_connections()

    def once(self) -> None:
        """Publish the counts of this process if they have changed, and read those of the others."""
        now = timezone.now()
        self._publish(now)
        others = OpenCounts.objects.filter(lasts("until", now, LEASE)).exclude(name=self._name)
        sums: dict[str, Counter[str]] = {counter.kind: Counter() for counter in self._counters}
        for counts in others.values_list("counts", flat=True):
            for kind, by_key in counts.items():
                if kind in sums:
                    sums[kind].update(by_key)
        for counter in self._counters:
            counter.elsewhere = sums[counter.kind]

    def _publish(self, now: datetime) -> None:
        by_kind = {counter.kind: counter.published() for counter in self._counters}
        counts = {kind: by_key for kind, by_key in by_kind.items() if by_key}
        sent = json.dumps(counts, sort_keys=True) if counts else ""
        # the clock may have been set back
        fresh = self._renew_at is not None and now < self._renew_at < now + LEASE
        if sent == self._sent and (fresh or not sent):
            return
        defaults = {"counts": counts, "until": now + LEASE}
        if if_free(
            lambda: (
                OpenCounts.objects.update_or_create(name=self._name, defaults=defaults)
                if counts
                else OpenCounts.objects.filter(name=self._name).delete()
            )
        ):
            self._sent, self._renew_at = sent, now + LEASE / 3

    def withdraw(self) -> None:
        """Forget this process, which has stopped, at once instead of after its lease."""
        if self._sent:
            if_free(OpenCounts.objects.filter(name=self._name).delete)
            self._sent = ""


def sweep(now: datetime) -> int:
    """Delete the counts of processes that ended without withdrawing them."""
    return int(OpenCounts.objects.exclude(lasts("until", now, LEASE)).delete()[0])
