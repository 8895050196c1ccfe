"""Smooth SVG paths for drawn maps, the same in both directions and short to write.

A line p0 p1 ... pn begins at p0 and ends at pn; p1 ... p(n-1) are control points of quadratic
curves that meet halfway between them. Neighbouring areas that share a line share the curve.

>>> stroke([(0, 0), (4, 0), (8, 8), (12, 8)])
'M0 0q4 0 6 4t6 4'
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Points = Sequence[tuple[float, float]]


def points_of(line: Sequence[int], backwards: bool = False) -> list[tuple[int, int]]:
    """Return the points of a line written as x, y, x, y, ..."""
    points = list(zip(line[::2], line[1::2], strict=True))
    return points[::-1] if backwards else points


def by(*numbers: float) -> str:
    """Write the numbers of a path as briefly as SVG allows."""
    written = ""
    for number in numbers:
        text = f"{number:g}".replace("0.", ".") if abs(number) < 1 else f"{number:g}"
        written += text if not written or text[0] == "-" else f" {text}"
    return written


def curve(points: Points) -> str:
    """Return the path commands from the first point on.

    Each curve ends halfway between two control points, where the next control point is the mirror
    image of the last, so only the first is written (SVG's `t`). All numbers are halves: nothing is
    rounded.
    """
    (x, y), second = points[0], points[1]
    if len(points) == 2:
        return "l" + by(second[0] - x, second[1] - y)
    ends = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points[1:-1])]
    ends.append(points[-1])
    commands = "q" + by(second[0] - x, second[1] - y, ends[0][0] - x, ends[0][1] - y)
    for before, end in pairwise(ends):
        commands += "t" + by(end[0] - before[0], end[1] - before[1])
    return commands


def start(point: tuple[float, float]) -> str:
    """Return the command that moves to the start of a path."""
    return f"M{by(*point)}"


def stroke(points: Points) -> str:
    """Return the path of an open line."""
    return start(points[0]) + curve(points)


def loop(points: Points) -> str:
    """Return the path of a closed line through the midpoints of its points."""
    (ax, ay), (bx, by_) = points[-1], points[0]
    middle = ((ax + bx) / 2, (ay + by_) / 2)
    return start(middle) + curve([middle, *points, middle]) + "Z"
