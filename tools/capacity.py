"""How many machines a site of some size needs, what saturates first, and a simulation of that.

`python -m tools.capacity` prints what the model predicts for 10,000, 100,000 and 1,000,000 players
a day; docs/scaling.md explains it. Every cost in `COSTS` was measured by the command beside it.

`DATABASE_URL=postgres://… python -m tools.capacity --simulate` measures live updates: processes
with the real hub of streams, all listening to one PostgreSQL, while tables change. The database is
emptied. `--connections 1000` holds that many connections and measures a transaction. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import multiprocessing
import os
import random
import statistics
import time
from dataclasses import dataclass
from typing import Any

TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Costs:
    """Milliseconds of CPU time on a core that plays 11,000 to 14,000 plies of python-chess a
    second."""

    action: float = 8.6  # tools.profile_action: checked, written, answered with its sections
    bot: float = 7.6  # tools.profile_action: a move of a bot, decided and written
    update: float = 6.0  # a page at the table that is brought up to date: /state
    table: float = 12.0  # a table opened: its whole page
    listing: float = 13.0  # lobby or front page; tools.scale has 13 to 28 with 10,000 tables
    stream: float = 0.022  # per second, while nothing happens: tools.scale --streams
    notice: float = 0.075  # a notification of any table, in every web server: --simulate
    wake: float = 2.5  # a table that changes and is watched in a process: --simulate
    statements: float = 6.7  # per action: tools.profile_action
    statement: float = 0.19  # of the database, per statement and its commit: --simulate
    notify: float = 0.012  # of the database, per notification and listening server: --simulate
    think: float = 400  # a move of a bot that searches
    line: float = 175  # bytes per action on disk, its index included: pg_total_relation_size
    wal: float = 560  # bytes of write-ahead log per action, without full pages: pg_current_wal_lsn
    cached: float = 0.9  # kB of memory per line of a cached log: web/tables/sittings.py


@dataclass(frozen=True)
class Habits:
    """What players do. Change these first: they matter more than any cost."""

    actions: float = 60  # of one player per day
    bots: float = 1.0  # moves of bots per action of a player
    searching: float = 0.05  # of these, by bots that search
    watchers: float = 1.5  # pages of others at the table when an action is carried out
    lists: float = 12  # lobby and front page per player and day
    tables: float = 15  # tables opened per player and day
    minutes: float = 50  # with a page open, per player and day
    table_streams: float = 2.0  # pages open per table that is being played
    peak: float = 2.5  # the busiest hour, beside the mean of the day


COSTS, HABITS = Costs(), Habits()
CORES = 8  # per machine
BUSY = 0.6  # of a core, in the busiest hour: the rest is for bursts and for a machine that fails
CONNECTIONS = {"web": 11, "bots": 4, "thinkers": 1}  # docs/operating.md
DATABASE_CORES = 32  # of the largest database machine that is easily had
COMMITS = 8_000  # per second, with group commit on a local NVMe disk
MOST_CONNECTIONS = 5_000  # 1.3 MB each, and no slower transactions with 1,500: --connections
MOVES_PER_BOT_WORKER = 1000 / COSTS.bot * BUSY
CACHED_LINES, LINES = 400_000, 800  # web/tables/sittings.py; of a long running game
PLAYERS = (10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Need:
    """What a number of players needs in the busiest hour; rates per second."""

    players: int
    actions: float
    moves: float
    streams: float
    web: int  # processes, one core each
    bots: int
    thinkers: int
    share: float  # of the web servers' CPU time that is spent on notifications
    database: float  # cores
    commits: float
    connections: int
    disk: float  # GB per year
    wal: float  # GB per day
    memory: float  # GB for the logs that one web server caches

    @property
    def machines(self) -> int:
        """The machines that are needed beside the database."""
        return math.ceil((self.web + self.bots + self.thinkers) / CORES)

    @property
    def loads(self) -> dict[str, float]:
        """How much of what is there each part needs; the largest saturates first."""
        return {
            "live updates": self.share,
            "CPU time of the database": self.database / (DATABASE_CORES * BUSY),
            "commits": self.commits / COMMITS,
            "database connections": self.connections / MOST_CONNECTIONS,
        }


def need(players: int, costs: Costs = COSTS, habits: Habits = HABITS, shards: int = 1) -> Need:
    """Return what so many players a day need; `shards`: channels over which notifications are
    spread, so that a server hears only those of tables that it shows."""
    rate = players / 86_400 * habits.peak
    actions = rate * habits.actions
    moves = actions * habits.bots
    changes = actions + moves
    streams = rate * habits.minutes * 60
    work = (
        actions * (costs.action + habits.watchers * costs.update)
        + moves * (habits.watchers + 1) * costs.update
        + rate * (habits.lists * costs.listing + habits.tables * costs.table)
        + streams * costs.stream
        + changes * (1 + habits.watchers) * costs.wake
    ) / 1000
    # every server hears of every change: what is left of a core for its own work
    heard = changes * costs.notice / 1000 / shards
    room = BUSY - heard
    web = math.ceil(work / room) if room > 0.05 else 0
    servers = web or 10_000
    return Need(
        players=players,
        actions=actions,
        moves=moves,
        streams=streams,
        web=web,
        bots=max(1, math.ceil(moves * costs.bot / 1000 / BUSY)),
        thinkers=max(1, math.ceil(moves * habits.searching * costs.think / 1000 / 0.9)),
        share=heard / BUSY,
        database=(
            changes * costs.statements * costs.statement
            + changes * (1 + habits.watchers) * costs.statement
            + rate * (habits.lists * 9 + habits.tables * 5) * costs.statement
            + changes * costs.notify * servers / shards
        )
        / 1000,
        commits=changes,
        connections=servers * CONNECTIONS["web"]
        + math.ceil(moves / MOVES_PER_BOT_WORKER) * CONNECTIONS["bots"],
        disk=players * habits.actions * (1 + habits.bots) * costs.line * 365 / 1e9,
        wal=players * habits.actions * (1 + habits.bots) * costs.wal / 1e9,
        memory=min(CACHED_LINES, streams / habits.table_streams * LINES / servers)
        * costs.cached
        / 1e6,
    )


def predict(shards: int) -> None:
    """Print a table of predictions."""
    needs = [need(players, shards=shards) for players in PLAYERS]
    rows: list[tuple[str, list[str]]] = [
        ("players a day", [f"{one.players:,}" for one in needs]),
        ("actions of players per second", [f"{one.actions:,.0f}" for one in needs]),
        ("moves of bots per second", [f"{one.moves:,.0f}" for one in needs]),
        ("streams", [f"{one.streams:,.0f}" for one in needs]),
        ("web server processes", [f"{one.web:,}" if one.web else "–" for one in needs]),
        ("bot workers", [f"{one.bots:,}" for one in needs]),
        ("thinkers", [f"{one.thinkers:,}" for one in needs]),
        (f"machines of {CORES} cores", [f"{one.machines:,}" if one.web else "–" for one in needs]),
        ("cores of the database", [f"{one.database:,.1f}" for one in needs]),
        ("database connections", [f"{one.connections:,}" if one.web else "–" for one in needs]),
        ("log on disk, GB per year", [f"{one.disk:,.0f}" for one in needs]),
        ("cache of a web server, GB", [f"{one.memory:.2f}" for one in needs]),
        ("write-ahead log, GB per day", [f"{one.wal:,.0f}" for one in needs]),
    ]
    for name in needs[0].loads:
        rows.append((f"load: {name}", [f"{one.loads[name]:.0%}" for one in needs]))
    rows.append(("saturates first", [max(one.loads, key=one.loads.__getitem__) for one in needs]))
    for title, cells in rows:
        print(f"| {title} | {' | '.join(cells)} |")
        if title == "players a day":
            print(f"|---|{'---|' * len(cells)}")


# -- the simulation -------------------------------------------------------------------------------


def _busy(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICK


def _server(slugs: list[str], seconds: float, results: Any, ready: Any) -> None:
    """Be a web server with a stream for each of these tables; report CPU time and arrivals."""
    _set_up()
    from chancery.web.play.live import HUB

    arrivals: list[tuple[str, int, float]] = []

    async def watch(number: int, slug: str) -> None:
        async for message in HUB.stream((slug,), f"viewer {number}"):
            if message.startswith(b"data:"):
                told = json.loads(message[5:])
                arrivals.append((told["table"], told["version"], time.time()))

    async def serve() -> float:
        tasks = [asyncio.create_task(watch(n, slug)) for n, slug in enumerate(slugs)]
        while len(arrivals) < len(slugs):
            await asyncio.sleep(0.2)
        await asyncio.sleep(1)
        arrivals.clear()
        await asyncio.to_thread(ready.wait)
        began = time.process_time()
        await asyncio.sleep(seconds)
        spent = time.process_time() - began
        await asyncio.sleep(1)
        for task in tasks:
            task.cancel()
        return spent

    spent = asyncio.run(serve())
    results.put((spent, arrivals))


def _set_up() -> None:
    import tempfile

    os.environ.setdefault("CHANCERY_HOME", tempfile.mkdtemp(prefix="chancery-"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "chancery.web.server.settings"
    import django

    django.setup()


def simulate(servers: int, tables: int, streams: int, rate: float, seconds: float) -> None:
    """Change tables at a rate while so many servers listen, and print what that costs."""
    _set_up()
    from django.core.management import call_command
    from django.db import connection

    from chancery.web.tables.models import Table
    from chancery.web.tables.sittings import notify

    if connection.vendor != "postgresql":
        raise SystemExit("the simulation needs PostgreSQL: set DATABASE_URL")
    call_command("migrate", verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    Table.objects.bulk_create(
        Table(game="spada", rules=1, options={}, slug=f"table-{n}") for n in range(tables)
    )
    dice = random.Random(1)
    slugs = [f"table-{n}" for n in range(tables)]
    connection.close()
    spawn = multiprocessing.get_context("spawn")
    results, ready = spawn.Queue(), spawn.Barrier(servers + 1)
    processes = [
        spawn.Process(
            target=_server, args=(dice.sample(slugs, streams), seconds, results, ready), daemon=True
        )
        for _ in range(servers)
    ]
    for process in processes:
        process.start()
    ready.wait()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        backends = [pid for (pid,) in cursor.fetchall()]
        cursor.execute("SELECT pg_current_wal_lsn()")
        database = {pid: _busy(pid) for pid in backends}
        sent: dict[tuple[str, int], float] = {}
        versions = dict.fromkeys(slugs, 0)
        began = time.monotonic()
        for number in range(int(rate * seconds)):
            time.sleep(max(0.0, began + number / rate - time.monotonic()))
            slug = dice.choice(slugs)
            versions[slug] += 1
            sent[slug, versions[slug]] = time.time()
            cursor.execute(
                "UPDATE web_table SET version = %s WHERE slug = %s", [versions[slug], slug]
            )
            notify(slug)
        took = time.monotonic() - began
        spent = sum(max(0.0, _busy(pid) - was) for pid, was in database.items())
    found = [results.get() for _ in processes]
    for process in processes:
        process.join()
    delays = sorted(
        at - sent[slug, version]
        for _, arrivals in found
        for slug, version, at in arrivals
        if (slug, version) in sent
    )
    cpu = statistics.mean(spent for spent, _ in found) / took
    heard = len(sent) / took
    print(
        f"{servers} servers, {streams} streams each, {heard:.0f} changes a second of {tables}"
        f" tables: {cpu:.1%} of a core per server ({cpu / heard * 1000:.3f} ms per change),"
        f" {spent / took:.1%} of a core in the database; {len(delays)} updates after"
        f" {delays[len(delays) // 2] * 1000:.0f} ms (median),"
        f" {delays[int(len(delays) * 0.99)] * 1000:.0f} ms (99%)"
    )


def crowd(connections: int, seconds: float) -> None:
    """Hold so many connections as threads of web servers do, and print what a transaction of one
    more takes, and the memory of a connection."""
    import psycopg

    where = os.environ["DATABASE_URL"]
    with psycopg.connect(where, autocommit=True) as active:
        active.execute("DROP TABLE IF EXISTS crowd")
        active.execute("CREATE TABLE crowd (id int PRIMARY KEY, n int)")
        active.execute("INSERT INTO crowd SELECT n, 0 FROM generate_series(1, 1000) n")
        held = []
        dice = random.Random(1)
        for _ in range(connections):
            one = psycopg.connect(where, autocommit=True)
            one.execute("SELECT * FROM crowd WHERE id = 1", prepare=True)
            held.append(one)
        times = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for one in dice.sample(held, min(20, len(held))):  # they are used now and then
                one.execute("SELECT n FROM crowd WHERE id = 1", prepare=True)
            began = time.perf_counter()
            with active.transaction():
                active.execute("SELECT * FROM crowd WHERE id = %s", [dice.randint(1, 1000)])
                active.execute("UPDATE crowd SET n = n + 1 WHERE id = %s", [dice.randint(1, 1000)])
            times.append(time.perf_counter() - began)
        memory = statistics.median(_private(one.info.backend_pid) for one in held)
        for one in held:
            one.close()
    print(
        f"{connections} connections: a transaction takes {statistics.median(times) * 1000:.2f} ms"
        f" (median), {statistics.quantiles(times, n=100)[98] * 1000:.1f} ms (99%);"
        f" {memory / 1000:.1f} MB of memory for each"
    )


def _private(pid: int) -> int:
    """Return the memory that only this process has, in kB."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Private_"))


def main() -> None:
    """Print predictions, or measure live updates with `--simulate`."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--simulate", action="store_true")
    parser.add_argument("--connections", type=int, help="hold so many instead")
    parser.add_argument("--shards", type=int, default=1, help="channels of notifications")
    parser.add_argument("--servers", type=int, default=4)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--streams", type=int, default=200, help="of each server")
    parser.add_argument("--rate", type=float, default=100, help="changes per second")
    parser.add_argument("--seconds", type=float, default=15)
    args = parser.parse_args()
    if args.connections:
        crowd(args.connections, args.seconds)
    elif args.simulate:
        simulate(args.servers, args.tables, args.streams, args.rate, args.seconds)
    else:
        predict(args.shards)


if __name__ == "__main__":
    main()
