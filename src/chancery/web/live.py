"""Live: one stream a browser that says which tables have changed; the page fetches the rest.

A stream holds no database connection. Each process has one watcher that asks the database a
few times a second for the versions of the tables its streams look at, and wakes them.
"""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from chancery.web.models import Table

PERIOD = 0.3  # seconds between two looks
BEAT = 15  # seconds between two signs of life
WATCHED = timedelta(seconds=60)


class Hub:
    """The streams of one process."""

    def __init__(self) -> None:
        self._streams: dict[str, set[asyncio.Queue[str]]] = defaultdict(set)
        self._versions: dict[str, int] = {}
        self._watcher: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def stream(self, slugs: tuple[str, ...]) -> AsyncIterator[bytes]:
        """Server-sent events: a version for each change of one of these tables."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        if self._loop is not asyncio.get_running_loop():
            self._loop = asyncio.get_running_loop()
            self._hear_signals()
        for slug in slugs:
            self._streams[slug].add(queue)
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch())
        try:
            yield b"retry: 1000\n\n"
            sent = await sync_to_async(_versions)(slugs)
            for slug, version in sent.items():
                yield _message(slug, version)
            while True:
                try:
                    slug = await asyncio.wait_for(queue.get(), BEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if not slug:  # the server stops
                    return
                version = self._versions[slug]
                if sent.get(slug) != version:
                    sent[slug] = version
                    yield _message(slug, version)
        finally:
            for slug in slugs:
                self._streams[slug].discard(queue)
                if not self._streams[slug]:
                    del self._streams[slug]
                    self._versions.pop(slug, None)

    def _hear_signals(self) -> None:
        """When the server is told to stop, its streams end at once; then it does as it would."""
        if threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)
            if callable(before):
                signal.signal(number, partial(self._stop, before))

    def _stop(self, before: Callable[[int, Any], Any], number: int, frame: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end)
        before(number, frame)

    def _end(self) -> None:
        for queue in {queue for queues in self._streams.values() for queue in queues}:
            queue.put_nowait("")

    async def _watch(self) -> None:
        beat = float(BEAT)  # who looks at a table watches it from the first moment
        while self._streams:
            slugs = tuple(self._streams)
            beat += PERIOD
            try:
                if beat > BEAT:
                    beat = 0.0
                    await sync_to_async(_mark_watched)(slugs)
                found = await sync_to_async(_versions)(slugs)
            except Exception:
                found = {}  # a busy database: the next look will tell
            for slug, version in found.items():
                if self._versions.get(slug) != version:
                    # also the first time: it may be newer than what a stream began with
                    self._versions[slug] = version
                    for queue in self._streams.get(slug, ()):
                        queue.put_nowait(slug)
            await asyncio.sleep(PERIOD)


def _message(slug: str, version: int) -> bytes:
    return f"data: {json.dumps({'table': slug, 'version': version})}\n\n".encode()


def _versions(slugs: tuple[str, ...]) -> dict[str, int]:
    try:
        return dict(Table.objects.filter(slug__in=slugs).values_list("slug", "version"))
    finally:
        connections.close_all()  # a stream lives for hours in this thread


def _mark_watched(slugs: tuple[str, ...]) -> None:
    try:
        Table.objects.filter(slug__in=slugs).update(watched_until=timezone.now() + WATCHED)
    finally:
        connections.close_all()


HUB = Hub()
