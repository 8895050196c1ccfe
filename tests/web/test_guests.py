"""Playing at once: a guest plays a whole game against bots."""

from __future__ import annotations

import re

import pytest

from chancery.games import find
from chancery.table import record
from chancery.web.identity.models import Visitor
from chancery.web.tables.models import Held, Table, Work
from tests.soaking import sample
from tests.web.people import Person, buttons, log_of, run_bots, sitting_of

pytestmark = pytest.mark.django_db


def test_reading_pages_creates_no_visitor() -> None:
    guest = Person()
    assert guest.get("/").status_code == 200
    assert not Visitor.objects.exists()


def test_the_front_page_has_a_button_for_each_game() -> None:
    page = Person().get("/").content.decode()
    assert re.search(r'<form method="post" action="/play/spada"', page)
    assert 'href="/new/spada"' in page


def test_play_now_seats_a_guest_against_bots() -> None:
    guest = Person()
    table = guest.play_now()
    seats = list(table.seats.order_by("number"))
    assert [seat.owner_id is not None for seat in seats] == [True, False, False, False]
    assert [bool(seat.bot) for seat in seats] == [False, True, True, True]
    assert Held.objects.filter(table=table).count() == 1
    assert guest.state(table)["own"] == [0]


def test_the_guest_is_remembered_by_a_cookie_that_scripts_cannot_read() -> None:
    guest = Person()
    answer = guest.post("/play/spada")
    cookie = answer.cookies["chancery-visitor"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert int(cookie["max-age"]) > 30 * 24 * 3600
    assert cookie.value == Visitor.objects.get().key
    assert guest.get("/new/spada").cookies["csrftoken"]["httponly"]


def test_a_guest_remains_the_same_visitor() -> None:
    guest = Person()
    first, second = guest.play_now(), guest.play_now()
    assert first.slug != second.slug
    assert first.seed != second.seed
    assert Visitor.objects.count() == 1


def test_bots_move_until_the_guest_is_asked() -> None:
    guest = Person()
    table = guest.play_now()
    first = sitting_of(table).state.asked[0].seat
    run_bots()
    state = guest.state(table)
    assert state["asked"] == [0]
    assert buttons(state["parts"])
    if first != 0:
        assert log_of(table)
    assert not Work.objects.exists()


@pytest.mark.parametrize("which", sample([0, -1], 1))
def test_a_whole_game_through_the_page(which: int) -> None:
    guest = Person()
    table = guest.open("me", "bot:steward", "bot:steward", names="Anna")
    record_path = f"/t/{table.slug}/record"
    state = guest.state(table)
    acknowledged = 0
    for _ in range(400):
        if not state["asked"]:
            run_bots()
            state = guest.state(table)
        if state["over"]:
            break
        if acknowledged == 10:  # the seed of a running game is not shown
            data = guest.ask(record_path).json()
            assert not {"seed", "log", "chance", "digest"} & data.keys()
        body = {
            "seat": "0",
            "actions": [buttons(state["parts"])[which]],
            "question": state["question"],
        }
        answer = guest.send(table, "act", body)
        assert answer.status_code == 200, answer.content
        acknowledged += 1
        state = answer.json()
    assert state["over"]
    assert buttons(state["parts"]) == []
    assert sum(line.startswith("0 ") for line in log_of(table)) == acknowledged
    assert record_path in state["parts"]["question"]

    answer = guest.get(record_path)
    assert "attachment" in answer["Content-Disposition"]
    sitting = record.loads(answer.content.decode(), find)
    assert sitting.state == sitting_of(table).state
    assert sitting.state.result is not None
    assert sitting.names[0] == "Anna"
    assert Table.objects.get(pk=table.pk).over
    answer = guest.act(table, 0, "pass", question="bid.999")
    assert answer.status_code == 422  # the game has ended


def test_undo_is_a_new_entry_and_stays_visible() -> None:
    guest = Person()
    table = guest.open("me", "here", "here")
    seat = sitting_of(table).state.asked[0].seat
    undo = guest.act(table, seat, "pass").json()["undo"]
    answer = guest.send(table, "undo", {"seat": str(seat), "question": undo})
    assert answer.status_code == 200
    assert log_of(table) == [f"{seat} pass", f"{seat} "]
    assert '<li value="' in answer.json()["parts"]["log"]
    assert re.search(r'<li [^>]*class="[^"]*undone"', answer.json()["parts"]["log"])
    assert seat in answer.json()["asked"]


def test_an_impossible_undo_is_refused() -> None:
    guest = Person()
    table = guest.open("me", "here", "here")
    assert guest.state(table, 0)["undo"] is None
    for question in ("1", "", None, "last"):
        answer = guest.send(table, "undo", {"seat": "0", "question": question})
        assert answer.status_code == 422
        assert answer.json()["error"]
    assert log_of(table) == []


def test_a_repeated_undo_counts_once() -> None:
    guest = Person()
    table = guest.open("me", "here", "here")
    seat = sitting_of(table).state.asked[0].seat
    names = []
    while (now := sitting_of(table)).question(seat):  # several actions in a row
        names.append(guest.act(table, seat, now.state.legal(seat)[-1].text).json()["undo"])
        if len(names) == 2:
            break
    before = log_of(table)
    for _ in range(2):
        answer = guest.send(table, "undo", {"seat": str(seat), "question": names[-1]})
        assert answer.status_code == 200
    assert log_of(table) == [*before, f"{seat} "]
