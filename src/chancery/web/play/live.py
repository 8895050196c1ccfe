"""Live updates: one event stream per browser says which tables have changed.

A stream holds no database connection. Each process has one watcher that reads the versions of the
tables in its streams and wakes these: at once where the database notifies (PostgreSQL's LISTEN and
NOTIFY), otherwise a few times a second (SQLite, a lost listener). SQLite can cheaply tell whether
anything was written since; if not, nothing is read.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connection
from django.utils import timezone

from chancery.web.base.addresses import network
from chancery.web.base.moments import PRESENT, WATCHED
from chancery.web.base.refusals import TooOften
from chancery.web.base.shared_counters import NetworkCounter, SharedCounter
from chancery.web.base.writer import if_free
from chancery.web.identity.models import Visitor
from chancery.web.tables import talk
from chancery.web.tables.models import Held, Table
from chancery.web.tables.sittings import CHANNEL
from chancery.web.tables.talk import Count

log = logging.getLogger("chancery.web.live")
PERIOD = 0.3  # seconds between two looks without notifications
SELDOM = 5.0  # seconds between two looks with notifications
AGAIN = 5.0  # seconds before a lost listener reconnects
BEAT = 15  # seconds between two heartbeats
LATER = 1.0  # seconds before a failed heartbeat is retried
MOST = 24  # streams of one visitor, in all processes
MOST_FROM = 120  # streams of one network, in all processes


class ChangeDetector:
    """Whether SQLite's file has been written to since the last look. Uses a connection of its
    own that never writes, as its own writes would not count."""

    def __init__(self) -> None:
        self._line: sqlite3.Connection | None = None
        self._seen: object = None

    def turned(self) -> bool:
        """Return whether there may be changes since the last call."""
        if connection.vendor != "sqlite":
            return True
        try:
            if self._line is None:
                name = connection.settings_dict["NAME"]
                self._line = sqlite3.connect(name, timeout=0, check_same_thread=False)
            now = self._line.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error:
            self._line, now = None, None
        before, self._seen = self._seen, now
        return now is None or now != before

    def forget(self) -> None:
        """Report a change next time, as the read failed."""
        self._seen = None

    def close(self) -> None:
        """Close the connection when no stream is left."""
        if self._line is not None:
            self._line.close()
        self._line = self._seen = None


class Hub:
    """The event streams of one process, and the watcher that wakes them."""

    def __init__(self) -> None:
        self._streams: dict[str, set[asyncio.Queue[str]]] = defaultdict(set)
        self._versions: dict[str, Count] = {}
        self._present: Counter[tuple[int, str]] = Counter()  # streams by visitor and table
        self.by_visitor = SharedCounter("streams of a visitor")
        self.by_network = NetworkCounter("streams of a network")
        self._watcher: asyncio.Task[None] | None = None
        self._told = asyncio.Event()  # set when the database has notified us
        self._listening = False
        self._changed: set[str] = set()  # tables of which the database has notified
        self._behind = True  # there may be changes of which it has not

    def stream(
        self,
        slugs: tuple[str, ...],
        listener: str = "",
        visitor: int | None = None,
        address: str = "",
    ) -> AsyncGenerator[bytes, None]:
        """Open a stream of server-sent events: a version for each change of one of these tables.

        While it is open the visitor, if there is one, counts as present.
        """
        where = network(address)
        crowded = self.by_network.beyond(where, MOST_FROM - 1)
        if crowded or self.by_visitor.total(listener) >= MOST:
            raise TooOften()
        return self._stream(slugs, listener, where, visitor)

    async def _stream(
        self, slugs: tuple[str, ...], listener: str, where: str, visitor: int | None
    ) -> AsyncGenerator[bytes, None]:
        here = Counter() if visitor is None else Counter((visitor, slug) for slug in slugs)
        queue: asyncio.Queue[str] = asyncio.Queue()
        self.by_visitor.add(listener)
        self.by_network.add(where)
        self._present += here
        for slug in slugs:
            self._streams[slug].add(queue)
        self._begin()
        try:
            yield b"retry: 1000\n\n"
            inside = await sync_to_async(_inside)(visitor, slugs)
            seen = await sync_to_async(_versions)(slugs)
            sent = {slug: count.noticed(slug in inside) for slug, count in seen.items()}
            for slug, version in sent.items():
                yield _message(slug, version)
            while True:
                try:
                    slug = await asyncio.wait_for(queue.get(), BEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if not slug:  # the server shuts down
                    return
                count = self._versions[slug]
                moved = slug not in seen or count.seating != seen[slug].seating
                if moved:  # the visitor may have sat down and read other talk now
                    inside = inside - {slug} | await sync_to_async(_inside)(visitor, (slug,))
                seen[slug] = count
                version = count.noticed(slug in inside)
                if version > sent.get(slug, -1) or (moved and version != sent[slug]):
                    sent[slug] = version
                    yield _message(slug, version)
        finally:
            self.by_visitor.remove(listener)
            self.by_network.remove(where)
            self._present -= here
            for slug in slugs:
                self._streams[slug].discard(queue)
                if not self._streams[slug]:
                    del self._streams[slug]
                    self._versions.pop(slug, None)
            self._told.set()  # the watcher may be idle from now on

    def _begin(self) -> None:
        """Start watching and listening with the first stream."""
        if self._watcher is None or self._watcher.done():
            # an empty context: the watcher outlives the request that happens to start it
            self._watcher = asyncio.create_task(self._watch(), context=contextvars.Context())
        self._told.set()

    def end(self, within: float = 0) -> None:
        """End all streams, spread over the second half of so many seconds, so that browsers do
        not all reconnect at once."""
        loop = asyncio.get_running_loop()
        for queue in {queue for queues in self._streams.values() for queue in queues}:
            loop.call_later(random.uniform(within / 2, within), queue.put_nowait, "")

    async def _watch(self) -> None:
        """Read versions, wake streams and wait, as long as there is a stream."""
        listener = asyncio.create_task(self._listen())
        clock = asyncio.get_running_loop().time
        # when each table was last marked as watched, and each visitor as present
        marked: dict[str | tuple[int, str], float] = {}
        read: set[str] = set()  # tables read at least once
        complete = 0.0  # when all of them are read again, whatever was notified
        tide = ChangeDetector()
        try:
            while self._streams:
                self._told.clear()
                slugs = tuple(self._streams)
                marked = {key: at for key, at in marked.items() if clock() < at + BEAT}
                fresh = [slug for slug in slugs if slug not in marked]
                here = [pair for pair in self._present if pair not in marked]
                pause = SELDOM if self._listening else PERIOD
                if self._behind or not self._listening or clock() >= complete:
                    wanted, complete, self._behind = slugs, clock() + SELDOM, False
                else:  # only what has changed: the cost must not grow with the number of streams
                    wanted = tuple(
                        slug for slug in slugs if slug in self._changed or slug not in read
                    )
                self._changed.clear()
                for mark, keys in ((_mark_watched, fresh), (_mark_present, here)):
                    # skipped while another process writes: streams do not wait
                    done = not keys or await _tried(mark, keys)
                    marked |= dict.fromkeys(keys, clock() - (0 if done else BEAT - LATER))
                new = tide.turned() or not read.issuperset(slugs)
                try:
                    found = await sync_to_async(_versions)(wanted) if new and wanted else {}
                    self._wake(found)
                    read = set(slugs)
                except Exception:
                    self._behind = True
                    log.debug("the database is busy: polling again", exc_info=True)
                    tide.forget()
                    pause = PERIOD
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._told.wait(), pause)
        finally:
            tide.close()
            listener.cancel()

    def _wake(self, counts: dict[str, Count]) -> None:
        for slug, count in counts.items():
            if self._versions.get(slug) != count:
                # also the first time: it may be newer than what a stream began with
                self._versions[slug] = count
                for queue in self._streams.get(slug, ()):
                    queue.put_nowait(slug)

    async def _listen(self) -> None:
        """Listen to PostgreSQL's notifications; without them the watcher looks more often."""
        if connection.vendor != "postgresql":
            return
        from psycopg import AsyncConnection, Error

        named = connection.get_connection_params()
        where = {key: named[key] for key in ("host", "port", "user", "password") if named.get(key)}
        where |= connection.settings_dict["OPTIONS"]
        while True:
            try:
                async with await AsyncConnection.connect(
                    dbname=named["dbname"], autocommit=True, **where
                ) as listener:
                    await listener.execute(f"LISTEN {CHANNEL}")
                    self._listening = self._behind = True
                    self._told.set()  # catches up on what came before
                    async for notice in listener.notifies():
                        if notice.payload in self._streams:
                            self._changed.add(notice.payload)
                            self._told.set()
            except (Error, OSError):
                log.warning("the database listener is lost; polling until it is back")
            finally:
                self._listening = False
            await asyncio.sleep(AGAIN)


def _message(slug: str, version: int) -> bytes:
    return f"data: {json.dumps({'table': slug, 'version': version})}\n\n".encode()


def _versions(slugs: Sequence[str]) -> dict[str, Count]:
    try:
        rows = Table.objects.filter(slug__in=slugs).values_list("slug", *Count._fields)
        return {slug: Count(*numbers) for slug, *numbers in rows}
    finally:
        close_old_connections()


def _inside(visitor: int | None, slugs: Sequence[str]) -> set[str]:
    """Return at which of these tables a visitor belongs to the players."""
    if visitor is None:
        return set()
    try:
        reader = Visitor.objects.filter(pk=visitor).first()
        tables = Table.objects.filter(slug__in=slugs).prefetch_related("seats")
        rows = tables.only("slug", "started", "host")
        return {row.slug for row in rows if talk.belongs(row, list(row.seats.all()), reader)}
    finally:
        close_old_connections()


async def _tried(mark: Callable[[Any], bool], keys: Sequence[Any]) -> bool:
    try:
        return await sync_to_async(mark)(keys)
    except Exception:
        log.debug("the database is busy: retrying at the next poll", exc_info=True)
        return False


def _mark_watched(slugs: Sequence[str]) -> bool:
    try:
        tables = Table.objects.filter(slug__in=slugs)
        return if_free(lambda: tables.update(watched_until=timezone.now() + WATCHED))
    finally:
        close_old_connections()


def _mark_present(here: Sequence[tuple[int, str]]) -> bool:
    """Mark visitors as present at tables, with one read and one write."""
    visitors, slugs = {visitor for visitor, _ in here}, {slug for _, slug in here}
    try:
        held = Held.objects.filter(visitor__in=visitors, table__slug__in=slugs)
        rows = held.values_list("pk", "visitor", "table__slug")
        wanted = set(here)
        keys = [pk for pk, visitor, slug in rows if (visitor, slug) in wanted]
        known = Held.objects.filter(pk__in=keys)
        return not keys or if_free(lambda: known.update(present_until=timezone.now() + PRESENT))
    finally:
        close_old_connections()


HUB = Hub()
