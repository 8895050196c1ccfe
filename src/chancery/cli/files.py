"""Record files: read whole, written safely."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from chancery import games
from chancery.table import Sitting, record

try:
    import fcntl
except ImportError:  # not a Unix: without a lock two commands at once may lose one's work
    fcntl = None  # type: ignore[assignment]


def load(path: Path) -> Sitting:
    """The sitting in a record file."""
    return record.loads(path.read_text("utf-8", errors="replace"), games.find)


def save(sitting: Sitting, path: Path) -> None:
    """Write the record so that either the old file or the whole new one is on disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(record.dumps(sitting))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


@contextlib.contextmanager
def changing(path: Path) -> Iterator[Sitting]:
    """Load a record, let it be changed, and save it; nobody else changes it meanwhile."""
    folder = os.open(path.resolve().parent, os.O_RDONLY)
    try:
        if fcntl is not None:
            fcntl.flock(folder, fcntl.LOCK_EX)
        sitting = load(path)
        yield sitting
        save(sitting, path)
    finally:
        os.close(folder)
