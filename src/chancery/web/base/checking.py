"""The record checker: a process that parses uploaded records and may crash doing so.

It has no database and no secrets, and little time and memory for each record. A request is a length
and a text on its standard input; the answer is a length and a pickle in which games are stored by
name. It ends with its parent process.
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
except ImportError:  # not available on Windows
    resource = None  # type: ignore[assignment]

from chancery import games
from chancery.core import Game, Refusal, UserError
from chancery.table import seat_record

SECONDS = 10  # of CPU time, for one record
MEMORY = 600_000_000  # bytes of address space
HEAD = struct.Struct(">Q")
FOUND, WRONG, HEAVY, BROKEN = "found", "wrong", "heavy", "broken"


class _Writer(pickle.Pickler):
    def persistent_id(self, obj: Any) -> str | None:
        """Replace a game by its name, so that its rules are not pickled."""
        return obj.name if isinstance(obj, Game) else None


class _Reader(pickle.Unpickler):
    def persistent_load(self, pid: str) -> Any:
        """Return the game that a name in the pickle stands for."""
        return games.find(pid)


def serialise(answer: tuple[str, Any]) -> bytes:
    """Serialise an answer for the parent process."""
    file = io.BytesIO()
    _Writer(file, pickle.HIGHEST_PROTOCOL).dump(answer)
    return file.getvalue()


def deserialise(answer: bytes) -> tuple[str, Any]:
    """Read an answer of the checker process, which is our own and therefore trusted."""
    value: tuple[str, Any] = _Reader(io.BytesIO(answer)).load()
    return value


def send(file: IO[bytes], message: bytes) -> None:
    """Write a message: its length, then its bytes."""
    file.write(HEAD.pack(len(message)))
    file.write(message)
    file.flush()


def receive(file: IO[bytes]) -> bytes | None:
    """Read a message; None if the other end has closed the pipe."""
    head = file.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (length,) = HEAD.unpack(head)
    message = file.read(length)
    return message if len(message) == length else None


def check(text: str) -> bytes:
    """Check one record and return the serialised answer."""
    try:
        return serialise((FOUND, seat_record.loads(text, games.find)))
    except (UserError, Refusal) as error:
        return serialise((WRONG, error.text()))
    except (MemoryError, RecursionError):
        return serialise((HEAVY, None))
    except Exception:
        return serialise((BROKEN, traceback.format_exc(limit=-5)))


def _limit() -> None:
    """Limit CPU time from now on; the system kills the process beyond it."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + SECONDS
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))


def main() -> None:
    """Answer requests until standard input is closed."""
    if hasattr(os, "nice"):
        os.nice(5)  # requests for pages come first
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # stdout is for answers only
    while (text := receive(asked)) is not None:
        _limit()
        send(answers, check(text.decode("utf-8", "replace")))


if __name__ == "__main__":
    main()
