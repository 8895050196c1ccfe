"""When bots move: their timing betrays nothing about their choices."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from chancery import bots
from chancery.games import find
from chancery.table import Sitting
from chancery.web.identity.models import Visitor
from chancery.web.play import opponents, worker
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table, Work
from chancery.web.tables.opening import begin
from tests.web.people import Person, legal, log_of, run_bots, seat_asked, sitting_of

pytestmark = pytest.mark.django_db
PACE, MASTER_PACE = 200.0, 600.0  # seconds: no machine takes that long for a move
MANY, ONE = "0", "8"  # the seeds deal a bid with several answers, and with one


@pytest.fixture(autouse=True)
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PACE", PACE)
    monkeypatch.setattr(worker, "MASTER_PACE", MASTER_PACE)


def bid_of(kind: str, dealt: str) -> Table:
    """Create a table where the bot at seat 1 has to bid; seat 0 sees the same for any deal."""
    sitting, chance = Sitting(find("spada"), {"players": 3}, "0"), random.Random(0)
    for _ in range(44):
        asked = chance.choice(sitting.state.asked)
        sitting.act(asked.seat, chance.choice(sitting.state.legal(asked.seat)))
    state = sitting.game.sample(sitting.state.view(0), dealt)
    assert state.view(0).plain() == sitting.state.view(0).plain()
    table = Table.objects.create(
        game="spada", rules=state.rules, options=dict(state.options), position=state.plain()
    )
    owner = Visitor.objects.create()
    for number, bot in enumerate(("", kind, "")):
        Seat.objects.create(table=table, number=number, bot=bot, owner=None if bot else owner)
    begin(table)
    table.refresh_from_db()
    return table


def waits(table: Table) -> timedelta:
    """Return how long the bot's move waits after the last visible change."""
    work = Work.objects.get(table=table)
    assert work.after is not None
    return work.after - work.begun


def time_passes(table: Table) -> None:
    """Let the time of the bot's move come."""
    now = timezone.now()
    Work.objects.filter(table=table).update(after=now, begun=now - timedelta(seconds=MASTER_PACE))


@pytest.mark.parametrize(("kind", "pace"), [("master", MASTER_PACE), ("player", PACE)])
def test_a_forced_answer_takes_as_long_as_a_choice(
    kind: str, pace: float, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.THINKERS = 1
    monkeypatch.setattr(find("spada").search_hooks, "budget", 200)
    tables = [bid_of(kind, dealt) for dealt in (MANY, ONE)]
    assert [len(legal(table, 1)) > 1 for table in tables] == [True, False]
    thinks = kind == "master"
    if thinks:  # handed over to processes that search
        assert all(worker.run_once(False) for _ in tables)
    assert all(worker.run_once(thinks) for _ in tables)
    assert [log_of(table) for table in tables] == [[], []]
    assert [waits(table) for table in tables] == [timedelta(seconds=pace)] * 2
    assert not worker.run_once(thinks)


@pytest.mark.postgres
def test_a_computed_move_is_played_without_computing_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = bid_of("player", MANY)
    assert worker.run_once()
    plan = Work.objects.get().plan
    time_passes(table)
    make = bots.make

    def after_that(*about: Any) -> Any:
        assert log_of(table), "it thinks again"
        return make(*about)

    monkeypatch.setattr(bots, "make", after_that)
    assert worker.run_once()
    assert log_of(table) == [f"1 {action}" for action in plan["actions"]]


@pytest.mark.parametrize("taken", [0.0, 0.001, 0.33, 1.49, 1.5])
def test_moves_faster_than_the_pace_are_played_at_the_same_time(taken: float) -> None:
    begun = datetime(2026, 1, 1)
    assert worker.due(begun, 1.5, begun + timedelta(seconds=taken)) - begun == timedelta(
        seconds=1.5
    )


def test_slower_moves_wait_for_a_multiple_of_the_pace() -> None:
    begun = datetime(2026, 1, 1)
    moments = [worker.due(begun, 1.5, begun + timedelta(seconds=s)) for s in (1.6, 2.9, 3.1)]
    assert [(moment - begun).total_seconds() for moment in moments] == [3.0, 3.0, 4.5]


def test_a_clock_that_was_set_back_keeps_nobody_waiting() -> None:
    now = datetime(2026, 1, 1)
    assert worker.due(now + timedelta(days=1), 1.5, now) == now + timedelta(seconds=1.5)


class Piecemeal:
    """A bot that adds cards to its bid one by one, deciding anew each time."""

    def __init__(self, game: Any, seed: str) -> None:
        pass

    def plan(self, view: Any, asked: Any, legal: Any, dice: Any) -> Any:
        more = [action for action in legal if action.text.startswith("add")]
        return [more[0] if more else legal[-1]]


def test_hidden_steps_of_a_choice_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of cards that a bot has added cannot be counted by a clock."""
    monkeypatch.setitem(find("spada").bots, "steward", Piecemeal)
    table = Person().open("bot:steward", "me", "here", options={"counsellor": "yellow"})
    version = table.version
    assert worker.run_once()
    hidden = log_of(table)
    assert len(hidden) > 1
    assert all(line.startswith("0 add") for line in hidden)
    assert Table.objects.get(pk=table.pk).version == version
    assert waits(table) == timedelta(seconds=PACE)
    time_passes(table)
    assert worker.run_once()
    assert log_of(table)[: len(hidden)] == hidden
    assert len(log_of(table)) == len(hidden) + 1


@pytest.mark.postgres
def test_the_pace_counts_from_the_last_visible_change() -> None:
    person = Person()
    table = person.open("me", "bot:player", "bot:player", options={"counsellor": "yellow"})
    hidden = next(text for text in legal(table, 0) if text.startswith("add"))
    assert person.act(table, 0, hidden).status_code == 200
    assert not Work.objects.exists()
    while seat_asked(table) == 0:
        before = timezone.now()
        assert person.act(table, 0, legal(table, 0)[-1]).status_code == 200
    assert before <= Work.objects.get().begun <= timezone.now()
    assert worker.run_once()
    assert seat_asked(table) == 1
    time_passes(table)
    before = timezone.now()
    assert worker.run_once()
    assert seat_asked(table) == 2
    assert before <= Work.objects.get().begun <= timezone.now()  # from which the next move is timed
    assert waits(table) == timedelta(seconds=PACE)


def test_a_plan_is_bound_to_position_and_player() -> None:
    table = bid_of("player", MANY)
    assert worker.run_once()
    plan, sitting = Work.objects.get().plan, sitting_of(table)
    kept = opponents.next_move(sitting, table, plan)
    assert kept is not None
    assert kept.kept
    assert kept[:2] == opponents.next_move(sitting, table)[:2]
    for changed in ({"seating": -1}, {"seen": ""}, {"question": "bid.99"}):
        other = opponents.next_move(sitting, table, plan | changed)
        assert other is not None
        assert not other.kept
    sittings.reload_seats(table)
    table.refresh_from_db()
    assert not opponents.next_move(sitting_of(table), table, plan).kept


def test_an_undone_question_is_not_answered() -> None:
    person = Person()
    table = person.open("me", "bot:player", "bot:player", options={"counsellor": "yellow"})
    assert person.act(table, 0, "pass").status_code == 200
    assert worker.run_once()
    body = {"seat": "0", "question": sitting_of(table).undo_number(0)}
    assert person.send(table, "undo", body).status_code == 200
    assert not Work.objects.exists()
    assert run_bots() == 0
    assert log_of(table) == ["0 pass", "0 "]


def test_without_a_pace_bots_move_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PACE", 0)
    table = bid_of("player", MANY)
    assert worker.run_once()
    assert log_of(table)
