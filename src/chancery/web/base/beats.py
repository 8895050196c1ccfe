"""Beats: helpers give signs of life, to the database for /health and to whoever has started them.

A process that lives may still hang: so the sign is given by the very loop that does the work.
"""

from __future__ import annotations

import os
import socket
import time
from datetime import timedelta
from typing import Any

from django.utils import timezone

from chancery.web.base.models import Beat
from chancery.web.base.writer import if_free

EVERY = 10.0  # seconds between two signs
AGAIN = 1.0  # seconds before one that could not be written is tried again
FRESH = timedelta(seconds=60)  # who has not been heard of for longer is not there
KEPT = timedelta(days=1)

pulse: Any = None  # shared with whoever watches this process: when it last gave a sign
_next: dict[str, float] = {}


def live() -> None:
    """A sign to whoever watches this process: its main loop goes round."""
    if pulse is not None:
        pulse.value = time.monotonic()


def beat(what: str) -> None:
    """A sign of life for everybody, if it is time for one."""
    now = time.monotonic()
    if now < _next.get(what, 0.0):
        return
    name = f"{what}:{socket.gethostname()[:60]}:{os.getpid()}"
    written = if_free(
        lambda: Beat.objects.update_or_create(name=name, defaults={"at": timezone.now()})
    )
    _next[what] = now + (EVERY if written else AGAIN)


def alive() -> dict[str, int]:
    """How many helpers of each kind have given a sign of late. A sign from the future is none."""
    now = timezone.now()
    found: dict[str, int] = {}
    for name in Beat.objects.filter(at__range=(now - FRESH, now + FRESH)).values_list(
        "name", flat=True
    ):
        what = name.partition(":")[0]
        found[what] = found.get(what, 0) + 1
    return found


def sweep() -> int:
    """Those who have been gone for long are forgotten."""
    now = timezone.now()
    living = Beat.objects.filter(at__range=(now - KEPT, now + KEPT))
    return int(Beat.objects.exclude(pk__in=living.values("pk")).delete()[0])
