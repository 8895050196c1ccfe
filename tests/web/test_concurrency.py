"""Concurrent requests: only one answer counts, and what was acknowledged is stored."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import OperationalError

from chancery import bots
from chancery.web.play import analyses
from chancery.web.tables import quotas, sittings
from chancery.web.tables.models import Analysis, Held, Seat, Table
from tests.web.logs import random_sitting, store_as_table
from tests.web.people import (
    Person,
    at_once,
    legal,
    log_of,
    run_bots,
    seat_asked,
    sitting_of,
)
from tests.web.test_lobby import member, visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_two_different_answers_at_once() -> None:
    host = Person()
    table = host.open("me", "here", "here")
    acknowledged = []
    for _ in range(8):
        seat = seat_asked(table)
        question = sitting_of(table).question(seat)
        choices = legal(table, seat)
        pair = (choices[0], choices[-1]) if len(choices) > 1 else (choices[0], "add grain")
        acts = [partial(host.act, table, seat, action, question=question) for action in pair]
        answers = at_once(*acts)
        statuses = [answer.status_code for answer in answers]
        assert sorted(statuses) == [200, 422], [answer.content for answer in answers]
        acknowledged.append(f"{seat} {pair[statuses.index(200)]}")
    assert log_of(table) == acknowledged
    before = sitting_of(table).state
    sittings.forget()
    assert sitting_of(table).state == before


def test_the_same_answer_at_once() -> None:
    host = Person()
    table = host.open("me", "here", "here")
    seat = seat_asked(table)
    question = sitting_of(table).question(seat)
    answers = at_once(*[lambda: host.act(table, seat, "pass", question=question)] * 4)
    assert [answer.status_code for answer in answers] == [200] * 4
    assert log_of(table) == [f"{seat} pass"]


def test_many_tables_at_once() -> None:
    people = [Person() for _ in range(4)]
    tables = [person.open("me", "here", "here") for person in people]

    def play(person: Person, table: Table) -> list[str]:
        done = []
        for _ in range(8):
            seat = seat_asked(table)
            action = legal(table, seat)[-1]
            assert person.act(table, seat, action).status_code == 200
            done.append(f"{seat} {action}")
        return done

    pairs = zip(people, tables, strict=True)
    done = at_once(*(lambda p=p, t=t: play(p, t) for p, t in pairs))
    sittings.forget()
    for table, lines in zip(tables, done, strict=True):
        assert log_of(table) == lines


def test_a_seat_is_taken_once() -> None:
    table = Person().open("me", "open", "bot:random")
    guests = [Person() for _ in range(4)]
    for guest in guests:
        assert guest.token
    answers = at_once(*(lambda g=g: g.sit(table, 1) for g in guests))
    assert sorted(answer.status_code for answer in answers) == [302, 422, 422, 422]
    assert Held.objects.filter(table=table).count() == 2


def test_nothing_is_written_when_the_commit_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Person()
    table = host.open("me", "here", "here")
    seat = seat_asked(table)
    write = sittings._write

    def fails(*args: Any) -> None:
        write(*args)
        raise OperationalError("disk full")

    monkeypatch.setattr(sittings, "_write", fails)
    assert host.act(table, seat, "pass").status_code == 503
    assert log_of(table) == []
    assert len(sitting_of(table).log) == 0
    monkeypatch.undo()
    assert host.act(table, seat, "pass").status_code == 200
    assert log_of(table) == [f"{seat} pass"]


def test_a_table_that_could_not_be_opened_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Person()

    def fails(*args: Any) -> None:
        raise OperationalError("disk full")

    monkeypatch.setattr(sittings, "schedule", fails)
    assert host.request_table(["me", "here", "here"]).status_code == 503
    assert not Seat.objects.exists()
    monkeypatch.undo()
    table = host.open("me", "here", "here")
    shown = sitting_of(table).state
    sittings.forget()
    assert sitting_of(table).state == shown


def test_the_slower_of_two_processes_is_refused() -> None:
    """This process has an outdated sitting in its cache; the stored log decides."""
    host = Person()
    table = host.open("me", "here", "here")
    seat = seat_asked(table)
    question = sitting_of(table).question(seat)
    old = sittings.load(table)
    host.act(table, seat, "pass", question=question)
    for key in sittings._kept:
        sittings._kept[key] = old  # as in a process that has not been notified
    assert host.act(table, seat, "add grain", question=question).status_code == 422
    assert log_of(table) == [f"{seat} pass"]


def test_leaving_while_another_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "open")
    guest.sit(table, 1)
    Person().sit(table, 2)

    def pass_for(seat: int) -> None:
        sittings.act(table, seat, [legal(table, seat)[-1]], None)

    while seat_asked(table) == 1 or _next_asked(table) != 1:
        pass_for(seat_asked(table))
    plain = bots.best

    def meanwhile(game: Any) -> str:
        monkeypatch.setattr(bots, "best", plain)
        pass_for(seat_asked(table))  # now the one who leaves has to decide
        return plain(game)

    monkeypatch.setattr(bots, "best", meanwhile)
    guest.post(f"/t/{table.slug}/leave")
    assert seat_asked(table) == 1
    run_bots()
    assert seat_asked(table) != 1


def _next_asked(table: Table) -> int:
    trial = sitting_of(table).fork()
    seat = trial.state.asked[0].seat
    trial.act(seat, trial.state.legal(seat)[-1])
    return trial.state.asked[0].seat


def test_concurrent_requests_do_not_exceed_the_limit(settings: Any) -> None:
    settings.THINKERS = 1
    host = member("Anna")
    wishes, options = ("bot:master", "bot:player", "me"), {"counsellor": "yellow"}
    for _ in range(quotas.HOST_SHARE - 1):
        assert host.request_table(wishes, options).status_code == 302
    answers = at_once(*[lambda: host.request_table(wishes, options)] * 5)
    assert sorted(answer.status_code for answer in answers) == [302, 422, 422, 422, 422]
    assert Table.objects.count() == quotas.HOST_SHARE


def test_concurrent_analyses_do_not_exceed_the_limit(settings: Any) -> None:
    settings.THINKERS = 1
    host = member("Anna")
    over = random_sitting("spada")
    tables = [store_as_table(over, visitor("Anna")) for _ in range(analyses.OF_ONE + 3)]
    wants = (partial(host.post, f"/t/{table.slug}/analysis/want") for table in tables)
    answers = at_once(*wants)
    assert sum(answer.status_code == 302 for answer in answers) == analyses.OF_ONE
    assert Analysis.objects.count() == analyses.OF_ONE
