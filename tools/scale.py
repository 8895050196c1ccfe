"""Measure what a site with many tables costs while it is nearly idle.

`python -m tools.scale` sets up a site (SQLite, or PostgreSQL by DATABASE_URL, which is emptied)
with 10,000 tables and 6,500 running deadlines. It prints the cost of checking deadlines, of the
lobby and of the home page, for an account with twenty tables and for a guest: milliseconds of CPU
and wall time, SQL statements, and bytes as sent. `--streams 500` opens that many streams at the
real server and prints their CPU usage. Linux only.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tools import crowd
from tools.processes import Server

WARM = 3
STATEMENTS = "statements"


def measure(doing: Callable[[], Any], times: int) -> dict[str, float]:
    """Measure the median of several calls after a warm-up, and the statements of the last."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    wall, cpu = [], []
    for _ in range(WARM):
        doing()
    for _ in range(times):
        began, busy = time.perf_counter(), time.process_time()
        doing()
        wall.append(time.perf_counter() - began)
        cpu.append(time.process_time() - busy)
    with CaptureQueriesContext(connection) as asked:
        doing()
    return {
        "clock_ms": round(statistics.median(wall) * 1000, 2),
        "cpu_ms": round(statistics.median(cpu) * 1000, 2),
        STATEMENTS: len(asked.captured_queries),
    }


def pages(reader: crowd.Person, times: int) -> dict[str, dict[str, float]]:
    """Measure the lobby and the home page, through all middleware."""
    from django.test import Client

    found = {}
    for who, headers in (("account", reader.headers), ("guest", {"Accept-Encoding": "gzip"})):
        kept = {**headers, "Accept": "text/html", "Accept-Language": "en"}
        browser = Client(headers=kept, SERVER_NAME="localhost")
        for name, path in (("lobby", "/tables"), ("lobby part", "/tables/part"), ("home", "/")):
            answer = browser.get(path)
            assert answer.status_code == 200, answer.content
            row = measure(partial(browser.get, path), times)
            found[f"{name}, {who}"] = row | {"bytes": len(answer.content)}
    return found


def looks(times: int) -> dict[str, float]:
    """Measure the check for deadlines that the worker makes every few seconds."""
    from chancery.web.play import deadlines

    return measure(deadlines.run_once, times)


def streams(many: int, seconds: float, home: str) -> dict[str, float]:
    """Measure many browsers, each with an idle stream for one table."""
    from chancery.web.tables.models import Table

    slugs = list(Table.objects.values_list("slug", flat=True)[:many])
    with Server(home) as server:
        opened = []
        for number, slug in enumerate(slugs):
            # guests at many addresses, as each may have a few streams
            line = socket.create_connection(
                ("127.0.0.1", server.port), source_address=(f"127.0.1.{number % 200 + 1}", 0)
            )
            line.sendall(f"GET /events?t={slug} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            opened.append(line)
        heard = sum(b"data:" in _heard(line) for line in opened)
        time.sleep(3)
        before = server.busy()
        time.sleep(seconds)
        after = server.busy()
        for line in opened:
            line.close()
    spent = {name: round(100 * (after[name] - before[name]) / seconds, 2) for name in after}
    return {"streams": heard, "seconds": seconds} | {f"{name} %": n for name, n in spent.items()}


def _heard(line: socket.socket) -> bytes:
    found = b""
    line.settimeout(20)
    while b"data:" not in found:
        more = line.recv(4096)
        if not more:
            break
        found += more
    return found


def main() -> None:
    """Set up the site, measure it and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--deadlines", type=int, default=6_500)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--streams", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=30)
    args = parser.parse_args()
    with crowd.temporary_site() as home:
        reader = crowd.fill(args.tables, args.deadlines, random.Random(1))
        print(json.dumps({"looking for deadlines": looks(args.times)}), flush=True)
        for name, row in pages(reader, args.times).items():
            print(json.dumps({name: row}), flush=True)
        if args.streams:
            print(json.dumps({"open streams": streams(args.streams, args.seconds, home)}))


if __name__ == "__main__":
    main()
