"""Accounts: sign-up, log-in, log-out, passwords and deletion, and what a guest takes along."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client

from chancery.web.delivery import account_links
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table
from tests.web.api_clients import Caller
from tests.web.people import Answer, Person, send_notices

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "ein-langes-Kennwort-1757"


def join(person: Person, name: str = "Keith", **more: str) -> Answer:
    return person.post("/account/join", {"name": name, "password": PASSWORD, **more})


def enter(person: Person, name: str = "Keith", password: str = PASSWORD) -> Answer:
    return person.post("/account/enter", {"name": name, "password": password})


def who(person: Person) -> str:
    """Return the name in the page header; empty for a guest."""
    page = person.get("/").content.decode()
    match = re.search(r'<a href="/account">([^<]*)</a>', page)
    return match[1] if match else ""


def test_a_guest_becomes_an_account_and_keeps_the_table() -> None:
    person = Person()
    table = person.open("me", "bot:random", "bot:random")
    assert join(person).status_code == 302
    assert who(person) == "Keith"
    assert person.state(table)["own"] == [0]
    # also from another browser
    other = Person()
    assert other.state(table)["own"] == []
    assert enter(other).status_code == 302
    assert other.state(table)["own"] == [0]
    # the old cookie of the guest is no longer valid
    key = Visitor.objects.get(account__username="Keith").key
    thief = Client()
    thief.cookies["chancery-visitor"] = key
    assert thief.get(f"/t/{table.slug}/state").json()["own"] == []


def test_tables_of_a_guest_move_to_the_account_at_log_in() -> None:
    person = Person()
    join(person)
    first = person.open("me", "open", "bot:random")
    guest = Person()
    second = guest.open("me", "bot:random", "bot:random")
    assert guest.sit(first, 1).status_code == 302
    enter(guest)
    assert guest.state(second)["own"] == [0]
    # except where the account has a seat already: nobody plays two seats
    assert guest.state(first)["own"] == [0]
    assert Table.objects.get(pk=second.pk).host.account.username == "Keith"


def test_logging_out() -> None:
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
def test_invalid_accounts_are_refused(form: dict[str, str], said: str) -> None:
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


def confirm(name: str = "Keith") -> None:
    """Open the link in the mail to an account and press the button."""
    link = account_links.confirm_link(Account.objects.get(username=name))
    assert Person().post(urlsplit(link).path).status_code == 200


def test_log_in_by_any_spelling_or_confirmed_address() -> None:
    join(Person(), mail="keith@example.org")
    for name in ("Keith", "KEITH", " keith ", "Ｋｅｉｔｈ", "ᴷeith"):
        person = Person()
        assert enter(person, name).status_code == 302
        assert who(person) == "Keith"
    assert enter(Person(), "keith@example.org").status_code == 422
    confirm()
    for name in ("keith@example.org", "Keith@Example.org"):
        person = Person()
        assert enter(person, name).status_code == 302
        assert who(person) == "Keith"


def test_no_log_in_by_an_address_confirmed_twice() -> None:
    join(Person(), mail="keith@example.org")
    join(Person(), "Seydlitz", mail="Keith@example.org")
    confirm("Keith")
    # claiming somebody else's address does not take it away
    assert enter(Person(), "keith@example.org").status_code == 302
    confirm("Seydlitz")
    assert enter(Person(), "keith@example.org").status_code == 422
    assert enter(Person(), "Keith").status_code == 302


def test_a_name_equal_to_another_accounts_address() -> None:
    old = Account(username="keith@example.org")
    old.set_password("another-long-1758-password")
    old.save()
    join(Person(), mail="keith@example.org")
    assert enter(Person(), "keith@example.org", "another-long-1758-password").status_code == 302
    confirm()
    person = Person()
    assert enter(person, "keith@example.org").status_code == 302
    assert who(person) == "Keith"


def test_redirects_after_log_in_stay_on_the_site() -> None:
    join(Person())
    for back, goal in (("/help/spada", "/help/spada"), ("//evil.example", "/account"),
                       ("https://evil.example", "/account"), ("/\\evil", "/account")):  # fmt: skip
        form = {"name": "Keith", "password": PASSWORD, "back": back}
        assert Person().post("/account/enter", form)["Location"] == goal


def test_settings_are_saved() -> None:
    person = Person()
    join(person)
    person.post("/account", {"language": "fr", "theme": "dark"})
    page = person.get("/account").content.decode()
    assert 'lang="fr" data-theme="dark"' in page
    assert person.post("/account", {"language": "xx", "theme": ""}).status_code == 404


def test_changing_the_mail_address_needs_the_password() -> None:
    person = Person()
    join(person)

    def change(mail: str, password: str) -> int:
        return person.post("/account/mail", {"mail": mail, "password": password}).status_code

    assert change("k@example.org", "something else") == 422
    assert change("k@example.org", "") == 422
    assert person.post("/account", {"mail": "k@example.org", "language": "en", "theme": ""})
    assert Account.objects.get().email == ""
    assert change("k@example.org", PASSWORD) == 302
    assert 'value="k@example.org"' in person.get("/account").content.decode()
    assert change("k", PASSWORD) == 422
    assert Account.objects.get().email == "k@example.org"
    assert change("k@example.org", "") == 302  # unchanged
    for _ in range(10):
        last = change("evil@example.org", "something else")
    assert last == 429
    assert Client(enforce_csrf_checks=True).post("/account/mail").status_code == 403
    assert Person().post("/account/mail", {"mail": "x@example.org"}).status_code == 401


def test_changing_the_password() -> None:
    person, other = Person(), Person()
    join(person)
    enter(other)
    new = "noch-ein-Kennwort-1758"
    wrong = person.post("/account/password", {"password": "no", "new": new})
    assert wrong.status_code == 422
    assert person.post("/account/password", {"password": PASSWORD, "new": new}).status_code == 200
    assert who(person) == "Keith"  # this browser stays logged in
    assert who(other) == ""
    assert enter(Person()).status_code == 422
    assert enter(Person(), password=new).status_code == 302


def test_changing_the_password_offers_to_revoke_tokens() -> None:
    person = Person()
    join(person)
    assert 'name="tokens"' not in person.get("/account").content.decode()  # no tokens exist
    account = Account.objects.get()
    program = Caller(tokens.make(account, "a program"))
    assert 'name="tokens"' in person.get("/account").content.decode()
    forms = {"password": PASSWORD, "new": "noch-ein-Kennwort-1758"}
    assert person.post("/account/password", forms).status_code == 200
    assert program.get("/me").status_code == 200
    forms = {"password": forms["new"], "new": PASSWORD, "tokens": "on"}
    answer = person.post("/account/password", forms)
    assert "have been revoked" in answer.content.decode()
    assert program.get("/me").status_code == 401
    # so does a password reset, which also ends every session
    program = Caller(tokens.make(account, "another"))
    path = urlsplit(account_links.reset_link(Account.objects.get())).path
    assert 'name="tokens" checked' in Person().get(path).content.decode()
    assert Person().post(path, {"new": "drittes-Kennwort-1759", "tokens": "on"}).status_code == 200
    assert program.get("/me").status_code == 401
    assert who(person) == ""


def test_password_reset_by_mail() -> None:
    join(Person(), mail="keith@example.org")
    send_notices()
    mail.outbox.clear()  # the link to confirm the address
    person = Person("nl")
    unknown = person.post("/account/forgot", {"mail": "nobody@example.org"})
    known = person.post("/account/forgot", {"mail": "KEITH@example.org"})
    strip = re.compile(r'value="[^"]*"')
    assert strip.sub("", unknown.content.decode()) == strip.sub("", known.content.decode())
    assert not mail.outbox  # the page itself sends nothing
    send_notices()
    (sent,) = mail.outbox
    assert sent.to == ["keith@example.org"]
    assert "Keith" in sent.body
    path = re.search(r"http://[^/]+(/account/reset/\S+)", str(sent.body))[1]
    assert person.get(path).status_code == 200
    assert person.post(path, {"new": "kurz"}).status_code == 422
    new = "noch-ein-Kennwort-1758"
    assert person.post(path, {"new": new}).status_code == 200
    assert enter(Person(), password=new).status_code == 302
    assert person.get(path).status_code == 422  # a link works once
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
    assert (seat.owner, seat.bot) == (None, "player")
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
