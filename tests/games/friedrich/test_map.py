"""Tests of the map made by tools/map.py: areas tile the board, and names do not collide."""

import csv
import json
import math
from bisect import bisect
from collections import Counter, defaultdict
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import pytest

from chancery.games.friedrich.board.atlas import (
    CITY,
    CITY_IDS,
    CITY_NAMES,
    COUNTRY,
    DEPOTS,
    NEXT,
    OBJECTIVE_OF,
    OBJECTIVES,
    ORDER,
    N,
    X,
    Y,
)

Point = tuple[float, float]
BAND = 10  # edges are found by their height, in bands of so many units
ASCENT, DESCENT = 0.72, 0.20  # extent of a name above and below its baseline, in sizes
COUNTRIES = ("austria", "empire", "hanover", "poland", "prussia", "saxony", "sweden")
DEPOT_CITIES = [city for cities in DEPOTS for city in cities]


@cache
def land() -> dict[str, Any]:
    text = (files("chancery.games.friedrich") / "data" / "land.json").read_text("utf-8")
    plain: dict[str, Any] = json.loads(text)
    return plain


def points(numbers: list[int]) -> list[Point]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def flatten(line: list[Point], steps: int = 4) -> list[Point]:
    """Convert a line of quadratics through the midpoints to straight pieces."""
    if len(line) == 2:
        return line
    out = [line[0]]
    for i, (cx, cy) in enumerate(line[1:-1], 1):
        ax, ay = out[-1]
        bx, by = line[i + 1]
        if i < len(line) - 2:
            bx, by = (cx + bx) / 2, (cy + by) / 2
        for step in range(1, steps + 1):
            t = step / steps
            p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
            out.append((p * ax + q * cx + r * bx, p * ay + q * cy + r * by))
    return out


@cache
def drawn() -> list[list[Point]]:
    return [flatten(points(arc)) for arc in land()["arcs"]]


def areas() -> dict[str, list[list[int]]]:
    return {**land()["areas"], "sea": land()["sea"]}


class Area:
    """The points inside a closed path, by the even-odd rule."""

    def __init__(self, rings: list[list[int]]) -> None:
        self.bands: dict[int, list[tuple[Point, Point]]] = defaultdict(list)
        for ring in rings:
            for i in ring:
                # backwards the same points: neighbours share the line to the last bit
                for a, b in pairwise(drawn()[i] if i >= 0 else drawn()[~i][::-1]):
                    low, high = sorted((a[1], b[1]))
                    for band in range(int(low // BAND), int(high // BAND) + 1):
                        self.bands[band].append(min((a, b), (b, a)))

    def crossings(self, y: float) -> list[float]:
        """Return where a horizontal line enters and leaves the area."""
        return sorted(
            ax + (y - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in self.bands[int(y // BAND)]
            if (ay <= y) != (by <= y)
        )

    def __contains__(self, point: Point) -> bool:
        return bisect(self.crossings(point[1]), point[0]) % 2 == 1


@cache
def shapes() -> dict[str, Area]:
    return {name: Area(rings) for name, rings in areas().items()}


def test_the_arcs_are_shared_by_neighbours() -> None:
    arcs = land()["arcs"]
    used = Counter(i for rings in areas().values() for ring in rings for i in ring)
    assert set(used.values()) == {1}
    inner = {*land()["coast"], *land()["borders"]}
    assert len(inner) == len(land()["coast"]) + len(land()["borders"])
    for i in range(len(arcs)):
        assert (i in used) + (~i in used) == (2 if i in inner else 1)
    sea = {max(i, ~i) for ring in land()["sea"] for i in ring}
    assert inner & sea == set(land()["coast"])
    for rings in areas().values():
        for ring in rings:
            lines = [points(arcs[i]) if i >= 0 else points(arcs[~i])[::-1] for i in ring]
            for line, following in zip(lines, [*lines[1:], lines[0]], strict=True):
                assert line[-1] == following[0]


def test_the_areas_tile_the_board() -> None:
    width, height = land()["board"]
    assert (set(areas()) - {"sea", "abroad"}) == set(COUNTRIES)
    for y in range(4, height, 9):
        rows = [area.crossings(y + 0.37) for area in shapes().values()]
        for x in range(4, width, 9):
            owners = sum(bisect(row, x + 0.41) % 2 for row in rows)
            assert owners == 1, (x, y)


def test_each_city_lies_in_its_country() -> None:
    for city in range(N):
        at = {name for name, area in shapes().items() if (X[city], Y[city]) in area}
        assert at == {COUNTRY[city]}, CITY_IDS[city]


def test_cities_keep_off_the_shore_and_roads_off_the_sea() -> None:
    shore: dict[tuple[int, int], list[Point]] = defaultdict(list)
    for i in land()["coast"]:
        for x, y in drawn()[i]:
            shore[int(x // 20), int(y // 20)].append((x, y))
    sea = shapes()["sea"]
    for city in range(N):
        here = X[city], Y[city]
        column, row = here[0] // 20, here[1] // 20
        for cell in [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
            assert all(math.dist(here, at) >= 12 for at in shore[cell]), CITY_IDS[city]
        for other in NEXT[city]:
            for i in range(1, 8):
                x = here[0] + (X[other] - here[0]) * i / 8
                y = here[1] + (Y[other] - here[1]) * i / 8
                assert (x, y) not in sea, (CITY_IDS[city], CITY_IDS[other])


def test_lines_of_water_lie_in_the_sea() -> None:
    sea = shapes()["sea"]
    width, height = land()["board"]
    assert list(land()["water"]) == ["8", "18", "32"]
    for lines in land()["water"].values():
        for line in lines:
            for x, y in points(line):
                assert (x, y) in sea or not (0 < x < width and 0 < y < height)


def test_large_names_stand_in_what_they_name() -> None:
    for name, places in land()["names"].items():
        area = shapes()["sea" if name in ("baltic", "north_sea") else name]
        for place in places:
            assert set(place) == {"x", "y", "size", "spacing", "angle"}
            assert (place["x"], place["y"] - 0.3 * place["size"]) in area
    assert {*COUNTRIES, "abroad", "baltic", "north_sea"} == set(land()["names"])


def test_the_land_is_small() -> None:
    text = (files("chancery.games.friedrich") / "data" / "land.json").read_text("utf-8")
    assert len(text) <= 45_000


class Label(NamedTuple):
    """A name on the map with its box."""

    city: int
    left: float
    top: float
    right: float
    bottom: float

    def gap(self, city: int) -> float:
        """Return the distance of the box from the middle of a city."""
        dx = max(self.left - X[city], 0, X[city] - self.right)
        dy = max(self.top - Y[city], 0, Y[city] - self.bottom)
        return math.hypot(dx, dy)


@cache
def rows() -> list[dict[str, str]]:
    text = (files("chancery.games.friedrich") / "data" / "labels.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def labels(level: int) -> list[Label]:
    found = []
    for row in rows():
        if int(row["level"]) == level:
            x, y, size, width = (float(row[key]) for key in ("x", "y", "size", "width"))
            left = x - {"start": 0, "middle": width / 2, "end": width}[row["anchor"]]
            top, bottom = y - ASCENT * size, y + DESCENT * size
            found.append(Label(CITY[row["city"]], left, top, left + width, bottom))
    return found


def test_which_names_are_shown() -> None:
    shown = [[label.city for label in labels(level)] for level in range(3)]
    assert all(len(cities) == len(set(cities)) for cities in shown)
    assert sorted(shown[2]) == list(range(N))
    assert set(shown[1]) >= {*OBJECTIVES, *DEPOT_CITIES}
    first = {city for city in OBJECTIVES if ORDER[city] == 1}
    assert len(first & set(shown[0])) >= 0.9 * len(first)
    alike = Counter(CITY_NAMES)
    for row in rows():
        city = CITY[row["city"]]
        large = OBJECTIVE_OF[city] >= 0 or city in DEPOT_CITIES
        assert row["face"] == ("semibold" if large else "italic")
        assert int(row["shared"]) == alike[CITY_NAMES[city]]
        assert float(row["size"]) == (26, 17, 12.5)[int(row["level"])]


@pytest.mark.parametrize("level", [0, 1, 2])
def test_names_do_not_collide(level: int) -> None:
    width, height = land()["board"]
    names = sorted(labels(level), key=lambda label: label.left)
    for label in names:
        assert label.left >= 0
        assert label.right <= width
        assert label.top >= 0
        assert label.bottom <= height
    for a, b in combinations(names, 2):
        over = b.left < a.right and a.left < b.right and b.top < a.bottom and a.top < b.bottom
        assert not over, (CITY_IDS[a.city], CITY_IDS[b.city])


@pytest.mark.parametrize("level", [0, 1, 2])
def test_names_leave_the_discs_of_others_free(level: int) -> None:
    names = labels(level)
    # on the whole board discs are small, so only named cities and objectives count there
    counted = set(range(N)) if level else {*OBJECTIVES, *(label.city for label in names)}
    southward = sorted(counted, key=Y.__getitem__)
    heights = [Y[city] for city in southward]
    for label in names:
        first, last = bisect(heights, label.top - 9), bisect(heights, label.bottom + 9)
        for city in southward[first:last]:
            if city != label.city:
                radius = 9 if OBJECTIVE_OF[city] >= 0 else 6.5
                assert label.gap(city) >= radius, (CITY_IDS[label.city], CITY_IDS[city])
