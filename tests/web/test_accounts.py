"""Accounts: joining, entering, leaving, passwords, deleting; what a guest brings along."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from chancery.web import sittings
from chancery.web.models import Account, Seat, Table, Visitor
from tests.web.people import Person

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "ein-langes-Kennwort-1757"


def join(person: Person, name: str = "Keith", **more: str) -> HttpResponse:
    answer = person.post("/account/join", {"name": name, "password": PASSWORD, **more})
    person._token = ""
    return answer


def enter(person: Person, name: str = "Keith", password: str = PASSWORD) -> HttpResponse:
    answer = person.post("/account/enter", {"name": name, "password": password})
    person._token = ""
    return answer


def who(person: Person) -> str:
    """The name in the corner of a page; empty for a guest."""
    page = person.get("/").content.decode()
    found = re.search(r'<a href="/account">([^<]*)</a>', page)
    return found[1] if found else ""


def test_a_guest_becomes_an_account_and_keeps_the_table() -> None:
    person = Person()
    table = person.open("me", "bot:random", "bot:random")
    assert join(person).status_code == 302
    assert who(person) == "Keith"
    assert person.state(table)["own"] == [0]
    # from another browser too
    other = Person()
    assert other.state(table)["own"] == []
    assert enter(other).status_code == 302
    assert other.state(table)["own"] == [0]
    # and the old cookie of the guest is worth nothing any more
    key = Visitor.objects.get(account__username="Keith").key
    thief = Client()
    thief.cookies["chancery-visitor"] = key
    assert thief.get(f"/t/{table.slug}/state").json()["own"] == []


def test_what_a_guest_began_comes_along_at_log_in() -> None:
    person = Person()
    join(person)
    first = person.open("me", "open", "bot:random")
    guest = Person()
    second = guest.open("me", "bot:random", "bot:random")
    assert guest.sit(first, 1).status_code == 302
    enter(guest)
    assert guest.state(second)["own"] == [0]
    # not where the account has a seat already: nobody plays two seats
    assert guest.state(first)["own"] == [0]
    assert Table.objects.get(pk=second.pk).host.account.username == "Keith"


def test_leaving() -> None:
    person = Person()
    join(person)
    assert person.post("/account/leave").status_code == 302
    assert who(person) == ""
    assert person.get("/account").status_code == 401
    assert person.post("/account/password", {"password": PASSWORD, "new": "x"}).status_code == 401


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name": "K"}, "2 to 30"),
        ({"name": "K" * 31}, "2 to 30"),
        ({"name": "<b>"}, "valid username"),
        ({"name": "kEITH"}, "is taken"),
        ({"mail": "nobody"}, "valid email"),
        ({"password": "brief"}, "at least 10"),
        ({"password": "1234567890123"}, "numeric"),
        ({"password": "password1234"}, "common"),
        ({"name": "Winterfeldt", "password": "winterfeldt"}, "similar"),
    ],
)
def test_what_an_account_cannot_be(form: dict[str, str], said: str) -> None:
    join(Person())
    fresh = {"name": "Seydlitz", "password": PASSWORD, **form}
    answer = Person().post("/account/join", fresh)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert fresh["password"] not in page
    assert Account.objects.count() == 1


def test_the_reasons_are_in_the_readers_language() -> None:
    answer = Person("it").post("/account/join", {"name": "Keith", "password": "123456789012"})
    assert "numerica" in answer.content.decode()


def test_entering_by_name_in_any_case_or_by_mail() -> None:
    join(Person(), mail="keith@example.org")
    for name in ("Keith", "KEITH", "keith@example.org", "Keith@Example.org"):
        person = Person()
        assert enter(person, name).status_code == 302
        assert who(person) == "Keith"


def test_a_wrong_password_tells_nothing_and_is_counted() -> None:
    join(Person())
    person = Person()
    wrong = enter(person, "Keith", "something else")
    nobody = enter(person, "Nobody", "something else")
    assert wrong.status_code == nobody.status_code == 422
    strip = re.compile(r'value="[^"]*"')
    assert strip.sub("", wrong.content.decode()) == strip.sub("", nobody.content.decode())
    for _ in range(9):
        enter(Person(), "Keith", "something else")
    assert enter(Person(), "keith").status_code == 429  # even the right one has to wait


def test_going_back_to_where_one_came_from_and_nowhere_else() -> None:
    join(Person())
    for back, goal in (("/help/spada", "/help/spada"), ("//evil.example", "/account"),
                       ("https://evil.example", "/account"), ("/\\evil", "/account")):  # fmt: skip
        form = {"name": "Keith", "password": PASSWORD, "back": back}
        assert Person().post("/account/enter", form)["Location"] == goal


def test_settings() -> None:
    person = Person()
    join(person)
    person.post("/account", {"mail": "k@example.org", "language": "fr", "theme": "dark"})
    page = person.get("/account").content.decode()
    assert 'lang="fr" data-theme="dark"' in page
    assert 'value="k@example.org"' in page
    wrong = person.post("/account", {"mail": "k@example.org", "language": "xx", "theme": ""})
    assert wrong.status_code == 404
    wrong = person.post("/account", {"mail": "k", "language": "en", "theme": ""})
    assert wrong.status_code == 422
    assert Account.objects.get().email == "k@example.org"


def test_another_password() -> None:
    person, other = Person(), Person()
    join(person)
    enter(other)
    new = "noch-ein-Kennwort-1758"
    wrong = person.post("/account/password", {"password": "no", "new": new})
    assert wrong.status_code == 422
    assert person.post("/account/password", {"password": PASSWORD, "new": new}).status_code == 200
    assert who(person) == "Keith"  # this browser stays in
    assert who(other) == ""
    assert enter(Person()).status_code == 422
    assert enter(Person(), password=new).status_code == 302


def test_a_forgotten_password_by_mail() -> None:
    join(Person(), mail="keith@example.org")
    mail.outbox.clear()  # the link to confirm the address
    person = Person("nl")
    unknown = person.post("/account/forgot", {"mail": "nobody@example.org"})
    assert not mail.outbox
    known = person.post("/account/forgot", {"mail": "KEITH@example.org"})
    strip = re.compile(r'value="[^"]*"')
    assert strip.sub("", unknown.content.decode()) == strip.sub("", known.content.decode())
    (sent,) = mail.outbox
    assert sent.to == ["keith@example.org"]
    assert "Keith" in sent.body
    path = re.search(r"http://[^/]+(/account/reset/\S+)", sent.body)[1]
    assert person.get(path).status_code == 200
    assert person.post(path, {"new": "kurz"}).status_code == 422
    new = "noch-ein-Kennwort-1758"
    assert person.post(path, {"new": new}).status_code == 200
    assert enter(Person(), password=new).status_code == 302
    assert person.get(path).status_code == 422  # once only
    for nonsense in ("/account/reset/x/y", "/account/reset/OTk5/y", "/account/reset/%00/%00"):
        assert person.get(nonsense).status_code in (404, 422)


def test_deleting_leaves_the_tables_playable() -> None:
    person, friend = Person(), Person()
    join(person)
    table = person.open("me", "open", "bot:random")
    friend.sit(table, 1)
    assert person.post("/account/delete", {"password": "no"}).status_code == 422
    assert person.post("/account/delete", {"password": PASSWORD}).status_code == 200
    assert not Account.objects.exists()
    seat = Seat.objects.get(table=table, number=0)
    assert (seat.owner, seat.bot) == (None, "steward")
    assert friend.state(table)["own"] == [1]
    assert sittings.load(Table.objects.get(pk=table.pk)).state.asked
    assert enter(Person()).status_code == 422


def test_cookies_are_secure_behind_https_and_work_without() -> None:
    for secure in (False, True):
        client = Client()
        client.get("/account/join", secure=secure)
        token = client.cookies["csrftoken"].value
        answer = client.post(
            "/account/join",
            {"name": f"Keith{secure}", "password": PASSWORD, "csrfmiddlewaretoken": token},
            secure=secure,
            headers={"referer": "https://testserver/"},
        )
        assert answer.status_code == 302
        cookie = answer.cookies["sessionid"]
        assert bool(cookie["secure"]) == secure
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
