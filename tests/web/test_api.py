"""The API: games, lists, tables and seats; and one shape for all refusals."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from chancery import games
from chancery.core.words import LANGUAGES
from chancery.web.api import play
from chancery.web.base import limits
from chancery.web.identity.models import Account, Visitor
from chancery.web.play import deadlines
from chancery.web.server.asgi import application
from chancery.web.tables import lists, public_tables, quotas, sittings
from chancery.web.tables.models import Seat, Table
from tests.web.api_clients import ROOT, Caller, account, bad, caller, good, name_asked
from tests.web.people import (
    Answer,
    Person,
    at_once,
    legal,
    log_of,
    run_bots,
    seat_asked,
    sitting_of,
    watch_bots,
)
from tests.web.test_accounts import join
from tests.web.test_headers import check_headers
from tests.web.test_languages import spoken
from tests.web.test_lobby import table_hosted

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Caller:
    return caller("Anna")


def seats(data: dict[str, Any], what: str) -> list[Any]:
    """Return one field of each seat."""
    return [seat[what] for seat in data["seats"]]


# -- games ---------------------------------------------------------------------------------------


def test_the_list_of_games() -> None:
    found = {data["name"]: data for data in Caller().read("/games")["games"]}
    assert list(found) == list(games.names())
    for name, data in found.items():
        game = games.find(name)
        assert data["rules"] == game.rules
        assert data["bots"] == list(quotas.offered_bots(game, quotas.bot_refusal(None)))
        assert seats(data, "seat") == list(game.seats(game.complete_options({})))
        assert [option["name"] for option in data["options"]] == [o.name for o in game.options]
        for option, known in zip(data["options"], game.options, strict=True):
            assert option["default"] == known.default
            assert [value["value"] for value in option["values"]] == list(known.values)


def test_the_seats_follow_from_the_options() -> None:
    stranger = Caller()
    assert len(stranger.read("/games/spada")["seats"]) == 4
    found = stranger.read("/games/spada?option=players=3&option=scoring=original")
    assert seats(found, "seat") == ["yellow", "black", "white"]
    assert seats(found, "title") == ["Yellow", "Black", "White"]
    for wrong in ("players=9", "players", "colour=red", "=", ""):
        bad(stranger.get(f"/games/spada?option={wrong}"), 422)
    bad(stranger.get("/games/monopoly"), 404)


def test_the_own_account(anna: Caller) -> None:
    assert anna.read("/me") == {"name": "Anna", "language": "en", "turns": 0}
    table = anna.open("me", "here", "here")
    assert anna.read("/me")["turns"] == 1
    assert "mail" not in anna.get("/me").content.decode()
    anna.act(table, name_asked(table), "pass")
    assert anna.read("/me")["turns"] == 1


# -- lists ---------------------------------------------------------------------------------------


def slugs(found: dict[str, Any]) -> list[str]:
    return [table["slug"] for table in found["tables"]]


def test_lists_of_tables(anna: Caller) -> None:
    bruno = caller("Bruno")
    running = anna.open("me", "here", "here")
    waiting = anna.open("me", "open", "invited:Bruno", wait=True, public=True)
    hidden = anna.open("me", "open", "open", wait=True)
    shown = bruno.open("me", "bot:random", "bot:random", public=True)
    over = anna.open("me", "bot:random", "bot:random")
    anna.do(f"/tables/{over.slug}/agree", agrees=True)

    def of(who: Caller, which: str) -> list[str]:
        return slugs(who.read(f"/tables?list={which}"))

    assert of(anna, "mine") == [hidden.slug, waiting.slug, running.slug]  # newest first
    assert slugs(anna.read("/tables")) == of(anna, "mine")
    assert of(anna, "turns") == [running.slug]
    assert of(anna, "finished") == [over.slug]
    assert of(anna, "invitations") == []
    assert of(bruno, "invitations") == [waiting.slug]
    assert of(bruno, "mine") == [shown.slug]
    for who in (anna, bruno, Caller()):
        assert of(who, "open") == [waiting.slug]
        assert of(who, "watch") == [shown.slug]
    for which in ("mine", "turns", "invitations", "finished"):
        bad(Caller().get(f"/tables?list={which}"), 401)


def test_a_list_of_one_game(anna: Caller) -> None:
    spada = anna.open("me", "here", "here")
    other = anna.do("/tables", game="revolution")["slug"]
    assert slugs(anna.read("/tables?game=spada")) == [spada.slug]
    assert slugs(anna.read("/tables?game=revolution")) == [other]
    bad(anna.get("/tables?game=monopoly"), 404)


def in_parts(who: Caller, which: str, limit: int) -> list[list[str]]:
    """Read a list to its end, part by part."""
    parts, after = [], ""
    while after is not None:
        part = who.read(f"/tables?list={which}&limit={limit}{after}")
        parts.append(slugs(part))
        after = part["next"] and f"&before={part['next']}"
    return parts


def test_a_long_list_comes_in_parts(anna: Caller) -> None:
    made = [anna.open("me", "here", "here").slug for _ in range(5)][::-1]
    assert in_parts(anna, "mine", 2) == [made[:2], made[2:4], made[4:]]
    assert in_parts(anna, "mine", lists.MANY) == [made]
    assert slugs(anna.read("/tables")) == made
    for wrong in ("0", "-1", str(lists.MANY + 1), "x", "", "2.5"):
        bad(anna.get(f"/tables?limit={wrong}"), 422)
    bad(anna.get("/tables?before=nowhere"), 404)
    for wrong in ("", "a%00b", "é", "x" * 40):
        bad(anna.get(f"/tables?before={wrong}"), 422)


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_one_host_cannot_fill_a_list(anna: Caller, limit: int) -> None:
    """Each host has a few tables in it, guests come last, and the page size makes no difference."""
    guest = Visitor.objects.create()
    early = table_hosted(guest)
    flood = [anna.open("me", "open", "here", public=True, wait=True).slug for _ in range(6)]
    late = table_hosted(Visitor.objects.create())
    bruno = caller("Bruno").open("me", "open", "here", public=True, wait=True)
    expected = [bruno.slug, *flood[::-1][: public_tables.PER_HOST], late.slug, early.slug]
    found = in_parts(Caller(), "open", limit)
    assert [slug for part in found for slug in part] == expected
    assert all(len(part) <= limit for part in found)
    # a table that is taken between two parts does not lose anybody's place
    part = Caller().read(f"/tables?list=open&limit={limit}")
    last = Table.objects.get(slug=part["tables"][-1]["slug"])
    Table.objects.filter(pk=last.pk).update(over=True)
    rest = Caller().read(f"/tables?list=open&before={last.slug}")
    assert not set(expected[limit:]) - set(slugs(rest))


def test_hidden_steps_do_not_reorder_a_list(anna: Caller) -> None:
    """The order of public tables must not betray half-made choices."""
    first = anna.open("me", "here", "here", public=True)
    anna.open("me", "here", "here", public=True)
    before = Caller().get("/tables?list=watch").content
    card = next(text for text in legal(first, seat_asked(first)) if text.startswith("add"))
    good(anna.act(first, name_asked(first), card))
    assert Caller().get("/tables?list=watch").content == before


# -- tables --------------------------------------------------------------------------------------


def test_opening_a_table_with_defaults(anna: Caller) -> None:
    answer = anna.post("/tables", {"game": "spada"})
    assert answer.status_code == 201
    data = answer.json()
    assert seats(data, "seat") == ["yellow", "black", "white", "orange"]
    assert seats(data, "bot") == [None, "player", "player", "player"]
    assert seats(data, "mine") == [True, False, False, False]
    assert (data["started"], data["host"], data["public"]) == (True, True, False)
    assert data == anna.read(f"/tables/{data['slug']}")


def test_opening_a_table_with_all_settings(anna: Caller) -> None:
    account("Bruno")
    data = anna.do(
        "/tables",
        game="spada",
        options={"players": 3, "ending": "mobilisation"},
        seats=[{"kind": "me", "name": "Queen"}, {"kind": "invited", "name": "bruno"},
               {"kind": "bot:random", "name": "Robot"}],
        title="Sunday",
        public=True,
        wait=True,
        shuffle=True,
        days=3,
        lapse="open",
        rated=True,
    )  # fmt: skip
    table = Table.objects.get(slug=data["slug"])
    assert data["options"]["ending"] == "mobilisation"
    assert (data["title"], data["public"], data["started"], data["shuffle"]) == (
        "Sunday", True, False, True,
    )  # fmt: skip
    assert (data["days"], data["lapse"], data["rated"]) == (3, "open", True)
    assert table.pace == 3 * 24 * 3600
    assert seats(data, "invited") == [None, "Bruno", None]
    assert seats(data, "free") == [False, True, False]
    assert seats(data, "name") == ["Queen", "Black", "Robot (Random)"]
    assert data["invitation"] == table.invitation
    assert not any(seats(data, "asked"))


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"game": "monopoly"}, 404),
        ({"game": 7}, 422),
        ({"game": "spada", "options": {"players": 9}}, 422),
        ({"game": "spada", "options": {"players": "3"}}, 422),
        ({"game": "spada", "options": {"players": 3.0}}, 422),
        ({"game": "spada", "options": {"colour": "red"}}, 422),
        ({"game": "spada", "options": {"players": [3]}}, 422),
        ({"game": "spada", "options": []}, 422),
        ({"game": "spada", "seats": []}, 422),
        ({"game": "spada", "seats": [{"kind": "me"}] * 3}, 422),
        ({"game": "spada", "seats": [{"kind": "me"}] * 30}, 422),
        ({"game": "spada", "seats": [{"kind": "queen"}] * 4}, 422),
        ({"game": "spada", "seats": [{"kind": "bot:nobody"}] * 4}, 422),
        ({"game": "spada", "seats": [{"kind": "invited", "name": "Anna"}] * 4}, 422),
        ({"game": "spada", "seats": [{"kind": "invited", "name": "Nobody"}] * 4}, 422),
        ({"game": "spada", "seats": [{"name": "x"}] * 4}, 422),
        ({"game": "spada", "days": 5}, 422),
        ({"game": "spada", "days": True}, 422),
        ({"game": "spada", "lapse": "never"}, 422),
        ({"game": "spada", "public": 1}, 422),
        ({"game": "spada", "title": None}, 422),
        ({"game": "spada", "title": "x" * 61}, 422),
        ({"game": "spada", "seed": "4711"}, 422),
    ],
    ids=range(24),
)
def test_invalid_tables_are_refused(anna: Caller, body: dict[str, Any], status: int) -> None:
    bad(anna.post("/tables", body), status)
    assert not Table.objects.exists()


def test_texts_are_cleaned(anna: Caller) -> None:
    data = anna.do(
        "/tables",
        game="spada",
        title="<b>x</b>\n\u202ey",
        seats=[{"kind": "me", "name": "<b>\n x"}, *[{"kind": "bot:random"}] * 3],
    )
    assert data["title"] == "<b>x</b> y"
    assert seats(data, "name")[0] == "x"


def test_a_table_shows_nothing_that_is_not_public(anna: Caller) -> None:
    bruno = caller("Bruno")
    table = anna.open("me", "open", "invited:Bruno", wait=True)
    data = anna.read(f"/tables/{table.slug}")
    assert data["invitation"] == table.invitation
    assert not data["started"]
    for other in (bruno, Caller()):
        answer = other.get(f"/tables/{table.slug}")
        assert answer.json()["invitation"] is None
        text = answer.content.decode()
        owner = Account.objects.get(username="Anna")
        for secret in (table.invitation, table.seed, owner.visitor.key):
            assert secret not in text
        assert not any(seats(answer.json(), "mine"))
    for slug in ("nowhere", "%00", "é", "x" * 40):
        bad(anna.get(f"/tables/{slug}"), 404)


def test_the_result_of_a_finished_game(anna: Caller) -> None:
    table = anna.open("me", "bot:random", "bot:random", options={"players": 3})
    anna.do(f"/tables/{table.slug}/leave", resign=True)
    watch_bots(table)
    data = anna.read(f"/tables/{table.slug}")
    result = sitting_of(table).state.result
    assert data["over"]
    assert data["finished"]
    assert seats(data, "rank") == list(result.ranks)
    assert seats(data, "points") == list(result.points)
    assert seats(data, "resigned") == [True, False, False]
    assert not any(seats(data, "asked"))
    record = Caller().read(f"/tables/{table.slug}/record")
    assert record["digest"] == sitting_of(table).state.digest()


# -- company -------------------------------------------------------------------------------------


def test_a_room_before_the_start(anna: Caller) -> None:
    bruno, carla = caller("Bruno"), caller("Carla")
    table = anna.open("me", "open", "invited:Carla", wait=True)
    path = f"/tables/{table.slug}"
    refused = bruno.post(f"{path}/sit", {"seat": "black"})
    assert "invitation" in bad(refused, 422)
    bad(bruno.post(f"{path}/sit", {"seat": "white", "invitation": table.invitation}), 422)
    bad(bruno.post(f"{path}/sit", {"seat": "orange", "invitation": table.invitation}), 422)
    data = bruno.do(f"{path}/sit", seat="black", name="B.", invitation=table.invitation)
    assert seats(data, "mine") == [False, True, False]
    assert seats(data, "name") == ["Anna", "B.", "White"]
    bad(carla.post(f"{path}/sit", {"seat": "black", "invitation": table.invitation}), 422)
    bad(bruno.post(f"{path}/start"), 422)  # a seat is free
    bad(anna.post(f"{path}/start", {"fill": False}), 422)
    assert seats(carla.do(f"{path}/sit", seat="white"), "free") == [False] * 3
    assert seats(carla.do(f"{path}/stand"), "free") == [False, False, True]
    bad(bruno.post(f"{path}/arrange", {"seat": "white", "kind": "open"}), 422)
    data = anna.do(f"{path}/arrange", seat="white", kind="bot:random")
    assert seats(data, "bot") == [None, None, "random"]
    bad(anna.post(f"{path}/arrange", {"seat": "white", "kind": "me"}), 422)
    bad(anna.post(f"{path}/act", {"seat": "yellow", "question": "bid.1", "actions": ["pass"]}), 422)
    assert bruno.do(f"{path}/start")["started"]
    bad(bruno.post(f"{path}/start"), 422)
    bad(carla.post(f"{path}/stand"), 422)


def test_starting_with_bots_and_cancelling(anna: Caller) -> None:
    table = anna.open("me", "open", "open", wait=True)
    data = anna.do(f"/tables/{table.slug}/start", fill=True)
    assert seats(data, "bot") == [None, "player", "player"]
    other = anna.open("me", "open", "open", wait=True, public=True)
    bad(caller("Bruno").post(f"/tables/{other.slug}/off"), 422)
    data = anna.do(f"/tables/{other.slug}/off")
    assert (data["closed"], data["over"], data["invitation"]) == (True, True, None)
    bad(anna.post(f"/tables/{other.slug}/start", {"fill": True}), 422)


def test_ending_by_agreement_and_rematch(anna: Caller) -> None:
    bruno = caller("Bruno")
    table = anna.open("me", "open", "bot:random", public=True)
    path = f"/tables/{table.slug}"
    bad(anna.post(f"{path}/rematch"), 422)
    bruno.do(f"{path}/sit", seat="black")
    assert seats(anna.do(f"{path}/agree", agrees=True), "agrees") == [True, False, False]
    anna.do(f"{path}/agree", agrees=False)
    assert not bruno.do(f"{path}/agree", agrees=True)["over"]
    bad(caller("Carla").post(f"{path}/agree", {"agrees": True}), 403)
    assert anna.do(f"{path}/agree", agrees=True)["closed"]
    assert anna.read(f"{path}/questions")["questions"] == []
    bad(Caller().post(f"{path}/rematch"), 401)
    bad(caller("Dora").post(f"{path}/rematch"), 403)
    data = anna.do(f"{path}/rematch")
    assert data["slug"] != table.slug
    assert seats(data, "invited") == [None, "Bruno", None]
    again = bruno.do(f"{path}/rematch")
    assert again["slug"] == data["slug"]
    assert seats(again, "mine") == [False, True, False]


def test_leaving_for_good_and_coming_back_after_a_deadline(anna: Caller) -> None:
    bruno = caller("Bruno")
    table = anna.open("me", "open", "bot:random", public=True, days=1)
    path = f"/tables/{table.slug}"
    bruno.do(f"{path}/sit", seat="black")
    run_bots()
    asked = name_asked(table)
    late = {"yellow": anna, "black": bruno}[asked]
    data = late.read(path)
    assert next(seat["due"] for seat in data["seats"] if seat["asked"])
    bad(late.post(f"{path}/back"), 403)
    Seat.objects.filter(table=table, due__isnull=False).update(due=timezone.now())
    assert deadlines.run_once()
    data = late.read(path)
    assert data["away"]
    assert not any(seats(data, "mine"))
    bad(late.act(table, asked, "pass"), 403)
    assert late.read(f"{path}/view?seat={asked}")["seat"] is None  # as a spectator
    data = late.do(f"{path}/back")
    assert not data["away"]
    assert any(seats(data, "mine"))
    data = late.do(f"{path}/leave")
    assert not any(seats(data, "mine"))
    assert not data["away"]
    assert seats(data, "resigned") == [False] * 3
    bad(late.post(f"{path}/back"), 403)


# -- one shape for everything that is refused ----------------------------------------------------


REFUSED: dict[str, tuple[int, Callable[[Caller, str], Answer]]] = {
    "no such page": (404, lambda c, t: c.get("/nowhere")),
    "no such page, sent to": (404, lambda c, t: c.post("/nowhere", {})),
    "the root": (404, lambda c, t: c.get("/")),
    "the root, sent to": (404, lambda c, t: c.post("/", {})),
    "another version": (404, lambda c, t: c.client.get("/api/v2/games")),
    "below": (404, lambda c, t: c.client.post("/api/x/y", {"a": "b"})),
    "no such table": (404, lambda c, t: c.get("/tables/nowhere/view")),
    "sent to what is read": (405, lambda c, t: c.post("/games", {})),
    "the document, sent to": (405, lambda c, t: c.post("/openapi.json", {})),
    "read what is sent to": (405, lambda c, t: c.get(f"{t}/act")),
    "put": (405, lambda c, t: c.client.put(f"{ROOT}{t}/act", headers=c.headers)),
    "no token": (401, lambda c, t: Caller().post(f"{t}/act", {})),
    "no body": (422, lambda c, t: c.post(f"{t}/act", b"")),
    "broken JSON": (422, lambda c, t: c.post(f"{t}/act", "{")),
    "a list": (422, lambda c, t: c.post(f"{t}/act", "[]")),
    "deep": (422, lambda c, t: c.post(f"{t}/act", "[" * 100_000)),
    "a long number": (422, lambda c, t: c.post(f"{t}/undo", '{"which": 1' + "0" * 9999 + "}")),
    "not UTF-8": (422, lambda c, t: c.post(f"{t}/act", b'{"seat": "\xff"}')),
    "half a character": (422, lambda c, t: c.post(f"{t}/act", '{"seat": "\\ud800"}')),
    "a zero": (422, lambda c, t: c.post(f"{t}/act", '{"seat": "a\\u0000b"}')),
    "a field too many": (422, lambda c, t: c.post(f"{t}/start", {"fill": True, "x": 1})),
    "a wrong kind": (422, lambda c, t: c.post(f"{t}/agree", {"agrees": "yes"})),
    "no such list": (422, lambda c, t: c.get("/tables?list=all")),
    "no number": (422, lambda c, t: c.get(f"{t}/events?since=x")),
    "a number below": (422, lambda c, t: c.get(f"{t}/events?since=-1")),
    "a number beyond": (422, lambda c, t: c.get(f"{t}/events?since={'9' * 5000}")),
    "no such seat": (422, lambda c, t: c.get(f"{t}/view?seat=purple")),
    "a form": (415, lambda c, t: c.client.post(f"{ROOT}{t}/act", {"a": "b"}, headers=c.headers)),
    "too large": (413, lambda c, t: c.post(f"{t}/act", " " * 2_000_001)),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_all_refusals_have_one_shape(anna: Caller, kind: str) -> None:
    table = anna.open("me", "bot:random", "bot:random")
    status, ask = REFUSED[kind]
    answer = ask(anna, f"/tables/{table.slug}")
    bad(answer, status)
    check_headers(answer)
    assert not answer.cookies
    assert log_of(table) == []
    if status == 405:
        assert answer["Allow"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"question": "a", "actions": ["b"]}, "seat is missing"),
        ({"seat": "yellow", "question": "a", "actions": [1]}, "actions[0]: a text was expected"),
        ({"seat": "yellow", "question": "a", "actions": "b"}, "actions: a list was expected"),
        ({"seat": "yellow", "question": "a", "actions": []}, "actions: [] is not allowed here"),
        ({"seat": "yellow", "question": 1, "actions": ["b"]}, "question: a text was expected"),
        ({"seat": "yellow", "question": "a", "actions": ["b"], "why": 1}, "why: there is no such"),
    ],
)  # fmt: skip
def test_validation_errors_name_the_field(anna: Caller, body: dict[str, Any], said: str) -> None:
    table = anna.open("me", "here", "here")
    assert bad(anna.post(f"/tables/{table.slug}/act", body), 422).startswith(said)


def test_a_huge_body_is_refused_in_the_same_shape(anna: Caller) -> None:
    headers = [(b"host", b"localhost"), (b"content-length", b"9000000000")]
    path = f"{ROOT}/tables"
    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "path": path,
        "raw_path": path.encode(), "query_string": b"", "headers": headers, "scheme": "http",
        "server": ("localhost", 80), "client": ("127.0.0.1", 9),
    }  # fmt: skip
    answers: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        raise AssertionError("nothing is read")

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    asyncio.run(application(scope, receive, send))
    assert answers[0]["status"] == 413
    data = json.loads(b"".join(answer.get("body", b"") for answer in answers))
    assert set(data) == {"error", "rule"}


def test_server_errors_have_no_details(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*args: object) -> None:
        raise RuntimeError("the seed is 4711")

    table = anna.open("me", "here", "here")
    monkeypatch.setattr(play.sittings, "load", breaks)
    answer = anna.get(f"/tables/{table.slug}/view")
    assert "4711" not in bad(answer, 500)
    check_headers(answer)


def test_a_locked_database(
    anna: Caller, monkeypatch: pytest.MonkeyPatch, locked: Callable[..., None]
) -> None:
    table = anna.open("me", "here", "here")
    seat = name_asked(table)
    with monkeypatch.context() as patch:
        patch.setattr(sittings, "_write", locked)
        answer = anna.act(table, seat, "pass")
        bad(answer, 503)
        assert int(answer["Retry-After"]) > 0
    monkeypatch.setattr("chancery.web.identity.tokens.digest_of", locked)
    bad(anna.get("/me"), 503)


def test_requests_beyond_the_rate_limit(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    table = anna.open("me", "here", "here")
    monkeypatch.setitem(limits.LIMITS, "actions", (1, 60))
    good(anna.act(table, name_asked(table), "pass"))
    answer = anna.act(table, name_asked(table), "pass")
    bad(answer, 429)
    assert int(answer["Retry-After"]) > 0
    path = f"/tables/{table.slug}"
    for verb, body in (
        ("undo", {"seat": "yellow", "which": 1}),
        ("leave", {}),
        ("agree", {"agrees": True}),
        ("standing", {"seat": "yellow", "key": "pass:1", "given": True}),
        ("sit", {"seat": "yellow"}),
        ("rematch", {}),
    ):
        bad(anna.post(f"{path}/{verb}", body), 429)
    monkeypatch.setitem(limits.LIMITS, "tables", (0, 60))
    bad(anna.post("/tables", {"game": "spada"}), 429)
    good(anna.get(f"{path}/questions"))  # reading is never limited
    assert Table.objects.count() == 1
    assert len(log_of(table)) == 1


# -- languages -----------------------------------------------------------------------------------


def test_responses_are_in_the_accounts_language() -> None:
    told: dict[str, set[str]] = {}
    for language in LANGUAGES:
        own = caller(f"Anna-{language}", language)
        own.headers["accept-language"] = "de"
        table = own.open("me", "here", "here")
        path = f"/tables/{table.slug}"
        asked = own.read(f"{path}/questions")["questions"][0]
        said = {
            "prompt": asked["prompt"],
            "label": asked["legal"][-1]["label"],
            "event": own.read(f"{path}/events")["events"][-1]["text"],
            "title": own.read("/games/spada")["options"][0]["title"],
            "rule": bad(own.act(table, name_asked(table), "attack black"), 422),
            "form": bad(own.post(f"{path}/agree", {"agrees": 1}), 422),
            "lost": bad(own.get("/nowhere"), 404),
            "seat": bad(own.post(f"{path}/why", {"seat": "x", "action": "pass"}), 422),
        }
        for kind, text in said.items():
            told.setdefault(kind, set()).add(text)
    assert {kind: len(texts) for kind, texts in told.items()} == dict.fromkeys(told, spoken())


def test_without_a_token_accept_language_decides() -> None:
    said = {bad(Caller(language=code).get("/tables/nowhere"), 404) for code in LANGUAGES}
    assert len(said) == spoken()


# -- cookies and tokens --------------------------------------------------------------------------


def test_a_cookie_does_not_authenticate() -> None:
    person = Person()
    table = person.open("me", "here", "here")
    seat = name_asked(table)
    sent = json.dumps({"seat": seat, "question": "bid.1", "actions": ["pass"]})

    def try_all() -> None:
        path = f"{ROOT}/tables/{table.slug}"
        headers = {"x-csrftoken": person.token, "accept": "application/json"}
        for verb in ("act", "leave", "off", "rematch"):
            answer = person.client.post(
                f"{path}/{verb}", sent, content_type="application/json", headers=headers
            )
            bad(answer, 401)
        bad(person.client.get(f"{ROOT}/me"), 401)
        bad(person.client.get(f"{path}/view?seat={seat}"), 403)
        assert good(person.client.get(f"{path}/view"))["seat"] is None
        assert not any(seats(good(person.client.get(path)), "mine"))

    try_all()  # as a guest
    join(person, "Anna")
    assert person.state(table)["own"] == [0, 1, 2]
    try_all()  # logged in
    assert log_of(table) == []


def test_a_token_overrides_cookies(anna: Caller) -> None:
    person = Person()
    join(person, "Bruno")
    person.client.get(f"{ROOT}/me", headers=anna.headers)
    answer = person.client.get(f"{ROOT}/me", headers=anna.headers)
    assert good(answer)["name"] == "Anna"
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


def test_pages_do_not_accept_tokens(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    client = Client(headers=anna.headers)
    assert client.get(f"/t/{table.slug}/state").json()["own"] == []
    assert client.get("/account").status_code == 401


def test_no_csrf_token_is_needed(anna: Caller) -> None:
    """The test client checks CSRF; none of these requests has a token."""
    assert anna.client.handler.enforce_csrf_checks
    table = anna.open("me", "here", "here")
    good(anna.act(table, name_asked(table), "pass"))
    assert not anna.client.cookies


@pytest.mark.django_db(transaction=True)
def test_a_seat_is_taken_once() -> None:
    table = caller("Host").open("me", "open", "bot:random", public=True, wait=True)
    guests = [caller(name) for name in ("Anna", "Bruno", "Carla")]
    path = f"/tables/{table.slug}/sit"
    answers = at_once(*(lambda g=g: g.post(path, {"seat": "black"}) for g in guests))
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422]
    connections.close_all()
