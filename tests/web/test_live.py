"""Live updates: streams that say which tables have changed, and end when they are closed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connections
from django.utils import timezone

from chancery.web.base.refusals import TooOften
from chancery.web.identity.models import Visitor
from chancery.web.play import live, table_pages
from chancery.web.play.live import Hub
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Table
from chancery.web.tables.talk import Count
from tests.timeouts import PATIENCE
from tests.web.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PERIOD", 0.02)


def listening(test: Callable[[Hub], Awaitable[Any]]) -> Any:
    """Run something with a hub of its own, as a server process would."""

    async def run() -> Any:
        hub = Hub()
        try:
            return await test(hub)
        finally:
            if hub._watcher is not None:
                hub._watcher.cancel()
            await sync_to_async(connections.close_all)()

    return asyncio.run(run())


async def message(stream: AsyncIterator[bytes], seconds: float = PATIENCE) -> Any:
    """Return the next message of a stream, parsed if it is JSON."""
    line = await asyncio.wait_for(anext(stream), seconds)
    assert line.endswith(b"\n\n")
    return json.loads(line[6:]) if line.startswith(b"data: ") else line


async def opened(hub: Hub, table: Table) -> tuple[AsyncIterator[bytes], int]:
    """Open a stream and read its beginning; return it and the version of the table now."""
    stream = hub.stream((table.slug,))
    await message(stream)
    return stream, (await message(stream))["version"]


async def hears_a_change(hub: Hub, table: Table) -> None:
    """Open a stream, change the table, and read the stream until it tells."""
    stream, version = await opened(hub, table)
    await looked(hub)
    await touch(table)
    await next_message_line(stream, {"table": table.slug, "version": version + 1})
    await stream.aclose()


async def next_message_line(
    stream: AsyncIterator[bytes], wanted: Any, seconds: float = PATIENCE
) -> None:
    """Read a stream until its next message."""
    async with asyncio.timeout(seconds):
        while await message(stream) != wanted:
            pass


async def looked(hub: Hub) -> None:
    """Wait for a complete look of the watcher. Two have to end, as the first may have begun
    before."""
    for _ in range(2):
        ended = asyncio.Event()

        def noted(counts: Any, ended: asyncio.Event = ended) -> None:
            Hub._wake(hub, counts)
            ended.set()

        hub._wake = noted  # type: ignore[method-assign] # Hub._wake is called by it
        hub._told.set()
        async with asyncio.timeout(PATIENCE):
            await ended.wait()


touch = sync_to_async(sittings.touch)


def test_a_stream_begins_with_the_current_versions() -> None:
    table = Person().play_now()
    version = Table.objects.get().version

    async def test(hub: Hub) -> None:
        stream = hub.stream((table.slug,))
        assert (await message(stream)).startswith(b"retry:")
        assert await message(stream) == {"table": table.slug, "version": version}
        await stream.aclose()

    listening(test)


def test_a_change_is_sent_to_all_streams() -> None:
    table, other = Person().play_now(), Person().play_now()
    changed = {"table": table.slug, "version": Table.objects.get(pk=table.pk).version + 1}

    async def test(hub: Hub) -> None:
        streams = [hub.stream((table.slug,)), hub.stream((other.slug, table.slug))]
        for stream in streams:
            await message(stream)
            await message(stream)
        await message(streams[1])
        await looked(hub)
        await touch(table)
        for stream in streams:
            await next_message_line(stream, changed)
            await stream.aclose()

    listening(test)


def test_changes_of_other_tables_are_not_sent() -> None:
    table, other = Person().play_now(), Person().play_now()
    changed = {"table": other.slug, "version": Table.objects.get(pk=other.pk).version + 1}

    async def test(hub: Hub) -> None:
        stream, _ = await opened(hub, table)
        await looked(hub)
        await touch(other)
        with pytest.raises(TimeoutError):
            await next_message_line(stream, changed, 0.3)

    listening(test)


def test_an_unknown_table_sends_nothing() -> None:
    async def test(hub: Hub) -> None:
        stream = hub.stream(("nowhere",))
        await message(stream)
        with pytest.raises(TimeoutError):
            await message(stream, 0.1)

    listening(test)


def test_idle_streams_send_keep_alives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT", 0.05)
    table = Person().play_now()

    async def test(hub: Hub) -> None:
        stream = hub.stream((table.slug,))
        await next_message_line(stream, b": still here\n\n")
        await next_message_line(stream, b": still here\n\n")
        await stream.aclose()

    listening(test)


def test_a_closed_stream_is_forgotten() -> None:
    table = Person().play_now()

    async def test(hub: Hub) -> None:
        streams = [hub.stream((table.slug, table.slug)) for _ in range(3)]
        for stream in streams:
            await message(stream)
            await message(stream)
        assert len(hub._streams[table.slug]) == 3
        for stream in streams:
            await stream.aclose()
        assert not hub._streams
        await asyncio.wait_for(hub._watcher, PATIENCE)  # no stream is left to watch for

    listening(test)


def test_the_next_stream_is_watched_again() -> None:
    table = Person().play_now()

    async def test(hub: Hub) -> None:
        for _ in range(2):
            await hears_a_change(hub, table)
            await asyncio.wait_for(hub._watcher, PATIENCE)

    listening(test)


def test_an_action_through_the_page_is_sent() -> None:
    host = Person()
    table = host.open("me", "here", "here")
    seat = sittings.load(table).state.asked[0].seat

    async def test(hub: Hub) -> None:
        stream, version = await opened(hub, table)
        await looked(hub)
        answer = await sync_to_async(host.act)(table, seat, "pass")
        assert answer.status_code == 200
        await next_message_line(stream, {"table": table.slug, "version": version + 1})
        await stream.aclose()

    listening(test)


def test_streams_count_as_watching() -> None:
    table = Person().play_now()

    async def test(hub: Hub) -> None:
        stream = hub.stream((table.slug,))
        await message(stream)
        await looked(hub)
        await stream.aclose()

    listening(test)


def present() -> set[tuple[str, str]]:
    """Return who counts as present, and where."""
    held = Held.objects.filter(present_until__gt=timezone.now())
    return set(held.values_list("visitor__key", "table__slug"))


def test_streams_count_as_presence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT", 0)  # written at every look
    people = [Person() for _ in range(3)]
    first = people[0].play_now()
    second = people[1].play_now()
    Held.objects.create(table=first, visitor=Visitor.objects.get(table=second))
    people[2].play_now()
    one, two, other = Visitor.objects.order_by("pk")
    assert present() == set()

    async def test(hub: Hub) -> None:
        streams = [
            hub.stream((first.slug,), one.key, one.pk),
            hub.stream((second.slug,), two.key, two.pk),
            hub.stream((first.slug, second.slug), other.key, other.pk),  # only a spectator
            hub.stream((first.slug,), "an address"),
        ]
        for stream in streams:
            await message(stream)
        await looked(hub)
        assert await sync_to_async(present)() == {(one.key, first.slug), (two.key, second.slug)}
        await streams[0].aclose()
        await looked(hub)  # a look that had begun before may still have marked him
        await sync_to_async(Held.objects.update)(present_until=None)
        await looked(hub)
        assert await sync_to_async(present)() == {(two.key, second.slug)}
        for stream in streams[1:]:
            await stream.aclose()
        assert not hub._present

    listening(test)


def test_presence_is_written_at_most_once_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Person().play_now()
    visitor = Visitor.objects.get()
    marked: list[object] = []
    monkeypatch.setattr(live, "_mark_present", marked.append)

    async def test(hub: Hub) -> None:
        tabs = [hub.stream((table.slug,), visitor.key, visitor.pk) for _ in range(2)]
        for tab in tabs:
            await message(tab)
        for _ in range(5):
            await looked(hub)
        for tab in tabs:
            await tab.aclose()

    listening(test)
    assert marked == [[(visitor.pk, table.slug)]]


def test_streams_are_registered_with_their_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[object, ...]] = []
    monkeypatch.setattr(table_pages.HUB, "stream", lambda *args: heard.append(args) or iter(()))
    person = Person()
    table = person.play_now()
    person.get(f"/events?t={table.slug}")
    Person().get(f"/events?t={table.slug}")
    visitor = Visitor.objects.get()
    assert heard[0] == ((table.slug,), visitor.key, visitor.pk, "127.0.0.1")
    assert heard[1][2] is None


def test_a_busy_database_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Person().play_now()
    look, times = live._versions, []

    def busy(slugs: tuple[str, ...]) -> dict[str, Count]:
        times.append(1)
        if 2 < len(times) < 6:
            raise OperationalError("database is locked")
        return look(slugs)

    monkeypatch.setattr(live, "_versions", busy)

    listening(lambda hub: hears_a_change(hub, table))


def test_a_busy_database_while_storing_watchers(
    monkeypatch: pytest.MonkeyPatch, locked: Callable[..., None]
) -> None:
    monkeypatch.setattr(live, "_mark_watched", locked)
    table = Person().play_now()

    listening(lambda hub: hears_a_change(hub, table))


def test_a_change_between_the_first_two_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Person().play_now()
    look, times = live._versions, []

    def meanwhile(slugs: tuple[str, ...]) -> dict[str, Count]:
        found = look(slugs)
        times.append(1)
        if len(times) == 1:
            sittings.touch(table)
        return found

    monkeypatch.setattr(live, "_versions", meanwhile)

    async def test(hub: Hub) -> None:
        stream = hub.stream((table.slug,))
        await message(stream)
        while (await message(stream))["version"] != table.version + 1:
            pass

    listening(test)


def test_streams_per_visitor_are_limited() -> None:
    table = Person().play_now()

    async def test(hub: Hub) -> None:
        streams = [hub.stream((table.slug,), "ann") for _ in range(live.MOST)]
        for stream in streams:
            await message(stream)
        with pytest.raises(TooOften):
            hub.stream((table.slug,), "ann")
        other = hub.stream((table.slug,), "bob")
        await message(other)
        await streams[0].aclose()
        await message(hub.stream((table.slug,), "ann"))

    listening(test)


def test_a_table_added_later_is_watched_at_once() -> None:
    """Bots alone at it wait for spectators, but not longer because others watch elsewhere."""
    first, second = Person().play_now(), Person().play_now()

    async def test(hub: Hub) -> None:
        streams = []
        for table in (first, second):
            streams.append(hub.stream((table.slug,)))
            await message(streams[-1])
            await looked(hub)
        for stream in streams:
            await stream.aclose()

    listening(test)
    assert Table.objects.filter(watched_until__gt=timezone.now()).count() == 2


def test_where_the_database_notifies_only_changed_tables_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = [Person().play_now() for _ in range(3)]
    read: list[set[str]] = []
    versions = live._versions

    def counted(slugs: tuple[str, ...]) -> dict[str, Count]:
        read.append(set(slugs))
        return versions(slugs)

    async def test(hub: Hub) -> None:
        async def listen() -> None:  # a listener that hears of nothing by itself
            hub._listening = True
            await asyncio.Event().wait()

        monkeypatch.setattr(hub, "_listen", listen)
        streams = [(await opened(hub, table))[0] for table in tables]
        waiting = [asyncio.ensure_future(message(stream)) for stream in streams]
        await asyncio.sleep(0)
        while hub._told.is_set() or len(hub._versions) < 3:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(live, "_versions", counted)
        monkeypatch.setattr(live, "SELDOM", 1000.0)
        changed = tables[1].slug
        await sync_to_async(sittings.touch)(tables[1])
        hub._changed.add(changed)
        hub._told.set()
        assert (await asyncio.wait_for(waiting[1], PATIENCE))["table"] == changed
        assert read
        assert set.union(*read) == {changed}
        for one in waiting:
            one.cancel()

    listening(test)
