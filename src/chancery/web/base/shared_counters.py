"""Counters of what this server process has open, and of what the others have (cluster.py)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from django.conf import settings
from django.utils.crypto import salted_hmac

from chancery.web.base.addresses import BLOCK, block

FEWEST = 4  # smaller counts are not published
MOST = 200  # keys of one counter that are published, the largest counts first


@lru_cache(maxsize=10_000)
def _digest(key: str) -> str:
    """Return a short keyed digest of an address or visitor, as stored in the database."""
    return str(salted_hmac("open-counts", key, secret=settings.SECRET_KEY).hexdigest()[:16])


class SharedCounter:
    """A count of each key in this process, and in the others at the last exchange."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.here: Counter[str] = Counter()
        self.elsewhere: Counter[str] = Counter()  # by digest

    def add(self, key: str) -> None:
        """Count one more in this process."""
        self.here[key] += 1

    def remove(self, key: str) -> None:
        """Count one less in this process."""
        self.here[key] -= 1
        if not self.here[key]:
            del self.here[key]

    def total(self, key: str) -> int:
        """Return how many are open in all processes, as far as known."""
        return self.here[key] + (self.elsewhere[_digest(key)] if self.elsewhere else 0)

    def published(self) -> dict[str, int]:
        """Return the counts that other processes have to know."""
        large = {key: n for key, n in self.here.items() if key and n >= FEWEST}
        if len(large) > MOST:
            large = dict(Counter(large).most_common(MOST))
        return {_digest(key): n for key, n in large.items()}


class NetworkCounter(SharedCounter):
    """A count of each network, and of each /48 of IPv6 networks."""

    def add(self, key: str) -> None:
        """Count one more of a network."""
        super().add(key)
        if whole := block(key):
            super().add(whole)

    def remove(self, key: str) -> None:
        """Count one less of a network."""
        super().remove(key)
        if whole := block(key):
            super().remove(whole)

    def beyond(self, network: str, most: int) -> str:
        """Return the network, or its /48, if it has more than it may; empty otherwise."""
        if network and self.total(network) > most:
            return network
        whole = block(network)
        return whole if whole and self.total(whole) > most * BLOCK else ""
