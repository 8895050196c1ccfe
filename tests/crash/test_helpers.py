"""The whole house as it is run: helpers that are killed come back, and all tables are served."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import Server
from tests.crash.house import Chair, Database, Guest, Sqlite, legal, sit_down
from tests.patience import PATIENCE


@pytest.fixture
def site(database: Database, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """`chancery serve` with these arguments."""
    servers: list[Server] = []

    def start(*arguments: str, **env: str) -> Server:
        url = {"DATABASE_URL": database.url} if database.url else {}
        server = Server(tmp_path / "site", **url, **env)
        server.command = (*Server.command, *arguments)
        servers.append(server)
        server.start()
        return server

    yield start
    for server in servers:
        server.close()


def until(found: Callable[[], Any], what: str) -> Any:
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not (answer := found()):
        assert time.monotonic() < end, what
        time.sleep(0.1)
    return answer


def health(server: Server) -> dict[str, Any]:
    """What /health tells this machine."""
    try:
        with urllib.request.urlopen(f"{server.base}/health", timeout=PATIENCE) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        return dict(json.load(error))


def workers(database: Database) -> set[int]:
    """The processes of the bots that have given a sign of life."""
    found = database.rows("SELECT name FROM web_beat WHERE name LIKE ?", "bots:%")
    return {int(name.rpartition(":")[2]) for (name,) in found}


def length(chairs: list[Chair], database: Database) -> int:
    """How long the log is at this moment; bots may be at it."""
    ((found,),) = database.rows("SELECT length FROM web_table WHERE slug = ?", chairs[0].slug)
    return int(found)


def moved(chairs: list[Chair], before: int, database: Database) -> Callable[[], bool]:
    """Whether the bots have moved and it is the person's turn again."""

    def look() -> bool:
        return length(chairs, database) > before and bool(chairs[0].state()["question"])

    return look


def play_once(chairs: list[Chair], database: Database) -> int:
    """A person plays until the bots are asked; how long the log is before they move."""
    state = until(lambda: (s := chairs[0].state())["question"] and s, "nobody is asked")
    before = length(chairs, database)
    for played in range(1, 60):
        choices = legal(state)
        action = "pass" if "pass" in choices else choices[-1]
        assert chairs[0].send(action, state["question"]).status == 200
        state = chairs[0].state()
        if not state["question"] or length(chairs, database) > before + played:
            return before + played
    raise AssertionError("the person is asked again and again")


def test_three_workers_serve_everybody_and_a_killed_one_is_replaced(
    site: Callable[..., Server], database: Database
) -> None:
    server = site("--workers", "3")
    until(lambda: len(workers(database)) == 3 and health(server)["ok"], "three workers")
    assert health(server)["helpers"]["bots"] == 3
    tables = [sit_down([Guest(server.base)], bots=2) for _ in range(4)]
    for chairs in tables:
        before = play_once(chairs, database)
        until(moved(chairs, before, database), "the bots move")
    first = workers(database)
    for process in first:  # all at once: nobody is left to take over
        os.kill(process, signal.SIGKILL)
    until(lambda: len(workers(database) - first) == 3, "three others")
    assert "has ended (-9)" in server.said()
    assert "is started again" in server.said()
    for chairs in tables:  # a lease of the dead runs out
        before = play_once(chairs, database)
        until(moved(chairs, before, database), "the bots move")


def test_a_killed_server_process_is_replaced(
    site: Callable[..., Server], database: Database
) -> None:
    if database.url:
        pytest.skip("whichever database it is")
    server = site("--processes", "2")
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    if not children.exists():
        pytest.skip("a system that does not tell")
    before = set(children.read_text().split())
    for number in before:
        if b"resource_tracker" not in Path(f"/proc/{number}/cmdline").read_bytes():
            os.kill(int(number), signal.SIGKILL)
    until(lambda: server.said().count("is started again") >= 3, "all are replaced")
    until(server._answers, "it answers")
    until(lambda: health(server)["ok"], "all is well")
    server.stop()


def test_a_foreign_lock_stops_writers_only(site: Callable[..., Server], database: Database) -> None:
    """Another program holds the file; many write, and pages are answered meanwhile."""
    if not isinstance(database, Sqlite):
        pytest.skip("a lock of SQLite's")
    server = site()
    guests = [Guest(server.base) for _ in range(6)]
    tables = [sit_down([guest], bots=2) for guest in guests]
    states = [until(lambda c=c: (s := c[0].state())["question"] and s, "asked") for c in tables]
    from concurrent.futures import ThreadPoolExecutor

    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        until(lambda: _locked(other), "the lock")
        with ThreadPoolExecutor(6) as pool:
            sent = [
                pool.submit(chairs[0].send, legal(state)[-1], state["question"])
                for chairs, state in zip(tables, states, strict=True)
            ]
            for path in ("/", "/tables", f"/t/{tables[0][0].slug}", "/help/spada") * 3:
                assert Guest(server.base).ask(path).status == 200
            answers = [one.result() for one in sent]
        other.execute("ROLLBACK")
    assert [answer.status for answer in answers] == [503] * 6
    assert all("busy" in answer.json["error"] for answer in answers)
    for chairs, state in zip(tables, states, strict=True):
        assert chairs[0].send(legal(state)[-1], state["question"]).status == 200


def _locked(other: sqlite3.Connection) -> bool:
    try:
        other.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


def test_lost_connections_cost_nobody_an_answer(
    site: Callable[..., Server], database: Database
) -> None:
    """The database server cuts all lines: who reads and who acts are answered all the same."""
    if not database.url:
        pytest.skip("a file has no connections")
    server = site()
    chairs = sit_down([Guest(server.base)], bots=2)
    guest = chairs[0].guest
    for _ in range(4):
        for _ in range(8):  # every thread has its connection
            assert guest.ask("/tables").status == 200
        until(lambda: chairs[0].state()["question"], "asked")
        cut = database.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cut
        answers = [guest.ask(path) for path in ("/", "/tables", f"/t/{chairs[0].slug}") * 4]
        assert [answer.status for answer in answers] == [200] * 12
        before = play_once(chairs, database)
        until(moved(chairs, before, database), "the bots are back")
