"""The areas of the provinces, computed from the positions of their blocks.

A province covers the cells that are nearer to its own name, towns and cities than to those of
others, up to a distance; the cost of cells varies, so that borders are irregular like real ones.
Borders are lines between two junctions, shared by both neighbours. The drawing cuts the areas off
at the shore.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from math import hypot, sin

from chancery.core.curves import curve, start, stroke
from chancery.core.memo import single_flight
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.face.chart import HEIGHT, MAP, Chart, Frame, Point, chart_of

CELL = 8
REACH = 58  # how far a province extends beyond its blocks
_LEFT = int(MAP.x) - 56
_COLUMNS = (int(MAP.w) + 112) // CELL
_ROWS = HEIGHT // CELL
_BRIDGE = 26.0  # a province covers the way to its town, but not across the blocks of others

Corner = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Areas:
    """The SVG paths of provinces, and of borders by kind."""

    provinces: tuple[str, ...]
    inner: str  # between provinces of one region
    outer: str  # between regions
    rim: str  # to lands that are not on the board
    owners: tuple[int, ...]  # by cell

    def owner_at(self, x: float, y: float) -> int:
        """Return the province that contains a point, or -1."""
        column, row = int(x - _LEFT) // CELL, int(y) // CELL
        if 0 <= column < _COLUMNS and 0 <= row < _ROWS:
            return self.owners[row * _COLUMNS + column]
        return -1


def _cells(frame: Frame, margin: float = 3) -> Iterator[int]:
    left, top = int((frame.x - margin - _LEFT) // CELL), int((frame.y - margin) // CELL)
    right = int((frame.x + frame.w + margin - _LEFT) // CELL)
    bottom = int((frame.y + frame.h + margin) // CELL)
    for row in range(max(top, 0), min(bottom, _ROWS - 1) + 1):
        for column in range(max(left, 0), min(right, _COLUMNS - 1) + 1):
            yield row * _COLUMNS + column


def _cost(column: int, row: int) -> float:
    """Return the cost of crossing a cell."""
    x, y = column * CELL, row * CELL
    return 1 + 0.3 * sin(0.045 * x + 1.3) * sin(0.052 * y) + 0.25 * sin(0.11 * x - 0.07 * y)


@cache
def _costs() -> list[float]:
    """Return the cost of crossing each cell: the same for every board."""
    return [_cost(column, row) for row in range(_ROWS) for column in range(_COLUMNS)]


def _starts(atlas: Atlas, chart: Chart) -> Iterator[tuple[float, int, int]]:
    """List the cells from which provinces spread, with cost, cell and province."""
    for p, drawn in enumerate(chart.provinces):
        for cell in _cells(drawn.frame):
            yield 0.0, cell, p
    for place, block in chart.places.items():
        p = atlas.province_of[place]
        for cell in _cells(block.frame):
            yield 0.0, cell, p
        a, b = block.frame.middle, chart.provinces[p].frame.middle
        steps = int(hypot(b.x - a.x, b.y - a.y) / CELL) + 1
        for i in range(steps):
            x, y = a.x + (b.x - a.x) * i / steps, a.y + (b.y - a.y) * i / steps
            for cell in _cells(Frame(x, y, 0, 0)):
                yield _BRIDGE, cell, p
    for r, section in chart.regions.items():
        inside = atlas.provinces_of[r]
        if inside:
            middle = section.frame.middle
            p = min(inside, key=lambda p: _far(chart.provinces[p].frame.middle, middle))
            for cell in _cells(section.frame, 0):
                yield 6.0, cell, p


def _far(first: Point, second: Point) -> float:
    return hypot(first.x - second.x, first.y - second.y)


def _owners(atlas: Atlas, chart: Chart) -> list[int]:
    """Return the province of each cell, or -1."""
    owner = [-1] * (_COLUMNS * _ROWS)
    best = [1e9] * len(owner)
    heap: list[tuple[float, int, int]] = []
    for cost, cell, p in _starts(atlas, chart):
        if cost < best[cell]:
            best[cell] = cost
            heappush(heap, (cost, cell, p))
    costs = _costs()
    steps = [(dx, dy, hypot(dx, dy) * CELL) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    while heap:
        cost, cell, p = heappop(heap)
        if owner[cell] >= 0:
            continue
        owner[cell] = p
        row, column = divmod(cell, _COLUMNS)
        for dx, dy, step in steps:
            c, r = column + dx, row + dy
            if 0 <= c < _COLUMNS and 0 <= r < _ROWS:
                neighbour = r * _COLUMNS + c
                after = cost + step * costs[neighbour]
                if after < best[neighbour] and after < REACH:
                    best[neighbour] = after
                    heappush(heap, (after, neighbour, p))
    return owner


def _edges(owner: list[int]) -> dict[tuple[Corner, Corner], tuple[int, int]]:
    """Return the sides of cells between two provinces, with those to the left and to the right."""

    def at(column: int, row: int) -> int:
        inside = 0 <= column < _COLUMNS and 0 <= row < _ROWS
        return owner[row * _COLUMNS + column] if inside else -1

    sides = {}
    for row in range(_ROWS + 1):
        for column in range(_COLUMNS + 1):
            province = at(column, row)
            west, north = at(column - 1, row), at(column, row - 1)
            if province != north:  # going east: the cell above lies to the left
                sides[(column, row), (column + 1, row)] = north, province
            if province != west:  # going south: the cell to the east lies to the left
                sides[(column, row), (column, row + 1)] = province, west
    return sides


def _arcs(owner: list[int]) -> list[tuple[list[Corner], int, int]]:
    """Return lines between junctions, or closed ones, with the provinces left and right of them."""
    edges = _edges(owner)
    neighbours: dict[Corner, list[Corner]] = defaultdict(list)
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    unused = set(edges)

    def take(a: Corner, b: Corner) -> tuple[int, int]:
        if (a, b) in unused:
            unused.discard((a, b))
            return edges[a, b]
        unused.discard((b, a))
        left, right = edges[b, a]
        return right, left

    def free(a: Corner, b: Corner) -> bool:
        return (a, b) in unused or (b, a) in unused

    arcs = []
    junctions = sorted(corner for corner, others in neighbours.items() if len(others) != 2)
    for begin in (*junctions, *sorted(neighbours)):
        for second in neighbours[begin]:
            if not free(begin, second):
                continue
            line = [begin, second]
            sides = take(begin, second)
            while len(neighbours[line[-1]]) == 2 and line[-1] != begin:
                ahead = next((c for c in neighbours[line[-1]] if free(line[-1], c)), None)
                if ahead is None:
                    break
                take(line[-1], ahead)
                line.append(ahead)
            arcs.append((line, *sides))
    return arcs


def _wavering(x: float, y: float) -> tuple[float, float]:
    """Move a point slightly, and near points alike, so that no border is straight."""
    return (
        x + 3.4 * sin(0.083 * y + 0.021 * x) + 2.2 * sin(0.19 * y + 1.7),
        y + 3.4 * sin(0.077 * x - 0.018 * y + 2.1) + 2.2 * sin(0.21 * x),
    )


def _smooth(line: list[Corner]) -> list[tuple[int, int]]:
    """Smooth the staircase of a line, keeping its ends."""
    points = [_wavering(_LEFT + CELL * x, CELL * y) for x, y in line]
    closed = line[0] == line[-1]
    if closed:
        points = points[:-1]
    smoothed = points
    for _ in range(4):
        before = [smoothed[-1] if closed else smoothed[0], *smoothed[:-1]]
        after = [*smoothed[1:], smoothed[0] if closed else smoothed[-1]]
        turned = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(before, smoothed, after, strict=True)
        ]
        if not closed:
            turned[0], turned[-1] = smoothed[0], smoothed[-1]
        smoothed = turned
    if closed:  # it begins halfway between two points, and is smooth there too
        smoothed = smoothed[::3]
        middle = (smoothed[0][0] + smoothed[-1][0]) / 2, (smoothed[0][1] + smoothed[-1][1]) / 2
        corners = [middle, *smoothed, middle]
    else:
        corners = [smoothed[0], *smoothed[2:-2:3], smoothed[-1]]
    return [(round(x), round(y)) for x, y in corners]


@single_flight(32, long=True)  # players may upload boards of their own
def areas_of(atlas: Atlas) -> Areas:
    """Return the areas of a board, cached."""
    owners = _owners(atlas, chart_of(atlas))
    sides: list[list[list[tuple[int, int]]]] = [[] for _ in atlas.limit]
    inner, outer, rim = [], [], []
    for line, left, right in _arcs(owners):
        points = _smooth(line)
        for p, outline in ((left, points), (right, points[::-1])):
            if p >= 0:
                sides[p].append(outline)
        drawn = stroke(points)
        if left < 0 or right < 0:
            rim.append(drawn)
        elif atlas.region_of[left] == atlas.region_of[right]:
            inner.append(drawn)
        else:
            outer.append(drawn)
    return Areas(
        tuple(map(_rings, sides)), "".join(inner), "".join(outer), "".join(rim), tuple(owners)
    )


def _rings(lines: list[list[tuple[int, int]]]) -> str:
    """Join the lines around an area into one path of closed rings."""
    waiting: dict[tuple[int, int], list[list[tuple[int, int]]]] = defaultdict(list)
    for line in lines:
        waiting[line[0]].append(line)
    commands = []
    while waiting:
        first = next(iter(waiting))
        commands.append(start(first))
        at = first
        while waiting.get(at):
            line = waiting[at].pop()
            if not waiting[at]:
                del waiting[at]
            commands.append(curve(line))
            at = line[-1]
        commands.append("Z")
    return "".join(commands)
