"""Databases, servers that can be killed, and guests who play by HTTP."""

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
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.server import Server
from tests.timeouts import PATIENCE
from tests.zygote import Forked, zygote

RUNNER = str(Path(__file__).with_name("runner.py"))
LOST = (OSError, http.client.HTTPException)  # no response: the outcome is unknown


# -- databases -----------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of a table's log, as stored in the database."""

    number: int
    seat: int
    action: str


class Database:
    """A test database, read directly instead of through the site."""

    url = ""

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Run a query and return its rows."""
        raise NotImplementedError

    def log(self, slug: str) -> list[Line]:
        """Return the log of a table, after checking that it has no gap."""
        ((key, length),) = self.rows("SELECT id, length FROM web_table WHERE slug = ?", slug)
        lines = [
            Line(*row)
            for row in self.rows(
                "SELECT number, seat, action FROM web_entry WHERE table_id = ? ORDER BY number", key
            )
        ]
        assert [line.number for line in lines] == list(range(length))
        return lines


class Sqlite(Database):
    """An SQLite database in the server's data directory."""

    def __init__(self, home: Path) -> None:
        self.path = home / "site.sqlite3"

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Run a query and return its rows."""
        connection = sqlite3.connect(self.path, timeout=PATIENCE)
        try:
            with connection:
                return connection.execute(sql, values).fetchall()
        finally:
            connection.close()


class Postgres(Database):
    """A PostgreSQL database, given by its URL."""

    def __init__(self, url: str) -> None:
        self.url = url

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Run a query and return its rows."""
        import psycopg

        with psycopg.connect(self.url) as connection:
            cursor = connection.execute(sql.replace("?", "%s"), values)
            return cursor.fetchall() if cursor.description else []


# -- servers -------------------------------------------------------------------------------


class Killable(Server):
    """A server that kills itself with SIGKILL at a point chosen by a marker file."""

    command = (RUNNER,)

    def __init__(self, home: Path, database: Database) -> None:
        self.marks = home / f"kill-{time.monotonic_ns()}"
        self.marks.mkdir(parents=True)
        env = {"CHANCERY_KILL": str(self.marks)}
        if database.url:
            env["DATABASE_URL"] = database.url
        super().__init__(home, **env)

    def kill_at(self, point: str) -> None:
        """Mark a point: the server kills itself when it next reaches it."""
        (self.marks / point).touch()

    def wait_until_killed(self) -> None:
        """Wait until the server was ended by SIGKILL, and remove the markers."""
        assert self.process is not None
        assert self.process.wait(PATIENCE) == -9
        self.remove_marks()

    def remove_marks(self) -> None:
        """Remove all markers, so that no process is killed any more."""
        for mark in self.marks.iterdir():
            mark.unlink()

    @contextmanager
    def worker(self) -> Iterator[Forked]:
        """Run the process that plays the bots; kill it afterwards."""
        process = self.start_worker()
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def start_worker(self) -> Forked:
        """Start the process that plays the bots; the caller ends it."""
        env = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        return zygote().fork([RUNNER, "--work"], env | self._env, self.log)


# -- guests --------------------------------------------------------------------------------


class Answer(NamedTuple):
    """The status, text and headers of an HTTP response."""

    status: int
    text: str
    headers: Message

    @property
    def json(self) -> Any:
        """Return the parsed JSON of the text."""
        return json.loads(self.text)


class Guest:
    """A browser session with cookies that alternates between the site's servers."""

    def __init__(self, *bases: str) -> None:
        self.bases = bases
        self.turn = 0
        self.headers: dict[str, str] = {}  # sent with every request
        self._token = ""
        self._jar = http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self._jar)
        self._opener = urllib.request.build_opener(cookies)

    @property
    def cookie(self) -> str:
        """The header with which another connection belongs to the same session."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def ask(self, path: str, body: Any = None, *, base: str = "") -> Answer:
        """Send a GET request, or with a body a POST request of a form (text) or JSON."""
        self.turn += 1
        base = base or self.bases[self.turn % len(self.bases)]
        headers = {"Accept": "application/json", **self.headers}
        request = urllib.request.Request(base + path, headers=headers)
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
                return Answer(answer.status, answer.read().decode(), answer.headers)
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read().decode(), error.headers)

    def post_form(self, path: str, **fields: str) -> Answer:
        """Post a form with the CSRF token of the last page opened."""
        return self.ask(path, urllib.parse.urlencode(fields))

    def open(self, path: str) -> str:
        """Open a page with a form and remember its CSRF token."""
        page = self.ask(path)
        assert page.status == 200, page
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        assert token
        self._token = token[1]
        return page.text


class Player(NamedTuple):
    """A guest who has taken a seat at a table."""

    guest: Guest
    slug: str
    seat: int

    def state(self, base: str = "") -> dict[str, Any]:
        """Return the state of the table as shown to this seat."""
        answer = self.guest.ask(f"/t/{self.slug}/state?seat={self.seat}", base=base)
        assert answer.status == 200, answer
        return dict(answer.json)

    def send(self, action: str, question: str, base: str = "") -> Answer:
        """Send an action as the answer to a question."""
        body = {"seat": str(self.seat), "actions": [action], "question": question}
        return self.guest.ask(f"/t/{self.slug}/act", body, base=base)


def legal(state: dict[str, Any]) -> list[str]:
    """Return the actions that the page offers."""
    return re.findall(r'data-act="([^"]+)"', state["parts"]["question"])


def sit_down(guests: Sequence[Guest], bots: int = 0) -> list[Player]:
    """Open a table by the first guest; the others join by invitation."""
    host, *others = guests
    host.open("/new/spada")
    kinds = ["me", *["open"] * len(others), *["bot:steward"] * bots]
    fields = {f"seat-{number}": kind for number, kind in enumerate(kinds)}
    fields |= {"option-players": str(len(kinds)), "option-counsellor": "yellow"}
    page = host.post_form("/new/spada", **fields)
    assert page.status == 200, page
    attribute = re.search(r'data-slug="([^"]+)"', page.text)
    assert attribute
    slug = attribute[1]
    players = [Player(host, slug, 0)]
    invitation = host.open(f"/t/{slug}") if others else ""
    for seat, guest in enumerate(others, 1):
        link = re.search(r"invitation=([\w-]+)", invitation)
        assert link
        guest.open(f"/t/{slug}?invitation={link[1]}")
        sat = guest.post_form(
            f"/t/{slug}/sit", invitation=link[1], seat=str(seat), name=f"Guest {seat}"
        )
        assert sat.status == 200, sat
        players.append(Player(guest, slug, seat))
    return players


class Turn(NamedTuple):
    """The player to move, the question and the legal actions."""

    player: Player
    question: str
    legal: list[str]


def whose_turn(players: Sequence[Player], after: int = -1) -> Turn | None:
    """Wait for bots; return the next player to move after a seat, or None at the end."""
    until = time.monotonic() + PATIENCE
    order = [players[(after + 1 + number) % len(players)] for number in range(len(players))]
    while time.monotonic() < until:
        for player in order:
            state = player.state()
            if state["over"]:
                return None
            if state["question"]:
                return Turn(player, state["question"], legal(state))
        time.sleep(0.02)
    raise AssertionError(f"no player was to move for {PATIENCE} s")


def play(
    players: Sequence[Player], chance: random.Random, most: int = 1000
) -> list[tuple[int, str]]:
    """Play up to `most` actions, or to the end; return the acknowledged ones."""
    acknowledged: list[tuple[int, str]] = []
    turn = whose_turn(players)
    while turn is not None and len(acknowledged) < most:
        player, action = turn.player, chance.choice(turn.legal)
        answer = player.send(action, turn.question)
        assert answer.status == 200, answer
        acknowledged.append((player.seat, action))
        state = answer.json
        if state["question"]:  # the same player is to move again
            turn = Turn(player, state["question"], legal(state))
        else:
            turn = whose_turn(players, player.seat)
    return acknowledged


def open_stream(
    base: str, slug: str, cookie: str = ""
) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    """Ask for an event stream; return its connection and the response, which may be a refusal."""
    host = urllib.parse.urlsplit(base)
    connection = http.client.HTTPConnection(host.hostname or "", host.port, timeout=PATIENCE)
    connection.request("GET", f"/events?t={slug}", headers={"Cookie": cookie})
    return connection, connection.getresponse()


def listen(base: str, slug: str) -> tuple[http.client.HTTPConnection, Callable[[], int | None]]:
    """Open an event stream; return it and a function that reads the next version (None: closed)."""
    connection, answer = open_stream(base, slug)
    assert answer.status == 200

    def next_version() -> int | None:
        with suppress(*LOST):
            while line := answer.readline():
                if line.startswith(b"data:"):
                    return int(json.loads(line[5:])["version"])
        return None

    return connection, next_version


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    """Make all calls in threads that start at the same time."""
    given: list[Answer | None] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(number: int) -> None:
        barrier.wait()
        given[number] = calls[number]()

    threads = [threading.Thread(target=run, args=[number]) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    answers = [answer for answer in given if answer is not None]
    assert len(answers) == len(calls), "a call got no answer"
    return answers
