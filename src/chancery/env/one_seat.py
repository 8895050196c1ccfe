"""Gymnasium: one seat of a game, the others played by bots.

>>> import gymnasium
>>> env = gymnasium.make("chancery.env.one_seat:chancery/OneSeat-v0", game="spada")
>>> obs, info = env.reset(seed=1)
>>> obs, reward, terminated, truncated, info = env.step(int(obs["action_mask"].argmax()))
>>> terminated
False
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from chancery import bots
from chancery.core import BadOption, Game, State, T
from chancery.core.bot import playable_steps
from chancery.env.seats import ObservationAndMask, Seats
from chancery.table.bot_players import Player

ID = "chancery/OneSeat-v0"


class OneSeat(gymnasium.Env[ObservationAndMask, np.int64]):
    """A game as a Gymnasium environment: one seat against named bots.

    An illegal action loses at once, and `info["refusal"]` says why it was not allowed; so agents
    mask their choices by `action_mask`, or by `action_masks()` where a learner asks for it.
    """

    metadata = {"render_modes": ["svg"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game[Any, Any],
        options: Mapping[str, object] | None = None,
        *,
        seat: int | str | None = None,
        opponents: str | Sequence[str] = "",
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a game in a mode.

        `seat` is the learner's; without one each game takes another at random. `opponents` names a
        bot for all other seats, or one for each of them; without one they are the game's own. After
        `max_actions` of the learner a game is broken off.
        """
        self.seats = Seats(game, options or {})
        names = self.seats.names
        if seat is not None and seat not in names and seat not in range(len(names)):
            raise BadOption(
                T("There is no seat {seat}; the seats are {known}.", seat=str(seat),
                  known=", ".join(names))
            )  # fmt: skip
        self._seat = names.index(seat) if isinstance(seat, str) else seat
        kinds = opponents or bots.best(self.seats.game)
        self._kinds = [kinds] * (len(names) - 1) if isinstance(kinds, str) else list(kinds)
        if len(self._kinds) != len(names) - 1:
            raise ValueError(f"{len(self._kinds)} opponents for {len(names) - 1} seats")
        for kind in self._kinds:
            bots.make(kind, self.seats.game, "")  # BadOption for an unknown one
        self._most = max_actions
        self.render_mode = render_mode
        self.observation_space = self.seats.observation_space()
        self.action_space = self.seats.action_space()
        self._dice = random.Random()
        self.position: State  # the whole position, for search and analysis
        self.seat = self._seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationAndMask, dict[str, Any]]:
        """Begin a new game; without a seed the series of games continues."""
        super().reset(seed=seed)
        if seed is not None:
            self._dice = random.Random(seed)
        while True:
            if self._seat is None:
                self.seat = self._dice.randrange(len(self.seats.names))
            self.position = self.seats.start(self._dice)
            kinds = iter(self._kinds)
            self._players = [
                None
                if seat == self.seat
                else Player(next(kinds), self.seats.game, str(self._dice.getrandbits(64)))
                for seat in range(len(self.seats.names))
            ]
            self._acted = self._asked = 0
            self._let_play()
            if self.position.result is None:  # else it was over before the learner was asked
                return self._observe(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[ObservationAndMask, float, bool, bool, dict[str, Any]]:
        """Act, and let the bots play until the learner is asked again."""
        position, number = self.position, int(action)
        if self.seats.game.notation[number] not in position.legal(self.seat):
            info = {**self._info(), "refusal": self.seats.refusal(position, self.seat, number)}
            return self._observe(), -1.0, True, False, info
        self.seats.act(position, self.seat, number)
        self._acted += 1
        self._let_play()
        over = position.result is not None
        stopped = not over and self._acted == self._most
        reward = self.seats.rewards(position.result)[self.seat]
        return self._observe(), reward, over, stopped, self._info()

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Return the legal actions as booleans, as maskable learners ask for them."""
        mask = self.seats.game.notation.mask(self.position.legal(self.seat))
        return np.frombuffer(mask, bool)

    def _observe(self) -> ObservationAndMask:
        return self.seats.observe(self.position, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seats.names[self.seat]}

    def _let_play(self) -> None:
        """Let bots play until the learner is asked or the game is over."""
        position = self.position
        while position.asked and position.question(self.seat) is None:
            seat = position.asked[0].seat
            player = self._players[seat]
            assert player is not None
            self._asked += 1
            plan = player.plan(position, seat, str(self._asked))
            for action in playable_steps(position, seat, plan):
                position.apply(action, seat)

    def render(self) -> str | None:
        """Return a spectator's board as SVG if that was asked for."""
        return self.position._repr_svg_() if self.render_mode else None


gymnasium.register(ID, entry_point=f"{__name__}:OneSeat", disable_env_checker=True)
