"""Limits on connections, in all and by network; silent clients are disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from chancery.web.base.addresses import block, network
from chancery.web.server import connections
from chancery.web.server.connections import ConnectionRegistry, LimitedProtocol


class Wire:
    """A transport as the event loop provides it."""

    def __init__(self, address: str) -> None:
        self._peer = (address, 4711)
        self.said = b""
        self.closed = self.cut = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": self._peer, "sockname": ("127.0.0.1", 80)}.get(name, default)

    def write(self, data: bytes) -> None:
        self.said += data

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.cut = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers hello."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


class FakeServer:
    """A server without a network."""

    def __init__(self, trusted: str = "127.0.0.1", most: int | None = None) -> None:
        self.config = Config(
            hello,
            http=LimitedProtocol,
            lifespan="off",
            log_config=None,  # that of the site stays as it is
            forwarded_allow_ips=trusted,
        )
        self.config.load()
        self.state = ServerState()
        self.registry = ConnectionRegistry()
        self.registry._most = most

    def connect(self, address: str = "203.0.113.9") -> tuple[LimitedProtocol, Wire]:
        """Open a connection from an address."""
        connection = LimitedProtocol(self.config, self.state, {}, asyncio.get_running_loop())
        connection.registry = self.registry
        wire = Wire(address)
        connection.connection_made(wire)
        if wire.closed:
            connection.connection_lost(None)
        return connection, wire


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run in an event loop of its own."""
    asyncio.run(test())  # type: ignore[arg-type]


WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"


def test_networks_are_grouped_by_address() -> None:
    assert network("203.0.113.9") == "203.0.113.9"
    assert network("::ffff:203.0.113.9") == "203.0.113.9"
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::4") != network("2001:db8:1:2::4")
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("127.0.0.1") == network("::1") == network("") == network("17") == ""
    assert (
        block(network("2001:db8:1:2::4")) == block(network("2001:db8:1:3::4")) == "2001:db8:1::/48"
    )
    assert block(network("203.0.113.9")) == block("") == block("not:an:address") == ""


def test_connections_of_a_network_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SHARE", 3)

    async def test() -> None:
        server = FakeServer()
        first = [server.connect(f"2001:db8::{n}") for n in range(1, 4)]
        for connection, _ in first:
            connection.data_received(WHOLE)
        assert not any(wire.closed for _, wire in first)
        _, fourth = server.connect("2001:db8::beef")
        assert fourth.closed
        assert fourth.said.startswith(b"HTTP/1.1 503")
        _, other = server.connect("2001:db8:0:1::1")
        assert not other.closed

    run(test)


def test_connections_of_all_networks_of_one_customer_are_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody with a /48 has 65,536 networks."""
    monkeypatch.setattr(connections, "SHARE", 2)

    async def test() -> None:
        server = FakeServer()
        wires = [server.connect(f"2001:db8:0:{n}::1") for n in range(8)]
        for connection, wire in wires:
            assert not wire.closed
            connection.data_received(WHOLE)
        assert server.connect("2001:db8:0:99::1")[1].closed
        assert not server.connect("2001:db8:1:99::1")[1].closed
        wires[0][0].connection_lost(None)
        assert not server.connect("2001:db8:0:99::1")[1].closed

    run(test)


def test_an_idle_connection_of_the_same_network_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "SHARE", 2)

    async def test() -> None:
        server = FakeServer()
        _, other = server.connect("203.0.113.1")
        busy, wire = server.connect()
        busy.data_received(WHOLE)
        _, idle = server.connect()
        _, newest = server.connect()
        assert [idle.cut, newest.closed, wire.closed, other.closed] == [True, False, False, False]

    run(test)


def test_closing_a_connection_frees_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SHARE", 1)

    async def test() -> None:
        server = FakeServer()
        connection, _ = server.connect()
        connection.connection_lost(None)
        assert not server.connect()[1].closed
        assert server.registry.open == 1

    run(test)


@pytest.mark.parametrize(
    ("address", "trusted"),
    [("127.0.0.1", "127.0.0.1"), ("10.0.0.7", "127.0.0.1,10.0.0.0/8"), ("10.0.0.7", "*")],
)
def test_a_proxy_is_not_limited_by_its_own_address(
    address: str, trusted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SHARE", 2)

    async def test() -> None:
        server = FakeServer(trusted)
        assert not any(server.connect(address)[1].closed for _ in range(10))

    run(test)


def test_at_the_limit_the_longest_idle_connection_is_closed() -> None:
    async def test() -> None:
        server = FakeServer(most=3)
        asking, wire = server.connect("203.0.113.1")
        asking.data_received(WHOLE)  # and waits for a response
        half, cut = server.connect("203.0.113.2")
        half.data_received(HALF)
        _, kept = server.connect("203.0.113.3")
        _, newcomer = server.connect("203.0.113.4")
        assert (wire.cut, cut.cut, kept.cut, newcomer.closed) == (False, True, False, False)

    run(test)


def test_at_the_limit_of_busy_connections_a_new_one_gets_503() -> None:
    async def test() -> None:
        server = FakeServer(most=2)
        for number in range(2):
            server.connect(f"203.0.113.{number}")[0].data_received(WHOLE)
        _, wire = server.connect("203.0.113.9")
        assert wire.said.startswith(b"HTTP/1.1 503")
        assert wire.closed

    run(test)


@pytest.mark.parametrize("sent", [b"", b"G", HALF, b"\r\n"])
def test_slow_headers_time_out(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN", 0.05)

    async def test() -> None:
        connection, wire = FakeServer().connect()
        for number in range(len(sent)):  # however slowly
            connection.data_received(sent[number : number + 1])
        async with asyncio.timeout(10):
            while not wire.cut:
                await asyncio.sleep(0.01)

    run(test)


def test_a_request_in_progress_does_not_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN", 0.02)

    async def test() -> None:
        connection, wire = FakeServer().connect()
        connection.data_received(WHOLE)
        assert connection._clock is None
        async with asyncio.timeout(10):
            while b"hello" not in wire.said:
                await asyncio.sleep(0.01)
        assert not wire.cut
        connection.data_received(HALF)  # the second request never ends
        async with asyncio.timeout(10):
            while not wire.cut:
                await asyncio.sleep(0.01)

    run(test)


def test_endless_headers_are_cut_off() -> None:
    async def test() -> None:
        connection, wire = FakeServer().connect()
        connection.data_received(HALF)
        for number in range(2000):
            connection.data_received(b"X-Header-%d: " % number + b"x" * 100 + b"\r\n")
            if wire.cut:
                break
        assert number * 100 < 2 * connections.LARGEST_HEAD
        assert wire.cut

    run(test)


def test_a_client_that_does_not_read_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKEN_WITHIN", 0.02)

    async def test() -> None:
        server = FakeServer()
        slow, cut = server.connect()
        slow.pause_writing()
        quick, kept = server.connect()
        quick.pause_writing()
        quick.resume_writing()
        async with asyncio.timeout(10):
            while not cut.cut:
                await asyncio.sleep(0.01)
        assert quick._stalled is None
        assert not kept.cut

    run(test)


LINES = b"".join(b"X-Header-%d: " % number + b"x" * 100 + b"\r\n" for number in range(1000))
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("begun", "part"),
    [
        (WHOLE + HALF, LINES),  # before the first answer
        (WHOLE + HALF + b"X: ", b"x" * 10_000),
        (WHOLE + b"GET /", b"x" * 10_000),
        (CHUNKED + b"1\r\nx\r\n0\r\n", LINES),  # behind a body
        (CHUNKED + b"1;", b"x" * 10_000),
    ],
)
def test_endless_chunk_headers_are_cut_off(begun: bytes, part: bytes) -> None:
    async def test() -> None:
        connection, wire = FakeServer().connect()
        connection.data_received(begun)
        assert not wire.cut
        sent = 0
        while not wire.cut and sent < 10 * connections.LARGEST_HEAD:
            connection.data_received(part)
            sent += len(part)
        assert wire.cut
        assert sent < 3 * connections.LARGEST_HEAD

    run(test)


def test_bodies_may_exceed_the_header_limit() -> None:
    async def test() -> None:
        connection, wire = FakeServer().connect()
        connection.data_received(CHUNKED)
        for _ in range(50):
            connection.data_received(b"2000\r\n" + b"x" * 0x2000 + b"\r\n")
        assert not wire.cut
        assert len(connection.cycle.body) == 50 * 0x2000

    run(test)


def test_trailers_are_not_headers() -> None:
    async def test() -> None:
        connection, _ = FakeServer().connect()
        connection.data_received(CHUNKED + b"1\r\nx\r\n0\r\nCookie: a=b\r\n\r\n")
        assert [name for name, _ in connection.headers] == [b"host", b"transfer-encoding"]
        connection.data_received(WHOLE)
        assert [name for name, _ in connection.headers] == [b"host"]

    run(test)
