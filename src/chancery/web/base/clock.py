"""The system clock, and whether it can be trusted at the moment.

An operator or a time daemon may set the clock while the site runs. What happens at a given time and
cannot be undone (a missed deadline) waits until the clock has agreed with the monotonic clock for a
while.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Hashable, Iterable
from datetime import datetime

from django.utils import timezone

log = logging.getLogger("chancery.web.clock")
JUMP = 20.0  # seconds by which the two clocks may drift between two looks
HOLD = 600.0  # seconds until a clock that has jumped is trusted again
# seconds between the two looks that prove that a deadline has passed
APART = float(os.environ.get("CHANCERY_CLOCK_APART", "60"))


class Clock:
    """The clocks of one process: compares the system clock with the monotonic one."""

    def __init__(self) -> None:
        self._wall = self._even = 0.0
        self._jumped: float | None = None
        self._seen: dict[Hashable, tuple[datetime, float]] = {}

    def look(self) -> bool:
        """Return whether the system clock can be trusted now; call this regularly."""
        wall, even = time.time(), time.monotonic()
        if self._even and abs((wall - self._wall) - (even - self._even)) > JUMP:
            log.warning(
                "the clock has jumped by %.0f s: deadlines wait for %.0f s",
                (wall - self._wall) - (even - self._even), HOLD,
            )  # fmt: skip
            self._jumped = even
            self._seen.clear()
        self._wall, self._even = wall, even
        return self._jumped is None or even - self._jumped >= HOLD

    def passed(self, key: Hashable, moment: datetime) -> bool:
        """Return whether a deadline has certainly passed: two looks, some time apart, agree on
        it."""
        if not self.look() or timezone.now() < moment:
            self._seen.pop(key, None)
            return False
        before, since = self._seen.setdefault(key, (moment, time.monotonic()))
        if before != moment:
            since = time.monotonic()
            self._seen[key] = (moment, since)
        return time.monotonic() - since >= APART

    def keep(self, keys: Iterable[Hashable]) -> None:
        """Forget what is known of all other deadlines."""
        wanted = set(keys)
        self._seen = {key: seen for key, seen in self._seen.items() if key in wanted}


CLOCK = Clock()
