"""Guessing passwords, by any spelling and from anywhere, without harm to their owners."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from django.core import signing

from chancery.web.accounts import password_tries
from chancery.web.base import limits
from chancery.web.base.models import Count
from chancery.web.delivery import account_links
from chancery.web.identity.models import Account
from chancery.web.outbox.models import PasswordResetRequest
from tests.web.people import Answer, Person, send_notices
from tests.web.test_accounts import PASSWORD, confirm, enter, join, who

pytestmark = pytest.mark.django_db
WRONG = "something else entirely"


@pytest.fixture
def keith() -> Account:
    """Return a person whose email address is confirmed."""
    join(Person(), mail="keith@example.org")
    send_notices()
    confirm()
    return Account.objects.get()


def person_at(address: str) -> Person:
    """Return a person at another address."""
    person = Person()
    person.client.defaults["REMOTE_ADDR"] = address
    return person


def text_without_input(answer: Answer) -> str:
    """Return the text of a response, without user input and tokens."""
    return re.sub(r'value="[^"]*"', "", answer.content.decode())


def most() -> int:
    return limits.LIMITS["tries"][0]


SPELLINGS = ("Keith", "kEITH", "Ｋｅｉｔｈ", " keith", "keith@example.org", "KEITH@example.org")


def test_spellings_of_one_name_share_a_limit(keith: Account) -> None:
    for number in range(most()):
        assert (
            enter(person_at("192.0.2.1"), SPELLINGS[number % len(SPELLINGS)], WRONG).status_code
            == 422
        )
    for name in SPELLINGS:  # even the right one has to wait
        assert enter(person_at("192.0.2.1"), name).status_code == 422


def test_failed_guesses_do_not_lock_the_owner_out(keith: Account) -> None:
    for _ in range(2 * most()):
        enter(person_at("192.0.2.1"), "Keith", WRONG)
    assert enter(person_at("192.0.2.1")).status_code == 422
    assert enter(person_at("192.0.2.2")).status_code == 302


def test_a_successful_log_in_resets_the_count(keith: Account) -> None:
    for _ in range(3):
        for _ in range(most() - 1):
            assert enter(person_at("192.0.2.1"), "Keith", WRONG).status_code == 422
        assert enter(person_at("192.0.2.1")).status_code == 302


def test_guesses_from_everywhere_slow_down(keith: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each network then has one guess; the right password still works at the first."""
    monkeypatch.setitem(limits.LIMITS, "strain", (12, 600))
    for number in range(12):
        enter(person_at(f"192.0.2.{number}"), "Keith", WRONG)
    guesser = person_at("198.51.100.1")
    assert enter(guesser, "Keith", WRONG).status_code == 422
    assert enter(guesser).status_code == 422  # a second guess is not checked
    assert enter(person_at("198.51.100.2")).status_code == 302
    Count.objects.all().delete()  # ten minutes later
    assert enter(guesser).status_code == 302


def test_a_known_browser_has_its_own_limit(keith: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds while a stranger guesses from the same network and from a thousand others."""
    monkeypatch.setitem(limits.LIMITS, "strain", (12, 600))
    owner = person_at("192.0.2.1")
    assert enter(owner).status_code == 302
    owner.post("/account/leave")
    owner._token = ""
    for number in range(30):
        enter(person_at(f"192.0.2.{number % 3}"), "Keith", WRONG)
    assert enter(person_at("192.0.2.1")).status_code == 422
    assert enter(owner, "Keith", WRONG).status_code == 422
    assert enter(owner).status_code == 302
    # but not without limit
    owner.post("/account/leave")
    owner._token = ""
    for _ in range(most()):
        enter(owner, "Keith", WRONG)
    assert enter(owner).status_code == 422


def test_the_known_browser_cookie_is_signed_for_one_account(keith: Account) -> None:
    join(Person(), "Seydlitz")
    guesser = Person()
    enter(guesser, "Seydlitz")
    sign = guesser.client.cookies[password_tries.COOKIE]
    assert sign["httponly"]
    assert sign["samesite"] == "Lax"
    forged = signing.dumps([keith.pk, "x"], key="another key", salt=password_tries.SALT)
    elsewhere = signing.dumps([keith.pk, "x"], salt="chancery.elsewhere")
    odd = signing.dumps("x", salt=password_tries.SALT)
    for value in (sign.value, forged, elsewhere, odd, "", "x" * 5000, "\x00"):
        Count.objects.all().delete()
        for _ in range(most()):
            guesser = Person()
            guesser.client.cookies[password_tries.COOKIE] = value
            assert enter(guesser, "Keith", WRONG).status_code == 422
        guesser = Person()
        guesser.client.cookies[password_tries.COOKIE] = value
        assert enter(guesser).status_code == 422


def test_responses_do_not_reveal_accounts(keith: Account) -> None:
    """Even after many attempts nothing tells whether a name or an address has an account."""
    Account.objects.create_user("Winterfeldt", password=PASSWORD, is_active=False)
    tried = ("Keith", "keith@example.org", "Nobody", "nobody@example.org", "Winterfeldt")
    shown = set()
    for name in tried:
        Count.objects.all().delete()
        for _ in range(most() + 2):
            answer = enter(Person(), name, WRONG)
            shown.add((answer.status_code, text_without_input(answer)))
    Count.objects.all().delete()
    for _ in range(most() + 2):
        enter(Person(), "keith@example.org", WRONG)
    answer = enter(Person(), "Keith", WRONG)
    shown.add((answer.status_code, text_without_input(answer)))
    answer = enter(Person(), "Winterfeldt")  # even the right one of a deactivated account
    shown.add((answer.status_code, text_without_input(answer)))
    assert len(shown) == 1


@pytest.mark.parametrize("name", ["Keith", "keith@example.org", "Nobody", "nobody@example.org"])
def test_every_attempt_takes_equal_work(
    keith: Account, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hash and the same writes, for any account, also beyond the limit."""
    from django.contrib.auth import hashers

    hashed: list[str] = []
    encode = hashers.MD5PasswordHasher.encode

    def noted(self: Any, password: str, salt: str) -> str:
        hashed.append(password)
        return str(encode(self, password, salt))

    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", noted)
    written = [sum(Count.objects.values_list("n", flat=True))]
    for _ in range(most() + 3):
        hashed.clear()
        enter(Person(), name, WRONG)
        assert hashed == [WRONG]
        written.append(sum(Count.objects.values_list("n", flat=True)))
    # by address, by account and address (up to the limit), by account
    counted = [after - before for before, after in pairwise(written)]
    assert counted == [3] * (most() + 1) + [2] * 2


@pytest.mark.parametrize(
    ("address", "same", "other"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"),
        ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
    ],
)
def test_ipv6_addresses_are_limited_by_network(address: str, same: str, other: str) -> None:
    found = [password_tries.address_of(_from(each)) for each in (address, same, other)]
    assert found[0] == found[1] != found[2]


def _from(address: str) -> Any:
    return type("Request", (), {"META": {"REMOTE_ADDR": address}})()


def test_the_session_changes_at_log_in(keith: Account) -> None:
    person = Person()
    person.client.cookies["sessionid"] = "a" * 32  # a forged cookie
    assert enter(person).status_code == 302
    assert person.client.cookies["sessionid"].value != "a" * 32
    thief = Person()
    thief.client.cookies["sessionid"] = "a" * 32
    assert who(thief) == ""
    before = person.client.cookies["sessionid"].value
    person.post("/account/leave")
    thief.client.cookies["sessionid"] = before
    assert who(thief) == ""


# -- a forgotten password ------------------------------------------------------------------------


def test_password_reset_does_equal_work_for_any_name(
    keith: Account,
) -> None:
    """The page does not look up the account: it only stores the address."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    asked = []
    for address in ("keith@example.org", "nobody@example.org"):
        Count.objects.all().delete()
        with CaptureQueriesContext(connection) as queries:
            Person().post("/account/forgot", {"mail": address})
        # the text of a prepared statement is not known
        asked.append([re.sub(r"'[^']*'|\d+", "?", query["sql"] or "") for query in queries])
    assert asked[0] == asked[1]
    assert not any("web_account" in sql for sql in asked[0])
    assert PasswordResetRequest.objects.count() == 2
    send_notices()
    assert not PasswordResetRequest.objects.exists()


def test_password_mails_are_limited(
    keith: Account, mailoutbox: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.LIMITS, "mails", (1000, 3600))
    for number in range(20):
        spelled = ("keith@example.org", "KEITH@example.org")[number % 2]
        answer = person_at(f"192.0.2.{number}").post("/account/forgot", {"mail": spelled})
        assert answer.status_code == 200
        send_notices()
    assert len(mailoutbox) == limits.LIMITS["letters"][0]  # the one to confirm it included
    # nor by accounts that merely claim the address
    mailoutbox.clear()
    Count.objects.all().delete()
    for number in range(8):
        join(
            person_at(f"198.51.100.{number}"),
            f"Somebody{number}{'abcdefgh'[number]}",
            mail="v@example.org",
        )
    send_notices()
    assert len(mailoutbox) == limits.LIMITS["letters"][0]
    Count.objects.all().delete()
    mailoutbox.clear()
    Person().post("/account/forgot", {"mail": "v@example.org"})
    send_notices()
    assert len(mailoutbox) == account_links.MOST


def test_password_reset_goes_to_the_confirmed_owner(
    keith: Account, mailoutbox: list[object]
) -> None:
    join(Person(), "Seydlitz", mail="KEITH@example.org")
    send_notices()
    mailoutbox.clear()
    Person().post("/account/forgot", {"mail": "keith@example.org"})
    send_notices()
    (sent,) = mailoutbox
    assert "Hello Keith" in sent.body


def test_mailed_links_use_the_configured_address(
    keith: Account, mailoutbox: list[object], settings: object
) -> None:
    """The host that a request names is ignored."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.CHANCERY_URL = "https://games.example.org"
    tricks = {"HTTP_HOST": "evil.example", "HTTP_X_FORWARDED_HOST": "evil.example"}
    person = Person()
    person.client.defaults |= tricks
    mailoutbox.clear()
    person.post("/account/forgot", {"mail": "keith@example.org"})
    join(person, "Seydlitz", mail="seydlitz@example.org")
    send_notices()
    assert len(mailoutbox) == 2
    for sent in mailoutbox:
        assert "https://games.example.org/account/" in sent.body
        assert "evil" not in sent.body


def test_a_reset_link_works_once(keith: Account) -> None:
    path = account_links.reset_link(keith).removeprefix("http://localhost:8000")
    other = account_links.reset_link(keith).removeprefix("http://localhost:8000")
    assert Person().post(path, {"new": "noch-ein-Kennwort-1758"}).status_code == 200
    for used in (path, other):
        assert Person().get(used).status_code == 422
        assert Person().post(used, {"new": "drittes-Kennwort-1759"}).status_code == 422
    assert enter(Person(), password="noch-ein-Kennwort-1758").status_code == 302
    # nor when the address has changed since, or the account was deactivated
    keith.refresh_from_db()
    path = account_links.reset_link(keith).removeprefix("http://localhost:8000")
    Account.objects.update(email="new@example.org")
    assert Person().get(path).status_code == 422
    keith.refresh_from_db()
    path = account_links.reset_link(keith).removeprefix("http://localhost:8000")
    Account.objects.update(is_active=False)
    assert Person().get(path).status_code == 422


def test_forms_need_a_csrf_token(keith: Account) -> None:
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(keith)
    for path in ("enter", "join", "mail", "password", "delete", "forgot", "leave", "confirm"):
        assert client.post(f"/account/{path}", {"password": PASSWORD}).status_code == 403
    assert Account.objects.filter(email="keith@example.org").exists()
