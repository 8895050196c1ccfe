"""The server checks everything: seats, questions, actions, and malformed input."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest
from django.test import Client

from chancery.games import find
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from tests.web.people import JSON, Person, legal, log_of, problem, seat_asked, sitting_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Person:
    return Person()


@pytest.fixture
def table(host: Person) -> Table:
    """Open a table where all three seats are the host's."""
    return host.open("me", "here", "here")


# -- whose seat ------------------------------------------------------------------------------


def test_somebody_elses_seat_is_refused(host: Person, table: Table) -> None:
    seat = seat_asked(table)
    for stranger in (Person(), _visitor_elsewhere()):
        answer = stranger.act(table, seat, "pass")
        assert answer.status_code == 403
        assert problem(answer)
        for verb in ("undo", "why", "standing", "agree"):
            answer = stranger.send(table, verb, {"seat": str(seat), "action": "pass"})
            assert answer.status_code == 403
        assert stranger.ask(f"/t/{table.slug}/state?seat={seat}").status_code == 403
    assert log_of(table) == []


def _visitor_elsewhere() -> Person:
    person = Person()
    person.play_now()
    return person


@pytest.mark.parametrize("seat", [None, "", "9", "-1", "0.0", "zero", True, [0], {}, "9" * 40])
def test_invalid_seats_are_refused(host: Person, table: Table, seat: Any) -> None:
    body = {"seat": seat, "actions": ["pass"], "question": "bid.1"}
    assert host.send(table, "act", body).status_code == 403
    assert log_of(table) == []


@pytest.mark.parametrize("seat", ["²", "9" * 5000])
def test_a_seat_in_foreign_digits(host: Person, table: Table, seat: str) -> None:
    body = {"seat": seat, "actions": ["pass"], "question": "bid.1"}
    assert host.send(table, "act", body).status_code in (403, 422)
    assert host.ask(f"/t/{table.slug}/state?seat={seat}").status_code in (403, 422)


def test_a_forged_cookie_is_refused() -> None:
    table = Person().play_now()
    thief = Person()
    for key in ("", "0" * 32, "x" * 32, "' OR 1=1 --".ljust(32)):
        thief.client.cookies["chancery-visitor"] = key
        assert thief.state(table)["own"] == []


def test_an_empty_cookie() -> None:
    answer = Client(raise_request_exception=False).get(
        "/", headers={"cookie": 'chancery-visitor="' + "\\000" * 32 + '"'}
    )
    assert answer.status_code == 200


# -- what is legal ---------------------------------------------------------------------------


def test_not_legal_is_refused_with_reason_and_paragraph(host: Person, table: Table) -> None:
    seat = seat_asked(table)
    wrong = next(a.text for a in find("spada").notation if a.text not in legal(table, seat))
    answer = host.act(table, seat, wrong)
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert answer.json()["rule"]
    assert log_of(table) == []


def test_why_not_gives_the_refusal_without_acting(host: Person, table: Table) -> None:
    seat = seat_asked(table)
    wrong = next(a.text for a in find("spada").notation if a.text not in legal(table, seat))
    why = host.send(table, "why", {"seat": str(seat), "action": wrong}).json()["why"]
    assert why == host.act(table, seat, wrong).json()
    right = {"seat": str(seat), "action": legal(table, seat)[0]}
    assert host.send(table, "why", right).json() == {"why": None}


def test_a_click_where_nothing_is_legal(host: Person, table: Table) -> None:
    """Explains why the likely action is impossible; nothing where one is legal."""
    seat = seat_asked(table)
    other = sitting_of(table).seats[(seat + 1) % 3]

    def why(target: object, who: int = seat) -> Any:
        return host.send(table, "why", {"seat": str(who), "target": target}).json()["why"]

    attack = host.send(table, "why", {"seat": str(seat), "action": f"attack {other}"}).json()
    clicked = why(f"fief:{other}")  # named as on its button, not as typed
    assert clicked["rule"] == attack["why"]["rule"]
    assert clicked["error"].startswith("“Attack ")
    assert why(f"fief:{other}")["rule"]
    card = next(a for a in legal(table, seat) if a.startswith("add")).removeprefix("add ")
    assert why(f"card:{card}") is None
    for nothing in ("", "fief:nobody", "card", None, 7, ["fief:black"], "x" * 10_000):
        assert why(nothing) is None
    not_asked = why(f"fief:{other}", (seat + 1) % 3)
    assert "It isn’t " in not_asked["error"]
    assert log_of(table) == []
    host.send(table, "agree", {"seat": str(seat), "agrees": True})
    assert "ended by agreement" in why(f"fief:{other}")["error"]


def test_a_seat_that_is_not_asked(host: Person, table: Table) -> None:
    other = (seat_asked(table) + 1) % 3
    answer = host.act(table, other, "pass")
    assert answer.status_code == 422
    assert log_of(table) == []


@pytest.mark.parametrize("action", ["", "fly", "<b>pass</b>", "pass; pass", "pass\0", "\ud800"])
def test_an_action_that_the_game_does_not_have(host: Person, table: Table, action: str) -> None:
    seat = seat_asked(table)
    answer = host.act(table, seat, action)
    assert answer.status_code == 422
    assert problem(answer)
    answer = host.send(table, "why", {"seat": str(seat), "action": action})
    assert answer.status_code == 422
    assert log_of(table) == []


# -- which question --------------------------------------------------------------------------


def test_an_answer_to_an_old_question(host: Person, table: Table) -> None:
    seat = seat_asked(table)
    question = sitting_of(table).question(seat)
    assert host.act(table, seat, "add grain" if _can(table, seat) else "pass").status_code == 200
    answer = host.act(table, seat, "pass", question=question)
    if log_of(table) != [f"{seat} pass"]:
        assert answer.status_code == 422
        assert "That decision has passed" in problem(answer)
    assert len(log_of(table)) == 1


def _can(table: Table, seat: int) -> bool:
    return "add grain" in legal(table, seat)


@pytest.mark.parametrize("question", ["", "bid.0", "bid.99", "nonsense", "x" * 10_000, "\0"])
def test_a_question_that_was_never_asked(host: Person, table: Table, question: str) -> None:
    seat = seat_asked(table)
    assert host.act(table, seat, "pass", question=question).status_code == 422
    assert log_of(table) == []


def test_the_same_answer_twice_counts_once(host: Person, table: Table) -> None:
    seat = seat_asked(table)
    question = sitting_of(table).question(seat)
    first = host.act(table, seat, "pass", question=question)
    second = host.act(table, seat, "pass", question=question)
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert log_of(table) == [f"{seat} pass"]


def test_the_same_answer_counts_once_after_a_restart(host: Person, table: Table) -> None:
    seat = seat_asked(table)
    question = sitting_of(table).question(seat)
    host.act(table, seat, "pass", question=question)
    sittings.forget()
    assert host.act(table, seat, "pass", question=question).status_code == 200
    assert log_of(table) == [f"{seat} pass"]


def test_a_list_is_atomic(host: Person, table: Table) -> None:
    seat = seat_asked(table)
    card = next(text for text in legal(table, seat) if text.startswith("add"))
    assert host.act(table, seat, card, "no such thing").status_code == 422
    assert log_of(table) == []
    assert host.act(table, seat, card, "attack black").status_code == 422
    assert log_of(table) == []
    assert host.act(table, seat, card, "bid").status_code == 200
    assert log_of(table) == [f"{seat} {card}", f"{seat} bid"]
    sittings.forget()
    assert len(sitting_of(table).log) == 2


# -- what was sent ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    ["", "{", "null", "[]", "7", '"pass"', "NaN", b"\xff\xfe", '{"seat":' + "9" * 5000 + "}"],
)
def test_invalid_json_is_refused(host: Person, table: Table, body: str | bytes) -> None:
    for verb in ("act", "undo", "why", "talk", "notes", "standing", "agree"):
        answer = host.send(table, verb, body)
        assert answer.status_code == 422, verb
        assert problem(answer)


def test_json_that_is_too_deep(host: Person, table: Table) -> None:
    assert host.send(table, "act", "[" * 200_000).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"actions": ["pass"]},
        {"question": "bid.1"},
        {"actions": "pass", "question": "bid.1"},
        {"actions": [], "question": "bid.1"},
        {"actions": [7], "question": "bid.1"},
        {"actions": [["pass"]], "question": "bid.1"},
        {"actions": [None], "question": "bid.1"},
        {"actions": {"0": "pass"}, "question": "bid.1"},
        {"actions": ["pass"], "question": 7},
        {"actions": ["pass"], "question": None},
        {"actions": ["pass"] * 201, "question": "bid.1"},
        {"actions": ["p" * 200], "question": "bid.1"},
    ],
)
def test_wrong_types(host: Person, table: Table, body: dict[str, Any]) -> None:
    answer = host.send(table, "act", {"seat": str(seat_asked(table)), **body})
    assert answer.status_code == 422
    assert problem(answer)
    assert log_of(table) == []


@pytest.mark.parametrize("key", [None, 7, "nonsense", True, "x" * 10_000])
def test_an_invalid_answer_in_advance(host: Person, table: Table, key: Any) -> None:
    host.send(table, "standing", {"seat": "0", "key": key, "given": True})
    assert table.seats.get(number=0).standing == {}


@pytest.mark.parametrize("key", [[], {}])
def test_an_answer_in_advance_of_a_wrong_type(host: Person, table: Table, key: Any) -> None:
    answer = host.send(table, "standing", {"seat": "0", "key": key, "given": True})
    assert answer.status_code < 500


def test_a_huge_body_is_not_read(host: Person, table: Table) -> None:
    seat = seat_asked(table)
    body = {"seat": str(seat), "actions": ["pass"], "question": "bid.1", "x": "y" * 2_000_001}
    answer = host.send(table, "act", body)
    assert 400 <= answer.status_code < 500
    assert log_of(table) == []


def test_a_huge_body_is_refused_with_a_sentence(host: Person, table: Table) -> None:
    answer = host.send(table, "talk", {"text": "y" * 2_000_001})
    assert answer["Content-Type"] == "application/json"
    assert problem(answer)


# -- tokens and methods ----------------------------------------------------------------------

POSTS = ["act", "undo", "why", "sit", "leave", "talk", "notes", "standing", "agree", "copy"]


@pytest.mark.parametrize("verb", POSTS)
def test_without_a_csrf_token_nothing_happens(host: Person, table: Table, verb: str) -> None:
    body = {"seat": str(seat_asked(table)), "actions": ["pass"], "question": "bid.1", "text": "a"}
    for token in ("", "x" * 32, "wrong"):
        answer = host.client.post(
            f"/t/{table.slug}/{verb}",
            json.dumps(body),
            content_type="application/json",
            headers={**JSON, "x-csrftoken": token},
        )
        assert answer.status_code == 403
        assert problem(answer)
    assert log_of(table) == []
    assert Table.objects.count() == 1


def test_without_a_csrf_token_no_table_is_opened() -> None:
    client = Client(enforce_csrf_checks=True)
    for path in ("/play/spada", "/new/spada", "/import", "/language"):
        assert client.post(path).status_code == 403
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This page has expired"),
        ("it", None),
        ("nl", None),
        ("fr", None),
    ],
)
def test_the_csrf_refusal_is_a_page_in_the_visitors_language(
    language: str, sentence: str | None
) -> None:
    answer = Person(language).client.post("/play/spada")
    assert answer.status_code == 403
    page = answer.content.decode()
    assert f'<html lang="{language}"' in page
    if sentence:
        assert sentence in page


def test_post_addresses_refuse_get(host: Person, table: Table) -> None:
    for path in ["/play/spada", "/language", "/import", *(f"/t/{table.slug}/{v}" for v in POSTS)]:
        assert host.get(path).status_code == 405, path
    assert log_of(table) == []


def test_get_addresses_refuse_post(host: Person, table: Table) -> None:
    for path in ("/", "/events", "/help/spada", f"/t/{table.slug}", f"/t/{table.slug}/state"):
        assert host.post(path).status_code == 405, path


def test_get_addresses_answer_head(host: Person, table: Table) -> None:
    for path in ("/", "/help/spada", f"/t/{table.slug}", f"/t/{table.slug}/replay/0"):
        answer = host.client.head(path)
        assert (answer.status_code, answer.content) == (200, b""), path


def test_the_visitor_cookie_is_secure_over_https() -> None:
    for secure in (True, False):
        person = Person()
        page = person.client.get("/new/spada", secure=secure).content.decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        form = {"csrfmiddlewaretoken": token[1]}
        origin = f"http{'s' * secure}://testserver"
        answer = person.client.post(
            "/play/spada", form, secure=secure, headers={"origin": origin, "referer": origin}
        )
        assert answer.status_code == 302
        assert bool(answer.cookies["chancery-visitor"]["secure"]) is secure


# -- what is not there -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/t/nowhere",
        "/t/nowhere/state",
        "/t/nowhere/record",
        "/t/nowhere/replay/0",
        "/t/a/b/c/d",
        "/new/monopoly",
        "/help/monopoly",
        "/style/monopoly.css",
        "/wp-admin/",
        "/%F0%9F%8F%B0",
        "/t/" + "x" * 1000,
        "/../../etc/passwd",
        "/static/nowhere.js",
    ],
)
def test_not_found_is_a_page_or_json(path: str) -> None:
    guest = Person("it")
    answer = guest.get(path)
    assert answer.status_code == 404
    assert '<html lang="it"' in answer.content.decode()
    answer = guest.ask(path)
    assert answer.status_code == 404
    assert problem(answer)


def test_an_address_with_a_line_break() -> None:
    answer = Person("it").get("/a%0Ab")
    assert answer.status_code == 404
    assert '<html lang="it"' in answer.content.decode()


def test_an_address_with_nothing_in_it() -> None:
    assert Person().get("/t/a%00b").status_code == 404


def test_posts_to_unknown_addresses(host: Person, table: Table) -> None:
    table.slug = "nowhere"
    for verb in POSTS:
        body = {"seat": "0", "text": "a"}
        assert host.send(table, verb, body).status_code == 404, verb


def test_unknown_hosts_are_refused() -> None:
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400


# -- more than anybody would send ----------------------------------------------------------------


async def _pour(headers: list[tuple[bytes, bytes]], most: int) -> tuple[int, int | None]:
    """Send a body in pieces as a real server would; return bytes accepted and status."""
    from chancery.web.server.asgi import application

    taken, status = 0, None

    async def receive() -> dict[str, Any]:
        nonlocal taken
        taken += 65536
        return {"type": "http.request", "body": b"x" * 65536, "more_body": taken < most}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status
        status = message.get("status", status)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/import",
        "raw_path": b"/import",
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost"), *headers],
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
    }
    await application(scope, receive, send)
    return taken, status


@pytest.mark.parametrize("headers", [[(b"content-length", b"99999999999")], []])
@pytest.mark.django_db(transaction=True)
def test_an_endless_body_is_not_stored(headers: list[tuple[bytes, bytes]]) -> None:
    taken, _ = asyncio.run(_pour(headers, 12_000_000))
    assert taken < 8_000_000
