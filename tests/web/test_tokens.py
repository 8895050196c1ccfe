"""Tokens: shown once, stored as a digest, revoked by their owner only; and the API reference."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chancery.core.words import LANGUAGES
from chancery.web.api.document import document
from chancery.web.base import limits
from chancery.web.base.models import Count
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Token
from tests.web.api_clients import Caller, account, bad, good
from tests.web.people import Person, at_once
from tests.web.test_accounts import enter, join
from tests.web.test_headers import inline

pytestmark = pytest.mark.django_db


def anna() -> Person:
    """Return a person who is logged in."""
    person = Person()
    join(person, "Anna")
    return person


def made_by(person: Person, name: str = "my bot") -> str:
    """Return the token on the page that shows it once."""
    answer = person.post("/account/tokens", {"name": name})
    assert answer.status_code == 200, answer.content
    assert answer["Cache-Control"] == "no-store"
    return re.search(r'<code id="token">([^<]*)</code>', answer.content.decode())[1]


def test_a_token_is_shown_once_and_stored_as_a_digest() -> None:
    person = anna()
    token = made_by(person)
    assert re.fullmatch(r"chancery_[\w-]{32,}", token, re.ASCII)
    kept = Token.objects.get()
    assert kept.digest == sha256(token.encode()).hexdigest()
    assert token not in str(vars(kept))
    page = person.get("/account").content.decode()
    assert "my bot" in page
    assert token not in page
    assert kept.digest not in page
    assert good(Caller(token).get("/me"))["name"] == "Anna"
    assert made_by(person) != token


def test_a_revoked_token_is_refused() -> None:
    person = anna()
    token, other = made_by(person), made_by(person, "another")
    first = Token.objects.get(name="my bot")
    assert person.post("/account/tokens/revoke", {"token": str(first.pk)}).status_code == 302
    bad(Caller(token).get("/me"), 401)
    good(Caller(other).get("/me"))
    assert "my bot" not in person.get("/account").content.decode()
    assert person.post("/account/tokens/revoke", {"token": str(first.pk)}).status_code == 404


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "\0"])
def test_revoking_an_unknown_token(number: str) -> None:
    assert anna().post("/account/tokens/revoke", {"token": number}).status_code == 404


def test_nobody_revokes_the_tokens_of_another() -> None:
    token = made_by(anna())
    other = Person()
    join(other, "Bruno")
    number = str(Token.objects.get().pk)
    assert other.post("/account/tokens/revoke", {"token": number}).status_code == 404
    good(Caller(token).get("/me"))
    assert "my bot" not in other.get("/account").content.decode()


def test_a_guest_has_no_tokens() -> None:
    guest = Person()
    guest.play_now()
    for path in ("/account/tokens", "/account/tokens/revoke"):
        assert guest.post(path, {"name": "x", "token": "1"}).status_code == 401
    assert not Token.objects.exists()


def test_creating_a_token_needs_a_csrf_token() -> None:
    person = anna()
    assert person.get("/account/tokens?name=x")["Location"] == "/account"
    assert person.client.post("/account/tokens", {"name": "x"}).status_code == 403
    assert not Token.objects.exists()


def test_an_account_has_at_most_ten_tokens() -> None:
    person = anna()
    for number in range(10):
        made_by(person, str(number))
    answer = person.post("/account/tokens", {"name": "one more"})
    assert answer.status_code == 422
    assert "revoke one first" in answer.content.decode()
    assert Token.objects.count() == 10
    person.post("/account/tokens/revoke", {"token": str(Token.objects.first().pk)})
    made_by(person, "one more")


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_create_at_most_ten_tokens() -> None:
    owner = account()
    for number in range(9):
        tokens.make(owner, str(number))

    def one() -> str:
        try:
            return tokens.make(owner, "last")
        except Exception as error:
            return type(error).__name__

    made = at_once(one, one, one)
    assert Token.objects.count() == 10
    assert sum(token.startswith("chancery_") for token in made) == 1


def test_creating_tokens_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "tokens", (2, 60))
    person = anna()
    for number in range(2):
        made_by(person, str(number))
    assert person.post("/account/tokens", {"name": "x"}).status_code == 429
    assert Token.objects.count() == 2


def test_token_names_are_escaped() -> None:
    person = anna()
    made_by(person, "<b>x</b>\x00" + "y" * 100)
    assert Token.objects.get().name == ("<b>x</b> " + "y" * 100)[:40]
    page = person.get("/account").content.decode()
    assert "<b>x</b>" not in page
    assert html.escape("<b>x</b>") in page
    assert inline(page) == []


def test_tokens_of_a_closed_account_are_refused() -> None:
    person = anna()
    token = made_by(person)
    Account.objects.update(is_active=False)
    bad(Caller(token).get("/me"), 401)
    Account.objects.update(is_active=True)
    good(Caller(token).get("/me"))
    enter(person, "Anna")
    person.post("/account/delete", {"password": "ein-langes-Kennwort-1757"})
    assert not Token.objects.exists()
    bad(Caller(token).get("/me"), 401)


def test_the_last_day_of_use_is_noted_once_a_day() -> None:
    token = tokens.make(account(), "x")
    caller = Caller(token)
    assert Token.objects.get().used is None

    def writes() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            good(caller.get("/me"))
        # Django does not know the text of prepared statements; those of this request read
        return sum(not (query["sql"] or "SELECT").startswith("SELECT") for query in queries)

    assert writes() == 1
    today = timezone.now().date()
    assert Token.objects.get().used == today
    assert writes() == 0
    Token.objects.update(used=today - timedelta(days=1))
    assert writes() == 1
    assert Token.objects.get().used == today
    assert not Count.objects.exists()


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer chancery_",
        "Bearer chancery_" + "x" * 43,
        "bearer nothing",
        "Bearer " + "x" * 5000,
        "Bearer é\x80",
        "Bearer \x00",
    ],
)
def test_a_wrong_token_is_always_refused(header: str) -> None:
    caller = Caller()
    caller.headers["authorization"] = header
    for path in ("/games", "/me", "/tables?list=open", "/nowhere", "/openapi.json"):
        answer = caller.get(path)
        assert "token" in bad(answer, 401)
        assert answer["WWW-Authenticate"] == "Bearer"
    bad(caller.post("/tables", {"game": "spada"}), 401)


@pytest.mark.parametrize("header", ["", "Basic QW5uYTp4", "Token x", "chancery_x"])
def test_malformed_tokens_are_refused(header: str) -> None:
    caller = Caller()
    caller.headers["authorization"] = header
    good(caller.get("/games"))
    bad(caller.get("/me"), 401)


def test_the_authorization_header_is_parsed_leniently() -> None:
    token = tokens.make(account(), "x")
    for header in (f"bearer {token}", f"BEARER   {token}  ", f"Bearer {token}"):
        caller = Caller()
        caller.headers["authorization"] = header
        good(caller.get("/me"))
    caller.headers["authorization"] = f"Bearer {token}x"
    bad(caller.get("/me"), 401)


# -- the page for programs -----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_page_lists_every_operation_and_schema(language: str) -> None:
    page = Person(language).get("/api").content.decode()
    schema = document()
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    for name, shape in schema["components"]["schemas"].items():
        assert f'id="{name}"' in page
        for field in shape["properties"]:
            assert f"<code>{field}</code>" in page
    targets = set(re.findall(r'href="#([^"]*)"', page))
    assert targets <= set(re.findall(r'id="([^"]*)"', page))
    assert f'<html lang="{language}"' in page
    assert '<section lang="en">' in page
    assert "http://testserver/api/v1/tables?list=turns" in page
    assert inline(page) == []


def test_the_openapi_document_is_public() -> None:
    assert Caller().read("/openapi.json") == document()


def test_the_settings_link_to_the_reference() -> None:
    person = anna()
    page = person.get("/account").content.decode()
    assert '<a href="/api">' in page
    assert inline(page) == []
    assert '<a href="/api">' in person.post("/account/tokens", {"name": "x"}).content.decode()
