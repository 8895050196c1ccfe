"""The levels of a game, and who plays in measures alone."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from chancery import bots
from chancery.bots.levels import WAYWARD
from chancery.core import Action
from chancery.games import find
from chancery.table.bot_players import Player, moves, seat_seed

GAMES = [("spada", {"players": 3}), ("friedrich", {"game": "west"}), ("revolution", {"players": 2})]


def played(name: str, options: dict[str, Any], kind: str, most: int) -> list[tuple[int, Action]]:
    game = find(name)
    state = game.start(options, "7")
    seats = range(len(state.seats))
    found = []
    for seat, action in islice(
        moves(state, [Player(kind, game, seat_seed("7", s)) for s in seats]), most
    ):
        assert action in state.legal(seat)
        state.apply(action, seat)
        found.append((seat, action))
    return found


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_wayward_bot_has_a_mind_of_its_own_and_keeps_it(
    name: str, options: dict[str, Any]
) -> None:
    most = 60
    wayward = played(name, options, "wayward", most)
    assert wayward == played(name, options, "wayward", most)
    assert wayward != played(name, options, "player", most)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_nobody_is_offered_a_wayward_bot(name: str, options: dict[str, Any]) -> None:
    game = find(name)
    assert WAYWARD in bots.names(game)
    assert WAYWARD not in bots.offered(game)
    assert not bots.thinks(WAYWARD, game)
