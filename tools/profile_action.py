"""Profile one action by parts of the code, with all features on.

`python -m tools.profile_action` sets up a site (SQLite, or PostgreSQL by DATABASE_URL, which is
emptied) with tables of Friedrich (or `--game`) with deadlines and web hooks, and plays a few
hundred actions through all middleware: as a page sends them, logged in and compressed, and by the
API. Then bots decide as in the worker. It prints averages per action: SQL statements and commits,
milliseconds of CPU time by part, and how many files and functions of the project one action runs
through.
`--statements` lists the statements of one action with their times, `--json` prints all as JSON.

The time by part comes from a second run with a profiling hook: the shares are those of that run,
the sum is that of the first.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import random
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tools import crowd

import chancery

PROJECT = str(Path(chancery.__file__).parent)
GZIP = "Content-Encoding"
REST = "the rest"
PARTS = "making the parts"
WRITING = "writing"
# part and pattern of "path/of/module.py:function"; the first match counts, and includes everything
# called from there
WHERE = (
    (
        "session and account",
        r"/(entrance|tokens)\.py:|contrib/(sessions|auth)/|:_with_browser$",
    ),
    ("limits", r"/limits\.py:"),
    ("deadlines and notices", r"/turns\.py:|/announcing\.py:"),
    ("compressing", r"middleware/gzip\.py:|:compress_(string|sequence)$"),
    (PARTS, r"/page/|/play/table_info\.py:|/seated\.py:|/api/\w+\.py:_?questions?$"),
    ("table row and place", r"/places\.py:|/sittings\.py:seats(_at)?$"),
    (WRITING, r"/sittings\.py:(_write|_keep)$|/writer\.py:|transaction\.py:(__enter__|__exit__)$"),
    ("rules", r"/chancery/(core|table|games|bots)/|/sittings\.py:_?load$"),
)
COMPILED = [(part, re.compile(pattern)) for part, pattern in WHERE]
WITHIN = {REST: {part for part, _ in WHERE}, WRITING: {"deadlines and notices"}}  # may be left


class Hook:
    """A profiling hook that measures the time by part and records the functions passed."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.functions: set[tuple[str, str]] = set()
        self.calls = 0
        self._stack = [REST]
        self._since = 0
        self._known: dict[Any, str | None] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Measure time and functions within the `with` statement."""
        self._stack, self._since = [REST], time.thread_time_ns()
        sys.setprofile(self._event)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _event(self, frame: FrameType, event: str, _: Any) -> None:
        if event not in ("call", "return"):
            return
        now = time.thread_time_ns()
        self.spent[self._stack[-1]] += now - self._since
        if event == "call":
            self._stack.append(self._part(frame, self._stack[-1]))
        elif len(self._stack) > 1:
            self._stack.pop()
        self._since = time.thread_time_ns()

    def _part(self, frame: FrameType, before: str) -> str:
        code = frame.f_code
        if code.co_filename.startswith(PROJECT):
            self.calls += 1
            self.functions.add((code.co_filename, code.co_qualname))
        if before not in WITHIN:
            return before
        if code not in self._known:
            name = f"{code.co_filename}:{code.co_name}"
            fits = (part for part, pattern in COMPILED if pattern.search(name))
            self._known[code] = next(fits, None)
        found = self._known[code]
        return found if found in WITHIN[before] else before


class Statements:
    """Counts SQL statements and commits, and records their times."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, str]] = []
        self.commits = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count statements and commits within the `with` statement."""
        from django.db import connection

        database: Any = connection  # the wrapper is not part of its types
        commit = database._commit

        def count_commit() -> None:
            self.commits += 1
            commit()

        database._commit = count_commit
        try:
            with connection.execute_wrapper(self._execute):
                yield
        finally:
            del database._commit

    def _execute(self, execute: Any, sql: str, params: Any, many: Any, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.asked.append((time.perf_counter() - began, sql))
            writes = sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE"))
            self.commits += writes and not context["connection"].in_atomic_block


class Player:
    """Plays at tables of a game for the seat whose turn it is, with pages as browsers show them."""

    def __init__(self, game: str, tables: int, played: int, dice: random.Random) -> None:
        from django.test import Client

        from chancery.web.identity import tokens

        self._dice = dice
        self._tables = []
        self._tokens = {}
        self._have: dict[tuple[str, str], list[str]] = {}  # by table and seat
        self._seen: dict[tuple[str, str], int] = {}  # lines up to which scenes were acknowledged
        for number in range(tables):
            people = [crowd.person(f"{who} {number}") for who in ("Host", "Other")]
            host, other = people
            table = crowd.company(game, host, other, played=played)
            self._tables.append((table, people))
            for one in people:
                self._tokens[one] = tokens.make(one.visitor.account, "measuring")
        self._client = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")

    def next_one(self, api: bool) -> Callable[[], Any]:
        """Return the request of a legal action at one of the tables."""
        from chancery.web.tables import sittings
        from chancery.web.tables.models import Table

        table, people = self._tables.pop(0)
        self._tables.append((table, people))
        sitting = sittings.load(Table.objects.get(pk=table.pk))
        seat = sitting.state.asked[0].seat
        acting = people[seat == len(sitting.seats) - 1]
        action = self._dice.choice(sitting.state.legal(seat)).text
        body = {"question": sitting.question(seat), "actions": [action]}
        if api:
            path = f"/api/v1/tables/{table.slug}/act"
            token = self._tokens[acting]
            headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip"}
            body["seat"] = sitting.seats[seat]
        else:
            path, headers = f"/t/{table.slug}/act", acting.headers
            body["seat"] = str(seat)
            body["have"] = self._have.get((path, str(seat)), [])
            body["shut"] = "panels aid position"
        text = json.dumps(body)

        def send() -> Any:
            self._client.cookies.clear()
            return self._client.post(path, text, content_type="application/json", headers=headers)

        return send

    def note(self, answer: Any) -> None:
        """Remember the sections that a page has now."""
        found = json.loads(gzip.decompress(answer.content)) if answer.has_header(GZIP) else {}
        if "tags" in found:
            reader = answer.request["PATH_INFO"], str(found["seat"])
            have = [f"{name}:{tag}:text" for name, tag in found["tags"].items()]
            shown = [scene["last"] + 1 for scene in found["scenes"] or ()]
            self._seen[reader] = max([self._seen.get(reader, found["told"]), *shown])
            self._have[reader] = [*have, f"seen:{found['seat']}.{self._seen[reader]}"]


def measure(
    ready: Callable[[], Callable[[], Any]], times: int, note: Callable[[Any], None] = lambda _: None
) -> dict[str, Any]:
    """Measure a number of operations, first without the hook, then with it; `note` is told each
    answer."""

    def well(answer: Any) -> int:
        status = getattr(answer, "status_code", 200)
        if status != 200:
            raise SystemExit(f"{status}: {answer.content!r}")
        note(answer)
        return len(getattr(answer, "content", ""))

    for _ in range(times // 5):
        well(ready()())
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)  # as in a server
    spent, sizes = 0.0, []
    statements, hook = Statements(), Hook()
    files = functions = 0
    for _ in range(times):
        doing = ready()
        began = time.thread_time()
        answer = doing()
        spent += time.thread_time() - began
        sizes.append(well(answer))
    for _ in range(times):
        doing = ready()
        with statements.counted():
            well(doing())
    last: list[tuple[float, str]] = []
    for _ in range(times):
        doing, hook.functions = ready(), set()
        with hook.watching():
            answer = doing()
        well(answer)
        functions += len(hook.functions)
        files += len({file for file, _ in hook.functions})
    once = Statements()
    doing = ready()
    with once.counted():
        well(doing())
    last = once.asked
    whole = sum(hook.spent.values()) or 1
    mean = spent / times * 1000
    return {
        "cpu_ms": round(mean, 2),
        "response_bytes": round(statistics.median(sizes)),
        "parts_ms": {
            part: round(mean * hook.spent[part] / whole, 2)
            for part in (*(part for part, _ in WHERE), REST)
        },
        "statements": round(len(statements.asked) / times, 1),
        "sql_ms": round(sum(took for took, _ in statements.asked) / times * 1000, 2),
        "commits": round(statements.commits / times, 2),
        "project_files": round(files / times, 1),
        "project_functions": round(functions / times, 1),
        "project_calls": round(hook.calls / times),
        "of_one": [(round(took * 1000, 2), sql) for took, sql in last],
    }


def bots(tables: int) -> Callable[[], Callable[[], Any]]:
    """Measure decisions of bots; each run of the worker serves another table."""
    from chancery import games
    from chancery.web.play import worker
    from chancery.web.tables import opening
    from chancery.web.tables.opening import Terms, Wish, best_bot

    game = games.find("friedrich")
    options = game.complete_options({})
    wishes = [Wish("bot:" + best_bot("friedrich"))] * len(game.seats(options))
    opened = []
    for number in range(tables):
        host = crowd.person(f"Watcher {number}").visitor
        opened.append(opening.open_table(host, game, options, wishes, Terms(public=True)).pk)

    def ready() -> Callable[[], Any]:
        opened.append(opened.pop(0))
        return lambda: worker.move(opened[-1])

    return ready


def show(found: dict[str, dict[str, Any]]) -> None:
    """Print the results as a table."""
    print(f"{'':<24}" + "".join(f"{name:>14}" for name in found))
    rows = [*((part, "parts_ms") for part in next(iter(found.values()))["parts_ms"])]
    for part, key in rows:
        print(f"{part + ', ms':<24}" + "".join(f"{row[key][part]:>14}" for row in found.values()))
    for key in next(iter(found.values())):
        if key not in ("parts_ms", "of_one"):
            print(f"{key:<24}" + "".join(f"{row[key]:>14}" for row in found.values()))


def main() -> None:
    """Measure all kinds of action and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--game", default="friedrich")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--played", type=int, default=80, help="actions at each table before")
    parser.add_argument("--bot-times", type=int, default=20)
    parser.add_argument("--statements", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with crowd.temporary_site():
        player = Player(args.game, args.tables, args.played, random.Random(1))
        found = {
            "page": measure(lambda: player.next_one(api=False), args.times, player.note),
            "api": measure(lambda: player.next_one(api=True), args.times),
            "bot": measure(bots(4), args.bot_times),
        }
    if args.json:
        print(json.dumps(found))
        return
    show(found)
    if args.statements:
        for name, row in found.items():
            print(f"\n{name}: the statements of one")
            for took, sql in row["of_one"]:
                print(f"{took:8.2f} ms  {sql}")


if __name__ == "__main__":
    main()
