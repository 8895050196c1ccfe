"""One writer at a time, where the database has only one anyway; and nobody waits for long.

Somebody else may hold the lock of the file for minutes: a backup by other means, a program that
hangs. Who reads never waits for him. Who writes gives up after a few seconds, and what need not be
written now is not waited for at all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

from django.conf import settings
from django.db import OperationalError, connection, transaction

PATIENCE = 4.0  # seconds for a turn among the writers of the house
SOON = 0.1  # seconds for what can be left undone
PAUSE = 0.002  # seconds between two looks whether another process is done

_writer = threading.Lock()


class Waited(OperationalError):
    """Others of the house have been writing for too long."""


@contextmanager
def one_writer(patience: float = PATIENCE) -> Iterator[None]:
    """SQLite has one writer at a time, and who finds it taken sleeps for far too long: so the
    threads and processes of the house wait for each other here, and are woken at once."""
    if connection.vendor != "sqlite" or fcntl is None:
        yield
        return
    until = time.monotonic() + patience
    if not _writer.acquire(timeout=patience):
        raise Waited("another thread is writing")
    try:
        with (settings.HOME / "writer").open("w") as turn:
            _take(turn, until)  # given back when the file is closed
            yield
    finally:
        _writer.release()


def _take(turn: IO[str], until: float) -> None:
    while True:
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if time.monotonic() >= until:
                raise Waited("another process is writing") from None
        time.sleep(PAUSE)


def if_free(doing: Callable[[], object]) -> bool:
    """Write something that can as well be left undone; False if it was, for others are writing."""
    if connection.in_atomic_block:  # it is our turn already
        doing()
        return True
    try:
        with one_writer(SOON), _impatient(), transaction.atomic():
            if connection.vendor == "postgresql":
                _say(f"SET LOCAL lock_timeout = {int(SOON * 1000)}")
            doing()
    except OperationalError:
        return False
    return True


@contextmanager
def _impatient() -> Iterator[None]:
    """Meanwhile a taken lock of SQLite's is not waited for."""
    if connection.vendor != "sqlite":
        yield
        return
    _say(f"PRAGMA busy_timeout = {int(SOON * 1000)}")
    try:
        yield
    finally:
        usual = settings.DATABASES["default"]["OPTIONS"]["timeout"]
        _say(f"PRAGMA busy_timeout = {int(usual * 1000)}")


def _say(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
