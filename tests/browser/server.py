"""The real server as a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from chancery.web import migrations
from tests.patience import PATIENCE
from tests.zygote import Forked, zygote

DATABASE = "site.sqlite3"
CACHE = Path(__file__).parent.parent.parent / ".pytest_cache"


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@cache
def migrated() -> bytes:
    """A database that has taken every step, and in which nothing has happened yet.

    It is kept beside pytest's cache until a step changes.
    """
    steps = sorted(Path(migrations.__file__).parent.glob("0*.py"))
    key = blake2b(b"".join(step.read_bytes() for step in steps), digest_size=8).hexdigest()
    kept = CACHE / f"migrated-{key}.sqlite3"
    if not kept.exists():
        CACHE.mkdir(exist_ok=True)
        own = kept.with_suffix(f".{os.getpid()}")
        own.write_bytes(_migrated())
        own.replace(kept)
    return kept.read_bytes()


def _migrated() -> bytes:
    with tempfile.TemporaryDirectory() as home:
        migrate(CHANCERY_HOME=home)
        return (Path(home) / DATABASE).read_bytes()


def migrate(**env: str) -> None:
    """Take every step in the database that these variables name."""
    code = (
        "from chancery.web.server import serve; serve.prepare();"
        "from django.db import connections; connections.close_all()"  # and its journal
    )
    subprocess.run([sys.executable, "-c", code], env=_ours(env), check=True)


def _ours(env: dict[str, str]) -> dict[str, str]:
    """These variables, and those of the tests, but not their database."""
    return {key: value for key, value in os.environ.items() if key != "DATABASE_URL"} | env


class Server:
    """`chancery serve` with steady chance, or another command that takes `--port`, in a home of
    its own."""

    command: Sequence[str] = ("-m", "tests.browser.steady", "serve")

    def __init__(self, home: Path, **env: str) -> None:
        self.home = home
        self.port = free_port()
        self.base = f"http://localhost:{self.port}"
        self.process: Forked | None = None
        # records by their text: the address of their replay, and the cookies of their owner
        self.imported: dict[str, tuple[str, Any]] = {}
        self._env = {"CHANCERY_HOME": str(home), "CHANCERY_BOT_PACE": "0"}
        # all visitors of a test run come from one address, and passwords take no time
        self._env |= {"CHANCERY_LIMITS": "off", "CHANCERY_HASHER": "fast", **env}

    def start(self) -> None:
        """Start, or start again on the same port, and wait until it answers."""
        self.home.mkdir(parents=True, exist_ok=True)
        if "DATABASE_URL" not in self._env and not (self.home / DATABASE).exists():
            (self.home / DATABASE).write_bytes(migrated())  # sooner than step by step each time
        call = [*self.command, "--port", str(self.port)]
        self.process = zygote().fork(call, _ours(self._env), self.log)
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, f"the server ended at once:\n{self.said()}"
            assert time.monotonic() < until, f"no answer within {PATIENCE} s:\n{self.said()}"
            time.sleep(0.03)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.base}/help/spada", timeout=5):
                return True
        except urllib.error.HTTPError:
            raise  # it answers, but wrongly
        except OSError:
            return False

    @property
    def log(self) -> Path:
        """What the server writes to its terminal."""
        return self.home / "server.log"

    def said(self) -> str:
        """The end of it."""
        return self.log.read_text("utf-8", "replace")[-4000:]

    def stop(self) -> None:
        """SIGTERM, and it ends."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def close(self) -> None:
        """Stop it if it still runs."""
        if self.process is not None and self.process.poll() is None:
            self.stop()
