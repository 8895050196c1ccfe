"""What stands on the map now: pieces, control markers, question marks, the march under way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from chancery.core.svg import Svg, at, join
from chancery.core.words import Speaker, T, Text
from chancery.games.friedrich.board.atlas import CITY_IDS, OBJECTIVE_OF, OBJECTIVES, X, Y
from chancery.games.friedrich.board.nations import NATION_NAMES, NATIONS
from chancery.games.friedrich.board.pieces import (
    GENERAL_TITLES,
    GENERALS_OF,
    NATION_OF,
    PIECE_NAMES,
    PIECES,
    TRAINS_OF,
)
from chancery.games.friedrich.face import phrases
from chancery.games.friedrich.face.signs import tag, use, words
from chancery.games.friedrich.rules.movement import Marching
from chancery.games.friedrich.view import FriedrichView

FAN = (13, -8)  # how far each general of a stack stands behind the one before him


def rank(general: int) -> int:
    """1 is the highest of his nation."""
    return GENERALS_OF[NATION_OF[general]].index(general) + 1


def pieces(view: FriedrichView, speaker: Speaker) -> Svg:
    """The live layer."""
    return join((*_markers(view), *_marching(view), *_pieces(view, speaker)))


def _markers(view: FriedrichView) -> Iterator[Svg]:
    """Control markers by the nation that has conquered, and question marks (§1.8, §5.7)."""
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
    """A ring around who marches, and where the march began."""
    top = view.phases[-1] if view.phases else None
    if isinstance(top, Marching):
        city = view.at[top.unit[0]]
        if city != top.start:
            yield tag("circle", cx=X[top.start], cy=Y[top.start], r=16, class_="began through")
        yield tag("circle", cx=X[city], cy=Y[city], r=26, class_="marching through")


def _pieces(view: FriedrichView, speaker: Speaker) -> Iterator[Svg]:
    """From north to south, so that whoever stands in front is seen whole."""
    standing: list[tuple[int, Svg]] = []
    for nation in range(7):
        for top in view.tops(nation):
            standing.append((Y[view.at[top]], _stack(view, top, speaker)))
        for train in TRAINS_OF[nation]:
            if view.at[train] >= 0:
                said = speaker.word(PIECES.title(train))
                standing.append((Y[view.at[train]], _train(train, view.at[train], said)))
    yield from (drawn for _, drawn in sorted(standing, key=lambda one: one[0]))


# Most pieces stand where they stood before: what is drawn once is remembered.


@lru_cache(2000)
def _train(train: int, city: int, said: str) -> Svg:
    name, nation = PIECE_NAMES[train], NATION_NAMES[NATION_OF[train]]
    return tag(
        "g",
        tag("title", said),
        tag("g", use(f"fr-train-{nation}", 0, 0), class_="figure"),
        id=f"p-{name}",
        class_="piece",
        data_target=f"piece:{name}",
        transform=at(X[city], Y[city]),
    )


def _stack(view: FriedrichView, top: int, speaker: Speaker) -> Svg:
    """The generals of a city fanned out, the highest rank in front; one sum of troops (§6.5)."""
    stack = tuple(view.stack(top))
    down = tuple(view.down[general] for general in stack)
    troops = phrases.strength(view, top)
    return _generals(stack, view.at[top], down, troops, _known(view, top), speaker.nameless)


@lru_cache(4000)
def _generals(
    stack: tuple[int, ...],
    city: int,
    down: tuple[int, ...],
    troops: Text,
    known: tuple[str, str],
    speaker: Speaker,
) -> Svg:
    drawn = [
        _general(
            general, city, place, down[place], speaker.say(_title(general, down[place], troops))
        )
        for place, general in enumerate(stack)
    ]
    return join((*reversed(drawn), _badge(stack[0], city, *known), _names(stack, city)))


def _general(general: int, city: int, place: int, down: int, said: str) -> Svg:
    name, nation = PIECE_NAMES[general], NATION_NAMES[NATION_OF[general]]
    face = "down" if down else "general"
    return tag(
        "g",
        tag("title", said),
        tag(
            "g",
            use(f"fr-{face}-{nation}", 0, 0),
            words(str(rank(general)), 0, -29, "rank"),
            class_="figure",
        ),
        id=f"p-{name}",
        class_="piece",
        data_target=f"piece:{name}",
        transform=at(X[city] + place * FAN[0], Y[city] + place * FAN[1]),
    )


def _title(general: int, down: int, troops: Text) -> Text:
    name, nation = PIECES.title(general), NATIONS.title(NATION_OF[general])
    if down:
        return T("{general}, {nation} {rank}; the stack: {troops}, out of supply", general=name,
                 nation=nation, rank=rank(general), troops=troops)  # fmt: skip
    return T("{general}, {nation} {rank}; the stack: {troops}", general=name, nation=nation,
             rank=rank(general), troops=troops)  # fmt: skip


def _known(view: FriedrichView, top: int) -> tuple[str, str]:
    """The troops of a stack: one's own, or as last announced, or between which bounds."""
    low, high = view.low[top], view.high[top]
    if view.troops[top] or low == high:
        return str(view.troops[top] or low), "sure"
    if view.told[top]:
        return str(view.told[top]), "told"
    return f"{low}–{high}", "open"


def _badge(top: int, city: int, said: str, kind: str) -> Svg:
    name = PIECE_NAMES[top]
    width = 20 if len(said) < 3 else 9 * len(said) + 2
    return tag(
        "g",
        tag(
            "g",
            tag("rect", x=-width / 2, y=-10, width=width, height=20, rx=10, class_=f"badge {kind}"),
            words(said, 0, 5, f"troops {kind}"),
            class_="figure",
        ),
        id=f"t-{name}",
        class_="piece through",
        transform=at(X[city] - 18, Y[city] - 2),
    )


def _names(stack: tuple[int, ...], city: int) -> Svg:
    return join(
        tag(
            "g",
            words(GENERAL_TITLES[general], 0, 0, "piece-name"),
            id=f"n-{PIECE_NAMES[general]}",
            class_="piece through name-of-piece",
            transform=at(X[city], Y[city] + 17 + 13 * place),
        )
        for place, general in enumerate(stack)
    )
