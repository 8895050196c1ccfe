"""The checker: a process that reads records which strangers have sent, and may die of it.

It knows no database and no secret, and has little time and memory for each record. What it is
given comes by its standard input, a length and a text; it answers with a length and a pickle, in
which a game is only named. It ends with whoever has started it.
"""

from __future__ import annotations

import io
import os
import pickle
import struct
import sys
import traceback
from contextlib import suppress
from typing import IO, Any

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

from chancery import games
from chancery.core import Fault, Game, Refusal
from chancery.table import seen

SECONDS = 10  # of the processor, for one record
MEMORY = 600_000_000  # bytes of address space
HEAD = struct.Struct(">Q")
FOUND, WRONG, HEAVY, BROKEN = "found", "wrong", "heavy", "broken"


class _Writer(pickle.Pickler):
    def persistent_id(self, obj: Any) -> str | None:
        """Games are known by name."""
        return obj.name if isinstance(obj, Game) else None


class _Reader(pickle.Unpickler):
    def persistent_load(self, pid: str) -> Any:
        """Games are known by name."""
        return games.find(pid)


def packed(answer: tuple[str, Any]) -> bytes:
    """An answer as bytes."""
    file = io.BytesIO()
    _Writer(file, pickle.HIGHEST_PROTOCOL).dump(answer)
    return file.getvalue()


def unpacked(answer: bytes) -> tuple[str, Any]:
    """The answer that these bytes are; they come from a process of our own."""
    found: tuple[str, Any] = _Reader(io.BytesIO(answer)).load()
    return found


def send(file: IO[bytes], message: bytes) -> None:
    """A length and that many bytes."""
    file.write(HEAD.pack(len(message)))
    file.write(message)
    file.flush()


def receive(file: IO[bytes]) -> bytes | None:
    """What was sent; None if nobody is there any more."""
    head = file.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (length,) = HEAD.unpack(head)
    message = file.read(length)
    return message if len(message) == length else None


def check(text: str) -> bytes:
    """What there is to say about a record."""
    try:
        return packed((FOUND, seen.loads(text, games.find)))
    except (Fault, Refusal) as error:
        return packed((WRONG, error.text()))
    except (MemoryError, RecursionError):
        return packed((HEAVY, None))
    except Exception:
        return packed((BROKEN, traceback.format_exc(limit=-5)))


def _limit() -> None:
    """So much time from now on; beyond it the process is ended by the system."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + SECONDS
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))


def main() -> None:
    """Check until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(5)  # who waits for a page comes first
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else goes there
    while (text := receive(asked)) is not None:
        _limit()
        send(answers, check(text.decode("utf-8", "replace")))


if __name__ == "__main__":
    main()
