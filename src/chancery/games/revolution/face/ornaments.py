"""The decoration of the map: the cartouche with the title, a compass rose, ships and arrows."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from chancery.core.svg import Svg, at
from chancery.core.words import Speaker, T
from chancery.games.revolution.face.sheet import HEIGHT, ROSE, TITLE, WIDTH
from chancery.games.revolution.face.signs import path, tag, use, words

STRAPWORK = (
    "M26 8H274C282 8 284 2 292 2 299 2 299 12 292 12 286 12 284 18 284 26V124C284 132 286 138"
    " 292 138 299 138 299 148 292 148 284 148 282 142 274 142H168C160 142 158 149 150 149"
    "S140 142 132 142H26C18 142 16 148 8 148 1 148 1 138 8 138 14 138 16 132 16 124V26C16 18 14 12"
    " 8 12 1 12 1 2 8 2 16 2 18 8 26 8Z"
)


def ornaments(speaker: Speaker) -> Iterator[Svg]:
    """Draw the cartouche with the title, the compass rose and a ship."""
    inside = tag("rect", x=25, y=17, width=250, height=116, rx=3, class_="cartouche-in")
    yield tag(
        "g",
        path(STRAPWORK, "cartouche"),
        inside,
        words("Revolution", 150, 68, "title"),
        path("M60 82H128M172 82H240M150 77L155 82 150 87 145 82Z", "flourish"),
        words(speaker.say(T("The Dutch Revolt")), 150, 106, "subtitle"),
        words("1568 – 1648", 150, 125, "years"),
        transform=at(TITLE.x, TITLE.y),
    )
    points = []
    for i in range(16):
        length = (54, 20, 32, 20)[i % 4]
        angle = i * pi / 8
        side = angle + pi / 16
        points.append((length * sin(angle), -length * cos(angle), 8 * sin(side), -8 * cos(side)))
    star = "M" + "L".join(f"{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for a, b, c, d in points) + "Z"
    dark = "".join(f"M0 0L{a:.1f} {b:.1f} {c:.1f} {d:.1f}Z" for a, b, c, d in points)
    yield tag(
        "g",
        tag("circle", r=40, class_="rose-ring"),
        tag("circle", r=36, class_="rose-ring"),
        path(star, "rose"),
        path(dark, "rose-dark"),
        path("M0-58C3-62 2-65 0-69-2-65-3-62 0-58ZM-1-60C-6-58-7-63-4-65-4-62-2-61-1-60ZM1-60"
             "C6-58 7-63 4-65 4-62 2-61 1-60ZM-3.5-58H3.5V-56.6H-3.5Z", "rose-lily"),
        transform=at(*ROSE),
    )  # fmt: skip
    yield _arrows(WIDTH - 160, HEIGHT - 64)
    yield use("rv-beggars", 372, 262, 2.1, "ship")
    yield use("rv-beggars", 548, 236, 1.5, "ship")
    yield use("rv-beggars", 398, 462, 1.5, "ship")


def _arrows(x: float, y: float) -> Svg:
    """Draw a sheaf of seven arrows, the sign of the united provinces, and their motto."""
    shafts, heads, vanes = [], [], []
    for i in range(-3, 4):
        angle = i * 0.16
        dx, dy = sin(angle), cos(angle)
        tip, end = 44 - 1.2 * i * i, -40
        shafts.append(f"M{dx * end:.1f} {-dy * end:.1f}L{dx * tip:.1f} {-dy * tip:.1f}")
        bx, by = dx * (tip - 9), -dy * (tip - 9)
        heads.append(f"M{dx * (tip + 3):.1f} {-dy * (tip + 3):.1f}L{bx + dy * 3.4:.1f}"
                     f" {by + dx * 3.4:.1f} {bx - dy * 3.4:.1f} {by - dx * 3.4:.1f}Z")  # fmt: skip
        for along in (-40, -36, -32):
            vx, vy = dx * along, -dy * along
            for side in (3.4, -3.4):
                back, down = dy * side - dx * 4, dx * side + dy * 4
                vanes.append(f"M{vx:.1f} {vy:.1f}l{back:.1f} {down:.1f}")
    ribbon = (
        "M-128 6C-90-6-40 10 0 6S90-6 128 6L120 16 128 26C90 14 40 30 0 26S-90 14-128 26L-120 16Z"
    )
    return tag(
        "g",
        path("".join(shafts), "arrow-shafts"),
        path("".join(vanes), "arrow-vanes"),
        path("".join(heads), "arrow-heads"),
        path(ribbon, "ribbon-cloth"),
        words("Concordia res parvae crescunt", 0, 20.5, "motto"),
        transform=at(x, y),
    )
