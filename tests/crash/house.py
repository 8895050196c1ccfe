"""Databases, people who speak HTTP, and games played by them."""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import os
import random
import re
import sqlite3
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.server import Server
from tests.patience import PATIENCE
from tests.zygote import Forked, zygote

RUNNER = str(Path(__file__).with_name("runner.py"))
LOST = (OSError, http.client.HTTPException)  # no answer: nobody knows what became of it


# -- databases -----------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of the log as it is on disk."""

    number: int
    seat: int
    action: str


class Database:
    """A database of our own, read past the site."""

    url = ""

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """What a query finds."""
        raise NotImplementedError

    def log(self, slug: str) -> list[Line]:
        """The log of a table; that it has no gap is checked on the way."""
        found = self.rows("SELECT id, length FROM web_table WHERE slug = ?", slug)
        ((key, length),) = found
        lines = [
            Line(*row)
            for row in self.rows(
                "SELECT number, seat, action FROM web_entry WHERE table_id = ? ORDER BY number", key
            )
        ]
        assert [line.number for line in lines] == list(range(length))
        return lines


class Sqlite(Database):
    """A file."""

    def __init__(self, home: Path) -> None:
        self.path = home / "site.sqlite3"

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """What a query finds."""
        connection = sqlite3.connect(self.path, timeout=PATIENCE)
        try:
            with connection:
                return connection.execute(sql, values).fetchall()
        finally:
            connection.close()


class Postgres(Database):
    """A database on a server."""

    def __init__(self, url: str) -> None:
        self.url = url

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """What a query finds."""
        import psycopg

        with psycopg.connect(self.url) as connection:
            found = connection.execute(sql.replace("?", "%s"), values)
            return found.fetchall() if found.description else []


# -- servers -------------------------------------------------------------------------------


class Killable(Server):
    """A server that is killed with -9 where a marker says."""

    command = (RUNNER,)

    def __init__(self, home: Path, database: Database) -> None:
        self.marks = home / f"kill-{time.monotonic_ns()}"
        self.marks.mkdir(parents=True)
        env = {"CHANCERY_KILL": str(self.marks)}
        if database.url:
            env["DATABASE_URL"] = database.url
        super().__init__(home, **env)

    def kill_at(self, point: str) -> None:
        """From now on the server dies when it comes to this point."""
        (self.marks / point).touch()

    def wait_until_killed(self) -> None:
        """Until it is dead, by that very signal."""
        assert self.process is not None
        assert self.process.wait(PATIENCE) == -9
        self.forget()

    def forget(self) -> None:
        """Nobody is to die any more."""
        for mark in self.marks.iterdir():
            mark.unlink()

    @contextmanager
    def worker(self) -> Iterator[Forked]:
        """A process that plays the bots."""
        process = self.start_worker()
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def start_worker(self) -> Forked:
        """The same, to be ended by the caller."""
        env = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        return zygote().fork([RUNNER, "--work"], env | self._env, self.log)


# -- people --------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What came back."""

    status: int
    text: str

    @property
    def json(self) -> Any:
        """As JSON."""
        return json.loads(self.text)


class Guest:
    """Somebody with cookies. He may go to any of the addresses of the site."""

    def __init__(self, *bases: str) -> None:
        self.bases = bases
        self.turn = 0
        self._token = ""
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(jar)

    def ask(self, path: str, body: Any = None, *, base: str = "") -> Answer:
        """GET; or POST of a form (text) or of JSON."""
        self.turn += 1
        base = base or self.bases[self.turn % len(self.bases)]
        request = urllib.request.Request(base + path, headers={"Accept": "application/json"})
        if body is not None:
            request.add_header("X-CSRFToken", self._token)
            if isinstance(body, str):
                request.data = body.encode()
                request.remove_header("Accept")
            else:
                request.data = json.dumps(body).encode()
                request.add_header("Content-Type", "application/json")
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return Answer(answer.status, answer.read().decode())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read().decode())

    def post_form(self, path: str, **fields: str) -> Answer:
        """Load the page, then send a form as it stands there."""
        return self.ask(path, urllib.parse.urlencode(fields))

    def come(self, path: str) -> str:
        """Open a page with a form on it."""
        page = self.ask(path)
        assert page.status == 200, page
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        assert found
        self._token = found[1]
        return page.text


class Chair(NamedTuple):
    """A guest on a seat."""

    guest: Guest
    slug: str
    seat: int

    def state(self, base: str = "") -> dict[str, Any]:
        """What this seat is shown."""
        answer = self.guest.ask(f"/t/{self.slug}/state?seat={self.seat}", base=base)
        assert answer.status == 200, answer
        return dict(answer.json)

    def send(self, action: str, question: str, base: str = "") -> Answer:
        """An action."""
        body = {"seat": str(self.seat), "actions": [action], "question": question}
        return self.guest.ask(f"/t/{self.slug}/act", body, base=base)


def legal(state: dict[str, Any]) -> list[str]:
    """The actions that the page offers."""
    return re.findall(r'data-act="([^"]+)"', state["parts"]["question"])


def sit_down(people: Sequence[Guest], bots: int = 0) -> list[Chair]:
    """A table for these people, opened by the first, the others by the invitation."""
    host, *others = people
    host.come("/new/spada")
    kinds = ["me", *["open"] * len(others), *["bot:steward"] * bots]
    fields = {f"seat-{number}": kind for number, kind in enumerate(kinds)}
    fields |= {"option-players": str(len(kinds)), "option-counsellor": "yellow"}
    page = host.post_form("/new/spada", **fields)
    assert page.status == 200, page
    found = re.search(r'data-slug="([^"]+)"', page.text)
    assert found
    slug = found[1]
    chairs = [Chair(host, slug, 0)]
    invitation = host.come(f"/t/{slug}") if others else ""
    for seat, guest in enumerate(others, 1):
        link = re.search(r"invitation=([\w-]+)", invitation)
        assert link
        guest.come(f"/t/{slug}?invitation={link[1]}")
        sat = guest.post_form(
            f"/t/{slug}/sit", invitation=link[1], seat=str(seat), name=f"Guest {seat}"
        )
        assert sat.status == 200, sat
        chairs.append(Chair(guest, slug, seat))
    return chairs


class Turn(NamedTuple):
    """Somebody is asked: what he may do."""

    chair: Chair
    question: str
    legal: list[str]


def whose_turn(chairs: Sequence[Chair], after: int = -1) -> Turn | None:
    """Who is asked, looked for from one seat on; None if the game is over. Waits for bots."""
    until = time.monotonic() + PATIENCE
    order = [chairs[(after + 1 + number) % len(chairs)] for number in range(len(chairs))]
    while time.monotonic() < until:
        for chair in order:
            state = chair.state()
            if state["over"]:
                return None
            if state["question"]:
                return Turn(chair, state["question"], legal(state))
        time.sleep(0.02)
    raise AssertionError(f"nobody was asked for {PATIENCE} s")


def play(chairs: Sequence[Chair], chance: random.Random, most: int = 1000) -> list[tuple[int, str]]:
    """Play up to so many actions, or to the end; all that was acknowledged."""
    acknowledged: list[tuple[int, str]] = []
    turn = whose_turn(chairs)
    while turn is not None and len(acknowledged) < most:
        chair, action = turn.chair, chance.choice(turn.legal)
        answer = chair.send(action, turn.question)
        assert answer.status == 200, answer
        acknowledged.append((chair.seat, action))
        state = answer.json
        if state["question"]:  # asked again at once
            turn = Turn(chair, state["question"], legal(state))
        else:
            turn = whose_turn(chairs, chair.seat)
    return acknowledged


def listen(base: str, slug: str) -> tuple[http.client.HTTPConnection, Callable[[], int | None]]:
    """Open a stream; what is returned reads the next version told, None when it has broken."""
    host = urllib.parse.urlsplit(base)
    connection = http.client.HTTPConnection(host.hostname or "", host.port, timeout=PATIENCE)
    connection.request("GET", f"/events?t={slug}")
    answer = connection.getresponse()
    assert answer.status == 200

    def told() -> int | None:
        with suppress(*LOST):
            while line := answer.readline():
                if line.startswith(b"data:"):
                    return int(json.loads(line[5:])["version"])
        return None

    return connection, told


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    """All at the same time, as far as a computer can."""
    found: list[Answer | None] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(number: int) -> None:
        barrier.wait()
        found[number] = calls[number]()

    threads = [threading.Thread(target=run, args=[number]) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    answers = [answer for answer in found if answer is not None]
    assert len(answers) == len(calls), "somebody got no answer"
    return answers
