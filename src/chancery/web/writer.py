"""One writer at a time, where the database has only one anyway."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

from django.conf import settings
from django.db import connection

_writer = threading.Lock()


@contextmanager
def one_writer() -> Iterator[None]:
    """SQLite has one writer at a time, and who finds it taken sleeps for far too long: so the
    threads and processes of the house wait for each other here, and are woken at once."""
    if connection.vendor != "sqlite" or fcntl is None:
        yield
        return
    with _writer, (settings.HOME / "writer").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # given back when the file is closed
        yield
