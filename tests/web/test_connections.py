"""Connections are limited, by network too; who is silent for too long is shown out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from chancery.web.base.addresses import network
from chancery.web.server import connections
from chancery.web.server.connections import Doors, Hall


class Wire:
    """A connection as the event loop shows it."""

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
    """An application that says hello."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


class House:
    """A server without a network."""

    def __init__(self, trusted: str = "127.0.0.1", most: int | None = None) -> None:
        self.config = Config(
            hello, http=Doors, lifespan="off", log_level="critical", forwarded_allow_ips=trusted
        )
        self.config.load()
        self.state = ServerState()
        self.hall = Hall()
        self.hall._most = most

    def come(self, address: str = "203.0.113.9") -> tuple[Doors, Wire]:
        """Somebody opens a connection."""
        door = Doors(self.config, self.state, {}, asyncio.get_running_loop())
        door.hall = self.hall
        wire = Wire(address)
        door.connection_made(wire)
        if wire.closed:
            door.connection_lost(None)
        return door, wire


def run(test: Callable[[], Awaitable[None]]) -> None:
    """In a loop of its own."""
    asyncio.run(test())  # type: ignore[arg-type]


WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"


def test_what_counts_as_one() -> None:
    assert network("203.0.113.9") == "203.0.113.9"
    assert network("::ffff:203.0.113.9") == "203.0.113.9"
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::4") != network("2001:db8:1:2::4")
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("127.0.0.1") == network("::1") == network("") == network("17") == ""


def test_a_network_has_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SHARE", 3)

    async def test() -> None:
        house = House()
        first = [house.come(f"2001:db8::{n}")[1] for n in range(1, 4)]
        assert not any(wire.closed for wire in first)
        _, fourth = house.come("2001:db8::beef")
        assert fourth.closed
        assert fourth.said.startswith(b"HTTP/1.1 503")
        _, other = house.come("2001:db8:0:1::1")
        assert not other.closed

    run(test)


def test_who_goes_makes_room_for_another_of_his_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SHARE", 1)

    async def test() -> None:
        house = House()
        door, _ = house.come()
        door.connection_lost(None)
        assert not house.come()[1].closed
        assert house.hall.inside == 1

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
        house = House(trusted)
        assert not any(house.come(address)[1].closed for _ in range(10))

    run(test)


def test_when_all_are_spent_the_longest_silent_makes_room() -> None:
    async def test() -> None:
        house = House(most=3)
        asking, wire = house.come("203.0.113.1")
        asking.data_received(WHOLE)  # and waits for an answer
        half, cut = house.come("203.0.113.2")
        half.data_received(HALF)
        _, kept = house.come("203.0.113.3")
        _, newcomer = house.come("203.0.113.4")
        assert (wire.cut, cut.cut, kept.cut, newcomer.closed) == (False, True, False, False)

    run(test)


def test_when_all_are_spent_and_all_ask_a_newcomer_is_told() -> None:
    async def test() -> None:
        house = House(most=2)
        for number in range(2):
            house.come(f"203.0.113.{number}")[0].data_received(WHOLE)
        _, wire = house.come("203.0.113.9")
        assert wire.said.startswith(b"HTTP/1.1 503")
        assert wire.closed

    run(test)


@pytest.mark.parametrize("sent", [b"", b"G", HALF, b"\r\n"])
def test_a_head_that_never_ends_is_cut_off(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN", 0.05)

    async def test() -> None:
        door, wire = House().come()
        for number in range(len(sent)):  # however slowly
            door.data_received(sent[number : number + 1])
        async with asyncio.timeout(10):
            while not wire.cut:
                await asyncio.sleep(0.01)

    run(test)


def test_who_has_asked_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN", 0.02)

    async def test() -> None:
        door, wire = House().come()
        door.data_received(WHOLE)
        assert door._clock is None
        async with asyncio.timeout(10):
            while b"hello" not in wire.said:
                await asyncio.sleep(0.01)
        assert not wire.cut
        door.data_received(HALF)  # the second request never ends
        async with asyncio.timeout(10):
            while not wire.cut:
                await asyncio.sleep(0.01)

    run(test)


def test_a_head_without_end_is_cut_off() -> None:
    async def test() -> None:
        door, wire = House().come()
        door.data_received(HALF)
        for number in range(2000):
            door.data_received(b"X-Header-%d: " % number + b"x" * 100 + b"\r\n")
            if wire.cut:
                break
        assert number * 100 < 2 * connections.LARGEST_HEAD
        assert wire.cut

    run(test)


def test_who_does_not_take_his_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKEN_WITHIN", 0.02)

    async def test() -> None:
        house = House()
        slow, cut = house.come()
        slow.pause_writing()
        quick, kept = house.come()
        quick.pause_writing()
        quick.resume_writing()
        async with asyncio.timeout(10):
            while not cut.cut:
                await asyncio.sleep(0.01)
        assert quick._stalled is None
        assert not kept.cut

    run(test)
