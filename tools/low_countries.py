"""Compute the shores, lakes and rivers of about 1568 for the map of Revolution.

`python -m tools.low_countries` writes `chancery/games/revolution/data/land.json`, always the same.
All numbers are in the units of the sheet, y down::

    bend     [[x, y, dx, dy], ...]: displacement of the point with coordinates x, y
    land     [ring, ...]: land, islands and lakes, by the even-odd rule; a ring is [x, y, x, y, ...]
    rivers   [line, ...]
    water    {"7": [line, ...], "15": ..., "26": ...}: lines along the shore, by distance from it
    names    {sea or land: [x, y, size, angle]}
    small    {"hills": [[x, y], ...], "trees": ..., "marsh": ...}

Lines are drawn as described in `tools/map.py`: quadratics through the middles. A ring is closed.

Shores that have not moved since are simplified from Natural Earth (public domain). Others were
drawn for this map after old maps: the Zuiderzee is open, Zeeland consists of islands, the Dollart
is wide, North Beveland is flooded, and lakes that were drained later are there. Coordinates are
displaced in the same way as the towns of the board (face/sheet.py).
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from tools.shores import Line, Point, Rough

from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.places import CITIES_N, PROVINCES_N
from chancery.games.revolution.face import chart, sheet
from chancery.games.revolution.game import GAME

FILE = Path(__file__).resolve().parent.parent / "src/chancery/games/revolution/data/land.json"


# --- degrees east and north -------------------------------------------------------------------

MAINLAND = """
    -1.0 49.40 0.08 49.52 0.18 49.70 0.60 49.86 0.76 49.87 1.22 49.98 1.46 50.12 1.52 50.22
    1.62 50.20 1.55 50.28 1.55 50.35 1.57 50.45 1.58 50.53 1.56 50.70 1.61 50.79 1.58 50.87
    1.73 50.94 1.98 51.01 2.13 51.02 2.32 51.06 2.47 51.07 2.75 51.16 3.13 51.33 3.30 51.37
    3.36 51.36 3.37 51.30 3.41 51.31 3.43 51.38 3.53 51.41 3.62 51.38 3.71 51.36 3.75 51.30
    3.80 51.27 3.84 51.30 3.85 51.35 3.98 51.38 4.10 51.36 4.19 51.35 4.25 51.31 4.30 51.26
    4.36 51.23 4.38 51.25 4.33 51.31 4.29 51.36 4.26 51.41 4.28 51.45 4.28 51.50 4.23 51.56
    4.21 51.61 4.28 51.65 4.37 51.685 4.46 51.69 4.60 51.695 4.75 51.69 4.88 51.70 4.92 51.74
    4.86 51.785 4.93 51.81 4.95 51.83 4.80 51.84 4.70 51.85 4.64 51.885 4.55 51.905 4.45 51.91
    4.33 51.915 4.22 51.935 4.13 51.97 4.10 51.99 4.14 52.01 4.25 52.10 4.41 52.22 4.51 52.34
    4.59 52.51 4.62 52.65 4.66 52.77 4.71 52.86 4.73 52.95 4.78 52.965 4.82 52.93 4.77 52.86
    4.74 52.81 4.79 52.80 4.85 52.82 4.92 52.79 4.98 52.76 5.03 52.77 5.11 52.775 5.22 52.75
    5.30 52.71 5.27 52.66 5.15 52.645 5.07 52.64 5.09 52.57 5.07 52.50 5.04 52.46 5.02 52.40
    4.96 52.385 4.88 52.405 4.80 52.425 4.72 52.455 4.68 52.495 4.645 52.475 4.66 52.43
    4.71 52.41 4.80 52.39 4.88 52.375 4.95 52.365 5.02 52.345 5.10 52.325 5.18 52.31 5.28 52.30
    5.32 52.26 5.39 52.25 5.45 52.27 5.55 52.33 5.62 52.365 5.70 52.42 5.80 52.48 5.87 52.54
    5.82 52.59 5.89 52.62 5.96 52.61 6.00 52.64 5.94 52.69 5.87 52.73 5.81 52.785 5.72 52.83
    5.58 52.84 5.48 52.84 5.40 52.85 5.36 52.88 5.41 52.94 5.43 53.02 5.40 53.07 5.41 53.17
    5.45 53.22 5.54 53.27 5.69 53.33 5.98 53.40 6.08 53.40 6.16 53.37 6.14 53.32 6.20 53.29
    6.27 53.31 6.30 53.36 6.29 53.41 6.49 53.44 6.73 53.46 6.87 53.43 6.90 53.35 7.00 53.29
    6.98 53.23 6.98 53.17 7.05 53.14 7.11 53.16 7.13 53.12 7.20 53.15 7.26 53.20 7.25 53.27
    7.36 53.28 7.41 53.24 7.43 53.26 7.36 53.31 7.23 53.34 7.10 53.35 7.02 53.38 7.02 53.45
    7.07 53.52 7.14 53.50 7.20 53.52 7.14 53.56 7.09 53.59 7.23 53.67 7.46 53.70 7.95 53.72
    8.03 53.69 8.05 53.64 8.13 53.57 8.06 53.50 8.08 53.45 8.21 53.41 8.31 53.47 8.23 53.52
    8.27 53.61 8.39 53.58 8.54 53.54 8.48 53.46 8.48 53.36 8.52 53.36 8.57 53.55 8.48 53.68
    8.57 53.90 8.60 54.60 11.0 54.60 11.0 48.0 -1.0 48.0
"""
ISLANDS = {
    "walcheren": """3.44 51.53 3.50 51.58 3.58 51.60 3.66 51.57 3.70 51.53 3.68 51.48 3.66 51.455
        3.57 51.44 3.50 51.47""",
    "schouwen": """3.69 51.70 3.72 51.73 3.82 51.745 3.95 51.73 4.03 51.69 4.10 51.66 4.06 51.63
        3.97 51.615 3.90 51.64 3.82 51.67 3.75 51.68""",
    "tholen": """4.04 51.595 4.12 51.605 4.18 51.58 4.19 51.53 4.12 51.505 4.04 51.535
        4.00 51.565""",
    "north beveland": "3.79 51.59 3.85 51.595 3.88 51.58 3.82 51.57",
    "south beveland": """3.77 51.53 3.84 51.55 3.94 51.53 4.03 51.50 4.08 51.46 4.04 51.43
        3.95 51.445 3.92 51.405 3.83 51.40 3.77 51.44 3.74 51.49""",
    "reimerswaal": "4.15 51.465 4.20 51.465 4.19 51.44 4.15 51.445",
    "goeree": "3.86 51.81 3.90 51.84 3.99 51.835 4.00 51.80 3.92 51.79",
    "overflakkee": """4.03 51.79 4.12 51.78 4.25 51.725 4.33 51.70 4.27 51.68 4.18 51.69 4.08 51.72
        4.04 51.75""",
    "voorne": """4.04 51.90 4.11 51.93 4.20 51.895 4.28 51.86 4.28 51.82 4.20 51.80 4.12 51.815
        4.07 51.84""",
    "hoekse waard": """4.36 51.815 4.48 51.83 4.58 51.815 4.61 51.78 4.55 51.735 4.42 51.735
        4.36 51.77""",
    "ijsselmonde": "4.33 51.88 4.43 51.885 4.55 51.885 4.61 51.855 4.52 51.845 4.38 51.845",
    "dordrecht": "4.65 51.825 4.74 51.82 4.81 51.79 4.74 51.755 4.66 51.765",
    "texel": """4.89 53.11 4.89 53.08 4.80 53.00 4.76 52.99 4.72 53.00 4.71 53.03 4.76 53.11
        4.86 53.18 4.91 53.13""",
    "vlieland": "4.88 53.22 4.99 53.29 5.06 53.31 5.10 53.31 5.04 53.28 4.91 53.21",
    "terschelling": """5.42 53.43 5.58 53.45 5.56 53.43 5.38 53.40 5.21 53.35 5.17 53.36
        5.25 53.41""",
    "ameland": "5.67 53.47 5.91 53.47 5.96 53.455 5.75 53.445 5.64 53.445",
    "schiermonnikoog": "6.21 53.51 6.31 53.52 6.34 53.50 6.13 53.46 6.12 53.48",
    "borkum": "6.80 53.60 6.72 53.585 6.66 53.585 6.68 53.61 6.78 53.62",
    "wieringen": "4.91 52.905 4.98 52.935 5.08 52.93 5.04 52.90 4.95 52.885",
    "urk": "5.57 52.66 5.61 52.68 5.64 52.66 5.61 52.645",
    "schokland": "5.745 52.61 5.765 52.655 5.795 52.645 5.775 52.605",
    "marken": "5.10 52.455 5.13 52.47 5.15 52.455 5.12 52.44",
    "england": """-1.0 54.5 0.00 53.53 0.15 53.48 0.34 53.23 0.33 53.09 0.08 52.94 0.11 52.89
        0.38 52.77 0.48 52.93 0.69 52.98 0.97 52.96 1.28 52.93 1.67 52.76 1.75 52.57 1.68 52.33
        1.58 52.08 1.33 51.94 1.07 51.95 1.28 51.95 1.20 51.88 1.28 51.84 1.04 51.78 0.93 51.74
        0.95 51.62 0.77 51.53 0.46 51.51 0.43 51.47 0.54 51.48 0.72 51.44 0.77 51.36 0.98 51.35
        1.42 51.39 1.44 51.34 1.38 51.30 1.41 51.20 1.23 51.10 1.07 51.06 0.97 50.98 0.98 50.92
        0.80 50.94 0.62 50.86 0.36 50.82 0.27 50.75 -1.0 50.75""",
}
LAKES = {
    "haarlemmermeer": """4.60 52.355 4.66 52.34 4.75 52.335 4.73 52.28 4.68 52.23 4.61 52.21
        4.57 52.235 4.60 52.285""",
    "beemster": "4.87 52.585 4.96 52.58 4.99 52.54 4.93 52.51 4.87 52.53",
    "schermer": "4.78 52.615 4.83 52.62 4.835 52.57 4.79 52.56",
    "sneek": "5.66 53.03 5.74 53.05 5.76 53.01 5.70 52.99",
}
RIVERS = {
    "rhine": """8.9 50.0 8.3 50.0 8.0 50.0 7.77 50.07 7.65 50.2 7.60 50.36 7.45 50.43 7.28 50.55
        7.15 50.68 7.08 50.75 7.00 50.85 6.985 50.94 6.92 51.05 6.80 51.17 6.76 51.25 6.72 51.35
        6.73 51.45 6.63 51.58 6.58 51.66 6.45 51.73 6.32 51.80 6.22 51.85 6.05 51.87 5.95 51.855
        5.86 51.86 5.70 51.89 5.55 51.89 5.43 51.88 5.28 51.825 5.12 51.825 4.94 51.82""",
    "lek": """6.05 51.87 6.03 51.92 5.98 51.96 5.91 51.965 5.75 51.955 5.60 51.96 5.45 51.97
        5.33 51.97 5.15 51.98 4.95 51.95 4.78 51.92 4.63 51.885""",
    "old rhine": """5.33 51.97 5.20 52.03 5.12 52.075 4.95 52.085 4.80 52.08 4.65 52.13 4.49 52.15
        4.40 52.205""",
    "vecht": "5.12 52.075 5.06 52.17 5.02 52.25 5.06 52.335",
    "ijssel": """6.03 51.92 6.10 51.98 6.10 52.05 6.18 52.12 6.20 52.17 6.15 52.25 6.08 52.33
        6.07 52.42 6.07 52.48 5.97 52.53 5.84 52.58""",
    "overijssel": "6.9 52.58 6.7 52.55 6.45 52.52 6.25 52.53 6.10 52.56 5.97 52.62",
    "ems": "7.6 52.2 7.45 52.30 7.35 52.40 7.30 52.60 7.28 52.80 7.32 52.95 7.40 53.10 7.42 53.25",
    "weser": "8.95 52.3 9.1 52.5 9.1 52.7 9.2 52.85 9.0 52.98 8.8 53.08 8.6 53.18 8.50 53.37",
    "meuse": """5.38 49.0 5.25 49.30 5.15 49.45 4.97 49.62 4.72 49.76 4.70 49.90 4.78 50.02
        4.83 50.13 4.90 50.25 4.88 50.40 4.88 50.465 5.05 50.49 5.24 50.52 5.42 50.58 5.58 50.645
        5.68 50.74 5.70 50.86 5.76 51.00 5.83 51.10 5.98 51.19 6.11 51.28 6.16 51.37 6.13 51.47
        6.03 51.60 5.93 51.72 5.80 51.76 5.65 51.80 5.45 51.81 5.30 51.76 5.15 51.75 5.03 51.80
        4.93 51.815""",
    "scheldt": """3.20 49.9 3.25 50.05 3.23 50.17 3.35 50.30 3.50 50.37 3.46 50.46 3.39 50.60
        3.46 50.72 3.60 50.85 3.70 50.98 3.73 51.04 3.85 51.02 4.00 51.035 4.12 51.03 4.25 51.10
        4.33 51.15 4.37 51.20 4.365 51.235""",
    "lys": """2.30 50.52 2.60 50.63 2.90 50.69 3.10 50.78 3.27 50.83 3.45 50.95 3.60 51.00
        3.73 51.04""",
    "dijle": "5.3 50.95 5.05 50.99 4.85 50.98 4.68 50.98 4.50 51.04 4.38 51.07 4.25 51.10",
    "sambre": "3.60 50.05 3.97 50.27 4.25 50.38 4.45 50.40 4.70 50.44 4.88 50.465",
    "moselle": """6.17 49.0 6.20 49.30 6.36 49.47 6.40 49.60 6.50 49.71 6.63 49.77 6.75 49.83
        6.90 49.87 7.02 49.92 7.12 49.97 7.08 50.04 7.20 50.12 7.35 50.23 7.50 50.32 7.60 50.36""",
    "sure": "5.70 49.90 5.95 49.87 6.20 49.83 6.40 49.80 6.50 49.71",
    "rur": "6.25 50.55 6.45 50.70 6.47 50.85 6.35 50.97 6.18 51.08 5.98 51.19",
    "lippe": "8.6 51.75 8.3 51.67 7.9 51.68 7.5 51.66 7.1 51.69 6.85 51.66 6.58 51.66",
    "ruhr": "8.3 51.40 8.0 51.40 7.6 51.45 7.3 51.40 7.0 51.40 6.73 51.45",
    "somme": "1.60 50.20 1.85 50.10 2.30 49.90 2.95 49.93 3.30 49.85",
    "oise": "2.4 49.2 2.8 49.4 3.2 49.65 3.5 49.85 3.9 49.95",
}
SEAS = {"north": (2.95, 52.35, 50, -50), "zuider": (5.38, 52.43, 15.5, -27)}

ABROAD = {"france": (2.75, 49.72, 34, -3)}
# Small drawings, left out where they would overlap the board.
HILLS = """
    5.35 50.22 5.62 50.12 5.20 50.02 5.50 49.95 5.85 50.20 6.10 50.30 6.42 50.38 6.62 50.30
    6.30 50.12 6.75 50.48 6.95 50.32 5.05 49.88 5.75 49.72 6.45 49.98 7.10 50.20 7.25 50.45
    7.30 50.85 7.45 51.10 6.30 50.48 4.60 49.95 4.40 50.10 5.98 50.42 7.2 49.75 6.9 49.62
    7.4 51.3 7.35 50.62
"""
TREES = """
    5.75 52.18 5.95 52.22 5.70 52.05 6.02 52.12 5.85 52.30 4.45 50.75 4.52 50.72 4.20 50.20
    3.75 50.20 5.00 50.25 5.45 51.35 5.60 51.52 6.60 52.25 6.75 52.40 3.05 51.08 2.95 50.95
    3.35 50.90 2.15 50.55 2.25 50.30 5.3 51.2 4.95 51.35 5.55 50.95 6.9 51.7 7.05 51.55 3.6 50.1
    6.95 52.1 6.5 51.35 6.42 51.15 2.6 50.2 3.2 50.25
"""
MARSHES = """
    7.02 52.88 7.05 53.02 6.85 52.75 5.85 51.38 5.92 51.48 6.88 52.95 6.05 52.85 6.20 52.78
    5.95 53.10 6.05 53.2 6.35 53.15 6.98 52.62
"""

# --- the raster -------------------------------------------------------------------------------

CELL = 3.0
MARGIN = 40  # margin beyond the sheet in units, so that no line ends at its edge
COLUMNS = round((chart.WIDTH + 2 * MARGIN) / CELL)
ROWS = round((chart.HEIGHT + 2 * MARGIN) / CELL)
WATER = (7, 15, 26)
ROUGH = Rough(shortest=9.0, aside=0.16)
SIGN_LAND = {True: 26.0, False: 17.0}  # radius of land around a city, around a town
SMALLEST = 10  # minimum size of an island or a lake in cells


def parse(text: str) -> Line:
    """Parse points from a text of numbers."""
    numbers = [float(word) for word in text.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def make_bend() -> list[list[int]]:
    """Return by how much the layout displaces towns and cities from their coordinates."""
    atlas = atlas_of(None, GAME.rules)
    laid = chart.layout(atlas, sheet.linear)
    at = [
        sheet.linear(float(lat), float(lon))
        for lat, lon in zip(atlas.latitude, atlas.longitude, strict=True)
    ]
    found = []
    for place, drawn in laid.places.items():
        x, y = at[PROVINCES_N + place]
        found.append([round(n) for n in (x, y, drawn.sign.x - x, drawn.sign.y - y)])
    for province, (x, y) in enumerate(at[:PROVINCES_N]):
        if not atlas.places_of[province]:  # other places move with their towns
            (u, v) = laid.provinces[province].frame.middle
            found.append([round(n) for n in (x, y, u - x, v - y)])
    for x in range(-200, 1900, 150):  # distant points are not displaced
        found += [[x, -250, 0, 0], [x, 1400, 0, 0]]
    for y in range(-250, 1400, 150):
        found += [[-150, y, 0, 0], [1750, y, 0, 0]]
    return found


def cell(x: float, y: float) -> Point:
    """Convert a point to cells of the raster."""
    return (x + MARGIN) / CELL, (y + MARGIN) / CELL


def fill(mask: bytearray, ring: Line, value: int) -> None:
    """Set the cells whose centres lie in a ring."""
    crossings: list[list[float]] = [[] for _ in range(ROWS)]
    points = [cell(*point) for point in ring]
    for (ax, ay), (bx, by) in pairwise([*points, points[0]]):
        low, high = sorted((ay - 0.5, by - 0.5))
        for row in range(max(0, math.ceil(low)), min(ROWS, math.ceil(high))):
            crossings[row].append(ax + (row + 0.5 - ay) / (by - ay) * (bx - ax))
    for row, xs in enumerate(crossings):
        xs.sort()
        for left, right in zip(xs[::2], xs[1::2], strict=True):
            first, last = max(0, math.ceil(left - 0.5)), min(COLUMNS, math.ceil(right - 0.5))
            for column in range(first, last):
                mask[row * COLUMNS + column] = value


def stamp(mask: bytearray, at: Point, radius: float) -> None:
    """Set the cells around a point to land."""
    x, y = cell(*at)
    reach = radius / CELL
    for row in range(max(0, int(y - reach)), min(ROWS, int(y + reach) + 1)):
        for column in range(max(0, int(x - reach)), min(COLUMNS, int(x + reach) + 1)):
            if math.hypot(column + 0.5 - x, row + 0.5 - y) <= reach:
                mask[row * COLUMNS + column] = 1


def distances(mask: bytearray) -> list[float]:
    """Return the distance of each water cell from land, by two passes over the raster."""
    far = [0.0 if here else 1e9 for here in mask]
    near = ((-1, 0, 1.0), (0, -1, 1.0), (-1, -1, 1.414), (1, -1, 1.414))
    for sign, rows in ((1, range(ROWS)), (-1, range(ROWS - 1, -1, -1))):
        for row in rows:
            for column in range(COLUMNS)[::sign]:
                at = row * COLUMNS + column
                for dx, dy, step in near:
                    c, r = column + sign * dx, row + sign * dy
                    if 0 <= c < COLUMNS and 0 <= r < ROWS:
                        far[at] = min(far[at], far[r * COLUMNS + c] + step)
    return [d * CELL for d in far]


def remove_small_patches(mask: bytearray, value: int) -> None:
    """Remove patches of land (1) or water (0) that are too small."""
    seen = bytearray(len(mask))
    for start, here in enumerate(mask):
        if seen[start] or here != value:
            continue
        patch, queue = [start], [start]
        seen[start] = 1
        while queue:
            at = queue.pop()
            for other in _around(at):
                if not seen[other] and mask[other] == value:
                    seen[other] = 1
                    patch.append(other)
                    queue.append(other)
        if len(patch) < SMALLEST:
            for at in patch:
                mask[at] = 1 - value


def _around(at: int) -> list[int]:
    row, column = divmod(at, COLUMNS)
    found = []
    if row:
        found.append(at - COLUMNS)
    if row + 1 < ROWS:
        found.append(at + COLUMNS)
    if column:
        found.append(at - 1)
    if column + 1 < COLUMNS:
        found.append(at + 1)
    return found


def contours(field: list[float], level: float) -> list[Line]:
    """Return closed contour lines around values below a level, by marching squares."""
    ways: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)

    def point(key: tuple[int, int]) -> Point:
        a, b = key
        fa, fb = field[a], field[b]
        t = (level - fa) / (fb - fa)
        (ra, ca), (rb, cb) = divmod(a, COLUMNS), divmod(b, COLUMNS)
        x, y = ca + 0.5 + t * (cb - ca), ra + 0.5 + t * (rb - ra)
        return x * CELL - MARGIN, y * CELL - MARGIN

    for row in range(ROWS - 1):
        for column in range(COLUMNS - 1):
            a = row * COLUMNS + column
            corners = (a, a + 1, a + 1 + COLUMNS, a + COLUMNS)
            inside = [field[corner] < level for corner in corners]
            if all(inside) or not any(inside):
                continue
            edges = []
            for i in range(4):
                j = (i + 1) % 4
                if inside[i] != inside[j]:
                    key = (min(corners[i], corners[j]), max(corners[i], corners[j]))
                    edges.append((inside[i], key))
            # from the point where the line leaves the region to the point where it returns
            outs = [key for was, key in edges if was]
            ins = [key for was, key in edges if not was]
            for out, into in zip(outs, ins, strict=True):
                ways[out].append(into)
    lines = []
    followed = {key for following in ways.values() for key in following}
    # lines that begin at the edge of the raster before closed ones
    for start in [*(key for key in ways if key not in followed), *ways]:
        key, line = start, []
        while key in ways:
            line.append(point(key))
            following = ways[key].pop()
            if not ways[key]:
                del ways[key]
            key = following
        if len(line) > 5:
            lines.append(line)
    return lines


def smooth(ring: Line, times: int) -> Line:
    """Move each point a little towards the middle of its neighbours."""
    for _ in range(times):
        ring = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True)
        ]
    return ring


def thin(ring: Line, tolerance: float) -> Line:
    """Simplify a line, with no point farther off than the tolerance."""
    far = max(range(len(ring)), key=lambda i: math.dist(ring[0], ring[i]))
    return _thin(ring[: far + 1], tolerance)[:-1] + _thin([*ring[far:], ring[0]], tolerance)[:-1]


def _thin(line: Line, tolerance: float) -> Line:
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.hypot(bx - ax, by - ay) or 1e-9
    offs = [abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length for x, y in line]
    worst = max(range(len(line)), key=offs.__getitem__)
    if offs[worst] < tolerance:
        return [line[0], line[-1]]
    return _thin(line[: worst + 1], tolerance)[:-1] + _thin(line[worst:], tolerance)


def flat(line: Line) -> list[int]:
    """Return coordinates as a flat list of integers."""
    found: list[int] = []
    for point in line:
        numbers = [round(n) for n in point]
        if found[-2:] != numbers:
            found += numbers
    return found


def _long(lines: Iterable[list[int]]) -> list[list[int]]:
    return [line for line in lines if len(line) > 8]


def cropped(ring: Line) -> list[Line]:
    """Return the parts of a closed line that lie on the sheet."""
    inside = [-8 < x < chart.WIDTH + 8 and -8 < y < chart.HEIGHT + 8 for x, y in ring]
    if all(inside):
        return [[*ring, ring[0]]]
    parts: list[Line] = []
    first = inside.index(False)
    ring, inside = ring[first:] + ring[:first], inside[first:] + inside[:first]
    for point, keep in zip(ring, inside, strict=True):
        if keep:
            parts[-1].append(point)
        elif not parts or parts[-1]:
            parts.append([])
    return [part for part in parts if len(part) > 3]


def main() -> None:
    """Compute the land and write land.json."""
    bend = make_bend()

    def place(lon: float, lat: float) -> Point:
        return sheet.bent(*sheet.linear(lat, lon), bend)

    def ring(text: str) -> Line:
        points = [place(*point) for point in parse(text)]
        return ROUGH.line([*points, points[0]])

    mask = bytearray(COLUMNS * ROWS)
    for text in (MAINLAND, *ISLANDS.values()):
        fill(mask, ring(text), 1)
    for text in LAKES.values():
        fill(mask, ring(text), 0)
    laid = chart.layout(atlas_of(None, GAME.rules), lambda lat, lon: place(lon, lat))
    for number, drawn in laid.places.items():
        city = number < CITIES_N
        stamp(mask, drawn.sign, SIGN_LAND[city])
        if not city:
            stamp(mask, drawn.tokens[0], 14)
    remove_small_patches(mask, 1)
    remove_small_patches(mask, 0)
    far = distances(mask)
    for at in range(len(mask)):  # a shore beyond the sheet, which closes all land
        row, column = divmod(at, COLUMNS)
        if row in (0, ROWS - 1) or column in (0, COLUMNS - 1):
            mask[at] = 0
    land = contours([0.0 if here else 1.0 for here in mask], 0.5)
    rings = [thin(smooth(line, 2), 0.7) for line in land]
    water = {}
    for level in WATER:
        lines = [thin(smooth(line, 5), 0.8) for line in contours(far, level)]
        water[str(level)] = _long(flat(part) for line in lines for part in cropped(line))
    rivers = []
    for text in RIVERS.values():
        points = [place(*point) for point in parse(text)]
        rivers.append(flat(_thin(ROUGH.line(points), 0.8)))
    names = {
        sea: [*(round(n) for n in place(lon, lat)), size, angle]
        for sea, (lon, lat, size, angle) in (SEAS | ABROAD).items()
    }
    small = {
        kind: [flat([place(*point)]) for point in parse(text)]
        for kind, text in (("hills", HILLS), ("trees", TREES), ("marsh", MARSHES))
    }
    found = {
        "bend": bend,
        "land": _long(flat(line) for line in rings),
        "rivers": rivers,
        "water": water,
        "names": names,
        "small": small,
    }
    written = ",\n".join(
        f'"{key}":{json.dumps(v, separators=(",", ":"))}' for key, v in found.items()
    )
    FILE.write_text("{\n" + written + "\n}\n", "utf-8")
    print(FILE, FILE.stat().st_size)


if __name__ == "__main__":
    main()
