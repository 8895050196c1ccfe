"""Fixtures for databases and servers: SQLite always, PostgreSQL where it can be reached."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.crash.sites import Database, Killable, Postgres, Sqlite
from tests.postgres import address, template

POSTGRES = os.environ.get("CHANCERY_TEST_POSTGRES") or "postgres://postgres@127.0.0.1:5432/test"
REQUIRED = os.environ.get("CHANCERY_REQUIRE_ALL") == "1"


@cache
def _missing() -> str:
    """Return why PostgreSQL is not tested; empty if it is."""
    try:
        import psycopg
    except ImportError:
        return "psycopg is not installed"
    try:
        psycopg.connect(POSTGRES, connect_timeout=3).close()
    except psycopg.Error as error:
        said = str(error).strip().splitlines()
        return f"not reachable at {urlsplit(POSTGRES).hostname}: {said[0] if said else error!r}"
    return ""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print a line if tests on PostgreSQL were skipped."""
    if _missing() and not REQUIRED:
        terminalreporter.write_line(f"tests/crash: PostgreSQL was left out: {_missing()}")


@contextmanager
def new_database(kind: str, home: Path, migrated: bool = True) -> Iterator[Database]:
    """Create a database without rows, dropped afterwards; one that is not migrated has no tables.

    A server creates its SQLite database itself.
    """
    if kind == "sqlite":
        yield Sqlite(home)
        return
    if _missing():
        (pytest.fail if REQUIRED else pytest.skip)(f"PostgreSQL: {_missing()}")
    name = f"chancery_crash_{uuid.uuid4().hex[:12]}"
    source = template(POSTGRES) if migrated else "template0"
    _on_server(f'CREATE DATABASE "{name}" TEMPLATE "{source}"')
    try:
        yield Postgres(address(POSTGRES, name))
    finally:
        _on_server(f'DROP DATABASE "{name}" WITH (FORCE)')


def _on_server(statement: str) -> None:
    import psycopg

    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute(statement)


@contextmanager
def servers_on(database: Database, home: Path) -> Iterator[Callable[[], Killable]]:
    """Yield a function that starts a server on the database; close all of them afterwards."""
    servers: list[Killable] = []

    def start() -> Killable:
        server = Killable(home, database)
        servers.append(server)
        server.start()
        return server

    yield start
    for server in servers:
        server.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database for one test, of either kind."""
    with new_database(request.param, tmp_path / "site") as database:
        yield database


@pytest.fixture
def start_server(database: Database, tmp_path: Path) -> Iterator[Callable[[], Killable]]:
    """A function that starts servers for one test."""
    with servers_on(database, tmp_path / "site") as start:
        yield start
