"""How positions, views, actions and tables show themselves in a terminal or a notebook."""

from __future__ import annotations

import json

import pytest

from chancery import games
from chancery.core import displays
from chancery.core.face import Face
from chancery.table import Sitting, seat_record
from chancery.table.seated import seated

GAMES = ("friedrich", "revolution", "spada")


def test_a_state_says_turn_phase_and_who_is_to_act() -> None:
    state = games.find("spada").start({"players": 3}, seed="1")
    shown = "La Spada e la Fede, Year 1, Spring: the auction; to act: white (bid); players=3"
    assert repr(state) == f"<{shown}>"
    assert repr(state.view("yellow")) == f"<View of yellow, {shown}>"
    assert repr(state.view(None)) == f"<View of a spectator, {shown}>"
    assert repr(state.legal()[0]) == "<Action add grain>"


def test_a_finished_game_says_who_has_won() -> None:
    state = games.find("spada").start(seed="1")
    while state.asked:
        state.apply(state.legal()[-1])
    assert state.result is not None
    winners = ", ".join(state.seats[seat] for seat in state.result.winners)
    assert f"over, won by {winners}" in repr(state)


def test_a_table_says_how_long_its_log_is() -> None:
    sitting = Sitting(games.find("spada"), seed="1")
    seat = sitting.state.asked[0].seat
    sitting.act(seat, "add grain")
    sitting.undo(seat)
    assert repr(sitting).startswith("<Sitting with 2 lines, La Spada e la Fede, Year 1,")
    assert [repr(entry) for entry in sitting.log] == [
        f"<Entry of seat {seat}: add grain>", f"<Entry of seat {seat}: undo>",
    ]  # fmt: skip


def test_a_seat_record_shows_what_is_real_of_it() -> None:
    sitting = Sitting(games.find("spada"), {"players": 3}, seed="1")
    seen = seated(sitting, 0, sitting.game.speaker(seats=sitting.seats))
    record = seat_record.loads(json.dumps(seen.seat_record()), games.find)
    view = sitting.state.view(0)
    assert f"<Seated, {repr(view)[1:-1]}>" == repr(seen)
    assert repr(record) == f"<SeatRecord with {seen.story_length} events, {repr(view)[1:-1]}>"
    assert record._repr_svg_() == seen._repr_svg_() == view._repr_svg_()


@pytest.mark.parametrize("name", GAMES)
def test_a_position_that_is_not_complete_can_be_shown(name: str) -> None:
    assert "not a complete position" in repr(games.find(name).blank({}, "1"))


@pytest.mark.parametrize("name", GAMES)
def test_a_line_is_short(name: str) -> None:
    state = games.find(name).start(seed="1")
    for seat in (None, *range(len(state.seats))):
        assert len(repr(state.view(seat))) < 250
        assert "\n" not in repr(state.view(seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_view_shows_the_board_that_its_seat_sees(name: str) -> None:
    game = games.find(name)
    state = game.start(seed="1")
    for seat in (None, 0):
        view = state.view(seat)
        assert view._repr_svg_() == game.face.picture(view, game.speaker(seats=state.seats))
        assert view._repr_html_() is None  # the picture is enough


@pytest.mark.parametrize("name", GAMES)
def test_a_view_shows_the_same_of_positions_that_its_seat_cannot_tell_apart(name: str) -> None:
    game = games.find(name)
    view = game.start(seed="1").view(0)
    twin = game.sample(view, "twin").view(0)
    assert json.dumps(twin.plain()) == json.dumps(view.plain())
    assert repr(twin) == repr(view)
    assert twin._repr_svg_() == view._repr_svg_()


def test_a_game_without_a_picture_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("spada")
    monkeypatch.setattr(type(game.face), "picture", Face.picture)
    sitting = Sitting(game, seed="1")
    listed = sitting.state._repr_html_()
    assert listed is not None
    assert "Year 1, Spring: the auction" in listed
    assert sitting._repr_html_() == listed == sitting.state.view(None)._repr_html_()
    assert sitting.state._repr_svg_() is None


def test_a_view_of_a_game_that_cannot_be_found_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    view = games.find("spada").start(seed="1").view(0)

    def not_there(name: str) -> None:
        raise LookupError(name)

    monkeypatch.setattr(displays, "find_game", not_there)
    assert repr(view) == "<View of yellow, spada>"
    assert view._repr_svg_() is None
    assert view._repr_html_() is None
