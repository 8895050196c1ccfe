"""Connections: how many may be open, and for how long one may be silent.

A file is spent for every connection, and a process has only so many. Whoever does not finish the
head of a request in time is cut off, and so is whoever does not take his answer. One network has
its share. When all are spent the one who has waited for the longest without having asked anything
makes room: somebody who asks at once is not kept out by thousands who never do.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from contextlib import suppress
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from chancery.web.base.addresses import network

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

HEAD_WITHIN = 10.0  # seconds for the head of a request
LARGEST_HEAD = 65_536  # bytes
TAKEN_WITHIN = 60.0  # seconds for a part of an answer
MOST = 20_000  # connections of one process, if it may have so many files
KEPT_FREE = 160  # files for everything else: the database, static files, the log
FEWEST = 32
SHARE = 128  # connections of one network
FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\r\n"


def raise_limit() -> None:
    """As many files as the system lets us have."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # a system that promises more than it gives
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _room() -> int:
    """How many connections this process can bear."""
    if resource is None:
        return MOST
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST
    return max(FEWEST, min(MOST, files - KEPT_FREE))


@lru_cache(maxsize=1000)
def is_proxy(address: str, trusted: str) -> bool:
    """Whether somebody at this address speaks for others; `trusted` as in FORWARDED_ALLOW_IPS."""
    for name in trusted.split(","):
        if name.strip() == "*":
            return True
        with suppress(ValueError):
            if ipaddress.ip_address(address) in ipaddress.ip_network(name.strip(), strict=False):
                return True
    return False


class Hall:
    """Who is in: all connections of a process."""

    def __init__(self) -> None:
        self._most: int | None = None
        self._inside = 0
        self._by: Counter[str] = Counter()
        self._silent: OrderedDict[Doors, None] = OrderedDict()  # the longest silent first

    @property
    def inside(self) -> int:
        """How many connections are open."""
        return self._inside

    def enter(self, door: Doors, who: str) -> bool:
        """Whether there is room for one more; if need be somebody silent is shown out."""
        self._most = self._most or _room()
        self._inside += 1
        self._by[who] += 1
        if who and self._by[who] > SHARE:
            return False
        if self._inside <= self._most:
            return True
        for silent in self._silent:
            silent.cut()
            return True
        return False

    def silent(self, door: Doors) -> None:
        """It has asked nothing yet, or nothing more."""
        self._silent[door] = None

    def asks(self, door: Doors) -> None:
        """It has asked for something."""
        self._silent.pop(door, None)

    def leave(self, door: Doors, who: str) -> None:
        """A connection has ended: its network may open another."""
        self.asks(door)
        self._inside -= 1
        self._by[who] -= 1
        if not self._by[who]:
            del self._by[who]


HALL = Hall()


class Doors(HttpToolsProtocol):
    """One connection: uvicorn's protocol, counted and with clocks for silence."""

    hall = HALL

    def connection_made(self, transport: Any) -> None:
        """Somebody comes in, or not."""
        super().connection_made(transport)
        self._who = self._where()
        self._clock: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._received = 0
        self._heads = False  # a head is being waited for
        if self.hall.enter(self, self._who):
            self._wait_for_head()
            self._start_clock()
        else:
            transport.write(FULL)
            transport.close()

    def _where(self) -> str:
        """The network that it counts for; nothing for a proxy, this machine and a local socket."""
        address = self.client[0] if self.client else ""
        trusted = self.config.forwarded_allow_ips
        named = trusted if isinstance(trusted, str) else ",".join(trusted or ())
        return "" if is_proxy(address, named) else network(address)

    def _wait_for_head(self) -> None:
        self._heads, self._received = True, 0
        self.hall.silent(self)

    def _start_clock(self) -> None:
        if self._clock is None:
            self._clock = self.loop.call_later(HEAD_WITHIN, self.cut)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def cut(self) -> None:
        """End a connection at once, without waiting for what is still to be sent."""
        self.hall.asks(self)
        if not self.transport.is_closing():
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """A part of a request: while one is arriving its bytes are counted and timed."""
        if self._heads:
            self._received += len(data)
            self._start_clock()
        super().data_received(data)
        if self._heads and self._received > LARGEST_HEAD:
            self.cut()

    def on_headers_complete(self) -> None:
        """Somebody has asked for something."""
        self._heads = False
        self._stop_clock()
        self.hall.asks(self)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """He has his answer, and may ask for more."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.cycle.response_complete:
            self._wait_for_head()

    def pause_writing(self) -> None:
        """He does not take his answer."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(TAKEN_WITHIN, self.cut)

    def resume_writing(self) -> None:
        """He goes on taking it."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended: its clocks stop."""
        self._stop_clock()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        self.hall.leave(self, self._who)
        super().connection_lost(exc)
