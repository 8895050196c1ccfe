"""Sea and land: provinces in the colours of their regions, rivers, hills and shores.

Shores and rivers come from `data/land.json`, which `tools/low_countries.py` makes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import cos, pi, sin

from chancery.core.curves import loop, points_of, stroke
from chancery.core.memo import memoise
from chancery.core.svg import Svg, at
from chancery.core.words import Speaker, T
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.places import PROVINCE_IDS
from chancery.games.revolution.face.areas import Areas, areas_of
from chancery.games.revolution.face.chart import Chart, frames
from chancery.games.revolution.face.sheet import HEIGHT, ROSE, WIDTH, Frame, land
from chancery.games.revolution.face.signs import path, tag, use

# Names of colours, assigned to regions.
FAMILIES = ("ochre", "sage", "rose", "faded-blue", "straw", "lilac")
NAMES = {"north": T("North Sea"), "zuider": T("Zuiderzee"), "france": T("France")}
SEAS = ("north", "zuider")
_AROUND = f"M-9-9H{WIDTH + 9}V{HEIGHT + 9}H-9Z"


def sea(speaker: Speaker) -> Iterator[Svg]:
    """Draw the sea over the land, which cuts off provinces and rivers at the shore."""
    shore = "".join(loop(points_of(ring)) for ring in land()["land"])
    shapes = (("land", "on-land", shore), ("sea", "at-sea", f"{_AROUND}{shore}"))
    for name, clip, d in shapes:
        shape = tag("path", d=d, id=f"rv-{name}", fill_rule="evenodd", clip_rule="evenodd")
        yield tag("defs", shape, tag("clipPath", tag("use", href=f"#rv-{name}"), id=f"rv-{clip}"))
    yield tag("use", href="#rv-sea", class_="sea")
    rays = [f"M{ROSE[0]} {ROSE[1]}l{1900 * cos(i * pi / 16):.0f} {1900 * sin(i * pi / 16):.0f}"
            for i in range(32)]  # fmt: skip
    yield tag("g", path("".join(rays), "rhumbs"), clip_path="url(#rv-at-sea)")
    for far, lines in land()["water"].items():
        drawn = "".join(stroke(points_of(line)) for line in lines)
        yield path(drawn, f"water water-{far}")
    yield tag("use", href="#rv-land", class_="coast")
    for name, (x, y, size, angle) in land()["names"].items():
        yield tag("text", speaker.say(NAMES[name]), transform=f"{at(x, y)} rotate({angle})",
                  font_size=size, text_anchor="middle",
                  class_="sea-name" if name in SEAS else "land-name")  # fmt: skip


@memoise
def families(atlas: Atlas) -> dict[int, str]:
    """Assign a family of colours to each region, different from those of its neighbours."""
    beside: dict[int, set[int]] = {r: set(atlas.arrows[r]) for r in atlas.regions}
    for p, neighbours in enumerate(atlas.near):
        for neighbour in neighbours:
            beside[atlas.region_of[p]].add(atlas.region_of[neighbour])
    family_of: dict[int, str] = {}
    for r in sorted(atlas.regions, key=lambda r: (-len(beside[r]), r)):
        taken = [family_of[s] for s in family_of if s in beside[r] or r in beside[s]]
        used = list(family_of.values())
        family_of[r] = min(
            FAMILIES, key=lambda name: (taken.count(name), used.count(name), FAMILIES.index(name))
        )
    return family_of


def _shores(areas: Areas) -> list[str]:
    """Return the shores of each province with a margin, for the stroke along them."""
    shores: list[list[str]] = [[] for _ in areas.provinces]
    for ring in land()["land"]:
        points = points_of(ring)
        owners = [areas.owner_at(*point) for point in points]
        for p in set(owners) - {-1}:
            near = [
                p in (owners[i - 1], owner, owners[(i + 1) % len(owners)])
                for i, owner in enumerate(owners)
            ]
            for inside, run in groupby(range(len(points)), key=near.__getitem__):
                line = [points[i] for i in run]
                if inside and len(line) > 1:
                    shores[p].append(loop(line) if len(line) == len(points) else stroke(line))
    return ["".join(lines) for lines in shores]


def provinces(atlas: Atlas) -> Iterator[Svg]:
    """Draw each province in a light colour with a stronger stroke along its border."""
    rivers = "".join(stroke(points_of(line)) for line in land()["rivers"])
    areas, tints = areas_of(atlas), families(atlas)
    shores = _shores(areas)
    yield tag("rect", width=WIDTH, height=HEIGHT, class_="abroad")
    for p, d in enumerate(areas.provinces):
        name, tint = PROVINCE_IDS[p], tints[atlas.region_of[p]]
        area, inside = f"rv-area-{name}", f"rv-in-{name}"
        shape = tag("path", d=d, id=area, clip_rule="evenodd", fill_rule="evenodd")
        yield tag("defs", shape, tag("clipPath", tag("use", href=f"#{area}"), id=inside))
        order = atlas.provinces_of[atlas.region_of[p]].index(p) % 3
        yield tag("use", href=f"#{area}", class_=f"wash wash-{order} c-{tint}")
        brushes = [tag("use", href=f"#{area}", class_=f"brush c-{tint}")]
        if shores[p]:
            brushes.append(path(shores[p], f"brush shore-brush c-{tint}"))
        yield tag("g", *brushes, clip_path=f"url(#{inside})")
    yield path(rivers, "river-bed")
    yield path(rivers, "river")
    yield path(areas.rim, "rim")
    yield path(areas.inner, "border")
    yield path(areas.outer, "region-border")


def landscape(chart: Chart) -> Iterator[Svg]:
    """Draw hills, woods and marshes where nothing of the board lies."""
    taken = frames(chart)
    for kind, points in land()["small"].items():
        for x, y in points:
            patch = Frame(x - 12, y - 9, 24, 18)
            if not any(patch.meets(frame) for frame in taken):
                yield use(f"rv-{kind}", x, y)
