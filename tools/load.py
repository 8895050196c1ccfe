"""Load: many tables, an open loop of actions at a fixed rate, and how long the answers take.

`make load` starts the real server (SQLite, or PostgreSQL by DATABASE_URL, with two processes),
opens tables beforehand, then sends actions at the given rate whatever the answers take, and
prints percentiles. Then the rate is raised until the 99th percentile passes a second.
"""

from __future__ import annotations

import argparse
import asyncio
import http.cookiejar
import itertools
import json
import os
import random
import re
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Person:
    """Somebody with an account, logged in."""

    cookie: str
    token: str


@dataclass
class Company:
    """Two people at a table: one plays two seats at one screen, the other the third."""

    slug: str
    people: list[Person]
    acting: Person
    state: dict[str, Any]
    busy: bool = False


def start_server(port: int, processes: int) -> tuple[subprocess.Popen[bytes], str]:
    """The real server with a home of its own."""
    home = tempfile.mkdtemp(prefix="chancery-load-")
    env = {**os.environ, "CHANCERY_HOME": home, "CHANCERY_LIMITS": "off"}
    env["CHANCERY_HASHER"] = "fast"  # people log in beforehand: that is not measured
    command = [sys.executable, "-m", "chancery.cli.main", "serve", "--port", str(port)]
    server = subprocess.Popen([*command, "--processes", str(processes)], env=env)
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1).read()
            return server, home
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server does not answer")


class Browser:
    """What a person does before the measuring begins."""

    def __init__(self, base: str, name: str) -> None:
        self.base = base
        self._jar = http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self._jar)
        self._opener = urllib.request.build_opener(cookies)
        self.send("/account/join", {"name": name, "password": "a long password of 1757"})
        # somewhere to be told of turns: every hand-over writes a notice
        self.send("/account/notices", {"hook": "https://hooks.example.org/chancery"})

    def read(self, path: str) -> str:
        """A page."""
        return str(self._opener.open(f"{self.base}{path}").read().decode())

    def send(self, path: str, form: dict[str, str]) -> str:
        """Fill in a form; where that leads."""
        page = self.read("/new/spada")
        match = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert match is not None
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": match[1], **form}).encode()
        return str(self._opener.open(f"{self.base}{path}", body).url)

    def person(self, slug: str) -> Person:
        """The same person for the measuring."""
        token = re.search(r'data-token="(\w+)"', self.read(f"/t/{slug}"))
        assert token is not None
        return Person("; ".join(f"{c.name}={c.value}" for c in self._jar), token[1])


async def sit_down(port: int, number: int) -> Company:
    """A new table with a deadline for every move, and two accounts at it."""
    base = f"http://127.0.0.1:{port}"
    run = secrets.token_hex(3)  # a database may remember people of an earlier run
    host, other = (Browser(base, f"{name}-{number}-{run}") for name in ("host", "other"))
    seats = {"seat-0": "me", "seat-1": "here", "seat-2": "open"}
    form = {"option-players": "3", "public": "on", "days": "2", **seats}
    slug = urllib.parse.urlsplit(host.send("/new/spada", form)).path.split("/")[2]
    other.send(f"/t/{slug}/sit", {"seat": "2"})
    people = [host.person(slug), other.person(slug)]
    company = Company(slug, people, people[0], {})
    await find_acting(port, company)
    return company


async def request(
    port: int, person: Person, path: str, body: dict[str, Any] | None = None
) -> tuple[int, Any]:
    """One request on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    payload = b"" if body is None else json.dumps(body).encode()
    head = (
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Cookie: {person.cookie}\r\nX-CSRFToken: {person.token}\r\nAccept: application/json\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
        "Connection: close\r\n\r\n"
    )
    writer.write(head.encode() + payload)
    answer = await reader.read()
    writer.close()
    front, _, rest = answer.partition(b"\r\n\r\n")
    if b"chunked" in front.lower():
        rest = unchunked(rest)
    return int(front.split()[1]), json.loads(rest)


def unchunked(body: bytes) -> bytes:
    """The body of a chunked answer."""
    parts = []
    while body:
        size, _, body = body.partition(b"\r\n")
        n = int(size, 16)
        if not n:
            break
        parts.append(body[:n])
        body = body[n + 2 :]
    return b"".join(parts)


async def step(port: int, company: Company, dice: random.Random) -> tuple[float, int]:
    """One action at a table: the seconds it took, and the status."""
    buttons = re.findall(r'data-act="([^"]+)"', company.state["parts"]["question"])
    body = {
        "seat": str(company.state["seat"]),
        "question": company.state["question"],
        "actions": [dice.choice(buttons)],
    }
    began = time.perf_counter()
    status, found = await request(port, company.acting, f"/t/{company.slug}/act", body)
    took = time.perf_counter() - began
    if status == 200:
        company.state = found
        if found["seat"] not in found["asked"]:
            await find_acting(port, company)
    return took, status


async def find_acting(port: int, company: Company) -> None:
    """Look through the seat that is asked now, as its owner does; not counted."""
    if not company.state:
        _, company.state = await request(port, company.acting, f"/t/{company.slug}/state")
    marks = re.findall(r'<li class="seat( asked)?', company.state["parts"]["seats"])
    if " asked" not in marks:
        return  # the game is over: this table is done
    seat = marks.index(" asked")
    company.acting = company.people[seat // 2]  # the host has the first two
    path = f"/t/{company.slug}/state?seat={seat}"
    _, company.state = await request(port, company.acting, path)


async def run(port: int, tables: list[Company], rate: float, seconds: float) -> dict[str, float]:
    """An open loop: actions start on time, whether or not earlier ones have been answered."""
    dice = random.Random(1)
    times: list[float] = []
    errors = late = 0
    tasks: set[asyncio.Task[None]] = set()

    async def one(table: Company) -> None:
        nonlocal errors
        try:
            took, status = await step(port, table, dice)
            times.append(took)
            errors += status != 200
        except (OSError, ValueError, IndexError):
            errors += 1
        table.busy = not table.state.get("asked")

    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        free = [table for table in tables if not table.busy]
        if not free:
            late += 1
            continue
        table = dice.choice(free)
        table.busy = True
        task = asyncio.create_task(one(table))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    cuts = statistics.quantiles(times, n=100)
    return {
        "rate": rate, "sent": len(times), "errors": errors, "no_free_table": late,
        "p50_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1),
        "max_ms": round(max(times) * 1000, 1),
    }  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--limit", action="store_true", help="then raise the rate to the limit")
    args = parser.parse_args()
    server, home = start_server(args.port, args.processes)
    numbers = itertools.count()

    async def measure(rate: float, seconds: float) -> dict[str, float]:
        tables = [await sit_down(args.port, next(numbers)) for _ in range(args.tables)]
        return await run(args.port, tables, rate, seconds)

    try:
        found = asyncio.run(measure(args.rate, args.seconds))
        print(json.dumps(found), flush=True)
        rate = args.rate
        while args.limit and found["p99_ms"] <= 1000 and not found["errors"]:
            rate *= 1.3
            found = asyncio.run(measure(rate, 10))
            print(json.dumps(found), flush=True)
    finally:
        server.terminate()
        server.wait(10)
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
