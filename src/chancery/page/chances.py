"""Win probabilities as a picture: the curve of a game, one line for each seat.

Lines differ by dashes and symbols, not by colour alone. Nothing here needs a style sheet.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from chancery.core import SeatStyle, svg
from chancery.core.face import Face
from chancery.core.svg import Svg
from chancery.table.analysis import LEAST_CHANGE, Point

WIDE, HIGH = 720, 240  # of a picture that stands alone
LEFT, RIGHT, TOP, BOTTOM = 44, 120, 12, 24
A_NAME = 16  # height of a name
ACROSS, UP = 1000, 100  # units of a curve, which is stretched to its place
EDGE = 5  # per cent of its height left free above and below it
SIGN = 18  # size of a symbol on a line
ROOM = 0.06  # part of its width at both ends in which no symbol stands
# the lines of seats: dashes; and for seats of games without styles colours and shapes
DASHES = (None, "8 4", "2 4", "10 4 2 4", "5 5", "1 5", "14 5", "7 3 2 3 2 3")
COLOURS = (
    ("#8a2b1d", "#f0a08c"),
    ("#1f4e79", "#93c3f0"),
    ("#3d6b2e", "#a5d490"),
    ("#7a5a00", "#e6c15c"),
    ("#5b3a7e", "#c9aee6"),
    ("#444444", "#c8c8c8"),
    ("#0f6b6b", "#86d6d6"),
    ("#a0522d", "#e8a87c"),
)
SHAPES = (
    "M-9 0A9 9 0 1 1 9 0 9 9 0 1 1-9 0Z", "M-8-8H8V8H-8Z", "M0-10L10 8H-10Z",
    "M0-11L11 0 0 11-11 0Z",
    "M-10-8H10L0 10Z", "M-5-10H5L10 0 5 10H-5L-10 0Z", "M-3-10H3V-3H10V3H3V10H-3V3H-10V-3H-3Z",
    "M0-11L3-3H11L5 2 7 10 0 5-7 10-5 2-11-3H-3Z",
)  # fmt: skip


class Line(NamedTuple):
    """The drawing of a seat: its name, its symbol, and what is different about its line."""

    name: str
    ink: str  # its colour, as an attribute
    dashes: str | None
    symbol: str  # the id of a symbol in the ground; empty: its shape is drawn
    shape: str

    def sign(self, **place: str | float | None) -> Svg:
        """Draw the symbol, to stand before the name or on the line."""
        if self.symbol:
            drawn = svg.tag("use", href=f"#{self.symbol}")
        else:
            drawn = svg.tag("path", d=self.shape, fill=self.ink, stroke="currentColor")
        return svg.tag("svg", drawn, class_="sign", viewBox="-13 -13 26 26", aria_hidden="true",
                       **place)  # fmt: skip

    def key(self) -> Svg:
        """Draw a piece of the line with its symbol, for a legend."""
        return svg.picture(
            52, 26, "key", *stroke("M0 13H52", self.ink, self.dashes),
            self.sign(x=13, width=26, height=26), aria_hidden="true",
        )  # fmt: skip


class Dot(NamedTuple):
    """A mark on the line of a seat, for a costly move at a length of the log."""

    length: int
    seat: int


def lines_of(
    face: Face[Any], seats: Sequence[str], names: Sequence[str], alone: bool = False
) -> list[Line]:
    """Return how each seat is drawn; `names` are those of its players.

    `alone`: in a file of its own, without symbols and for a light ground.
    """
    lines = []
    for number, (seat, name) in enumerate(zip(seats, names, strict=True)):
        look = number % len(DASHES)
        style = face.seat_style(seat) or SeatStyle(*COLOURS[look])
        ink = style.light if alone else f"light-dark({style.light}, {style.dark})"
        symbol = "" if alone else style.sign
        lines.append(Line(name, ink, DASHES[look], symbol, SHAPES[look]))
    return lines


def chances_at(points: Sequence[Point], length: int) -> tuple[float, ...]:
    """Return the win probabilities at a length of the log, between two points by their distance."""
    place = bisect_right(points, length, key=lambda point: point.length)
    before, after = points[max(0, place - 1)], points[min(place, len(points) - 1)]
    part = (length - before.length) / max(1, after.length - before.length)
    part = min(1.0, max(0.0, part))
    return tuple(a + (b - a) * part for a, b in zip(before.chances, after.chances, strict=True))


def changes(before: Point, after: Point, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return whose win probability changed between two points, from and to, in per cent."""
    return [
        (name, f"{100 * a:.0f}", f"{100 * b:.0f}")
        for name, a, b in zip(names, before.chances, after.chances, strict=True)
        if abs(a - b) >= LEAST_CHANGE
    ]


def curve(
    points: Sequence[Point],
    lines: Sequence[Line],
    last: int,
    title: str,
    dots: Iterable[Dot] = (),
    turns: Iterable[tuple[int, int]] = (),
) -> Svg:
    """Draw the win probabilities of all seats from the start to a length of the log.

    The picture fills its place, whatever its shape: x is the length, and lines are as wide
    everywhere. `turns` are pairs of lengths between which the game turned.
    """
    last = max(1, last)
    stretched = [svg.tag("path", d=f"M0 {y}H{ACROSS}", **_AXIS) for y in (0, UP / 2, UP)]
    above: list[Svg] = []
    for first, end in turns:
        x, wide = ACROSS * first / last, max(4.0, ACROSS * (end - first) / last)
        stretched.append(
            svg.tag("rect", x=round(x, 1), y=0, width=round(wide, 1), height=UP, class_="turn",
                    fill="currentColor", fill_opacity=0.16)
        )  # fmt: skip
        above.append(_placed(100 * (x + wide / 2) / ACROSS, EDGE, _STAR))
    for seat, line in enumerate(lines):
        stretched += _line(points, seat, last, line)
    for dot in dots:
        drawn = svg.tag("path", d="M0-2L-5-11H5Z", fill=lines[dot.seat].ink, stroke="currentColor",
                        data_step=dot.length, class_="dot")  # fmt: skip
        chance = chances_at(points, dot.length)[dot.seat] if points else 0.0
        above.append(_placed(100 * dot.length / last, _down(chance), drawn))
    for seat, line in enumerate(lines if points else ()):
        free = _most_free(points, seat, last)
        sign = line.sign(x=-SIGN / 2, y=-SIGN / 2, width=SIGN, height=SIGN)
        above.append(_placed(100 * free.length / last, _down(free.chances[seat]), sign))
    return svg.tag(
        "svg",
        svg.tag("svg", *stretched, viewBox=f"0 0 {ACROSS} {UP}", preserveAspectRatio="none",
                y=f"{EDGE}%", width="100%", height=f"{100 - 2 * EDGE}%", overflow="visible"),
        *above,
        xmlns=svg.XMLNS, class_="curve", width="100%", height="100%", role="img", aria_label=title,
    )  # fmt: skip


_AXIS: dict[str, str | float | None] = {
    "stroke": "currentColor",
    "stroke_opacity": 0.25,
    "vector_effect": "non-scaling-stroke",
}
_STAR = svg.tag("path", d="M0-7L1.8-2.4 6.7-2.2 2.9.9 4.1 5.7 0 3-4.1 5.7-2.9.9-6.7-2.2-1.8-2.4Z",
                fill="currentColor")  # fmt: skip


def _down(chance: float) -> float:
    """Return how far down a chance lies on a curve, in per cent."""
    return EDGE + (100 - 2 * EDGE) * (1 - chance)


def _placed(x: float, y: float, drawn: Svg) -> Svg:
    """Place a drawing at a point given in per cent."""
    return svg.tag("svg", drawn, x=f"{x:.1f}%", y=f"{y:.1f}%", overflow="visible")


def _line(points: Sequence[Point], seat: int, last: int, line: Line) -> list[Svg]:
    """Draw a line with its margins of error."""

    def at(length: int, chance: float) -> tuple[float, float]:
        return round(ACROSS * length / last, 1), round(UP * (1 - chance), 1)

    if not points:
        return []
    upper = [at(p.length, min(1.0, p.chances[seat] + p.unsure[seat])) for p in points]
    lower = [at(p.length, max(0.0, p.chances[seat] - p.unsure[seat])) for p in points]
    band = svg.tag(
        "path", d=_path([*upper, *reversed(lower)]) + "Z", fill=line.ink, fill_opacity=0.13
    )
    return [band, *stroke(_path([at(p.length, p.chances[seat]) for p in points]), line.ink,
                           line.dashes)]  # fmt: skip


def stroke(d: str, ink: str, dashes: str | None) -> list[Svg]:
    """Draw a line in a colour that may be as light as the paper: with an edge on both sides."""
    line: dict[str, str | float | None] = {
        "d": d, "fill": "none", "stroke_linejoin": "round", "vector_effect": "non-scaling-stroke",
    }  # fmt: skip
    return [
        svg.tag("path", **line, stroke="currentColor", stroke_width=4, stroke_opacity=0.55),
        svg.tag("path", **line, stroke=ink, stroke_width=2.6, stroke_dasharray=dashes,
                class_="line"),
    ]  # fmt: skip


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _most_free(points: Sequence[Point], seat: int, last: int) -> Point:
    """Return the point at which the line of a seat is farthest from all others."""
    inside = [p for p in points if ROOM <= p.length / last <= 1 - ROOM] or points

    def free(point: Point) -> float:
        own_chance = point.chances[seat]
        return min(abs(own_chance - c) for other, c in enumerate(point.chances) if other != seat)

    return max(inside, key=free)


# -- alone -----------------------------------------------------------------------------------------


def chances_picture(points: Sequence[Point], lines: Sequence[Line], title: str) -> Svg:
    """Draw a curve as a file of its own, with an axis, and names beside the ends of its lines."""
    wide, high = WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM
    parts = [
        svg.tag("svg", curve(points, lines, points[-1].length, title), x=LEFT, y=TOP, width=wide,
                height=high, overflow="visible")
    ]  # fmt: skip
    words: dict[str, str | float | None] = {
        "font_family": "serif", "font_size": 12, "fill": "currentColor",
    }  # fmt: skip

    def y(chance: float) -> float:
        return round(TOP + high * _down(chance) / 100, 1)

    for chance in (0.0, 0.5, 1.0):
        parts.append(
            svg.tag("text", f"{100 * chance:.0f}%", x=LEFT - 6, y=y(chance) + 4, text_anchor="end",
                    **words)
        )  # fmt: skip
    heights = _apart([y(chance) for chance in points[-1].chances])
    for line, height in zip(lines, heights, strict=True):
        beside = LEFT + wide + 6
        parts += stroke(f"M{beside} {height}h18", line.ink, line.dashes)
        parts.append(svg.tag("text", line.name, x=beside + 24, y=height + 4, **words))
    return svg.picture(WIDE, HIGH, "chances", *parts)


def _apart(heights: Sequence[float]) -> list[float]:
    """Return heights for names beside the ends of their lines, without overlaps."""
    apart = list(heights)
    order = sorted(range(len(apart)), key=apart.__getitem__)
    for above, below in pairwise(order):
        apart[below] = max(apart[below], apart[above] + A_NAME)
    apart[order[-1]] = min(apart[order[-1]], HIGH - BOTTOM)
    for below, above in pairwise(reversed(order)):
        apart[above] = min(apart[above], apart[below] - A_NAME)
    return apart
