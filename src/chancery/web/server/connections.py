"""Limits on open connections, used by the server process (serve.py).

Each connection needs a file descriptor, and a process has only so many. A client that does not
finish the head of a request in time is disconnected, and so is one that does not read the
response. Each network may open a limited number. When all are in use, the connection that has been
idle for longest is closed for a new one, so thousands of idle connections cannot keep others out;
a network that uses all of its own has its longest idle one closed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

import uvicorn
from asgiref.sync import sync_to_async
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from chancery.web.base.addresses import block, network
from chancery.web.base.shared_counters import NetworkCounter
from chancery.web.server.readiness import READINESS

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

# seconds that an idle connection is kept: longer than proxies and clients keep theirs, so that they
# close it and never send a request on a connection that is being closed
KEEP_ALIVE = 65
HEAD_WITHIN = 10.0  # seconds for the head of a request
LARGEST_HEAD = 65_536  # bytes
TAKEN_WITHIN = 60.0  # seconds for a client to read a part of a response
MOST = 20_000  # connections of a process, if it may open as many files
KEPT_FREE = 160  # file descriptors for everything else: database, static files, log
FEWEST = 32
SHARE = 128  # connections of one network, in all processes
FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\r\n"


class Server(uvicorn.Server):
    """uvicorn's server; as soon as it accepts connections, it warms its caches and watches the
    database.

    With `drain`, SIGTERM stops it after so many seconds: until then it answers as usual but is not
    ready, so that load balancers send requests elsewhere, and asks clients to close connections.
    """

    def __init__(
        self, config: uvicorn.Config, drain: float = 0, on_stop: Callable[[], None] | None = None
    ) -> None:
        """`on_stop` is called when the server is told to stop."""
        super().__init__(config)
        self._drain, self._on_stop = drain, on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections, then warm the caches; by then Django is set up."""
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        from django.db import connection

        from chancery.web.base import tracing
        from chancery.web.base.cluster import Exchange
        from chancery.web.play.live import HUB
        from chancery.web.server.database_watch import WATCH

        self.warm_up()
        counters = CONNECTIONS.by_network, HUB.by_visitor, HUB.by_network
        self._exchange = Exchange(counters)
        tracing.start()
        self._tasks = [asyncio.create_task(self._exchange.run()), asyncio.create_task(_measure())]
        if connection.vendor == "postgresql":
            self._tasks.append(asyncio.create_task(WATCH.run()))

    def warm_up(self) -> None:
        """Begin to fill the caches, in a thread."""
        from chancery.web.server import warming

        warming.begin()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams, finish requests, and let the other servers forget what was open here."""
        from chancery.web.play.live import HUB

        HUB.end()
        await super().shutdown(sockets)
        for task in self._tasks:
            task.cancel()
        with suppress(Exception):  # the database may be away; the lease ends anyway
            await sync_to_async(self._exchange.withdraw)()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to drain on SIGTERM; stop at once on any other signal."""
        if self._on_stop is not None:
            self._on_stop()
        if sig != signal.SIGTERM or not self._drain or not self.started:
            super().handle_exit(sig, frame)
        elif not READINESS.draining:  # systemd and the parent process may both send a signal
            READINESS.draining = True
            self._captured_signals.append(sig)
            self._loop.call_soon_threadsafe(self._begin_to_drain)

    def _begin_to_drain(self) -> None:
        close = (b"connection", b"close")
        self.config.encoded_headers.append(close)  # copied to the default headers every second
        self.server_state.default_headers = [*self.server_state.default_headers, close]
        from chancery.web.play.live import HUB

        HUB.end(self._drain)
        self._loop.call_later(self._drain, setattr, self, "should_exit", True)


async def _measure() -> None:
    """Note what is open in this process, every second, for Prometheus."""
    from chancery.web.base import metrics, thread_pools
    from chancery.web.play.live import HUB
    from chancery.web.tables import sittings

    while True:
        for pool in thread_pools.POOLS:
            metrics.WAITING.labels(pool.name).set(pool.waiting)
        metrics.CONNECTIONS.set(CONNECTIONS.open)
        metrics.STREAMS.set(HUB.by_visitor.here.total())
        metrics.CACHED.set(sittings.cached())
        if READINESS.failed_helpers is not None:
            metrics.FAILED_HELPERS.set(READINESS.failed_helpers.value)
        await asyncio.sleep(1)


def raise_limit() -> None:
    """Raise the limit of open files to what the system allows."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems refuse the limit that they report
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _room() -> int:
    """Return how many connections this process can keep open."""
    if resource is None:
        return MOST
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST
    return max(FEWEST, min(MOST, files - KEPT_FREE))


@lru_cache(maxsize=1000)
def is_proxy(address: str, trusted: str) -> bool:
    """Return whether an address is a trusted proxy; `trusted` as in FORWARDED_ALLOW_IPS."""
    for name in trusted.split(","):
        if name.strip() == "*":
            return True
        with suppress(ValueError):
            if ipaddress.ip_address(address) in ipaddress.ip_network(name.strip(), strict=False):
                return True
    return False


class ConnectionRegistry:
    """All open connections of a server process, counted by network."""

    def __init__(self) -> None:
        self._most: int | None = None
        self._open = 0
        self.by_network = NetworkCounter("connections")
        self._idle: OrderedDict[LimitedProtocol, None] = OrderedDict()  # the longest idle first

    @property
    def open(self) -> int:
        """The number of open connections."""
        return self._open

    def admit(self, network: str) -> bool:
        """Count a new connection; False if there is no room, even after closing an idle one."""
        self._most = self._most or _room()
        self._open += 1
        self.by_network.add(network)
        if crowd := self.by_network.beyond(network, SHARE):
            of_crowd = (one for one in self._idle if crowd in (one.who, block(one.who)))
            longest_idle = next(of_crowd, None)
        elif self._open > self._most:
            longest_idle = next(iter(self._idle), None)
        else:
            return True
        if longest_idle:
            longest_idle.cut()
        return longest_idle is not None

    def mark_idle(self, connection: LimitedProtocol) -> None:
        """The connection waits for a request: it may be closed to make room."""
        self._idle[connection] = None

    def mark_busy(self, connection: LimitedProtocol) -> None:
        """The connection has sent a request: it may not be closed to make room."""
        self._idle.pop(connection, None)

    def remove(self, connection: LimitedProtocol, network: str) -> None:
        """Count a connection as ended: its network may open another."""
        self.mark_busy(connection)
        self._open -= 1
        self.by_network.remove(network)


CONNECTIONS = ConnectionRegistry()


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits: connections are counted, slow clients disconnected."""

    registry = CONNECTIONS

    def connection_made(self, transport: Any) -> None:
        """Count the connection, or refuse it with 503."""
        super().connection_made(transport)
        self.who = self._where()
        self._clock: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._received = 0  # bytes of the head, or between requests and bodies
        self._in_head = False  # waiting for the head of a request
        self._behind_head = False
        if self.registry.admit(self.who):
            self._wait_for_head()
            self._start_clock()
        else:
            transport.write(FULL)
            transport.close()

    def _where(self) -> str:
        """The network that the connection counts for; empty for proxies and local connections."""
        address = self.client[0] if self.client else ""
        trusted = self.config.forwarded_allow_ips
        named = trusted if isinstance(trusted, str) else ",".join(trusted or ())
        return "" if is_proxy(address, named) else network(address)

    def _wait_for_head(self) -> None:
        self._in_head, self._received = True, 0
        self.registry.mark_idle(self)

    def _start_clock(self) -> None:
        if self._clock is None:
            self._clock = self.loop.call_later(HEAD_WITHIN, self.cut)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def cut(self) -> None:
        """Close the connection at once, without sending what is still queued."""
        self.registry.mark_busy(self)
        if not self.transport.is_closing():
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Count everything but bodies, also what comes before a response; time heads."""
        self._received += len(data)
        if self._in_head:
            self._start_clock()
        super().data_received(data)
        if self._received > LARGEST_HEAD:
            self.cut()

    def on_message_begin(self) -> None:
        """Note that the head of a request begins; called by the parser."""
        self._behind_head = False
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head; those that come behind the body are left out."""
        if not self._behind_head:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """A part of a body, which has a limit of its own (asgi.py)."""
        self._received -= len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """The head is complete: stop its timer."""
        self._in_head, self._behind_head, self._received = False, True, 0
        self._stop_clock()
        self.registry.mark_busy(self)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """The response is sent: wait for the next request."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.cycle.response_complete:
            self._wait_for_head()

    def pause_writing(self) -> None:
        """The client does not read: start a timer."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(TAKEN_WITHIN, self.cut)

    def resume_writing(self) -> None:
        """The client reads again: stop the timer."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers and release the connection's place."""
        self._stop_clock()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        self.registry.remove(self, self.who)
        super().connection_lost(exc)
