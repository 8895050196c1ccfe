"""Benchmarks: decisions per second, beside a well-known engine in the same run.

A decision is the checked public `legal` and `apply`, events included, counted only where at
least two actions are legal. The peer is python-chess: `is_game_over`, the list of legal moves,
a random one pushed. Absolute times depend on the machine; compare ratios.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from chancery.core import Game, State

ROUNDS = 5


@dataclass(frozen=True)
class Result:
    """The speed of a game; the fields are the stable JSON form (docs/cli.md)."""

    game: str
    games_per_s: float
    decisions_per_s: float
    clone_us: float
    view_us: float
    peer: str | None
    peer_per_s: float | None
    ratio: float | None

    def plain(self) -> dict[str, Any]:
        """Return the result in JSON form."""
        return asdict(self)


def measure(game: Game[Any, Any], seconds: float = 1.0) -> Result:
    """Measure a game and its peer in turns, so both see the same load of the machine."""
    ours: list[tuple[float, float]] = []
    theirs: list[float] = []
    peer = _chess()
    for number in range(ROUNDS):
        ours.append(_rates(game, seconds, number))
        if peer is not None:
            theirs.append(peer(seconds, number))
    decisions = median(rate for _, rate in ours)
    peer_rate = median(theirs) if theirs else None
    positions = _positions(game)
    return Result(
        game=game.name,
        games_per_s=round(median(rate for rate, _ in ours), 1),
        decisions_per_s=round(decisions),
        clone_us=round(_microseconds(positions, lambda state: state.clone()), 2),
        view_us=round(_microseconds(positions, lambda state: state.view(state.asked[0].seat)), 2),
        peer="python-chess" if peer_rate else None,
        peer_per_s=round(peer_rate) if peer_rate else None,
        ratio=round(decisions / peer_rate, 2) if peer_rate else None,
    )


def _rates(game: Game[Any, Any], seconds: float, number: int) -> tuple[float, float]:
    """Play random games for a while; return games and decisions per second."""
    pick = random.Random(number).random
    games = decisions = 0
    began = time.perf_counter()
    while (now := time.perf_counter()) - began < seconds:
        state = game.start(seed=f"bench:{number}:{games}")
        while state.asked:
            seat = state.asked[0].seat
            legal = state.legal(seat)
            if len(legal) > 1:
                decisions += 1
            state.apply(legal[int(pick() * len(legal))], seat)
        games += 1
    return games / (now - began), decisions / (now - began)


def _chess() -> Callable[[float, int], float] | None:
    """Return the peer's loop; None if python-chess is not installed."""
    try:
        import chess
    except ImportError:
        return None

    def moves(seconds: float, number: int) -> float:
        pick = random.Random(number).random
        pushed = 0
        began = time.perf_counter()
        while (now := time.perf_counter()) - began < seconds:
            board = chess.Board()
            while not board.is_game_over(claim_draw=False):
                legal = list(board.legal_moves)
                board.push(legal[int(pick() * len(legal))])
                pushed += 1
        return pushed / (now - began)

    return moves


def _positions(game: Game[Any, Any], wanted: int = 200) -> list[State]:
    """Return positions from all stages of random games."""
    dice = random.Random(0)
    positions: list[State] = []
    number = 0
    while len(positions) < wanted:
        state = game.start(seed=f"positions:{number}")
        number += 1
        while state.asked:
            if dice.random() < 0.1:
                positions.append(state.clone())
            seat = state.asked[0].seat
            state.apply(dice.choice(state.legal(seat)), seat)
    return positions[:wanted]


def _microseconds(
    positions: list[State], operation: Callable[[State], object], rounds: int = 20
) -> float:
    """Return the median time of an operation over all positions, in microseconds."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        for state in positions:
            operation(state)
        times.append((time.perf_counter() - began) / len(positions) * 1e6)
    return median(times)
