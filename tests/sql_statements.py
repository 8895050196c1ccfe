"""A pytest plugin that chooses the tests to repeat on PostgreSQL: `-p tests.sql_statements`.

It records which kinds of SQL statements every test sends (`SELECT ... WHERE id = %s`, without
values), and writes to tests/web/postgres.txt a minimal set of tests that send all of them. Tests
marked with `postgres` are about the database and repeated anyway. `make postgres-tests` runs it.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

CHOSEN = Path(__file__).parent / "web" / "postgres.txt"
HEADER = """\
# Tests that `make test` repeats on PostgreSQL: together they send every kind of SQL statement that
# the folder sends. Made by `make postgres-tests`; `make soak` repeats all tests there.
"""
# the parts that differ between two statements of one kind
VALUES = (
    (re.compile(r"\((?:%s(?:, )?)+\)"), "(%s)"),
    (re.compile(r"\(%s\)(?:, \(%s\))+"), "(%s)"),
    (re.compile(r"SAVEPOINT \S+"), "SAVEPOINT"),
    (re.compile(r"'[^']*'"), "''"),
    (re.compile(r"\b\d+\b"), "0"),
)
OVERHEAD = 0.05  # seconds added to the cost of each test
# Tests on databases of old versions: their statements are not counted.
OLD = "tests/web/test_upgrade.py"


def kind(sql: str) -> str:
    """Return a statement without its values."""
    for pattern, replacement in VALUES:
        sql = pattern.sub(replacement, sql)
    return sql


class Worker:
    """Records the statements of the tests of one process."""

    def __init__(self) -> None:
        self._sent: dict[str, set[str]] = {}
        self._seconds: dict[str, float] = {}
        self._given: list[str] = []
        self._now: set[str] = set()

    def _note(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        self._now.add(kind(str(sql)))
        return execute(sql, params, many, context)

    def _watch(self, connection: Any, **_: Any) -> None:
        if self._note not in connection.execute_wrappers:
            connection.execute_wrappers.append(self._note)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Record the statements of a test in all threads."""
        from django.db import connections
        from django.db.backends.signals import connection_created

        connection_created.connect(self._watch, dispatch_uid="statements", weak=False)
        for connection in connections.all(initialized_only=True):
            self._watch(connection)
        self._now = set()
        if not item.nodeid.startswith(OLD):
            self._sent[item.nodeid] = self._now
        if item.get_closest_marker("postgres"):
            self._given.append(item.nodeid)
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = time.process_time() - begun

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Send all statements to the controller process."""
        session.config.workeroutput["statements"] = (  # type: ignore[attr-defined]
            {test: sorted(sent) for test, sent in self._sent.items()},
            self._seconds,
            self._given,
        )


class Controller:
    """Collects the statements of all workers and chooses tests."""

    def __init__(self) -> None:
        self._sent: dict[str, set[str]] = {}
        self._seconds: dict[str, float] = {}
        self._given: set[str] = set()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Collect the statements of a worker that has finished."""
        sent, seconds, given = node.workeroutput["statements"]
        self._sent |= {test: set(kinds) for test, kinds in sent.items()}
        self._seconds |= seconds
        self._given |= set(given)

    def pytest_unconfigure(self) -> None:
        """Choose tests greedily by new statements per second, and write the list."""
        covered = {kind for test in self._given for kind in self._sent.get(test, ())}
        chosen: list[str] = []

        def worth(test: str) -> tuple[float, str]:
            return len(self._sent[test] - covered) / (self._seconds[test] + OVERHEAD), test

        while self._sent[best := max(self._sent, key=worth)] - covered:
            chosen.append(best)
            covered |= self._sent[best]
        chosen = self._needed(chosen)
        CHOSEN.write_text(HEADER + "".join(f"{test}\n" for test in sorted(chosen)))
        print(f"{len(chosen)} tests of {len(self._sent)} send all {len(covered)} statements.")

    def _needed(self, chosen: list[str]) -> list[str]:
        """Drop redundant tests, the slowest first."""
        needed = sorted(chosen, key=lambda test: self._seconds[test])
        often = Counter(
            kind for test in {*needed, *self._given} for kind in self._sent.get(test, ())
        )
        for test in reversed(needed.copy()):
            if all(often[kind] > 1 for kind in self._sent[test]):
                often.subtract(self._sent[test])
                needed.remove(test)
        return needed


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin for workers or for the controller."""
    mine = Worker() if hasattr(config, "workerinput") else Controller()
    config.pluginmanager.register(mine, "statements")
