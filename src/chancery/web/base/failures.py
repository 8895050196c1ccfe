"""Failures of database and disk: what kind they are, and who is told of them.

A held lock, a full disk and a lost connection are all the same exception of the database. A lock is
released soon; a full disk is not, and operators have to know; after a lost connection the request
is worth one retry.
"""

from __future__ import annotations

import errno
import logging
import shutil
import sqlite3
import time
from collections.abc import Iterator

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from chancery.core import Refusal
from chancery.web.base.refusals import Busy, HouseFull, NoDatabase, NoMemory

log = logging.getLogger("chancery.web.failures")
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
PG_FULL = "53100"
PG_LOST = ("57P01", "57P02", "57P03")  # the server is shutting down
PG_UNABLE = ("53300", "57014")  # it takes no more connections; a statement took too long
HARDLY_ANY = 1_000_000  # bytes: an I/O error with less free space means a full disk
RESERVED = 200_000_000  # bytes that are reserved for running games
QUIET = 60.0  # seconds between two identical lines in the log

_full_at: float | None = None
_noted: dict[
    str, tuple[float, int]
] = {}  # when it was last logged, and how often it was left out since


def refusal_for(error: Exception) -> Refusal | None:
    """Return the refusal that the user gets, and log it; None for other kinds of errors."""
    if is_disk_full(error):
        note_full_disk()
        return HouseFull()
    if isinstance(error, MemoryError):
        log_once("this machine is out of memory")
        return NoMemory()
    if is_unreachable(error):
        log_once("the database does not answer", " ".join(str(error).split())[:200])
        return NoDatabase()
    return Busy() if isinstance(error, OperationalError | InterfaceError) else None


def is_unreachable(error: BaseException) -> bool:
    """Return whether an error means that the database cannot be reached or takes too long to
    answer."""
    if not is_connection_lost(error):
        return getattr(error.__cause__, "sqlstate", None) in PG_UNABLE
    return True


def is_disk_full(error: BaseException) -> bool:
    """Return whether an error means that the disk is full."""
    for cause in _causes(error):
        if isinstance(cause, OSError) and cause.errno in NO_ROOM:
            return True
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL or (
            code == sqlite3.SQLITE_IOERR and free_bytes() < HARDLY_ANY
        ):
            return True
        if getattr(cause, "sqlstate", None) == PG_FULL:
            return True
    return False


def is_connection_lost(error: BaseException) -> bool:
    """Return whether an error means that the database connection was lost and can be opened
    again."""
    if connection.vendor != "postgresql":
        return False
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError) or not hasattr(error.__cause__, "sqlstate"):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith("08") or state in PG_LOST


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes, each once, even where they form a cycle."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        yield error
        chain.append(error)
        error = error.__cause__


def free_bytes() -> int:
    """Return the free bytes on the disk of the data folder."""
    return shutil.disk_usage(settings.HOME).free


def note_full_disk() -> None:
    """Remember for /health and log that the disk is full."""
    global _full_at
    _full_at = time.monotonic()
    log_once("the disk is full: nothing can be written until there is room again")


def log_once(event: str, detail: str = "", level: int = logging.CRITICAL) -> None:
    """Write a line to the log, at most once in a while; the next one says how many were left out.
    The detail may differ from line to line."""
    now = time.monotonic()
    logged, left_out = _noted.get(event, (-QUIET, 0))
    if now - logged < QUIET:
        _noted[event] = logged, left_out + 1
        return
    _noted[event] = now, 0
    note = f" ({left_out} more since the last such line)" if left_out else ""
    log.log(level, "%s%s%s", event, f": {detail}" if detail else "", note)


class Seldom(logging.Filter):
    """Passes warnings of the server about hostile input to `log_once`, which limits their rate."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything but warnings pass."""
        if record.levelno != logging.WARNING:
            return True
        log_once(record.getMessage(), level=logging.WARNING)
        return False


def was_disk_full() -> bool:
    """Return whether this process has found the disk full a moment ago."""
    return _full_at is not None and time.monotonic() - _full_at < QUIET


def forget() -> None:
    """Forget that the disk was full; for tests."""
    global _full_at
    _full_at = None
    _noted.clear()
