"""The ground layer of the map: sea and countries, sectors, roads, cities and their names (§1).

Areas and positions of names come from `data/land.json` and `data/labels.csv`, which are made by
`tools/map.py`; the format of lines is described there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from chancery.core.curves import curve, points_of, start, stroke
from chancery.core.svg import Svg, at, join
from chancery.core.words import Speaker, T, Text
from chancery.games.friedrich.board.atlas import (
    CITY,
    CITY_IDS,
    CITY_NAMES,
    CITY_SPOTS,
    DEPOT_OF,
    NEXT,
    NEXT_MAIN,
    OBJECTIVE_OF,
    ORDER,
    SUIT,
    SUITS,
    N,
    X,
    Y,
    rows,
)
from chancery.games.friedrich.board.cards import SYMBOLS
from chancery.games.friedrich.board.nations import NATION_NAMES, NATIONS
from chancery.games.friedrich.board.pieces import GENERALS, GENERALS_OF, NATION_OF, START, in_play
from chancery.games.friedrich.face.signs import LETTERS, signs, suit_sign, tag, use, words


@cache
def _land() -> dict[str, Any]:
    text = (files("chancery.games.friedrich") / "data" / "land.json").read_text("utf-8")
    land: dict[str, Any] = json.loads(text)
    return land


WIDTH, HEIGHT = _land()["board"]
COUNTRIES = {
    "prussia": T("Prussia"),
    "hanover": T("Hanover"),
    "saxony": T("Saxony"),
    "empire": T("Empire"),
    "austria": T("Austria"),
    "poland": T("Poland"),
    "sweden": T("Sweden"),
    "abroad": T("Denmark"),
    "baltic": T("Baltic Sea"),
    "north_sea": T("North Sea"),
}
SEAS = ("baltic", "north_sea")


def world(speaker: Speaker, scenario: str) -> Svg:
    """Draw the whole map, which is cached: land and sea, sectors, roads, cities and names."""
    return _world(speaker.nameless, scenario)


@lru_cache(maxsize=12)  # each scenario in each language
def _world(speaker: Speaker, scenario: str) -> Svg:
    return join(
        (
            signs(),
            tag("rect", width=WIDTH, height=HEIGHT, class_="paper"),
            *_sea(),
            *_countries(),
            *_sectors(),
            *_country_names(speaker),
            *_roads(),
            *_cities(speaker, scenario),
            *_labels(),
        )
    )


# -- lines -----------------------------------------------------------------------------------


def _stroke(line: Sequence[int]) -> str:
    return stroke(points_of(line))


def _rings(rings: Sequence[Sequence[int]]) -> str:
    arcs = _land()["arcs"]
    commands = []
    for ring in rings:
        for number, arc in enumerate(ring):
            points = points_of(arcs[arc if arc >= 0 else ~arc], arc < 0)
            if number == 0:
                commands.append(start(points[0]))
            commands.append(curve(points))
        commands.append("Z")
    return "".join(commands)


# -- land and sea ----------------------------------------------------------------------------


def _sea() -> Iterator[Svg]:
    land = _land()
    yield tag("path", d=_rings(land["sea"]), class_="sea", fill_rule="evenodd")
    for far, lines in land["water"].items():
        drawn = "".join(_stroke(line) for line in lines)
        yield tag("path", d=drawn, class_=f"water water-{far}")


def _countries() -> Iterator[Svg]:
    """Draw each country as a wash with a stronger brush along its border, like hand-coloured
    maps."""
    land = _land()
    for country, rings in land["areas"].items():
        shape, inside = f"fr-area-{country}", f"fr-in-{country}"
        drawn = tag("path", d=_rings(rings), id=shape, fill_rule="evenodd", clip_rule="evenodd")
        yield tag("defs", drawn, tag("clipPath", use(shape, 0, 0), id=inside))
        yield use(shape, 0, 0, class_=f"wash c-{country}")
        brush = use(shape, 0, 0, class_=f"brush c-{country}")
        yield tag("g", brush, clip_path=f"url(#{inside})")
    arcs = land["arcs"]
    yield tag("path", d="".join(_stroke(arcs[a]) for a in land["borders"]), class_="border")
    yield tag("path", d="".join(_stroke(arcs[a]) for a in land["coast"]), class_="coast")


def _country_names(speaker: Speaker) -> Iterator[Svg]:
    for country, labels in _land()["names"].items():
        name = speaker.say(COUNTRIES[country])
        for label in labels:
            turn = f"translate({label['x']} {label['y']}) rotate({label['angle']})"
            fits = _fits(name, label)
            yield tag(
                "text",
                name,
                transform=turn,
                font_size=label["size"] * fits,
                letter_spacing=label["spacing"] * fits,
                text_anchor="middle",
                class_="country sea-name" if country in SEAS else "country",
            )


def _fits(name: str, label: dict[str, float]) -> float:
    """Return the scale at which a name does not run off the board."""
    width = len(name) * (0.62 * label["size"] + label["spacing"])
    room: float = 2 * min(label["x"], WIDTH - label["x"]) - 24
    return min(1.0, room / width)


def _sectors() -> Iterator[Svg]:
    """Draw sectors with their suit as a large quiet watermark (§1.14)."""
    frames = []
    for row in rows("sectors"):
        x0, y0, x1, y1 = (int(row[name]) for name in ("x0", "y0", "x1", "y1"))
        frames.append(f"M{x0} {y0}H{x1}V{y1}H{x0}Z")
        suit = SUITS.index(row["suit"])
        size = min(x1 - x0, y1 - y0) / 30
        yield suit_sign(suit, (x0 + x1) / 2, (y0 + y1) / 2, size, "watermark")
    yield tag("path", d="".join(frames), class_="sectors")


# -- roads and cities ------------------------------------------------------------------------


def _roads() -> Iterator[Svg]:
    """Draw main roads strong, the others fine (§1.9)."""
    fine: list[str] = []
    main: list[str] = []
    for city in range(N):
        for neighbour in NEXT[city]:
            if city < neighbour:
                line = f"M{X[city]} {Y[city]}L{X[neighbour]} {Y[neighbour]}"
                (main if neighbour in NEXT_MAIN[city] else fine).append(line)
    yield tag("path", d="".join(fine), class_="road")
    yield tag("path", d="".join(main), class_="main-road")
    yield tag("path", d="".join(main), class_="main-road-in")


def _cities(speaker: Speaker, scenario: str) -> Iterator[Svg]:
    starts: dict[int, list[int]] = {}
    for piece in in_play(scenario):
        starts.setdefault(START[piece], []).append(piece)
    for city in range(N):
        yield tag(
            "g",
            tag("title", speaker.say(_city_title(city))),
            *_mark(city, starts.get(city, [])),
            class_="city",
            data_target=f"city:{CITY_IDS[city]}",
            transform=at(X[city], Y[city]),
        )


def _city_title(city: int) -> Text:
    """Describe a city: its suit, and the nation whose objective or depot it is."""
    name, suit = CITY_SPOTS[city], SYMBOLS[SUIT[city]]
    if OBJECTIVE_OF[city] >= 0:
        nation = NATIONS.title(OBJECTIVE_OF[city])
        if ORDER[city] == 1:
            return T(
                "{city} {suit}, objective of {nation:the}", city=name, suit=suit, nation=nation
            )
        return T("{city} {suit}, objective of {nation:the}, second order", city=name, suit=suit,
                 nation=nation)  # fmt: skip
    if DEPOT_OF[city] >= 0:
        nation = NATIONS.title(DEPOT_OF[city])
        return T("{city} {suit}, depot of {nation:the}", city=name, suit=suit, nation=nation)
    return T("{city} {suit}", city=name, suit=suit)


def _mark(city: int, starting: Sequence[int]) -> Iterator[Svg]:
    """Draw a city: a disc; an objective in its nation's colour, second order as a ring; a depot a
    fort.

    The pieces that start here are written on it: the ranks of generals, T for a train (§1.10).
    """
    aim, depot = OBJECTIVE_OF[city], DEPOT_OF[city]
    if aim >= 0:
        yield tag("use", href=f"#fr-objective-{ORDER[city]}-{NATION_NAMES[aim]}")
    elif depot >= 0:
        yield tag("use", href=f"#fr-depot-{NATION_NAMES[depot]}")
    else:
        yield tag("use", href="#fr-town")
    if starting:
        nation = NATION_OF[starting[0]]
        ranks = ["T" if p >= GENERALS else str(GENERALS_OF[nation].index(p) + 1) for p in starting]
        yield words(f"{LETTERS[nation]}{'·'.join(ranks)}", 0, -11, "start")


def _labels() -> Iterator[Svg]:
    """Draw the names for each zoom level; names of one level never overlap."""
    labels = rows("labels")

    def kind(row: dict[str, str]) -> tuple[str, str, str, str]:
        return row["level"], row["face"], row["size"], row["anchor"]

    for (level, face, size, anchor), group in groupby(sorted(labels, key=kind), key=kind):
        yield tag(
            "g",
            *(
                tag("text", CITY_NAMES[CITY[row["city"]]], x=float(row["x"]), y=float(row["y"]))
                for row in group
            ),
            class_=f"names level-{level} {face}",
            font_size=float(size),
            text_anchor=anchor,
        )
