"""Heartbeats of helper processes, to the database (for /health) and to the parent process.

A live process may hang, so each heartbeat comes from the loop that does the work.
"""

from __future__ import annotations

import os
import socket
import time
from datetime import timedelta
from typing import Any

from django.utils import timezone

from chancery.web.base.models import Heartbeat
from chancery.web.base.writer import if_free

EVERY = 10.0  # seconds between two heartbeats
AGAIN = 1.0  # seconds before a heartbeat that could not be written is retried
FRESH = timedelta(seconds=60)  # a process without a heartbeat for longer counts as gone
KEPT = timedelta(days=1)

pulse: Any = None  # time of the latest heartbeat, shared with the parent process
_next: dict[str, float] = {}


def beat_for_parent() -> None:
    """Tell the parent process that the main loop is running."""
    if pulse is not None:
        pulse.value = time.monotonic()


def beat(process: str) -> None:
    """Write a heartbeat to the database, if one is due."""
    now = time.monotonic()
    if now < _next.get(process, 0.0):
        return
    name = f"{process}:{socket.gethostname()[:60]}:{os.getpid()}"
    written = if_free(
        lambda: Heartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now()})
    )
    _next[process] = now + (EVERY if written else AGAIN)


def alive() -> dict[str, int]:
    """Count the live helpers of each kind. Heartbeats from the future do not count."""
    now = timezone.now()
    counts: dict[str, int] = {}
    for name in Heartbeat.objects.filter(at__range=(now - FRESH, now + FRESH)).values_list(
        "name", flat=True
    ):
        process = name.partition(":")[0]
        counts[process] = counts.get(process, 0) + 1
    return counts


def sweep() -> int:
    """Delete heartbeats of processes that ended long ago."""
    now = timezone.now()
    living = Heartbeat.objects.filter(at__range=(now - KEPT, now + KEPT))
    return int(Heartbeat.objects.exclude(pk__in=living.values("pk")).delete()[0])
