"""Start many servers quickly, by forking a process that has already imported everything.

`fork` replaces `subprocess.Popen` for Python programs and saves the imports (two seconds of CPU
time for the site). The imported modules must not read the environment during their import; Django's
settings are read after the fork.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests import installed_games

# imported before forking; none of these reads the environment or starts a thread
MODULES = (
    "asgiref.sync", "cryptography.fernet", "django.contrib.auth", "django.core.management",
    "django.db.models", "django.template", "django.test", "httptools", "jinja2", "openskill.models",
    "pydantic.fields", "pydantic.functional_validators", "pydantic.main", "sqlite3", "uvicorn",
    "uvloop", "whitenoise",
    "chancery.cli.main", "chancery.conformance", "chancery.page.sections", "chancery.table",
)  # fmt: skip


class Forked:
    """A process started by the zygote, with the most important methods of `Popen`."""

    def __init__(self, zygote: Zygote, pid: int) -> None:
        self.pid = pid
        self._zygote = zygote

    @property
    def returncode(self) -> int | None:
        """Return the exit code; None while it runs."""
        return self._zygote.ended.get(self.pid)

    def poll(self) -> int | None:
        """Return the exit code; None while it runs."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process has ended and return its exit code."""
        with self._zygote.told:
            if not self._zygote.told.wait_for(lambda: self.pid in self._zygote.ended, timeout):
                raise subprocess.TimeoutExpired("a forked process", timeout or 0)
        return self._zygote.ended[self.pid]

    def send_signal(self, number: int) -> None:
        """Send a signal if the process is still running."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process at once, with SIGKILL."""
        self.send_signal(signal.SIGKILL)


class Zygote:
    """The forking process, as used by tests."""

    def __init__(self) -> None:
        self.ended: dict[int, int] = {}
        self.told = threading.Condition()
        self._asking = threading.Lock()  # the next process is that of whoever has asked
        self._begun: list[int] = []
        self._gone = False  # it has ended; its error output says why
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.zygote"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        threading.Thread(target=self._hear, daemon=True).start()
        atexit.register(self._process.terminate)

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            data = json.loads(line)
            with self.told:
                if "code" in data:
                    self.ended[data["pid"]] = data["code"]
                else:
                    self.ended.pop(data["pid"], None)  # the id was used by an earlier process
                    self._begun.append(data["pid"])
                self.told.notify_all()
        with self.told:
            self._gone = True
            self.told.notify_all()

    def fork(self, arguments: Sequence[str], env: Mapping[str, str], log: Path) -> Forked:
        """Run a module (`-m name ...`) or a script with these arguments."""
        asked = {"arguments": list(arguments), "env": dict(env), "log": str(log)}
        assert self._process.stdin is not None
        with self._asking, self.told:
            self._process.stdin.write(json.dumps(asked).encode() + b"\n")
            self._process.stdin.flush()
            self.told.wait_for(lambda: self._begun or self._gone)
            assert self._begun, "the forking process has ended"
            return Forked(self, self._begun.pop())


@cache
def zygote() -> Zygote:
    """Return the zygote of this process, started on first use."""
    return Zygote()


# -- the forking process -------------------------------------------------------------------


def _become(arguments: list[str], env: dict[str, str], log: str) -> None:
    """Run the program in the forked process."""
    os.environ.clear()
    os.environ.update(env)
    paths = env.get("PYTHONPATH", "").split(os.pathsep)
    added = [path for path in paths if path and path not in sys.path]
    if added:
        sys.path += added
        installed_games.look_anew()
    opened = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in ((0, nothing), (1, opened), (2, opened)):
        os.dup2(file, number)
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")


def _say(**found: Any) -> None:
    print(json.dumps(found), flush=True)


def main() -> None:
    """Import everything, fork for every line read, and report processes that have ended."""
    for name in MODULES:
        __import__(name)
    from chancery import games

    for name in games.names():
        games.find(name)
    buffer = b""
    running: set[int] = set()
    ended, signalled = os.pipe()  # a byte arrives when a process ends
    os.set_blocking(ended, False)
    os.set_blocking(signalled, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(signalled)
    while True:
        ready = select.select([0, ended], [], [])[0]
        if 0 in ready:
            read = os.read(0, 1 << 16)
            if not read:  # the test process has ended
                for pid in running:
                    os.kill(pid, signal.SIGTERM)
                return
            buffer += read
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                pid = os.fork()
                if pid == 0:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    os.close(ended)
                    os.close(signalled)
                    _become(**json.loads(line))
                    sys.exit(0)
                running.add(pid)
                _say(pid=pid)
        if ended in ready:
            os.read(ended, 1 << 16)
            _report_ended(running)


def _report_ended(running: set[int]) -> None:
    """Report all processes that have ended since the last time."""
    for pid in sorted(running):
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            running.discard(pid)
            _say(pid=pid, code=os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
