"""Changed clocks: a clock set forward lets nothing lapse, one set back stalls nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from chancery.web.base import clock, limits
from chancery.web.base.clock import Clock
from chancery.web.base.models import Count
from chancery.web.delivery import sending
from chancery.web.outbox import announcing
from chancery.web.outbox.models import Channel, Notice
from chancery.web.play import deadlines, worker
from tests.web.test_deadlines import two_at_a_table
from tests.web.test_lobby import seat

DAY = 86_400.0


class FakeClocks:
    """Two clocks that a test can set: the system's, and the monotonic one."""

    def __init__(self) -> None:
        self.wall = 1_000_000_000.0
        self.even = 50.0

    def go(self, seconds: float) -> None:
        """Let time pass on both clocks."""
        self.wall += seconds
        self.even += seconds

    def now(self) -> datetime:
        """The time of the system clock."""
        return datetime.fromtimestamp(self.wall, UTC)

    def time(self) -> float:
        """The system clock in seconds."""
        return self.wall

    def monotonic(self) -> float:
        """The monotonic clock in seconds."""
        return self.even


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> FakeClocks:
    """Replace the clocks everywhere."""
    found = FakeClocks()
    monkeypatch.setattr(clock, "time", found)
    monkeypatch.setattr(clock, "timezone", found)
    monkeypatch.setattr(clock, "APART", 60.0)
    return found


def test_a_deadline_has_passed_after_two_readings(hands: FakeClocks) -> None:
    watch = Clock()
    moment = hands.now() + timedelta(seconds=10)
    assert not watch.passed("x", moment)
    hands.go(11)
    assert not watch.passed("x", moment)
    hands.go(59)
    assert not watch.passed("x", moment)
    hands.go(1)
    assert watch.passed("x", moment)


def test_a_new_deadline_resets_the_readings(hands: FakeClocks) -> None:
    watch = Clock()
    past = hands.now() - timedelta(seconds=10)
    assert not watch.passed("x", past)
    hands.go(61)
    assert not watch.passed("x", past + timedelta(seconds=1))
    hands.go(61)
    assert watch.passed("x", past + timedelta(seconds=1))


def test_a_brief_clock_jump_lets_nothing_lapse(
    hands: FakeClocks, caplog: pytest.LogCaptureFixture
) -> None:
    watch = Clock()
    moment = hands.now() + timedelta(days=2)
    assert watch.look()
    hands.wall += 30 * DAY
    for _ in range(20):  # five minutes
        hands.go(15)
        assert not watch.passed("x", moment)
    hands.wall -= 30 * DAY
    for _ in range(80):  # set back, and trusted again after a while
        hands.go(15)
        assert not watch.passed("x", moment)
    assert watch.look()
    assert len([r for r in caplog.records if "jumped" in r.getMessage()]) == 2


def test_a_lasting_clock_change_is_accepted(hands: FakeClocks) -> None:
    watch = Clock()
    moment = hands.now() + timedelta(days=2)
    assert watch.look()
    hands.wall += 30 * DAY
    hands.go(1)
    assert not watch.look()
    for _ in range(50):
        hands.go(15)
        watch.passed("x", moment)
    assert watch.passed("x", moment)


@pytest.mark.django_db
def test_deadlines_need_two_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker that sees a wrong time once does nothing irreversible."""
    monkeypatch.setattr(clock, "APART", 60.0)
    _, _, table = two_at_a_table()
    due = seat(table, 0).due
    ahead = timezone.now() + timedelta(days=30)
    with monkeypatch.context() as later:
        later.setattr(deadlines.timezone, "now", lambda: ahead)
        assert not deadlines.run_once()
        assert not deadlines.run_once()
    assert (seat(table, 0).bot, seat(table, 0).due, seat(table, 0).reminded) == ("", due, False)
    assert not deadlines.run_once()
    assert not deadlines.CLOCK._seen  # the next check starts afresh


@pytest.mark.django_db
def test_nothing_is_deleted_while_the_clock_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Enough(BaseException):
        """Ends a loop that has no end."""

    swept: list[int] = []
    believed = iter([False, True])

    def once() -> bool:
        if swept:
            raise Enough
        return True

    monkeypatch.setattr(worker, "sweep", lambda: swept.append(1))
    monkeypatch.setattr(worker, "SWEEP_EVERY", -1)
    monkeypatch.setattr(worker, "run_once", once)
    monkeypatch.setattr(worker.deadlines, "run_once", lambda: False)
    monkeypatch.setattr(worker.CLOCK, "look", lambda: next(believed))
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    with pytest.raises(Enough):
        worker.run_forever()
    assert next(believed, None) is None
    assert swept == [1]


# -- set back by an hour ------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_limit_counted_in_the_future_is_void() -> None:
    for _ in range(limits.LIMITS["reports"][0]):
        limits.spend("reports", "anna")
    Count.objects.update(until=timezone.now() + timedelta(hours=2, minutes=5))
    limits.spend("reports", "anna")


@pytest.mark.django_db
def test_notices_do_not_wait_for_a_time_that_was_set_back(mailoutbox: list[object]) -> None:
    _, _, table = two_at_a_table()
    account = Channel.objects.get(account__username="Anna").account_id
    announcing.announce("turn", table, [(account, 0)])
    ahead = timezone.now() + timedelta(hours=1)
    Channel.objects.update(lease_until=ahead, kind="mail", address="anna@example.org")
    Notice.objects.update(ripe=ahead, at=timezone.now() - timedelta(minutes=2))
    Channel.objects.update(after=timezone.now() + timedelta(hours=8))
    assert sending.send_once()
    assert len(mailoutbox) == 1
