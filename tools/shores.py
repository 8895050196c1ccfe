"""Make straight lines look like shores, by midpoint displacement."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]
Line = list[Point]


class Rough(NamedTuple):
    """Parameters of the roughness: segments are split until none is longer than the shortest,
    each with its midpoint displaced by at most a part of its length."""

    shortest: float
    aside: float

    def line(self, line: Line) -> Line:
        """Return a fractal shore: a line with every segment split."""
        out = line[:1]
        for a, b in pairwise(line):
            # a separate generator per segment, so that a change here moves nothing elsewhere
            rng = random.Random(f"{a[0]:.0f} {a[1]:.0f} {b[0]:.0f} {b[1]:.0f}")
            out += self._broken(a, b, rng)
        return out

    def _broken(self, a: Point, b: Point, rng: random.Random) -> Line:
        """Return the points of a split segment, without its first one."""
        if math.dist(a, b) <= self.shortest:
            return [b]
        aside = self.aside * rng.uniform(-1, 1)
        middle = (
            (a[0] + b[0]) / 2 - aside * (b[1] - a[1]),
            (a[1] + b[1]) / 2 + aside * (b[0] - a[0]),
        )
        return self._broken(a, middle, rng) + self._broken(middle, b, rng)
