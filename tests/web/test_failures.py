"""Foreign locks, full disks, lost connections: each reported as such, while reads go on."""

from __future__ import annotations

import errno
import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from typing import Any

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections, transaction

from chancery.web.base import failures, limits, sql
from chancery.web.base.writer import Waited, if_free, one_writer
from chancery.web.identity.models import Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Table, Talk
from tests.timeouts import PATIENCE
from tests.web.people import Person, legal, log_of, problem, seat_asked

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(
    "postgres" in settings.DATABASES["default"]["ENGINE"], reason="a lock of SQLite's"
)


@contextmanager
def foreign_lock() -> Iterator[None]:
    """Let another program write without end."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shorten all waiting times."""
    monkeypatch.setattr(sittings, "PATIENCE", 0.2)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 100")
    yield
    connection.close()


# -- locks ------------------------------------------------------------------------------------


@on_sqlite
@pytest.mark.usefixtures("_impatient")
def test_reading_never_waits_for_a_foreign_lock() -> None:
    """Optional writes of a page do not wait either."""
    person = Person()
    table = person.open("me", "here", "here")
    Table.objects.update(asked=None)  # a row from an old version, which would be completed
    with foreign_lock():
        for path in ("/", "/tables", f"/t/{table.slug}", f"/t/{table.slug}/state", "/new/spada"):
            assert person.get(path).status_code == 200
            assert Person().get(path).status_code == 200
    assert Table.objects.get().asked is None
    assert person.get("/tables").status_code == 200
    assert Table.objects.get().asked is not None


@on_sqlite
@pytest.mark.usefixtures("_impatient")
def test_a_locked_write_times_out_with_a_message() -> None:
    person = Person()
    table = person.open("me", "here", "here")
    action = legal(table, seat_asked(table))[-1]
    with foreign_lock():
        answer = person.act(table, seat_asked(table), action)
        assert answer.status_code == 503
        assert int(answer["Retry-After"]) > 0
        assert "busy" in problem(answer)
        assert person.post("/play/spada").status_code == 503
    assert log_of(table) == []
    assert person.act(table, seat_asked(table), action).status_code == 200


@on_sqlite
def test_writers_of_this_process_queue_with_a_timeout() -> None:
    began, done = threading.Event(), threading.Event()

    def long() -> None:
        with one_writer():
            began.set()
            done.wait(PATIENCE)

    writing = threading.Thread(target=long)
    writing.start()
    assert began.wait(PATIENCE)
    with pytest.raises(Waited), one_writer(0.05):
        raise AssertionError("it is not our turn")
    done.set()
    writing.join()
    with one_writer(0.05):
        pass


@on_sqlite
def test_another_process_that_never_releases_the_lock() -> None:
    import fcntl

    with (settings.HOME / "writer").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        began = time.monotonic()
        with pytest.raises(Waited), one_writer(0.1):
            raise AssertionError("it is not our turn")
        assert time.monotonic() - began >= 0.1
    with one_writer(0.1):
        pass


@on_sqlite
def test_optional_writes_do_not_wait() -> None:
    with foreign_lock():
        assert not if_free(lambda: Visitor.objects.create())
    assert if_free(lambda: Visitor.objects.create())
    assert Visitor.objects.count() == 1
    with connection.cursor() as cursor:  # the next writer waits as long as before
        usual = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
    assert usual == settings.DATABASES["default"]["OPTIONS"]["timeout"] * 1000


def test_the_lock_is_reentrant_within_a_transaction() -> None:
    with transaction.atomic():
        assert if_free(lambda: Visitor.objects.create())
    assert Visitor.objects.count() == 1


# -- a full disk ------------------------------------------------------------------------------


@contextmanager
def full_disk() -> Iterator[None]:
    """Forbid the file to grow."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        connection.close()


@on_sqlite
def test_a_full_disk_is_reported_as_such(caplog: pytest.LogCaptureFixture) -> None:
    person = Person()
    table = person.open("me", "here", "here")
    for _ in range(3):
        person.talk(table, "x")
    with full_disk(), caplog.at_level(logging.ERROR):
        answers = []
        for _ in range(60):  # until pages begun before are full, too
            answers.append(person.talk(table, "x" * 500))
            if answers[-1].status_code == 507:
                break
            limits.Count.objects.all().delete()
        answers += [person.talk(table, "x" * 500) for _ in range(3)]
        said = [answer for answer in answers if answer.status_code == 507]
        assert len(said) >= 2
        assert "run out of disk space" in problem(said[0])
        assert "busy" not in problem(said[0])
        assert person.get(f"/t/{table.slug}").status_code == 200
        assert len([r for r in caplog.records if "the disk is full" in r.getMessage()]) == 1
        assert person.get("/health").status_code == 503
    kept = Talk.objects.count()
    assert person.talk(table, "y" * 500).status_code == 200
    assert Talk.objects.count() == kept + 1


def no_room(kind: str) -> Exception:
    """Return the errors of a full disk in different places."""
    if kind == "a file":
        return OSError(errno.ENOSPC, "No space left on device")
    error = OperationalError("somehow")
    cause = sqlite3.OperationalError("database or disk is full")
    if kind == "SQLite":
        cause.sqlite_errorcode = sqlite3.SQLITE_FULL
    else:
        cause.sqlstate = "53100"
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL", "a file"])
def test_an_action_on_a_full_disk(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person()
    table = person.open("me", "here", "here")
    action = legal(table, seat_asked(table))[-1]
    tried: list[int] = []

    def write(*args: object) -> int:
        tried.append(1)
        raise no_room(kind)

    with monkeypatch.context() as full:
        full.setattr(sittings, "_write", write)
        answer = person.act(table, seat_asked(table), action)
    assert answer.status_code == 507
    assert "safe" in problem(answer)
    assert len(tried) == 1  # retrying is of no use
    assert person.act(table, seat_asked(table), action).status_code == 200


def test_a_locked_database_is_not_a_full_disk() -> None:
    error = OperationalError("database is locked")
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error.__cause__ = cause
    assert not failures.is_disk_full(error)
    assert not failures.is_connection_lost(error)


def test_a_circular_exception_chain_ends() -> None:
    error, other = ValueError(), KeyError()
    error.__cause__, other.__cause__ = other, error
    assert list(islice(failures._causes(error), 9)) == [error, other]
    assert failures.refusal_for(error) is None


# -- lost connections -------------------------------------------------------------------------


def test_errors_that_mean_a_lost_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(state: str | None) -> OperationalError:
        error, cause = OperationalError("x"), Exception("x")
        cause.sqlstate = state  # type: ignore[attr-defined]
        error.__cause__ = cause
        return error

    monkeypatch.setattr(failures.connection, "vendor", "postgresql", raising=False)
    assert all(failures.is_connection_lost(said(state)) for state in ("08006", "57P01", None))
    assert not any(
        failures.is_connection_lost(said(state)) for state in ("40P01", "55P03", "53100")
    )
    assert failures.is_connection_lost(InterfaceError("connection already closed"))
    assert not failures.is_connection_lost(ValueError("x"))


class Once:
    """Fails the first time, like a lost connection."""

    def __init__(self, inner: Any) -> None:
        self._inner, self.times = inner, 0

    def __call__(self, *args: Any, **named: Any) -> Any:
        self.times += 1
        if self.times == 1:
            raise OperationalError("server closed the connection unexpectedly")
        return self._inner(*args, **named)


def test_an_action_is_retried_on_a_new_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person()
    table = person.open("me", "here", "here")
    closed: list[int] = []
    once = Once(sittings._write)
    monkeypatch.setattr(sittings, "_write", once)
    monkeypatch.setattr(
        failures, "is_connection_lost", lambda error: isinstance(error, OperationalError)
    )
    monkeypatch.setattr(sittings.connection, "close", lambda: closed.append(1))
    assert (
        person.act(table, seat_asked(table), legal(table, seat_asked(table))[-1]).status_code == 200
    )
    assert (once.times, closed) == (2, [1])
    assert len(log_of(table)) == 1


@pytest.mark.postgres
def test_a_connection_that_fails_its_check_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    database = connections["default"]
    database.ensure_connection()
    monkeypatch.setattr(database, "health_check_enabled", True)
    monkeypatch.setattr(database, "health_check_done", False)
    monkeypatch.setattr(database, "is_usable", lambda: False)
    assert sql.query("SELECT 1", []) == [(1,)]
