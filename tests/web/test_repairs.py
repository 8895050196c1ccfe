"""Repairs: errors of tables are found by replaying, and corrected where possible."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from chancery import games
from chancery.cli.main import main
from chancery.table.refusals import StaleQuestion
from chancery.web.base.refusals import Busy
from chancery.web.identity.models import Account, Rating, Visitor
from chancery.web.operators import repairs
from chancery.web.tables import sittings
from chancery.web.tables.models import Entry, Seat, Table, Work
from tests.web.logs import random_sitting, store_as_table
from tests.web.people import Person, legal, log_of, run_bots, seat_asked, sitting_of

pytestmark = pytest.mark.django_db
Run = Callable[..., tuple[int, str, str]]
LINES = 40


@pytest.fixture
def person() -> Person:
    """Return a person with an account."""
    made = Person()
    made.play_now()
    Table.objects.all().delete()
    return made


def owner(person: Person) -> Visitor:
    return Visitor.objects.get(key=person.client.cookies["chancery-visitor"].value)


def problems(*tables: Table) -> list[str]:
    """Return the problems found, without the table."""
    looked = list(repairs.check([table.slug for table in tables]))
    assert looked
    return [str(problem) for look in looked for problem in look.problems]


def move(person: Person, table: Table) -> None:
    """Answer the open question by the page."""
    seat = seat_asked(table)
    assert person.act(table, seat, legal(table, seat)[0]).status_code == 200


# -- finding -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.names())
def test_sound_tables_have_no_findings(game: str, person: Person) -> None:
    running = store_as_table(random_sitting(game, 60), owner(person))
    finished = store_as_table(random_sitting(game), owner(person))
    assert finished.over
    closed = store_as_table(random_sitting(game, 5), owner(person))
    assert repairs.close(closed)
    fresh = store_as_table(random_sitting(game, 0), owner(person))
    waiting = store_as_table(random_sitting(game, 0), owner(person), "random")
    Table.objects.filter(pk=waiting.pk).update(started=False, asked="")
    Work.objects.filter(table=waiting).delete()
    assert problems(running, finished, closed, fresh, waiting) == []


def test_playing_bots_are_not_reported() -> None:
    table = Person().open("me", "bot:random", "bot:random", options={"counsellor": "white"})
    assert Work.objects.filter(table=table).exists()
    assert problems(table) == []
    run_bots()
    assert log_of(table)
    assert problems(table) == []


def columns(**values: Any) -> Callable[[Table], None]:
    def set_(table: Table) -> None:
        Table.objects.filter(pk=table.pk).update(**values)

    return set_


def no_work(table: Table) -> None:
    assert Work.objects.filter(table=table).delete()[0]


def long_lease(table: Table) -> None:
    Work.objects.filter(table=table).update(lease_until=timezone.now() + timedelta(hours=1))


DAMAGES: dict[str, tuple[Callable[[Table], None], str]] = {
    "too short": (columns(length=LINES - 3), "Lines in the log: 40; according to the table: 37."),
    "too long": (columns(length=LINES + 2), "Lines in the log: 40; according to the table: 42."),
    "over": (columns(over=True), "The table says that the game is over, but it is not."),
    "asked": (columns(asked=" 0 1 2 "), "The table is wrong about whose turn it is."),
    "nobody asked": (columns(asked=""), "The table is wrong about whose turn it is."),
    "no work": (no_work, "It is a bot’s turn, but the bots do not know it."),
    "lease": (long_lease, "A bot process has taken the table and does not release it."),
}


def bots_turn(person: Person) -> Table:
    """Create a table in the middle of a game where a bot has to move."""
    sitting = random_sitting("spada", LINES)
    table = store_as_table(sitting, owner(person))
    seat = sitting.state.asked[0].seat
    Seat.objects.filter(table=table, number=seat).update(owner=None, bot="random")
    columns(seating=F("seating") + 1)(table)
    Work.objects.create(table=table)
    assert problems(table) == []
    return table


@pytest.mark.parametrize("damage", DAMAGES)
def test_wrong_rows_are_found_and_corrected(damage: str, person: Person, run: Run) -> None:
    table = bots_turn(person)
    version = Table.objects.get(pk=table.pk).version
    spoil, said = DAMAGES[damage]
    spoil(table)
    assert problems(table) == [said]
    assert run("check", f"/t/{table.slug}")[:2] == (
        1,
        f"{table.slug}: {said}\nTables checked: 1; with problems: 1.\n",
    )
    code, out, _ = run("repair", f"/t/{table.slug}")
    assert (code, out) == (0, f"Repaired: {said}\n")
    assert problems(table) == []
    assert Table.objects.get(pk=table.pk).version > version
    assert Work.objects.get(table=table).lease_until is None
    assert run("repair", f"/t/{table.slug}")[:2] == (0, "There is nothing to repair.\n")
    assert run_bots()
    length = len(log_of(table))
    assert length > LINES
    move(person, table)
    assert len(log_of(table)) == length + 1
    assert problems(table) == []


def test_a_missing_end_is_written(person: Person) -> None:
    table = store_as_table(random_sitting("revolution"), owner(person))
    columns(over=False, asked=" 1 ", finished=None)(table)
    found = problems(table)
    assert found[0] == "The game is over, but the table does not say so."
    assert not repairs.repair(table.pk).left
    now = Table.objects.get(pk=table.pk)
    assert now.over
    assert now.finished is not None
    assert now.asked.split() == []
    result = sitting_of(table).state.result
    ranks = Seat.objects.filter(table=table).values_list("rank", "points")
    assert list(ranks) == list(zip(result.ranks, result.points, strict=True))


def test_a_table_with_an_invalid_set_up(person: Person, run: Run) -> None:
    table = store_as_table(random_sitting("spada", 3), owner(person))
    set_up, gone = "The game cannot be set up (", "The game whist is not installed, or cannot be "
    for spoil, begins in (
        (columns(options={"players": 99}), set_up),
        (columns(rules=99), set_up),
        (columns(game="whist"), gone),
    ):
        spoil(table)
        (said,) = problems(table)
        assert said.startswith(begins)
        assert run("repair", f"/t/{table.slug}", "--cut")[:2] == (1, f"Not repaired: {said}\n")
    missing = store_as_table(random_sitting("spada", 3), owner(person))
    Seat.objects.filter(table=missing, number=1).delete()
    assert problems(missing) == ["Seats are missing, or there are too many."]
    assert repairs.repair(missing.pk, cut=True).left


# -- a log that does not replay ------------------------------------------------------------------


def line(number: int, **values: Any) -> Callable[[Table], None]:
    def spoil(table: Table) -> None:
        assert Entry.objects.filter(table=table, number=number).update(**values)

    return spoil


def lost(table: Table) -> None:
    Entry.objects.filter(table=table, number=30).delete()


def more_chance(table: Table) -> None:
    entry = Entry.objects.get(table=table, number=30)
    entry.luck = [*entry.luck, 1]
    entry.save()


BROKEN: dict[str, Callable[[Table], None]] = {
    "no such action": line(30, action="surrender everything"),
    "not legal": line(30, action="attack black"),
    "another seat": line(30, seat=7),
    "an undo of nothing": line(0, action=""),
    "too much chance": more_chance,
    "lost": lost,
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_log_that_does_not_replay(broken: str, person: Person, run: Run) -> None:
    sitting = random_sitting("spada", LINES)
    table = store_as_table(sitting, owner(person))
    BROKEN[broken](table)
    stored = Entry.objects.filter(table=table).count()
    place = 0 if broken == "an undo of nothing" else 30
    found = problems(table)
    word = "is missing." if broken == "lost" else "can’t be replayed ("
    assert found[0].startswith(f"Line {place + 1} of the log {word}")
    assert not any(
        entry.action.text in said for said in found for entry in sitting.log if entry.action
    )
    rows = list(Table.objects.values()), list(Entry.objects.values())
    code, out, _ = run("repair", f"/t/{table.slug}")
    assert code == 1
    assert out.endswith("--cut cuts a log off where it can no longer be replayed.\n")
    assert (list(Table.objects.values()), list(Entry.objects.values())) == rows
    code, out, _ = run("repair", f"/t/{table.slug}", "--cut")
    assert code == 0
    file = out.splitlines()[0].removeprefix("The part that was cut off is in ").rstrip(".")
    kept = json.loads(Path(file).read_text("utf-8"))
    assert stat.S_IMODE(Path(file).stat().st_mode) == 0o600
    numbers = [entry["number"] for entry in kept["lines"]]
    assert numbers == [n for n in range(place, LINES) if broken != "lost" or n != place]
    assert kept["table"] == table.slug
    assert len(numbers) + place == stored
    assert len(log_of(table)) == place
    assert problems(table) == []
    assert sitting_of(table).state.digest() == sitting.at(place).digest()
    move(person, table)
    assert len(log_of(table)) == place + 1
    assert problems(table) == []


def test_caches_of_a_truncated_log_are_invalidated(person: Person) -> None:
    sitting = random_sitting("spada", LINES)
    table = store_as_table(sitting, owner(person))
    assert len(sittings.load(table).log) == LINES
    elsewhere = dict(sittings._kept)  # another process still has the lines that are cut
    line(LINES - 2, action="surrender everything")(table)
    repairs.repair(table.pk, cut=True)
    while Table.objects.get(pk=table.pk).length < LINES:
        seat = seat_asked(table)
        move_ = next(a for a in legal(table, seat) if a != sitting.log[LINES - 2].action.text)
        assert person.act(table, seat, move_).status_code == 200
    sittings.forget()
    digest = sitting_of(table).state.digest()
    assert digest != sitting.state.digest()
    sittings.forget()
    sittings._kept.update(elsewhere)
    assert sitting_of(table).state.digest() == digest


def test_an_action_during_truncation_is_refused(person: Person) -> None:
    table = store_as_table(random_sitting("spada", LINES), owner(person))
    seat = seat_asked(table)
    action, question = legal(table, seat)[0], sittings.load(table).question(seat)
    line(LINES - 5, action="surrender everything")(table)
    repairs.repair(table.pk, cut=True)
    with suppress(StaleQuestion):  # unless it is asked again
        sittings.act(table, seat, [action], question)
    assert problems(table) == []


def test_an_action_during_a_repair(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    table = store_as_table(random_sitting("spada", LINES), owner(person))
    columns(asked=" 0 1 2 ")(table)
    looked = repairs.check_table

    def slowly(key: int) -> repairs.Checked:
        found = looked(key)
        move(person, table)
        return found

    monkeypatch.setattr(repairs, "check_table", slowly)
    length = Table.objects.get(pk=table.pk).length
    with pytest.raises(Busy):
        repairs.repair(table.pk)
    assert len(log_of(table)) == length + 1


def test_a_truncated_result_no_longer_counts(person: Person) -> None:
    table = store_as_table(random_sitting("revolution"), owner(person))
    columns(counted=True, pace=3600)(table)
    line(table.length - 1, action="surrender everything")(table)
    mended = repairs.repair(table.pk, cut=True)
    assert "recalculates the ratings" in str(mended.done[-1])
    now = Table.objects.get(pk=table.pk)
    assert (now.over, now.counted, now.finished) == (False, False, None)
    asked = [asked.seat for asked in sitting_of(table).state.asked]
    for seat in Seat.objects.filter(table=table):
        assert seat.rank is None
        assert (seat.due is not None) == (seat.number in asked)


def test_missing_actors_are_filled_in(person: Person) -> None:
    table = store_as_table(random_sitting("friedrich", 30), owner(person))
    columns(asked=None)(table)
    assert problems(table) == []
    assert repairs.note_turns() == 1
    asked = [str(asked.seat) for asked in sitting_of(table).state.asked]
    assert Table.objects.get(pk=table.pk).asked.split() == asked
    assert repairs.note_turns() == 0


# -- the other verbs -----------------------------------------------------------------------------


def test_listing_tables(run: Run) -> None:
    host = Person()
    host.post("/account/join", {"name": "Keith", "password": "ein-langes-Kennwort-1757"})
    host._token = ""
    first = host.open("me", "open", "bot:random")
    second = Person().play_now("friedrich")
    columns(touched=timezone.now() - timedelta(days=3), started=False)(second)
    rows = json.loads(run("tables", "--json")[1])
    assert [row["table"] for row in rows] == [first.slug, second.slug]
    assert rows[0]["seats"] == [
        {"name": "Keith", "person": True, "account": "Keith", "bot": ""},
        {"name": "", "person": False, "account": None, "bot": ""},
        {"name": "", "person": False, "account": None, "bot": "random"},
    ]
    assert (rows[0]["state"], rows[1]["state"]) == ("running", "waiting")
    text = json.dumps(rows)
    assert not [table for table in (first, second) if table.seed in text]
    assert not [table for table in (first, second) if table.invitation in text]

    def found(*options: str) -> list[str]:
        return [row["table"] for row in json.loads(run("tables", "--json", *options)[1])]

    assert found("--game", "friedrich") == [second.slug]
    assert found("--running") == [first.slug]
    assert found("--waiting") == [second.slug]
    assert found("--over") == []
    assert found("--idle", "2") == [second.slug]
    assert found("--idle", "4") == []
    out = run("tables")[1]
    assert first.slug in out
    assert "Keith" in out
    assert run("tables", "--idle", "nan")[0] == 2
    assert run("tables", "--running", "--over")[0] == 2


def test_a_table_is_named_by_its_address_too(run: Run) -> None:
    table = Person().play_now()
    Table.objects.filter(pk=table.pk).update(slug="-W3_x")
    good = (0, "Tables checked: 1; everything is in order.\n")
    for name in ("/t/-W3_x", "https://games.example.org/t/-W3_x?invitation=a/b", "/t/-W3_x/"):
        assert run("check", name)[:2] == good
    assert run("check", "--", "-W3_x")[:2] == good
    assert run("check", "-W3_x")[0] == 2


def test_wrong_usage(run: Run) -> None:
    for arguments in (["check", "nowhere"], ["repair", "nowhere"]):
        code, _, err = run(*arguments)
        assert (code, err) == (2, "There is no table nowhere.\n")
    assert run()[0] == 2
    assert run("check")[:2] == (0, "Tables checked: 0; everything is in order.\n")


def test_creating_a_superuser(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answers(*given: str) -> None:
        replies: Iterator[str] = iter(given)

        def ask(prompt: str) -> str:
            asked.append(prompt)
            return next(replies)

        monkeypatch.setattr("chancery.cli.admin.getpass", SimpleNamespace(getpass=ask))

    answers("ein-langes-Kennwort-1757", "ein-anderes-Kennwort-1757")
    assert run("superuser", "Keith")[0] == 1
    answers("kurz", "kurz")
    code, _, err = run("superuser", "Keith")
    assert code == 1
    assert "at least 10" in err
    answers("password1234", "password1234")
    assert "common" in run("superuser", "Keith", "--mail", "keith@example.org")[2]
    answers("ein-langes-Kennwort-1757", "ein-langes-Kennwort-1757")
    assert run("superuser", "Keith", "--mail", "nobody")[0] == 1
    assert not Account.objects.exists()
    answers("ein-langes-Kennwort-1757", "ein-langes-Kennwort-1757")
    code, out, _ = run("superuser", "Keith", "--mail", "keith@example.org")
    assert (code, out) == (0, "Keith can open /admin/ now.\n")
    made = Account.objects.get()
    assert made.is_staff
    assert made.is_superuser
    assert made.email == "keith@example.org"
    assert made.check_password("ein-langes-Kennwort-1757")
    assert asked[:2] == ["Password: ", "Repeat the password: "]
    # an existing account
    Account.objects.update(is_staff=False, is_superuser=False)
    assert run("superuser", "KEITH")[0] == 0
    assert Account.objects.get().is_superuser
    assert Account.objects.get().password == made.password


def test_a_password_is_read_from_a_pipe(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    piped = SimpleNamespace(readline=lambda: "ein-langes-Kennwort-1757\n")
    monkeypatch.setattr("chancery.cli.admin.sys", SimpleNamespace(stdin=piped))
    assert run("superuser", "Keith", "--stdin")[0] == 0
    assert Account.objects.get().check_password("ein-langes-Kennwort-1757")


def test_ratings_are_recounted(run: Run) -> None:
    players = [Account.objects.create(username=name) for name in ("Anna", "Bruno")]
    table = store_as_table(random_sitting("spada"))
    for number, player in enumerate(players):
        Seat.objects.filter(table=table, number=number).update(player=player)
    columns(rated=True, counted=True)(table)
    Rating.objects.create(game="spada", account=players[0], mu=1000, sigma=1)
    assert run("ratings")[:2] == (0, "Results counted: 1.\n")
    assert Table.objects.get(pk=table.pk).counted
    assert Rating.objects.filter(account__isnull=False).count() == 2
    assert Rating.objects.get(account=players[0]).mu < 100


def test_without_the_web_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chancery.cli.site.find_spec", lambda name: None)
    for verb in (["check"], ["superuser", "Keith"], ["backup", "x.zip"], ["upgrade"]):
        code, _, err = run(*verb)
        assert code == 2
        assert err == "The site needs more packages: pip install 'chancery-games[web]'.\n"
    assert main(["serve"]) == 2


def test_a_database_that_does_not_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch, locked: Callable[..., None]
) -> None:
    monkeypatch.setattr(repairs, "check", locked)
    assert run("check") == (2, "", "The database says: database is locked\n")
