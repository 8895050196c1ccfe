"""Replay, download, import and copies; long tables after a restart."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from chancery.games import find
from chancery.table import Sitting, record
from chancery.table.bot_players import answer
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table
from tests.web.logs import store_as_table
from tests.web.people import Person, legal, log_of, run_bots, seat_asked, sitting_of, table_at
from tests.web.test_hostile_input import import_of

pytestmark = pytest.mark.django_db


def long_sitting(seed: str = "a long game", most: int = 10_000) -> Sitting:
    """Play a game between bots, to the end or up to a length."""
    game = find("spada")
    sitting = Sitting(game, {"players": 4}, seed)
    while sitting.state.asked and len(sitting.log) < most:
        seat = sitting.state.asked[0].seat
        sitting.act(seat, answer(sitting, seat, "steward", seed)[0])
    return sitting


def steps_of(person: Person, table: Table) -> int:
    """Return the last step that a person may see."""
    page = person.get(f"/t/{table.slug}/replay/999999").content.decode()
    return int(re.findall(r"/replay/(\d+)", page)[-1])


def test_a_finished_game_is_stepped_through_from_end_to_end() -> None:
    guest = Person()
    sitting = long_sitting()
    table = Table.objects.get(slug=import_of(guest, record.dumps(sitting)).url.split("/")[2])
    assert steps_of(Person(), table) == len(sitting.log)
    for step in (0, 1, len(sitting.log) // 2, len(sitting.log)):
        page = guest.get(f"/t/{table.slug}/replay/{step}").content.decode()
        assert f'name="step" value="{step}"' in page


def test_a_running_game_shows_only_what_the_reader_saw() -> None:
    host, spectator = Person(), Person()
    table = host.open("me", "here", "here")
    assert steps_of(spectator, table) == 0
    seat = seat_asked(table)
    card = next(text for text in legal(table, seat) if text.startswith("add"))
    host.act(table, seat, card)
    assert steps_of(spectator, table) == 0  # a half-made choice
    host.act(table, seat, "bid")
    assert len(log_of(table)) == 2
    assert steps_of(spectator, table) == 1


@pytest.mark.parametrize("step", ["-1", "x", "1.5", "9" * 5000])
def test_invalid_steps(step: str) -> None:
    table = Person().play_now()
    assert Person().get(f"/t/{table.slug}/replay/{step}").status_code == 404


@pytest.mark.parametrize("step", ["²", "9" * 5000])
def test_a_copy_at_a_step_in_foreign_digits(step: str) -> None:
    host = Person()
    table = host.play_now()
    assert host.post(f"/t/{table.slug}/copy", {"step": step}).status_code < 500


def test_a_finished_game_is_copied_at_any_step_and_played_on() -> None:
    guest = Person()
    sitting = long_sitting()
    source = Table.objects.get(slug=import_of(guest, record.dumps(sitting)).url.split("/")[2])
    copy = table_at(guest.post(f"/t/{source.slug}/copy", {"step": "40"}))
    assert copy.private
    assert len(log_of(copy)) == 40
    assert sitting_of(copy).state == sitting.at(40)
    assert guest.state(copy)["own"] == [0, 1, 2, 3]
    seat = seat_asked(copy)
    assert guest.act(copy, seat, legal(copy, seat)[-1]).status_code == 200
    assert len(log_of(copy)) == 41
    assert len(log_of(source)) == len(sitting.log)


def test_a_copy_asks_the_same_question_after_a_restart() -> None:
    guest = Person()
    source = import_of(guest, record.dumps(long_sitting(most=60))).url.split("/")[2]
    table = Table.objects.get(slug=source)
    seat = seat_asked(table)
    before = sitting_of(table).question(seat)
    sittings.forget()
    assert sitting_of(table).question(seat) == before


def test_a_record_survives_export_and_import() -> None:
    guest = Person()
    text = record.dumps(long_sitting())
    slug = import_of(guest, text).url.split("/")[2]
    again = record.loads(guest.get(f"/t/{slug}/record").content.decode(), find)
    assert again.state == record.loads(text, find).state
    slug = import_of(guest, guest.get(f"/t/{slug}/record").content).url.split("/")[2]
    assert sitting_of(Table.objects.get(slug=slug)).state == again.state


def test_a_record_says_who_was_a_bot() -> None:
    host = Person()
    table = store_as_table(long_sitting())
    assert "bots" not in host.get(f"/t/{table.slug}/record").json()
    Seat.objects.filter(table=table, number=1).update(bot="steward")
    sittings.forget()
    data = host.get(f"/t/{table.slug}/record").json()
    assert data["bots"] == [None, "steward", None, None]


def test_a_long_table_opens_with_empty_caches(
    record_property: Callable[[str, object], None],
) -> None:
    guest = Person()
    first = guest.open("me", "bot:steward", "bot:steward", "bot:steward")
    sitting = long_sitting(first.seed)
    table = Table.objects.create(
        game="spada", rules=first.rules, options=first.options, seed=first.seed
    )
    for seat in first.seats.all():
        Seat.objects.create(table=table, number=seat.number, owner=seat.owner, bot=seat.bot)
    sittings.store(table, sitting)
    assert len(sitting.log) > 200
    guest.state(first)
    sittings.forget()
    began = time.perf_counter()
    state = guest.state(table)
    milliseconds = (time.perf_counter() - began) * 1000
    record_property("cold_ms", round(milliseconds))
    print(f"{len(sitting.log)} actions, cold: {milliseconds:.0f} ms")
    assert state["over"]
    assert sitting_of(table).state == sitting.state


def test_a_restart_in_the_middle_changes_nothing() -> None:
    guest = Person()
    table = guest.open("me", "bot:steward", "bot:steward")
    for _ in range(5):
        run_bots()
        before = guest.state(table)
        sittings.forget()
        assert guest.state(table) == before
        assert guest.act(table, 0, legal(table, 0)[-1]).status_code == 200


# -- standing answers and ending by agreement --------------------------------------------------


def test_a_game_ends_when_all_people_agree() -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "bot:steward")
    guest.sit(table, 1)
    assert host.send(table, "agree", {"seat": "0", "agrees": True}).status_code == 200
    assert not Table.objects.get(pk=table.pk).closed
    assert guest.send(table, "agree", {"seat": "1", "agrees": True}).status_code == 200
    assert Table.objects.get(pk=table.pk).closed
    before = log_of(table)
    run_bots()
    assert log_of(table) == before
    seat = seat_asked(table)
    person = {0: host, 1: guest}.get(seat)
    if person:
        assert person.act(table, seat, legal(table, seat)[-1]).status_code == 422
    assert guest.ask(f"/t/{table.slug}/record").json().keys() == {
        "chancery",
        "game",
        "seat",
        "commitment",
        "names",
        "view",
        "events",
    }


def test_agreement_to_end_can_be_withdrawn() -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "bot:steward")
    guest.sit(table, 1)
    host.send(table, "agree", {"seat": "0", "agrees": True})
    host.send(table, "agree", {"seat": "0", "agrees": False})
    guest.send(table, "agree", {"seat": "1", "agrees": True})
    assert not Table.objects.get(pk=table.pk).closed


def test_resignation_is_shown() -> None:
    host = Person()
    table = host.open("me", "bot:steward", "bot:steward")
    assert host.post(f"/t/{table.slug}/leave", {"resign": "yes"}).status_code == 302
    assert table.seats.get(number=0).resigned
    assert "resigned" in Person().state(table)["parts"]["seats"]
