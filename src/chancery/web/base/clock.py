"""The clock: what time it is, and whether that can be believed.

A machine's clock may be set while we run. What is done at a certain moment and cannot be undone
waits until the clock has gone evenly for a while, by a second clock that nobody can set.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Hashable, Iterable
from datetime import datetime

from django.utils import timezone

log = logging.getLogger("chancery.web.clock")
JUMP = 20.0  # seconds that the two clocks may be apart from one look to the next
HOLD = 600.0  # seconds before a clock that has jumped is believed again
# seconds between the two looks that a moment takes to have passed
APART = float(os.environ.get("CHANCERY_CLOCK_APART", "60"))


class Clock:
    """One process looks at its clocks."""

    def __init__(self) -> None:
        self._wall = self._even = 0.0
        self._jumped: float | None = None
        self._seen: dict[Hashable, tuple[datetime, float]] = {}

    def look(self) -> bool:
        """Whether the clock can be believed now."""
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
        """Whether a moment has surely passed: it was over at two looks a while apart."""
        if not self.look() or timezone.now() < moment:
            self._seen.pop(key, None)
            return False
        before, since = self._seen.setdefault(key, (moment, time.monotonic()))
        if before != moment:
            since = time.monotonic()
            self._seen[key] = (moment, since)
        return time.monotonic() - since >= APART

    def keep(self, keys: Iterable[Hashable]) -> None:
        """Of all others nothing needs to be known any more."""
        wanted = set(keys)
        self._seen = {key: seen for key, seen in self._seen.items() if key in wanted}


CLOCK = Clock()
