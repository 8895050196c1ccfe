"""A table whose log cannot be replayed: an error page, one report, no effect on other tables."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from chancery.web.identity.models import Report
from chancery.web.play import deadlines, worker
from chancery.web.tables import sittings
from chancery.web.tables.models import Entry, Seat, Table, Work
from tests.web.people import Person, log_of, problem

pytestmark = pytest.mark.django_db
SECRET = "attack black with everything"


def spoil(table: Table) -> None:
    """Replace the first line of a log by an action that no game knows."""
    Entry.objects.filter(table=table).delete()
    Entry.objects.create(table=table, number=0, seat=0, action=SECRET)
    Table.objects.filter(pk=table.pk).update(length=1, asked=None)
    sittings.forget()


@pytest.fixture
def person() -> Person:
    return Person()


@pytest.fixture
def table(person: Person) -> Table:
    """Create a table of a person and two bots, with a log that cannot be replayed."""
    found = person.open("me", "bot:steward", "bot:steward")
    spoil(found)
    return found


PATHS = ("", "/state", "/replay/0", "/record", "/orders?from=x", "/overlay?name=x",
         "/frames")  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_readers_see_only_that_the_table_is_damaged(
    path: str, person: Person, table: Table
) -> None:
    for who in (person, Person("it")):
        answer = who.get(f"/t/{table.slug}{path}")
        assert answer.status_code == 500
        assert SECRET not in answer.content.decode()
        assert "Traceback" not in answer.content.decode()
    said = problem(person.ask(f"/t/{table.slug}{path}"))
    assert "can’t be shown" in said
    assert "have been told" in said


def test_actions_are_refused_with_the_same_message(person: Person, table: Table) -> None:
    body = {"seat": "0", "actions": ["pass"], "question": "bid.1"}
    for verb in ("act", "undo", "why", "standing"):
        answer = person.send(table, verb, body)
        assert answer.status_code == 500
        assert "can’t be shown" in problem(answer)
        assert SECRET not in answer.content.decode()


def test_the_api_reports_damage_in_json(table: Table) -> None:
    answer = Person().client.get(f"/api/v1/tables/{table.slug}/view")
    assert answer.status_code == 500
    assert set(answer.json()) == {"error", "rule"}
    assert SECRET not in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_damage_is_logged_and_reported_once(
    person: Person, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            person.get(f"/t/{table.slug}")
            person.ask(f"/t/{table.slug}/state")
    (record,) = caplog.records
    assert table.slug in record.getMessage()
    report = Report.objects.get()
    assert report.table == table
    assert table.slug in report.text
    assert SECRET not in report.text
    sittings.forget()  # logged again after a restart; the report is still there
    person.get(f"/t/{table.slug}")
    assert Report.objects.count() == 1


def test_lists_show_the_other_tables(person: Person, table: Table) -> None:
    other = person.open("me", "here", "here")
    Table.objects.filter(pk=table.pk).update(options={"players": "nonsense"})
    for _ in range(2):
        page = person.get("/tables")
        assert page.status_code == 200
        assert other.slug in page.content.decode()
    assert person.get("/").status_code == 200


def test_api_lists_show_the_other_tables() -> None:
    host = Person()
    bad, good = (host.open("me", "open", "open") for _ in range(2))
    Table.objects.update(public=True)
    spoil(bad)
    Table.objects.filter(pk=bad.pk).update(options={"players": "nonsense"})
    answer = Person().client.get("/api/v1/tables?list=open")
    assert answer.status_code == 200
    assert [row["slug"] for row in answer.json()["tables"]] == [good.slug]


def test_bots_continue_at_other_tables(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    Work.objects.get_or_create(table=table)
    good = Person().open("bot:steward", "me", "here", options={"counsellor": "yellow"})
    while worker.run_once():
        pass
    assert log_of(good)
    work = Work.objects.get(table=table)
    assert work.lease_until is None
    assert work.after > timezone.now() + timedelta(minutes=5)
    caplog.clear()
    Work.objects.update(after=None)
    worker.run_once()
    assert not caplog.records


@pytest.mark.django_db(transaction=True)
def test_deadlines_continue_at_other_tables(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    other = Person().open("me", "here", "here")
    late = timezone.now() - timedelta(days=1)
    Seat.objects.filter(table__in=[table, other], number=0).update(due=late)
    Seat.objects.filter(table=table).update(due=F("due") - timedelta(days=1))  # it comes first
    Table.objects.update(pace=3600)
    assert deadlines.run_once()
    assert Seat.objects.get(table=other, number=0).bot
    assert not Seat.objects.get(table=table, number=0).bot
    caplog.clear()
    assert not deadlines.run_once()
    assert not caplog.records
    # Damage found by the deadlines is rolled back with its report; the next reader reports it.
    assert not Report.objects.exists()
    Person().get(f"/t/{table.slug}")
    assert Report.objects.count() == 1


def test_a_repaired_table_is_shown_again(person: Person, table: Table) -> None:
    from chancery.web.operators import repairs

    assert person.get(f"/t/{table.slug}").status_code == 500
    repairs.repair(table.pk, cut=True)
    assert person.get(f"/t/{table.slug}").status_code == 200
