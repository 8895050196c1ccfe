"""PostgreSQL notifies of changes (collected only there), so that no polling is needed."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction

from chancery.web.play import live
from chancery.web.play.live import Hub
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from tests.web.people import Person
from tests.web.test_live import listening, message, next_message_line, touch

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture(autouse=True)
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make polling too slow for every test here."""
    monkeypatch.setattr(live, "SELDOM", 60)


async def ready(hub: Hub) -> None:
    """Wait until the listener is connected."""
    async with asyncio.timeout(5):
        while not hub._listening:
            await asyncio.sleep(0.01)


def test_a_change_is_notified_at_once() -> None:
    table = Person().play_now()

    async def test(hub: Hub) -> None:
        stream = hub.stream((table.slug,))
        await message(stream)
        version = (await message(stream))["version"]
        await ready(hub)
        for number in range(1, 4):
            await touch(table)
            await next_message_line(stream, {"table": table.slug, "version": version + number}, 1)
        await stream.aclose()

    listening(test)


def test_nothing_is_notified_before_the_commit() -> None:
    table = Person().play_now()

    def change(seconds: float) -> None:
        with transaction.atomic():
            sittings.touch(table)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(%s)", [seconds])

    async def test(hub: Hub) -> None:
        stream = hub.stream((table.slug,))
        await message(stream)
        version = (await message(stream))["version"]
        await ready(hub)
        changing = asyncio.create_task(sync_to_async(change, thread_sensitive=False)(0.4))
        waiting = asyncio.create_task(message(stream))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        assert await waiting == {"table": table.slug, "version": version + 1}
        await changing
        await stream.aclose()

    listening(test)


def test_a_lost_listener_is_replaced_and_polled_for_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "AGAIN", 0.2)
    table = Person().play_now()

    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query = 'LISTEN chancery' AND datname = current_database()"
            )

    async def test(hub: Hub) -> None:
        stream = hub.stream((table.slug,))
        await message(stream)
        version = (await message(stream))["version"]
        await ready(hub)
        await sync_to_async(cut)()
        await touch(table)
        await next_message_line(stream, {"table": table.slug, "version": version + 1}, 2)
        await ready(hub)
        await touch(table)
        await next_message_line(stream, {"table": table.slug, "version": version + 2}, 1)
        await stream.aclose()

    listening(test)


def test_hidden_steps_are_not_notified() -> None:
    table = Person().play_now()
    heard: list[str] = []

    async def test(hub: Hub) -> None:
        stream = hub.stream((table.slug,))
        await message(stream)
        await message(stream)
        await ready(hub)
        hub._told.set = lambda: heard.append("told")  # type: ignore[method-assign]
        await sync_to_async(sittings.touch)(table, visible=False)
        await sync_to_async(sittings.touch)(Table.objects.model(pk=0, slug="elsewhere"))
        await asyncio.sleep(0.2)
        assert heard == []
        del hub._told.set
        await stream.aclose()

    listening(test)
