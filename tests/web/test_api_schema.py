"""The API matches its document: no request causes an error or a response of another shape.

Schemathesis makes valid and invalid requests from the document, the same ones every time. Valid
ones are changed to name tables and seats that exist, otherwise hardly anything would be found.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from asgiref.sync import sync_to_async
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.db.models import F
from django.urls import URLPattern
from hypothesis import HealthCheck, settings

from chancery import games
from chancery.web.api import feeds, play, shapes
from chancery.web.api.document import document
from chancery.web.api.operations import api
from chancery.web.base import keys, limits
from chancery.web.community import archive_export, leagues, teams, tournaments
from chancery.web.community.archive import Wanted
from chancery.web.community.models import League, Team, Tournament
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Token
from chancery.web.tables.models import Seat, Table
from tests.soaking import SOAK
from tests.web.api_clients import Caller, account, caller, good, name_asked
from tests.web.people import sitting_of

if TYPE_CHECKING:  # to import it takes a second, which other workers can spare
    import schemathesis

TOKEN = "chancery_of-the-tests"
NEWCOMER = "chancery_of-a-newcomer"  # who is in no team and no tournament
TEAM_KEY = "k3v_9Zb1xQWa7u2M"
SEATS = ("yellow", "black", "white")
SLUGS = ("playing", "sharing", "waiting", "finished", "away", "another", "imported", "nowhere")
BEST = {
    "act": "sharing", "undo": "sharing", "why": "sharing", "answer_ahead": "sharing",
    "legal": "sharing", "standing": "sharing", "questions": "sharing",
    "start": "waiting", "stand": "waiting", "arrange": "waiting", "call_off": "waiting",
    "sit": "another", "rematch": "finished", "come_back": "away",
    "leave": "playing", "agree": "playing", "view": "playing", "events": "playing",
    "play_on": "imported", "listen": "playing", "say": "playing",
    "stream": "playing", "record": "playing", "show_table": "playing",
    "show_tournament": "running", "join_tournament": "waiting", "withdraw": "running",
    "start_tournament": "waiting", "cancel_tournament": "waiting", "begin_league": "running",
    "show_league": "breda", "open_season": "breda",
    "show_team": "beggars", "join_team": "beggars", "leave_team": "beggars",
    "remove_member": "beggars",
}  # fmt: skip
KNOWN: dict[str, dict[str, Any]] = {
    "open_tournament": {"game": "spada", "kind": "swiss", "wanted": 4, "days": 2, "rounds": 3},
    "join_team": {"key": TEAM_KEY},
    "remove_member": {"name": "Bruno"},
}
BY_NEWCOMER = {"join_tournament", "found_team", "join_team"}
SIGNALS = (request_started, request_finished)
NAMES = [
    str(pattern.name)
    for pattern in api.urls[0]
    if isinstance(pattern, URLPattern) and pattern.name != "api-root"
]


def schema_of(name: str) -> schemathesis.BaseSchema:
    """Return the schema of one operation."""
    import schemathesis

    found = schemathesis.openapi.from_dict(document(), config=schemathesis.Config(seed=1))
    found.config.generation.allow_extra_parameters = False
    # numbers and texts of the code are tried as values: to read all of it takes long
    found.config.analysis.constants.enabled = SOAK
    # every case that the schema defines: otherwise for every sixth operation alone
    found.config.phases.coverage.enabled = SOAK or NAMES.index(name) % 6 == 0
    found.app = get_wsgi_application()
    return found.include(operation_id=name)


class Once:
    """A hub whose streams end when they have sent what there is."""

    def stream(self, slugs: tuple[str, ...], who: str, address: str) -> AsyncGenerator[bytes, None]:
        """Return a stream of one heartbeat and one update."""
        return self._stream()

    async def _stream(self) -> AsyncGenerator[bytes, None]:
        yield b"retry: 1000\n\n"
        yield b"data: {}\n\n"


async def in_this_thread(
    pool: object, network: str, wanted: Wanted, after: str
) -> tuple[bytes, str]:
    """Return a part of an export where the transaction of the test is."""
    return await sync_to_async(archive_export.part)(wanted, after)


@pytest.fixture(scope="module")
def tables_of_all_kinds(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Create tables of every kind once; each test changes them in its own transaction."""
    dice = random.Random(1)
    chance = SimpleNamespace(
        token_hex=lambda size: dice.randbytes(size).hex(),
        token_urlsafe=lambda size: dice.randbytes(size).hex(),
    )
    with django_db_blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(keys, "secrets", chance)
            _furnish()
        yield
        transaction.set_rollback(True)


def _furnish() -> None:
    anna = account("Anna")
    Token.objects.create(account=anna, name="x", digest=tokens.digest_of(TOKEN))
    own, other = Caller(TOKEN), caller("Bruno")
    tables = [
        own.open("me", "bot:random", "bot:random", public=True),
        own.open("me", "here", "here"),
        own.open("me", "open", "open", wait=True),
        own.open("me", "bot:random", "bot:random"),
        own.open("me", "bot:random", "bot:random"),
        other.open("me", "open", "invited:Anna", public=True),
        own.open("me", "here", "here"),
    ]
    for table, slug in zip(tables, SLUGS, strict=False):
        Table.objects.filter(pk=table.pk).update(slug=slug)
        table.slug = slug
    tables[6].imported = tables[6].private = True
    tables[6].save(update_fields=["imported", "private"])
    good(own.act(tables[1], name_asked(tables[1]), "add grain"))
    good(own.post("/tables/finished/agree", {"agrees": True}))
    Seat.objects.filter(table=tables[4], owner__isnull=False).update(bot="random")
    _furnish_contests(anna)


def _furnish_contests(anna: Account) -> None:
    """Create tournaments, a league and a team of Anna."""
    newcomer = account("Newcomer")
    Token.objects.create(account=newcomer, name="x", digest=tokens.digest_of(NEWCOMER))
    bruno = Account.objects.get(username="Bruno")
    beggars = teams.found(anna, "The Beggars")
    teams.join(beggars, bruno, beggars.key)
    Team.objects.filter(pk=beggars.pk).update(slug="beggars", key=TEAM_KEY)
    for slug in ("waiting", "running", "over"):
        options = games.find("friedrich").complete_options({"players": 2, "game": "west"})
        opened = tournaments.open_tournament(
            anna, "friedrich", options, title=slug, kind="robin", wanted=3, days=2, rounds=0,
            rated=False,
        )  # fmt: skip
        tournaments.join(opened, bruno)
        if slug != "waiting":
            tournaments.start(opened, anna)
        Tournament.objects.filter(pk=opened.pk).update(slug=slug)
    season = Tournament.objects.get(slug="over")
    league = leagues.begin(season, anna, "League of Breda")
    League.objects.filter(pk=league.pk).update(slug="breda")
    Tournament.objects.filter(pk=season.pk).update(finished=F("started"))


@pytest.fixture
def answers(tables_of_all_kinds: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[int]]:
    """How often an operation returned which status."""
    monkeypatch.setattr(limits, "OFF", True)
    monkeypatch.setattr(play, "HUB", Once())
    # all requests share a transaction, which must keep its connection
    monkeypatch.setattr(feeds, "close_old_connections", lambda: None)
    monkeypatch.setattr(archive_export, "_in_thread", in_this_thread)
    for signal in SIGNALS:
        signal.disconnect(close_old_connections)
    found: Counter[int] = Counter()
    yield found
    for signal in SIGNALS:
        signal.connect(close_old_connections)
    assert found[200] + found[201], f"nothing that was sent was right: {found}"


def _lead(case: schemathesis.Case, number: int) -> None:
    """Replace valid values by existing ones: sometimes the best match, sometimes another."""
    from schemathesis.core.parameters import ParameterLocation

    name = case.operation.definition.raw["operationId"]

    def right(where: ParameterLocation) -> bool:
        made = case.meta.components.get(where) if case.meta else None
        return made is None or made.mode.is_positive

    if right(ParameterLocation.PATH) and "slug" in case.path_parameters:
        case.path_parameters["slug"] = BEST.get(name) if number % 2 else SLUGS[number % len(SLUGS)]
    if right(ParameterLocation.QUERY) and "seat" in case.query:
        case.query["seat"] = SEATS[number % 3]
    if right(ParameterLocation.BODY) and isinstance(case.body, dict):
        _lead_body(case.body, number, KNOWN.get(name, {}))


def _lead_body(body: dict[str, Any], number: int, own: dict[str, Any]) -> None:
    shared = sitting_of(Table.objects.get(slug="sharing"))
    asked = shared.state.asked[0].seat
    action = shared.state.legal(asked)[-1].text
    known: dict[str, Any] = {
        "game": "spada" if number % 4 == 1 else "monopoly",  # opening tables takes long
        "options": {},
        "seats": None,
        "seat": SEATS[asked if number % 4 < 3 else number % 3],
        "question": shared.question(asked),
        "actions": [action],
        "action": action,
        "which": 1,
        "key": "pass:1",
        "kind": "open",
        "fill": True,
        **own,
    }
    for name in body:
        if name in known and number % 5:
            body[name] = known[name]


def check(case: schemathesis.Case, answers: Counter[int]) -> None:
    """Send one request and check its response."""
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    _lead(case, answers.total() - answers[405])
    newcomer = case.operation.definition.raw["operationId"] in BY_NEWCOMER
    token = NEWCOMER if newcomer else TOKEN
    answer = case.call_and_validate(
        headers={
            "Authorization": f"Bearer {token}",
            "Accept-Encoding": "identity",
        },
        excluded_checks=[positive_data_acceptance],  # well-formed requests may break the rules
    )
    answers[answer.status_code] += 1
    if answer.status_code >= 400:
        assert set(answer.json()) == {"error", "rule"}


@pytest.mark.django_db
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
@pytest.mark.parametrize("name", NAMES)
def test_responses_match_the_document(name: str, answers: Counter[int]) -> None:
    """The library's own parametrisation makes all requests during collection, in every worker;
    here the worker that runs a test makes its requests."""
    from schemathesis.core.result import Ok
    from schemathesis.pytest.lazy import get_all_tests

    few = settings(max_examples=20 if SOAK else 3, suppress_health_check=list(HealthCheck))
    (made,) = get_all_tests(schema=schema_of(name), test_func=check, settings=few, given_kwargs={})
    assert isinstance(made, Ok)
    _, send_all = made.ok()
    send_all(answers=answers)


# -- the document itself -------------------------------------------------------------------------


def contents(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for body in (operation.get("requestBody", {}), *operation["responses"].values()):
        yield from body.get("content", {}).values()


@cache
def operations() -> list[tuple[str, dict[str, Any]]]:
    """Return all operations of the document with their method and path."""
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_operation_is_tested() -> None:
    assert sorted(NAMES) == sorted(operation["operationId"] for _, operation in operations())


def test_everything_has_a_description() -> None:
    schema = document()
    for name, operation in operations():
        assert operation["summary"].endswith("."), name
        for parameter in operation["parameters"]:
            assert parameter["description"], (name, parameter)
        for answer in operation["responses"].values():
            assert answer["description"].endswith("."), name
    for name, shape in schema["components"]["schemas"].items():
        assert shape["description"].endswith("."), name
        for field, what in shape["properties"].items():
            assert what["description"], (name, field)
    assert schema["components"]["securitySchemes"]["Token"]["scheme"] == "bearer"
    assert schema["info"]["description"]


def test_every_example_is_valid() -> None:
    checked = 0
    for _, operation in operations():
        for content in contents(operation):
            assert "example" in content
            shape = content["schema"].get("$ref", "").rpartition("/")[2]
            if shape:
                getattr(shapes, shape).model_validate_json(json.dumps(content["example"]))
                checked += 1
    assert checked > 100


def test_the_document_says_which_operations_need_a_token() -> None:
    reading = {
        operation["operationId"] for _, operation in operations() if {} in operation["security"]
    }
    assert reading == {
        "list_games", "show_game", "list_tables", "show_table", "view", "events", "record",
        "stream", "listen", "search_archive", "list_tournaments", "show_tournament", "list_leagues",
        "show_league", "list_teams", "show_team",
    }  # fmt: skip
    for name, operation in operations():
        assert {"Token": []} in operation["security"], name
        assert {"200", "201"} & set(operation["responses"]), name
        assert {"401", "503"} <= set(operation["responses"]), name
        if name.startswith("POST"):
            assert {"422", "429"} <= set(operation["responses"]), name
