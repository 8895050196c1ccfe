"""Tests of the screen that several people share: a curtain falls only where there are secrets."""

from __future__ import annotations

import pytest

from chancery import bots
from chancery.games import find
from chancery.table import Sitting, bot_players
from chancery.table.shared_screen import is_open


def opened(name: str, players: int) -> Sitting:
    return Sitting(find(name), {"players": players}, seed="7")


def play(sitting: Sitting, actions: int) -> None:
    """Let bots answer whole questions until the log is so long."""
    kind = bots.best(sitting.game)
    while len(sitting.log) < actions and sitting.state.asked:
        seat = sitting.state.asked[0].seat
        sitting.act(seat, bot_players.answer(sitting, seat, kind, "bot"))


def test_open_games_have_no_curtain() -> None:
    sitting = opened("revolution", 3)
    for length in range(0, 240, 30):
        play(sitting, length)
        assert is_open(sitting, range(3))


def test_an_incomplete_choice_needs_a_curtain() -> None:
    sitting = opened("revolution", 3)
    play(sitting, 20)
    while not sitting.state.midway(seat := sitting.state.asked[0].seat):
        sitting.act(seat, sitting.state.legal(seat)[0])
    others = [other for other in range(3) if other != seat]
    assert not is_open(sitting, range(3))
    assert is_open(sitting, others)


@pytest.mark.parametrize(("name", "players"), [("spada", 3), ("friedrich", 4)])
def test_hands_and_troops_are_kept_behind_a_curtain(name: str, players: int) -> None:
    sitting = opened(name, players)
    for length in (0, 20, 60):
        play(sitting, length)
        assert not is_open(sitting, range(players))
        assert not is_open(sitting, (1,))
