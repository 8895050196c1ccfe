"""Limits that hold for all server processes together."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from chancery.web.base import cluster, shared_counters
from chancery.web.base.cluster import Exchange
from chancery.web.base.models import OpenCounts
from chancery.web.base.shared_counters import FEWEST, SharedCounter
from chancery.web.server import connections
from chancery.web.server.connections import ConnectionRegistry

pytestmark = pytest.mark.django_db
NETWORK = "203.0.113.9"


class Process:
    """The counter of one server process, and its exchange."""

    def __init__(self, open_: int = 0) -> None:
        self.counter = SharedCounter("streams")
        self.exchange = Exchange([self.counter])
        for _ in range(open_):
            self.counter.add(NETWORK)


@pytest.mark.postgres
def test_processes_know_what_the_others_have_open() -> None:
    first, second, third = Process(FEWEST), Process(FEWEST + 1), Process()
    for process in (first, second, third, first):
        process.exchange.once()
    assert first.counter.total(NETWORK) == third.counter.total(NETWORK) == 2 * FEWEST + 1
    assert third.counter.total("203.0.113.10") == 0
    for _ in range(FEWEST):
        first.counter.remove(NETWORK)
    first.exchange.once()
    third.exchange.once()
    assert third.counter.total(NETWORK) == FEWEST + 1
    second.exchange.withdraw()
    third.exchange.once()
    assert third.counter.total(NETWORK) == 0
    assert not OpenCounts.objects.exists()


def test_the_counts_of_a_process_that_died_lapse() -> None:
    died, other = Process(FEWEST), Process()
    died.exchange.once()
    OpenCounts.objects.update(until=timezone.now() - timedelta(seconds=1))
    other.exchange.once()
    assert other.counter.total(NETWORK) == 0
    assert cluster.sweep(timezone.now()) == 1


def test_a_lease_is_renewed_before_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(FEWEST)
    process.exchange.once()
    began = OpenCounts.objects.get().until
    now = timezone.now() + cluster.LEASE / 2
    monkeypatch.setattr(cluster.timezone, "now", lambda: now)
    process.exchange.once()
    assert OpenCounts.objects.get().until > began


def test_nothing_is_written_while_nothing_changes(django_assert_num_queries: Any) -> None:
    process = Process(FEWEST)
    process.exchange.once()
    with django_assert_num_queries(1):  # what the others have
        process.exchange.once()
    with django_assert_num_queries(1):  # nothing to publish
        Process(FEWEST - 1).exchange.once()


def test_only_the_largest_counts_are_published_and_no_address_with_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_counters, "MOST", 2)
    process = Process(FEWEST)
    for number in range(FEWEST + 2):
        for address in ("203.0.113.7", "203.0.113.8")[: 1 + (number > 0)]:
            process.counter.add(address)
    process.exchange.once()
    counts = OpenCounts.objects.get().counts["streams"]
    assert sorted(counts.values()) == [FEWEST + 1, FEWEST + 2]
    assert "203.0" not in str(counts)


def test_connections_to_another_server_count_for_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SHARE", FEWEST + 1)
    here, there = ConnectionRegistry(), ConnectionRegistry()
    for _ in range(FEWEST):
        assert there.admit(NETWORK)
    Exchange([there.by_network]).once()
    Exchange([here.by_network]).once()
    assert here.admit(NETWORK)
    assert not here.admit(NETWORK)
    assert here.admit("203.0.113.10")
