"""Work that is too long for the threads that answer pages.

An uploaded record is checked by a process of its own (web/base/checking.py) with limited time and
memory. A table whose long log has to be replayed is loaded by a thread for long work: a thread that
answers pages raises `Elsewhere` first, and the request is repeated in the other pool
(web/server/asgi.py).
"""

from __future__ import annotations

import atexit
import logging
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

from chancery.core import UserError, memo
from chancery.table import Sitting
from chancery.table.seat_record import SeatRecord
from chancery.web.base import checking
from chancery.web.base.refusals import Busy, TooHeavy

log = logging.getLogger("chancery.web.heavy")
LONG = 400  # lines of a log; replaying them takes about 50 ms
# wall-clock seconds for one record, start-up included; its CPU time is limited by the checker, and
# a busy machine may give it little of that per minute
WITHIN = 90.0
MOST = 200  # records that one checker process reads before it is replaced


class Elsewhere(Busy):
    """A request that must be answered again in the pool for long work."""


_thread = threading.local()


def forbid_long_work() -> None:
    """Forbid long work in this thread from now on."""
    _thread.light = True


def check_replay(lines: int) -> None:
    """Raise Elsewhere if this thread may not replay so many lines."""
    if lines > LONG:
        check_long_work()


def check_long_work() -> None:
    """Raise Elsewhere if this thread may not do long work."""
    if getattr(_thread, "light", False):
        raise Elsewhere()


memo.before_long(check_long_work)


class Checker:
    """A checker process, started when it is first needed; checks one record at a time."""

    def __init__(self, *command: str) -> None:
        self._command = command or (sys.executable, "-m", checking.__name__)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._read = 0

    def check(self, text: str) -> Sitting | SeatRecord:
        """Return what a record contains. Raises UserError if it is wrong, TooHeavy if it takes too
        long."""
        with self._lock:
            answer = self._ask(text.encode("utf-8", "replace"))
        kind: str = checking.HEAVY
        result: Any = None
        if answer is not None:
            kind, result = checking.deserialise(answer)
        if kind == checking.FOUND:
            opened: Sitting | SeatRecord = result
            return opened
        if kind == checking.WRONG:
            raise UserError(result)
        if kind == checking.HEAVY:
            raise TooHeavy()
        raise RuntimeError(f"a record could not be checked:\n{result}")

    def _ask(self, text: bytes) -> bytes | None:
        """Send a record to the process; None if it has not answered in time."""
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
            log.warning("the process that checks records has ended")
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
        """End the checker process, when the server stops."""
        self._end()


_checker = Checker()
atexit.register(_checker.close)


def check(text: str) -> Sitting | SeatRecord:
    """Check a record in the checker process; return its game, or what a seat has seen of one."""
    return _checker.check(text)
