"""Attack a running site and measure what hostile requests cost it.

`make campaign` starts a site of its own (SQLite, or PostgreSQL by DATABASE_URL) on a free port of
this machine, with 1,024 files and every limit on, sends what a malicious visitor would, one request
at a time, and prints for each kind how it was answered, the worst processor time and memory of a
single request (of all processes of the site, by /proc) and the longest wait for the home page
meanwhile. All of it is bounded and the same every time. Linux only.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.client
import itertools
import json
import os
import random
import resource
import socket
import sys
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tools import reads
from tools.attacked_site import JSON, Cost, Guest, HomePageVisitor, Meter, Site, memory_of

from chancery import games
from chancery.core import Action, Refusal, UserError
from chancery.table import Sitting, record

HALF_OPEN = 1100
ROUND = 10  # limit of records that a guest may import per minute


# -- payloads ------------------------------------------------------------------------------------


def damaged(text: str, dice: random.Random) -> str:
    """Return a valid file with one kind of damage, such as a part cut out or junk inserted."""
    at, other = sorted(dice.randrange(len(text)) for _ in range(2))
    piece = text[at : at + dice.randrange(1, 40)]
    junk = (
        "[" * 500, "9" * 5000, "." * 3000, '"', "}", "-1", "1e400", "\0", "\ud800", "null",
        "\\u0000", "'''", "=", "nan", "𝟗", "true", "[]", '{"x": [[[[]]]]}', "a." * 900,
        "0x" + "f" * 400,
    )  # fmt: skip
    match dice.randrange(7):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[other:]
        case 2:
            return text[:at] + dice.choice(junk) + text[at:]
        case 3:
            return text[:at] + dice.choice(junk) + text[at + len(piece) :]
        case 4:
            return text[:other] + piece * dice.choice((1, 3, 300)) + text[other:]
        case 5:
            return text.replace(piece, dice.choice(junk), dice.choice((1, 50)))
        case _:
            digit = dice.choice("0123456789")
            return text.replace(digit, dice.choice(("", "-1", "99", "x", "1" * 30)), 1)


def begun(name: str, lines: int) -> str:
    """Return the record of a game between random players."""
    dice = random.Random(lines)
    sitting = Sitting(games.find(name), {}, "campaign")
    while len(sitting.log) < lines:
        seat = sitting.state.asked[0].seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
    return record.dumps(sitting)


def to_and_fro(size: int, lines: int) -> bytes:
    """Return a record in which one action is undone and repeated many times."""
    dice = random.Random(5)
    sitting = Sitting(games.find("spada"), {}, "campaign")
    seat = -1
    while len(sitting.log) < 200 or sitting.undo_number(seat) is None:
        seat = sitting.state.asked[0].seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
    whole = record.to_plain(sitting)
    log = [{key: line[key] for key in line if key != "sum"} for line in whole["log"]]
    pair = [{"seat": log[-1]["seat"], "undo": True}, log[-1]]
    room = size - len(json.dumps(whole))
    pairs = min((lines - len(log)) // 2, room // len(json.dumps(pair)))
    return json.dumps({**whole, "log": log + pair * pairs}).encode()


def dotted(size: int) -> bytes:
    """Return a data file with one dotted key of thousands of parts."""
    return (".".join("a" * (size // 2)) + " = 1\n").encode()


# -- the campaign --------------------------------------------------------------------------------


Asking = functools.partial[tuple[int, bytes]]  # sends a request; may be called again


@dataclass
class Row:
    """The results of one kind of attack."""

    name: str
    answers: Counter[str] = field(default_factory=Counter)
    worst: Cost = field(default_factory=Cost)
    home: float = 0
    failed: int = 0
    note: str = ""
    hardest: Asking | None = None  # the request with the highest CPU time

    def add(self, answer: str, spent: Cost, asking: Asking | None = None) -> None:
        """Add the result of one request."""
        self.answers[answer] += 1
        if self.hardest is None or spent.processor > self.worst.processor:
            self.hardest = asking
        self.worst.processor = max(self.worst.processor, spent.processor)
        self.worst.memory = max(self.worst.memory, spent.memory)

    def __str__(self) -> str:
        answers = ", ".join(f"{n}x {kind}" for kind, n in sorted(self.answers.items()))
        home = f"{self.home * 1000:7.0f}" + (f" ({self.failed} failed)" if self.failed else "")
        return (
            f"{self.name:34} {sum(self.answers.values()):6} {self.worst.processor * 1000:8.0f} "
            f"{self.worst.memory:8.1f} {home}  {answers}" + (f"; {self.note}" if self.note else "")
        )


HEADINGS = f"{'what':34} {'sent':>6} {'worst ms':>8} {'peak MB':>8} {'home ms':>7}  answers"


class Campaign:
    """All kinds of attack on one site."""

    def __init__(self, site: Site, share: float) -> None:
        self.site = site
        self._share = share
        self._meter = Meter(site)
        self._dice = random.Random(1)
        self.costly: list[str] = []  # addresses over their budget

    def scaled(self, number: int) -> int:
        """Return a number of repetitions, reduced in a short campaign."""
        return max(1, int(number * self._share))

    @contextlib.contextmanager
    def row(self, name: str) -> Iterator[Row]:
        """Measure one line of the table. The most expensive request is sent again while a visitor
        loads the home page, whose requests are not counted."""
        found = Row(name)
        yield found
        home = HomePageVisitor(self.site)
        if found.hardest is not None:
            with contextlib.suppress(OSError):
                found.hardest()
            found.note = found.note or f"the hardest: {found.hardest.args[:2]}"[:90]
        home.end()
        found.home, found.failed = max(found.home, home.worst), found.failed + home.failed
        print(found, flush=True)

    def measured(self, row: Row, doing: Callable[..., tuple[int, bytes]], *given: Any) -> bytes:
        """Send one request and add its cost to a row."""
        asking = functools.partial(doing, *given)
        spent = Cost()
        answer = b""
        with self._meter.measure(spent):
            try:
                status, answer = asking()
                told = str(status)
            except OSError as error:
                told = type(error).__name__
        row.add(told, spent, asking)
        return answer

    def parsers(self) -> None:
        """Parse damaged files in this process: each is read, or refused with a message."""
        readers: list[tuple[str, Callable[[str], object]]] = []
        for name in games.names():
            game = games.find(name)
            if (shipped := game.shipped_data()) is not None:
                readers.append((shipped, game.load_data))
            readers.append((begun(name, 40), lambda text: record.loads(text, games.find)))
        row = Row("damaged files, in process")
        for number in range(self.scaled(10_000)):
            text, read = readers[number % len(readers)]
            given = damaged(text, self._dice)
            began, high = time.process_time(), memory_of(os.getpid(), "VmHWM")
            try:
                read(given)
                told = "read"
            except (UserError, Refusal):
                told = "refused"
            except Exception as error:
                told = f"BROKEN ({type(error).__name__})"
            more = memory_of(os.getpid(), "VmHWM") - high
            row.add(told, Cost(time.process_time() - began, more / 1024))
        print(row, flush=True)

    def data_files(self) -> None:
        """Open tables with hostile data files: a very long dotted key, and damaged files."""
        games_with = [name for name in games.names() if games.find(name).shipped_data()]
        with self.row("data file of 16 kB, dots") as row:
            guest = Guest(self.site)
            for name in games_with:
                self.measured(row, guest.upload, f"/new/{name}", "data", dotted(16_000))
        with self.row("damaged data files") as row:
            for number in range(self.scaled(200)):
                if number % 20 == 0:
                    guest = Guest(self.site)
                name = games_with[number % len(games_with)]
                file = damaged(games.find(name).shipped_data() or "", self._dice)
                given = file.encode("utf-8", "surrogatepass")
                self.measured(row, guest.upload, f"/new/{name}", "data", given)

    def records(self) -> None:
        """Import damaged records and logs full of undos, and open the pages of the latter."""
        whole = [begun(name, 60) for name in games.names()]
        with self.row("damaged records") as row:
            for number in range(self.scaled(100)):
                if number % ROUND == 0:
                    guest = Guest(self.site)
                given = damaged(whole[number % 3], self._dice).encode("utf-8", "surrogatepass")
                self.measured(row, guest.upload, "/import", "record", given)
        guest = Guest(self.site)
        most = getattr(record, "MOST_LINES", 20_000)
        for name, size, lines in (
            ("act/undo record of 264 kB", 264_000, 1_000_000),
            ("act/undo record, the longest", 1_990_000, most),
            ("act/undo record of 2 MB", 1_990_000, 1_000_000),
        ):
            if size > 300_000 and self._share < 0.1:
                continue
            with self.row(name) as row:
                guest.leads = ""
                self.measured(row, guest.upload, "/import", "record", to_and_fro(size, lines))
            if not guest.leads:
                continue
            slug = guest.leads.split("/")[2]
            with self.row("... looked at") as row:
                for path in ("", "/state", "/replay/0", "/record", "/state?seat=0", "/replay/9999"):
                    self.measured(row, guest.get, f"/t/{slug}{path}")
                for path in ("", "/events", "/view"):
                    self.measured(row, guest.get, f"/api/v1/tables/{slug}{path}")
            with self.row("... copied") as row:
                self.measured(row, guest.post, f"/t/{slug}/copy", {})

    def reads(self) -> None:
        """Read every public address, at the longest tables that can be imported."""
        self.costly += reads.survey(self.site, self._share)

    def questions(self) -> None:
        """Ask for the reasons against nearly legal actions at a table of each game."""
        for name in games.names():
            guest = Guest(self.site)
            slug = guest.table(name)
            state = json.loads(guest.get(f"/t/{slug}/state")[1])
            seat = str((state["asked"] or [0])[0])
            texts = sorted(action.text for action in itertools.islice(_actions(name), 4000))
            with self.row(f"near misses, {name}") as row:
                for _ in range(self.scaled(40)):
                    text = self._dice.choice(texts)
                    at = self._dice.randrange(len(text))
                    given = (text[:at] + "x" + text[at + 1 :]) * self._dice.choice((1, 1, 8))
                    said = {"seat": seat, "action": given[:199]}
                    self.measured(row, guest.send, f"/t/{slug}/why", said)
                acts = {"seat": seat, "question": "x", "actions": ["x" * 199] * 200}
                self.measured(row, guest.send, f"/t/{slug}/act", acts)

    def bodies(self) -> None:
        """Send malformed request bodies that no page of the site produces."""
        guest = Guest(self.site)
        slug = guest.table("spada")
        seat = {"seat": "0", "question": "0", "actions": ["pass"], "text": "x", "do": "start"}
        deep = b'{"seat": ' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}"
        long = json.dumps({**seat, "text": "<" * 1_900_000, "action": "x" * 90_000}).encode()
        number = b'{"seat": ' + b"9" * 1_900_000 + b"}"
        keys = json.dumps({f"k{n}": n for n in range(120_000)}).encode()
        nul = json.dumps({**seat, "text": "a\0b", "action": "\0", "key": "\0"})
        bodies = [
            deep,
            long,
            number,
            keys,
            nul.encode(),
            nul.encode("utf-16"),
            nul.encode("utf-32"),
        ]
        bodies += [
            b"",
            b"null",
            b"[]",
            b"\xff\xfe",
            b'"',
            b"NaN",
            b'{"seat": NaN}',
            b'{"seat": "\xed"}',
        ]
        paths = ("act", "undo", "why", "standing", "agree", "talk", "notes", "company")
        with self.row("strange JSON") as row:
            for path, body in itertools.product(paths, bodies):
                self.measured(row, guest.ask, "POST", f"/t/{slug}/{path}", body, JSON)
        with self.row("wrong content types") as row:
            kinds = [
                JSON, "text/plain", "multipart/form-data", "multipart/form-data; boundary=x",
                "image/png; x", "application/x-www-form-urlencoded; charset=utf-7",
            ]  # fmt: skip
            forms = ("/new/spada", "/import", "/account/enter", f"/t/{slug}/sit", f"/t/{slug}/copy")
            for path, kind in itertools.product(forms, kinds):
                self.measured(row, guest.ask, "POST", path, b"\0\xff" * 5000, kind)
        marks = "a" + "\u0327\u0301" * 300_000
        with self.row("long names, NULs") as row:
            for text in ("<" * 1_900_000, "<a" * 900_000, marks, "\0" * 1000, "\ufdfa" * 200_000):
                for path, names in (
                    ("/new/spada", ("name-0", "title")), ("/account/enter", ("name", "password")),
                    (f"/t/{slug}/sit", ("name", "invitation")), ("/account/forgot", ("mail",)),
                    ("/account/join", ("name", "mail", "password")),
                ):  # fmt: skip
                    form = dict.fromkeys(names, text[: 1_900_000 // (9 * len(names))])
                    self.measured(row, guest.post, path, form)
            for path in (
                "/people/",
                "/t/",
                "/help/",
                "/events?t=",
                "/tables?page=",
                "/api/v1/tables/",
            ):
                for text in (
                    "%00",
                    "a" * 50_000,
                    urllib.parse.quote(marks[:8000]),
                    "%ff%fe",
                    "9" * 5000,
                ):
                    if "events" not in path or text == "%00":
                        self.measured(row, guest.get, path + text)

    def names(self) -> None:
        """Register one name in many spellings; at most one account may result."""
        variants = (
            "Wallenstein", "wallenstein", "ＷＡＬＬＥＮＳＴＥＩＮ", "Wa11enstein", "Wаllenstein",
            "Wallenste\u0131n", "Wallenstein\u200b", "a@b.example", "Wállenstein", "vvallenstein",
        )  # fmt: skip
        with self.row("names in other spellings") as row:
            for name in variants:
                browser = Guest(self.site)
                form = {"name": name, "password": "a long password of 1634"}
                self.measured(row, browser.post, "/account/join", form)

    def bots(self) -> None:
        """Watch tables of bots while a person plays at another one."""
        guest = Guest(self.site)
        every = {f"seat-{n}": "bot:random" for n in range(8)}
        slugs = [guest.table("revolution", public="on", **every) for _ in range(3)]
        lines = [self._listen(slug) for slug in slugs]
        with self.row("watched bots beside a person") as row:
            person, longest = Guest(self.site), 0.0
            for _ in range(self.scaled(5)):
                seats = {"seat-0": "me", **{f"seat-{n}": "bot:random" for n in range(1, 8)}}
                slug = person.table("spada", **seats)
                began, asked = time.monotonic(), False
                while not asked and time.monotonic() - began < 30:
                    state = json.loads(self.measured(row, person.get, f"/t/{slug}/state"))
                    asked = bool(state["asked"])
                    time.sleep(0.1)
                longest = max(longest, time.monotonic() - began)
            row.note = f"the person waited for up to {longest:.1f} s"
        for line in lines:
            line.close()

    def _listen(self, slug: str) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.site.port), timeout=10)
        line.sendall(f"GET /events?t={slug} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return line

    def half_open(self) -> None:
        """Begin requests and never finish them."""
        with self.row(f"{HALF_OPEN} half-sent requests") as row:
            lines = []
            home = HomePageVisitor(self.site)
            for _ in range(HALF_OPEN):
                try:
                    line = socket.create_connection(("127.0.0.1", self.site.port), timeout=2)
                    line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                    lines.append(line)
                    row.answers["open"] += 1
                except OSError as error:
                    row.answers[type(error).__name__] += 1
            for _ in range(self.scaled(30)):
                try:
                    status = self._hasty()
                except OSError as error:
                    status = type(error).__name__
                row.answers[f"home {status}"] += 1
            for line in lines:
                line.close()
            home.end()
            row.home, row.failed = home.worst, home.failed

    def _hasty(self) -> str:
        """Request the home page with a timeout of five seconds."""
        line = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=5)
        try:
            line.request("GET", "/")
            return str(line.getresponse().status)
        finally:
            line.close()

    def run(self, only: str) -> None:
        """Run all attacks, or those that are named."""
        for part in (
            self.parsers, self.data_files, self.records, self.reads, self.questions, self.names,
            self.bodies, self.bots, self.half_open,
        ):  # fmt: skip
            if not only or part.__name__ in only.split(","):
                part()


def _actions(name: str) -> Iterator[Action]:
    """Return actions that occur in random play of a game."""
    dice = random.Random(3)
    state = games.find(name).start(seed="campaign")
    for _ in range(60):
        if state.result is not None:
            return
        seat = state.asked[0].seat
        legal = state.legal(seat)
        yield from legal
        state.apply(dice.choice(legal), seat)


def main() -> int:
    """Start a site, attack it and print the costs; return 1 if a budget is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the requests, up to 1")
    parser.add_argument("--only", default="", help="parts, with commas")
    args = parser.parse_args()
    # files opened by this process
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    site = Site()
    try:
        print(HEADINGS, flush=True)
        campaign = Campaign(site, args.share)
        campaign.run(args.only)
        text = site.log.read_text("utf-8", "replace")
        print(f"the log of the site has {text.count('Traceback')} tracebacks")
        if "Traceback" in text:
            print(text[text.index("Traceback") - 500 :][:6000])
        return int(bool(campaign.costly))
    finally:
        site.end()


if __name__ == "__main__":
    sys.exit(main())
