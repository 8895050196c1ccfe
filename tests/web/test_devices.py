"""Devices: push to browsers by the real queue, decrypted with a browser's keys."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from chancery.core.words import Speaker, T
from chancery.web.accounts import privacy
from chancery.web.base import limits
from chancery.web.delivery import devices, push, sending
from chancery.web.identity.models import Account
from chancery.web.outbox import announcing
from chancery.web.outbox.models import Channel, Device, Notice
from chancery.web.tables.models import Table
from tests.push_service import Browser, Pushed, PushService, signed
from tests.web.people import Answer, Person, problem, seat_asked
from tests.web.test_accounts import PASSWORD, join
from tests.web.test_headers import inline

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0"


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with PushService() as service:
        monkeypatch.setenv("CHANCERY_HOOK_CATCHER", service.ca)
        yield service


def joined(name: str = "Keith", language: str = "en") -> Person:
    person = Person(language)
    assert join(person, name).status_code == 302
    return person


def add(person: Person, browser: Browser | None = None, **other: Any) -> Answer:
    sent = {**(browser.subscription if browser else {}), **other}
    return person.client.post(
        "/account/devices",
        json.dumps(sent),
        content_type="application/json",
        headers={"X-CSRFToken": person.token, "Accept": "application/json"},
    )


def table_of(person: Person) -> Table:
    """Open a table where it is a player's turn."""
    return person.open("me", "here", "here")


def later(minutes: int = 30) -> None:
    """Let all waiting times pass."""
    ago = timedelta(minutes=minutes)
    Notice.objects.update(ripe=F("ripe") - ago, at=F("at") - ago)
    Channel.objects.update(after=None)


def send(number: int = 5) -> None:
    """Run the sender once."""
    for _ in range(number):
        sending.send_once()


def test_a_turn_is_pushed_and_only_the_browser_can_read_it(service: PushService) -> None:
    person = joined(language="it")
    browser = service.browser()
    assert add(person, browser).status_code == 200
    table = table_of(person)
    account = Account.objects.get(username="Keith")
    announcing.announce("turn", table, [(account.pk, seat_asked(table))])
    later()
    send()
    (pushed,) = service.posts
    message = browser.opened(pushed)
    assert message["url"] == f"/t/{table.slug}"
    assert message["tag"] == f"chancery-{table.slug}"
    at = T("at your own table")
    game = "La Spada e la Fede"
    assert message["title"] == Speaker("it").say(T("{game} {at}: your turn", game=game, at=at))
    assert message["body"]
    assert set(message) == {"title", "body", "url", "tag"}
    assert table.slug.encode() not in pushed.body
    assert not Notice.objects.exists()


def test_the_site_signs_what_it_pushes(service: PushService, settings: Any) -> None:
    person = joined()
    add(person, service.browser())
    person.post("/account/notices/test", {"kind": "push"})
    send()
    (pushed,) = service.posts
    claims = signed(pushed, push.public_key())
    assert claims["sub"] == f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    assert pushed.headers["ttl"] == str(push.HOLDS)
    assert push.public_key() in person.get("/account").content.decode()


def test_all_devices_are_notified_and_expired_ones_deleted(service: PushService) -> None:
    person = joined()
    browsers = [service.browser(name) for name in ("one", "two", "three")]
    for browser in browsers:
        assert add(person, browser).status_code == 200
    service.gone = {"/push/two"}
    person.post("/account/notices/test", {"kind": "push"})
    send()
    assert [pushed.path for pushed in service.posts] == ["/push/one", "/push/two", "/push/three"]
    assert [device.address[-3:] for device in Device.objects.order_by("pk")] == ["one", "ree"]
    service.gone |= {"/push/one", "/push/three"}
    person.post("/account/notices/test", {"kind": "push"})
    send()
    assert not Device.objects.exists()
    assert not Channel.objects.exists()


def test_a_failing_push_service_is_retried(service: PushService) -> None:
    person = joined()
    add(person, service.browser())
    service.status = 500
    person.post("/account/notices/test", {"kind": "push"})
    send()
    assert len(service.posts) == 1
    channel = Channel.objects.get()
    assert (channel.kind, channel.tries) == ("push", 1)
    assert "500" in channel.problem
    assert "500" in Device.objects.get().problem
    assert "500" in person.get("/account").content.decode()
    service.status = 201
    later()
    send()
    assert len(service.posts) == 2
    assert (Channel.objects.get().problem, Device.objects.get().problem) == ("", "")


def test_a_failing_device_does_not_block_the_others(service: PushService) -> None:
    person = joined()
    add(person, Browser("https://localhost:1/push/closed"))
    add(person, service.browser())
    person.post("/account/notices/test", {"kind": "push"})
    send()
    assert len(service.posts) == 1
    assert Channel.objects.get().problem == ""
    first, second = Device.objects.order_by("pk")
    assert first.problem
    assert not second.problem


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://user:word@push.example/x"},
        {"endpoint": "https://push.example:22/x"},
        {"endpoint": "https://push.example/" + "x" * 800},
        {"endpoint": 17},
        {"endpoint": "nowhere"},
        {"keys": None},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"keys": {"p256dh": "B" * 87, "auth": "A" * 22}},  # not a point on the curve
        {"keys": {"p256dh": ["x"], "auth": {}}},
    ],
)
def test_invalid_subscriptions_are_refused(wrong: dict[str, Any]) -> None:
    person = joined()
    answer = add(person, Browser("https://push.example/one"), **wrong)
    assert answer.status_code == 422
    assert problem(answer) == "Notifications can’t reach this browser."
    assert not Device.objects.exists()
    assert not Channel.objects.exists()


def test_devices_in_the_local_network_are_never_contacted() -> None:
    person = joined()
    assert add(person, Browser("https://127.0.0.1/push")).status_code == 200
    person.post("/account/notices/test", {"kind": "push"})
    send()
    assert "127.0.0.1" in Channel.objects.get().problem
    assert Device.objects.count() == 1


def test_devices_need_an_account() -> None:
    guest = Person()
    guest.play_now()
    assert add(guest, Browser("https://push.example/one")).status_code == 401
    assert Client().post("/account/devices", {}, "application/json").status_code in (401, 403)
    assert guest.post("/account/devices/remove", {"device": "1"}).status_code == 401
    assert not Device.objects.exists()


def test_a_browser_is_one_device_of_one_person() -> None:
    keith, anna = joined(), joined("Anna")
    browser = Browser("https://push.example/one")
    add(keith, browser)
    add(keith, browser)
    assert Device.objects.count() == 1
    add(anna, browser)
    assert Device.objects.get().account.username == "Anna"
    assert [channel.account.username for channel in Channel.objects.all()] == ["Anna"]


def test_devices_per_account_are_limited() -> None:
    person = joined()
    for number in range(devices.MOST):
        assert add(person, Browser(f"https://push.example/{number}")).status_code == 200
    answer = add(person, Browser("https://push.example/more"))
    assert answer.status_code == 422
    assert str(devices.MOST) in problem(answer)
    assert Device.objects.count() == devices.MOST


def test_devices_are_limited() -> None:
    person = joined()
    most, _ = limits.LIMITS["devices"]
    answers = [add(person, Browser("https://push.example/one")) for _ in range(most + 1)]
    assert [answer.status_code for answer in answers] == [200] * most + [429]


def test_only_its_owner_removes_a_device() -> None:
    keith, anna = joined(), joined("Anna")
    add(keith, Browser("https://push.example/one"))
    number = str(Device.objects.get().pk)
    for wrong in (number, "", "x", "9" * 30):
        assert anna.post("/account/devices/remove", {"device": wrong}).status_code == 404
    page = keith.get("/account").content.decode()
    assert "https://push.example/one" in page
    assert inline(page) == []
    assert keith.post("/account/devices/remove", {"device": number}).status_code == 302
    assert not Device.objects.exists()
    assert not Channel.objects.exists()


def test_logging_out_may_remove_the_device() -> None:
    person = joined()
    for name in ("one", "two"):
        add(person, Browser(f"https://push.example/{name}"))
    joined("Anna").post("/account/leave", {"device": "https://push.example/one"})
    assert Device.objects.count() == 2  # it was not hers
    person.post("/account/leave", {"device": "https://push.example/one"})
    assert Device.objects.get().address == "https://push.example/two"
    assert Channel.objects.exists()


def test_devices_are_in_the_download_and_deleted_with_the_account() -> None:
    person = joined()
    add(person, Browser("https://push.example/one"))
    (known,) = privacy.account_data(Account.objects.get(username="Keith"))["devices"]
    assert known["address"] == "https://push.example/one"
    assert person.post("/account/delete", {"password": PASSWORD}).status_code == 200
    assert not Device.objects.exists()


def test_a_push_about_several_tables_opens_their_list(service: PushService) -> None:
    person = joined()
    browser = service.browser()
    add(person, browser)
    tables = [table_of(person) for _ in range(2)]
    sending.catch_up(Channel.objects.get())
    later()
    send()
    message = browser.opened(service.posts[-1])
    assert message["url"] == "/tables"
    assert message["title"] == "Your turn at 2 tables"
    assert len(message["body"].splitlines()) == len(tables)


def test_a_device_is_named_after_its_browser() -> None:
    assert devices.named(FIREFOX) == "Firefox, Android"
    chrome = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36"
    assert devices.named(chrome) == "Chrome, Windows"
    assert devices.named(f"{chrome} Edg/142.0") == "Edge, Windows"
    assert devices.named("<script>") == ""


def test_the_push_key_derives_from_the_secret_key(settings: Any) -> None:
    before = push.public_key()
    push.public_key.cache_clear()
    push._own_key.cache_clear()
    assert push.public_key() == before
    settings.SECRET_KEY = "another"
    push.public_key.cache_clear()
    push._own_key.cache_clear()
    try:
        assert push.public_key() != before
    finally:
        push.public_key.cache_clear()
        push._own_key.cache_clear()


def test_pushed_messages_use_fresh_keys(service: PushService) -> None:
    """Keys and salts are new each time: the service cannot recognise equal messages."""
    person = joined()
    add(person, service.browser())
    for _ in range(2):
        person.post("/account/notices/test", {"kind": "push"})
        later()
        send()
    one, other = service.posts
    assert isinstance(one, Pushed)
    assert one.body[:16] != other.body[:16]
