"""One writer at a time on SQLite, and no long waits for it.

Another program may hold the lock of the file for minutes (a backup, a process that hangs). Readers
never wait for it; writers give up after a few seconds, and optional writes do not wait at all.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

try:
    import fcntl
except ImportError:  # not available on Windows
    fcntl = None  # type: ignore[assignment]

from django.conf import settings
from django.db import OperationalError, connection, transaction

PATIENCE = 4.0  # seconds to wait for the turn to write
SOON = 0.1  # seconds to wait for optional writes
PAUSE = 0.002  # seconds between two looks whether another process has finished

_writer = threading.Lock()


class Waited(OperationalError):
    """Other threads or processes of the site have been writing for too long."""


@contextmanager
def one_writer(patience: float = PATIENCE) -> Iterator[None]:
    """Take turns with all threads and processes of the site that write to SQLite. Its own lock
    would let a waiting writer sleep far too long; here it is woken at once."""
    if connection.vendor != "sqlite" or fcntl is None:
        yield
        return
    until = time.monotonic() + patience
    if not _writer.acquire(timeout=patience):
        raise Waited("another thread is writing")
    try:
        turn = os.open(settings.HOME / "writer", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(turn, until)  # released when the file is closed
            yield
        finally:
            os.close(turn)
    finally:
        _writer.release()


def _take(turn: int, until: float) -> None:
    while True:
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if time.monotonic() >= until:
                raise Waited("another process is writing") from None
        time.sleep(PAUSE)


def if_free(doing: Callable[[], object]) -> bool:
    """Make an optional write; False if it was skipped because others are writing."""
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
    """Do not wait for a lock of SQLite inside this block."""
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
