"""Measure the worst cost of every public address of the site, at the largest tables.

`make campaign` requests each of them and prints the ten most expensive ones. An address without an
example here is an error, so that no new page is forgotten.
"""

from __future__ import annotations

import contextlib
import gzip
import itertools
import json
import os
import random
import re
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tools import crowd
from tools.attacked_site import Cost, Guest, Meter, Site

from chancery import games
from chancery.table import Sitting, record
from chancery.table.bot_players import answer

GAMES = ("spada", "friedrich", "revolution")
LARGEST = 1_990_000  # bytes of a record, a little below the site's limit
MOST_SECONDS = 0.15  # seconds of CPU time for one answer, on a slow machine ...
SLOW = 7_000  # ... that plays this many moves with python-chess in a second of CPU time
MOST_BYTES = 1_000_000  # limit of one answer, as it is sent
GAMES_OF_PLAYER = 6_000  # finished and public, of one account
READERS = 30  # requests in flight from one network ...
SECONDS = 15  # ... for this many seconds

# Routes as Django has them, each with examples of its parameters and queries: {slug} is a large
# table, {last} its last step, {game} any game, {player} somebody with many finished games. An empty
# list: nothing is read there, a form is posted, or it needs a permission that visitors do not have.
EXAMPLES: dict[str, list[str]] = {
    "": ["/"],
    "health": ["/health"],
    "metrics": ["/metrics"],
    "manifest.webmanifest": ["/manifest.webmanifest"],
    "worker.js": ["/worker.js"],
    "offline": ["/offline"],
    "language": [],
    "account": ["/account"],
    "account/join": ["/account/join"],
    "account/enter": ["/account/enter"],
    "account/leave": [],
    "account/mail": [],
    "account/data": ["/account/data"],
    "account/password": [],
    "account/delete": [],
    "account/forgot": ["/account/forgot"],
    "account/reset/<str:uid>/<str:token>": ["/account/reset/MQ/abc-def"],
    "account/tokens": [],
    "account/tokens/revoke": [],
    "account/notices": [],
    "account/notices/test": [],
    "account/notices/again": [],
    "account/devices": [],
    "account/devices/remove": [],
    "account/confirm": [],
    "account/confirm/<str:signed>": ["/account/confirm/abc"],
    "account/unsubscribe/<str:signed>": ["/account/unsubscribe/abc"],
    "api": ["/api"],
    "api/v1/openapi.json": ["/api/v1/openapi.json"],
    "api/v1/": ["/api/v1/"],
    "api/v1/games": ["/api/v1/games"],
    "api/v1/games/{game}": ["/api/v1/games/{game}"],
    "api/v1/me": ["/api/v1/me"],
    "api/v1/tables": ["/api/v1/tables", "/api/v1/tables?list=watch"],
    "api/v1/archive": [
        "/api/v1/archive",
        "/api/v1/archive?game={game}&result=tied&limit=40",
        "/api/v1/archive?player={player}&limit=40",
    ],
    "api/v1/tables/{slug}": ["/api/v1/tables/{slug}"],
    "api/v1/tables/{slug}/view": ["/api/v1/tables/{slug}/view"],
    "api/v1/tables/{slug}/events": [
        "/api/v1/tables/{slug}/events?since=0",
        "/api/v1/tables/{slug}/events?since=5000",
    ],
    "api/v1/tables/{slug}/questions": ["/api/v1/tables/{slug}/questions"],
    "api/v1/tables/{slug}/legal": ["/api/v1/tables/{slug}/legal"],
    "api/v1/tables/{slug}/record": ["/api/v1/tables/{slug}/record"],
    "api/v1/tables/{slug}/stream": [],  # an endless stream with the content of /events
    "api/v1/tables/{slug}/standing": ["/api/v1/tables/{slug}/standing"],
    "api/v1/tables/{slug}/talk": ["/api/v1/tables/{slug}/talk"],
    "api/v1/tournaments": ["/api/v1/tournaments"],
    "api/v1/tournaments/{slug}": ["/api/v1/tournaments/nothing"],
    "api/v1/leagues": ["/api/v1/leagues"],
    "api/v1/leagues/{slug}": ["/api/v1/leagues/nothing"],
    "api/v1/teams": ["/api/v1/teams"],
    "api/v1/teams/{slug}": ["/api/v1/teams/nothing"],
    "^api/": ["/api/nothing"],
    **{
        f"{before}{why}": [f"/{before}{why}"]
        for before in ("", "api/")
        for why in ("too-large", "too-slow", "crowded", "too-costly", "no-database", "unreadable")
    },
    "tables": ["/tables", "/tables?page=2", "/tables?game={game}"],
    "tables/part": ["/tables/part"],
    "tables/badge": ["/tables/badge"],
    "watch/<slug:name>": ["/watch/{game}"],
    "calls": [],
    "calls/<int:pk>/down": [],
    "following": ["/following"],
    "follow": [],
    "rules": ["/rules"],
    "colours.css": ["/colours.css"],
    "archive": [
        "/archive",
        "/archive?game={game}",
        "/archive?game={game}&shortest=90000&result=tied",  # looks at as many games as it may
        "/archive?game={game}&result=tied",
        "/archive?player={player}",
        "/archive?player={player}&result=left",
        "/archive?player={player}&longest=1",
    ],
    "archive/export": [],
    "tournaments": ["/tournaments"],
    "tournaments/new/<slug:name>": ["/tournaments/new/{game}"],
    "tournaments/<str:slug>": ["/tournaments/nothing"],
    "tournaments/<str:slug>/change": [],
    "tournaments/<str:slug>/league": [],
    "leagues": ["/leagues"],
    "leagues/<str:slug>": ["/leagues/nothing"],
    "leagues/<str:slug>/season": [],
    "teams": ["/teams"],
    "teams/found": [],
    "teams/<str:slug>": ["/teams/nothing"],
    "teams/<str:slug>/change": [],
    "play/<slug:name>": [],
    "friends/<slug:name>": [],
    "new/<slug:name>": ["/new/{game}"],
    "data/<slug:name>": ["/data/{game}"],
    "style/<slug:name>.css": ["/style/{game}.css"],
    "style/<slug:name>/<str:font>": ["/style/{game}/nothing.woff2"],
    "cover/<slug:name>.webp": ["/cover/{game}.webp"],
    "opening/<slug:name>.svg": ["/opening/{game}.svg"],
    "ground/<slug:name>.svg": ["/ground/{game}.svg"],
    "import": [],
    "help/<slug:name>": ["/help/{game}"],
    "learn/<slug:name>": ["/learn/{game}"],
    "learn/<slug:name>/plate/<int:number>.svg": ["/learn/{game}/plate/0.svg"],
    "learn/<slug:name>/task/<slug:key>.svg": ["/learn/{game}/task/{lesson}.svg"],
    "learn/<slug:name>/begin/<slug:key>": [],
    "learn/<slug:name>/example/<slug:key>/<int:number>": ["/learn/{game}/example/{example}/2"],
    "exhibition/<slug:name>": [],
    "help/<slug:name>/board/<int:number>.svg": ["/help/{game}/board/0.svg"],
    "learn/<slug:name>/example/<slug:key>.svg": ["/learn/{game}/example/{example}.svg"],
    "learn/<slug:name>/example/<slug:key>/<int:number>.svg": [
        "/learn/{game}/example/{example}/2.svg"
    ],
    "ladder/<slug:name>": ["/ladder/{game}"],
    "people/<path:name>": ["/people/nobody", "/people/{player}", "/people/{player}?page=200"],
    "report": ["/report?table={slug}"],
    "events": [],  # the endless stream of a page
    "t/<str:slug>": ["/t/{slug}"],
    "t/<str:slug>/state": ["/t/{slug}/state", "/t/{slug}/state?words=1"],
    "t/<str:slug>/act": [],
    "t/<str:slug>/undo": [],
    "t/<str:slug>/orders": ["/t/{slug}/orders?from=x"],
    "t/<str:slug>/overlay": ["/t/{slug}/overlay?name={overlay}&since=100"],
    "t/<str:slug>/why": [],
    "t/<str:slug>/hint": ["/t/{slug}/hint"],
    "t/<str:slug>/part": [],
    "t/<str:slug>/small.svg": ["/t/{slug}/small.svg"],
    "t/<str:slug>/ground.svg": ["/t/{slug}/ground.svg"],
    "t/<str:slug>/card": ["/t/{slug}/card"],
    "t/<str:slug>/room": ["/t/{slug}/room"],
    "t/<str:slug>/settings": [],
    "t/<str:slug>/sit": [],
    "t/<str:slug>/company": [],
    "t/<str:slug>/standing": [],
    "t/<str:slug>/agree": [],
    "t/<str:slug>/leave": [],
    "t/<str:slug>/talk": [],
    "t/<str:slug>/notes": [],
    "t/<str:slug>/replay/<int:step>": [
        "/t/{slug}/replay/0",
        "/t/{slug}/replay/{middle}",
        "/t/{slug}/replay/{last}",
        "/t/{slug}/replay/{last}?seat=0",
    ],
    "t/<str:slug>/replay/<int:step>/overlay": [
        "/t/{slug}/replay/{middle}/overlay?name={overlay}&since=100"
    ],
    "t/<str:slug>/replay/<int:step>/picture": ["/t/{slug}/replay/{middle}/picture"],
    "t/<str:slug>/analysis": ["/t/{slug}/analysis"],
    "t/<str:slug>/analysis/progress": ["/t/{slug}/analysis/progress"],
    "t/<str:slug>/analysis/want": [],
    "t/<str:slug>/story/<int:page>": ["/t/{slug}/story/0", "/t/{slug}/story/30"],
    "t/<str:slug>/frames": [
        "/t/{slug}/frames?words=1",
        "/t/{slug}/frames?from={middle}&to={last}&words=1",
        "/t/{slug}/frames?since=1&words=1",
    ],
    "t/<str:slug>/copy": [],
    "t/<str:slug>/on": [],
    "t/<str:slug>/record": ["/t/{slug}/record"],
    "t/<str:slug>/rules": ["/t/{slug}/rules"],
    "admin": ["/admin"],
    "admin/": ["/admin/"],
    "^(?P<path>.*)$": ["/nothing/at/all"],
}


def routes() -> list[str]:
    """Return every route of the site, those of the API as its document names them."""
    from django.urls import get_resolver

    from chancery.web.api.operations import api

    found = [str(pattern.pattern) for pattern in get_resolver().url_patterns]
    reading = [
        f"api/v1{path}".replace("//", "/")
        for prefix, router in api._routers
        for path, view in router.path_operations.items()
        if any("GET" in operation.methods for operation in view.operations)
    ]
    return [*dict.fromkeys(found), *(re.sub(r"/\{(game|slug)\}", r"/{\1}", p) for p in reading)]


def addresses(**given: str | int) -> Iterator[str]:
    """Yield the examples with exactly these placeholders, filled in."""
    for examples in EXAMPLES.values():
        for example in examples:
            names = set(re.findall(r"\{(\w+)\}", example))
            if names == given.keys():
                yield example.format(**given)


def largest(name: str, over: bool, size: int = LARGEST, lines: int = record.MOST_LINES) -> Sitting:
    """Return a game as long as a record may be, in which one action is undone and repeated
    many times. With `over` it is then played to its end."""
    game = games.find(name)
    sitting = Sitting(game, {}, "reads")
    dice = random.Random(5)
    bot = next(bot for bot in game.bots if bot != "random")
    middle: int | None = None
    while sitting.state.asked and (over or middle is None):
        seat = sitting.state.asked[0].seat
        if over:
            sitting.act(seat, answer(sitting, seat, bot, "reads")[0])
        else:
            sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        if middle is None and len(sitting.log) > 200 and sitting.undo_number(seat) is not None:
            middle = len(sitting.log)
    assert middle is not None
    whole = record.to_plain(sitting)
    log = [{key: line[key] for key in line if key != "sum"} for line in whole["log"]]
    again = log[middle - 1]
    pair = [{"seat": again["seat"], "undo": True}, again]
    room = size - len(json.dumps({**whole, "log": log}))
    pairs = min((lines - len(log)) // 2, room // len(json.dumps(pair)))
    plain = {**whole, "log": log[:middle] + pair * pairs + log[middle:]}
    plain.pop("digest")
    return record.loads(json.dumps(plain), games.find)


def plies(seconds: float = 1) -> float:
    """Return how many moves of random games python-chess makes in a second of CPU time."""
    import chess

    dice, made, began = random.Random(1), 0, time.process_time()
    while time.process_time() - began < seconds:
        board = chess.Board()
        while not board.is_game_over(claim_draw=False):
            board.push(dice.choice(list(board.legal_moves)))
            made += 1
    return made / (time.process_time() - began)


# -- measuring ---------------------------------------------------------------------------------


class Read(NamedTuple):
    """The cost of one address, the higher of two requests."""

    seconds: float
    sent: int  # bytes, compressed
    whole: int
    status: int
    path: str

    def __str__(self) -> str:
        return (
            f"{self.seconds * 1000:6.0f} ms {self.sent / 1000:8.0f} kB sent"
            f" {self.whole / 1000:8.0f} kB  {self.status} {self.path}"
        )


def survey(site: Site, share: float) -> list[str]:
    """Print the cost of every address and the delay for others; return those over budget."""
    from chancery.web.server import serve

    os.environ["CHANCERY_HOME"] = site.home  # so that its database can be filled
    serve.set_up()
    if forgotten := sorted(set(routes()) - EXAMPLES.keys()):
        raise SystemExit(f"tools/reads.py has no example of {', '.join(forgotten)}")
    player = crowd.veteran(int(GAMES_OF_PLAYER * share), random.Random(1))
    paths = [*addresses(), *_of_games(), *addresses(player=player)]
    paths += _of_tables(Guest(site), share)
    speed = plies()
    site.rest()
    most = MOST_SECONDS * SLOW / speed
    print(f"{speed:.0f} moves of python-chess a second: {most * 1000:.0f} ms are allowed here")
    meter, stranger = Meter(site), Guest(site)
    found = [_measured(stranger, meter, path) for path in paths]
    for title, key in (("CPU time", 0), ("bytes sent", 1)):
        print(f"the ten worst of {len(found)} addresses by {title}:")
        for one in sorted(found, key=lambda one: one[key], reverse=True)[:10]:
            print(f"  {one}")
    stall(site, max(found).path)
    bad = [one.path for one in found if one.seconds > most or one.sent > MOST_BYTES]
    print(f"{len(bad)} addresses cost more than {most:.3f} s or {MOST_BYTES} bytes", *bad)
    return bad


def _of_games() -> Iterator[str]:
    for name in GAMES:
        face = games.find(name).face
        yield from addresses(game=name)
        yield from addresses(game=name, lesson=face.lessons()[0].key)
        yield from addresses(game=name, example=face.examples()[0].key)


def _of_tables(guest: Guest, share: float) -> Iterator[str]:
    """Import the longest tables, running and over, and yield all their addresses."""
    for name, over in itertools.product(GAMES, (False, True)):
        sitting = largest(name, over, lines=int(record.MOST_LINES * share))
        guest.upload("/import", "record", record.dumps(sitting).encode())
        slug = guest.leads.split("/")[2]
        values: dict[str, str | int] = {
            "last": len(sitting.log),
            "middle": len(sitting.log) // 2,
            "overlay": next((one.key for one in sitting.game.face.overlays()), "none"),
        }
        for size in range(len(values) + 1):
            for names in itertools.combinations(values, size):
                yield from addresses(slug=slug, **{name: values[name] for name in names})


def _measured(stranger: Guest, meter: Meter, path: str) -> Read:
    """Measure two requests, since the first answer may be cached for the second."""
    found = []
    for _ in range(2):
        spent = Cost()
        with meter.measure(spent):
            status, answer = stranger.get(path, compressed=True)
        whole = gzip.decompress(answer) if answer[:2] == b"\x1f\x8b" else answer
        found.append(Read(spent.processor, len(answer), len(whole), status, path))
    return max(found)


def stall(site: Site, path: str) -> None:
    """Print how long another visitor waits for the lobby while one network requests a page."""
    until = time.monotonic() + SECONDS
    answers: Counter[str] = Counter()

    def read() -> None:
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                status, _, _ = site.ask("GET", path, head={"X-Forwarded-For": "198.51.100.7"})
                answers[str(status)] += 1

    readers = [threading.Thread(target=read) for _ in range(READERS)]
    for reader in readers:
        reader.start()
    waits, failed = [], 0
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            status, _, _ = site.ask("GET", "/tables", head={"X-Forwarded-For": "203.0.113.9"})
            failed += status != 200
        except OSError:
            failed += 1
        waits.append(time.monotonic() - began)
        time.sleep(0.2)
    for reader in readers:
        reader.join()
    told = ", ".join(f"{number}x {status}" for status, number in sorted(answers.items()))
    print(
        f"{READERS} readers of {path} from one network for {SECONDS} s: {told}; the lobby of"
        f" another visitor took {statistics.median(waits):.2f} s, {max(waits):.2f} s at worst, and"
        f" failed {failed} of {len(waits)} times"
    )
