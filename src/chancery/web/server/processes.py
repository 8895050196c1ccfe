"""Supervise helper processes: restart those that end or hang, and log it.

The first process of a helper is forked where that is safe, so that it has imported everything and
shares its memory with the server; a restart spawns a new interpreter. The pause before a restart
grows with each failure, and is reset when a helper has lived for a while.
"""

from __future__ import annotations

import logging
import multiprocessing
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

from chancery.web.base import metrics

log = logging.getLogger("chancery.web.helpers")
FIRST = 0.5  # seconds before the first restart
LONGEST = 60.0
FORGIVEN = 60.0  # seconds of life that reset the pause
HANGS = 180.0  # seconds without heartbeat
CHECK_EVERY = 0.5  # seconds between two checks
GONE = 10.0  # seconds without a living process until a helper counts as failed
SILENT = 60.0  # the same for a process that sends no heartbeat

_spawn = multiprocessing.get_context("spawn")


def _context() -> Any:
    """Return the way to start a process: fork on Linux while there is only one thread."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return _spawn


class Helper:
    """A helper process: what it runs, and its present process."""

    def __init__(self, name: str, target: Callable[..., None], args: tuple[Any, ...]) -> None:
        self.name, self._target, self._args = name, target, args
        self.process: BaseProcess | None = None
        self._pause = FIRST
        self._began = self._due = 0.0
        self._last_beat = 0.0  # the latest heartbeat of any of its processes
        self._heartbeat: Any = None

    @property
    def failed(self) -> bool:
        """Whether it has done nothing for so long that a restart alone does not explain it."""
        self._last_beat = max(
            self._last_beat, self._heartbeat.value if self._heartbeat.value > self._began else 0
        )
        lives = self.process is not None and self.process.is_alive()
        return time.monotonic() - self._last_beat > (SILENT if lives else GONE)

    def start(self) -> None:
        """Start or restart the process, with a new heartbeat."""
        self._began = time.monotonic()
        self._last_beat = self._last_beat or self._began
        self._heartbeat = _spawn.Value("d", self._began, lock=False)
        self.process = _context().Process(
            target=self._target, args=(self._heartbeat, *self._args), daemon=True
        )
        self.process.start()

    def check(self) -> None:
        """Kill the process if it hangs; restart it if it has ended and its pause is over."""
        now = time.monotonic()
        if self.process is not None and self.process.is_alive():
            if now - self._heartbeat.value > HANGS:
                log.error(
                    "%s (process %d) does not respond and is killed", self.name, self.process.pid
                )
                self.process.kill()
            return
        if self.process is not None:
            if now - self._began > FORGIVEN:
                self._pause = FIRST
            log.error(
                "%s (process %d) has ended (%s); it is started again in %.1f s",
                self.name, self.process.pid, self.process.exitcode, self._pause,
            )  # fmt: skip
            metrics.forget_process(self.process.pid)
            self.process, self._due = None, now + self._pause
            self._pause = min(2 * self._pause, LONGEST)
        if now >= self._due:
            self.start()
            log.warning("%s is started again", self.name)


class Supervisor:
    """All helpers of a server, and the thread that supervises them."""

    def __init__(self) -> None:
        self.helpers: list[Helper] = []
        self.failed = _spawn.Value("i", 0, lock=False)  # how many helpers, for all processes
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="helpers", daemon=True)

    def start(self, name: str, target: Callable[..., None], *args: Any) -> None:
        """Start a helper; `target` is called with the value for its heartbeat, and `args`."""
        helper = Helper(name, target, args)
        helper.start()
        self.helpers.append(helper)

    def watch(self) -> None:
        """Supervise the helpers that have been started."""
        self._thread.start()

    def _watch(self) -> None:
        while not self._stop.is_set():
            living = [helper.process for helper in self.helpers if helper.process is not None]
            wait([process.sentinel for process in living], CHECK_EVERY)
            if self._stop.wait(0.05):
                return
            for helper in self.helpers:
                try:
                    helper.check()
                except Exception:  # no room for another process: retried
                    log.exception("%s could not be supervised", helper.name)
            self.failed.value = sum(helper.failed for helper in self.helpers)

    def stop_restarting(self) -> None:
        """Leave helpers that end as they are, since all are about to."""
        self._stop.set()

    def stop(self, within: float) -> None:
        """Terminate all helpers and wait, for so many seconds at most."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(CHECK_EVERY + 1)
        living = [helper.process for helper in self.helpers if helper.process is not None]
        for process in living:
            process.terminate()
        until = time.monotonic() + within
        for process in living:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                process.kill()
