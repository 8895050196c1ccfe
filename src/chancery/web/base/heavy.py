"""Heavy work: never in the few threads that answer pages.

A record that somebody has sent is checked by a process of its own (web/base/checking.py) with
little time and memory. A table whose long log has to be replayed is loaded by a thread for long
work: a thread that answers pages raises `Elsewhere` before it begins, and the request is answered
once more there (web/server/asgi.py).
"""

from __future__ import annotations

import atexit
import logging
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

from chancery.core import Fault
from chancery.table import Sitting
from chancery.table.seen import Remembered
from chancery.web.base import checking
from chancery.web.base.refusals import Busy, TooHeavy

log = logging.getLogger("chancery.web.heavy")
LONG = 400  # lines of a log: they are replayed in about a twentieth of a second
# seconds by the clock for one record, its start included; what it may take is counted in seconds of
# the processor (web/base/checking.py), and on a busy machine those are few in a minute
WITHIN = 90.0
MOST = 200  # records that one checker reads


class Elsewhere(Busy):
    """A request that has to be answered in the pool for long work."""


_thread = threading.local()


def keep_light() -> None:
    """From now on this thread does nothing heavy."""
    _thread.light = True


def begin(lines: int) -> None:
    """So many lines are going to be replayed."""
    if lines > LONG and getattr(_thread, "light", False):
        raise Elsewhere()


class Checker:
    """A process that checks records, one after the other; started when it is needed."""

    def __init__(self, *command: str) -> None:
        self._command = command or (sys.executable, "-m", checking.__name__)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._read = 0

    def check(self, text: str) -> Sitting | Remembered:
        """What a record tells of; a Fault, or TooHeavy."""
        with self._lock:
            answer = self._ask(text.encode("utf-8", "replace"))
        kind: str = checking.HEAVY
        found: Any = None
        if answer is not None:
            kind, found = checking.unpacked(answer)
        if kind == checking.FOUND:
            opened: Sitting | Remembered = found
            return opened
        if kind == checking.WRONG:
            raise Fault(found)
        if kind == checking.HEAVY:
            raise TooHeavy()
        raise RuntimeError(f"a record could not be checked:\n{found}")

    def _ask(self, text: bytes) -> bytes | None:
        """What the process says; None if it has said nothing in time."""
        process = self._ready()
        clock = threading.Timer(WITHIN, process.kill)
        clock.start()
        answer = None
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            checking.send(process.stdin, text)
            answer = checking.receive(process.stdout)
        except OSError:
            log.warning("the checker of records has gone")
        finally:
            clock.cancel()
            self._read += 1
            if answer is None or self._read >= MOST:
                self._end()
        return answer

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._read = 0
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe and pipe.close()
        process.wait()

    def close(self) -> None:
        """End the process that checks records."""
        self._end()


_checker = Checker()
atexit.register(_checker.close)


def check(text: str) -> Sitting | Remembered:
    """The game that a record tells of, or what a seat has seen of one, checked where it can do no
    harm."""
    return _checker.check(text)
