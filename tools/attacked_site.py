"""A site of its own under attack: the real server, guests without an account, and what it costs.

Used by `campaign.py` and `reads.py`. Linux only: CPU time and memory are read from /proc.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILES = 1024  # that the site may have open, as most systems have it
TICK = os.sysconf("SC_CLK_TCK")
JSON = "application/json"


class Site:
    """The real server with a home of its own."""

    def __init__(self, patience: float = 60) -> None:
        self.home = tempfile.mkdtemp(prefix="chancery-campaign-")
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port: int = found.getsockname()[1]
        env = {**os.environ, "CHANCERY_HOME": self.home, "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "chancery.cli.main", "serve", "--port", str(self.port)]
        self.log = Path(self.home) / "campaign.log"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                command, env=env, stdout=log, stderr=log, preexec_fn=_few_files
            )
        until = time.monotonic() + patience
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                self.ask("GET", "/")
                return
            time.sleep(0.2)
        self.end()
        raise SystemExit("the site does not answer")

    def ask(
        self, method: str, path: str, body: bytes = b"", head: dict[str, str] | None = None
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """One request on a connection of its own: status, body and head."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            line.request(method, path, body or None, head or {})
            answer = line.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            line.close()

    def processes(self) -> list[int]:
        """The server and all that it has started."""
        parents: dict[int, list[int]] = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    parents.setdefault(int(_stat(int(entry.name))[1]), []).append(int(entry.name))
        found = [self._process.pid]
        for pid in found:
            found += parents.get(pid, [])
        return found

    def end(self) -> None:
        """No more site."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        shutil.rmtree(self.home, ignore_errors=True)


def _few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


def _stat(pid: int) -> list[str]:
    """The fields after the name."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def memory_of(pid: int, name: str) -> int:
    """Kilobytes, as the system counts them."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


@dataclass
class Spent:
    """What one request has cost the site."""

    processor: float = 0  # seconds
    memory: float = 0  # MB more than before, at the worst moment


class Meter:
    """Watches the processes of a site while something is asked of it."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def _look(self) -> tuple[float, dict[int, int]]:
        ticks, rest = 0, {}
        for pid in self._site.processes():
            with contextlib.suppress(OSError):
                # with those that have ended: their time becomes that of whoever waited for them
                ticks += sum(int(text) for text in _stat(pid)[11:15])
                rest[pid] = memory_of(pid, "VmRSS")
        return ticks / TICK, rest

    @contextlib.contextmanager
    def measure(self, spent: Spent) -> Iterator[None]:
        """How much is spent meanwhile."""
        before, rest = self._look()
        for pid in rest:
            with contextlib.suppress(OSError):
                Path(f"/proc/{pid}/clear_refs").write_text("5")  # the highest mark begins anew
        try:
            yield
        finally:
            after, now = self._look()
            more = 0
            for pid in now:
                with contextlib.suppress(OSError):
                    more += max(0, memory_of(pid, "VmHWM") - rest.get(pid, 0))
            spent.processor, spent.memory = max(0, after - before), more / 1024


class Home:
    """Somebody who only wants to see the home page, ten times a second."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.worst = 0.0
        self.failed = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    def _ask(self) -> None:
        while True:
            began = time.perf_counter()
            try:
                self.failed += self._site.ask("GET", "/")[0] != 200
            except OSError:
                self.failed += 1
            self.worst = max(self.worst, time.perf_counter() - began)
            if self._over.wait(0.1):
                return

    def end(self) -> None:
        """He has seen enough."""
        self._over.set()
        self._thread.join(70)


class Guest:
    """A browser without an account."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._cookies: dict[str, str] = {}
        self.leads = ""  # where the last form led to
        self.get("/new/spada")
        self.post("/language", {"language": "en"})  # from now on he is known

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", **head: str
    ) -> tuple[int, bytes]:
        """One request, as a browser of this house sends it."""
        said = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "X-CSRFToken": self._cookies.get("csrftoken", ""),
            **({"Content-Type": kind} if kind else {}),
            **head,
        }
        status, answer, headers = self.site.ask(method, path, body, said)
        self.leads = headers.get("Location", self.leads)
        for cookie in headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return status, answer

    def get(self, path: str, compressed: bool = False) -> tuple[int, bytes]:
        """A page, as it is sent."""
        head = {"Accept-Encoding": "gzip"} if compressed else {}
        return self.ask("GET", path, b"", "", **head)

    def post(self, path: str, form: dict[str, str]) -> tuple[int, bytes]:
        """A form."""
        body = urllib.parse.urlencode(form).encode()
        return self.ask("POST", path, body, "application/x-www-form-urlencoded")

    def send(self, path: str, said: object) -> tuple[int, bytes]:
        """What a script of the page sends."""
        return self.ask("POST", path, json.dumps(said).encode(), JSON, Accept=JSON)

    def upload(
        self, path: str, name: str, file: bytes, form: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """A form with a file."""
        edge = secrets.token_hex(8)
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in (form or {}).items()
        ]
        given = f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="x"\r\n\r\n'
        body = "".join(parts).encode() + given.encode() + file + f"\r\n--{edge}--\r\n".encode()
        return self.ask("POST", path, body, f"multipart/form-data; boundary={edge}")

    def table(self, game: str, **form: str) -> str:
        """The name of a table that he has opened; all seats his unless the form says otherwise."""
        seats = {f"seat-{n}": "me" if not n else "here" for n in range(8)}
        self.post(f"/new/{game}", {**seats, **form})
        return self.leads.rpartition("/")[2]
