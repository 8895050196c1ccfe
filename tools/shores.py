"""Shores: straight lines broken again and again, as no shore is straight."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]
Line = list[Point]


class Rough(NamedTuple):
    """How rough: segments are broken until they are no longer than the shortest, each in its
    middle, so far aside at most by its length."""

    shortest: float
    aside: float

    def line(self, line: Line) -> Line:
        """A line with every segment broken: a fractal shore."""
        out = line[:1]
        for a, b in pairwise(line):
            # its own chance for each segment, so that a change here moves nothing elsewhere
            rng = random.Random(f"{a[0]:.0f} {a[1]:.0f} {b[0]:.0f} {b[1]:.0f}")
            out += self._broken(a, b, rng)
        return out

    def _broken(self, a: Point, b: Point, rng: random.Random) -> Line:
        """The points after the first of a segment that has been broken."""
        if math.dist(a, b) <= self.shortest:
            return [b]
        aside = self.aside * rng.uniform(-1, 1)
        middle = (
            (a[0] + b[0]) / 2 - aside * (b[1] - a[1]),
            (a[1] + b[1]) / 2 + aside * (b[0] - a[0]),
        )
        return self._broken(a, middle, rng) + self._broken(middle, b, rng)
