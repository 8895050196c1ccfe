"""Measure what the site needs: memory for each cached table, and CPU time to start.

    python -m tools.footprint [--tables 2000] [--lines 60] [--starts 3]

Plays random games of all kinds up to so many lines of the log, in a process that has imported what
a server imports, and keeps their sittings as a server does. Then starts `chancery serve` with a new
database, and again with the same one, and counts the CPU time of all its processes until it is
ready (`/health`).
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from tools import crowd

PATIENCE = 120.0  # seconds that a server may take to start
WARM_UP = 60  # tables, which fill the caches that all tables share


def resident() -> int:
    """Return the memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def memory(tables: int, lines: int) -> None:
    """Print the memory of a process with so many sittings, and of each."""
    with crowd.temporary_site():
        from chancery import games
        from chancery.table import Sitting
        from chancery.web.server import serve

        for module in (*serve.PRELOADED, "chancery.web.server.urls", "chancery.web.api.urls"):
            import_module(module)
        kept, before = [], 0
        for number in range(WARM_UP + tables):
            if number == WARM_UP:
                gc.collect()
                before = resident()
            game = games.find(games.names()[number % len(games.names())])
            dice = random.Random(number)
            sitting = Sitting(game, {}, str(number))
            while len(sitting.log) < lines and sitting.state.asked:
                seat = sitting.state.asked[0].seat
                sitting.act(seat, dice.choice(sitting.state.legal(seat)))
            kept.append(sitting)
        gc.collect()
        each = (resident() - before) / tables
        print(f"{tables} tables with {lines} lines: {each / 1000:.0f} kB each,"
              f" {resident() / 1e6:.0f} MB the process")  # fmt: skip


def _spent(process: int) -> float:
    """Return the CPU seconds of a process and its descendants so far."""
    spent, left = 0, [process]
    while left:
        folder = Path(f"/proc/{left.pop()}")
        with suppress(OSError):  # it has just ended
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            spent += sum(map(int, fields[11:15]))
            children = (folder / "task" / folder.name / "children").read_text()
            left += map(int, children.split())
    return spent / os.sysconf("SC_CLK_TCK")


def start(home: str) -> float:
    """Start the site, stop it when it is ready, and return the CPU seconds that this took."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    code = "from chancery.cli.command import start; raise SystemExit(start())"
    site = subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--port", str(port)],
        env=os.environ | {"CHANCERY_HOME": home},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(0.02)
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1)
                return _spent(site.pid)
        raise SystemExit("the site does not start")
    finally:
        site.send_signal(signal.SIGINT)
        site.wait()


def main() -> None:
    """Print memory and CPU times."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--starts", type=int, default=3)
    args = parser.parse_args()
    if args.starts:
        with tempfile.TemporaryDirectory(prefix="chancery-start-") as home:
            print(f"start with a new database: {start(home):.1f} s of CPU time")
            again = statistics.median(start(home) for _ in range(args.starts))
            print(f"start: {again:.1f} s, the median of {args.starts}", flush=True)
    if args.tables:
        memory(args.tables, args.lines)


if __name__ == "__main__":
    main()
