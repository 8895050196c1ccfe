"""Start a separate site, send it requests as guests, and measure CPU time and memory.

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

FILES = 1024  # limit of open files, the default of most systems
TICK = os.sysconf("SC_CLK_TCK")
JSON = "application/json"


class Site:
    """The real server with its own data directory."""

    def __init__(self, patience: float = 180) -> None:
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
        """Send one request on a new connection; return status, body and headers."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=180)
        try:
            line.request(method, path, body or None, head or {})
            answer = line.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            line.close()

    def processes(self) -> list[int]:
        """Return the ids of the server and all of its descendants."""
        parents: dict[int, list[int]] = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    parents.setdefault(int(_stat(int(entry.name))[1]), []).append(int(entry.name))
        found = [self._process.pid]
        for pid in found:
            found += parents.get(pid, [])
        return found

    def rest(self, patience: float = 120) -> None:
        """Wait until the site has warmed up, and does next to nothing by itself."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            before = self.busy()
            time.sleep(2)
            if self.busy() - before < 0.1:
                return
        raise SystemExit("the site does not come to rest")

    def busy(self) -> float:
        """Return the seconds of CPU time that its processes have used."""
        ticks = 0
        for pid in self.processes():
            with contextlib.suppress(OSError):
                # including ended children, whose time is added to the parent that waited for them
                ticks += sum(int(text) for text in _stat(pid)[11:15])
        return ticks / TICK

    def end(self) -> None:
        """Stop the server and remove its data."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        shutil.rmtree(self.home, ignore_errors=True)


def _few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the process name."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def memory_of(pid: int, name: str) -> int:
    """Return an entry of /proc/PID/status in kilobytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


@dataclass
class Cost:
    """The CPU time and memory that one request used."""

    processor: float = 0  # seconds
    memory: float = 0  # peak memory above that before the request, in MB


class Meter:
    """Measure the processes of a site while it handles a request."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def _look(self) -> tuple[float, dict[int, int]]:
        rest = {}
        for pid in self._site.processes():
            with contextlib.suppress(OSError):
                rest[pid] = memory_of(pid, "VmRSS")
        return self._site.busy(), rest

    @contextlib.contextmanager
    def measure(self, spent: Cost) -> Iterator[None]:
        """Measure what the body of the `with` statement costs the site."""
        before, rest = self._look()
        for pid in rest:
            with contextlib.suppress(OSError):
                Path(f"/proc/{pid}/clear_refs").write_text("5")  # reset the peak memory
        try:
            yield
        finally:
            after, now = self._look()
            more = 0
            for pid in now:
                with contextlib.suppress(OSError):
                    more += max(0, memory_of(pid, "VmHWM") - rest.get(pid, 0))
            spent.processor, spent.memory = max(0, after - before), more / 1024


class HomePageVisitor:
    """A visitor who requests the home page ten times a second and records the waits."""

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
        """Stop requesting the home page and wait for the thread."""
        self._over.set()
        self._thread.join(70)


class Guest:
    """A browser without an account."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._cookies: dict[str, str] = {}
        self.leads = ""  # the redirect target of the last form
        self.get("/new/spada")
        self.post("/language", {"language": "en"})  # sets the session cookie

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", **head: str
    ) -> tuple[int, bytes]:
        """Send one request with the headers and cookies of a browser."""
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
        """Request a page and return the response."""
        head = {"Accept-Encoding": "gzip"} if compressed else {}
        return self.ask("GET", path, b"", "", **head)

    def post(self, path: str, form: dict[str, str]) -> tuple[int, bytes]:
        """Post a form with its CSRF token."""
        body = urllib.parse.urlencode(form).encode()
        return self.ask("POST", path, body, "application/x-www-form-urlencoded")

    def send(self, path: str, said: object) -> tuple[int, bytes]:
        """Post JSON as the page's scripts do."""
        return self.ask("POST", path, json.dumps(said).encode(), JSON, Accept=JSON)

    def upload(
        self, path: str, name: str, file: bytes, form: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Post a multipart form with a file."""
        edge = secrets.token_hex(8)
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in (form or {}).items()
        ]
        given = f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="x"\r\n\r\n'
        body = "".join(parts).encode() + given.encode() + file + f"\r\n--{edge}--\r\n".encode()
        return self.ask("POST", path, body, f"multipart/form-data; boundary={edge}")

    def table(self, game: str, **form: str) -> str:
        """Open a table, by default with all seats taken by this guest; return its slug."""
        seats = {f"seat-{n}": "me" if not n else "here" for n in range(8)}
        self.post(f"/new/{game}", {**seats, **form})
        return self.leads.rpartition("/")[2]
