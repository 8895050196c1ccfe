"""Many games at once, played by several processes that write into shared memory.

For self-play: in each game whoever is asked acts, and a game that is over begins anew.

>>> with Vector("spada", {"players": 3}, games=8, workers=2, seed=1) as env:
...     batch = env.reset()
...     batch = env.step(batch.masks.argmax(axis=1))
...     batch.masks.shape
(8, 93)
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Self

import numpy as np

from chancery.core import Game, State
from chancery.env.seats import IllegalAction, Seats
from chancery.exit_with_parent import exit_with_parent

Array = np.ndarray[Any, Any]
_RESET, _STEP, _END = "reset", "step", "end"  # messages to processes


class Batch(NamedTuple):
    """Observations of all games, a row for each; the next step overwrites them."""

    observations: Array  # of the seat that acts next
    masks: Array  # its legal actions
    seats: Array  # its number
    rewards: Array  # by seat; of the game that this step has ended, otherwise 0
    terminated: Array  # whether this step has ended a game; the other columns show the next one
    truncated: Array  # whether it was broken off


class Vector:
    """Many games in one mode, in several processes."""

    def __init__(
        self,
        game: str | Game[Any, Any],
        options: Mapping[str, object] | None = None,
        *,
        games: int = 64,
        workers: int | None = None,
        seed: int = 0,
        max_actions: int | None = None,
    ) -> None:
        """Start the processes: by default one for each processor.

        The same seed gives the same games, with any number of workers. After `max_actions` a game
        is broken off.
        """
        if games < 1:
            raise ValueError(f"{games} games: at least one is needed")
        self.seats = Seats(game, options or {})
        self.games = games
        (length,) = self.seats.game.shape(self.seats.options)
        shapes: list[tuple[tuple[int, ...], Any]] = [
            ((games, length), np.int32),
            ((games, self.seats.actions), np.int8),
            ((games,), np.int32),
            ((games, len(self.seats.names)), np.float32),
            ((games,), np.bool_),
            ((games,), np.bool_),
            ((games,), np.int64),
        ]
        context = multiprocessing.get_context()
        memory = [
            context.RawArray("b", int(np.prod(shape)) * np.dtype(kind).itemsize)
            for shape, kind in shapes
        ]
        *arrays, self._actions = _arrays(memory, shapes)
        self._batch = Batch(*arrays)
        workers = min(games, workers or os.cpu_count() or 1)
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        for number in range(workers):
            here, there = context.Pipe()
            own = range(games * number // workers, games * (number + 1) // workers)
            job = (game, self.seats.options, own, seed, max_actions, memory, shapes, there)
            process = context.Process(target=_work, args=job, daemon=True)
            process.start()
            there.close()
            self._pipes.append(here)
            self._processes.append(process)

    def reset(self) -> Batch:
        """Begin a new game in every slot of the batch."""
        return self._all(_RESET)

    def step(self, actions: Array) -> Batch:
        """Let the seat that is asked in each game take the action with this number.

        An illegal one raises `IllegalAction`; the other games have then taken theirs.
        """
        self._actions[:] = actions
        return self._all(_STEP)

    def _all(self, what: str) -> Batch:
        try:
            for pipe in self._pipes:
                pipe.send(what)
            faults = [fault for pipe in self._pipes if (fault := pipe.recv())]
        except (EOFError, OSError) as error:
            raise RuntimeError("a process that plays games has ended; it said why above") from error
        if faults:
            raise IllegalAction("; ".join(faults))
        return self._batch

    def close(self) -> None:
        """End the processes; afterwards there is nothing to step."""
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            with suppress(OSError):  # it has ended already
                pipe.send(_END)
            process.join()
            pipe.close()
        self._pipes, self._processes = [], []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _arrays(memory: list[Any], shapes: list[tuple[tuple[int, ...], Any]]) -> list[Array]:
    return [
        np.frombuffer(part, kind).reshape(shape)
        for part, (shape, kind) in zip(memory, shapes, strict=True)
    ]


class _Games:
    """The share of the games that one worker process plays."""

    def __init__(
        self, seats: Seats, own: range, seed: int, most: int | None, batch: Batch, actions: Array
    ) -> None:
        self._seats, self._own, self._most = seats, own, most
        self._batch, self._actions = batch, actions
        self._dice = {number: random.Random(f"{seed}:{number}") for number in own}
        self._games: dict[int, State] = {}
        self._acted = dict.fromkeys(own, 0)

    def reset(self) -> str:
        for number in self._own:
            self._note_end(number, 0.0)
            self._begin(number)
        return ""

    def step(self) -> str:
        faults: list[str] = []
        for number in self._own:
            try:
                self._act(number)
            except IllegalAction as error:
                faults.append(f"game {number}: {error}")
        return "; ".join(faults)

    def _act(self, number: int) -> None:
        state = self._games[number]
        self._seats.act(state, state.asked[0].seat, int(self._actions[number]))
        self._acted[number] += 1
        stopped = state.result is None and self._acted[number] == self._most
        rewards = self._seats.rewards(state.result)
        self._note_end(number, rewards, state.result is not None, stopped)
        if state.result is not None or stopped:
            self._begin(number)
        else:
            self._show(number)

    def _note_end(
        self, number: int, rewards: Any, terminated: bool = False, truncated: bool = False
    ) -> None:
        self._batch.rewards[number] = rewards
        self._batch.terminated[number] = terminated
        self._batch.truncated[number] = truncated

    def _begin(self, number: int) -> None:
        self._games[number] = self._seats.start(self._dice[number])
        self._acted[number] = 0
        self._show(number)

    def _show(self, number: int) -> None:
        state = self._games[number]
        seat = state.asked[0].seat
        observation = self._seats.observe(state, seat)
        self._batch.observations[number] = observation["observation"]
        self._batch.masks[number] = observation["action_mask"]
        self._batch.seats[number] = seat


def _work(
    game: str | Game[Any, Any],
    options: Mapping[str, object],
    own: range,
    seed: int,
    most: int | None,
    memory: list[Any],
    shapes: list[tuple[tuple[int, ...], Any]],
    pipe: Connection,
) -> None:
    """Play games until the other side has enough."""
    exit_with_parent()
    *arrays, actions = _arrays(memory, shapes)
    games = _Games(Seats(game, options), own, seed, most, Batch(*arrays), actions)
    with suppress(EOFError, KeyboardInterrupt):
        while (what := pipe.recv()) != _END:
            pipe.send(games.reset() if what == _RESET else games.step())
