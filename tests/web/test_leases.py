"""Whose bots move next: people first, then the longest unserved; nobody sleeps on a lease."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from chancery.web.identity.models import Visitor
from chancery.web.play import leases, worker
from chancery.web.tables.models import Table, Work
from tests.timeouts import PATIENCE
from tests.web.logs import random_sitting, store_as_table
from tests.web.people import Person, at_once, log_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def bots_alone(watched: bool = True) -> Table:
    """Open a table of bots that somebody watches."""
    table = Person().open("bot:steward", "bot:steward", "bot:steward")
    if watched:
        Table.objects.filter(pk=table.pk).update(watched_until=timezone.now() + 60 * SECOND)
    return table


def with_a_person() -> Table:
    """Open a table where a bot has to move and a person waits."""
    return Person().open("bot:steward", "bot:steward", "me", options={"counsellor": "yellow"})


def order() -> list[int]:
    """Return the tables whose bots may move now, most urgent first."""
    return list(leases.waiting(timezone.now()).values_list("table", flat=True))


def test_tables_with_waiting_people_come_before_watched_ones() -> None:
    watched, person = bots_alone(), with_a_person()
    assert order() == [person.pk, watched.pk]


def test_a_bot_for_an_absent_player_has_low_priority() -> None:
    absent, person = with_a_person(), with_a_person()
    absent.seats.filter(number=2).update(bot="steward")
    assert order() == [person.pk, absent.pk]


def test_the_longest_unserved_comes_first() -> None:
    first, second, third = (bots_alone() for _ in range(3))
    assert order() == [first.pk, second.pk, third.pk]
    work = leases.take()
    assert work is not None
    leases.give_back(work)
    assert order() == [second.pk, third.pk, first.pk]


def opened_by(host: Visitor, number: int) -> list[int]:
    """Open tables of one host where a bot has to move and a person waits."""
    tables = [with_a_person().pk for _ in range(number)]
    Table.objects.filter(pk__in=tables).update(host=host)
    return tables


def served(number: int) -> list[int]:
    """Return the tables that a worker takes, one after the other."""
    found = []
    for _ in range(number):
        work = leases.take()
        assert work is not None
        leases.give_back(work)
        found.append(work.table_id)
    return found


def test_hosts_take_turns_however_many_tables_each_has() -> None:
    many, few = (Visitor.objects.create() for _ in range(2))
    a, b, c = opened_by(many, 3)
    (x,) = opened_by(few, 1)
    assert served(8) == [a, x, b, x, c, x, a, x]


def test_the_guests_of_one_network_are_one_host() -> None:
    first, second, other = (Visitor.objects.create() for _ in range(3))
    Visitor.objects.filter(pk__in=[first.pk, second.pk]).update(network="digest")
    (a,), (b,), (x,) = (opened_by(host, 1) for host in (first, second, other))
    assert served(4) == [a, x, b, x]


def test_tables_without_a_host_are_not_grouped() -> None:
    """Tables of tournaments and of deleted hosts each get their own turn."""
    a, b, x = opened_by(Visitor.objects.create(), 3)
    Table.objects.filter(pk__in=[a, b]).update(host=None)
    assert served(6) == [a, b, x, a, b, x]


def test_waiting_people_come_first_whoever_was_served_last() -> None:
    host = Visitor.objects.create()
    watched, (a, b) = bots_alone(), opened_by(host, 2)
    first = leases.take()
    second = leases.take()
    assert first is not None
    assert second is not None
    assert [first.table_id, second.table_id] == [a, b]
    assert served(1) == [watched.pk]


def test_a_watched_table_of_bots_does_not_starve_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Five tables get their turns, however long the first could go on."""
    monkeypatch.setattr(worker, "SLICE", 0.02)
    tables = [bots_alone() for _ in range(5)]
    for _ in range(5):
        assert worker.run_once()
    assert all(log_of(table) for table in tables)


def test_no_worker_sleeps_on_a_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """A delayed move is stored as a time in a row; no worker sleeps until then."""
    monkeypatch.setattr(worker, "PACE", 300.0)
    slow, quick = bots_alone(), bots_alone()

    def sleep(seconds: float) -> None:
        raise AssertionError("nobody is to sleep")

    monkeypatch.setattr(worker.time, "sleep", sleep)
    assert worker.run_once()
    assert worker.run_once()
    assert not worker.run_once()
    for table in (slow, quick):
        assert not log_of(table)
        work = Work.objects.get(table=table)
        assert work.lease_until is None
        assert work.after is not None
        assert work.after > timezone.now() + 200 * SECOND
    Work.objects.filter(table=slow).update(after=timezone.now())
    assert worker.run_once()
    assert not worker.run_once()
    assert log_of(slow)
    assert not log_of(quick)


# -- a clock that is set back -------------------------------------------------------------------


def test_implausibly_long_leases_are_void() -> None:
    """Such a lease was written before the clock was set back by an hour."""
    table = with_a_person()
    Work.objects.update(lease_until=timezone.now() + HOUR)
    assert order() == [table.pk]
    assert worker.run_once()
    assert log_of(table)


def test_implausibly_long_pauses_are_void() -> None:
    table = with_a_person()
    Work.objects.update(after=timezone.now() + HOUR)
    assert order() == [table.pk]


def test_a_service_time_in_the_future_is_ignored() -> None:
    first, second = bots_alone(), bots_alone()
    Work.objects.filter(table=second).update(since=timezone.now() + HOUR)
    assert order() == [second.pk, first.pk]


def test_an_implausible_watch_time_is_void() -> None:
    bots_alone()
    Table.objects.update(watched_until=timezone.now() + HOUR)
    assert order() == []


def test_two_readings_of_one_clock_are_not_a_clock_change() -> None:
    """Reading the clock a moment before another process took the lease respects it."""
    bots_alone()
    earlier = timezone.now() - SECOND
    assert leases.take() is not None
    assert not leases.waiting(earlier).exists()


# -- taken over -----------------------------------------------------------------------------------


def test_an_expired_lease_is_not_released_by_its_first_holder() -> None:
    bots_alone()
    first = leases.take()
    assert first is not None
    Work.objects.update(lease_until=timezone.now() - SECOND)
    second = leases.take()
    assert second is not None
    assert not leases.is_ours(first)
    leases.give_back(first)
    assert leases.is_ours(second)


@pytest.mark.django_db(transaction=True)
def test_three_workers_serve_all_tables_without_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its connection; whoever comes to a table finds nobody else there."""
    sitting = random_sitting("spada", 4)
    visitor = Visitor.objects.create()
    tables = [store_as_table(sitting, visitor, "steward") for _ in range(9)]
    Work.objects.all().delete()
    Work.objects.bulk_create(Work(table=table) for table in tables)
    guard, inside = threading.Lock(), set()
    served: list[int] = []

    def move(pk: int, thinks: bool | None, work: Work) -> worker.Moved:
        with guard:
            assert pk not in inside, "two at one table"
            inside.add(pk)
            served.append(pk)
        time.sleep(0.01)  # the others have every chance to come in
        with guard:
            inside.remove(pk)
        if served.count(pk) >= 3:
            Work.objects.filter(table=pk).delete()
            return worker.Moved.NOT
        return worker.Moved.HELD

    monkeypatch.setattr(worker, "move", move)
    monkeypatch.setattr(worker, "PACE", 0.001)
    until = time.monotonic() + PATIENCE

    def work() -> int:
        times = 0
        while Work.objects.exists() and time.monotonic() < until:
            times += worker._guarded(worker.run_once)
        return times

    turns = at_once(work, work, work)
    assert not Work.objects.exists()
    assert sorted(served) == sorted([table.pk for table in tables] * 3)
    assert sum(turns) >= 27
    connection.close()
