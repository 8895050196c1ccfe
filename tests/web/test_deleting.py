"""Deleting an account: closed at once, deleted in small steps, and finished in any case."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from chancery.web.accounts import privacy
from chancery.web.base.long_work import Elsewhere
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Report, Visitor
from chancery.web.outbox.models import Channel
from chancery.web.play import worker
from chancery.web.tables import leaving
from chancery.web.tables.models import Seat, Table
from tests.web.people import Person, legal, run_bots, seat_asked, sitting_of
from tests.web.test_accounts import PASSWORD
from tests.web.test_privacy import NAME, everything, member

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TABLES = 4


class Killed(BaseException):
    """Raised in the middle of a deletion, as if the process had been killed."""


def tables_of(person: Person, friend: Person) -> list[Table]:
    """Create tables of both players, with the name on seat, talk and title."""
    tables = []
    for number in range(TABLES):
        table = person.open("me", "open", "bot:random")
        Table.objects.filter(pk=table.pk).update(title=f"{NAME} {number}", lapse="bot")
        assert friend.sit(table, 1).status_code == 302
        person.talk(table, "good evening")
        tables.append(table)
    return tables


def delete(person: Person) -> str:
    answer = person.post("/account/delete", {"password": PASSWORD})
    assert answer.status_code == 200
    return answer.content.decode()


def later() -> None:
    """Let the time come at which the worker continues a deletion."""
    Account.objects.update(leaving=F("leaving") - timedelta(hours=2))


def finish() -> int:
    """Run the worker; return how many times it had something to do."""
    for times in range(50):
        if not privacy.continue_deletion():
            return times
    raise AssertionError("it never ends")


@pytest.fixture
def killed_at_the_third_table(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    left: list[int] = []
    hand_over = leaving.hand_over

    def dying(seat: Seat) -> None:
        hand_over(seat)
        left.append(seat.table_id)
        if len(left) == 3:
            raise Killed()

    with monkeypatch.context() as now:
        now.setattr(leaving, "hand_over", dying)
        yield left


@pytest.mark.django_db(transaction=True)
def test_others_can_write_between_two_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table is left in a transaction of its own."""
    person, friend = member(), member("Bruno")
    tables = tables_of(person, friend)
    order: list[str] = []
    hand_over = leaving.hand_over

    def noted(seat: Seat) -> None:
        order.append("table")
        transaction.on_commit(lambda: order.append("committed"))
        hand_over(seat)

    monkeypatch.setattr(leaving, "hand_over", noted)
    assert "has been deleted" in delete(person)
    assert order == ["table", "committed"] * len(tables)


@pytest.mark.usefixtures("killed_at_the_third_table")
def test_an_account_is_closed_even_if_its_deletion_fails() -> None:
    person, friend = member(), member("Bruno")
    account = Account.objects.get(username=NAME)
    token = tokens.make(account, "my bot")
    Channel.objects.create(account=account, kind="hook", address="https://hook.example/x")
    other = Person()
    other.post("/account/enter", {"name": NAME, "password": PASSWORD})
    tables_of(person, friend)
    with pytest.raises(Killed):
        delete(person)
    for browser in (person, other):
        assert browser.get("/account/data").status_code == 401
    entered = Person().post("/account/enter", {"name": NAME, "password": PASSWORD})
    assert entered.status_code == 422
    answer = Person().client.get("/api/v1/me", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    assert not Channel.objects.filter(account=account).exists()
    assert not Account.objects.filter(email__icontains=NAME).exists()


def test_the_worker_finishes_an_interrupted_deletion(
    killed_at_the_third_table: list[int],
) -> None:
    person, friend = member(), member("Bruno")
    tables = tables_of(person, friend)
    Report.objects.create(about=Account.objects.get(username=NAME), text=f"{NAME} shouts")
    with pytest.raises(Killed):
        delete(person)
    # two tables were left, the third is unchanged
    mine = Seat.objects.filter(owner__account__username=NAME)
    assert mine.count() == TABLES - 2
    for table in tables:  # all of them are played on
        run_bots()
        seat = seat_asked(table)
        if Seat.objects.get(table=table, number=seat).owner == Visitor.objects.get(name="Bruno"):
            assert friend.act(table, seat, legal(table, seat)[-1]).status_code == 200
        assert sitting_of(table).state.result is None
    assert finish() == 0  # the process that began it may still be alive
    later()
    killed_at_the_third_table.extend([0] * 10)  # it survives now
    assert finish() >= 1
    assert NAME.lower() not in everything().lower()
    assert not Account.objects.filter(leaving__isnull=False).exists()
    assert Seat.objects.filter(table__in=tables, gone=True).count() == TABLES
    for table in tables:
        assert "a deleted player" in friend.page(table)


def test_long_deletions_are_left_to_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    person, friend = member(), member("Bruno")
    tables_of(person, friend)
    monkeypatch.setattr(privacy, "PATIENCE", -1)
    assert "Your account is closed." in delete(person)
    assert Seat.objects.filter(owner__account__username=NAME).count() == TABLES - 1
    monkeypatch.setattr(privacy, "SLICE", -1)
    later()
    assert finish() >= TABLES - 1  # one table at a time, with moves of bots between
    assert NAME.lower() not in everything().lower()


@pytest.mark.parametrize("error", [OperationalError("database is locked"), Elsewhere()])
def test_a_busy_database_postpones_the_deletion(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    person, friend = member(), member("Bruno")
    tables_of(person, friend)

    def busy(*_: object) -> None:
        raise error

    with monkeypatch.context() as now:
        now.setattr(privacy, "_leave_table", busy)
        assert "Your account is closed." in delete(person)
    assert person.get("/account/data").status_code == 401
    later()
    finish()
    assert NAME.lower() not in everything().lower()


def test_a_failed_deletion_is_retried_after_an_hour(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person, friend = member(), member("Bruno")
    tables_of(person, friend)

    def broken(*_: object) -> None:
        raise RuntimeError("oops")

    with monkeypatch.context() as now:
        now.setattr(privacy, "_leave_table", broken)
        assert "Your account is closed." in delete(person)
        later()
        caplog.clear()
        assert finish() == 1
    assert "oops" in caplog.text
    due = Account.objects.get(username=NAME).leaving
    assert due is not None
    assert due > timezone.now() + timedelta(minutes=50)
    later()
    finish()
    assert not Account.objects.filter(username=NAME).exists()


def test_the_worker_continues_deletions(monkeypatch: pytest.MonkeyPatch) -> None:
    def go_on() -> bool:
        raise Killed()

    monkeypatch.setattr(privacy, "continue_deletion", go_on)
    monkeypatch.setattr(worker, "run_once", lambda *_: False)
    with pytest.raises(Killed):
        worker.run_forever()
