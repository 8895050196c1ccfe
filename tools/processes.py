"""Start the real server for a measurement and read its costs from /proc. Linux only."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Self

TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """A running `chancery serve`, with its helper processes."""

    def __init__(self, home: str, processes: int = 1, port: int = 0) -> None:
        if not port:
            with socket.create_server(("127.0.0.1", 0)) as found:
                port = found.getsockname()[1]
        self.port = port
        env = {**os.environ, "CHANCERY_HOME": home}
        command = [sys.executable, "-m", "chancery.cli.main", "serve", "--port", str(port)]
        self._server = subprocess.Popen([*command, "--processes", str(processes)], env=env)

    def __enter__(self) -> Self:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).read()
                return self
            except OSError:
                time.sleep(0.2)
        self.__exit__()
        raise SystemExit("the server does not answer")

    def __exit__(self, *error: object) -> None:
        self._server.terminate()
        self._server.wait(10)

    def _family(self) -> dict[str, int]:
        """Return the process ids of the server and its helpers, by name."""
        parents = {}
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    fields = (folder / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                parents[int(folder.name)] = int(fields[1])
        found = {"server": self._server.pid}
        helpers = sorted(pid for pid, parent in parents.items() if parent == self._server.pid)
        found |= {f"helper {n}": pid for n, pid in enumerate(helpers, 1)}
        return found

    def busy(self) -> dict[str, float]:
        """Return the CPU seconds of each process until now."""
        return {name: _busy(pid) for name, pid in self._family().items()}

    def memory(self) -> dict[str, float]:
        """Return the megabytes of each process; shared memory is divided among them."""
        return {name: _memory(pid) for name, pid in self._family().items()}


def _busy(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def _memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return round(own / 1024, 1)
