"""Load: many tables, an open loop of actions at a fixed rate, and how long the answers take.

`make load` starts the real server (SQLite, or PostgreSQL by DATABASE_URL, which is emptied) with
two processes as it stands on the net: every limit holds, answers are compressed, people have
accounts and are logged in, every move has a deadline and every turn is told by a web hook. Tables
are opened beforehand; then actions are sent at the given rate whatever the answers take, and
percentiles are printed, errors, the processor time of the server for an action and the memory of
its processes. Then the rate is raised until the 99th percentile passes a second. One account may
send 240 actions a minute: there are two to a table, so that nobody comes near it. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import itertools
import json
import random
import re
import statistics
import time
from dataclasses import dataclass
from typing import Any

from tools import crowd
from tools.crowd import Person
from tools.processes import Server


@dataclass
class Company:
    """Two people at a table: one plays two seats at one screen, the other the third."""

    slug: str
    people: list[Person]
    acting: Person
    state: dict[str, Any]
    busy: bool = False


def sit_down(number: int) -> Company:
    """A new table with a deadline for every move, and two accounts at it."""
    host, other = (crowd.person(f"{name} {number}") for name in ("Host", "Other"))
    table = crowd.company("spada", host, other)
    return Company(table.slug, [host, other], host, {})


async def request(
    port: int, person: Person, path: str, body: dict[str, Any] | None = None
) -> tuple[int, Any]:
    """One request on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    payload = b"" if body is None else json.dumps(body).encode()
    sent = {
        "Host": "127.0.0.1",
        **person.headers,
        "Content-Type": "application/json",
        "Content-Length": str(len(payload)),
        "Connection": "close",
    }
    lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1"]
    head = "\r\n".join([*lines, *(f"{name}: {value}" for name, value in sent.items()), "", ""])
    writer.write(head.encode() + payload)
    answer = await reader.read()
    writer.close()
    front, _, rest = answer.partition(b"\r\n\r\n")
    if b"chunked" in front.lower():
        rest = unchunked(rest)
    if b"content-encoding: gzip" in front.lower():
        rest = gzip.decompress(rest)
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
    company.acting = company.people[seat == len(marks) - 1]  # the host has the others
    path = f"/t/{company.slug}/state?seat={seat}"
    _, company.state = await request(port, company.acting, path)


async def find_all(port: int, tables: list[Company]) -> None:
    """Everybody has his table open."""
    for table in tables:
        await find_acting(port, table)


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
    parser.add_argument("--port", type=int, default=0, help="a free one if none is named")
    parser.add_argument("--limit", action="store_true", help="then raise the rate to the limit")
    args = parser.parse_args()
    numbers = itertools.count()

    def measure(server: Server, rate: float, seconds: float) -> dict[str, Any]:
        tables = [sit_down(next(numbers)) for _ in range(args.tables)]
        asyncio.run(find_all(server.port, tables))
        before = sum(server.busy().values())
        found: dict[str, Any] = dict(asyncio.run(run(server.port, tables, rate, seconds)))
        spent = sum(server.busy().values()) - before
        found["server_cpu_ms"] = round(spent / max(1, found["sent"]) * 1000, 1)  # of an action
        found["memory_mb"] = server.memory()
        print(json.dumps(found), flush=True)
        return found

    with crowd.house() as home, Server(home, args.processes, args.port) as server:
        found = measure(server, args.rate, args.seconds)
        rate = args.rate
        while args.limit and found["p99_ms"] <= 1000 and not found["errors"]:
            rate *= 1.3
            found = measure(server, rate, 10)


if __name__ == "__main__":
    main()
