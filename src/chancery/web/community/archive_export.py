"""All games that a search finds as one file, a JSON object with a complete record in each line.

The file is written while it is sent: a few games at a time, in the thread for long work, and only
while the network that asks for it owes little CPU time (base/costs.py). Records are made from the
log as it is stored, without replaying it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

from django.db import close_old_connections
from django.http import StreamingHttpResponse

from chancery import games
from chancery.core.chance import commitment
from chancery.core.words import SeatName
from chancery.table import record
from chancery.web.base import limits, thread_pools
from chancery.web.base.addresses import network
from chancery.web.base.costs import COSTS
from chancery.web.base.refusals import Spoiled
from chancery.web.base.sql import query
from chancery.web.community import archive
from chancery.web.community.archive import Wanted
from chancery.web.community.refusals import EnoughExports
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request
from chancery.web.tables import speakers, spoiled

KIND = "application/x-ndjson"
GAMES, LINES = 20, 10_000  # written at a time: at most so many games, with so many lines of logs
OWED = 5.0  # seconds of CPU time that a network owes at most when an export goes on
PATIENCE = 30  # attempts to get the thread, each as long as its pool waits
AT_ONCE = 4  # exports of one server

_running: set[object] = set()


def response(request: Request, account: Account, wanted: Wanted) -> StreamingHttpResponse:
    """Return the file; counts against the limits of the account."""
    if len(_running) >= AT_ONCE:
        raise EnoughExports()
    limits.spend("exports", str(account.pk))
    lines = export(wanted, network(request.META.get("REMOTE_ADDR", "")))
    streamed = StreamingHttpResponse(lines, content_type=KIND)
    streamed["Content-Disposition"] = 'attachment; filename="chancery-archive.jsonl"'
    streamed["X-Accel-Buffering"] = "no"
    return streamed


async def export(
    wanted: Wanted, network: str, pool: thread_pools.ThreadPool = thread_pools.LONG
) -> AsyncGenerator[bytes, None]:
    """Yield the lines of the file, some at a time."""
    me = object()
    _running.add(me)
    try:
        after, more = "", True
        while more:
            while COSTS.owed(network) > OWED:
                await asyncio.sleep(1)
            text, after = await _in_thread(pool, network, wanted, after)
            more = bool(after)
            yield text
    finally:
        _running.discard(me)


async def _in_thread(
    pool: thread_pools.ThreadPool, network: str, wanted: Wanted, after: str
) -> tuple[bytes, str]:
    """Return the next lines, made in a thread of a pool; raises Crowded if it never has one."""
    for attempt in range(PATIENCE):
        try:
            slot = await pool.enter(network)
        except thread_pools.Crowded:
            if attempt + 1 == PATIENCE:
                raise
            await asyncio.sleep(1)
            continue
        try:
            lines_and_next: tuple[bytes, str] = await slot.run(_part, wanted, after)
        finally:
            slot.answered()
        return lines_and_next
    raise AssertionError


def _part(wanted: Wanted, after: str) -> tuple[bytes, str]:
    """Return lines of the file, and the table after which the next ones begin."""
    try:
        return part(wanted, after)
    finally:
        close_old_connections()


def part(wanted: Wanted, after: str) -> tuple[bytes, str]:
    """Return lines of the file, and the table after which the next ones begin; empty: none."""
    games = archive.search(wanted, after, GAMES)
    lines: list[str] = []
    logs = 0
    for table in archive.tables(games.tables):
        if logs and logs + table.length > LINES:
            return "".join(lines).encode(), after
        line = spoiled.row_of(table, lambda table=table: _line(table))  # type: ignore[misc]
        lines += [] if line is None else [line]
        logs += table.length
        after = table.slug
    return "".join(lines).encode(), games.after


_LOG = 'SELECT seat, action, luck, "then" FROM web_entry WHERE table_id = %s ORDER BY number'


def _line(table: Any) -> str:
    """Return the line of a game: what is known about it, and its record."""
    game = games.find(table.game)
    seats = list(game.seats(game.complete_options(table.options)))
    people = list(table.seats.all())
    if len(people) != len(seats):
        raise Spoiled()
    speaker = speakers.speaker_of(table, people, "en", tuple(seats))
    log = [
        record.Line(seats[seat], action, json.loads(luck), bool(follows))
        for seat, action, luck, follows in query(_LOG, [table.pk])
    ]
    bots = [person.bot or None for person in people]
    head = {
        "chancery": record.FORMAT,
        "game": table.game,
        "rules": table.rules,
        "options": table.options,
        "data": table.data,
        "seed": table.seed,
        **({} if table.seed is None else {"commitment": commitment(table.seed)}),
        "position": table.position,
        "names": [speaker.word(SeatName(number)) for number in range(len(seats))],
        **({"bots": bots} if any(bots) else {}),
        **({} if table.luck is None else {"chance": table.luck}),
    }
    facts = {
        "slug": table.slug,
        "title": table.title,
        "finished": table.finished.isoformat(),
        "rated": table.rated,
        "ranks": [person.rank for person in people],
        "points": [None if p.points is None else p.points / game.unit for p in people],
        "left": [seats[person.number] for person in people if person.abandoned],
    }
    facts_json = json.dumps(facts, ensure_ascii=False)[:-1]
    opening = json.dumps(head, ensure_ascii=False)[:-1]
    return f'{facts_json}, "record": {opening}, "log": [{", ".join(record.written(log))}]}}}}\n'
