"""Learn to beat random play by masked PPO, with a learner from sb3-contrib.

    pip install 'chancery-games[env]' sb3-contrib
    python examples/masked_ppo.py spada --option players=3 --minutes 25 --out spada.json

A seat that changes from game to game learns against random opponents. The win share against them is
measured in games of their own seeds, before the training, every few minutes and at the end; the
time for that is not counted. The file holds the curve, the trained policy lies beside it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

from chancery.games import find

PARALLEL = 16  # games of the training that are played side by side
EVALUATION = 1_000_000  # seeds from here on are used in evaluations only


class Numbers(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The observation as small numbers: all keep their order, large ones are compressed."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        shape = env.observation_space["observation"].shape  # type: ignore[index]
        self.observation_space = gymnasium.spaces.Box(-20, 20, shape, np.float32)

    def observation(self, observation: Any) -> Any:
        """Return the signed logarithms of the numbers of the observation."""
        seen = observation["observation"].astype(np.float32)
        return np.sign(seen) * np.log1p(np.abs(seen))

    def action_masks(self) -> Any:
        """Return the legal actions as the learner asks for them."""
        return self.unwrapped.action_masks()  # type: ignore[attr-defined]


def games(name: str, options: dict[str, Any], seed: int, count: int = PARALLEL) -> VecEnv:
    """Return games of one seat against random opponents, played side by side."""

    def game() -> gymnasium.Env[Any, Any]:
        return Numbers(
            gymnasium.make(
                "chancery.env.one_seat:chancery/OneSeat-v0",
                game=name,
                options=options,
                opponents="random",
                disable_env_checker=True,
            )
        )

    together = DummyVecEnv([game] * count)
    together.seed(seed)
    return together


def rewards(model: MaskablePPO, played: VecEnv, count: int) -> list[float]:
    """Play games with the policy and return their rewards; 1 is a win.

    The first `count` games of all that were begun are counted, long and short ones alike.
    """
    seen = played.reset()
    begun = list(range(played.num_envs))  # the number of the game in each place
    following = played.num_envs
    found: dict[int, float] = {}
    while len(found) < count:
        actions, _ = model.predict(seen, action_masks=get_action_masks(played))
        seen, gained, over, _ = played.step(actions)
        for place in np.flatnonzero(over):
            if begun[place] < count:
                found[begun[place]] = float(gained[place])
            begun[place], following = following, following + 1
    return [found[number] for number in sorted(found)]


class Clock(BaseCallback):
    """Evaluates the policy every few minutes and ends the training in time."""

    def __init__(self, minutes: float, every: float, test: VecEnv, count: int) -> None:
        super().__init__()
        self._limit, self._every = minutes * 60, every * 60
        self._test, self._count = test, count
        self._begun = self._evaluated = 0.0
        self._paused = 0.0  # seconds spent on evaluations
        self.curve: list[dict[str, float]] = []

    def _on_training_start(self) -> None:
        self._begun = time.monotonic()
        self._evaluate()

    def _spent(self) -> float:
        return time.monotonic() - self._begun - self._paused

    def _evaluate(self) -> None:
        self._evaluated = self._spent()
        paused = time.monotonic()
        assert isinstance(self.model, MaskablePPO)
        found = rewards(self.model, self._test, self._count)
        wins = sum(reward > 0.999 for reward in found) / len(found)
        self._paused += time.monotonic() - paused
        self.curve.append(
            {
                "minutes": round(self._evaluated / 60, 2),
                "steps": self.num_timesteps,
                "games": len(found),
                "wins": round(wins, 4),
                "reward": round(float(np.mean(found)), 4),
            }
        )
        print(self.curve[-1], flush=True)

    def _on_step(self) -> bool:
        if self._spent() - self._evaluated >= self._every:
            self._evaluate()
        return self._spent() < self._limit

    def _on_training_end(self) -> None:
        self._evaluate()


def main() -> None:
    """Train a policy and write its learning curve."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--every", type=float, default=2.5, help="minutes between evaluations")
    parser.add_argument("--games", type=int, default=200, help="in each evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    readers = {option.name: option.read for option in find(given.game).options}
    chosen = [option.split("=", 1) for option in given.option]
    options = {name: readers[name](value) for name, value in chosen}
    set_random_seed(given.seed)
    model = MaskablePPO(
        "MlpPolicy",
        games(given.game, options, given.seed),
        learning_rate=5e-4,
        n_steps=256,
        batch_size=1024,
        n_epochs=2,  # an epoch over thousands of actions takes longer than the games
        gamma=0.999,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=given.seed,
        device=given.device,
    )
    test = games(given.game, options, EVALUATION + given.seed)
    clock = Clock(given.minutes, given.every, test, given.games)
    model.learn(10**9, callback=clock)
    model.save(given.out.with_suffix(".zip"))
    settings = {"game": given.game, "options": options, "seed": given.seed, "device": given.device}
    given.out.write_text(json.dumps({**settings, "curve": clock.curve}, indent=1) + "\n")


if __name__ == "__main__":
    main()
