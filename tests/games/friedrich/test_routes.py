"""Tests of the march planner: every route can be played and leads to its city."""

import random

import pytest

from chancery.games.friedrich.board.pieces import GENERALS, PIECES_OF
from chancery.games.friedrich.game import GAME
from chancery.games.friedrich.march_planner import routes
from chancery.games.friedrich.rules.march_limits import next_steps, units
from chancery.games.friedrich.rules.movement import Movement
from tests.soaking import sample


def positions(seed: int, number: int):
    """Yield movement phases of a random game."""
    dice = random.Random(seed)
    options = {"last_victor": True, "garrison": True, "offensive": True} if seed % 2 else {}
    state = GAME.start(options, f"routes {seed}")
    found = 0
    while state.asked and found < number:
        seat = state.asked[0].seat
        if isinstance(state.phases[-1], Movement) and dice.random() < 0.1:
            found += 1
            yield state, seat, dice
        state.apply(dice.choice(state.legal(seat)), seat)


@pytest.mark.parametrize("seed", sample(range(4), 2))
def test_every_route_is_legal_and_ends_there(seed):
    played = 0
    for state, seat, dice in positions(seed, 30):
        view = state.view(seat)
        phase = state.phases[-1]
        for piece in PIECES_OF[phase.nation]:
            if view.at[piece] < 0 or piece in phase.moved:
                assert routes(view, piece) == {}
                continue
            unit = dice.choice(list(units(view, piece, phase.moved)))
            found = routes(view, unit, greedy=dice.random() < 0.5)
            assert set(next_steps(view, unit, 0, True)) >= {r.steps[0] for r in found.values()}
            for city in dice.sample(sorted(found), min(3, len(found))):
                route = found[city]
                twin = state.clone()
                control = list(twin.control)
                for action in route.actions():
                    assert action in twin.legal(seat), (action, route)
                    twin.apply(action, seat)
                    if not twin.asked:
                        break
                played += 1
                if twin.result is not None:
                    continue
                assert type(twin.phases[-1]).__name__ != "Marching"
                assert twin.at[unit[0]] == city == route.city
                changed = {c for c in range(len(control)) if control[c] != twin.control[c]}
                assert changed == set(route.conquered)
                if route.taken >= 0:
                    assert twin.at[route.taken] < 0
    assert played > 100


def test_a_route_is_short():
    state = GAME.start({}, "short")
    dice = random.Random(1)
    while not isinstance(state.phases[-1], Movement):
        seat = state.asked[0].seat
        state.apply(dice.choice(state.legal(seat)), seat)
    view = state.view(state.asked[0].seat)
    for piece in PIECES_OF[0]:
        for route in routes(view, piece).values():
            assert 1 <= len(route.steps) <= (4 if piece < GENERALS else 3)
            assert len(set(route.steps)) == len(route.steps)
