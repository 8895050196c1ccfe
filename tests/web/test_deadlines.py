"""Deadlines: set with the turn, announced in time, and what happens after them."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chancery import games
from chancery.core import Action
from chancery.web.base.moments import remind_at
from chancery.web.identity.models import Visitor
from chancery.web.outbox.models import Channel, Notice
from chancery.web.play import deadlines
from chancery.web.tables import sittings, turns
from chancery.web.tables.models import Entry, Seat, Table, Work
from chancery.web.tables.opening import begin
from tests.web.people import (
    Answer,
    Person,
    at_once,
    legal,
    log_of,
    problem,
    run_bots,
    seat_asked,
    sitting_of,
)
from tests.web.test_lobby import company, member, seat, table_hosted, visitor, waiting

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def pass_time(time: timedelta) -> None:
    """Let so much time pass."""
    Seat.objects.exclude(due=None).update(due=F("due") - time, remind=F("remind") - time)
    Entry.objects.exclude(due=None).update(due=F("due") - time)


def handle_deadlines() -> int:
    """Handle all deadlines that are due; return how many."""
    return sum(1 for _ in iter(deadlines.run_once, False))


def two_at_a_table(lapse: str = "bot", days: str = "2") -> tuple[Person, Person, Table]:
    """Open a table where Anna has to decide and Bruno waits."""
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(
        anna, "me", "open", "bot:random", days=days, lapse=lapse, **{"option-counsellor": "yellow"}
    )
    bruno.sit(table, 1)
    company(anna, table, "start")
    assert seat_asked(table) == 0
    for name in ("Anna", "Bruno"):
        Channel.objects.create(
            account=visitor(name).account, kind="hook", address=f"https://example.org/{name}"
        )
    return anna, bruno, table


def about(name: str) -> list[str]:
    """Return the kinds of the notices for an account."""
    found = Notice.objects.filter(channel__account__username=name)
    return sorted(found.values_list("kind", flat=True))


# -- setting them -------------------------------------------------------------------------------


def test_a_deadline_begins_with_the_start_and_follows_the_turn() -> None:
    anna, bruno, table = two_at_a_table()
    assert timedelta(hours=47) < seat(table, 0).due - timezone.now() <= 2 * DAY
    assert seat(table, 1).due is None
    assert "<time" in anna.state(table)["parts"]["seats"]
    assert "<time" in bruno.state(table)["parts"]["seats"]  # both may know
    while seat_asked(table) == 0:
        assert anna.act(table, 0, legal(table, 0)[-1]).status_code == 200
    assert seat(table, 0).due is None
    run_bots()
    people = {0: anna, 1: bruno}
    asked = seat_asked(table)
    assert seat(table, asked).due is not None
    assert seat(table, 1 - asked).due is None
    assert people[asked].state(table)["asked"] == [asked]


def test_no_deadline_without_a_pace() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "bot:random")
    bruno.sit(table, 1)
    company(anna, table, "start")
    assert not Seat.objects.exclude(due=None).exists()
    assert "<time" not in anna.state(table)["parts"]["seats"]


def test_hidden_steps_do_not_move_the_clock() -> None:
    """Otherwise the steps of a half-made bid could be counted."""
    anna, _, table = two_at_a_table()
    pass_time(DAY)
    before = seat(table, 0).due
    bid = next(text for text in legal(table, 0) if text.startswith("add"))
    version = Table.objects.get(pk=table.pk).version
    assert anna.act(table, 0, bid).status_code == 200
    assert Table.objects.get(pk=table.pk).version == version
    assert seat(table, 0).due == before


# -- taking back --------------------------------------------------------------------------------


def take_back(person: Person, table: Table, seat: int, whole: bool = False) -> Answer:
    """Take back the last action of a seat."""
    body = {"seat": str(seat), "question": sitting_of(table).undo_number(seat), "whole": whole}
    return person.send(table, "undo", body)


@pytest.mark.postgres
def test_undo_restores_the_deadline() -> None:
    anna, _, table = two_at_a_table()
    pass_time(DAY)
    before = seat(table, 0).due
    assert anna.act(table, 0, "pass").status_code == 200
    assert (seat(table, 0).due, seat(table, 1).due > before) == (None, True)
    answer = take_back(anna, table, 0)
    assert answer.status_code == 200
    assert f'datetime="{before.isoformat()}"' in answer.json()["parts"]["seats"]
    assert (seat(table, 0).due, seat(table, 1).due) == (before, None)


def test_no_loop_of_actions_and_undos_gives_more_time() -> None:
    anna, bruno, table = two_at_a_table()
    due, rounds = seat(table, 0).due, 0
    while True:
        pass_time(timedelta(hours=1))
        due -= timedelta(hours=1)
        assert anna.act(table, 0, "pass").status_code == 200
        answer = take_back(anna, table, 0)
        if answer.status_code != 200:
            break
        rounds += 1
        assert seat(table, 0).due == due
        assert rounds < 48
    assert rounds == 47
    assert problem(answer) == "The time for that decision has run out: it can’t be undone."
    assert seat_asked(table) == 1
    assert bruno.state(table)["asked"] == [1]


def test_a_decision_after_the_deadline_stands() -> None:
    """The action counts, as no worker has come by; but there is no time to reconsider."""
    anna, _, table = two_at_a_table()
    pass_time(2 * DAY + timedelta(minutes=1))
    assert anna.act(table, 0, "pass").status_code == 200
    assert take_back(anna, table, 0).status_code == 422
    assert seat_asked(table) == 1


def test_undo_of_a_substitute_bots_move_gives_no_time() -> None:
    anna, _, table = two_at_a_table()
    pass_time(2 * DAY)
    assert handle_deadlines() == 1
    table.refresh_from_db()
    sittings.act(table, 0, ["pass"], sitting_of(table).question(0))
    assert company(anna, table, "back").status_code == 200
    assert take_back(anna, table, 0).status_code == 422


def test_a_reminder_is_not_sent_again_for_a_deadline_that_is_restored() -> None:
    anna, _, table = two_at_a_table()
    pass_time(timedelta(hours=37))
    assert handle_deadlines() == 1
    Notice.objects.all().delete()
    assert anna.act(table, 0, "pass").status_code == 200
    assert take_back(anna, table, 0).status_code == 200
    assert handle_deadlines() == 0
    assert about("Anna") == []
    pass_time(timedelta(hours=11))
    assert handle_deadlines() == 1
    assert about("Anna") == ["lapsed"]


def test_a_pending_reminder_is_sent_after_an_undo() -> None:
    anna, _, table = two_at_a_table()
    pass_time(DAY)
    assert anna.act(table, 0, "pass").status_code == 200
    assert take_back(anna, table, 0).status_code == 200
    Notice.objects.all().delete()
    pass_time(timedelta(hours=13))
    assert handle_deadlines() == 1
    assert about("Anna") == ["reminder"]


def test_undo_of_a_line_without_a_stored_deadline() -> None:
    anna, _, table = two_at_a_table()
    assert anna.act(table, 0, "pass").status_code == 200
    Entry.objects.update(due=None)
    assert take_back(anna, table, 0).status_code == 200
    assert timedelta(hours=47) < seat(table, 0).due - timezone.now() <= 2 * DAY


@pytest.mark.parametrize("game", ["friedrich", "revolution", "spada"])
def test_every_undo_restores_the_deadline_before_its_action(game: str) -> None:
    """In random walks of several players, at once or in turns, with an hour per step."""
    rules = games.find(game)
    options = rules.complete_options({})
    table = Table.objects.create(
        game=game, rules=rules.rules, options=dict(options), seed="1757", pace=14 * 86_400
    )
    for number in range(len(rules.seats(options))):
        Seat.objects.create(table=table, number=number, owner=Visitor.objects.create())
    begin(table)
    chance, kept, restored = random.Random(game), dict[int, datetime](), 0
    for _ in range(70):
        pass_time(timedelta(hours=1))
        kept = {line: due - timedelta(hours=1) for line, due in kept.items()}
        table.refresh_from_db()
        sitting, length = sittings.load(table), table.length
        can = [n for n in range(len(sitting.seats)) if sitting.undo_number(n) is not None]
        if can and chance.random() < 0.4:
            number = chance.choice(can)
            was = seat(table, number).due
            sittings.undo(table, number, sitting.undo_number(number))
            entry = sittings.load(table).log[-1]
            if sittings.noticed(sitting.state, sittings.load(table), length):
                was, restored = kept[entry.undoes], restored + 1
            assert abs(seat(table, number).due - was) < timedelta(seconds=30)
        else:
            number = chance.choice(sitting.state.asked).seat
            kept[length] = seat(table, number).due
            actions: list[Action] = []
            trial = sitting.state.clone()
            while len(actions) < 3 and trial.question(number) is not None:
                actions.append(chance.choice(trial.legal(number)))
                trial.apply(actions[-1], number)
            sittings.act(table, number, [str(action) for action in actions], None)
            new = sittings.load(table).log[length:]
            for line, entry in enumerate(new[:-1], length):
                fresh = timezone.now() + timedelta(days=14)
                kept[line + 1] = kept[line] if entry.unnoticed else fresh
        asked = {asked.seat for asked in sittings.load(table).state.asked}
        with_deadline = Seat.objects.filter(table=table, due__isnull=False)
        assert set(with_deadline.values_list("number", flat=True)) == asked
    assert restored > 3


def test_a_deadline_ends_with_the_game() -> None:
    anna, bruno, table = two_at_a_table()
    for number, person in ((0, anna), (1, bruno)):
        body = {"seat": str(number), "agrees": True}
        assert person.send(table, "agree", body).status_code == 200
    assert Table.objects.get(pk=table.pk).closed
    assert not Seat.objects.exclude(due=None).exists()
    assert handle_deadlines() == 0


# -- reminders ------------------------------------------------------------------------------------


def test_one_reminder_at_a_quarter_of_the_time() -> None:
    _, _, table = two_at_a_table()
    Notice.objects.all().delete()
    pass_time(timedelta(hours=35))
    assert handle_deadlines() == 0
    pass_time(timedelta(hours=2))
    assert handle_deadlines() == 1
    assert about("Anna") == ["reminder"]
    assert about("Bruno") == []
    assert handle_deadlines() == 0
    assert seat(table, 0).bot == ""


def test_only_due_deadlines_are_read() -> None:
    """The index contains times: not all deadlines of the site are read."""
    for days in range(2, 7):
        table_with_deadline(timedelta(days=days))
    with CaptureQueriesContext(connection) as asked:
        assert handle_deadlines() == 0
    assert len(asked) == 2
    for statement in asked.captured_queries:
        with connection.cursor() as cursor:
            cursor.execute(statement["sql"])
            assert cursor.fetchall() == []


def table_with_deadline(left: timedelta) -> Table:
    """Open a table where somebody has to decide, with so much time."""
    table = table_hosted(Visitor.objects.create(), started=True, pace=14 * 86_400)
    due = timezone.now() + left
    remind = remind_at(due, 0)  # just before it
    table.seats.filter(number=0).update(due=due, remind=remind, owner=table.host)
    return table


# -- after the deadline ----------------------------------------------------------------------------


def test_a_bot_plays_on_and_its_owner_comes_back() -> None:
    anna, _bruno, table = two_at_a_table()
    Notice.objects.all().delete()
    before = len(log_of(table))
    pass_time(2 * DAY)
    assert handle_deadlines() == 1
    assert about("Anna") == ["lapsed"]
    assert seat(table, 0).bot == "player"
    assert seat(table, 0).abandoned
    assert Work.objects.filter(table=table).exists()
    run_bots()
    assert seat(table, 0).due is None
    assert len(log_of(table)) > before
    state = anna.state(table)
    assert (state["own"], state["away"]) == ([], True)
    assert "Take my seat back" in state["parts"]["question"]
    answer = anna.act(table, 0, "pass", question="bid.1")
    assert answer.status_code == 403
    # nobody else takes it meanwhile
    assert Person().sit(table, 0).status_code == 422
    assert company(anna, table, "back").status_code == 200
    assert anna.state(table)["own"] == [0]
    assert not seat(table, 0).abandoned
    assert company(anna, table, "back").status_code == 403
    if seat_asked(table) == 0:
        assert seat(table, 0).due is not None


def test_coming_back_before_the_bot_has_moved_gives_no_time() -> None:
    """The missed deadline still counts: the player moves at once, or the bot does."""
    anna, _, table = two_at_a_table()
    pass_time(2 * DAY)
    for _ in range(3):
        assert handle_deadlines() == 1
        assert handle_deadlines() == 0  # while the bot plays on
        assert turns.deadlines(table) == {}
        assert seat_asked(table) == 0  # the bot has not moved yet
        assert company(anna, table, "back").status_code == 200
        assert seat(table, 0).due <= timezone.now()
        assert not Work.objects.filter(table=table).exists()
    assert anna.act(table, 0, legal(table, 0)[-1]).status_code == 200  # just in time


def test_coming_back_after_the_bot_has_moved_begins_a_new_deadline() -> None:
    anna, _, table = two_at_a_table()
    pass_time(2 * DAY)
    assert handle_deadlines() == 1
    question = sitting_of(table).question(0)
    while sitting_of(table).question(0) in (question, None):  # the bot moves, and is asked again
        number = seat_asked(table)
        table.refresh_from_db()
        sittings.act(table, number, [legal(table, number)[-1]], None, lambda: None)
    assert seat(table, 0).bot
    assert company(anna, table, "back").status_code == 200
    assert seat(table, 0).due > timezone.now() + DAY


def test_the_seat_is_opened_where_agreed() -> None:
    anna, _bruno, table = two_at_a_table(lapse="open")
    pass_time(2 * DAY)
    assert handle_deadlines() == 1
    assert (seat(table, 0).owner, seat(table, 0).bot) == (None, "")
    assert anna.state(table)["own"] == []
    run_bots()
    assert log_of(table) == []  # nobody plays for her
    carla = member("Carla")
    assert carla.sit(table, 0).status_code == 302
    assert seat(table, 0).due > timezone.now() + DAY
    assert seat(table, 0).player.username == "Anna"  # whose result it is
    assert seat(table, 0).abandoned
    answer = anna.sit(table, 0)
    assert answer.status_code == 422


def test_a_late_player_may_retake_the_open_seat() -> None:
    anna, bruno, table = two_at_a_table(lapse="open")
    pass_time(2 * DAY)
    handle_deadlines()
    answer = bruno.sit(table, 0)  # he knows another hand
    assert answer.status_code == 422
    assert anna.sit(table, 0).status_code == 302
    assert not seat(table, 0).abandoned
    assert anna.state(table)["own"] == [0]


def test_an_action_at_the_last_moment_counts() -> None:
    anna, _, table = two_at_a_table()
    late = seat(table, 0)
    pass_time(2 * DAY)
    while seat_asked(table) == 0:
        assert anna.act(table, 0, legal(table, 0)[-1]).status_code == 200
    late.table = table
    assert not deadlines.lapse(late)
    assert seat(table, 0).bot == ""
    assert anna.state(table)["own"] == [0]


def test_a_damaged_table_does_not_stop_the_clocks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna, bruno, table = two_at_a_table()
    other = waiting(anna, "me", "open", "bot:random", days="1", **{"option-counsellor": "yellow"})
    bruno.sit(other, 1)
    company(anna, other, "start")
    pass_time(3 * DAY)
    Seat.objects.filter(table=table).update(due=F("due") - DAY)  # the spoiled one comes first
    plain = sittings.reschedule

    def spoiled(now: Table, told: bool = True) -> None:
        if now.pk == table.pk:
            raise RuntimeError("a log that does not replay")
        plain(now, told)

    monkeypatch.setattr(sittings, "reschedule", spoiled)
    assert handle_deadlines() == 1
    assert seat(other, 0).bot == "player"
    assert seat(table, 0).bot == ""
    assert "a deadline could not be enforced" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_one_deadline() -> None:
    _, _, table = two_at_a_table()
    Notice.objects.all().delete()
    pass_time(2 * DAY)
    at_once(deadlines.run_once, deadlines.run_once)
    assert about("Anna") == ["lapsed"]
    assert seat(table, 0).bot == "player"


# -- notices that belong to turns ------------------------------------------------------------


def test_turns_are_announced_with_the_action() -> None:
    anna, bruno, table = two_at_a_table()
    Notice.objects.all().delete()
    people = {0: ("Anna", anna), 1: ("Bruno", bruno)}
    for _ in range(4):
        number = seat_asked(table)
        _, person = people[number]
        while not run_bots() and seat_asked(table) == number:
            assert person.act(table, number, legal(table, number)[-1]).status_code == 200
        run_bots()
        name, _ = people[seat_asked(table)]
        if seat_asked(table) != number:
            assert "turn" in about(name)
            return
    raise AssertionError("nobody else was ever asked")


def test_no_notice_where_nobody_else_waits() -> None:
    anna = member("Anna")
    Channel.objects.create(account=visitor("Anna").account, kind="hook", address="https://x.org")
    table = anna.open("me", "bot:random", "bot:random")
    while seat_asked(table) == 0:
        assert anna.act(table, 0, legal(table, 0)[-1]).status_code == 200
    run_bots()
    assert seat_asked(table) == 0
    assert not Notice.objects.exists()


def test_guests_get_no_notices() -> None:
    anna, guest = member("Anna"), Person()
    table = waiting(anna, "me", "open", "bot:random", days="1")
    guest.sit(table, 1)
    assert company(anna, table, "start").status_code == 200
    assert problem(company(guest, table, "start")) == "The game has started already."
    assert not Notice.objects.exists()


def test_invitation_full_table_and_start_are_announced() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    for name in ("Anna", "Bruno"):
        Channel.objects.create(
            account=visitor(name).account, kind="hook", address=f"https://example.org/{name}"
        )
    table = waiting(anna, "me", "invited", "bot:random", names=",Bruno")
    assert about("Bruno") == ["invited"]
    bruno.sit(table, 1)
    assert about("Anna") == ["full"]
    company(anna, table, "start")
    assert "begun" in about("Bruno")
    assert "begun" not in about("Anna")
