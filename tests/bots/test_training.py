"""Training data: games become the same rows on every machine."""

from __future__ import annotations

from typing import Any

import pytest

from chancery.arena import training
from chancery.arena.training import Course, gather, rows
from chancery.games import find
from chancery.table.bot_players import Player, moves, seat_seed

COURSE = Course("spada", {"players": 3}, ("random",) * 3, "rows", 5)


def test_rows_hold_each_view_and_the_outcome() -> None:
    game = find("spada")
    hooks = game.search_hooks(game)
    encoder = hooks.learned.encoder(COURSE.options)
    state = game.start(COURSE.options, "rows:3")
    players = [Player("random", game, seat_seed("rows:3", seat)) for seat in range(3)]
    wanted: list[int] = []
    moment, moments = hooks.moment(state), 0
    for seat, action in moves(state, players):
        state.apply(action, seat)
        if state.asked and hooks.moment(state) > moment:
            moment = hooks.moment(state)
            moments += 1
            for one in range(3):
                wanted += encoder.row(state.view(one))
    found, shares, which = rows(COURSE, [3])
    assert moments > 3
    assert list(found) == wanted
    assert state.result is not None
    assert list(shares) == pytest.approx([state.result.share(seat) for seat in range(3)] * moments)
    assert list(which) == [3] * (3 * moments)


def test_rows_are_the_same_from_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "BATCH", 2)
    progress: list[int] = []
    alone: Any = gather(COURSE, 1, progress=progress.append)
    assert alone == gather(COURSE, 2)
    assert sum(progress) == COURSE.games
    assert sorted(set(alone[2])) == list(range(COURSE.games))
    assert list(alone[2]) == sorted(alone[2])


def test_the_calibration_error_averages_over_bins() -> None:
    assert training._calibration_error([0.25] * 4, [0.0, 0.0, 0.0, 1.0]) == pytest.approx(0)
    assert training._calibration_error([0.5] * 4, [0.0, 0.0, 0.0, 1.0]) == pytest.approx(0.25)
    assert training._calibration_error([0.1, 1.0], [1.0, 0.0]) == pytest.approx(0.95)


def test_games_are_divided_into_three_splits() -> None:
    numpy = pytest.importorskip("numpy")
    numbers = numpy.repeat(numpy.arange(20), 3)
    fitted, chosen, reported = (set(numbers[part]) for part in training.splits(numbers))
    assert (chosen, reported) == ({1, 11}, {0, 10})
    assert fitted == set(range(20)) - chosen - reported
