"""The bots' worker: work is leased, done once, and a failing bot stops nothing."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from chancery.games import find
from chancery.web.base.models import Count
from chancery.web.identity.models import Visitor
from chancery.web.play import opponents, worker
from chancery.web.tables import sittings
from chancery.web.tables.models import Entry, Table, Work
from tests.web.people import Person, at_once, legal, log_of, run_bots, seat_asked, sitting_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def bots_turn(*seats: str) -> Table:
    """Create a table where a bot has to decide."""
    person = Person()
    table = person.open(*(seats or ("me", "bot:steward", "bot:steward")))
    while seat_asked(table) == 0:
        assert person.act(table, 0, legal(table, 0)[-1]).status_code == 200
    return table


def test_an_action_queues_the_bots_turn() -> None:
    table = bots_turn()
    work = Work.objects.get()
    assert work.table_id == table.pk
    assert work.lease_until is None
    run_bots()
    assert seat_asked(table) == 0
    assert not Work.objects.exists()
    assert not worker.run_once()


def test_nothing_to_do() -> None:
    Person().open("me", "here", "here")
    assert not worker.run_once()


# -- leases ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_take_the_same_table(monkeypatch: pytest.MonkeyPatch) -> None:
    bots_turn()
    played = []

    def slowly(work: Work, thinks: bool | None) -> None:
        played.append(work.pk)
        time.sleep(0.3)

    monkeypatch.setattr(worker, "_play", slowly)
    took = at_once(*[worker.run_once] * 3)
    assert sorted(took) == [False, False, True]
    assert len(played) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_one_table_play_one_move() -> None:
    """Even if a lease ran out too early, every action counts once."""
    table = bots_turn()

    def play() -> None:
        while worker.move(table.pk) is not worker.Moved.NOT:
            pass

    at_once(play, play)
    assert seat_asked(table) == 0
    before = sitting_of(table).state
    assert log_of(table)
    sittings.forget()
    assert sitting_of(table).state == before


def test_a_lease_is_respected() -> None:
    table = bots_turn()
    before = log_of(table)
    Work.objects.update(lease_until=timezone.now() + timedelta(seconds=20))
    assert not worker.run_once()
    assert log_of(table) == before


def test_an_expired_lease_is_taken_over() -> None:
    table = bots_turn()
    before = log_of(table)
    Work.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert worker.run_once()
    assert len(log_of(table)) > len(before)


def test_a_worker_that_stops_early_leaves_the_work_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bots_turn()
    monkeypatch.setattr(worker, "SLICE", 0)
    assert worker.run_once()  # no time at all
    monkeypatch.undo()
    assert Work.objects.filter(table=table).exists()
    run_bots()
    assert seat_asked(table) == 0


@pytest.mark.parametrize("end", [SystemExit(0), OperationalError("database is locked")])
def test_a_stopped_worker_releases_its_lease(
    end: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots_turn()

    def stopped(work: Work, thinks: bool | None) -> None:
        raise end

    monkeypatch.setattr(worker, "_play", stopped)
    with pytest.raises(type(end)):
        worker.run_once()
    assert Work.objects.get().lease_until is None


# -- failing ---------------------------------------------------------------------------------


class Broken:
    """A bot that always fails with an error."""

    def __init__(self, game: Any, seed: str) -> None:
        pass

    def plan(self, view: Any, asked: Any, legal: Any, dice: Any) -> Any:
        raise ZeroDivisionError


class Cheat(Broken):
    """A bot that plays illegal actions."""

    def plan(self, view: Any, asked: Any, legal: Any, dice: Any) -> Any:
        return [next(action for action in find("spada").notation if action not in legal)]


@pytest.mark.parametrize(("kind", "word"), [(Broken, "failed"), (Cheat, "not legal")])
def test_a_bot_that_fails_plays_at_random_and_is_reported(
    kind: type[Broken],
    word: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = bots_turn()
    before = len(log_of(table))
    monkeypatch.setitem(find("spada").bots, "steward", kind)
    with caplog.at_level(logging.ERROR, "chancery"):
        run_bots()
    assert seat_asked(table) == 0
    assert len(log_of(table)) > before
    assert word in caplog.text
    assert table.seed not in caplog.text


def spoiled() -> Table:
    """Create a table whose log cannot be replayed."""
    table = bots_turn()
    Entry.objects.filter(table=table).delete()
    Entry.objects.create(table=table, number=0, seat=0, action="nonsense")
    Table.objects.filter(pk=table.pk).update(length=1)
    sittings.forget()
    return table


def test_a_damaged_table_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    bad, good = spoiled(), bots_turn()
    for _ in range(3):
        worker.run_once()
    assert seat_asked(good) == 0
    assert Work.objects.filter(table=bad).exists()
    assert caplog.records


class Enough(BaseException):
    """Ends a loop that has no end."""


@pytest.mark.parametrize(
    "problem",
    [
        OperationalError("database is locked"),
        pytest.param(
            RuntimeError("a table is spoiled"),
        ),
    ],
)
def test_the_worker_survives_errors(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    times = []

    def once() -> bool:
        times.append(1)
        if len(times) == 1:
            raise problem
        raise Enough

    monkeypatch.setattr(worker, "run_once", once)
    monkeypatch.setattr(worker, "PAUSE", 0)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    with pytest.raises(Enough):
        worker.run_forever()


def test_the_worker_survives_a_failed_clean_up(monkeypatch: pytest.MonkeyPatch) -> None:
    times = []

    def sweep() -> int:
        times.append(1)
        if len(times) == 1:
            raise OperationalError("database is locked")
        return 0

    def once() -> bool:
        raise Enough

    monkeypatch.setattr(worker, "sweep", sweep)
    monkeypatch.setattr(worker, "SWEEP_EVERY", -1)
    monkeypatch.setattr(worker, "run_once", once)
    monkeypatch.setattr(worker, "PAUSE", 0)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    with pytest.raises(Enough):
        worker.run_forever()


def test_work_that_arrives_while_a_worker_finishes(monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person()
    table = person.open("me", "bot:steward", "bot:steward")
    plain = opponents.next_move
    times: list[int] = []

    def meanwhile(sitting: Any, row: Table, plan: Any) -> Any:
        found = plain(sitting, row, plan)
        if found is None and not times:
            times.append(1)
            while seat_asked(table) == 0:  # the person moves at once
                assert person.act(table, 0, legal(table, 0)[-1]).status_code == 200
        return found

    run_bots()
    monkeypatch.setattr(opponents, "next_move", meanwhile)
    Work.objects.create(table=table)
    run_bots()
    assert times
    assert seat_asked(table) == 0


# -- whom nobody watches ----------------------------------------------------------------------


def test_tables_of_bots_run_only_while_watched() -> None:
    Person().open("bot:steward", "bot:steward", "bot:steward")
    table = Table.objects.get()
    assert Work.objects.exists()
    assert not worker.run_once()
    Table.objects.update(watched_until=timezone.now() - timedelta(seconds=1))
    assert not worker.run_once()
    Table.objects.update(watched_until=timezone.now() + timedelta(seconds=60))
    run_bots()
    assert Table.objects.get(pk=table.pk).over


def test_an_abandoned_table_stands_still() -> None:
    person = Person()
    table = person.open("me", "bot:steward", "bot:steward")
    person.post(f"/t/{table.slug}/leave")
    before = log_of(table)
    assert run_bots() == 0
    assert log_of(table) == before


def test_stale_tables_are_deleted() -> None:
    old, new = Person().play_now(), Person().play_now()
    Table.objects.filter(pk=old.pk).update(touched=timezone.now() - worker.STALE * 2)
    worker.sweep()
    assert list(Table.objects.all()) == [new]
    assert Person().get(f"/t/{old.slug}").status_code == 404


def test_visitors_without_tables_and_old_counts_are_deleted() -> None:
    player, idler = Person(), Person()
    player.play_now()
    idler.post("/language", {"language": "it", "back": "/"})
    assert (Visitor.objects.count(), Count.objects.count() > 0) == (2, True)
    worker.sweep()
    assert (Visitor.objects.count(), Count.objects.count() > 0) == (2, True)
    Visitor.objects.update(created=timezone.now() - worker.STALE * 2)
    Count.objects.update(until=timezone.now())
    worker.sweep()
    assert [visitor.language for visitor in Visitor.objects.all()] == ["en"]
    assert not Count.objects.exists()


# -- answers given in advance ------------------------------------------------------------------


def test_a_standing_answer_is_given_by_the_worker() -> None:
    person = Person()
    table = person.open("me", "here", "here")
    offers: list[str] = []
    for _ in range(60):
        seat = seat_asked(table)
        view = sitting_of(table).state.view(seat)
        question = sitting_of(table).state.question(seat)
        offers = [o.key for o in find("spada").face.standing(view) if o.question == question.name]
        if offers:
            break
        person.act(table, seat, legal(table, seat)[-1])
    assert offers
    body = {"seat": str(seat), "key": offers[0], "given": True}
    assert person.send(table, "standing", body).status_code == 200
    before = len(log_of(table))
    run_bots()
    assert len(log_of(table)) > before
