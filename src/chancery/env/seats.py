"""The common part of all environments: options, spaces, observations, rewards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from chancery import games
from chancery.core import Game, Outcome, State

ObservationAndMask = dict[str, Any]  # "observation" and "action_mask"


class IllegalAction(ValueError):
    """An action that is not legal now, with the reason."""


class Seats:
    """The seats of a game in one mode, as environments show them."""

    def __init__(self, name: str | Game[Any, Any], options: Mapping[str, object]) -> None:
        """Prepare a game, given by name or as an object, in the mode of these options."""
        self.game: Game[Any, Any] = games.find(name) if isinstance(name, str) else name
        self.options = self.game.complete_options(options)
        self.names = list(self.game.seats(self.options))
        self.actions = len(self.game.notation)
        fields = self.game.fields(self.options)
        self._low = np.array([field.low for field in fields], np.int32)
        self._high = np.array([field.high for field in fields], np.int32)

    def start(self, dice: random.Random) -> State:
        """Return a new game whose chance comes from these dice."""
        state: State = self.game.start(self.options, str(dice.getrandbits(64)))
        return state

    def observation_space(self, extra: int = 0) -> Dict:
        """Return the space of what a seat sees, with so many actions beyond those of the game."""
        return Dict(
            {
                "observation": Box(self._low, self._high, dtype=np.int32),
                "action_mask": Box(0, 1, (self.actions + extra,), np.int8),
            }
        )

    def action_space(self, extra: int = 0) -> Discrete:
        """Return the space of actions."""
        return Discrete(self.actions + extra)

    def observe(self, state: State, seat: int, extra: bytes = b"") -> ObservationAndMask:
        """Return what a seat sees and may do; `extra` continues the mask."""
        legal = state.legal(seat) if state.asked else ()
        mask = self.game.notation.mask(legal)
        mask += extra
        return {
            "observation": np.frombuffer(self.game.encode(state.view(seat)), np.int32),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def act(self, state: State, seat: int, number: int) -> None:
        """Carry out the action with this number; IllegalAction says why it is not allowed."""
        action = self.game.notation[number]
        if action not in state.legal(seat):
            raise IllegalAction(self.refusal(state, seat, number))
        state.apply(action, seat)

    def refusal(self, state: State, seat: int, number: int) -> str:
        """Return why an action is not legal, as a sentence."""
        refusal = state.why_not(self.game.notation[number], seat)
        assert refusal is not None
        return self.game.speaker(seats=state.seats).say(refusal.text())

    def rewards(self, outcome: Outcome | None) -> list[float]:
        """Return the reward of each seat: 0 before the end, and altogether 0."""
        seats = range(len(self.names))
        return [0.0 if outcome is None else outcome.reward(seat) for seat in seats]
