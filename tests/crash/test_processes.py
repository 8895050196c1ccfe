"""The processes of `chancery serve`: killed ones are replaced, and all tables are served."""

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
from tests.crash.sites import Database, Guest, Player, Sqlite, legal, sit_down
from tests.timeouts import PATIENCE


@pytest.fixture
def site(database: Database, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Return a function that starts `chancery serve` with some arguments."""
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


def wait_until(condition: Callable[[], Any], expected: str) -> Any:
    """Wait until a condition holds and return its value; fail if it does not hold in time."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, f"not in time: {expected}"
        time.sleep(0.1)
    return value


def health(server: Server) -> dict[str, Any]:
    """Return what /health reports to this machine."""
    try:
        with urllib.request.urlopen(f"{server.base}/health", timeout=PATIENCE) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        return dict(json.load(error))


def workers(database: Database) -> set[int]:
    """Return the ids of bot processes that have sent a heartbeat."""
    names = database.rows("SELECT name FROM web_beat WHERE name LIKE ?", "bots:%")
    return {int(name.rpartition(":")[2]) for (name,) in names}


def length(players: list[Player], database: Database) -> int:
    """Return the current length of the log, to which bots may be adding."""
    ((entries,),) = database.rows("SELECT length FROM web_table WHERE slug = ?", players[0].slug)
    return int(entries)


def bots_have_moved(players: list[Player], before: int, database: Database) -> Callable[[], bool]:
    """Return a function that says whether the bots have moved and the first player is asked."""

    def moved() -> bool:
        return length(players, database) > before and bool(players[0].state()["question"])

    return moved


def play_once(players: list[Player], database: Database) -> int:
    """Play for the first player until the bots are asked; return the length of the log then."""
    state = wait_until(lambda: (s := players[0].state())["question"] and s, "the player is asked")
    before = length(players, database)
    for played in range(1, 60):
        choices = legal(state)
        action = "pass" if "pass" in choices else choices[-1]
        assert players[0].send(action, state["question"]).status == 200
        state = players[0].state()
        if not state["question"] or length(players, database) > before + played:
            return before + played
    raise AssertionError("the player is asked again and again")


def test_killed_workers_are_replaced_and_their_tables_are_served(
    site: Callable[..., Server], database: Database
) -> None:
    server = site("--workers", "3")
    wait_until(lambda: len(workers(database)) == 3 and health(server)["ok"], "three workers")
    assert health(server)["helpers"]["bots"] == 3
    tables = [sit_down([Guest(server.base)], bots=2) for _ in range(4)]
    for players in tables:
        before = play_once(players, database)
        wait_until(bots_have_moved(players, before, database), "the bots move")
    first = workers(database)
    for process in first:  # all at once, so that none is left to take over
        os.kill(process, signal.SIGKILL)
    wait_until(lambda: len(workers(database) - first) == 3, "three others")
    assert "has ended (-9)" in server.said()
    assert "is started again" in server.said()
    for players in tables:  # the leases of killed processes expire
        before = play_once(players, database)
        wait_until(bots_have_moved(players, before, database), "the bots move")


def test_a_killed_server_process_is_replaced(
    site: Callable[..., Server], database: Database
) -> None:
    if database.url:
        pytest.skip("independent of the database: tested with SQLite only")
    server = site("--processes", "2")
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    if not children.exists():
        pytest.skip("/proc does not list child processes here")
    before = set(children.read_text().split())
    for number in before:
        if b"resource_tracker" not in Path(f"/proc/{number}/cmdline").read_bytes():
            os.kill(int(number), signal.SIGKILL)
    wait_until(lambda: server.said().count("is started again") >= 3, "all are replaced")
    wait_until(server._answers, "it answers")
    wait_until(lambda: health(server)["ok"], "all is well")
    server.stop()


def test_pages_are_served_while_another_program_locks_the_database(
    site: Callable[..., Server], database: Database
) -> None:
    """Requests that write are refused as long as the lock is held, and succeed afterwards."""
    if not isinstance(database, Sqlite):
        pytest.skip("only SQLite has a lock for the whole database")
    server = site()
    guests = [Guest(server.base) for _ in range(6)]
    tables = [sit_down([guest], bots=2) for guest in guests]
    states = [
        wait_until(lambda c=c: (s := c[0].state())["question"] and s, "asked") for c in tables
    ]
    from concurrent.futures import ThreadPoolExecutor

    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        wait_until(lambda: _locked(other), "the lock")
        with ThreadPoolExecutor(6) as pool:
            sent = [
                pool.submit(players[0].send, legal(state)[-1], state["question"])
                for players, state in zip(tables, states, strict=True)
            ]
            for path in ("/", "/tables", f"/t/{tables[0][0].slug}", "/help/spada") * 3:
                assert Guest(server.base).ask(path).status == 200
            answers = [request.result() for request in sent]
        other.execute("ROLLBACK")
    assert [answer.status for answer in answers] == [503] * 6
    assert all("busy" in answer.json["error"] for answer in answers)
    for players, state in zip(tables, states, strict=True):
        assert players[0].send(legal(state)[-1], state["question"]).status == 200


def _locked(other: sqlite3.Connection) -> bool:
    try:
        other.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


def test_requests_succeed_after_the_database_has_closed_all_connections(
    site: Callable[..., Server], database: Database
) -> None:
    """The site connects again, in every thread, for reading and for actions."""
    if not database.url:
        pytest.skip("SQLite has no connections that a server could close")
    server = site()
    players = sit_down([Guest(server.base)], bots=2)
    guest = players[0].guest
    for _ in range(4):
        for _ in range(8):  # every thread has its own connection
            assert guest.ask("/tables").status == 200
        wait_until(lambda: players[0].state()["question"], "asked")
        cut = database.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cut
        answers = [guest.ask(path) for path in ("/", "/tables", f"/t/{players[0].slug}") * 4]
        assert [answer.status for answer in answers] == [200] * 12
        before = play_once(players, database)
        wait_until(bots_have_moved(players, before, database), "the bots are back")
