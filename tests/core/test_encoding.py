"""Views as rows of numbers: of constant length, beginning with the viewer's seat."""

from __future__ import annotations

from typing import Any

import pytest

from chancery.core.encoding import Encoder
from chancery.games import find
from tests.soaking import sample
from tests.tiny import caskets

MODES = [
    ("spada", {"players": 3}),
    ("spada", {"players": 4, "ending": "mobilisation"}),
    ("friedrich", {"players": 2, "game": "west"}),
    ("friedrich", {"players": 4}),
    ("revolution", {"players": 2}),
    ("revolution", {"players": 5}),
]


@pytest.mark.parametrize(("name", "options"), sample(MODES, 3))
def test_rows_are_as_long_as_their_names(name: str, options: dict[str, Any]) -> None:
    game = find(name)
    encoder = Encoder(game, options)
    assert len(set(encoder.names)) == len(encoder.names)
    state = game.start(options, "rows")
    for number in range(300):
        if state.result is not None:
            break
        for seat in range(len(state.seats)):
            row = encoder.row(state.view(seat))
            assert len(row) == len(encoder.names)
            assert all(type(n) is int for n in row)
        legal = state.legal(state.asked[0].seat)
        state.apply(legal[number % len(legal)], state.asked[0].seat)
    assert len(encoder.row(state.view(None))) == len(encoder.names)


def test_fields_known_only_at_the_end_are_encoded() -> None:
    game = find("spada")
    encoder = Encoder(game, {"players": 3})
    state = game.start({"players": 3}, "end")
    while state.result is None:
        state.apply(state.legal()[-1])
    row = dict(zip(encoder.names, encoder.row(state.view(1)), strict=True))
    assert row["hands"] == 12


def test_a_seat_reads_its_own_numbers_first() -> None:
    game = caskets.GAME
    encoder = Encoder(game, {"players": 3}, ["points"])
    state = game.start({"players": 3}, "1")
    state.points[:] = [5, 7, 9]
    assert encoder.names == ("seat.ann", "seat.bob", "seat.cas", "points.0", "points.1", "points.2")
    assert encoder.row(state.view(0)) == [1, 0, 0, 5, 7, 9]
    assert encoder.row(state.view(1)) == [0, 1, 0, 7, 9, 5]
    assert encoder.row(state.view(2)) == [0, 0, 1, 9, 5, 7]


def test_a_summary_stands_at_the_end() -> None:
    game = caskets.GAME
    encoder = Encoder(game, {}, ["round"], lambda view: {"twice": 2 * view.round})
    assert encoder.names[-2:] == ("round", "twice")
    assert encoder.row(game.start({}, "1").view(0))[-2:] == [1, 2]
