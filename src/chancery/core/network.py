"""Networks: what was learned from many games, in whole numbers.

A network reads the row of a view (core/encoding.py) and says what its seat may hope for. Weights
are whole numbers, so that sums are the same on every machine and by every library; one hidden
layer is enough for the positions between years and turns, where it is asked. The weights of a place
lie side by side in one long number, so that a row is read with one multiplication for each place,
whatever the number of units: Python alone is quick enough.
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
UNIT = 1 << 10  # the whole number that a weight of 1 is written as
COARSE = 6  # bits of a hidden sum that are dropped
LOGIT = UNIT * (UNIT >> COARSE)  # the whole number that an output of 1 is
LANE = 64  # bits for each sum: weights and rows are small numbers, no sum comes near the half of it
HALF = 1 << (LANE - 1)  # added to each sum, so that none is negative while they lie side by side
LARGEST = 1 << 30  # weight that is read: a sum of thousands of them stays within its half
UNKNOWN = 0.1  # by how much a hope may be wrong of which nobody knows
_STEPS = 64  # values of the curve for each unit
_REACH = 8  # beyond this all is as good as won or lost
_CURVE = [
    round(1 / (1 + exp(-i / _STEPS)), 9) for i in range(-_REACH * _STEPS, _REACH * _STEPS + 1)
]


class BadNetwork(ValueError):
    """A file that holds no network."""


@dataclass(frozen=True)
class Network:
    """Weights as they were learned for one number of seats, and where they come from."""

    names: tuple[str, ...]  # of the places in a row: others were learned for other rules
    hidden: tuple[tuple[int, ...], ...]  # for each place of a row its weights
    bias: tuple[int, ...]
    output: tuple[int, ...]
    offset: int
    card: Mapping[str, Any]  # how it was made: games, seeds, date, rules version, scores

    @classmethod
    def load(cls, path: Path) -> Network:
        """A network from its file; BadNetwork if it holds none."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            network = cls(
                tuple(found["names"]),
                tuple(tuple(row) for row in found["hidden"]),
                tuple(found["bias"]),
                tuple(found["output"]),
                found["offset"],
                dict(found["card"]),
            )
            network.check()
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadNetwork(
                f"{path} holds no network ({type(error).__name__}: {error})"
            ) from error
        return network

    def check(self) -> None:
        """ValueError where places, units and weights do not fit each other."""
        units = len(self.bias)
        lines = (self.bias, self.output, *self.hidden)
        if not units or any(len(line) != units for line in lines):
            raise ValueError("lines of different lengths")
        if len(self.names) != len(self.hidden):
            raise ValueError(f"{len(self.hidden)} lines for {len(self.names)} places")
        for line in (*lines, (self.offset,)):
            if any(type(weight) is not int or abs(weight) > LARGEST for weight in line):
                raise ValueError("a weight that is no whole number, or too large")
        off = self.card.get("off", UNKNOWN)
        if type(off) not in (int, float) or not 0 <= off <= 1:
            raise ValueError("no such error")

    @cached_property
    def _packed(self) -> tuple[int, list[int]]:
        """Where the sums begin, and the weights of each place."""
        return _pack([b + HALF for b in self.bias]), [_pack(weights) for weights in self.hidden]

    def sums(self, row: Sequence[int]) -> list[int]:
        """The hidden sums."""
        first, packed = self._packed
        if len(row) != len(packed):
            raise ValueError(f"a row of {len(row)} places, of {len(packed)} that were learned")
        total = sum(map(mul, row, packed), first)
        units = len(self.bias)
        lanes = unpack(f"<{units}Q", total.to_bytes(units * LANE // 8, "little"))
        return [lane - HALF for lane in lanes]

    def hope(self, row: Sequence[int]) -> float:
        """What a seat may hope for, from 0 to 1."""
        total = self.offset
        for a, w in zip(self.sums(row), self.output, strict=True):
            if a > 0:
                total += (a >> COARSE) * w
        return curve(total)


def _pack(numbers: Sequence[int]) -> int:
    """Numbers side by side in one."""
    return sum(n << (LANE * i) for i, n in enumerate(numbers))


def curve(total: int) -> float:
    """A chance from an output: a table, for `exp` is not the same everywhere to the last bit."""
    at = total * _STEPS // LOGIT + _REACH * _STEPS
    return _CURVE[min(max(at, 0), len(_CURVE) - 1)]


@lru_cache(20)
def _kept(path: Path, changed: int) -> Network | None:
    """A network, read once for all who ask until its file changes.

    None if it is damaged: that is written down, and whoever thinks goes on as if nothing had
    been learned.
    """
    try:
        return Network.load(path)
    except BadNetwork as error:
        log.error("%s", error)
        return None


class Reader(Protocol):
    """What the networks of a game are made for."""

    @property
    def fields(self) -> tuple[str, ...] | None: ...
    def mode(self, state: Any) -> str: ...
    def summary(self, view: Any) -> Mapping[str, int]: ...


class Learned:
    """The networks of a game, in its folder `data/learned`: one for each kind of table."""

    def __init__(self, game: Game[Any, Any], reader: Reader) -> None:
        self._game, self._reader = game, reader
        self._found: dict[str, tuple[Encoder, Network] | None] = {}

    def hope(self, state: State, seat: int) -> float:
        """What a seat may hope for in a position: an even share where nothing was learned."""
        mode = self._reader.mode(state)
        if mode not in self._found:
            self._found[mode] = self._load(mode, state)
        found = self._found[mode]
        if found is None:
            return 1 / len(state.seats)
        encoder, network = found
        return network.hope(encoder.row(state.view(seat)))

    def off(self, state: State) -> float:
        """By how much hopes may be wrong, as was seen in games that nothing was learned from."""
        self.hope(state, 0)
        found = self._found[self._reader.mode(state)]
        return UNKNOWN if found is None else float(found[1].card.get("off", UNKNOWN))

    def encoder(self, options: Mapping[str, object]) -> Encoder:
        """How views are told to a network."""
        return Encoder(self._game, options, self._reader.fields, self._reader.summary)

    def path(self, mode: str) -> Path:
        """Where a network lies."""
        return self._game.folder / "data" / "learned" / f"{mode}.json"

    def _load(self, mode: str, state: State) -> tuple[Encoder, Network] | None:
        """None: there is none, it is damaged, or it was learned for other rules."""
        path = self.path(mode)
        if not path.exists():
            return None
        network = _kept(path, path.stat().st_mtime_ns)
        if network is None or network.card.get("rules") != self._game.rules:
            return None
        encoder = self.encoder(state.options)
        return (encoder, network) if encoder.names == network.names else None
