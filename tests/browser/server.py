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
from tests.timeouts import PATIENCE
from tests.zygote import Forked, zygote

DATABASE = "site.sqlite3"
CACHE = Path(__file__).parent.parent.parent / ".pytest_cache"


def free_port() -> int:
    """Return a port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def migrations_key() -> str:
    """Return a digest of the migrations, the name of a database that has them all."""
    steps = sorted(Path(migrations.__file__).parent.glob("0*.py"))
    return blake2b(b"".join(step.read_bytes() for step in steps), digest_size=8).hexdigest()


@cache
def migrated() -> bytes:
    """Return a migrated, empty database; cached beside pytest's cache until a migration changes."""
    kept = CACHE / f"migrated-{migrations_key()}.sqlite3"
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
    """Migrate the database that these variables name."""
    code = (
        "from chancery.web.server import serve; serve.prepare();"
        "from django.db import connections; connections.close_all()"  # writes the journal
    )
    subprocess.run([sys.executable, "-c", code], env=_ours(env), check=True)


def _ours(env: dict[str, str]) -> dict[str, str]:
    """Return these variables and those of the tests, except their database."""
    return {key: value for key, value in os.environ.items() if key != "DATABASE_URL"} | env


class Server:
    """`chancery serve` with fixed chance, or another command that takes `--port`, in a folder of
    its own."""

    command: Sequence[str] = ("-m", "tests.browser.seeded_command", "serve")

    thinkers = 0  # processes for bots that search and for analyses

    def __init__(self, home: Path, **env: str) -> None:
        self.home = home
        self.port = free_port()
        self.base = f"http://localhost:{self.port}"
        self.process: Forked | None = None
        # by text of the record: the address of its replay, and the cookies of its owner
        self.imported: dict[str, tuple[str, Any]] = {}
        self._env = {"CHANCERY_HOME": str(home), "CHANCERY_BOT_PACE": "0"}
        # all visitors of a test run share one address, and hashing passwords takes no time
        self._env |= {"CHANCERY_LIMITS": "off", "CHANCERY_HASHER": "fast", **env}

    def start(self) -> None:
        """Start, or restart on the same port, and wait until the server answers."""
        self.home.mkdir(parents=True, exist_ok=True)
        if "DATABASE_URL" not in self._env and not (self.home / DATABASE).exists():
            (self.home / DATABASE).write_bytes(migrated())  # faster than migrating each time
        call = [*self.command, "--port", str(self.port)]
        if "serve" in self.command:
            call += ["--thinkers", str(self.thinkers)]
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
        """The file to which the server logs."""
        return self.home / "server.log"

    def said(self) -> str:
        """Return the end of the log."""
        return self.log.read_text("utf-8", "replace")[-4000:]

    def stop(self) -> None:
        """Stop the server by SIGTERM and wait for its end."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def close(self) -> None:
        """Stop the server if it is still running."""
        if self.process is not None and self.process.poll() is None:
            self.stop()
