"""The levels of a game's bots, and the bots that only measurements use."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from chancery import bots
from chancery.bots.levels import NOVICE, PLAYER, WAYWARD
from chancery.core import Action
from chancery.core.chance import Dice
from chancery.games import find
from chancery.table.bot_players import Player, moves, seat_seed
from tests.soaking import covering, sample

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


@pytest.mark.parametrize(("name", "options"), sample(GAMES, 12))
def test_a_wayward_bot_is_biased_and_consistent(name: str, options: dict[str, Any]) -> None:
    most = 60
    wayward = played(name, options, "wayward", most)
    assert wayward == played(name, options, "wayward", most)
    assert wayward != played(name, options, "player", most)


TWINS = [
    ("spada", {"players": 3}),
    ("spada", {"players": 4}),
    ("friedrich", {"game": "west"}),
    ("friedrich", {"game": "austrian"}),
    ("friedrich", {"game": "full", "players": 4}),
    ("revolution", {"players": 3}),
    ("revolution", {"players": 5}),
]


@pytest.mark.parametrize(("table", "kind"), covering(TWINS, ["random", NOVICE, PLAYER, WAYWARD]))
def test_levels_decide_alike_on_twins(table: tuple[str, dict[str, Any]], kind: str) -> None:
    """Hidden information makes no difference to a bot of any level (for masters see
    test_search.py)."""
    name, options = table
    game = find(name)
    state = game.start(options, "twins")
    seats = range(len(state.seats))
    compared = 0
    players = [Player(PLAYER, game, seat_seed("7", seat)) for seat in seats]
    for number, (seat, action) in enumerate(islice(moves(state, players), 120)):
        if number % 5 == 0 and len(state.legal(seat)) > 1:
            question = state.question(seat)
            assert question is not None
            twin = game.sample(state.view(seat), f"twin {number}")
            plans = [
                bots.make(kind, game, "own").plan(
                    one.view(seat), question, one.legal(seat), Dice("own", str(number))
                )
                for one in (state, twin)
            ]
            assert list(plans[0]) == list(plans[1])
            compared += 1
        state.apply(action, seat)
    assert compared > 5


@pytest.mark.parametrize(("name", "options"), sample(GAMES, 12))
def test_wayward_bots_are_not_offered(name: str, options: dict[str, Any]) -> None:
    game = find(name)
    assert WAYWARD in bots.names(game)
    assert WAYWARD not in bots.offered(game)
    assert not bots.thinks(WAYWARD, game)
