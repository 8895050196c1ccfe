"""Neural networks that estimate the win probability of a seat, with integer weights.

A network reads the row of a view (core/encoding.py). Integer weights give the same sums on every
machine and with every library; one hidden layer is enough for the positions between years and turns
where bots use it. The weights of a column are packed into one long integer, so a row takes one
multiplication per column, whatever the number of hidden units, and pure Python is fast enough.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp
from operator import mul
from pathlib import Path
from struct import unpack
from typing import Any, Protocol

from chancery.core.encoding import Encoder
from chancery.core.game import Game
from chancery.core.state import State

log = logging.getLogger(__name__)
UNIT = 1 << 10  # the integer that stands for a weight of 1
COARSE = 6  # bits by which hidden sums are shifted right
LOGIT = UNIT * (UNIT >> COARSE)  # the integer that stands for an output of 1
LANE = 64  # bits per packed sum; sums stay far below half of the range
HALF = 1 << (LANE - 1)  # added to each packed sum to keep it positive
LARGEST = 1 << 30  # weight that is accepted; thousands of them fit into half a lane
UNKNOWN = 0.1  # assumed error of a probability where none was measured
_STEPS = 64  # points of the table of the logistic curve per unit
_REACH = 8  # the table ends here, where the probability is almost 0 or 1
_CURVE = [
    round(1 / (1 + exp(-i / _STEPS)), 9) for i in range(-_REACH * _STEPS, _REACH * _STEPS + 1)
]


class BadNetwork(ValueError):
    """A file that contains no valid network."""


@dataclass(frozen=True)
class Network:
    """The weights learned for one mode of a game, and a card that says how."""

    names: tuple[str, ...]  # of the numbers in a row: where they differ, it does not apply
    hidden: tuple[tuple[int, ...], ...]  # the weights of each column of a row
    bias: tuple[int, ...]
    output: tuple[int, ...]
    offset: int
    card: Mapping[str, Any]  # how it was made: games, seeds, date, rules version, scores

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read a network from a file; BadNetwork if it contains none."""
        try:
            parsed = json.loads(path.read_text(encoding="utf-8"))
            network = cls(
                tuple(parsed["names"]),
                tuple(tuple(row) for row in parsed["hidden"]),
                tuple(parsed["bias"]),
                tuple(parsed["output"]),
                parsed["offset"],
                dict(parsed["card"]),
            )
            network.check()
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadNetwork(
                f"{path} holds no network ({type(error).__name__}: {error})"
            ) from error
        return network

    def check(self) -> None:
        """Raise ValueError if columns, units and weights do not match."""
        units = len(self.bias)
        lines = (self.bias, self.output, *self.hidden)
        if not units or any(len(line) != units for line in lines):
            raise ValueError("lines of different lengths")
        if len(self.names) != len(self.hidden):
            raise ValueError(f"{len(self.hidden)} columns of weights for {len(self.names)} names")
        for line in (*lines, (self.offset,)):
            if any(type(weight) is not int or abs(weight) > LARGEST for weight in line):
                raise ValueError("a weight that is no whole number, or too large")
        off = self.card.get("off", UNKNOWN)
        if type(off) not in (int, float) or not 0 <= off <= 1:
            raise ValueError("the error “off” is not between 0 and 1")

    @cached_property
    def _packed(self) -> tuple[int, list[int]]:
        """The packed start values, and the packed weights of each column."""
        return _pack([b + HALF for b in self.bias]), [_pack(weights) for weights in self.hidden]

    def sums(self, row: Sequence[int]) -> list[int]:
        """Return the sums of the hidden units for a row."""
        first, packed = self._packed
        if len(row) != len(packed):
            raise ValueError(f"a row has {len(row)} columns, the network {len(packed)}")
        total = sum(map(mul, row, packed), first)
        units = len(self.bias)
        lanes = unpack(f"<{units}Q", total.to_bytes(units * LANE // 8, "little"))
        return [lane - HALF for lane in lanes]

    def win_probability(self, row: Sequence[int]) -> float:
        """Return the win probability for the row of a seat, from 0 to 1."""
        total = self.offset
        for a, w in zip(self.sums(row), self.output, strict=True):
            if a > 0:
                total += (a >> COARSE) * w
        return curve(total)


def _pack(numbers: Sequence[int]) -> int:
    """Pack numbers into the lanes of one integer."""
    return sum(n << (LANE * i) for i, n in enumerate(numbers))


def curve(total: int) -> float:
    """Return the logistic curve at an output, from a table: `exp` differs between machines."""
    at = total * _STEPS // LOGIT + _REACH * _STEPS
    return _CURVE[min(max(at, 0), len(_CURVE) - 1)]


@lru_cache(20)
def _cached(path: Path, changed: int) -> Network | None:
    """Read a network, cached until its file changes.

    None if it is damaged: that is logged, and bots play as if nothing had been learned.
    """
    try:
        return Network.load(path)
    except BadNetwork as error:
        log.error("%s", error)
        return None


class NetworkInput(Protocol):
    """The parts of the search hooks that say which network applies and what it reads."""

    @property
    def fields(self) -> tuple[str, ...] | None: ...
    def mode(self, state: Any) -> str: ...
    def summary(self, view: Any) -> Mapping[str, int]: ...


class Learned:
    """The networks of a game, one per mode, in its folder `data/learned`."""

    def __init__(self, game: Game[Any, Any], network_input: NetworkInput) -> None:
        self._game, self._input = game, network_input
        self._found: dict[str, tuple[Encoder, Network] | None] = {}

    def win_probability(self, state: State, seat: int) -> float:
        """Return the win probability of a seat; an equal share if there is no network."""
        mode = self._input.mode(state)
        if mode not in self._found:
            self._found[mode] = self._load(mode, state)
        entry = self._found[mode]
        if entry is None:
            return 1 / len(state.seats)
        encoder, network = entry
        return network.win_probability(encoder.row(state.view(seat)))

    def off(self, state: State) -> float:
        """Return the error of the win probability, measured on games not used for training."""
        self.win_probability(state, 0)
        entry = self._found[self._input.mode(state)]
        return UNKNOWN if entry is None else float(entry[1].card.get("off", UNKNOWN))

    def encoder(self, options: Mapping[str, object]) -> Encoder:
        """Return the encoder of views for the networks of a mode."""
        return Encoder(self._game, options, self._input.fields, self._input.summary)

    def path(self, mode: str) -> Path:
        """Return the file of the network for a mode."""
        return self._game.folder / "data" / "learned" / f"{mode}.json"

    def _load(self, mode: str, state: State) -> tuple[Encoder, Network] | None:
        """Read the network of a mode; None if it is missing, damaged or made for other rows.

        A change of the rules that leaves the rows as they are keeps the network, which remains an
        estimate; CONTRIBUTING.md says when to train a new one.
        """
        path = self.path(mode)
        if not path.exists():
            return None
        network = _cached(path, path.stat().st_mtime_ns)
        if network is None:
            return None
        encoder = self.encoder(state.options)
        return (encoder, network) if encoder.names == network.names else None
