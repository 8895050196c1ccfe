"""Compute the map of Friedrich: coast, countries and the positions of names.

`python -m tools.map` writes two files of `chancery/games/friedrich/data`, always the same. It needs
`font-source-serif-pro` and `fonttools`, for the widths of names only.

**land.json**: integers, in the units of the board, y down::

    board    [width, height]
    arcs     [[x, y, x, y, ...], ...]
    coast    arcs between land and sea, each drawn once
    borders  arcs between two countries, each drawn once
    areas    {country: [ring, ...]}; a ring is a list of arcs, ~i being arc i backwards.
             "abroad" is land outside the game's countries (Denmark), without cities
    sea      [ring, ...]
    water    {"8": [line, ...], "18": ..., "32": ...}: lines along the coast, by distance from it
    names    {country or sea: [{"x", "y", "size", "angle", "spacing"}, ...]}: the middle of a large
             name (text-anchor middle; spacing is the letter-spacing, angle in degrees)

An arc or a water line p0 p1 ... pn is drawn as quadratics through the middles, with p1 ... p(n-1)
as control points::

    M p0  Q p1 mid(p1, p2)  Q p2 mid(p2, p3)  ...  Q p(n-1) pn        (two points: M p0 L p1)

Backwards this gives the same curve, so neighbours share it. A closed line starts and ends halfway
between two control points, and is smooth there too. A ring is a sequence of arcs; an area is all of
its rings in one path, with the even-odd rule.

**labels.csv**: a row for each name at each level where it is shown: level 0 for the whole board on
a screen, 1 nearer, 2 with all names. `x`, `y` are the position of the text's baseline, `anchor` its
text-anchor, `size` its font size, `width` its width at that size; `face` is italic or, for
objectives and depots, semibold (italic too); `shared` is the number of cities with that name. A
name extends from ASCENT sizes above the baseline to DESCENT below.

The coast is that of the real Baltic, in degrees, distorted to fit the board's coastal cities; a
country is the area nearest to its cities and the roads between them.
"""

from __future__ import annotations

import csv
import io
import json
import math
import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from tools.shores import Line, Point, Rough

from chancery.games.friedrich.board.atlas import (
    CITY,
    CITY_IDS,
    CITY_NAMES,
    COUNTRY,
    DEPOT_OF,
    NEXT,
    NEXT_MAIN,
    OBJECTIVE_OF,
    ORDER,
    N,
    X,
    Y,
)

DATA = Path(__file__).resolve().parent.parent / "src/chancery/games/friedrich/data"


# --- the coast, in degrees east and north -----------------------------------------------------

# Cities of the board with known coordinates: between them the coast is distorted to fit.
TRUE_PLACES = {
    "emden": (7.21, 53.37),
    "jever": (7.90, 53.57),
    "oldenburg": (8.21, 53.14),
    "bremen": (8.81, 53.08),
    "otterndorf": (8.90, 53.81),
    "stade": (9.48, 53.60),
    "glueckstadt": (9.42, 53.79),
    "heide": (9.10, 54.20),
    "rendsburg": (9.66, 54.30),
    "kiel": (10.13, 54.32),
    "oldenburg-holstein": (10.88, 54.29),
    "eutin": (10.61, 54.14),
    "luebeck": (10.69, 53.87),
    "wismar": (11.46, 53.89),
    "doberan": (11.90, 54.11),
    "rostock": (12.13, 54.09),
    "stralsund": (13.08, 54.31),
    "greifswald": (13.38, 54.09),
    "wolgast": (13.77, 54.05),
    "anklam": (13.69, 53.86),
    "ueckermuende": (14.05, 53.74),
    "gollnow": (14.83, 53.56),
    "cammin": (14.77, 53.97),
    "colberg": (15.58, 54.18),
    "koeslin": (16.18, 54.19),
    "schlawe": (16.68, 54.36),
    "stolpe": (17.03, 54.46),
    "lauenburg-pommern": (17.75, 54.54),
    "wejherowo": (18.24, 54.61),
    "gdansk": (18.65, 54.35),
    "malbork": (19.03, 54.04),
    "elblag": (19.40, 54.16),
    "braniewo": (19.82, 54.38),
    "heiligenbeil": (19.95, 54.47),
    "koenigsberg": (20.51, 54.71),
    "labiau": (21.11, 54.86),
    "tilsit": (21.89, 55.08),
}

# The mainland from Groningen to the Memel; Jutland and the Curonian spit leave the board above.
MAINLAND = """
    6.40 53.41  6.70 53.46  6.85 53.43  6.93 53.33  7.03 53.30  7.06 53.23  7.15 53.21  7.23 53.25
    7.23 53.32  7.14 53.34  7.03 53.34  7.01 53.42  7.08 53.48  7.13 53.52  7.07 53.57  7.14 53.63
    7.30 53.67  7.57 53.68  7.80 53.71  8.02 53.71  8.05 53.62  8.13 53.53  8.04 53.45  8.10 53.37
    8.22 53.38  8.27 53.46  8.22 53.54  8.26 53.60  8.38 53.61  8.45 53.53  8.46 53.40  8.52 53.28
    8.57 53.28  8.57 53.40  8.62 53.54  8.54 53.66  8.55 53.77  8.62 53.88  8.72 53.89  8.90 53.85
    9.08 53.82  9.28 53.79  9.40 53.70  9.52 53.64  9.62 53.60  9.64 53.63  9.50 53.70  9.40 53.78
    9.18 53.88  8.98 53.91  8.84 53.99  9.00 54.07  8.87 54.13  8.82 54.21  8.96 54.26  8.82 54.29
    8.62 54.29  8.62 54.38  8.82 54.41  9.02 54.47  8.90 54.54  8.84 54.64  8.69 54.73  8.66 54.90
    8.68 55.05  8.64 55.20  8.60 55.50  9.60 55.50  9.56 55.35  9.70 55.25  9.60 55.15  9.45 55.05
    9.62 55.00  9.80 55.06 10.04 54.94  9.93 54.87  9.75 54.90  9.60 54.90  9.44 54.81  9.62 54.82
    9.85 54.77 10.02 54.76 10.03 54.64  9.98 54.55  9.84 54.48 10.00 54.46 10.17 54.49 10.16 54.42
   10.12 54.36 10.17 54.36 10.24 54.43 10.42 54.43 10.58 54.34 10.72 54.31 10.84 54.36 11.00 54.38
   11.11 54.36 11.07 54.27 11.09 54.20 10.95 54.13 10.83 54.09 10.77 54.01 10.87 53.96 11.01 54.00
   11.18 54.01 11.30 53.96 11.40 53.93 11.47 53.93 11.47 53.99 11.61 54.09 11.75 54.16 11.86 54.15
   12.00 54.17 12.09 54.16 12.12 54.13 12.15 54.18 12.28 54.27 12.37 54.36 12.50 54.48 12.58 54.44
   12.74 54.44 12.93 54.43 12.90 54.39 13.01 54.37 13.09 54.34 13.15 54.27 13.28 54.21 13.37 54.16
   13.41 54.11 13.50 54.11 13.60 54.15 13.72 54.15 13.79 54.10 13.80 54.05 13.84 53.99 13.78 53.93
   13.76 53.89 13.84 53.86 13.92 53.80 14.05 53.77 14.20 53.78 14.27 53.72 14.32 53.76 14.46 53.73
   14.56 53.66 14.58 53.56 14.62 53.56 14.62 53.66 14.58 53.76 14.64 53.82 14.72 53.86 14.74 53.93
   14.73 54.00 14.79 54.05 15.00 54.09 15.25 54.12 15.42 54.16 15.58 54.20 15.78 54.22 16.05 54.26
   16.20 54.32 16.38 54.45 16.62 54.54 16.85 54.60 17.10 54.68 17.35 54.74 17.58 54.77 17.90 54.83
   18.18 54.84 18.33 54.85 18.48 54.80 18.66 54.73 18.83 54.65 18.87 54.59 18.79 54.59 18.60 54.67
   18.46 54.73 18.40 54.71 18.48 54.65 18.56 54.53 18.57 54.46 18.66 54.42 18.80 54.37 18.96 54.36
   19.20 54.36 19.41 54.42 19.59 54.51 19.72 54.59 19.84 54.68 19.89 54.66 19.78 54.55 19.63 54.46
   19.45 54.36 19.27 54.30 19.25 54.25 19.38 54.23 19.50 54.29 19.66 54.36 19.78 54.43 19.90 54.51
   20.10 54.58 20.27 54.63 20.38 54.69 20.20 54.72 20.05 54.72 19.96 54.71 19.94 54.78 19.96 54.95
   20.15 54.97 20.48 54.97 20.64 55.02 20.80 55.16 20.95 55.31 21.05 55.60 21.14 55.60 21.06 55.31
   20.92 55.16 20.76 55.02 20.66 54.96 20.78 54.92 21.02 54.91 21.17 54.94 21.26 55.05 21.22 55.20
   21.27 55.60
"""

# Islands: land that has to stay apart from the mainland despite the distortion.
ISLANDS = {
    "rügen": """13.12 54.33 13.20 54.28 13.35 54.24 13.40 54.28 13.52 54.33 13.64 54.28 13.75 54.30
        13.71 54.38 13.60 54.41 13.58 54.47 13.66 54.51 13.67 54.57 13.58 54.59 13.46 54.57
        13.38 54.61 13.44 54.68 13.33 54.66 13.23 54.63 13.28 54.54 13.35 54.49 13.28 54.47
        13.17 54.52 13.12 54.45 13.17 54.39""",
    "hiddensee": "13.06 54.47 13.10 54.47 13.13 54.55 13.16 54.60 13.08 54.60 13.07 54.54",
    "usedom": """13.76 54.17 13.90 54.09 14.05 54.02 14.20 53.96 14.27 53.92 14.24 53.87 14.12 53.90
        14.06 53.84 13.93 53.86 13.87 53.90 13.96 53.94 13.97 53.99 13.90 54.01 13.86 54.07""",
    "wollin": """14.31 53.92 14.45 53.94 14.58 53.99 14.69 54.04 14.69 53.97 14.66 53.91 14.58 53.83
        14.46 53.84 14.36 53.87""",
    "fehmarn": "11.00 54.44 11.01 54.51 11.15 54.54 11.29 54.47 11.25 54.41 11.12 54.41",
    "lolland": """11.00 54.78 11.04 54.88 11.20 54.95 11.40 54.87 11.62 54.92 11.80 54.82
        11.81 54.67 11.55 54.62 11.35 54.65 11.14 54.72""",
    "falster": """12.00 54.56 11.95 54.67 11.97 54.80 11.88 54.92 12.06 54.97 12.22 54.88
        12.11 54.74""",
    "møn": "12.24 55.00 12.30 55.06 12.45 55.04 12.55 54.96 12.35 54.93",
    "zealand": """11.15 55.60 11.15 55.33 11.25 55.20 11.55 55.20 11.72 55.19 11.75 55.06
        11.95 55.03 12.10 55.09 12.17 55.19 12.30 55.24 12.45 55.28 12.40 55.40 12.20 55.60""",
    "langeland": "10.69 54.73 10.75 54.88 10.92 55.13 10.84 55.12 10.67 54.92 10.62 54.76",
    "ærø": "10.25 54.95 10.40 54.94 10.53 54.85 10.42 54.83 10.28 54.90",
    "funen": """9.80 55.60 9.80 55.40 9.95 55.24 10.08 55.09 10.35 55.07 10.55 55.03 10.76 55.11
        10.82 55.30 10.75 55.60""",
    "bornholm": "14.69 55.09 14.76 55.30 14.92 55.22 15.15 55.14 15.11 54.99 14.90 55.01",
    "sylt": "8.29 54.74 8.33 54.88 8.45 54.90 8.38 54.95 8.43 55.06 8.34 55.02 8.26 54.88",
    "rømø": "8.50 55.09 8.58 55.12 8.56 55.19 8.48 55.18",
    "föhr": "8.40 54.70 8.47 54.75 8.58 54.73 8.56 54.68 8.46 54.67",
    "pellworm": "8.58 54.50 8.62 54.55 8.72 54.54 8.70 54.49",
    "heligoland": "7.84 54.17 7.90 54.20 7.93 54.17 7.88 54.15",
    "juist": "6.84 53.68 6.95 53.725 7.10 53.73 7.12 53.70 6.98 53.69",
    "norderney": "7.17 53.715 7.25 53.755 7.36 53.76 7.36 53.725",
    "baltrum": "7.42 53.74 7.52 53.79 7.66 53.795 7.65 53.76",
    "spiekeroog": "7.72 53.78 7.80 53.825 7.93 53.83 7.92 53.79",
    "borkum": "6.62 53.57 6.68 53.62 6.76 53.61 6.74 53.56",
}

# Land without a city, and its country: Denmark is not in the game; Usedom and Wollin have been
# Prussian since 1720.
OUTLYING = {
    "abroad": """9.55 54.55 9.05 54.55 9.43 54.78 8.85 54.90 9.42 55.05 9.25 55.25 9.85 54.70
        10.03 54.62 8.80 54.42 9.90 54.90 8.30 54.95 8.50 54.70 8.60 54.50 8.55 55.15 11.15 54.47
        11.50 54.77 11.20 54.80 12.05 54.85 12.00 54.65 12.40 55.00 11.60 55.25 12.20 55.20
        10.75 54.95 10.40 54.90 10.40 55.15 9.90 55.30 14.90 55.10""",
    "prussia": """14.15 53.92 14.05 53.88 13.90 53.88 14.00 54.03 14.50 53.89 14.63 53.97
        19.70 54.55 19.83 54.65""",
}

# South of the Carpathians is Hungary, part of Austria: points beyond the edge, in board units.
HUNGARY = [(float(x), 1700.0) for x in range(2150, 2481, 30)]

# --- the raster -------------------------------------------------------------------------------

WIDTH, HEIGHT = 2480, 1650  # the size of all sectors together
CELL = 10 / 3  # divides both
COLUMNS, ROWS = round(WIDTH / CELL), round(HEIGHT / CELL)
MARGIN = 14  # margin of cells outside the board, so that water lines do not end early
SPAN = COLUMNS + 2 * MARGIN  # width of the land raster in cells
DEPTH = ROWS + 2 * MARGIN
CITY_LAND = 17  # radius of land around each city
ROAD_LAND = 8  # and along each road
STRAIT = 9  # width of water between an island and the mainland
SMALLEST_ISLAND = 8  # cells
SMALLEST_WATER = 60
SMALLEST_PATCH = 90  # of a country, unless a city or an island

SEA, OUTSIDE = "sea", "outside"

Grid = list[str]


def parse(text: str) -> Line:
    """Parse points from a text of numbers."""
    numbers = [float(word) for word in text.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def on_board(place: Point) -> Point:
    """Convert degrees to board units: linear, displaced like the cities around the point."""
    x, y = _linear(place)
    weights = dx = dy = 0.0
    for city, true in TRUE_PLACES.items():
        u, v = _linear(true)
        weight = 1 / (100 + (u - x) ** 2 + (v - y) ** 2) ** 1.5
        weights += weight
        dx += weight * (X[CITY[city]] - u)
        dy += weight * (Y[CITY[city]] - v)
    return x + dx / weights, y + dy / weights


def _linear(place: Point) -> Point:
    """Convert degrees linearly, by Lübeck and Königsberg; accurate to a few dozen units."""
    return 509 + 158.7 * (place[0] - 10.69), 371 - 264 * (place[1] - 53.87)


ROUGH = Rough(shortest=7.0, aside=0.22)


def fill(mask: bytearray, ring: Line) -> None:
    """Mark the cells of the land raster whose centres lie in a ring."""
    crossings: list[list[float]] = [[] for _ in range(DEPTH)]
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        low, high = sorted((ay / CELL + MARGIN - 0.5, by / CELL + MARGIN - 0.5))
        for row in range(max(0, math.ceil(low)), min(DEPTH, math.ceil(high))):
            y = (row + 0.5 - MARGIN) * CELL
            crossings[row].append(ax + (y - ay) / (by - ay) * (bx - ax))
    for row, xs in enumerate(crossings):
        xs.sort()
        for left, right in zip(xs[::2], xs[1::2], strict=True):
            first = max(0, math.ceil(left / CELL + MARGIN - 0.5))
            last = min(SPAN, math.ceil(right / CELL + MARGIN - 0.5))
            if first < last:
                mask[row * SPAN + first : row * SPAN + last] = b"\1" * (last - first)


def stamp(mask: bytearray, at: Point, radius: float) -> None:
    """Mark the cells of the land raster around a point."""
    column, row = at[0] / CELL + MARGIN - 0.5, at[1] / CELL + MARGIN - 0.5
    reach = radius / CELL
    for r in range(max(0, math.ceil(row - reach)), min(DEPTH, math.floor(row + reach) + 1)):
        half = math.sqrt(max(0, reach * reach - (r - row) ** 2))
        first, last = max(0, math.ceil(column - half)), min(SPAN, math.floor(column + half) + 1)
        if first < last:
            mask[r * SPAN + first : r * SPAN + last] = b"\1" * (last - first)


def roads() -> Iterator[tuple[int, int]]:
    """Return every road of the board once."""
    return ((a, b) for a in range(N) for b in NEXT[a] if a < b)


def along(a: Point, b: Point, step: float) -> Line:
    """Return points along a segment, including both ends."""
    count = max(1, math.ceil(math.dist(a, b) / step))
    return [
        (a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count)
        for i in range(count + 1)
    ]


def make_land() -> bytearray:
    """Return for each cell, including the margin, whether it is land."""
    mainland = bytearray(SPAN * DEPTH)
    shore = ROUGH.line([on_board(place) for place in parse(MAINLAND)])
    far = 400.0
    shore += [(WIDTH + far, -far), (WIDTH + far, HEIGHT + far), (-far, HEIGHT + far)]
    fill(mainland, [*shore, (-far, shore[0][1])])
    for city in range(N):
        stamp(mainland, (X[city], Y[city]), CITY_LAND)
    for a, b in roads():
        for at in along((X[a], Y[a]), (X[b], Y[b]), CELL):
            stamp(mainland, at, ROAD_LAND)
    near = bytearray(mainland)
    for cell in _shore_cells(mainland):
        row, column = divmod(cell, SPAN)
        middle = ((column + 0.5 - MARGIN) * CELL, (row + 0.5 - MARGIN) * CELL)
        stamp(near, middle, STRAIT)
    islands = bytearray(SPAN * DEPTH)
    for text in ISLANDS.values():
        ring = [on_board(place) for place in parse(text)]
        fill(islands, ROUGH.line([*ring, ring[0]])[:-1])
    land = bytearray(m or (i and not n) for m, i, n in zip(mainland, islands, near, strict=True))
    _drop_specks(land)
    return land


def _shore_cells(land: bytearray) -> list[int]:
    """Return the cells of land that are adjacent to water."""
    return [
        cell
        for cell in range(SPAN, len(land) - SPAN)
        if land[cell]
        and not (land[cell - 1] and land[cell + 1] and land[cell - SPAN] and land[cell + SPAN])
    ]


def _drop_specks(land: bytearray) -> None:
    """Remove the smallest islands and the smallest waters."""
    for patch in patches(land, SPAN):
        smallest = SMALLEST_ISLAND if land[patch[0]] else SMALLEST_WATER
        if len(patch) < smallest:
            for cell in patch:
                land[cell] = not land[cell]


def neighbours(cell: int, span: int, count: int) -> list[int]:
    """Return the neighbours of a cell in a raster of a given width and size."""
    found = [other for other in (cell - span, cell + span) if 0 <= other < count]
    column = cell % span
    if column:
        found.append(cell - 1)
    if column < span - 1:
        found.append(cell + 1)
    return found


def patches(cells: Sequence[object], span: int) -> list[list[int]]:
    """Return connected cells with the same content, as lists of indices."""
    seen = bytearray(len(cells))
    found = []
    for start in range(len(cells)):
        if seen[start]:
            continue
        seen[start] = 1
        patch, queue, content = [start], deque((start,)), cells[start]
        while queue:
            cell = queue.popleft()
            for other in neighbours(cell, span, len(cells)):
                if not seen[other] and cells[other] == content:
                    seen[other] = 1
                    patch.append(other)
                    queue.append(other)
        found.append(patch)
    return found


# --- the countries ----------------------------------------------------------------------------

COARSE = 10  # grid spacing of the distances to countries
FAR = 400.0
ROAD_MALUS = 7.0  # a road within a country counts like a city this much farther away
WAVES = ((120, 18.0), (50, 11.0), (21, 6.0))  # wavelength and amplitude of noise along borders
CITY_CORE = 15  # radius around a city that belongs to its country


class Noise:
    """Smooth, deterministic noise between -1 and 1 over the board."""

    def __init__(self, seed: str, length: float) -> None:
        rng = random.Random(seed)
        self.length = length
        self.span = math.ceil(WIDTH / length) + 3
        self.values = [rng.uniform(-1, 1) for _ in range(self.span * self.span)]

    def at(self, x: float, y: float) -> float:
        """Return the noise at a point of the board."""
        column, u = divmod(x / self.length + 1, 1)
        row, v = divmod(y / self.length + 1, 1)
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        i = int(row) * self.span + int(column)
        a, b = self.values[i : i + 2]
        c, d = self.values[i + self.span : i + self.span + 2]
        return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v


def nearness() -> dict[str, list[list[float]]]:
    """Return for each country the smoothed distances to it on a coarse grid."""
    columns, rows = WIDTH // COARSE + 1, HEIGHT // COARSE + 1
    fields = {
        country: [[FAR] * columns for _ in range(rows)]
        for country in (*sorted(set(COUNTRY)), "abroad")
    }

    def spread(country: str, at: Point, radius: float, malus: float) -> None:
        field = fields[country]
        for row in _around(at[1], radius, rows):
            line, dy = field[row], row * COARSE - at[1]
            for column in _around(at[0], radius, columns):
                distance = math.hypot(column * COARSE - at[0], dy) + malus
                if distance < line[column]:
                    line[column] = distance

    for city in range(N):
        spread(COUNTRY[city], (X[city], Y[city]), 330, 0)
    for country, text in OUTLYING.items():
        for place in parse(text):
            spread(country, on_board(place), 100, 0)
    for at in HUNGARY:
        spread("austria", at, 330, 0)
    for a, b in roads():
        if COUNTRY[a] == COUNTRY[b]:
            for at in along((X[a], Y[a]), (X[b], Y[b]), COARSE):
                spread(COUNTRY[a], at, 90, ROAD_MALUS)
    return {country: _soften(field) for country, field in fields.items()}


def _around(at: float, radius: float, count: int) -> range:
    first, last = math.ceil((at - radius) / COARSE), math.floor((at + radius) / COARSE)
    return range(max(0, first), min(count, last + 1))


def _soften(field: list[list[float]]) -> list[list[float]]:
    """Smooth a grid by averaging neighbours, twice along rows and twice along columns."""
    for _ in range(4):
        blurred = []
        for line in field:
            sides = zip([line[0], *line[:-1]], line, [*line[1:], line[-1]], strict=True)
            blurred.append([(a + 2 * b + c) / 4 for a, b, c in sides])
        field = [list(line) for line in zip(*blurred, strict=True)]
    return field


def make_countries(land: bytearray) -> Grid:
    """Return for each cell of the board the sea or its country."""
    fields = nearness()
    noises = [
        (height, Noise(f"east {length}", length), Noise(f"south {length}", length))
        for length, height in WAVES
    ]
    grid = [SEA] * (COLUMNS * ROWS)
    for row in range(ROWS):
        y = (row + 0.5) * CELL
        for column in range(COLUMNS):
            if not land[(row + MARGIN) * SPAN + column + MARGIN]:
                continue
            x = (column + 0.5) * CELL
            near = _rivals(fields, x, y)
            if len(near) > 1:
                # displaced by noise, so that borders are not straight
                u = x + sum(height * east.at(x, y) for height, east, _ in noises)
                v = y + sum(height * south.at(x, y) for height, _, south in noises)
                near.sort(key=lambda country: _between(fields[country], u, v))
            grid[row * COLUMNS + column] = near[0]
    _hold_cities(grid)
    _round_off(grid)
    _hold_cities(grid)
    _join_slivers(grid)
    return grid


def _rivals(fields: dict[str, list[list[float]]], x: float, y: float) -> list[str]:
    """Return the countries that may own a point."""
    row, column = round(y / COARSE), round(x / COARSE)
    distances = {country: field[row][column] for country, field in fields.items()}
    limit = min(distances.values()) + 70
    return [country for country, distance in distances.items() if distance <= limit]


def _between(field: list[list[float]], x: float, y: float) -> float:
    """Interpolate the value of a coarse grid at a point."""
    column = min(max(x / COARSE, 0), len(field[0]) - 1.001)
    row = min(max(y / COARSE, 0), len(field) - 1.001)
    i, j = int(row), int(column)
    u, v = column - j, row - i
    above, below = field[i], field[i + 1]
    return (above[j] * (1 - u) + above[j + 1] * u) * (1 - v) + (
        below[j] * (1 - u) + below[j + 1] * u
    ) * v


def _hold_cities(grid: Grid) -> None:
    """Assign the cells around each city to its country; two close cities share them evenly."""
    owner: dict[int, tuple[float, str]] = {}
    for city in range(N):
        column, row = X[city] / CELL - 0.5, Y[city] / CELL - 0.5
        reach = CITY_CORE / CELL
        for r in range(max(0, math.ceil(row - reach)), min(ROWS, math.floor(row + reach) + 1)):
            for c in range(max(0, math.ceil(column - reach)), math.floor(column + reach) + 1):
                distance = math.hypot(c - column, r - row)
                cell = r * COLUMNS + c
                if c < COLUMNS and distance <= reach and grid[cell] != SEA:
                    owner[cell] = min(owner.get(cell, (FAR, "")), (distance, COUNTRY[city]))
    for cell, (_, country) in owner.items():
        grid[cell] = country


def _round_off(grid: Grid, reach: int = 2, times: int = 1) -> None:
    """Smooth borders: each cell near one takes the country of most cells around it."""
    for _ in range(times):
        old = list(grid)
        for row in range(reach, ROWS - reach):
            for cell in range(row * COLUMNS + reach, (row + 1) * COLUMNS - reach):
                mine = old[cell]
                if mine == SEA or not (
                    mine != old[cell - reach]
                    or mine != old[cell + reach]
                    or mine != old[cell - reach * COLUMNS]
                    or mine != old[cell + reach * COLUMNS]
                ):
                    continue
                votes: Counter[str] = Counter()
                for shift in range(-reach * COLUMNS, reach * COLUMNS + 1, COLUMNS):
                    votes.update(old[cell + shift - reach : cell + shift + reach + 1])
                votes.pop(SEA, None)
                best, count = votes.most_common(1)[0]
                if count > votes[mine]:
                    grid[cell] = best


def _join_slivers(grid: Grid) -> None:
    """Give small patches without a city to the country that surrounds them."""
    held = {int(Y[c] / CELL) * COLUMNS + int(X[c] / CELL) for c in range(N)}
    for patch in patches(grid, COLUMNS):
        if len(patch) >= SMALLEST_PATCH or grid[patch[0]] == SEA or held & set(patch):
            continue
        beside: Counter[str] = Counter()
        for cell in patch:
            beside.update(grid[other] for other in neighbours(cell, COLUMNS, len(grid)))
        del beside[SEA], beside[grid[patch[0]]]
        if beside:
            for cell in patch:
                grid[cell] = beside.most_common(1)[0][0]


# --- arcs -------------------------------------------------------------------------------------

COAST_STEP, BORDER_STEP, WATER_STEP = 7, 11, 14  # units between the points of a line
WATER = (8, 18, 32)
SHORTEST_WATER = 60  # shorter lines along the coast are omitted

Corner = tuple[int, int]


@dataclass
class Arc:
    """A line between two junctions, or a closed one, with the areas on both sides of it."""

    corners: list[Corner]
    left: str
    right: str

    @property
    def closed(self) -> bool:
        """Whether the arc ends where it starts."""
        return self.corners[0] == self.corners[-1]

    @property
    def sides(self) -> frozenset[str]:
        """Return the two areas that the arc separates."""
        return frozenset((self.left, self.right))


def trace(grid: Grid) -> list[Arc]:
    """Return the lines between areas, from junction to junction, along cell corners."""

    def cell(column: int, row: int) -> str:
        inside = 0 <= column < COLUMNS and 0 <= row < ROWS
        return grid[row * COLUMNS + column] if inside else OUTSIDE

    links: dict[Corner, list[Corner]] = defaultdict(list)
    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            here = cell(column, row)
            if here != cell(column, row - 1):
                links[column, row].append((column + 1, row))
                links[column + 1, row].append((column, row))
            if here != cell(column - 1, row):
                links[column, row].append((column, row + 1))
                links[column, row + 1].append((column, row))
    frame = {(0, 0), (COLUMNS, 0), (0, ROWS), (COLUMNS, ROWS)}
    nodes = [c for c, others in sorted(links.items()) if len(others) != 2 or c in frame]
    ends = frozenset(nodes)
    seen: set[frozenset[Corner]] = set()
    arcs = []
    for start in (*nodes, *sorted(links)):  # arcs without a junction are closed
        for step in links[start]:
            if frozenset((start, step)) in seen:
                continue
            corners = [start, step]
            seen.add(frozenset(corners))
            while corners[-1] not in ends and corners[-1] != start:
                a, b = links[corners[-1]]
                corners.append(b if a == corners[-2] else a)
                seen.add(frozenset(corners[-2:]))
            arcs.append(Arc(corners, *_sides(cell, start, step)))
    return arcs


def _sides(cell: Callable[[int, int], str], a: Corner, b: Corner) -> tuple[str, str]:
    """Return the areas left and right of a step between corners."""
    (ax, ay), (_, by) = sorted((a, b))
    pair = (cell(ax, ay - 1), cell(ax, ay)) if ay == by else (cell(ax, ay), cell(ax - 1, ay))
    return pair if a < b else (pair[1], pair[0])


def smooth(line: Line, times: int) -> Line:
    """Move each point towards its neighbours, except for the ends of open lines."""
    if line[0] == line[-1]:
        for _ in range(times):
            body = line[:-1]
            around = zip([body[-1], *body], body, [*body[1:], body[0]], strict=False)
            line = [_mean(a, b, c) for a, b, c in around]
            line.append(line[0])
        return line
    for _ in range(times):
        inner = [_mean(a, b, c) for a, b, c in zip(line, line[1:], line[2:], strict=False)]
        line = [line[0], *inner, line[-1]]
    return line


def _mean(a: Point, b: Point, c: Point) -> Point:
    return (a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4


def thin_out(line: Line, step: float) -> Line:
    """Resample a line at equal distances; a closed one starts between two points."""
    lengths = [0.0]
    for a, b in pairwise(line):
        lengths.append(lengths[-1] + math.dist(a, b))
    closed = line[0] == line[-1]
    count = max(6 if closed else 1, round(lengths[-1] / step))
    out, at = [], 0
    for i in range(count + 1):
        wanted = lengths[-1] * i / count
        while at < len(line) - 2 and lengths[at + 1] < wanted:
            at += 1
        share = (wanted - lengths[at]) / ((lengths[at + 1] - lengths[at]) or 1)
        (ax, ay), (bx, by) = line[at], line[at + 1]
        out.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    if closed:
        (ax, ay), (bx, by) = out[0], out[1]
        middle = ((ax + bx) / 2, (ay + by) / 2)
        return [middle, *out[1:], middle]
    return out


def draw(arc: Arc) -> list[int]:
    """Return the points of an arc in their stored form."""
    line = [(column * CELL, row * CELL) for column, row in arc.corners]
    if OUTSIDE in arc.sides:
        return flat([line[0], line[-1]])
    if SEA in arc.sides:
        return flat(thin_out(smooth(line, 2), COAST_STEP))
    return flat(thin_out(smooth(line, 5), BORDER_STEP))


def flat(line: Line) -> list[int]:
    """Return points as a flat list of integers."""
    return [round(number) for point in line for number in point]


def rings(arcs: list[Arc], area: str) -> list[list[int]]:
    """Return the closed lines around an area, which lies to their left."""
    starts: dict[Corner, list[int]] = defaultdict(list)
    for i, arc in enumerate(arcs):
        if arc.left == area:
            starts[arc.corners[0]].append(i)
        elif arc.right == area:
            starts[arc.corners[-1]].append(~i)
    found = []
    while starts:
        home = min(starts)
        ring: list[int] = []
        at = home
        while not ring or at != home:
            ring.append(starts[at].pop())
            if not starts[at]:
                del starts[at]
            corners = arcs[max(ring[-1], ~ring[-1])].corners
            at = corners[-1] if ring[-1] >= 0 else corners[0]
        found.append(ring)
    return found


# --- water lines ------------------------------------------------------------------------------


def shore_distances(land: bytearray) -> list[float]:
    """Return the distance of water cells from land, up to just beyond the farthest line."""
    reach = math.ceil((max(WATER) + 6) / CELL)
    disc = [
        (r, c, math.hypot(r, c) * CELL)
        for r in range(-reach, reach + 1)
        for c in range(-reach, reach + 1)
    ]
    distances = [FAR if not cell else 0.0 for cell in land]
    for cell in _shore_cells(land):
        row, column = divmod(cell, SPAN)
        for r, c, distance in disc:
            if 0 <= row + r < DEPTH and 0 <= column + c < SPAN:
                other = cell + r * SPAN + c
                if distance < distances[other]:
                    distances[other] = distance
    return distances


def contours(distances: list[float], level: float) -> list[Line]:
    """Return the lines at a given distance from land, by marching squares."""
    links: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for row in range(MARGIN - 1, MARGIN + ROWS):
        for column in range(MARGIN - 1, MARGIN + COLUMNS):
            a = row * SPAN + column
            square = (a, a + 1, a + SPAN + 1, a + SPAN)
            cut = [
                (min(p, q), max(p, q))
                for p, q in pairwise((*square, a))
                if (distances[p] < level) != (distances[q] < level)
            ]
            for p, q in zip(cut[::2], cut[1::2], strict=True):
                links[p].append(q)
                links[q].append(p)
    lines = []
    loose = sorted(p for p, others in links.items() if len(others) == 1)
    seen: set[tuple[int, int]] = set()
    for start in (*loose, *sorted(links)):
        if start in seen:
            continue
        seen.add(start)
        keys = [start]
        while fresh := [q for q in links[keys[-1]] if q not in seen]:
            keys.append(fresh[0])
            seen.add(fresh[0])
        line = [_crossing(distances, *key, level) for key in keys]
        if len(keys) > 2 and start in links[keys[-1]]:
            line.append(line[0])
        lines.append(line)
    return lines


def _crossing(distances: list[float], p: int, q: int, level: float) -> Point:
    """Return the point between two neighbouring cells where a distance is reached."""
    share = (level - distances[p]) / (distances[q] - distances[p])
    share = min(max(share, 0), 1)
    (pr, pc), (qr, qc) = divmod(p, SPAN), divmod(q, SPAN)
    x = (pc + (qc - pc) * share + 0.5 - MARGIN) * CELL
    y = (pr + (qr - pr) * share + 0.5 - MARGIN) * CELL
    return min(max(x, 0), WIDTH), min(max(y, 0), HEIGHT)


def water_lines(land: bytearray) -> dict[str, list[list[int]]]:
    """Return the lines along the coast, as on engraved maps, by distance."""
    distances = shore_distances(land)
    found: dict[str, list[list[int]]] = {}
    for level in WATER:
        # distances are between cell centres; the shore is half a cell nearer
        lines = [smooth(line, 6) for line in contours(distances, level + CELL / 2)]
        found[str(level)] = [
            flat(thin_out(line, WATER_STEP))
            for line in lines
            if sum(math.dist(a, b) for a, b in pairwise(line)) >= SHORTEST_WATER
        ]
    return found


# --- large names ------------------------------------------------------------------------------

# Placed by hand: the middle of the name, size and spacing of its letters, the angle.
LARGE_NAMES: dict[str, list[tuple[int, int, int, int, int]]] = {
    "prussia": [(1075, 712, 56, 44, 0), (1590, 1085, 42, 34, 38), (2325, 352, 28, 8, 0)],
    "poland": [(1950, 735, 84, 92, 0)],
    "empire": [(585, 1425, 50, 40, 0), (150, 905, 26, 14, 0), (725, 500, 26, 12, 0)],
    "austria": [(1290, 1490, 66, 88, 0)],
    "saxony": [(1010, 1085, 46, 40, 0)],
    "hanover": [(395, 690, 40, 20, 0)],
    "sweden": [(884, 302, 17, 3, 0)],
    "abroad": [(315, 192, 22, 6, 0)],
    "baltic": [(1290, 150, 46, 30, -14)],
    "north_sea": [(90, 215, 20, 5, 0)],
}


def names() -> dict[str, list[dict[str, int]]]:
    """Return the positions of the names of countries and seas."""
    keys = ("x", "y", "size", "spacing", "angle")
    return {
        name: [dict(zip(keys, place, strict=True)) for place in places]
        for name, places in LARGE_NAMES.items()
    }


def make_land_file(land: bytearray, grid: Grid) -> str:
    """Return the content of the file land.json."""
    arcs = trace(grid)
    plain = {
        "board": [WIDTH, HEIGHT],
        "arcs": [draw(arc) for arc in arcs],
        "coast": [i for i, a in enumerate(arcs) if SEA in a.sides and OUTSIDE not in a.sides],
        "borders": [i for i, a in enumerate(arcs) if not {SEA, OUTSIDE} & a.sides],
        "areas": {area: rings(arcs, area) for area in sorted(set(grid) - {SEA})},
        "sea": rings(arcs, SEA),
        "water": water_lines(land),
        "names": names(),
    }
    lines = (f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in plain.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


# --- names of cities --------------------------------------------------------------------------

ASCENT, DESCENT = 0.72, 0.20  # extent of a name above and below its baseline, in font sizes
SIZES = (26.0, 17.0, 12.5)  # font size of the names at each level
DISC, LARGE_DISC = 6.5, 9.0  # disc radius of a plain city; of objectives and depots
CLEAR = 1.0  # gap between a name and the disc of another city
EDGE = 4.0  # gap between a name and the edge of the board
STEPS = (150_000, 500_000, 900_000)  # annealing steps at each level
# Landmarks: cities without a role in the game that help with orientation on the whole board.
LANDMARKS = (
    *("bayreuth", "bremen", "emden", "erfurt", "frankfurt-main", "frankfurt-oder", "gdansk"),
    *("hamburg", "kalisz", "krakow", "lodz", "luebeck", "mainz", "muenster", "potsdam", "poznan"),
    *("radom", "rostock", "tilsit", "torun", "wismar", "wittenberg", "wuerzburg"),
)
OVERLAP = 40.0  # the cost of two overlapping names during placement
ABOVE = 7.0  # the cost of a name above its city
CROWDED = 1.2  # and of two names close to each other
TIGHT, LOOSE = 0.22, 0.7  # limits of overlap and closeness, in font sizes; vertically half of that

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Place:
    """A candidate position of a name: its baseline, its bounding box and its cost."""

    x: float
    y: float
    anchor: str
    box: Box
    cost: float


@dataclass
class Item:
    """A city whose name is shown at a level."""

    city: int
    size: float
    width: float
    omit: float  # the cost of omitting it
    places: list[Place]


def is_large(city: int) -> bool:
    """Whether a city is an objective or depot, with a larger disc and a bolder name."""
    return OBJECTIVE_OF[city] >= 0 or DEPOT_OF[city] >= 0


RADIUS = tuple(LARGE_DISC if is_large(city) else DISC for city in range(N))


def start_cities() -> frozenset[int]:
    """Return the cities where generals stand at the beginning of the game."""
    with (DATA / "pieces.csv").open(encoding="utf-8") as file:
        return frozenset(
            CITY[row["start_city"]] for row in csv.DictReader(file) if row["rank"].isdigit()
        )


def text_widths() -> list[float]:
    """Return the width of each city's name at size 1, read from the font."""
    # imported dynamically: they have no types, and only this script needs them
    package, tables = import_module("font_source_serif_pro"), import_module("fontTools.ttLib")
    folder = Path(str(package.__file__)).parent / "files"
    measures = []
    for face in ("It", "SemiboldIt"):
        font = tables.TTFont(folder / f"SourceSerifPro-{face}.ttf")
        measures.append((font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm))
    widths = []
    for city, name in enumerate(CITY_NAMES):
        glyphs, advances, em = measures[is_large(city)]
        widths.append(sum(advances[glyphs[ord(sign)]][0] for sign in name) / em)
    return widths


def around(city: int, size: float, width: float) -> Iterator[tuple[float, float, str, float]]:
    """Yield candidates around a city: x and y of the baseline, anchor, and own cost.

    Pieces stand upright on a city and cover a name above it.
    """
    x, y, radius = X[city], Y[city], RADIUS[city]
    foot = 0.16 if set(CITY_NAMES[city]) & set("fgjpqyßąęQ") else 0.0
    for gap, farther in ((0.22, 0.0), (0.5, 1.6), (0.85, 3.6), (1.25, 6.5)):
        for lift in (0, -0.3, 0.3, -0.6, 0.6, -0.85, 0.85):
            # a name centred above or below the disc may come nearer to it
            aside = radius * math.sqrt(1 - min(abs(lift), 0.9) ** 2 * 0.8) + gap * size
            baseline = y + (0.27 + lift) * size
            cost = farther + abs(lift) * 1.6
            yield x + aside, baseline, "start", cost
            yield x - aside - 0.04 * size, baseline, "end", cost + 1.2
        for slide in (0, -0.2, 0.2, -0.35, 0.35, -0.5, 0.5):
            cost = farther + abs(slide) * 3
            middle = x + slide * width
            yield middle, y - radius - (gap - 0.02 + foot) * size, "middle", cost + ABOVE
            yield middle, y + radius + (gap - 0.06 + 0.68) * size, "middle", cost + 0.9


def box_of(x: float, y: float, anchor: str, size: float, width: float) -> Box:
    """Return the bounding box of a text."""
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return left, y - ASCENT * size, left + width, y + DESCENT * size


def disc_gap(box: Box, city: int) -> float:
    """Return the gap between a box and a city's disc; negative if they overlap."""
    dx = max(box[0] - X[city], 0, X[city] - box[2])
    dy = max(box[1] - Y[city], 0, Y[city] - box[3])
    return math.hypot(dx, dy) - RADIUS[city]


def length_inside(box: Box, a: int, b: int) -> float:
    """Return the length of a road inside a box."""
    first, last = 0.0, 1.0
    for start, end, low, high in (
        (X[a], X[b], box[0], box[2]),
        (Y[a], Y[b], box[1], box[3]),
    ):
        if start == end:
            if not low < start < high:
                return 0.0
            continue
        one, two = sorted(((low - start) / (end - start), (high - start) / (end - start)))
        first, last = max(first, one), min(last, two)
    return max(0.0, last - first) * math.dist((X[a], Y[a]), (X[b], Y[b]))


class Surroundings:
    """The obstacles for names at a level: discs, roads and the coast."""

    def __init__(self, level: int, grid: Grid, firm: frozenset[int]) -> None:
        self.level = level
        self.grid = grid
        self.firm = firm  # cities with discs that no other name may cover
        self.size = SIZES[level]

    def at(self, x: float, y: float) -> str:
        """Return the area at a point of the board."""
        column = min(max(int(x / CELL), 0), COLUMNS - 1)
        return self.grid[min(max(int(y / CELL), 0), ROWS - 1) * COLUMNS + column]

    def places(self, city: int, size: float, width: float) -> list[Place]:
        """Return the possible positions of a city's name."""
        wide, high = width + 60 + 2 * size, 60 + 2 * size
        near = [c for c in range(N) if abs(X[c] - X[city]) < wide and abs(Y[c] - Y[city]) < high]
        ways = [
            (a, b)
            for a, b in ROADS
            if min(X[a], X[b]) < X[city] + wide
            and max(X[a], X[b]) > X[city] - wide
            and min(Y[a], Y[b]) < Y[city] + high
            and max(Y[a], Y[b]) > Y[city] - high
        ]
        found = []
        for x, y, anchor, cost in around(city, size, width):
            x, y = round(x, 1), round(y, 1)
            box = box_of(x, y, anchor, size, width)
            if box[0] < EDGE or box[1] < EDGE or box[2] > WIDTH - EDGE or box[3] > HEIGHT - EDGE:
                continue
            discs = self.discs(box, city, near)
            if discs is None:
                continue
            cost += discs + self.roads(box, ways) + self.coast(box, city)
            found.append(Place(x, y, anchor, box, cost))
        return found

    def discs(self, box: Box, city: int, near: list[int]) -> float | None:
        """Return the cost of nearby discs; None where a name is not allowed at all."""
        cost = 0.0
        own = max(disc_gap(box, city), 0)
        for other in near:
            if other == city:
                continue
            gap = disc_gap(box, other)
            if other in self.firm:
                if gap < CLEAR:
                    return None
                if gap < own + 4:  # ambiguous: nearer to another city
                    cost += 0.7 * (own + 4 - gap)
            elif gap < 0:
                cost += 2.5
        return cost

    def roads(self, box: Box, ways: list[tuple[int, int]]) -> float:
        """Return the cost of the roads under a name."""
        cost = 0.0
        for a, b in ways:
            if length := length_inside(box, a, b):
                cost += (0.6 if b in NEXT_MAIN[a] else 0.28) * (length + 2)
        return cost * SIZES[2] / self.size

    def coast(self, box: Box, city: int) -> float:
        """Return the cost of a name that crosses the shore or lies in another country."""
        y = (box[1] + box[3]) / 2
        seen = [self.at(box[0] + (box[2] - box[0]) * i / 6, y) for i in range(7)]
        wet = seen.count(SEA)
        if wet:
            return 0.0 if wet == 7 else 2.5
        return 0.3 * sum(country != COUNTRY[city] for country in seen)


ROADS = tuple(roads())


def apart(a: Box, b: Box, pad: float) -> bool:
    """Whether two boxes have some space between them, with less required vertically."""
    if a[2] + pad <= b[0] or b[2] + pad <= a[0]:
        return True
    return a[3] + pad / 2 <= b[1] or b[3] + pad / 2 <= a[1]


class Placing:
    """An optimiser for the positions of all names at a level, by simulated annealing."""

    def __init__(self, items: list[Item], seed: str) -> None:
        self.items = items
        self.rng = random.Random(seed)
        self.chosen: list[int] = []
        for item in items:
            best = min(range(len(item.places)), key=lambda i: item.places[i].cost, default=-1)
            self.chosen.append(best if best >= 0 and item.places[best].cost < item.omit else -1)
        self.near = self._neighbours()

    def _neighbours(self) -> list[list[int]]:
        """Return for each name the others that it could overlap."""
        hulls = []
        for item in self.items:
            boxes = [place.box for place in item.places] or [(-99.0, -99.0, -99.0, -99.0)]
            west, north, east, south = zip(*boxes, strict=True)
            hulls.append((min(west), min(north), max(east), max(south)))
        return [
            [j for j, b in enumerate(hulls) if j != i and not apart(a, b, 20)]
            for i, a in enumerate(hulls)
        ]

    def clashes(self, i: int, box: Box, overlap: float) -> float:
        """Return the cost of a box that overlaps other names or is close to them."""
        tight, loose = TIGHT * self.items[i].size, LOOSE * self.items[i].size
        cost = 0.0
        for j in self.near[i]:
            at = self.chosen[j]
            if at >= 0:
                other = self.items[j].places[at].box
                if not apart(box, other, loose):
                    cost += CROWDED if apart(box, other, tight) else overlap
        return cost

    def price(self, i: int, choice: int, overlap: float) -> float:
        """Return the cost of a position for a name, given the others."""
        if choice < 0:
            return self.items[i].omit
        place = self.items[i].places[choice]
        return place.cost + self.clashes(i, place.box, overlap)

    def anneal(self, steps: int) -> None:
        """Move names at random, accepting worse positions ever less often."""
        hot, cold = 6.0, 0.15
        count = len(self.items)
        for step in range(steps):
            i = self.rng.randrange(count)
            choices = len(self.items[i].places)
            new = self.rng.randrange(-1, choices) if choices else -1
            old = self.chosen[i]
            if new == old or (new < 0 and math.isinf(self.items[i].omit)):
                continue
            heat = hot * (cold / hot) ** (step / steps)
            loss = self.price(i, new, OVERLAP) - self.price(i, old, OVERLAP)
            if loss <= 0 or self.rng.random() < math.exp(-loss / heat):
                self.chosen[i] = new

    def settle(self) -> None:
        """Move every name to its best position until none changes."""
        for _ in range(30):
            moved = False
            for i, item in enumerate(self.items):
                choices = range(0 if math.isinf(item.omit) else -1, len(item.places))
                best = min(choices, key=lambda c: self.price(i, c, 1000), default=-1)
                if self.price(i, best, 1000) < self.price(i, self.chosen[i], 1000) - 1e-9:
                    self.chosen[i] = best
                    moved = True
            if not moved:
                return

    def stuck(self) -> list[int]:
        """Return names that overlap others, or have no position though they are required."""
        return [
            i
            for i, choice in enumerate(self.chosen)
            if (choice < 0 and math.isinf(self.items[i].omit))
            or (choice >= 0 and self.price(i, choice, math.inf) == math.inf)
        ]


def worth(level: int, city: int, starts: frozenset[int]) -> float:
    """Return the cost of omitting a name at a level; zero for names not shown there."""
    if level == 2:
        return math.inf
    if level == 1:
        if is_large(city):
            return math.inf
        if city in starts:
            return 60
        known = 12 if CITY_IDS[city] in LANDMARKS else 0
        return 4.5 + known + 0.7 * len(NEXT[city]) + len(NEXT_MAIN[city])
    if ORDER[city] == 1 or DEPOT_OF[city] >= 0:
        return 70
    if city in starts:
        return 40
    return 25 if OBJECTIVE_OF[city] >= 0 else 13 if CITY_IDS[city] in LANDMARKS else 0


def make_labels(grid: Grid) -> list[list[str]]:
    """Place all names and return the rows of labels.csv."""
    widths, starts = text_widths(), start_cities()
    shared = Counter(CITY_NAMES)
    rows = []
    for level, size in enumerate(SIZES):
        wanted = {city: worth(level, city, starts) for city in range(N)}
        firm = frozenset(c for c in range(N) if level or wanted[c])
        field = Surroundings(level, grid, firm)
        items = [
            Item(c, size, widths[c] * size, omit, field.places(c, size, widths[c] * size))
            for c, omit in wanted.items()
            if omit
        ]
        placing = Placing(items, f"level {level}")
        placing.anneal(STEPS[level])
        placing.settle()
        if stuck := placing.stuck():
            raise ValueError(f"no place for {[CITY_IDS[items[i].city] for i in stuck]}")
        print(f"level {level}: {sum(c >= 0 for c in placing.chosen)} names")
        for item, choice in zip(items, placing.chosen, strict=True):
            if choice >= 0:
                place, face = item.places[choice], ("italic", "semibold")[is_large(item.city)]
                numbers = (f"{n:.1f}" for n in (place.x, place.y))
                row = [CITY_IDS[item.city], str(level), *numbers, place.anchor, f"{item.size:g}"]
                rows.append([*row, f"{item.width:.1f}", face, str(shared[CITY_NAMES[item.city]])])
    return rows


COLUMN_NAMES = "city,level,x,y,anchor,size,width,face,shared"


def main() -> None:
    """Compute the map and write both files."""
    land = make_land()
    grid = make_countries(land)
    write("land.json", make_land_file(land, grid))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMN_NAMES.split(","))
    writer.writerows(make_labels(grid))
    write("labels.csv", text.getvalue())


def write(name: str, text: str) -> None:
    """Write a file of the game's data."""
    path = DATA / name
    path.write_text(text, "utf-8")
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
