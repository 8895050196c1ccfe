"""Malicious names, talk, notes and addresses: escaped everywhere, shortened, ignored."""

from __future__ import annotations

import asyncio
import json
import unicodedata
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from chancery.games import find
from chancery.table import Sitting, record
from chancery.web.server.asgi import application
from chancery.web.tables.models import Notebook, Seat, Table, Talk
from tests.web.people import Answer, Person, buttons, log_of, run_bots, sitting_of
from tests.web.test_headers import inline

pytestmark = pytest.mark.django_db

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=alert(1)>",
    "broken": '"><svg onload=alert(1)>',
    "quotes": "\"' onmouseover='alert(1)' x=\"",
    "end of the state": "</script><script>alert(1)</script>",
    "template": "{{ table.seed }}{% load static %}{% debug %}",
    "format": "{seat} {0} {names.__class__} %s %(x)s",
    "entity": "&lt;script&gt;alert(1)&lt;/script&gt;",
    "open tags": "<" * 100 + "a" * 100,
    "right to left": "\u202eevil\u202d \u2067x",
    "long": "W" * 10_000,
    "wide": "﷽" * 10_000,
    "marks": "Z" + "\u0300" * 500,
    "controls": "a\x01\x07\x08\x1b[31mb\x7f\x85c",
    "lines": "one\r\ntwo\u2028three\ttwo",
    "flag": "🏴󠁧󠁢󠁥󠁮󠁧󠁿" * 20,
}


def every_page(person: Person, table: Table) -> list[str]:
    """Return everything that can be seen of a table."""
    paths = ("", "/replay/0", "/replay/99999", f"?invitation={table.invitation}")
    found = [person.get(f"/t/{table.slug}{path}") for path in paths]
    assert [answer.status_code for answer in found] == [200] * len(found)
    return [answer.content.decode() for answer in found] + list(
        person.state(table)["parts"].values()
    )


def check_pages(person: Person, table: Table) -> None:
    for page in every_page(person, table):
        assert inline(page) == []
        assert table.seed not in page
        assert "<img" not in page
        assert "alert(1)</script>" not in page


THREES = [tuple(HOSTILE)[at : at + 3] for at in range(0, len(HOSTILE), 3)]


def three(keys: tuple[str, ...]) -> list[str]:
    """Three malicious names, for three seats."""
    return [HOSTILE[key] for key in (keys * 3)[:3]]


@pytest.mark.parametrize("keys", THREES, ids=", ".join)
def test_names_are_escaped(keys: tuple[str, ...]) -> None:
    first, second, third = three(keys)
    host, guest = Person(), Person()
    form = {"option-players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "bot:random"}
    answer = host.post("/new/spada", {**form, "name-0": first, "name-2": third})
    if answer.status_code == 400:
        assert "open tags" in keys  # more tags than a browser has
        return
    table = Table.objects.get()
    assert guest.sit(table, 1, name=second).status_code in (302, 400)
    assert guest.talk(table, "good evening").status_code == 200
    run_bots()
    for seat in Seat.objects.filter(table=table):
        assert len(seat.name) <= 60
        assert "\n" not in seat.name
    for person in (host, guest, Person()):
        check_pages(person, table)
    state = host.state(table)
    assert buttons(state["parts"]) or not state["asked"]
    json.loads(guest.get(f"/t/{table.slug}/record").content)


def test_talk_and_notes_are_escaped() -> None:
    host = Person()
    table = host.open("me", "here", "here")
    for text in HOSTILE.values():
        assert host.talk(table, text).status_code == 200
    assert host.send(table, "notes", {"text": "\n".join(HOSTILE.values())}).status_code == 200
    assert Talk.objects.count() == len(HOSTILE)
    assert max(len(line.text) for line in Talk.objects.all()) <= 500
    assert len(Notebook.objects.get().text) <= 5000
    check_pages(host, table)
    check_pages(Person(), table)
    assert "<script>alert" not in host.state(table)["parts"]["talk"]


@pytest.mark.parametrize("text", [HOSTILE["script"], HOSTILE["template"], HOSTILE["format"]])
def test_talk_is_shown_unchanged(text: str) -> None:
    host = Person()
    table = host.open("me", "here", "here")
    host.talk(table, text)
    assert text in unescape(host.state(table)["parts"]["talk"])


@pytest.mark.parametrize("text", [HOSTILE["controls"], HOSTILE["right to left"]])
def test_invisible_characters_are_dropped(text: str) -> None:
    host = Person()
    table = host.open("me", "here", "here", names=text)
    host.talk(table, text)
    for kept in (Talk.objects.get().text, table.seats.get(number=0).name):
        assert kept
        assert not any(
            unicodedata.category(c) == "Cc" or unicodedata.bidirectional(c) in ("RLO", "LRO", "RLI")
            for c in kept
        )


def test_nul_characters_in_a_text() -> None:
    host = Person()
    table = host.open("me", "open", "here", names="a\0b")
    assert host.talk(table, "a\0b").status_code < 500
    assert host.send(table, "notes", {"text": "a\0b"}).status_code < 500
    assert Person().sit(table, 1, name="a\0b").status_code < 500


@pytest.mark.parametrize("code", ["utf-16", "utf-32-be"])
def test_nul_characters_in_another_encoding(code: str) -> None:
    host = Person()
    table = host.open("me", "here", "here")
    body = '{"text": "a\\u0000b"}'.encode(code)  # which PostgreSQL could not store
    assert host.send(table, "notes", body).status_code == 422
    assert not Notebook.objects.exists()


@pytest.mark.parametrize("verb", ["talk", "notes"])
def test_lone_surrogates(verb: str) -> None:
    host = Person()
    table = host.open("me", "here", "here")
    assert host.send(table, verb, '{"text": "a\\ud800b"}').status_code < 500


@pytest.mark.parametrize("text", ["", "   ", "\n\t", None])
def test_empty_talk(text: str | None) -> None:
    host = Person()
    table = host.open("me", "here", "here")
    answer = host.send(table, "talk", {} if text is None else {"text": text})
    assert answer.status_code == 422
    assert not Talk.objects.exists()


def test_notes_are_private() -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "bot:random")
    guest.sit(table, 1)
    host.send(table, "notes", {"text": "the orange one bluffs"})
    assert "the orange one bluffs" in host.page(table)
    for person in (guest, Person()):
        assert all("the orange one bluffs" not in page for page in every_page(person, table))


# -- where a form leads ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
        "/\t/evil.example/",
        "/\n/evil.example/",
        "javascript:alert(1)",
        "http:evil.example",
        " //evil.example",
        "\u0000//evil.example",
        "evil.example",
        "",
    ],
)
def test_the_language_form_does_not_redirect_elsewhere(back: str) -> None:
    answer = Person().post("/language", {"language": "it", "back": back})
    assert answer.status_code == 302
    seen = "".join(c for c in answer.url if c not in "\t\r\n").strip().replace("\\", "/")
    target = urlsplit(urljoin("http://testserver/language", seen))  # as a browser resolves it
    assert (target.scheme, target.netloc) == ("http", "testserver")


def test_the_language_form_with_a_very_long_address() -> None:
    answer = Person().post("/language", {"language": "it", "back": "/" + "x" * 10_000})
    assert answer.status_code == 302


def test_the_language_form_leads_back() -> None:
    table = Person().play_now()
    back = f"/t/{table.slug}?invitation=x&y=ä"
    answer = Person().post("/language", {"language": "it", "back": back})
    assert answer.url.startswith(f"/t/{table.slug}?invitation=x&y=")


@pytest.mark.parametrize("code", ["", "xx", "EN", "../../etc", "it\0", "<script>"])
def test_an_unknown_language(code: str) -> None:
    guest = Person()
    assert guest.post("/language", {"language": code, "back": "/"}).status_code == 302
    assert '<html lang="en"' in guest.get("/").content.decode()


# -- hostile records -----------------------------------------------------------------------------


def import_of(person: Person, text: str | bytes) -> Answer:
    data = text if isinstance(text, bytes) else text.encode()
    file = SimpleUploadedFile("x.json", data, "application/json")
    return person.client.post("/import", {"csrfmiddlewaretoken": person.token, "record": file})


def a_record(**changes: object) -> str:
    sitting = Sitting(find("spada"), {"players": 3}, "seed", names=("a", "b", "c"))
    sitting.act(sitting.state.asked[0].seat, "pass")
    return json.dumps({**json.loads(record.dumps(sitting)), **changes})


def test_a_record_is_opened_for_stepping_through() -> None:
    guest = Person()
    answer = import_of(guest, a_record())
    assert answer.status_code == 302
    page = guest.get(answer.url)
    assert page.status_code == 200
    table = Table.objects.get()
    assert len(log_of(table)) == 1
    assert sitting_of(table).seed == "seed"


@pytest.mark.parametrize("keys", THREES, ids=", ".join)
def test_names_in_a_record(keys: tuple[str, ...]) -> None:
    guest = Person()
    answer = import_of(guest, a_record(names=three(keys)))
    if answer.status_code == 400:
        assert "open tags" in keys
        return
    assert answer.status_code == 302
    for page in every_page(guest, Table.objects.get()):
        assert inline(page) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        b"\xff\xfe\x00",
        "<script>alert(1)</script>",
        "[" * 100_000,
        a_record(game="monopoly"),
        a_record(rules=99),
        a_record(rules="<b>"),
        a_record(options={"players": 99}),
        a_record(names=["a"]),
        a_record(log=[{"seat": "<b>", "act": "<script>"}]),
        a_record(log=[{"seat": "yellow", "act": "attack black"}]),
        a_record(digest="0"),
        a_record(position={"game": "spada"}),
        a_record(data="<b>"),
    ],
    ids=range(17),
)
def test_invalid_records(text: str | bytes) -> None:
    answer = import_of(Person(), text)
    assert answer.status_code == 422
    assert inline(answer.content.decode()) == []
    assert "<b>" not in answer.content.decode()
    assert not Table.objects.exists()


def test_a_record_that_is_too_large() -> None:
    answer = import_of(Person(), b" " * 2_000_001)
    assert answer.status_code in (413, 422)
    assert not Table.objects.exists()


@pytest.mark.parametrize("said", [True, False], ids=["with its length", "without"])
@pytest.mark.django_db(transaction=True)
def test_a_huge_body_is_refused_unread(said: bool) -> None:
    """The server refuses it before Django, with our own page in four languages."""
    answers: list[dict[str, Any]] = []
    read = 0

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b" " * 1_000_000, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    headers = [(b"accept-language", b"it")]
    if said:
        headers.append((b"content-length", b"9000000000"))
    asyncio.run(application(_asking("/import", *headers), receive, send))
    assert read <= 3
    assert [answer["status"] for answer in answers if "status" in answer] == [413]
    sent = dict(answers[0]["headers"])
    assert b"default-src 'none'" in sent[b"Content-Security-Policy"]
    assert sent[b"connection"] == b"close"
    assert b'<html lang="it"' in b"".join(answer.get("body", b"") for answer in answers)


def _asking(path: str, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    """A form that is sent, as the server tells the application of it."""
    return {
        "type": "http", "http_version": "1.1", "method": "POST", "path": path,
        "raw_path": path.encode(), "query_string": b"", "scheme": "http",
        "headers": [(b"host", b"localhost"), *headers],
        "server": ("localhost", 80), "client": ("127.0.0.1", 9),
    }  # fmt: skip


FORM = b"application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        (b"content-length", b"0" * 5000 + b"5", 413),
        (b"content-type", FORM + b"; charset*=utf-8''%ff%00", 400),
        (b"content-type", FORM + b"; charset*=nothing''%41", 400),
        (b"content-type", b"multipart/form-data; boundary=x; charset=idna", 400),
        (b"content-type", b"multipart/form-data; boundary=x; charset=punycode", 400),
        (b"content-type", b"multipart/form-data; boundary=x; charset=zlib", 400),
        (b"content-type", FORM + b"; charset=UTF8", 403),  # read, and not from a page of ours
    ],
)
@pytest.mark.django_db(transaction=True)
def test_malformed_headers(name: bytes, text: bytes, status: int) -> None:
    answers: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"a=b"}

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    asyncio.run(application(_asking("/language", (name, text)), receive, send))
    assert [answer["status"] for answer in answers if "status" in answer] == [status]


@pytest.mark.parametrize("key", ["\0" * 32, "ab\0" * 11, "é%" * 16])
def test_a_session_id_with_invalid_characters(key: str, django_assert_num_queries: Any) -> None:
    person = Person()
    person.client.cookies["sessionid"] = key
    with django_assert_num_queries(0):
        answer = person.get("/offline")
    assert answer.status_code == 200
    assert answer.cookies["sessionid"].value == ""  # it is taken away


def test_too_many_fields(caplog: pytest.LogCaptureFixture) -> None:
    refused = Person().get("/tables?" + "a=1&" * 2000)
    assert refused.status_code == 400
    assert "That request cannot be read." in refused.content.decode()
    assert Person().post("/language", dict.fromkeys(map(str, range(2000)), "")).status_code == 400
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("path", ["/account/enter", "/new/spada", "/account/forgot"])
def test_forms_have_a_lower_limit_than_files(path: str, caplog: pytest.LogCaptureFixture) -> None:
    assert Person().post(path, {"name": "\ufdfa" * 100_000}).status_code == 413
    assert "Traceback" not in caplog.text


def test_a_missing_record() -> None:
    assert Person().post("/import").status_code == 422
    assert Person().post("/import", {"record": "text"}).status_code == 422


def test_a_record_with_a_lone_surrogate_as_its_seed() -> None:
    assert import_of(Person(), _reseeded("\ud800")).status_code < 500


@pytest.mark.parametrize("seed", ["s" * 300, "a\0b"])
def test_a_record_with_a_strange_seed(seed: str) -> None:
    assert import_of(Person(), _reseeded(seed)).status_code < 500


def _reseeded(seed: str) -> str:
    sitting = Sitting(find("spada"), {"players": 3}, seed)
    return json.dumps(json.loads(record.dumps(sitting)))
