"""Trouble: what kind of breakdown it is, what a visitor is told, and what the operator is.

A lock that somebody holds, a full disk and a lost connection all come as the same error of the
database. The first is over soon; the second is not, and whoever runs the house has to know; after
the third one try more is worth it.
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
from chancery.web.base.refusals import Busy, HouseFull

log = logging.getLogger("chancery.web.trouble")
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
PG_FULL = "53100"
PG_LOST = ("57P01", "57P02", "57P03")  # the server is being stopped
HARDLY_ANY = 1_000_000  # bytes: with less than that an error of the disk means a full one
RESERVE = 200_000_000  # bytes that are for the games that are being played
QUIET = 60.0  # seconds: the log is told once in a while, not for every request

_full_at: float | None = None
_noted: dict[str, tuple[float, int]] = {}  # when it was last told, and how often it was not since


def refusal(error: Exception) -> Refusal | None:
    """What whoever asked is told; None if it is no trouble of this kind. The log hears of it."""
    if full(error):
        note_full()
        return HouseFull()
    return Busy() if isinstance(error, OperationalError | InterfaceError) else None


def full(error: BaseException) -> bool:
    """Whether there is no room left on the disk."""
    for cause in _causes(error):
        if isinstance(cause, OSError) and cause.errno in NO_ROOM:
            return True
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and room() < HARDLY_ANY):
            return True
        if getattr(cause, "sqlstate", None) == PG_FULL:
            return True
    return False


def lost(error: BaseException) -> bool:
    """Whether the connection to the database has gone, and a new one may do."""
    if connection.vendor != "postgresql":
        return False
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError) or not hasattr(error.__cause__, "sqlstate"):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith("08") or state in PG_LOST


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it came from; one can be said to come from itself."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        yield error
        seen.append(error)
        error = error.__cause__


def room() -> int:
    """The bytes that are left on the disk of the home."""
    return shutil.disk_usage(settings.HOME).free


def note_full() -> None:
    """The log and /health are told."""
    global _full_at
    _full_at = time.monotonic()
    note("the disk is full: nothing can be written until there is room again")


def note(what: str, detail: str = "", level: int = logging.CRITICAL) -> None:
    """Write one line to the log, at most once in a while; the next one says how many were left
    out. A detail may differ from line to line."""
    now = time.monotonic()
    told, left_out = _noted.get(what, (-QUIET, 0))
    if now - told < QUIET:
        _noted[what] = told, left_out + 1
        return
    _noted[what] = now, 0
    more = f" ({left_out} more since the last such line)" if left_out else ""
    log.log(level, "%s%s%s", what, f": {detail}" if detail else "", more)


def was_full() -> bool:
    """Whether this process has found the disk full a moment ago."""
    return _full_at is not None and time.monotonic() - _full_at < QUIET


def forget() -> None:
    """There is room again, as far as is known."""
    global _full_at
    _full_at = None
    _noted.clear()
