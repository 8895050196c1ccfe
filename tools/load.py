"""Load: many tables, an open loop of actions at a fixed rate, and how long the answers take.

`make load` starts the real server (SQLite, or PostgreSQL by DATABASE_URL, with two processes),
opens tables beforehand, then sends actions at the given rate whatever the answers take, and
prints percentiles. Then the rate is raised until the 99th percentile passes a second.
"""

from __future__ import annotations

import argparse
import asyncio
import http.cookiejar
import json
import os
import random
import re
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


@dataclass
class Guest:
    """Somebody at a table of his own, playing all its seats."""

    cookie: str
    token: str
    slug: str
    state: dict[str, Any]
    busy: bool = False


def start_server(port: int, processes: int) -> tuple[subprocess.Popen[bytes], str]:
    """The real server with a home of its own."""
    home = tempfile.mkdtemp(prefix="chancery-load-")
    env = {**os.environ, "CHANCERY_HOME": home, "CHANCERY_LIMITS": "off"}
    command = [sys.executable, "-m", "chancery.cli.main", "serve", "--port", str(port)]
    server = subprocess.Popen([*command, "--processes", str(processes)], env=env)
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1).read()
            return server, home
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server does not answer")


def sit_down(base: str) -> Guest:
    """A new guest with a table whose seats are all his."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    page = browser.open(f"{base}/new/spada").read().decode()
    match = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert match is not None
    form = {"csrfmiddlewaretoken": match[1], **{f"seat-{n}": "here" for n in range(4)}}
    answer = browser.open(f"{base}/new/spada", urllib.parse.urlencode(form).encode())
    slug = urllib.parse.urlsplit(answer.url).path.split("/")[2]
    page = answer.read().decode()
    token = re.search(r'data-token="(\w+)"', page)
    assert token is not None
    cookie = "; ".join(f"{c.name}={c.value}" for c in jar)
    asked = json.loads(browser.open(f"{base}/t/{slug}/state").read())["asked"][0]
    state = json.loads(browser.open(f"{base}/t/{slug}/state?seat={asked}").read())
    return Guest(cookie, token[1], slug, state)


async def post(port: int, guest: Guest, path: str, body: dict[str, Any]) -> tuple[int, Any]:
    """One request on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    payload = json.dumps(body).encode()
    head = (
        f"POST /t/{guest.slug}/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {guest.cookie}\r\n"
        f"X-CSRFToken: {guest.token}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json\r\nContent-Length: {len(payload)}\r\nConnection: close\r\n\r\n"
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


async def step(port: int, guest: Guest, dice: random.Random) -> tuple[float, int]:
    """One action at a guest's table: the seconds it took, and the status."""
    buttons = re.findall(r'data-act="([^"]+)"', guest.state["parts"]["question"])
    body = {
        "seat": str(guest.state["seat"]),
        "question": guest.state["question"],
        "actions": [dice.choice(buttons)],
    }
    began = time.perf_counter()
    status, found = await post(port, guest, "act", body)
    took = time.perf_counter() - began
    if status == 200:
        guest.state = found
        asked = found["asked"]
        if asked and found["seat"] not in asked:
            # the next seat is looked through, as the curtain does; not counted
            await look(port, guest, asked[0])
        elif not asked:
            guest.busy = True  # the game is over: this table is done
    return took, status


async def look(port: int, guest: Guest, seat: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /t/{guest.slug}/state?seat={seat} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Cookie: {guest.cookie}\r\nConnection: close\r\n\r\n".encode()
    )
    answer = await reader.read()
    writer.close()
    front, _, rest = answer.partition(b"\r\n\r\n")
    guest.state = json.loads(unchunked(rest) if b"chunked" in front.lower() else rest)


async def run(port: int, guests: list[Guest], rate: float, seconds: float) -> dict[str, float]:
    """An open loop: actions start on time, whether or not earlier ones have been answered."""
    dice = random.Random(1)
    times: list[float] = []
    errors = late = 0
    tasks: set[asyncio.Task[None]] = set()

    async def one(guest: Guest) -> None:
        nonlocal errors
        try:
            took, status = await step(port, guest, dice)
            times.append(took)
            errors += status != 200
        except (OSError, ValueError, IndexError):
            errors += 1
        over = not guest.state.get("asked")
        guest.busy = over

    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        free = [guest for guest in guests if not guest.busy]
        if not free:
            late += 1
            continue
        guest = dice.choice(free)
        guest.busy = True
        task = asyncio.create_task(one(guest))
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
    base = f"http://127.0.0.1:{args.port}"
    try:
        guests = [sit_down(base) for _ in range(args.tables)]
        print(json.dumps(asyncio.run(run(args.port, guests, args.rate, args.seconds))), flush=True)
        rate = args.rate
        while args.limit:
            rate *= 1.3
            guests = [sit_down(base) for _ in range(args.tables)]
            found = asyncio.run(run(args.port, guests, rate, 10))
            print(json.dumps(found), flush=True)
            if found["p99_ms"] > 1000 or found["errors"]:
                break
    finally:
        server.terminate()
        server.wait(10)
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
