"""Many games in several processes: the same as one after the other, and faults are told."""

from __future__ import annotations

import doctest
import random
from typing import Any

import pytest

from chancery import installing

np = pytest.importorskip("numpy", reason=installing("env"))
gymnasium = pytest.importorskip("gymnasium", reason=installing("env"))

from chancery.env import vector  # noqa: E402
from chancery.env.one_seat import ID  # noqa: E402
from chancery.env.seats import IllegalAction, Seats  # noqa: E402
from chancery.env.vector import Vector  # noqa: E402
from tests.soaking import sample  # noqa: E402


def last_legal(masks: Any) -> Any:
    """Return the number of the last legal action of each row."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_the_example_of_the_module_runs() -> None:
    failed, tried = doctest.testmod(vector)
    assert tried
    assert not failed


@pytest.mark.parametrize("workers", sample([3, 1], 1))
def test_each_game_goes_as_it_would_alone(workers: int) -> None:
    seats = Seats("spada", {"players": 3})
    dice = [random.Random(f"5:{number}") for number in range(4)]
    states = [seats.start(one) for one in dice]
    ended = 0
    with Vector("spada", {"players": 3}, games=4, workers=workers, seed=5) as env:
        batch = env.reset()
        for _ in range(400):
            actions = last_legal(batch.masks)
            for number, state in enumerate(states):
                seat = state.asked[0].seat
                seen = seats.observe(state, seat)
                assert batch.seats[number] == seat
                assert (batch.observations[number] == seen["observation"]).all()
                assert (batch.masks[number] == seen["action_mask"]).all()
                seats.act(state, seat, int(actions[number]))
            batch = env.step(actions)
            for number, state in enumerate(states):
                assert batch.terminated[number] == (state.result is not None)
                assert batch.rewards[number].tolist() == pytest.approx(seats.rewards(state.result))
                if state.result is not None:
                    ended += 1
                    states[number] = seats.start(dice[number])
    assert ended


def test_games_are_broken_off() -> None:
    with Vector("spada", games=2, workers=1, max_actions=3) as env:
        batch = env.reset()
        for step in range(1, 7):
            batch = env.step(last_legal(batch.masks))
            assert batch.truncated.all() == (step % 3 == 0)
            assert not batch.terminated.any()


def test_an_illegal_action_names_the_game_and_the_reason() -> None:
    with Vector("spada", games=3, workers=2) as env:
        batch = env.reset()
        actions = last_legal(batch.masks)
        actions[1] = int(np.flatnonzero(batch.masks[1] == 0)[0])
        with pytest.raises(IllegalAction, match=r"^game 1: .*“play war-cathedral” belongs to"):
            env.step(actions)


def test_a_process_that_dies_is_noticed() -> None:
    with Vector("spada", games=2, workers=2) as env:
        env.reset()
        env._processes[0].terminate()
        with pytest.raises(RuntimeError, match="a process that plays games has ended"):
            env.reset()


def test_processes_end_with_the_environment() -> None:
    env = Vector("spada", games=2, workers=2)
    processes = list(env._processes)
    env.reset()
    env.close()
    assert not any(process.is_alive() for process in processes)


def test_gymnasium_plays_one_seat_in_several_processes() -> None:
    many = gymnasium.make_vec(ID, 2, vectorization_mode="async", game="spada", opponents="random")
    seen, _ = many.reset(seed=1)
    seen, rewards, *_ = many.step(seen["action_mask"].argmax(axis=1))
    assert rewards.shape == (2,)
    many.close()
