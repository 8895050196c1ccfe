"""The environments for PettingZoo: its own tests in every mode, rewards, masks, illegal actions."""

from __future__ import annotations

import doctest
from importlib import import_module
from typing import Any

import pytest

from chancery import installing
from tests.env.modes import MODES

np = pytest.importorskip("numpy", reason=installing("env"))
pytest.importorskip("pettingzoo", reason=installing("env"))

from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402

from chancery.env.aec import AEC  # noqa: E402
from chancery.env.parallel import Parallel  # noqa: E402
from chancery.env.seats import IllegalAction  # noqa: E402
from chancery.games import find  # noqa: E402
from tests.tiny import caskets  # noqa: E402

CYCLES = 60  # actions for each agent in the library's tests


@pytest.mark.parametrize("name", ["aec", "parallel", "one_seat"])
def test_the_example_of_a_module_runs(name: str) -> None:
    failed, tried = doctest.testmod(import_module(f"chancery.env.{name}"))
    assert tried
    assert not failed


@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:We recommend:UserWarning")
@pytest.mark.parametrize(("game", "mode"), MODES)
def test_pettingzoo_accepts_a_game(game: str, mode: Any) -> None:
    api_test(AEC(game, mode), CYCLES)
    seed_test(lambda: AEC(game, mode), CYCLES)
    parallel_api_test(Parallel(game, mode), CYCLES)


def played(env: Any, seed: int) -> dict[str, float]:
    """Play a game of random legal actions; return what each agent gained."""
    dice = np.random.default_rng(seed)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        gained[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    return gained


@pytest.mark.parametrize("game", ["spada", "revolution"])
def test_rewards_are_those_of_the_outcome_and_sum_to_nothing(game: str) -> None:
    env = AEC(game)
    gained = played(env, 3)
    outcome = env.position.result
    assert outcome is not None
    assert sum(gained.values()) == pytest.approx(0)
    best = max(gained.values())
    winners = tuple(seat for seat, one in enumerate(gained) if gained[one] == best)
    assert winners == outcome.winners
    if len(winners) == 1:
        assert best == 1


def test_the_mask_is_the_legal_list_of_the_agent_and_empty_for_the_others() -> None:
    env = AEC("spada", {"players": 3})
    env.reset(seed=1)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        legal = env.position.legal(agent)
        assert {str(env.seats.game.notation[n]) for n in np.flatnonzero(mask)} == set(
            map(str, legal)
        )
        assert bool(legal) == (agent == env.agent_selection)


def test_an_illegal_action_is_refused_with_the_reason_and_changes_nothing() -> None:
    env = AEC("spada", {"players": 3})
    env.reset(seed=1)
    before = env.position.digest()
    number = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    refusal = env.position.why_not(env.seats.game.notation[number])
    assert refusal is not None
    with pytest.raises(IllegalAction, match=r"\w+ .*\."):
        env.step(number)
    assert env.position.digest() == before


def test_a_game_is_broken_off_after_so_many_actions() -> None:
    env = AEC("spada", max_actions=5)
    assert set(played(env, 1).values()) == {0.0}
    assert env.position.result is None
    parallel = Parallel("spada", max_steps=1)
    seen, _ = parallel.reset(seed=1)
    actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in parallel.agents}
    *_, truncations, _ = parallel.step(actions)
    assert all(truncations.values())
    assert not parallel.agents


def test_a_series_of_games_goes_on_without_a_seed_and_repeats_with_one() -> None:
    env = AEC("spada")
    digests = []
    for seed in (7, None, 7, None):
        env.reset(seed=seed)
        digests.append(env.position.digest())
    assert digests[:2] == digests[2:]
    assert digests[0] != digests[1]


def test_simultaneous_questions_are_answered_in_one_step() -> None:
    env = Parallel("friedrich", {"players": 4})
    seen, _ = env.reset(seed=1)
    asked = [question.seat for question in env.position.asked]
    assert len(asked) == 4
    actions = {a: int(np.flatnonzero(seen[a]["action_mask"])[0]) for a in env.agents}
    assert env.wait not in actions.values()
    views = {seat: env.position.view(seat).plain() for seat in asked}
    env.step(actions)
    for seat in asked:  # each sees its own answer alone
        assert env.position.view(seat).plain() != views[seat]


def test_only_those_who_are_not_asked_wait() -> None:
    env = Parallel("spada", {"players": 3})
    seen, _ = env.reset(seed=1)
    right = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
    asked = next(agent for agent in env.agents if right[agent] != env.wait)
    other = next(agent for agent in env.agents if right[agent] == env.wait)
    with pytest.raises(IllegalAction, match=f"{asked} is asked and cannot wait"):
        env.step({**right, asked: env.wait})
    with pytest.raises(IllegalAction, match=f"{other} is not asked: pass 93"):
        env.step({**right, other: right[asked]})


def test_a_game_of_ones_own_is_played_and_drawn_if_it_can_be() -> None:
    env = AEC(caskets.GAME, render_mode="svg")
    assert sum(played(env, 1).values()) == pytest.approx(0)
    drawn = AEC("spada", render_mode="svg")
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg")
    assert AEC(find("spada")).render_mode is None
