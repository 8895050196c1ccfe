"""Senders: mails, webhooks and pushes go out in parallel, and everybody has a turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail
from django.db import OperationalError
from django.utils import timezone

from chancery.web.base import heartbeats
from chancery.web.delivery import account_links, push, sending, web_hooks
from chancery.web.outbox.models import Channel, Device, Notice
from tests.push_service import SECRET, PushService, written
from tests.timeouts import PATIENCE
from tests.web.test_notices import Player

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
SLOW = 4.3  # seconds by the clock of the test


class Clock:
    """A clock that moves only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(sending, "monotonic", clock)
    return clock


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> Iterator[PushService]:
    """A push service that is slow unless the path says otherwise."""

    def takes(path: str) -> None:
        clock.now += 0.0 if "quick" in path else SLOW

    with PushService() as service:
        service.takes = takes
        monkeypatch.setenv("CHANCERY_HOOK_CATCHER", service.ca)
        yield service


def pushed_to(service: PushService, name: str, *paths: str) -> Player:
    """Create an account with a device for each path and a notice to send."""
    player = Player(name, "push")
    for path in paths:
        browser = service.browser(path)
        Device.objects.create(
            account=player.account,
            address=browser.address,
            key=written(browser.point),
            secret=written(SECRET),
        )
    tell(player)
    return player


def tell(player: Player) -> None:
    ripe = timezone.now() - timedelta(seconds=1)
    Notice.objects.create(channel=player.channel, kind="test", ripe=ripe)


def paths(service: PushService) -> list[str]:
    return [pushed.path.rpartition("/")[2] for pushed in service.posts]


def send_all() -> None:
    for _ in range(50):
        if not sending.send_once():
            return
    raise AssertionError("it never ends")


def test_requested_mails_go_first() -> None:
    waiting, asking = Player("Keith"), Player("Anna")
    for number in range(3):
        Notice.objects.create(
            channel=waiting.channel,
            kind="test",
            seat=number,
            ripe=timezone.now() - timedelta(hours=1),
        )
    asking.account.email = "anna@example.org"
    asking.account.save()
    account_links.send_link(asking.account, "reset")
    assert sending.send_once()
    assert [sent.to for sent in mail.outbox] == [["anna@example.org"]]
    send_all()
    assert [sent.to for sent in mail.outbox[1:]] == [["keith@example.org"]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slow", ["hook", "push"])
def test_a_service_that_hangs_does_not_delay_a_mail(
    monkeypatch: pytest.MonkeyPatch, slow: str
) -> None:
    """The service answers only when the mail has gone out."""
    waiting, asking = Player("Keith", slow), Player("Anna")
    tell(waiting)
    reached, mailed, answered = threading.Event(), threading.Event(), []

    def hang(*_: object) -> push.Round:
        reached.set()
        answered.append(mailed.wait(PATIENCE))
        return push.Round()

    monkeypatch.setattr(push, "send", hang)
    monkeypatch.setattr(web_hooks, "post", hang)
    monkeypatch.setattr(sending, "PAUSE", 0.01)
    done = sending._done

    def note(channel: Channel, notices: list[Notice]) -> None:
        done(channel, notices)
        if channel.kind == "post":
            mailed.set()

    monkeypatch.setattr(sending, "_done", note)
    with sending.running_senders():
        assert reached.wait(PATIENCE)
        account_links.send_link(asking.account, "reset")
        assert mailed.wait(PATIENCE / 10)
    assert answered == [True]


@pytest.mark.django_db(transaction=True)
def test_each_sender_writes_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A heartbeat is skipped while somebody else writes, and written a second later."""
    began = threading.Semaphore(0)

    def once(kinds: object) -> bool:
        began.release()
        return False

    monkeypatch.setattr(sending, "send_once", once)
    until = time.monotonic() + PATIENCE
    with sending.running_senders():
        while set(heartbeats.alive()) != set(sending.SENDERS):
            assert began.acquire(timeout=until - time.monotonic())


def test_slow_devices_are_interrupted_and_go_to_the_back_of_the_queue(
    service: PushService,
) -> None:
    keith = pushed_to(service, "Keith", "k1", "k2", "k3")
    pushed_to(service, "Anna", "a1", "a2", "a3")
    pushed_to(service, "Bruno", "quick1", "quick2", "quick3")
    send_all()
    quick = ["quick1", "quick2", "quick3"]
    assert paths(service) == ["k1", "a1", *quick, "k2", "a2", "k3", "a3"]  # each once
    assert not Notice.objects.exists()
    channel = keith.channel
    assert (channel.begun, channel.lease_until, channel.tries) == (None, None, 0)


def test_notices_between_two_rounds_reach_all_devices(service: PushService) -> None:
    keith = pushed_to(service, "Keith", "one", "two")
    assert sending.send_once()
    Notice.objects.create(channel=keith.channel, kind="test", seat=1, ripe=timezone.now())
    assert sending.send_once()
    assert paths(service) == ["one", "two"]
    assert Notice.objects.get().seat == 1
    Channel.objects.update(after=None)
    send_all()
    assert paths(service) == ["one", "two", "one", "two"]
    assert not Notice.objects.exists()


def test_a_notice_is_delivered_if_one_device_was_reached(
    service: PushService,
) -> None:
    keith = pushed_to(service, "Keith", "one", "two")
    assert sending.send_once()
    service.status = 500
    assert sending.send_once()
    assert not Notice.objects.exists()
    assert keith.channel.tries == 0
    assert ["500" in device.problem for device in Device.objects.order_by("pk")] == [False, True]


def test_an_undelivered_notice_is_retried(service: PushService) -> None:
    keith = pushed_to(service, "Keith", "one", "two", "three")
    service.status = 500
    service.gone = {"/push/three"}
    for _ in range(3):
        assert sending.send_once()
    assert Notice.objects.count() == 1
    channel = keith.channel
    assert (channel.tries, channel.begun) == (1, None)
    assert "500" in channel.problem
    service.status = 201
    Channel.objects.update(after=None)
    send_all()
    assert paths(service) == ["one", "two", "three", "one", "two"]
    assert not Notice.objects.exists()


def test_a_round_that_could_not_be_stored_is_repeated_later(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    keith = pushed_to(service, "Keith", "one", "two")
    with monkeypatch.context() as now:
        now.setattr(sending, "_postpone", locked)
        with pytest.raises(OperationalError):
            sending.send_once()
    assert keith.channel.lease_until is not None
    assert not sending.send_once()
    Channel.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    send_all()
    assert paths(service) == ["one", "one", "two"]  # twice rather than never


def locked(*_: object) -> None:
    raise OperationalError("database is locked")


def test_a_round_of_a_withdrawn_notice_ends(service: PushService) -> None:
    keith = pushed_to(service, "Keith", "one", "two")
    assert sending.send_once()
    Notice.objects.update(kind="turn", seat=0, table=keith.table())
    Notice.objects.update(at=timezone.now() - timedelta(minutes=1), seat=9)
    assert sending.send_once()
    assert not Notice.objects.exists()
    assert keith.channel.begun is None
    assert paths(service) == ["one"]
