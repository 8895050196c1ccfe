"""Rate limits: 429 with a time to wait; a locked database: 503."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from chancery.web.base import limits
from chancery.web.base.models import Count
from chancery.web.base.refusals import TooOften
from chancery.web.identity.models import Visitor
from chancery.web.play import table_pages
from chancery.web.tables import authentication, sittings
from chancery.web.tables.models import Table, Talk
from tests.web.people import Answer, Person, legal, log_of, problem, seat_asked
from tests.web.test_hostile_input import a_record, import_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("what", limits.LIMITS)
def test_each_limit_counts_and_resets(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, what, (2, 60))
    limits.spend(what, "anna")
    limits.spend(what, "anna")
    for _ in range(3):
        with pytest.raises(TooOften):
            limits.spend(what, "anna")
    limits.spend(what, "bruno")  # everybody has limits of his own
    Count.objects.update(until=timezone.now() - timedelta(seconds=1))
    limits.spend(what, "anna")


def _act(person: Person, table: Table) -> Answer:
    seat = seat_asked(table)
    return person.act(table, seat, legal(table, seat)[-1])


SPENDING: dict[str, tuple[str, Callable[[Person, Table], Answer], int]] = {
    "guests": ("visitors", lambda p, t: Person().post("/play/spada"), 302),
    "play now": ("tables", lambda p, t: p.post("/play/spada"), 302),
    "new tables": ("tables", lambda p, t: p.request_table(["me", "here", "here"]), 302),
    "copies": ("tables", lambda p, t: p.post(f"/t/{t.slug}/copy"), 302),
    "actions": ("actions", _act, 200),
    "why": ("actions", lambda p, t: p.send(t, "why", {"seat": "0", "action": "pass"}), 200),
    "standing": ("actions", lambda p, t: p.send(t, "standing", {"seat": "0"}), 200),
    "talk": ("talk", lambda p, t: p.talk(t, "hello"), 200),
    "notes": ("talk", lambda p, t: p.send(t, "notes", {"text": "hello"}), 200),
    "imports": ("imports", lambda p, t: import_of(p, a_record()), 302),
}


@pytest.mark.parametrize("kind", SPENDING)
def test_requests_beyond_the_rate_limit(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    what, do, status = SPENDING[kind]
    person = Person()
    table = person.open("me", "here", "here")
    Count.objects.all().delete()
    monkeypatch.setitem(limits.LIMITS, what, (2, 60))
    assert [do(person, table).status_code for _ in range(2)] == [status] * 2
    before = Table.objects.count(), Talk.objects.count(), len(log_of(table))
    answer = do(person, table)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert (Table.objects.count(), Talk.objects.count(), len(log_of(table))) == before


def test_reading_is_never_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Person().play_now()
    for what in limits.LIMITS:
        monkeypatch.setitem(limits.LIMITS, what, (0, 60))
    stranger = Person()
    for _ in range(5):
        assert stranger.state(table)
        assert stranger.page(table)
    assert Visitor.objects.count() == 1


# -- a locked database ---------------------------------------------------------------------------

LOCKED = {
    "writing": (sittings, "_write"),
    "counting": (limits, "spend"),
    "reading": (table_pages, "page_of"),
}


@pytest.mark.parametrize("where", LOCKED)
def test_a_locked_database_says_try_again(
    where: str, monkeypatch: pytest.MonkeyPatch, locked: Callable[..., None]
) -> None:
    host = Person()
    table = host.open("me", "here", "here")
    seat = seat_asked(table)
    monkeypatch.setattr(*LOCKED[where], locked)
    answer = host.act(table, seat, "pass")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert problem(answer)


def test_a_locked_database_on_a_page(
    monkeypatch: pytest.MonkeyPatch, locked: Callable[..., None]
) -> None:
    host = Person("it")
    table = host.open("me", "here", "here")
    monkeypatch.setattr(table_pages, "place_at", locked)
    answer = host.get(f"/t/{table.slug}")
    assert answer.status_code == 503
    assert '<html lang="it"' in answer.content.decode()


def test_a_database_locked_from_the_beginning(
    monkeypatch: pytest.MonkeyPatch, locked: Callable[..., None]
) -> None:
    host = Person("it")
    table = host.play_now()
    monkeypatch.setattr(authentication, "query", locked)
    answer = host.get(f"/t/{table.slug}")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert '<html lang="it"' in answer.content.decode()


def test_the_actions_of_a_list_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list is one request; it must not be a way to fill the disk."""
    person = Person()
    table = person.open("me", "here", "here")
    seat = seat_asked(table)
    monkeypatch.setitem(limits.LIMITS, "lines", (4, 60))
    adding = [action for action in legal(table, seat) if action.startswith("add ")][:2]
    assert person.act(table, seat, *adding).status_code == 200
    assert person.act(table, seat, *["add grain"] * 3).status_code == 429
    # a single action does not count as a list
    assert person.act(table, seat, "bid").status_code in (200, 422)


def test_caches_of_long_games_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    sittings.forget()
    person = Person()
    monkeypatch.setattr(sittings, "KEPT_LINES", 3)
    for _ in range(4):
        table = person.open("me", "here", "here")
        for _ in range(2):
            _act(person, table)
    assert sum(len(kept.log) for kept in sittings._kept.values()) <= 3
    assert len(sittings._kept) >= 1
