"""Channels: confirming an email address, webhooks, tests, failures, and unsubscribing."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail, signing
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from chancery.core.words import Speaker
from chancery.web.base import limits
from chancery.web.base.models import Count
from chancery.web.delivery import account_links, channels, sending, web_hooks
from chancery.web.identity.models import Account
from chancery.web.outbox.models import Channel, Notice
from chancery.web.tables.models import Seat, Table
from tests.local_receivers import MailCatcher
from tests.web.people import Answer, Person, seat_asked, send_notices
from tests.web.test_accounts import PASSWORD, join, who
from tests.web.test_headers import inline

pytestmark = pytest.mark.django_db
ADDRESS = "keith@example.org"
HOOK = "https://hooks.example/keith"


def page(person: Person) -> str:
    answer = person.get("/account")
    assert answer.status_code == 200
    return answer.content.decode()


def joined(name: str = "Keith", address: str = ADDRESS, language: str = "en") -> Person:
    person = Person(language)
    assert join(person, name, mail=address).status_code == 302
    send_notices()
    return person


def link() -> str:
    """Return the path of the link in the last mail."""
    match = re.search(r"http://[^/]+(/account/\S+)", str(mail.outbox[-1].body))
    assert match
    return match[1]


def confirmed(name: str = "Keith", address: str = ADDRESS) -> Person:
    """Return a person whose email address is confirmed."""
    person = joined(name, address)
    assert person.post(link()).status_code == 200
    mail.outbox.clear()
    return person


def settings_of(person: Person, address: str, language: str = "en") -> Answer:
    person.post("/account", {"language": language, "theme": ""})
    answer = person.post("/account/mail", {"mail": address, "password": PASSWORD})
    send_notices()
    return answer


# -- a mail address ------------------------------------------------------------------------


def test_an_address_counts_when_it_is_confirmed() -> None:
    person = joined()
    (sent,) = mail.outbox
    assert sent.to == [ADDRESS]
    assert "Keith" in sent.body
    assert "is not confirmed yet" in page(person)
    assert not Channel.objects.exists()
    # systems that open every link confirm nothing; the button does, in any browser
    stranger = Person()
    shown = stranger.get(link())
    assert shown.status_code == 200
    assert ADDRESS in shown.content.decode()
    assert inline(shown.content.decode()) == []
    assert stranger.client.head(link()).status_code == 200
    assert not Channel.objects.exists()
    for _ in range(2):  # pressed twice
        assert stranger.post(link()).status_code == 200
        channel = Channel.objects.get()
        assert (channel.kind, channel.address, channel.on) == ("mail", ADDRESS, True)
    assert "is not confirmed yet" not in page(person)
    assert who(stranger) == ""  # the link logs nobody in


def test_without_an_address_there_is_no_mail() -> None:
    person = joined(address="")
    assert mail.outbox == []
    assert "save an email address" in page(person)
    person.post("/account/confirm")
    send_notices()
    assert mail.outbox == []


def test_confirming_needs_the_token_of_a_page() -> None:
    joined()
    assert Client(enforce_csrf_checks=True).post(link()).status_code == 403
    assert not Channel.objects.exists()


def test_invalid_confirmation_links(monkeypatch: pytest.MonkeyPatch) -> None:
    person = joined()
    path = link()
    wrong = signing.dumps([Account.objects.get().pk, "evil@example.org"], salt="elsewhere")
    for bad in (path[:-1], path + "x", "/account/confirm/x", f"/account/confirm/{wrong}"):
        assert person.get(bad).status_code == 422
        assert person.post(bad).status_code == 422
    monkeypatch.setattr(channels, "HOLDS", -1)
    answer = person.post(path)
    assert answer.status_code == 422
    assert "has expired" in answer.content.decode()
    assert not Channel.objects.exists()


def test_a_confirmation_link_is_valid_for_a_week() -> None:
    assert timedelta(days=7).total_seconds() == channels.HOLDS


def test_a_changed_address_must_be_confirmed_again() -> None:
    person = confirmed()
    assert settings_of(person, "new@example.org").status_code == 302
    assert not Channel.objects.exists()  # no mails to the old address from now on
    (sent,) = mail.outbox
    assert sent.to == ["new@example.org"]
    new = link()
    # after another change this link is void
    settings_of(person, "newer@example.org")
    assert person.post(new).status_code == 422
    assert person.post(link()).status_code == 200
    assert Channel.objects.get().address == "newer@example.org"
    # saved unchanged: nothing happens
    mail.outbox.clear()
    settings_of(person, "newer@example.org", "fr")
    assert Channel.objects.get().address == "newer@example.org"
    assert mail.outbox == []
    settings_of(person, "")
    assert not Channel.objects.exists()
    assert mail.outbox == []


def test_a_wrong_address_changes_nothing() -> None:
    person = confirmed()
    assert settings_of(person, "nobody").status_code == 422
    assert Channel.objects.get().address == ADDRESS
    assert mail.outbox == []


def test_confirmation_mails_can_be_repeated_within_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    person = joined()
    monkeypatch.setitem(limits.LIMITS, "links", (2, 60))
    for _ in range(2):
        answer = person.post("/account/confirm")
        send_notices()
        assert answer.url == "/account#notices"
    assert [sent.to for sent in mail.outbox] == [[ADDRESS]] * 3
    assert person.post("/account/confirm").status_code == 429
    # nor by changing the address again and again
    assert settings_of(person, "victim@example.org").status_code == 429
    assert Account.objects.get().email == ADDRESS
    assert len(mail.outbox) == 3
    assert settings_of(person, ADDRESS, "it").status_code == 302
    Count.objects.all().delete()
    assert person.post(link()).status_code == 200


def test_the_mail_is_in_the_language_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    person = confirmed()
    spoken: list[str] = []

    class Noted(Speaker):
        def __init__(self, language: str) -> None:
            spoken.append(language)
            super().__init__(language)

    monkeypatch.setattr(account_links, "Speaker", Noted)
    settings_of(person, "new@example.org", "nl")
    assert spoken == ["nl"]


# -- a mail server that fails ----------------------------------------------------------------


@pytest.fixture
def no_mail(settings: Any) -> None:
    """Configure a mail server that is not running."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", MailCatcher().port


SENTENCE = "our mail server is not accepting it right now"


@pytest.mark.usefixtures("no_mail")
def test_joining_works_without_a_mail_server() -> None:
    person = Person()
    answer = join(person, mail=ADDRESS)
    assert answer.status_code == 302
    assert who(person) == "Keith"
    assert "A message is on its way" in page(person)
    send_notices()
    assert SENTENCE in page(person)


@pytest.mark.usefixtures("no_mail")
def test_settings_are_saved_without_a_mail_server() -> None:
    person = joined(address="")
    assert settings_of(person, ADDRESS, "fr").status_code == 302
    assert Account.objects.get().email == ADDRESS
    assert 'lang="fr"' in page(person)
    assert person.post("/account/confirm").status_code == 302
    assert SENTENCE not in page(person)
    assert 'class="problem" role="status"' in page(person)


@pytest.mark.usefixtures("no_mail")
def test_a_forgotten_password_without_a_mail_server_tells_nothing() -> None:
    joined()
    person = Person()
    known = person.post("/account/forgot", {"mail": ADDRESS})
    send_notices()
    again = person.post("/account/forgot", {"mail": ADDRESS})
    unknown = person.post("/account/forgot", {"mail": "nobody@example.org"})
    strip = re.compile(r'value="[^"]*"')
    assert known.status_code == again.status_code == unknown.status_code == 200
    shown = [strip.sub("", answer.content.decode()) for answer in (known, again, unknown)]
    assert shown[0] == shown[1] == shown[2]


def test_a_refused_mailbox_reveals_nothing(settings: Any) -> None:
    joined()
    person = Person()
    with MailCatcher() as catcher:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", catcher.port
        catcher.refuse = "550 nobody"
        for address in (ADDRESS, "nobody@example.org"):
            answer = person.post("/account/forgot", {"mail": address})
            assert "an email with a link is on its way" in answer.content.decode()


def test_a_mail_server_that_disconnects_after_the_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail is delivered; counting that as a failure would repeat it again and again."""

    def hang_up(self: EmailBackend) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(EmailBackend, "close", hang_up)
    person = joined()
    assert len(mail.outbox) == 1
    assert SENTENCE not in page(person)


# -- settings --------------------------------------------------------------------------------


def save(person: Person, **form: str) -> Answer:
    return person.post("/account/notices", form)


def test_mails_on_and_off() -> None:
    person = confirmed()
    assert 'name="mails" checked' in page(person)
    Notice.objects.create(channel=Channel.objects.get(), kind="test", ripe=timezone.now())
    assert save(person).url == "/account#notices"
    assert not Channel.objects.get().on
    assert not Notice.objects.exists()  # what waited is outdated when they are on again
    assert 'name="mails">' in page(person)
    Channel.objects.update(problem="x", tries=3, after=timezone.now())
    save(person, mails="on")
    channel = Channel.objects.get()
    assert (channel.on, channel.problem, channel.tries, channel.after) == (True, "", 0, None)


def test_nobody_gets_mails_without_confirming() -> None:
    person = joined()
    save(person, mails="on")
    assert not Channel.objects.exists()
    assert 'name="mails"' not in page(person)


def test_a_web_hook_is_added_and_removed() -> None:
    person = joined(address="")
    save(person, hook=f"  {HOOK} ")
    channel = Channel.objects.get()
    assert (channel.kind, channel.address, channel.on) == ("hook", HOOK, True)
    assert f'value="{HOOK}"' in page(person)
    # saved unchanged: its state is kept
    Channel.objects.update(problem="It is broken.", tries=2)
    save(person, hook=HOOK)
    assert Channel.objects.get().problem == "It is broken."
    # another address starts afresh and gets what waits
    Notice.objects.create(channel=channel, kind="test", ripe=timezone.now())
    save(person, hook=f"{HOOK}/2")
    channel = Channel.objects.get()
    assert (channel.address, channel.problem, channel.tries) == (f"{HOOK}/2", "", 0)
    assert Notice.objects.get().channel == channel
    save(person, hook="")
    assert not Channel.objects.exists()


@pytest.mark.parametrize(
    ("hook", "said"),
    [
        ("http://hooks.example/", "begins with https://"),
        ("https://hooks.example:22/", "port 443 or 8443"),
        ("https://a:b@hooks.example/", "name or a password"),
        ("https://" + "x" * 400, "must be complete"),
        ("https://hooks.example/<script>\x00", ""),
        ("https://hooks.example/a b", "must be complete"),
    ],
)
def test_an_invalid_hook_changes_nothing(hook: str, said: str) -> None:
    person = confirmed()
    answer = save(person, hook=hook)
    if said:
        assert answer.status_code == 422
        assert said in answer.content.decode()
        channel = Channel.objects.get()
        assert (channel.kind, channel.on) == ("mail", True)
    assert inline(page(person)) == []


def test_a_new_channel_gets_open_turns() -> None:
    person = joined(address="")
    table = person.open("me", "here", "here")
    save(person, hook=HOOK)
    notice = Notice.objects.get()
    assert (notice.kind, notice.table, notice.seat) == ("turn", table, seat_asked(table))
    # so does an email address
    settings_of(person, ADDRESS)
    person.post(link())
    assert Notice.objects.count() == 2
    save(person, hook=HOOK)
    assert Notice.objects.count() == 1
    save(person, hook=HOOK, mails="on")
    assert Notice.objects.count() == 2


# -- tests and tries -------------------------------------------------------------------------


def test_each_channel_can_be_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    posted: list[Any] = []
    monkeypatch.setattr(web_hooks, "post", lambda url, payload: posted.append(payload))
    person = confirmed()
    save(person, mails="on", hook=HOOK)
    # the pause between two messages is not shown as a problem
    Channel.objects.update(after=timezone.now() + timedelta(minutes=9))
    for kind in ("mail", "hook", "hook"):
        answer = person.post("/account/notices/test", {"kind": kind})
        assert answer.url == "/account#notices"
    assert Notice.objects.filter(kind="test").count() == 2
    assert page(person).count("A message is on its way.") == 2
    while sending.send_once():
        pass
    assert [sent.to for sent in mail.outbox] == [[ADDRESS]]
    assert len(posted) == 1
    assert posted[0]["content"].startswith("A test of your notifications")
    assert "A message is on its way." not in page(person)


@pytest.mark.parametrize("path", ["/account/notices/test", "/account/notices/again"])
def test_channel_tests_are_limited(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    person = confirmed()
    monkeypatch.setitem(limits.LIMITS, "tests", (2, 60))
    for _ in range(2):
        assert person.post(path, {"kind": "mail"}).status_code == 302
    assert person.post(path, {"kind": "mail"}).status_code == 429


@pytest.mark.parametrize("path", ["/account/notices/test", "/account/notices/again"])
@pytest.mark.parametrize("kind", ["", "hook", "pigeon", "x" * 1000])
def test_an_unknown_channel(path: str, kind: str) -> None:
    person = confirmed()
    assert person.post(path, {"kind": kind}).status_code == 404
    Channel.objects.update(on=False)
    assert person.post(path, {"kind": "mail"}).status_code == 404
    assert not Notice.objects.exists()


def test_failures_are_shown_and_can_be_retried() -> None:
    person = confirmed()
    after = timezone.now() + timedelta(hours=2)
    Channel.objects.update(problem="<b>broken</b>", tries=4, after=after)
    Notice.objects.create(channel=Channel.objects.get(), kind="test", ripe=timezone.now())
    shown = page(person)
    assert "&lt;b&gt;broken&lt;/b&gt;" in shown
    assert f"Next attempt: {after:%A} " in shown
    assert f", {after:%H:%M} UTC" in shown
    assert "A message is on its way." not in shown
    assert "/account/notices/again" in shown
    assert inline(shown) == []
    assert not sending.send_once()
    person.post("/account/notices/again", {"kind": "mail"})
    assert Channel.objects.get().after is None
    shown = page(person)
    assert "Next attempt" not in shown
    assert "A message is on its way." in shown
    assert sending.send_once()
    assert len(mail.outbox) == 1
    assert "/account/notices/again" not in page(person)


def test_retrying_sends_no_extra_messages() -> None:
    """The time between two delivered messages is kept."""
    person = confirmed()
    after = timezone.now() + timedelta(minutes=9)
    Channel.objects.update(after=after)
    person.post("/account/notices/again", {"kind": "mail"})
    assert Channel.objects.get().after == after
    assert "Next attempt" not in page(person)


# -- no more mails ---------------------------------------------------------------------------


def told_by_mail(person: Person) -> str:
    """Return the unsubscription link in a mail."""
    person.post("/account/notices/test", {"kind": "mail"})
    assert sending.send_once()
    return link()


def test_unsubscribing_without_logging_in() -> None:
    person = confirmed()
    path = told_by_mail(person)
    Notice.objects.create(channel=Channel.objects.get(), kind="test", ripe=timezone.now())
    stranger = Person()
    shown = stranger.get(path)
    assert shown.status_code == 200
    assert "<form" in shown.content.decode()
    assert inline(shown.content.decode()) == []
    assert Channel.objects.get().on
    for _ in range(2):
        answer = stranger.post(path)
        assert answer.status_code == 200
        assert "Email notifications are off." in answer.content.decode()
        assert not Channel.objects.get().on
    assert not Notice.objects.exists()
    assert "Email notifications are off." in stranger.get(path).content.decode()
    # and on again
    save(person, mails="on")
    assert Channel.objects.get().on


def test_one_click_unsubscribe() -> None:
    path = told_by_mail(confirmed())
    sent = mail.outbox[-1]
    assert sent.extra_headers["List-Unsubscribe"].endswith(f"{path}>")
    answer = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not Channel.objects.get().on


def test_an_unsubscribe_link_of_an_unknown_address() -> None:
    person = confirmed()
    path = told_by_mail(person)
    settings_of(person, "new@example.org")
    person.post(link())
    assert Person().post(path).status_code == 200
    assert Channel.objects.get().on  # the link does not apply to the new address
    for bad in (path[:-1], "/account/unsubscribe/x", "/account/unsubscribe/1"):
        assert Person().get(bad).status_code == 404
        assert Person().post(bad).status_code == 404
    assert Channel.objects.get().on


def test_links_are_valid_for_one_purpose() -> None:
    person = joined()
    confirm = link().rpartition("/")[2]
    assert person.post(f"/account/unsubscribe/{confirm}").status_code == 404
    person.post(link())
    off = told_by_mail(person).rpartition("/")[2]
    assert person.post(f"/account/confirm/{off}").status_code == 422


# -- whose they are --------------------------------------------------------------------------

POSTS: dict[str, Callable[[Person], Answer]] = {
    "save": lambda person: save(person, hook=HOOK),
    "test": lambda person: person.post("/account/notices/test", {"kind": "mail"}),
    "again": lambda person: person.post("/account/notices/again", {"kind": "mail"}),
    "link": lambda person: person.post("/account/confirm"),
}


@pytest.mark.parametrize("what", POSTS)
def test_channels_need_an_account(what: str) -> None:
    confirmed()
    for guest in (Person(), at_a_table()):
        assert POSTS[what](guest).status_code == 401
    assert Channel.objects.count() == 1
    assert not Notice.objects.exists()
    assert mail.outbox == []


def at_a_table() -> Person:
    person = Person()
    person.play_now()
    return person


@pytest.mark.parametrize(
    "path", ["/account/notices", "/account/notices/test", "/account/notices/again"]
)
def test_channels_need_a_csrf_token(path: str) -> None:
    person = confirmed()
    assert person.get(path).status_code == 405
    assert person.client.post(path, {"kind": "mail"}).status_code == 403
    assert not Notice.objects.exists()


def test_nobody_sees_the_addresses_of_others() -> None:
    keith, anna = confirmed(), confirmed("Anna", "anna@example.org")
    save(keith, mails="on", hook=HOOK)
    table = keith.open("me", "open", "bot:random")
    anna.sit(table, 1)
    for text in (page(anna), anna.page(table), str(anna.state(table))):
        assert ADDRESS not in text
        assert HOOK not in text
    save(anna, mails="on")
    POSTS["test"](anna)
    assert Notice.objects.get(kind="test").channel.account.username == "Anna"
    assert Channel.objects.filter(account__username="Keith").count() == 2


def test_deleting_an_account_deletes_its_channels() -> None:
    person = confirmed()
    save(person, mails="on", hook=HOOK)
    table = person.open("me", "here", "here")
    person.post("/account/delete", {"password": PASSWORD})
    assert not Channel.objects.exists()
    assert not Notice.objects.exists()
    assert Table.objects.filter(pk=table.pk).exists()
    assert Seat.objects.filter(table=table, owner=None).count() == 3
