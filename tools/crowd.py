"""Fill a site for measurements: accounts that are logged in, and many tables.

Measurements go through the real site. The data they need is written straight to the database here,
within the limits of normal use.
"""

from __future__ import annotations

import os
import random
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

HOOK = "https://hooks.example.org/chancery"
DAYS = (1, 2, 2, 3, 3, 7, 14)  # seconds for a move, as people choose them
OWN = 20  # tables of the account that is measured


@contextmanager
def temporary_site() -> Iterator[str]:
    """Set up a site with a fresh SQLite database, or with the emptied DATABASE_URL."""
    home = tempfile.mkdtemp(prefix="chancery-measure-")
    os.environ["CHANCERY_HOME"] = home
    os.environ["CHANCERY_HASHER"] = "fast"  # creating accounts is not part of the measurement
    os.environ["CHANCERY_THINKERS"] = "1"  # the default of `serve`
    from chancery.web.server import serve

    try:
        serve.prepare()
        if os.environ.get("DATABASE_URL"):
            from django.core.management import call_command

            call_command("flush", verbosity=0, interactive=False)
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


@dataclass(frozen=True)
class Person:
    """A logged-in account, with the cookies its browser sends."""

    visitor: Any
    cookie: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of every request."""
        return {
            "Cookie": self.cookie,
            "X-CSRFToken": self.token,
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
        }


def person(name: str) -> Person:
    """Create an account with a web hook, which is notified of every turn, and log it in."""
    from django.conf import settings
    from django.test import Client

    from chancery.web.identity.models import Account, Visitor
    from chancery.web.outbox.models import Channel

    account = Account.objects.create_user(username=name)
    visitor = Visitor.objects.create(account=account, name=name)
    Channel.objects.create(account=account, kind="hook", address=HOOK)
    browser = Client()
    browser.force_login(account, settings.AUTHENTICATION_BACKENDS[0])
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    token = secrets.token_hex(16)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={token}"
    return Person(visitor, cookie, token)


def company(game: str, host: Person, other: Person, days: int = 2, played: int = 0) -> Any:
    """Start a game without bots, with days for every move: the other person has the last seat,
    the host all others. Play `actions` actions first, as pages of a game under way show more."""
    from chancery import games
    from chancery.web.tables import opening, seating, sittings
    from chancery.web.tables.opening import Terms, Wish

    found = games.find(game)
    options = found.complete_options({})
    last = len(found.seats(options)) - 1
    wishes = [Wish(kind) for kind in ("me", *["here"] * (last - 1), "open")]
    terms = Terms(public=True, days=days)
    table = opening.open_table(host.visitor, found, options, wishes, terms)
    seating.sit(table, other.visitor, last)
    table.refresh_from_db()
    dice = random.Random(table.pk)
    for _ in range(played):
        sitting = sittings.load(table)
        seat = sitting.state.asked[0].seat
        action = dice.choice(sitting.state.legal(seat)).text
        sittings.act(table, seat, [action], sitting.question(seat))
    return table


def masters(host: Person) -> Any:
    """Start a rated table where searching bots play each other, watched or not."""
    from chancery import games
    from chancery.web.tables import opening
    from chancery.web.tables.models import Table
    from chancery.web.tables.opening import Terms, Wish

    found = games.find("spada")
    options = found.complete_options({})
    wishes = [Wish("bot:master")] * len(found.seats(options))
    table = opening.open_table(host.visitor, found, options, wishes, Terms())
    Table.objects.filter(pk=table.pk).update(rated=True)
    return table


def veteran(many: int, dice: random.Random) -> str:
    """Create an account with so many public finished games, one in ten of them played before it
    had registered; return its name."""
    from django.utils import timezone

    from chancery import games
    from chancery.web.identity.models import Account, Visitor
    from chancery.web.tables.models import Seat, Table

    now, name = timezone.now(), "Veteran"
    account = Account.objects.create_user(username=name)
    own = Visitor.objects.create(account=account, name=name)
    others = Visitor.objects.bulk_create(Visitor() for _ in range(50))
    tables, seats = [], []
    for _ in range(many):
        game = games.find(dice.choice(games.names()))
        options = game.complete_options({})
        finished = now - timedelta(days=dice.random() * 300)
        tables.append(
            Table(
                game=game.name, rules=game.rules, options=dict(options), public=True, over=True,
                finished=finished, length=dice.randrange(100, 2000), asked=" ",
            )
        )  # fmt: skip
        seated = [own, *dice.sample(others, len(game.seats(options)) - 1)]
        seats += [
            Seat(
                table=tables[-1], number=number, owner=visitor, rank=number + 1, points=10,
                archived=finished,
                player=account if visitor is own and dice.random() < 0.9 else None,
            )
            for number, visitor in enumerate(seated)
        ]  # fmt: skip
    Table.objects.bulk_create(tables, batch_size=500)
    Seat.objects.bulk_create(seats, batch_size=1000)
    return name


def fill(many: int, running: int, dice: random.Random) -> Person:
    """Create many tables, some open, some finished, `running` of them with a deadline.
    Return an account that sits at twenty unfinished ones."""
    from django.utils import timezone

    from chancery import games
    from chancery.web.base.moments import remind_at
    from chancery.web.identity.models import Account, Visitor
    from chancery.web.tables.models import Seat, Table
    from chancery.web.tables.opening import DAY

    now = timezone.now()
    reader = person("Reader")
    named = [f"Player {n}" for n in range(many // 5)]
    accounts = Account.objects.bulk_create(
        Account(username=name, plain=name.lower(), looks=name.lower(), password="!")
        for name in named
    )
    people = Visitor.objects.bulk_create(
        Visitor(account=account, name=account.username) for account in accounts
    )
    people += Visitor.objects.bulk_create(Visitor() for _ in range(many // 10))  # guests
    tables, seats = [], []
    for number in range(many):
        game = games.find(dice.choice(games.names()))
        options = game.complete_options({})
        playing = number < running  # the rest are open or finished
        waits = not playing and dice.random() < 0.2
        days = dice.choice(DAYS) if playing else 0
        asked = dice.randrange(len(game.seats(options)))
        chosen = dice.sample(people, len(game.seats(options)))
        if number % (running // OWN) == 0 and playing:
            chosen[dice.randrange(len(chosen))] = reader.visitor
        tables.append(
            Table(
                game=game.name,
                rules=game.rules,
                options=dict(options),
                host=chosen[0],
                public=dice.random() < 0.7,
                started=not waits,
                pace=days * DAY,
                asked=f" {asked} " if playing else " ",
                over=not playing and not waits,
                finished=None if playing or waits else now - timedelta(days=dice.random() * 300),
            )
        )
        for seat, who in enumerate(chosen):
            free = waits and seat == len(chosen) - 1
            due = now + timedelta(seconds=dice.random() * days * DAY + 3600)
            remind = remind_at(due, days * DAY)
            seats.append(
                Seat(
                    table=tables[-1],
                    number=seat,
                    owner=None if free else who,
                    name="" if free else who.name,
                    due=due if playing and seat == asked else None,
                    remind=remind,
                    reminded=remind < now,
                )
            )
    order = list(range(many))
    dice.shuffle(order)  # old and new tables of every kind
    Table.objects.bulk_create([tables[n] for n in order], batch_size=500)
    Seat.objects.bulk_create(seats, batch_size=1000)
    return reader
