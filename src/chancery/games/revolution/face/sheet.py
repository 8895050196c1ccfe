"""The sheet of the board: its parts, and the projection from degrees.

The projection is linear, with distortions where the board needs more room than the land has.

`data/land.json`, made by `tools/low_countries.py`, says how far well-known places were moved in the
layout of the board; their surroundings move with them, so that shores and rivers keep their towns.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

WIDTH, HEIGHT = 1600, 1120
TOKEN = 22  # across; at scale 1
PITCH = 25  # from one token to the next
Projection = Callable[[float, float], tuple[float, float]]  # from latitude and longitude


class Point(NamedTuple):
    """The position of a point on the sheet."""

    x: float
    y: float


class Frame(NamedTuple):
    """A rectangle: left, top, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> Point:
        """The centre of the rectangle, where signs and arrows are placed."""
        return Point(self.x + self.w / 2, self.y + self.h / 2)

    def meets(self, other: Frame, gap: float = 0) -> bool:
        """Return whether two rectangles are nearer to each other than a gap."""
        return (
            self.x < other.x + other.w + gap
            and other.x < self.x + self.w + gap
            and self.y < other.y + other.h + gap
            and other.y < self.y + self.h + gap
        )

    def holds(self, other: Frame) -> bool:
        """Return whether another rectangle lies within this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.w <= self.x + self.w
            and other.y + other.h <= self.y + self.h
        )


SHEET = Frame(0, 0, WIDTH, HEIGHT)
MAP = Frame(320, 12, 960, 1050)  # where blocks may be
TITLE = Frame(326, 16, 300, 150)  # the cartouche: in the open sea
ROSE = Point(452, 352)  # where the lines of the compass meet, in the open sea

# -- degrees ---------------------------------------------------------------------------------

WEST, NORTH = 2.2, 53.45  # the position of (LEFT, TOP)
LEFT, TOP = 320, 36
ACROSS, DOWN = 186, 256  # units for each degree
SOFT = 2500.0  # the larger, the smoother


@cache
def land() -> dict[str, Any]:
    """Return the content of data/land.json, read once."""
    text = (files("chancery.games.revolution") / "data" / "land.json").read_text("utf-8")
    contents: dict[str, Any] = json.loads(text)
    return contents


def linear(lat: float, lon: float) -> tuple[float, float]:
    """Return the position of a place without distortion."""
    return LEFT + (lon - WEST) * ACROSS, TOP + (NORTH - lat) * DOWN


def project(lat: float, lon: float) -> tuple[float, float]:
    """Return the position of a place on the sheet."""
    return bent(*linear(lat, lon), land()["bend"])


def bent(x: float, y: float, bend: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return a point moved like its surroundings; `bend` is a list of x, y, dx, dy."""
    weights = aside = down = 0.0
    for u, v, dx, dy in bend:
        weight = 1 / (SOFT + (u - x) ** 2 + (v - y) ** 2) ** 2
        weights += weight
        aside += weight * dx
        down += weight * dy
    return (x + aside / weights, y + down / weights) if weights else (x, y)
