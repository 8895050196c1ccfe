"""CPU time that each network has used lately: who is served next, and who has used up its share.

The request handler and the API's streams charge what they have used; thread pools serve the network
that owes least, and a network that owes more than `BUDGET` is refused pages until it owes less.
All IPv6 networks of one /48 owe together, too (base/addresses.py).
This machine itself (an empty network name) is never charged. Counts are per process and forgotten
with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chancery.web.base.addresses import BLOCK, block

BUDGET = 20.0  # seconds of CPU time that a network may use at once: some 400 pages of tables
REPAID = 0.5  # seconds of CPU time that a network may use per second in the long run
MOST = 10_000  # networks remembered; beyond that those that owe nothing are forgotten


class Costs:
    """The debt of each network, in seconds of CPU time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, budget: float = BUDGET) -> None:
        self._clock, self._budget = clock, budget
        self._owed: dict[str, tuple[float, float]] = {}  # by network: how much, and when

    def owed(self, network: str) -> float:
        """Return what a network owes now, or its part of what its /48 owes if that is more."""
        own, whole = self._owes(network), block(network)
        return max(own, self._owes(whole) / BLOCK) if whole else own

    def _owes(self, network: str) -> float:
        amount, then = self._owed.get(network, (0.0, 0.0))
        return max(0.0, amount - (self._clock() - then) * REPAID) if amount else 0.0

    def charge(self, network: str, seconds: float) -> None:
        """Add CPU time to what a network owes, and its /48."""
        for name in filter(None, (network, block(network))):
            self._add(name, seconds)

    def _add(self, network: str, seconds: float) -> None:
        if len(self._owed) >= MOST and network not in self._owed:
            self._owed = {name: owed for name, owed in self._owed.items() if self._owes(name)}
        self._owed[network] = self._owes(network) + seconds, self._clock()

    @contextmanager
    def measured(self, network: str) -> Iterator[None]:
        """Charge a network for the CPU time of this thread meanwhile."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self.charge(network, time.thread_time() - begun)

    def wait(self, network: str) -> float:
        """Return for how many seconds a network has to wait; 0 while it is within its budget."""
        return max(0.0, (self.owed(network) - self._budget) / REPAID)

    def forget(self) -> None:
        """Forget all debts, as a restart would; for tests."""
        self._owed.clear()


COSTS = Costs()  # of this process
