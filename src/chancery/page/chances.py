"""An analysis for readers: a picture of everybody's chances, turning points, moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any

from chancery.core import Action, svg
from chancery.core.face import Face
from chancery.core.svg import Svg
from chancery.core.words import Speaker
from chancery.table.analysis import A_TURN, Point

WIDE, NARROW, HIGH = 720, 360, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 120, 12, 24
EDGE = 8  # right margin of a narrow picture
A_NAME = 16  # height of a name
# by seat: class, colour in light and dark theme, dashes of its line
LINES = (
    ("ch-0", "#8a2b1d", "#f0a08c", None),
    ("ch-1", "#1f4e79", "#93c3f0", "7 3"),
    ("ch-2", "#3d6b2e", "#a5d490", "2 3"),
    ("ch-3", "#7a5a00", "#e6c15c", "9 3 2 3"),
    ("ch-4", "#5b3a7e", "#c9aee6", "4 4"),
    ("ch-5", "#444444", "#c8c8c8", "1 4"),
    ("ch-6", "#0f6b6b", "#86d6d6", "12 4"),
    ("ch-7", "#a0522d", "#e8a87c", "6 2 2 2 2 2"),
)
STYLE = """
.ch-axis { stroke: #8886; stroke-width: 1 }
.ch-words { font: 12px serif; fill: currentColor }
.ch-line { fill: none; stroke: currentColor; stroke-width: 2.4; stroke-linejoin: round }
.ch-band { fill: currentColor; opacity: 0.13 }
""" + "".join(
    f".{own} {{ color: {day}; color: light-dark({day}, {night}) }}\n"
    for own, day, night, _ in LINES
)


def changes(before: Point, after: Point, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return whose chances changed between two moments, from and to, in per cent."""
    return [
        (name, f"{100 * a:.0f}", f"{100 * b:.0f}")
        for name, a, b in zip(names, before.chances, after.chances, strict=True)
        if abs(a - b) >= A_TURN
    ]


def labels(face: Face[Any], speaker: Speaker, actions: Sequence[Action]) -> list[str]:
    """Return actions in words; repeated ones are counted."""
    runs = groupby(speaker.say(face.label(action)) for action in actions)
    counted = [(label, len(list(same))) for label, same in runs]
    return [f"{label} ×{n}" if n > 1 else label for label, n in counted]


def chances_picture(
    points: Sequence[Point],
    names: Sequence[str],
    title: str,
    alone: bool = True,
    wide: int = WIDE,
) -> Svg:
    """Draw the chances of each seat over the game, with their margins of error.

    With `alone` the picture contains its style sheet; the page brings it otherwise. Names are
    beside the ends of lines, or below a narrow picture.
    """
    last = max(1, points[-1].length)
    under = wide < WIDE
    end = wide - (EDGE if under else RIGHT)

    def at(length: int, chance: float) -> tuple[float, float]:
        across = LEFT + (end - LEFT) * length / last
        return round(across, 1), round(TOP + (HIGH - TOP - BOTTOM) * (1 - chance), 1)

    parts: list[Svg] = [svg.tag("style", Svg(STYLE))] if alone else []
    for tenth in (0, 25, 50, 75, 100):
        x, y = at(0, tenth / 100)
        parts.append(svg.tag("path", d=f"M{x} {y}H{end}", class_="ch-axis"))
        parts.append(
            svg.tag("text", f"{tenth}%", x=x - 6, y=y + 4, class_="ch-words", text_anchor="end")
        )
    heights: Sequence[float] = [HIGH + A_NAME * seat for seat in range(len(names))]
    if not under:
        heights = _apart([at(last, one)[1] for one in points[-1].chances])
    beside = LEFT if under else end + 6
    for seat, name in enumerate(names):
        own, _, _, broken = LINES[seat % len(LINES)]
        upper = [at(p.length, min(1.0, p.chances[seat] + p.unsure[seat])) for p in points]
        lower = [at(p.length, max(0.0, p.chances[seat] - p.unsure[seat])) for p in points]
        band = _path([*upper, *reversed(lower)]) + "Z"
        line = _path([at(p.length, p.chances[seat]) for p in points])
        parts += [
            svg.tag("path", d=band, class_=f"{own} ch-band"),
            svg.tag("path", d=line, class_=f"{own} ch-line", stroke_dasharray=broken),
            svg.tag(
                "path",
                d=f"M{beside} {heights[seat]}h18",
                class_=f"{own} ch-line",
                stroke_dasharray=broken,
            ),
            svg.tag("text", name, x=beside + 24, y=heights[seat] + 4, class_="ch-words"),
        ]
    high = HIGH + A_NAME * len(names) if under else HIGH
    return svg.picture(
        wide, high, "chances narrow" if under else "chances", *parts, role="img", aria_label=title
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _apart(heights: Sequence[float]) -> list[float]:
    """Return heights for names beside the ends of their lines, without overlaps."""
    found = list(heights)
    order = sorted(range(len(found)), key=found.__getitem__)
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + A_NAME)
    found[order[-1]] = min(found[order[-1]], HIGH - BOTTOM)
    for below, above in pairwise(reversed(order)):
        found[above] = min(found[above], found[below] - A_NAME)
    return found
