"""The games for OpenSpiel: its own simulation with serialisation, chance, information states."""

from __future__ import annotations

import copy
import doctest
import random
from typing import Any

import pytest

from chancery import installing
from chancery.core import BadOption
from chancery.games import find
from tests.env.modes import MODES
from tests.soaking import SOAK

pyspiel = pytest.importorskip("pyspiel", reason=installing("openspiel"))

from chancery.env import spiel  # noqa: E402

SHORT = [
    ("spada", {}),
    ("revolution", {"players": 2}),
    ("friedrich", {"players": 2, "game": "west"}),
]
STEPS = 60  # at the end of a game that are simulated in a test; in a soak the whole game is


def load(game: str, mode: Any) -> Any:
    """Return a game in a mode."""
    parameters = {
        option.name: spiel.parameter(option, mode[option.name])
        for option in find(game).options
        if option.name in mode
    }
    return pyspiel.load_game(f"chancery_{game}", parameters)


def played(game: Any, seed: int, steps: int | None = None) -> tuple[Any, list[int]]:
    """Return the state after random actions, to the end unless a number is given, and these."""
    dice, state = random.Random(seed), game.new_initial_state()
    done: list[int] = []
    while not state.is_terminal() and len(done) != steps:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            done.append(dice.choices(outcomes, weights)[0])
        else:
            done.append(dice.choice(state.legal_actions()))
        state.apply_action(done[-1])
    return state, done


def test_the_example_of_the_module_runs() -> None:
    failed, tried = doctest.testmod(spiel)
    assert tried
    assert not failed


@pytest.mark.parametrize(("game", "mode"), MODES if SOAK else SHORT)
def test_openspiel_accepts_a_game(game: str, mode: Any) -> None:
    loaded = load(game, mode)
    start = None
    if not SOAK:
        _, done = played(loaded, 1)
        start, _ = played(loaded, 1, len(done) - STEPS)
    pyspiel.random_sim_test(
        loaded, num_sims=1, serialize=True, verbose=False, specific_initial_state=start
    )
    if start is not None:  # the set-up, and chance in it
        state, _ = played(loaded, 2, 3)
        again = loaded.deserialize_state(state.serialize())
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("game", ["spada", "revolution"])
def test_returns_are_those_of_the_outcome(game: str) -> None:
    state, _ = played(load(game, {}), 5)
    outcome = state.node.state.result
    n = len(state.returns())
    assert state.returns() == [(n * outcome.share(seat) - 1) / (n - 1) for seat in range(n)]


def test_only_draws_with_several_outcomes_are_chance_nodes() -> None:
    dice, state = random.Random(1), load("spada", {}).new_initial_state()
    draws = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert len(outcomes) > 1
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            draws += 1
            state.apply_action(dice.choice(outcomes)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    assert draws > 32  # the cards of the first hands alone


def test_information_states_contain_the_past_and_nothing_hidden() -> None:
    game = load("spada", {"players": 3})
    state, _ = played(game, 3, 60)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seat = state.current_player()
    position = state.node.state
    text = state.information_state_string(seat)
    assert text.endswith(state.observation_string(seat))
    assert len({state.information_state_string(one) for one in range(3)}) == 3
    guess = find("spada").sample(position.view(seat), "guess")
    twin = copy.copy(state.node)
    twin.state = guess
    mine, state.node = state.node, twin
    assert state.information_state_string(seat) == text
    state.node = mine
    child = state.child(state.legal_actions()[0])
    while child.is_chance_node():
        child.apply_action(child.chance_outcomes()[0][0])
    assert child.information_state_string(seat) != text


def test_a_draft_of_one_seat_is_no_part_of_what_another_remembers() -> None:
    game = load("friedrich", {"players": 2, "game": "west"})
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    first = state.current_player()
    other = 1 - first
    told = {state.child(action).information_state_string(other) for action in state.legal_actions()}
    own = {state.child(action).information_state_string(first) for action in state.legal_actions()}
    assert len(told) == 1
    assert len(own) == len(state.legal_actions()) > 1


def test_unknown_values_of_options_are_refused() -> None:
    with pytest.raises((ValueError, BadOption), match="players=7 is not one of 4, 3"):
        pyspiel.load_game("chancery_spada(players=7)")


def test_a_game_is_the_same_when_it_is_read_again() -> None:
    game = load("revolution", {"players": 3, "neutrals": 32})
    again = pyspiel.load_game(str(game))
    assert again.seats.options["neutrals"] == 32
    assert str(again) == str(game)
    assert "neutrals=n32" in str(game)
