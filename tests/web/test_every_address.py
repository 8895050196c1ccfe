"""A walk over every address of the site, as every seat, a spectator and a stranger.

The addresses come from the site itself, so that new ones are included automatically.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from chancery.core import State
from chancery.games import find
from chancery.table import Sitting, bot_players
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Report, Token, Visitor
from chancery.web.outbox.models import Channel, Notice
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Notebook, Seat, Table
from tests.soaking import SOAK, sample
from tests.web.people import JSON, Answer, Person
from tests.web.test_lobby import member, visitor

pytestmark = pytest.mark.django_db

STREAMS = ("events", "api/v1/tables/<slug>/stream")  # never end: tested elsewhere
LENGTHS = {"spada": 60, "friedrich": 150 if SOAK else 40, "revolution": 60}


def addresses(found: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Return every address of the site as a pattern, except the operators' pages."""
    for pattern in (found or get_resolver()).url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from addresses(pattern, address)
        elif isinstance(pattern, URLPattern) and not address.startswith("^") and "^" not in address:
            yield address


def filled(address: str, table: Table, **more: str) -> str:
    """Fill in the places of an address; KeyError for an unknown place."""
    places = {
        "slug": table.slug, "name": table.game, "game": table.game, "step": "3", "pk": "1",
        "font": "board.ttf", "uid": "MQ", "token": "a-b", "signed": "a:b:c", "number": "1",
        "page": "0", **more,
    }  # fmt: skip
    if "<slug:key>" in address:
        face = find(table.game).face
        taught = face.examples() if "/example/" in address else face.lessons()
        places["key"] = taught[0].key
    if address.startswith("people/"):
        places["name"] = "Anna"
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda place: places[place[1]], address)


def test_the_walk_finds_the_addresses() -> None:
    found = list(addresses())
    for known in (
        "tables",
        "t/<str:slug>/state",
        "api/v1/tables/<slug>/view",
        "people/<path:name>",
    ):
        assert known in found
    assert len(found) > 70
    assert set(STREAMS) <= set(found)


# -- people ------------------------------------------------------------


def table_of(state: State, owners: list[Visitor | None], **more: Any) -> Table:
    """Create a table from a position."""
    table = Table.objects.create(
        game=state.game.name,
        rules=state.rules,
        options=dict(state.options),
        data=state.frame.data,
        position=state.plain(),
        seed="seed-that-nobody-may-read",
        **more,
    )
    for number, owner in enumerate(owners):
        Seat.objects.create(table=table, number=number, owner=owner)
        if owner is not None:
            Held.objects.get_or_create(table=table, visitor=owner)
    return table


def middle_of(name: str) -> State:
    """Return a position from the middle of a game between bots, without half-made choices."""
    game = find(name)
    sitting = Sitting(game, {}, "the walk")
    while len(sitting.log) < LENGTHS[name] or any(
        sitting.state.drafting(seat) for seat in range(len(sitting.seats))
    ):
        seat = sitting.state.asked[0].seat
        sitting.act(seat, bot_players.answer(sitting, seat, "random", "the walk"))
    return sitting.state


def token_of(name: str) -> str:
    return tokens.make(Account.objects.get(username=name), "a program")


class Walker:
    """A person who opens every address, by browser and by program."""

    def __init__(self, person: Person, token: str | None = None) -> None:
        self.person = person
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, query: str = "") -> Answer:
        headers = self.headers if path.startswith("/api/v1") else JSON
        return self.person.client.get(f"{path}?{query}", headers=headers)

    def post(self, path: str, body: str) -> Answer:
        headers = self.headers if path.startswith("/api/v1") else {"x-csrftoken": self.person.token}
        return self.person.client.post(
            path, body, content_type="application/json", headers={**JSON, **headers}
        )


def people() -> dict[str, Walker]:
    """Return two players, a spectator with an account, a guest (in a soak) and a stranger."""
    found = {}
    for name in ("Anna", "Bruno", "Carla"):
        found[name] = Walker(member(name), token_of(name))
    if SOAK:
        found["guest"] = Walker(Person())
        found["guest"].person.post("/language", {"language": "en", "back": "/"})
    return found | {"nobody": Walker(Person())}


# -- no fault ------------------------------------------------------------


def test_no_address_causes_a_server_error() -> None:
    """For every caller and every input there is a response, never an error or a traceback."""
    walkers = people()
    state = middle_of("spada")
    owners = [visitor("Anna"), visitor("Bruno"), None, None][: len(state.seats)]
    table = table_of(state, owners, host=owners[0])
    bodies = ("", '{"seat": "0", "question": 7, "actions": {}}', "\0")
    deadly = ("account/delete", "account/leave")  # they would end the walk
    for address in addresses():
        if address in STREAMS:
            continue
        path = filled(address, table)
        for name, walker in walkers.items():
            answers = [walker.get(path, "seat=0&page=x&since=-1&from=%00")]
            if name == "Bruno" and address not in deadly:
                answers += [walker.get(path), *(walker.post(path, body) for body in bodies)]
            for answer in answers:
                # no bots are running here, and these say so
                ill = address.endswith(("health", "crowded", "no-database"))
                well = answer.status_code < 500 or ill
                assert well, f"{name} {path}: {answer.content[:300]!r}"
                text = b"".join(answer) if answer.streaming else answer.content
                assert b"Traceback" not in text
                assert b"site-packages" not in text
                if path.startswith("/api/v1") and answer.status_code >= 400:
                    assert set(json.loads(text)) == {"error", "rule"}, path
    assert Table.objects.get(pk=table.pk).length == 0


# -- nothing of others ------------------------------------------------------------


def test_private_data_is_shown_to_its_owner_only() -> None:
    """Markers in everything that is Anna's own occur in no response to others."""
    walkers = people()
    state = middle_of("spada")
    owners = [visitor("Anna"), visitor("Bruno"), None, None][: len(state.seats)]
    invitation = "invitation-of-anna"
    table = table_of(
        state, owners, host=owners[0], invitation=invitation, public=True, title="The walk"
    )
    anna = Account.objects.get(username="Anna")
    anna.email = "anna.secret@example.org"
    anna.save()
    Notebook.objects.create(table=table, visitor=owners[0], text="note-of-anna")
    hook = Channel.objects.create(
        account=anna, kind="hook", address="https://hook.example.org/secret", problem="hook-is-down"
    )
    Notice.objects.create(channel=hook, kind="turn", table=table, seat=0, ripe="2026-01-01T00:00Z")
    Report.objects.create(by=owners[0], table=table, about=anna, text="report-of-anna")
    Seat.objects.filter(table=table, number=0).update(standing={"standing-of-anna": True})
    secrets = {
        table.seed, invitation, "anna.secret", "note-of-anna", "hook.example.org", "hook-is-down",
        "report-of-anna", "standing-of-anna", owners[0].key, anna.password,
        Token.objects.get(account=anna).digest,
    }  # fmt: skip
    for address in addresses():
        if address in STREAMS:
            continue
        path = filled(address, table)
        for name, walker in walkers.items():
            if name == "Anna":
                continue
            for query in sample(["seat=0", "words&seat=&list=open"], 2 if name == "Bruno" else 1):
                answer = walker.get(path, query)
                text = (b"".join(answer) if answer.streaming else answer.content).decode(
                    "utf-8", "replace"
                )
                leaked = [secret for secret in secrets if secret in text]
                assert not leaked, f"{name} reads {leaked} at {path}?{query}"
    # she reads her own, and nobody reads the seed
    own = [walkers["Anna"].get(path).content.decode() for path in ("/account", f"/t/{table.slug}")]
    assert "anna.secret@example.org" in own[0]
    assert "note-of-anna" in own[1]
    assert invitation in own[1]
    assert not any(table.seed in text for text in own)


@pytest.mark.parametrize("game", sample(["spada", "revolution", "friedrich"], 1))
def test_twin_tables_are_the_same_at_every_address(game: str) -> None:
    """What a seat or a spectator cannot know changes no response to him."""
    state = middle_of(game)
    walkers = people()
    asked = state.asked[0].seat
    for seat, names in ((asked, ["Anna"]), (None, ["Carla", "nobody"])):
        owners: list[Visitor | None] = [None] * len(state.seats)
        if seat is not None:
            owners[seat] = visitor("Anna")
        first, second = (state.game.sample(state.view(seat), f"twin {n}") for n in range(2))
        queries = (f"words&seat={seat}", f"seat={state.seats[asked]}")
        before: dict[str, Any] = {}
        for twin in (first, second):
            sittings.forget()
            table = table_of(twin, owners, pk=1000, slug="twin")
            Table.objects.update(created="2026-01-01T00:00Z")
            for address in addresses():
                if "slug" not in address or address in STREAMS:
                    continue
                path = filled(address, table)
                for name in names:
                    for query in queries:
                        answer = walkers[name].get(path, query)
                        text = f"{answer.status_code} {answer.content.decode('utf-8', 'replace')}"
                        text = re.sub(r"\b[A-Za-z0-9]{64}\b", "TOKEN", text)
                        where = f"{name} {path}?{query}"
                        assert before.setdefault(where, text) == text, where
            table.delete()
