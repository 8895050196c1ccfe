"""The environment for Gymnasium: its own check in every mode, opponents, seats, illegal actions."""

from __future__ import annotations

from typing import Any

import pytest

from chancery import installing
from tests.env.modes import MODES

np = pytest.importorskip("numpy", reason=installing("env"))
gymnasium = pytest.importorskip("gymnasium", reason=installing("env"))

from gymnasium.utils.env_checker import check_env  # noqa: E402

from chancery.core import BadOption  # noqa: E402
from chancery.env.one_seat import ID, OneSeat  # noqa: E402


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_gymnasium_accepts_a_game(game: str, mode: Any) -> None:
    check_env(gymnasium.make(ID, game=game, options=mode, opponents="random").unwrapped)


def played(env: OneSeat, seed: int) -> float:
    """Play a game of random legal actions and return the reward."""
    dice = np.random.default_rng(seed)
    env.reset(seed=seed)
    while True:
        choices = np.flatnonzero(env.action_masks())
        _, reward, terminated, truncated, _ = env.step(dice.choice(choices))
        if terminated or truncated:
            return float(reward)


@pytest.mark.parametrize("opponents", ["random", ["random", "steward"], ""])
def test_a_game_against_bots_ends_with_the_reward_of_its_outcome(opponents: Any) -> None:
    env = OneSeat("spada", {"players": 3}, seat="black", opponents=opponents)
    reward = played(env, 2)
    outcome = env.position.result
    assert outcome is not None
    assert reward == (3 * outcome.share(1) - 1) / 2


def test_the_learner_takes_all_seats_in_turn_unless_one_is_named() -> None:
    env = OneSeat("spada", {"players": 3}, opponents="random")
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {"yellow", "black", "white"}
    fixed = OneSeat("spada", {"players": 3}, seat=2, opponents="random")
    assert {fixed.reset()[1]["seat"] for _ in range(5)} == {"white"}


def test_the_observation_is_that_of_the_learners_seat_when_it_is_asked() -> None:
    env = OneSeat("spada", {"players": 3}, seat=1, opponents="random")
    seen, _ = env.reset(seed=4)
    view = env.position.view(1)
    assert list(seen["observation"]) == list(env.seats.game.encode(view))
    assert bytes(seen["action_mask"]) == bytes(env.action_masks().astype(np.int8))
    assert env.position.question(1) is not None


def test_an_illegal_action_loses_and_says_why() -> None:
    env = OneSeat("spada", {"players": 3}, opponents="random")
    env.reset(seed=1)
    illegal = np.flatnonzero(~env.action_masks())[0]
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated) == (-1, True)
    assert info["refusal"].endswith(".")


def test_a_game_is_broken_off_after_so_many_actions() -> None:
    env = OneSeat("spada", opponents="random", max_actions=2)
    env.reset(seed=1)
    for truncated in (False, True):
        *_, stopped, _ = env.step(np.flatnonzero(env.action_masks())[0])
        assert stopped is truncated


def test_unknown_seats_and_bots_are_refused() -> None:
    with pytest.raises(BadOption, match="There is no seat purple; the seats are yellow"):
        OneSeat("spada", seat="purple")
    with pytest.raises(BadOption, match="There is no bot nobody"):
        OneSeat("spada", opponents="nobody")
    with pytest.raises(ValueError, match="1 opponents for 3 seats"):
        OneSeat("spada", opponents=["random"])
