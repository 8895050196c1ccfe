"""PettingZoo, AEC: one seat acts after the other.

>>> env = AEC("spada", {"players": 3})
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     obs, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else int(obs["action_mask"].argmax()))
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from chancery.core import Game, State
from chancery.env.seats import ObservationAndMask, Seats


class AEC(AECEnv[str, ObservationAndMask, int]):
    """A game as PettingZoo's AEC environment; agents are seats.

    Where several seats are asked at the same time, they answer one after the other, and none sees
    the answer of another. An illegal action raises `IllegalAction`; `TerminateIllegalWrapper` of
    PettingZoo makes it a loss instead.
    """

    metadata = {"render_modes": ["svg"], "name": "chancery", "is_parallelizable": False}

    def __init__(
        self,
        game: str | Game[Any, Any],
        options: Mapping[str, object] | None = None,
        *,
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a game in a mode; after `max_actions` in all, a game is broken off."""
        super().__init__()
        self.seats = Seats(game, options or {})
        self.metadata = {**self.metadata, "name": f"chancery/{self.seats.game.name}"}
        self.render_mode = render_mode
        self.possible_agents = list(self.seats.names)
        self.agents: list[str] = []
        self.observation_spaces = {a: self.seats.observation_space() for a in self.possible_agents}
        self.action_spaces = {a: self.seats.action_space() for a in self.possible_agents}
        self._number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._dice = random.Random()
        self._most = max_actions
        self.position: State  # the whole position, for search and analysis

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of actions, the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed the series of games continues."""
        if seed is not None:
            self._dice = random.Random(seed)
        self.position = self.seats.start(self._dice)
        self._acted = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.agents[self.position.asked[0].seat]

    def observe(self, agent: str) -> ObservationAndMask:
        """Return what an agent sees; its mask is empty while it is not asked."""
        return self.seats.observe(self.position, self._number[agent])

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Let the selected agent act; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        position = self.position
        self.seats.act(position, self._number[agent], int(action))
        self._acted += 1
        self._cumulative_rewards[agent] = 0.0
        if position.result is not None:
            rewards = self.seats.rewards(position.result)
            for one, reward in zip(self.possible_agents, rewards, strict=True):
                self.rewards[one] = reward
                self._cumulative_rewards[one] += reward
                self.terminations[one] = True
            self._deads_step_first()
            return
        if self._acted == self._most:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
            return
        self.agent_selection = self.possible_agents[position.asked[0].seat]

    def render(self) -> str | None:
        """Return a spectator's board as SVG if that was asked for."""
        return self.position._repr_svg_() if self.render_mode else None

    def close(self) -> None:
        """Release nothing: an environment holds no resources."""
