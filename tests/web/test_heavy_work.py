"""Long work: records are checked by a process of its own, long logs replayed in other threads."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from chancery.core import UserError
from chancery.games import find
from chancery.table import Sitting, record
from chancery.web.base import long_work, thread_pools
from chancery.web.base.costs import COSTS
from chancery.web.base.long_work import Checker
from chancery.web.base.refusals import TooHeavy
from chancery.web.identity.models import Visitor
from chancery.web.server import asgi
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from tests.web.logs import random_sitting, store_as_table

# -- the checker ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["spada", "friedrich", "revolution"])
def test_a_checked_record_becomes_a_sitting(game: str) -> None:
    text = record.dumps(random_sitting(game, 120))
    found = long_work.check(text)
    assert isinstance(found, Sitting)
    assert found.game is find(game)
    assert record.dumps(found) == text
    again = record.loads(text, find)
    assert found.state == again.state
    while found.state.asked and len(found.log) < 140:  # it can be played on
        seat = found.state.asked[0].seat
        action = found.state.legal(seat)[0]
        assert action.text == again.state.legal(seat)[0].text
        found.act(seat, action)
        again.act(seat, again.state.legal(seat)[0])
    assert found.state == again.state


@pytest.mark.parametrize("text", ["", "{", "[" * 10_000, '{"chancery": 1, "game": "monopoly"}'])
def test_the_checker_process_reports_the_same_errors(text: str) -> None:
    with pytest.raises(UserError) as there:
        long_work.check(text)
    with pytest.raises(UserError) as here:
        record.loads(text, find)
    assert str(there.value) == str(here.value)


def spoiled(checking: str) -> Checker:
    """A checker that mistreats every record but valid ones."""
    code = (
        "from chancery.web.base import checking\n"
        "from chancery.table import seat_record\n"
        "plain = seat_record.loads\n"
        "def loads(text, find):\n"
        "    if text != 'bad': return plain(text, find)\n"
        f"    {checking}\n"
        "seat_record.loads = loads\n"
        "checking.SECONDS = 1\n"
        "checking.main()\n"
    )
    return Checker(sys.executable, "-c", code)


HARM = {
    "for ever": "while True: pass",
    "all memory": "found = [bytes(10_000_000) for _ in range(1_000)]",
    "without end": "(lambda f: f(f))(lambda f: f(f))",
    "dies": "__import__('os')._exit(3)",
    "sleeps": "__import__('time').sleep(600)",
}


@pytest.mark.parametrize("harm", HARM)
def test_a_record_beyond_the_limits_harms_nobody(
    harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "WITHIN", 3.0 if harm == "sleeps" else 60.0)
    checker = spoiled(HARM[harm])
    good = record.dumps(random_sitting("spada", 5))
    try:
        with pytest.raises(TooHeavy):
            checker.check("bad")
        monkeypatch.setattr(long_work, "WITHIN", 60.0)
        found = checker.check(good)
        assert isinstance(found, Sitting)
        assert record.dumps(found) == good
    finally:
        checker.close()


# -- requests ---------------------------------------------------------------------------------


async def ask(method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
    """Send a request to the site as the server would; return status and text."""
    more = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "path": path,
        "raw_path": path.encode(), "query_string": b"", "scheme": "http",
        "headers": [(b"host", b"localhost"), *more],
        "server": ("localhost", 80), "client": ("203.0.113.9", 9),
    }  # fmt: skip
    messages: list[dict[str, Any]] = []
    sent = asyncio.Queue[dict[str, Any]]()
    sent.put_nowait({"type": "http.request", "body": body})

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    await asgi.application(scope, sent.get, send)
    text = b"".join(message.get("body", b"") for message in messages)
    return messages[0]["status"], text


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of the thread for each line that is replayed; 50 lines are long work."""
    monkeypatch.setattr(long_work, "LONG", 50)
    threads: list[str] = []
    plain = sittings.replay_line

    def follow(*args: Any) -> None:
        threads.append(threading.current_thread().name)
        plain(*args)

    monkeypatch.setattr(sittings, "replay_line", follow)
    return threads


def long_table() -> Table:
    """Create a table whose log takes a while to replay."""
    table = store_as_table(random_sitting("spada", 60), Visitor.objects.create())
    sittings.forget()
    return table


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_long_log_is_replayed_in_the_heavy_pool(
    accept: str, replayed: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    table = long_table()

    async def test() -> None:
        for _ in range(2):
            status, text = await ask("GET", f"/t/{table.slug}/state", accept=accept)
            assert status == 200
            assert json.loads(text)["version"] == table.version
        await sync_to_async(connections.close_all)()

    asyncio.run(test())
    assert len(replayed) == 60  # once
    assert {name.partition("-")[0] for name in replayed} == {"long"}
    assert not caplog.records  # nothing is wrong with that


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_for_a_long_log_replay_it_once(
    replayed: list[str],
) -> None:
    table = long_table()

    async def test() -> None:
        path = f"/t/{table.slug}/state"
        asked = (ask("GET", path, accept="application/json") for _ in range(30))
        answers = [status for status, _ in await asyncio.gather(*asked)]
        # beyond its share a network is told to wait, if the first answers take long enough
        assert 200 in answers
        assert set(answers) <= {200, 503}
        assert (await ask("GET", path, accept="application/json"))[0] == 200
        await sync_to_async(connections.close_all)()

    asyncio.run(test())
    assert len(replayed) == 60
    assert {name.partition("-")[0] for name in replayed} == {"long"}


@pytest.mark.django_db(transaction=True)
def test_a_full_heavy_pool_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "LONG", 50)
    table = long_table()

    async def test() -> None:
        slots = [await thread_pools.LONG.enter("198.51.100.1")]
        waiting = [asyncio.create_task(thread_pools.LONG.enter(str(n))) for n in range(8)]
        await asyncio.sleep(0)
        status, text = await ask("GET", f"/t/{table.slug}/state", accept="application/json")
        assert status == 503
        assert "busy" in json.loads(text)["error"]
        status, text = await ask("POST", "/import")
        assert status == 503
        assert b"busy" in text
        assert (await ask("GET", "/"))[0] == 200  # pages are answered
        slots[0].answered()
        for waiter in waiting:
            (await waiter).answered()

    asyncio.run(test())


@pytest.mark.django_db(transaction=True)
def test_readers_do_not_wait_for_writers() -> None:
    async def test() -> None:
        slots = [await thread_pools.WRITING.enter(str(n)) for n in range(3)]
        post = asyncio.create_task(ask("POST", "/language"))
        assert (await ask("GET", "/"))[0] == 200
        assert not post.done()
        for slot in slots:
            slot.answered()
        assert (await post)[0] == 403  # no token, but an answer

    asyncio.run(test())


@pytest.fixture
def owing() -> Iterator[None]:
    """Let the network of `ask` use up its budget."""
    COSTS.charge("203.0.113.9", 1000)
    yield
    COSTS.forget()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("owing")
def test_a_network_that_has_used_up_its_budget_reads_nothing_more() -> None:
    async def test() -> None:
        for language, words in (("it", "rete"), ("nl", "netwerk")):
            headers = {"accept": "text/html", "accept-language": language}
            status, text = await ask("GET", "/tables", b"", **headers)
            assert status == 429
            assert words.encode() in text
        status, text = await ask("GET", "/api/v1/games")
        assert status == 429
        assert "network" in json.loads(text)["error"]
        assert (await ask("POST", "/language"))[0] == 403  # no token, but an answer
        assert (await ask("GET", "/health"))[0] != 429  # health checks are answered

    asyncio.run(test())


def test_refusals_are_cached_by_language_without_personal_data() -> None:
    asked: list[dict[bytes, bytes]] = []
    sent: list[dict[str, Any]] = []

    async def page(scope: dict[str, Any], receive: Any, send: Any) -> None:
        asked.append(dict(scope["headers"]))
        headers = [(b"content-type", b"text/html"), (b"set-cookie", b"x=1")]
        await send({"type": "http.response.start", "status": 429, "headers": headers})
        await send({"type": "http.response.body", "body": b"later"})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def test() -> None:
        refusals = asgi.Refusals(page)
        for language in (b"fr", b"fr", b"it", b"fr"):
            headers = [(b"accept-language", language), (b"cookie", b"visitor=x")]
            scope = {"type": "http", "path": "/", "headers": headers, "client": ("203.0.113.9", 9)}
            await refusals.send(scope, send, asgi.TOO_COSTLY, 2.5)

    asyncio.run(test())
    assert [headers[b"accept-language"] for headers in asked] == [b"fr", b"it"]
    assert not any(b"cookie" in headers for headers in asked)
    heads = [dict(message["headers"]) for message in sent if "headers" in message]
    assert len(heads) == 4
    assert all(head[b"retry-after"] == b"3" and b"set-cookie" not in head for head in heads)


@pytest.mark.django_db(transaction=True)
def test_a_body_that_does_not_arrive_in_time_holds_no_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asgi, "BODY_WITHIN", 0.05)
    answers: list[dict[str, Any]] = []

    async def never() -> dict[str, Any]:
        assert not thread_pools.WRITING.waiting
        assert len(thread_pools.WRITING._free) == 3
        await asyncio.sleep(600)
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "path": "/import",
        "raw_path": b"/import", "query_string": b"", "scheme": "http",
        "headers": [(b"host", b"localhost")], "server": ("localhost", 80), "client": None,
    }  # fmt: skip
    asyncio.run(asgi.application(scope, never, send))
    assert answers[0]["status"] == 408
    assert dict(answers[0]["headers"])[b"connection"] == b"close"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/events?t=%00", "/people/a%00b", "/tables?x=%00", "/t/%00"])
def test_an_address_with_a_nul_is_not_found(path: str) -> None:
    async def test() -> None:
        where, _, query = path.partition("?")
        answers: list[dict[str, Any]] = []
        sent = asyncio.Queue[dict[str, Any]]()
        sent.put_nowait({"type": "http.request"})

        async def send(message: dict[str, Any]) -> None:
            answers.append(message)

        scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": where.replace("%00", "\0"), "raw_path": where.encode(),
            "query_string": query.encode(), "headers": [(b"host", b"localhost")],
            "server": ("localhost", 80), "client": ("203.0.113.9", 9),
        }  # fmt: skip
        async with asyncio.timeout(20):
            await asgi.application(scope, sent.get, send)
        assert answers[0]["status"] == 400

    asyncio.run(test())
