"""PettingZoo, Parallel: in every step all seats act.

Seats that are not asked wait: their mask allows only the action `Parallel.wait`, the last one.
Where several seats are asked at the same time, they decide without seeing the others' answers.

>>> env = Parallel("spada", {"players": 3})
>>> obs, infos = env.reset(seed=1)
>>> actions = {agent: int(obs[agent]["action_mask"].argmax()) for agent in env.agents}
>>> obs, rewards, terminations, truncations, infos = env.step(actions)
>>> sum(n == env.wait for n in actions.values())
2
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from pettingzoo import ParallelEnv

from chancery.core import Game, State
from chancery.env.seats import IllegalAction, ObservationAndMask, Seats

_ASKED, _WAITS = b"\0", b"\1"  # how the mask continues
_Told = tuple[
    dict[str, ObservationAndMask],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class Parallel(ParallelEnv[str, ObservationAndMask, int]):
    """A game as PettingZoo's parallel environment; agents are seats."""

    metadata = {"render_modes": ["svg"], "name": "chancery"}

    def __init__(
        self,
        game: str | Game[Any, Any],
        options: Mapping[str, object] | None = None,
        *,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a game in a mode; after `max_steps` a game is broken off."""
        self.seats = Seats(game, options or {})
        self.metadata = {**self.metadata, "name": f"chancery/{self.seats.game.name}"}
        self.render_mode = render_mode
        self.wait = self.seats.actions  # the number of the action of a seat that is not asked
        self.possible_agents = list(self.seats.names)
        self.agents: list[str] = []
        self.observation_spaces = {a: self.seats.observation_space(1) for a in self.possible_agents}
        self.action_spaces = {a: self.seats.action_space(1) for a in self.possible_agents}
        self._dice = random.Random()
        self._most = max_steps
        self.position: State  # the whole position, for search and analysis

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of actions, the same for all."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, ObservationAndMask], dict[str, dict[str, Any]]]:
        """Begin a new game; without a seed the series of games continues."""
        if seed is not None:
            self._dice = random.Random(seed)
        self.position = self.seats.start(self._dice)
        self._steps = 0
        self.agents = list(self.possible_agents)
        return self._observe(), {agent: {} for agent in self.agents}

    def _observe(self) -> dict[str, ObservationAndMask]:
        asked = {question.seat for question in self.position.asked}
        return {
            agent: self.seats.observe(self.position, seat, _ASKED if seat in asked else _WAITS)
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: Mapping[str, int | np.integer[Any]]) -> _Told:
        """Let all agents act; those that are not asked pass `wait`."""
        asked = [question.seat for question in self.position.asked]
        for seat, agent in enumerate(self.possible_agents):
            waits = int(actions[agent]) == self.wait
            if waits == (seat in asked):
                fault = "is asked and cannot wait" if waits else f"is not asked: pass {self.wait}"
                raise IllegalAction(f"{agent} {fault}")
        for seat in asked:
            self.seats.act(self.position, seat, int(actions[self.possible_agents[seat]]))
        self._steps += 1
        over = self.position.result is not None
        stopped = not over and self._steps == self._most
        agents = self.possible_agents
        observations: _Told = (
            self._observe(),
            dict(zip(agents, self.seats.rewards(self.position.result), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, stopped),
            {agent: {} for agent in agents},
        )
        if over or stopped:
            self.agents = []
        return observations

    def render(self) -> str | None:
        """Return a spectator's board as SVG if that was asked for."""
        return self.position._repr_svg_() if self.render_mode else None

    def close(self) -> None:
        """Release nothing: an environment holds no resources."""
