"""The event stream of a table: what a seat sees, live, and resumed after a break."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient

from chancery.web.api import play
from chancery.web.api.feeds import Feed, place_at
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Token
from chancery.web.play import live
from chancery.web.play.live import Hub
from chancery.web.tables import authentication
from chancery.web.tables.models import Table
from tests.web.api_clients import ROOT, Caller, account, caller, good, name_asked
from tests.web.people import legal, seat_asked, sitting_of

pytestmark = pytest.mark.django_db(transaction=True)
SEATS = ("yellow", "black", "white")
Message = tuple[str, Any]  # its kind (the id of an event, or "turn") and its content


@pytest.fixture(autouse=True)
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    """A hub like that of a server process, which looks often."""
    monkeypatch.setattr(live, "PERIOD", 0.02)
    own = Hub()
    monkeypatch.setattr(play, "HUB", own)
    return own


def listening(test: Callable[[], Awaitable[Any]]) -> Any:
    """Run a coroutine in an event loop of its own."""

    async def run() -> Any:
        try:
            return await test()
        finally:
            hub = play.HUB
            if hub._watcher is not None:
                hub._watcher.cancel()
            await sync_to_async(connections.close_all)()

    return asyncio.run(run())


@pytest.fixture
def anna() -> Caller:
    return caller("Anna")


async def feed(
    who: Caller, table: Table, seat: str | None = None, since: int | None = None
) -> AsyncGenerator[bytes, None]:
    """Open the stream of a caller."""
    header, language = who.headers.get("authorization", ""), who.headers["accept-language"]

    def begin() -> Feed:
        place = place_at(table.slug, authentication.by_token(header, "").visitor, language, seat)
        return Feed(place, seat, since, header, language, "")

    made = await sync_to_async(begin)()
    return made.messages(play.HUB.stream((table.slug,), header))


def read(line: bytes) -> Message | None:
    """Parse a message; None for a heartbeat."""
    fields = dict(part.split(": ", 1) for part in line.decode().strip().split("\n"))
    if "data" not in fields:
        return None
    return fields.get("id") or fields["event"], json.loads(fields["data"])


async def next_messages(
    stream: AsyncIterator[bytes], number: int, seconds: float = 5
) -> list[Message]:
    """Return the next messages of a stream."""
    found: list[Message] = []
    async with asyncio.timeout(seconds):
        while len(found) < number:
            message = read(await anext(stream))
            if message is not None:
                found.append(message)
    return found


async def ends(stream: AsyncIterator[bytes], seconds: float = 5) -> bool:
    """Whether a stream ends without another message."""
    async with asyncio.timeout(seconds):
        return [read(line) async for line in stream if read(line)] == []


act = sync_to_async(lambda who, *args: good(who.act(*args)))


def listed_events(who: Caller, table: Table, seat: str | None = None) -> list[Message]:
    """Return the events as the list operation does."""
    more = "" if seat is None else f"?seat={seat}"
    found = who.read(f"/tables/{table.slug}/events{more}")["events"]
    return [(str(event["number"]), event) for event in found]


def turn(table: Table) -> Message:
    seat = seat_asked(table)
    return "turn", {"seat": SEATS[seat], "question": sitting_of(table).question(seat)}


def test_the_stream_matches_the_event_list(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    first = name_asked(table)
    before = listed_events(anna, table, first)

    async def test() -> None:
        stream = await feed(anna, table, first, 0)
        assert await next_messages(stream, len(before)) == before
        assert await next_messages(stream, 1) == [await sync_to_async(turn)(table)]
        await act(anna, table, first, "pass")
        after = (await sync_to_async(listed_events)(anna, table, first))[len(before) :]
        assert after
        assert await next_messages(stream, len(after)) == after
        assert await next_messages(stream, 1) == [await sync_to_async(turn)(table)]

    listening(test)


def test_streams_poll_in_their_own_thread(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the threads that answer pages, a hundred new streams would delay everybody."""
    table = anna.open("me", "here", "here")
    where: list[str] = []
    look = Feed._look

    def looking(self: Feed) -> list[bytes] | None:
        where.append(threading.current_thread().name)
        return look(self)

    monkeypatch.setattr(Feed, "_look", looking)

    async def test() -> None:
        stream = await feed(anna, table, "yellow", 0)
        await next_messages(stream, 1)

    listening(test)
    assert {name.partition("-")[0] for name in where} == {"streams"}


def test_without_a_number_the_stream_begins_now(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    count = len(listed_events(anna, table, "yellow"))

    async def test() -> None:
        stream = await feed(anna, table, "yellow")
        assert [kind for kind, _ in await next_messages(stream, 1)] == ["turn"]
        await act(anna, table, await sync_to_async(name_asked)(table), "pass")
        assert (await next_messages(stream, 1))[0][0] == str(count + 1)

    listening(test)


def test_an_interrupted_stream_resumes(anna: Caller) -> None:
    table = anna.open("me", "here", "here")

    def play_on() -> None:
        seat = seat_asked(table)
        good(anna.act(table, SEATS[seat], legal(table, seat)[-1]))

    async def test() -> None:
        heard: list[Message] = []
        for _ in range(4):  # the connection breaks each time somewhere else
            last = int(heard[-1][0]) if heard else 0
            stream = await feed(anna, table, "black", last)
            await sync_to_async(play_on)()
            heard += [one for one in await next_messages(stream, 4) if one[0] != "turn"]
            await stream.aclose()
            await sync_to_async(play_on)()
        rest = await sync_to_async(listed_events)(anna, table, "black")
        assert len(heard) > 8
        assert heard == rest[: len(heard)]

    listening(test)


def test_a_number_beyond_the_end(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    count = len(listed_events(anna, table, "yellow"))

    async def test() -> None:
        stream = await feed(anna, table, "yellow", 999)
        assert [kind for kind, _ in await next_messages(stream, 1)] == ["turn"]
        await act(anna, table, await sync_to_async(name_asked)(table), "pass")
        assert (await next_messages(stream, 1))[0][0] == str(count + 1)

    listening(test)


def test_spectators_get_no_turns_and_no_secrets(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    known = listed_events(Caller(), table)

    async def test() -> None:
        stream = await feed(Caller(), table, None, 0)
        assert await next_messages(stream, len(known)) == known
        await act(anna, table, await sync_to_async(name_asked)(table), "pass")
        assert (
            await next_messages(stream, 1)
            == (await sync_to_async(listed_events)(Caller(), table))[-1:]
        )

    listening(test)
    assert any(event["event"] == "DrewHidden" for _, event in known)
    assert not any(event["event"] == "Drew" for _, event in known)


def test_hidden_steps_of_other_seats_are_not_sent(anna: Caller, hub: Hub) -> None:
    """No message is sent, no number is skipped, and the stream is not even woken."""
    bruno = caller("Bruno")
    table = anna.open("me", "open", "here", public=True)
    good(bruno.post(f"/tables/{table.slug}/sit", {"seat": "black"}))
    while (asked := name_asked(table)) != "yellow":
        good((bruno if asked == "black" else anna).act(table, asked, "pass"))

    async def test() -> None:
        before = await sync_to_async(listed_events)(bruno, table)
        stream = await feed(bruno, table, None, len(before) - 1)
        assert await next_messages(stream, 1) == before[-1:]
        version = (await Table.objects.aget(pk=table.pk)).version
        for _ in range(3):
            done = await act(anna, table, "yellow", "add grain")
            body = {"seat": "yellow", "which": done["undo"]}
            await sync_to_async(anna.do)(f"/tables/{table.slug}/undo", **body)
        assert (await Table.objects.aget(pk=table.pk)).version == version
        assert all(count.version == version for count in hub._versions.values())
        await act(anna, table, "yellow", "pass")
        after = (await sync_to_async(listed_events)(bruno, table))[len(before) :]
        assert after[0][0] == str(len(before) + 1)
        assert await next_messages(stream, len(after)) == after

    listening(test)


def test_nothing_is_sent_before_the_start(anna: Caller) -> None:
    table = anna.open("me", "open", "open", wait=True)

    async def test() -> None:
        stream = await feed(anna, table)
        await anext(stream)
        start = sync_to_async(anna.do)
        await start(f"/tables/{table.slug}/arrange", seat="black", kind="bot:random")
        await start(f"/tables/{table.slug}/start", fill=True)
        events = await sync_to_async(listed_events)(anna, table)
        heard = await next_messages(stream, len(events))
        assert heard == events
        assert any(event["event"] == "Drew" for _, event in heard)  # the caller's own seat now

    listening(test)


def test_the_stream_ends_when_the_token_is_revoked(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    other = tokens.make(Account.objects.get(), "another")

    async def test() -> None:
        streams = [await feed(who, table, "yellow") for who in (anna, Caller(other))]
        for stream in streams:
            await next_messages(stream, 1)
        await Token.objects.filter(name="a program").adelete()
        await act(Caller(other), table, await sync_to_async(name_asked)(table), "pass")
        assert await ends(streams[0])
        await next_messages(streams[1], 1)

    listening(test)


def test_the_stream_ends_when_the_seat_is_left(anna: Caller) -> None:
    """It ends whether or not the seat was named: other seats and spectators count differently."""
    table = anna.open("me", "bot:random", "bot:random")

    async def test() -> None:
        count = len(await sync_to_async(listed_events)(anna, table))
        streams = [await feed(anna, table, seat, count - 1) for seat in ("yellow", None)]
        for stream in streams:
            await next_messages(stream, 1)
        await sync_to_async(anna.do)(f"/tables/{table.slug}/leave")
        for stream in streams:
            assert await ends(stream)

    listening(test)


def test_the_stream_ends_with_the_server(anna: Caller, hub: Hub) -> None:
    table = anna.open("me", "here", "here")

    async def test() -> None:
        stream = await feed(anna, table, "yellow")
        await next_messages(stream, 1)
        hub.end()
        assert await ends(stream)
        assert not hub._streams

    listening(test)


def test_a_stream_that_is_closed_is_forgotten(anna: Caller, hub: Hub) -> None:
    table = anna.open("me", "here", "here")

    async def test() -> None:
        async with aclosing(await feed(anna, table, "yellow")) as stream:
            await next_messages(stream, 1)
            assert hub._streams
        assert not hub._streams
        assert not hub.by_visitor.here

    listening(test)


def test_each_stream_is_in_its_readers_language() -> None:
    host = caller("Anna")
    table = host.open("me", "here", "here", public=True)
    french = caller("Bruno", "fr")

    async def test() -> list[str]:
        found = []
        for who in (host, french, Caller(), Caller(language="it")):
            stream = await feed(who, table, None, 0)
            found.append((await next_messages(stream, 1))[0][1]["text"])
            await stream.aclose()
        return found

    english, other, also, italian = listening(test)
    assert english == also
    assert len({english, other, italian}) == 3


# -- by its address ------------------------------------------------------------------------------


async def by_address(who: Caller, table: Table, more: str = "", **headers: str) -> Any:
    return await AsyncClient().get(
        f"{ROOT}/tables/{table.slug}/stream{more}", headers={**who.headers, **headers}
    )


def test_the_stream_has_an_address(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    count = len(listed_events(anna, table, "yellow"))

    async def test() -> None:
        answer = await by_address(anna, table, "?seat=yellow&since=0")
        assert answer.status_code == 200
        assert answer["Content-Type"] == "text/event-stream"
        assert answer["Cache-Control"] == "no-cache"
        stream = aiter(answer.streaming_content)
        assert (await next_messages(stream, 1))[0][0] == "1"
        resumed = await by_address(
            anna, table, "?seat=yellow&since=0", **{"last-event-id": str(count - 1)}
        )
        kinds = [kind for kind, _ in await next_messages(aiter(resumed.streaming_content), 2)]
        assert kinds == [str(count), "turn"]
        for more, status in (("?seat=purple", 422), ("?since=-1", 422), ("?since=x", 422)):
            assert (await by_address(anna, table, more)).status_code == status
        assert (await by_address(anna, table, **{"last-event-id": "x"})).status_code == 422
        assert (await by_address(Caller("x"), table)).status_code == 401
        assert (await by_address(Caller(), table, "?seat=yellow")).status_code == 403

    listening(test)


def test_streams_per_account_are_limited(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST", 2)
    table = anna.open("me", "here", "here")
    twin = Caller(tokens.make(account("Bruno"), "another"))

    async def test() -> None:
        streams = [(await by_address(anna, table)).streaming_content for _ in range(2)]
        streams = [aiter(stream) for stream in streams]
        for stream in streams:
            await anext(stream)
        refused = await by_address(anna, table)
        assert refused.status_code == 429
        assert set(json.loads(refused.content)) == {"error", "rule"}
        assert (await by_address(twin, table)).status_code == 200

    listening(test)
