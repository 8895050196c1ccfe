"""Security headers on every response, and pages without inline scripts or styles."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpResponseBase
from django.test import AsyncClient, Client

from chancery.web.play import table_pages
from chancery.web.tables.models import Table
from tests.web.people import Answer, Person, normalised, run_bots, seat_asked

Asking = Callable[[Person, Table], Answer]

ANSWERS: dict[str, Asking] = {
    "front": lambda p, t: p.get("/"),
    "new": lambda p, t: p.get("/new/spada"),
    "help": lambda p, t: p.get("/help/spada"),
    "table": lambda p, t: p.get(f"/t/{t.slug}"),
    "replay": lambda p, t: p.get(f"/t/{t.slug}/replay/0"),
    "state": lambda p, t: p.ask(f"/t/{t.slug}/state"),
    "seen so far": lambda p, t: p.get(f"/t/{t.slug}/record"),
    "stream": lambda p, t: p.get(f"/events?t={t.slug}"),
    "act": lambda p, t: p.act(t, seat_asked(t), "pass"),
    "redirect": lambda p, t: p.post("/play/spada"),
    "not legal": lambda p, t: p.act(t, seat_asked(t), "attack black"),
    "not a form": lambda p, t: p.post("/new/spada", {"option-players": "9"}),
    "not there": lambda p, t: p.get("/nowhere"),
    "not there, JSON": lambda p, t: p.ask("/t/nowhere/state"),
    "not yours": lambda p, t: Person().act(t, 0, "pass"),
    "no token": lambda p, t: p.client.post("/play/spada"),
    "wrong method": lambda p, t: p.get("/play/spada"),
    "too large": lambda p, t: p.talk(t, "x" * 2_000_001),
    "style": lambda p, t: p.get("/style/spada.css"),
    "static": lambda p, t: p.get("/static/web/site.css"),
    "static, not there": lambda p, t: p.get("/static/web/nowhere.css"),
}
CACHED = {"style", "static"}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ANSWERS)
def test_every_response_has_the_headers(kind: str) -> None:
    person = Person()
    table = person.open("me", "here", "here")
    check_headers(ANSWERS[kind](person, table), cached=kind in CACHED)


@pytest.mark.django_db
def test_server_errors_have_the_headers_and_no_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*args: object) -> None:
        raise RuntimeError("the seed is 4711")

    monkeypatch.setattr(table_pages, "page_of", breaks)
    person = Person()
    answer = person.get(f"/t/{person.play_now().slug}")
    assert answer.status_code == 500
    assert b"4711" not in answer.content
    assert b"Traceback" not in answer.content
    check_headers(answer)


def check_headers(answer: HttpResponseBase, cached: bool = False) -> None:
    """Check for a strict policy: no sniffing, no frames, no caching."""
    policy = {
        part.split()[0]: part.split()[1:] for part in answer["Content-Security-Policy"].split(";")
    }
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]
    assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert policy["form-action"] == ["'self'"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "*" not in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    if not cached:
        assert answer["Cache-Control"] in ("no-store", "no-cache")


@pytest.mark.django_db
def test_personal_responses_are_not_cached() -> None:
    person = Person()
    table = person.play_now()
    for path in ("", "/state", "/record", "/replay/0"):
        assert person.get(f"/t/{table.slug}{path}")["Cache-Control"] == "no-store"


@pytest.mark.django_db(transaction=True)
def test_the_real_server_sends_the_headers() -> None:
    table = Person().play_now()

    async def visit() -> list[HttpResponseBase]:
        client = AsyncClient()
        found = [await client.get(path) for path in ("/", f"/t/{table.slug}", "/nowhere")]
        stream = await client.get(f"/events?t={table.slug}")
        await sync_to_async(connections.close_all)()
        return [*found, stream]

    found = asyncio.run(visit())
    for answer in found:
        check_headers(answer)
    assert found[-1]["Content-Type"] == "text/event-stream"
    assert found[-1]["Cache-Control"] == "no-cache"


@pytest.mark.django_db
def test_pages_are_compressed_and_the_stream_is_not() -> None:
    table = Person().play_now()
    client = Client(headers={"accept-encoding": "gzip"})
    assert client.get(f"/t/{table.slug}")["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in client.get(f"/events?t={table.slug}")


# -- nothing inline --------------------------------------------------------------------------


class Inline(HTMLParser):
    """Collects whatever the policy would forbid."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [f"<{tag} {name}>" for name in given if name.startswith("on")]
        if "style" in given or tag in ("style", "iframe", "object", "embed", "base"):
            self.found.append(f"<{tag} style>")
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self.found.append("<script>")
        for name in ("href", "src", "action", "xlink:href"):
            target = (given.get(name) or "").strip().lower()
            if target and not target.startswith(("/", "#", "?")):
                self.found.append(f"<{tag} {name}={target}>")


def inline(page: str) -> list[str]:
    """Return what is inline in a page or a part of one."""
    parser = Inline()
    parser.feed(page)
    parser.close()
    return parser.found


def test_the_check_finds_inline_scripts_and_styles() -> None:
    wrong = ('<p style="x">', "<a onclick=x>", "<script>1</script>", '<a href="javascript:x">')
    for page in (*wrong, "<svg><style>x</style></svg>"):
        assert inline(page)
    assert not inline('<script src="/a.js"></script><script type="application/json">1</script>')


def _pages(person: Person, table: Table) -> Iterator[str]:
    for path in ("/", "/new/spada", "/help/spada", "/nowhere"):
        yield person.get(path).content.decode()
    for path in ("", f"?invitation={table.invitation}", "/replay/0", "/replay/99999"):
        yield person.get(f"/t/{table.slug}{path}").content.decode()
    yield from person.state(table)["parts"].values()
    yield person.client.post("/play/spada").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it", "nl", "fr"])
def test_no_page_has_inline_scripts_or_styles(language: str) -> None:
    person = Person(language)
    table = person.open("me", "open", "bot:steward", names="Anna")
    run_bots()
    for page in [*_pages(person, table), *_pages(Person(language), table)]:
        assert inline(page) == []


@pytest.mark.django_db
def test_the_state_embedded_in_the_page_is_current() -> None:
    person = Person()
    table = person.play_now()
    page = person.page(table)
    start = page.index('<script id="state" type="application/json">') + 43
    state = json.loads(page[start : page.index("</script>", start)])
    asked_for = person.state(table)
    parts = asked_for.pop("parts")
    assert state == asked_for  # the page contains the same sections
    whole = normalised(page)
    assert [name for name, part in parts.items() if part.strip() not in whole] == []
