"""Speed of the environments, beside python-chess and games of OpenSpiel in the same run.

A step is what a learner needs for one decision: an observation, the mask of what is legal, a random
legal action, carried out. Absolute times depend on the machine; compare ratios.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np

from chancery.core import Game
from chancery.core.options import Options
from chancery.env.aec import AEC
from chancery.env.vector import Vector

ROUNDS = 5
GAMES_AT_ONCE = 64
PEERS = ("chess", "backgammon", "gin_rummy")  # of OpenSpiel, in C++ and used from Python
CHESS = "python-chess"

_Play = Callable[[float, int], float]  # seconds and the number of the round -> steps per second


@dataclass(frozen=True)
class Result:
    """The speed of an environment; the fields are the stable JSON form (docs/cli.md)."""

    environment: str
    numbers: int | None  # of an observation
    actions: int | None
    encode_us: float | None  # to make an observation of a view
    steps_per_s: float
    per_10000: float | None  # steps while python-chess plays 10,000 moves

    def plain(self) -> dict[str, Any]:
        """Return the result in JSON form."""
        return asdict(self)


def modes_of(game: Game[Any, Any]) -> list[Options]:
    """Return the modes that are measured: the first with the fewest seats, and the default."""
    smallest = min(game.modes(), key=lambda mode: len(game.seats(mode)))
    default = game.complete_options({})
    return [default] if len(game.seats(default)) == len(game.seats(smallest)) else [
        smallest, default,
    ]  # fmt: skip


def measure(games: list[Game[Any, Any]], seconds: float, workers: int) -> list[Result]:
    """Measure all environments in turns, so that they see the same load of the machine."""
    known: dict[str, tuple[Game[Any, Any], Options] | None] = {}
    plays: dict[str, _Play] = {}
    for game in games:
        for mode in modes_of(game):
            name = f"{game.name}, {len(game.seats(mode))} seats"
            plays[f"{name}, AEC"] = _aec(game, mode)
            plays[f"{name}, Vector of {workers}"] = _vector(game, mode, workers)
            known[f"{name}, AEC"] = known[f"{name}, Vector of {workers}"] = (game, mode)
    plays |= _chess() | _openspiel()
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for number in range(ROUNDS):
        for name, play in plays.items():
            rates[name].append(play(seconds, number))
    chess = median(rates[CHESS]) if CHESS in rates else None
    return [_result(name, median(found), chess, known.get(name)) for name, found in rates.items()]


def _result(
    name: str, rate: float, chess: float | None, known: tuple[Game[Any, Any], Options] | None
) -> Result:
    return Result(
        environment=name,
        numbers=None if known is None else known[0].shape(known[1])[0],
        actions=None if known is None else len(known[0].notation),
        encode_us=None if known is None else round(_encode_us(*known), 1),
        steps_per_s=round(rate),
        per_10000=None if chess is None else round(10_000 * rate / chess),
    )


def _aec(game: Game[Any, Any], mode: Mapping[str, object]) -> _Play:
    env = AEC(game, mode)

    def play(seconds: float, number: int) -> float:
        pick = random.Random(number).random
        env.reset(seed=number)
        steps, began = 0, time.perf_counter()
        while (now := time.perf_counter()) - began < seconds:
            observation, _, terminated, _, _ = env.last()
            if terminated:
                env.reset()
                continue
            assert observation is not None
            legal = observation["action_mask"].view(bool).nonzero()[0]
            env.step(legal[int(pick() * len(legal))])
            steps += 1
        return steps / (now - began)

    return play


def _vector(game: Game[Any, Any], mode: Mapping[str, object], workers: int) -> _Play:
    def play(seconds: float, number: int) -> float:
        dice = np.random.default_rng(number)
        with Vector(game, mode, games=GAMES_AT_ONCE, workers=workers, seed=number) as env:
            batch = env.reset()
            rounds, began = 0, time.perf_counter()
            while (now := time.perf_counter()) - began < seconds:
                legal = [mask.view(bool).nonzero()[0] for mask in batch.masks]
                parts = dice.random(GAMES_AT_ONCE)
                choices = [
                    choices[int(part * len(choices))]
                    for choices, part in zip(legal, parts, strict=True)
                ]
                batch = env.step(np.array(choices))
                rounds += 1
            return rounds * GAMES_AT_ONCE / (now - began)

    return play


def _chess() -> dict[str, _Play]:
    """Return python-chess, as `chancery bench` plays it; nothing if it is not installed."""
    try:
        import chess
    except ImportError:
        return {}

    def play(seconds: float, number: int) -> float:
        pick = random.Random(number).random
        moves, began, board = 0, time.perf_counter(), chess.Board()
        while (now := time.perf_counter()) - began < seconds:
            if board.is_game_over(claim_draw=False):
                board = chess.Board()
            legal = list(board.legal_moves)
            board.push(legal[int(pick() * len(legal))])
            moves += 1
        return moves / (now - began)

    return {CHESS: play}


def _openspiel() -> dict[str, _Play]:
    """Return games of OpenSpiel; nothing if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return {}

    def playing(name: str) -> _Play:
        game = pyspiel.load_game(name)

        def play(seconds: float, number: int) -> float:
            dice = random.Random(number)
            steps, began, state = 0, time.perf_counter(), game.new_initial_state()
            while (now := time.perf_counter()) - began < seconds:
                if state.is_terminal():
                    state = game.new_initial_state()
                elif state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(outcomes, weights)[0])
                else:
                    np.array(state.observation_tensor(), np.float32)
                    np.array(state.legal_actions_mask(), np.int8)
                    state.apply_action(dice.choice(state.legal_actions()))
                    steps += 1
            return steps / (now - began)

        return play

    return {f"OpenSpiel {name}": playing(name) for name in PEERS}


def _encode_us(game: Game[Any, Any], mode: Mapping[str, object]) -> float:
    """Return the median time of making an observation of a view, in microseconds."""
    dice, views = random.Random(0), list[Any]()
    state = game.start(mode, "bench")
    while state.asked and len(views) < 500:
        seat = state.asked[0].seat
        views.append(state.view(seat))
        state.apply(dice.choice(state.legal(seat)), seat)
    times = []
    for _ in range(20):
        began = time.perf_counter()
        for view in views:
            game.encode(view)
        times.append((time.perf_counter() - began) / len(views) * 1e6)
    return median(times)
