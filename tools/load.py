"""Load test: measure response times at many tables under a fixed rate of actions.

`make load` starts the real server (SQLite, or PostgreSQL by DATABASE_URL, which is emptied) with
two processes in its production settings: all rate limits apply, responses are compressed, people
are logged in, every move has a deadline and every turn triggers a web hook. Tables are opened
first; then actions are sent in an open loop at the given rate. Percentiles and errors are printed,
CPU time per action and the memory of the processes. `--masters 10` adds tables where searching bots
play. Then the rate is raised until the 99th percentile exceeds a second. As an account may send
only 240 actions a minute, there are two accounts to a table. Linux only.
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

WARM = 8.0  # seconds
SHUT = "panels+aid+position"  # drawers that pages have closed


@dataclass
class Company:
    """Two accounts at a table for three: one has two seats, the other the third."""

    slug: str
    people: list[Browser]
    acting: Browser
    state: dict[str, Any]
    busy: bool = False


def sit_down(number: int, played: int) -> Company:
    """Open a table with a deadline for every move and two accounts at it."""
    host, other = (crowd.person(f"{name} {number}") for name in ("Host", "Other"))
    table = crowd.company("spada", host, other, played=played)
    people = [Browser(host), Browser(other)]
    return Company(table.slug, people, people[0], {})


class Browser:
    """The browser of one account: it keeps its connection and the sections of the page."""

    def __init__(self, person: Person) -> None:
        self._headers = {**person.headers, "Host": "127.0.0.1", "Content-Type": "application/json"}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._shown: dict[str, dict[str, Any]] = {}  # by table and seat

    async def state(self, port: int, slug: str, seat: int | None) -> dict[str, Any]:
        """Request the page of a seat and remember its state."""
        chair = "" if seat is None else f"&seat={seat}"
        have = "+".join(self._have(slug, seat))
        status, found = await self.request(port, f"/t/{slug}/state?shut={SHUT}&have={have}{chair}")
        if status != 200:
            raise ValueError(status)
        return self._keep(slug, found)

    async def act(
        self, port: int, slug: str, state: dict[str, Any], action: str
    ) -> tuple[int, dict[str, Any]]:
        """Send an action as the answer to the open question."""
        body = {
            "seat": str(state["seat"]),
            "question": state["question"],
            "actions": [action],
            "have": self._have(slug, state["seat"]),
            "shut": SHUT.replace("+", " "),
        }
        status, found = await self.request(port, f"/t/{slug}/act", body)
        return status, self._keep(slug, found) if status == 200 else found

    def _have(self, slug: str, seat: int | None) -> list[str]:
        shown = self._shown.get(f"{slug} {seat}", {"tags": {}})
        return [f"{name}:{tag}:text" for name, tag in shown["tags"].items()]

    def _keep(self, slug: str, found: dict[str, Any]) -> dict[str, Any]:
        key = f"{slug} {found['seat']}"
        parts = dict(self._shown.get(key, {"parts": {}})["parts"])
        for name, part in found["parts"].items():
            pieces = [part] if isinstance(part, str) else part
            before = parts.get(name, "")
            parts[name] = "".join(p if isinstance(p, str) else before[slice(*p)] for p in pieces)
        found["parts"] = parts
        self._shown[key] = found
        return found

    async def request(
        self, port: int, path: str, body: dict[str, Any] | None = None
    ) -> tuple[int, Any]:
        """Send a request; repeat it if the server has closed the connection."""
        payload = b"" if body is None else json.dumps(body).encode()
        lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in self._headers.items()]
        text = "\r\n".join([*lines, f"Content-Length: {len(payload)}", "", ""]).encode() + payload
        if self._streams is not None:
            try:
                return await self._exchange(text)
            except (OSError, asyncio.IncompleteReadError):
                self._streams = None
        self._streams = await asyncio.open_connection("127.0.0.1", port)
        return await self._exchange(text)

    async def _exchange(self, text: bytes) -> tuple[int, Any]:
        assert self._streams is not None
        reader, writer = self._streams
        writer.write(text)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if "transfer-encoding: chunked" in head:
            parts = []
            while size := int(await reader.readuntil(b"\r\n"), 16):
                parts.append((await reader.readexactly(size + 2))[:-2])
            await reader.readexactly(2)
            answer = b"".join(parts)
        else:
            answer = await reader.readexactly(int(head.split("content-length: ")[1].split()[0]))
        if "content-encoding: gzip" in head:
            answer = gzip.decompress(answer)
        return int(head.split()[1]), json.loads(answer)


async def step(port: int, company: Company, dice: random.Random) -> tuple[float, int]:
    """Play one action at a table; return its seconds and status."""
    buttons = re.findall(r'data-act="([^"]+)"', company.state["parts"]["question"])
    began = time.perf_counter()
    status, found = await company.acting.act(
        port, company.slug, company.state, dice.choice(buttons)
    )
    took = time.perf_counter() - began
    if status == 200:
        company.state = found
        if found["seat"] not in found["asked"]:
            await find_acting(port, company)
    return took, status


async def find_acting(port: int, company: Company) -> None:
    """Load the page of the seat whose turn it is, outside the measurement."""
    if not company.state:
        company.state = await company.acting.state(port, company.slug, None)
    marks = re.findall(r'<li class="seat( asked)?', company.state["parts"]["seats"])
    if " asked" not in marks:
        return  # the game is over: no more actions at this table
    seat = marks.index(" asked")
    company.acting = company.people[seat == len(marks) - 1]  # the host has the other seats
    company.state = await company.acting.state(port, company.slug, seat)


async def find_all(port: int, tables: list[Company]) -> None:
    """Load the current page of all tables."""
    for table in tables:
        await find_acting(port, table)


async def run(port: int, tables: list[Company], rate: float, seconds: float) -> dict[str, float]:
    """Run an open loop: actions start on time, even if earlier ones are unanswered.

    The first seconds are not counted, while each process loads each table once.
    """
    dice = random.Random(1)
    times: list[float] = []
    errors = late = 0
    tasks: set[asyncio.Task[None]] = set()

    async def play_one(table: Company) -> None:
        nonlocal errors
        try:
            began = time.perf_counter()
            took, status = await step(port, table, dice)
            if began > counted_from:
                times.append(took)
            errors += status != 200
        except (OSError, ValueError, IndexError, asyncio.IncompleteReadError):
            errors += 1
        table.busy = not table.state.get("asked")

    began = time.perf_counter()
    counted_from = began + WARM
    for number in range(int(rate * (WARM + seconds))):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        free = [table for table in tables if not table.busy]
        if not free:
            late += 1
            continue
        table = dice.choice(free)
        table.busy = True
        task = asyncio.create_task(play_one(table))
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
    """Run the load test and print its results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--played", type=int, default=40, help="actions at each table before")
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--port", type=int, default=0, help="a free one if none is named")
    parser.add_argument("--masters", type=int, default=0, help="tables of bots that think, beside")
    parser.add_argument("--limit", action="store_true", help="then raise the rate to the limit")
    args = parser.parse_args()
    numbers, loop = itertools.count(), asyncio.new_event_loop()

    def measure(server: Server, rate: float, seconds: float) -> dict[str, Any]:
        tables = [sit_down(next(numbers), args.played) for _ in range(args.tables)]
        loop.run_until_complete(find_all(server.port, tables))
        thinking = [crowd.masters(crowd.person(f"Looker {n}")) for n in range(args.masters)]
        before = sum(server.busy().values())
        going = run(server.port, tables, rate, seconds)
        found: dict[str, Any] = dict(loop.run_until_complete(going))
        spent = sum(server.busy().values()) - before
        sent = max(1.0, rate * (WARM + seconds) - found["no_free_table"])
        found["server_cpu_ms"] = round(spent / sent * 1000, 1)  # of an action
        found["memory_mb"] = server.memory()
        if thinking:
            for table in thinking:
                table.refresh_from_db()
            found["by_masters"] = sum(table.length for table in thinking)
        print(json.dumps(found), flush=True)
        return found

    with crowd.temporary_site() as home, Server(home, args.processes, args.port) as server:
        found = measure(server, args.rate, args.seconds)
        rate = args.rate
        while args.limit and found["p99_ms"] <= 1000 and not found["errors"]:
            rate *= 1.3
            found = measure(server, rate, 10)


if __name__ == "__main__":
    main()
