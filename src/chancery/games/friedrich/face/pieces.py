"""The live layer of the map: pieces, control markers, question marks, the present march."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from chancery.core.svg import Svg, at, join
from chancery.core.words import Speaker, T, Text
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.atlas import CITY_IDS, OBJECTIVE_OF, OBJECTIVES, X, Y
from chancery.games.friedrich.board.nations import NATION_NAMES, NATIONS
from chancery.games.friedrich.board.pieces import (
    GENERALS_OF,
    NATION_OF,
    PIECE_NAMES,
    PIECES,
    TRAINS_OF,
)
from chancery.games.friedrich.face.map import HEIGHT
from chancery.games.friedrich.face.placement import FAN, HEAD, beside, in_short, named
from chancery.games.friedrich.face.signs import tag, use, words
from chancery.games.friedrich.rules.combat import Evasion, Fight
from chancery.games.friedrich.rules.movement import Marching
from chancery.games.friedrich.rules.retreat import Retreat
from chancery.games.friedrich.view import FriedrichView

_BY_RANK = tuple(general for nation in range(7) for general in GENERALS_OF[nation])


def rank(general: int) -> int:
    """Return the rank of a general within his nation; 1 is the highest."""
    return GENERALS_OF[NATION_OF[general]].index(general) + 1


def pieces(view: FriedrichView, speaker: Speaker) -> Svg:
    """Draw the live layer: markers, the present march and all pieces."""
    return join((*_markers(view), *_marching(view), *_pieces(view, speaker)))


def _markers(view: FriedrichView) -> Iterator[Svg]:
    """Draw control markers of the conquering nations, and question marks (§1.8, §5.7)."""
    for city in OBJECTIVES:
        x, y = X[city], Y[city]
        if view.control[city]:
            nation = NATION_NAMES[OBJECTIVE_OF[city]]
            yield tag("g", use(f"fr-flag-{nation}", x, y), id=f"flag-{CITY_IDS[city]}",
                      class_="through")  # fmt: skip
        if view.marks[city]:
            yield tag("g", use("fr-question", x + 4, y - 14), id=f"mark-{CITY_IDS[city]}",
                      class_="through")  # fmt: skip


def _marching(view: FriedrichView) -> Iterator[Svg]:
    """Draw a ring around the marching unit, and one where its march began."""
    top = view.phases[-1] if view.phases else None
    if isinstance(top, Marching):
        city = view.at[top.unit[0]]
        if city != top.start:
            yield tag("circle", cx=X[top.start], cy=Y[top.start], r=16, class_="began through")
        yield tag("circle", cx=X[city], cy=Y[city], r=26, class_="marching through")


def _pieces(view: FriedrichView, speaker: Speaker) -> Iterator[Svg]:
    """Draw the pieces from north to south, so that those in front are seen whole."""
    standing: list[tuple[int, Svg]] = []
    stacks = _stacks(view)
    trains = [(t, view.at[t]) for nation in range(7) for t in TRAINS_OF[nation] if view.at[t] >= 0]
    roomy = named(stacks, tuple([city for _, city in trains]))
    apart = _apart(view)
    for stack, city in stacks:
        lies = tuple([roomy.get(general, "") for general in stack])
        spot = apart.get(city) or Spot(X[city], Y[city], beside(city))
        front = Y[city] + (HEIGHT if city in apart else 0)  # nothing stands before those who fight
        standing.append((front, _stack(view, stack, spot, lies, speaker.nameless)))
    for train, city in trains:
        standing.append((Y[city], _train(train, city, speaker.nameless)))
    for city, spot in apart.items():
        yield tag("path", d=f"M{X[city]} {Y[city]}H{spot.x:g}", class_="leash through")
    yield from (drawn for _, drawn in sorted(standing, key=lambda entry: entry[0]))


class Spot(NamedTuple):
    """The foot of a stack on the map, and the classes that say how it stands beside its city."""

    x: float
    y: float
    beside: str


GAP = 72  # between the feet of two stacks that fight: neither covers the other


def _apart(view: FriedrichView) -> dict[int, Spot]:
    """Return where the two stacks of a fight stand: each aside of its city, away from the other."""
    top = view.phases[-1] if view.phases else None
    if isinstance(top, Fight | Evasion):
        pair = top.attacker, top.defender
    elif isinstance(top, Retreat):
        pair = top.winner, top.loser
    else:
        return {}
    west, east = sorted((view.at[general] for general in pair), key=lambda city: X[city])
    aside = max(0, GAP - (X[east] - X[west])) / 2
    return {
        west: Spot(X[west] - aside, Y[west], "fights-west"),
        east: Spot(X[east] + aside, Y[east], "fights-east"),
    }


def _stacks(view: FriedrichView) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the generals of each occupied city, the highest rank first."""
    by_city: dict[int, list[int]] = {}
    for general in _BY_RANK:
        if view.at[general] >= 0:
            by_city.setdefault(view.at[general], []).append(general)
    return tuple([(tuple(stack), city) for city, stack in by_city.items()])


# Most pieces do not move from one view to the next, so drawings are cached.


@lru_cache(2000)
def _train(train: int, city: int, speaker: Speaker) -> Svg:
    title = speaker.word(PIECES.title(train))
    name, nation = PIECE_NAMES[train], NATION_NAMES[NATION_OF[train]]
    return tag(
        "g",
        tag("title", title),
        tag("g", use(f"fr-train-{nation}", 0, 0), class_="figure"),
        id=f"p-{name}",
        class_=f"piece {beside(city)}",
        data_target=f"piece:{name}",
        transform=at(X[city], Y[city]),
    )


def _stack(
    view: FriedrichView, stack: tuple[int, ...], spot: Spot, lies: tuple[str, ...], speaker: Speaker
) -> Svg:
    """Draw the generals of a city fanned out, the highest rank in front, with one sum of troops
    (§6.5)."""
    down = tuple([view.down[general] for general in stack])
    top = stack[0]
    strength = view.troops[top], view.low[top], view.high[top]
    return _generals(stack, spot, down, strength, lies, speaker)


@lru_cache(4000)
def _generals(
    stack: tuple[int, ...],
    spot: Spot,
    down: tuple[int, ...],
    strength: tuple[int, int, int],
    lies: tuple[str, ...],
    speaker: Speaker,
) -> Svg:
    troops = phrases.between(*strength)
    drawn = [
        _general(
            general,
            spot,
            position,
            down[position],
            speaker.say(_title(general, down[position], troops)),
        )
        for position, general in enumerate(stack)
    ]
    badge = _badge(stack[0], spot, *_known(*strength))
    return join((*reversed(drawn), badge, *_names(stack, spot, lies)))


def _general(general: int, spot: Spot, position: int, down: int, title: str) -> Svg:
    name, nation = PIECE_NAMES[general], NATION_NAMES[NATION_OF[general]]
    face = "down" if down else "general"
    return tag(
        "g",
        tag("title", title),
        tag(
            "g",
            use(f"fr-{face}-{nation}", 0, 0),
            words(str(rank(general)), 0, -29, "rank"),
            class_="figure",
        ),
        id=f"p-{name}",
        class_=f"piece {spot.beside}" + (f" behind-{position}" if position else ""),
        data_target=f"piece:{name}",
        transform=at(spot.x + position * FAN[0], spot.y + position * FAN[1]),
    )


def _title(general: int, down: int, troops: Text) -> Text:
    name, nation = PIECES.title(general), NATIONS.title(NATION_OF[general])
    if down:
        return T("{general}, {nation} {rank}; the stack: {troops}, out of supply", general=name,
                 nation=nation, rank=rank(general), troops=troops)  # fmt: skip
    return T("{general}, {nation} {rank}; the stack: {troops}", general=name, nation=nation,
             rank=rank(general), troops=troops)  # fmt: skip


def _known(troops: int, low: int, high: int) -> tuple[str, str]:
    """Return the troops of a stack if they are known for sure, otherwise their public bounds."""
    if troops or low == high:
        return str(troops or low), "sure"
    return f"{low}–{high}", "open"


def _badge(top: int, spot: Spot, troops: str, kind: str) -> Svg:
    name = PIECE_NAMES[top]
    width = 20 if len(troops) < 3 else 9 * len(troops) + 2
    return tag(
        "g",
        tag(
            "g",
            tag("rect", x=-width / 2, y=-10, width=width, height=20, rx=10, class_=f"badge {kind}"),
            words(troops, 0, 5, f"troops {kind}"),
            class_="figure",
        ),
        id=f"t-{name}",
        class_=f"piece through sum {spot.beside}",
        transform=at(spot.x - 18, spot.y - 2),
    )


def _names(stack: tuple[int, ...], spot: Spot, lies: tuple[str, ...]) -> Iterator[Svg]:
    """Draw the names above the heads; on the whole board in short, where there is room."""
    for row, general in enumerate(stack):
        head, short, last = in_short(general)
        long = [tag("tspan", part, class_="more") if part else "" for part in (head, last)]
        drawn = tag(
            "text",
            long[0],
            short,
            long[1],
            y=FAN[1] * (len(stack) - 1) - HEAD,
            dy=f"-{row}em" if row else None,
            class_="piece-name",
        )
        yield tag(
            "g",
            tag("g", drawn, class_="figure"),
            id=f"n-{PIECE_NAMES[general]}",
            class_=f"piece through name-of-piece {spot.beside} {lies[row]}",
            transform=at(spot.x, spot.y),
        )
