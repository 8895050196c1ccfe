"""The games' own bots: what they plan holds to its last step, and is more than one."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from chancery.core import Action, State
from chancery.games import find
from chancery.table.bot_players import Player, moves

MODES: list[tuple[str, dict[str, Any], float]] = [
    # the game, its options, and how many steps a plan has on average, at least
    ("spada", {"players": 3}, 1.5),
    ("spada", {"players": 4, "ending": "mobilisation", "agenda": "short"}, 1.5),
    ("friedrich", {"game": "west"}, 2.5),
    ("friedrich", {"game": "austrian"}, 2.5),
    ("friedrich", {"players": 3, "offensive": True}, 2.5),
    ("revolution", {"players": 2}, 1.5),
    ("revolution", {"players": 5, "province_order": "rulebook"}, 1.5),
]


@pytest.mark.parametrize(("name", "options", "least"), MODES)
def test_plans_hold(name: str, options: dict[str, Any], least: float) -> None:
    game = find(name)
    (kind,) = game.bots
    planned: list[int] = []

    class Listening(Player):
        def plan(self, state: State, seat: int, moment: str) -> tuple[Action, ...]:
            plan = super().plan(state, seat, moment)
            planned.append(len(plan))
            return plan

    state = game.start(options, "plans")
    players = [Listening(kind, game, str(seat)) for seat in range(len(state.seats))]
    played = 0
    for seat, action in islice(moves(state, players), 1500):
        state.apply(action, seat)
        played += 1
    assert sum(planned[:-1]) < played <= sum(planned)
    if state.result is not None:
        assert played == sum(planned)
    assert played / len(planned) > least


@pytest.mark.parametrize(("name", "options", "least"), MODES[1::2])
def test_plans_do_not_depend_on_what_is_hidden(
    name: str, options: dict[str, Any], least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan is tried on a sample; whatever that has in place of the unknown, it is the same."""
    game = find(name)
    (kind,) = game.bots
    plain = type(game).sample
    sampled = []

    def otherwise(self: Any, view: Any, seed: str) -> State:
        sampled.append(seed)
        return plain(self, view, f"{seed} {len(sampled)}")

    class Twice(Player):
        def plan(self, state: State, seat: int, moment: str) -> tuple[Action, ...]:
            plan = super().plan(state, seat, moment)
            with monkeypatch.context() as other:
                other.setattr(type(game), "sample", otherwise)
                assert super().plan(state, seat, moment) == plan
            return plan

    state = game.start(options, "hidden")
    players = [Twice(kind, game, str(seat)) for seat in range(len(state.seats))]
    for seat, action in islice(moves(state, players), 300):
        state.apply(action, seat)
    if name != "spada":  # the steward needs no sample: what he plans ahead follows from the view
        assert sampled  # some plans need one; who plans on the view alone seldom does
