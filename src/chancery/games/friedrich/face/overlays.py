"""Overlays of the map: supply, protection, attack positions, suits, changes."""

from __future__ import annotations

from collections.abc import Iterator

from chancery.core.pictures import Overlay
from chancery.core.svg import Svg, at, join
from chancery.core.words import Speaker, T
from chancery.games.friedrich import coach
from chancery.games.friedrich.board.atlas import CITY_IDS, OBJECTIVES, N, X, Y
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import GENERALS, NATION_OF, PIECES_N
from chancery.games.friedrich.face.signs import suit_sign, tag, use, words
from chancery.games.friedrich.rules import conquest, protection
from chancery.games.friedrich.rules.supply import SUPPLY, at_home, distance_to_train
from chancery.games.friedrich.view import FriedrichView

SUPPLIED, PROTECTED, ATTACKS, BY_SUIT, CHANGED = "s", "p", "a", "u", "c"
OVERLAYS = (
    Overlay(SUPPLIED, T("Supply")),
    Overlay(PROTECTED, T("Protection")),
    Overlay(ATTACKS, T("Attack positions")),
    Overlay(BY_SUIT, T("Suits")),
    Overlay(CHANGED, T("Changes since your last visit")),
)


def overlay(
    view: FriedrichView, key: str, speaker: Speaker, before: FriedrichView | None
) -> Svg | None:
    """Draw an overlay; None where the style sheet alone does it (suits)."""
    if key == SUPPLIED:
        return join(_supply(view))
    if key == PROTECTED:
        return join(_protection(view))
    if key == ATTACKS:
        return join(_attacks(view))
    if key == CHANGED and before is not None:
        return join(_changes(before, view))
    return None


def _nations(view: FriedrichView) -> list[int]:
    """Return the nations whose overlays are drawn: the reader's own, for a spectator the active
    one."""
    own_nations = [nation for nation in range(7) if view.own(nation)]
    return own_nations or [view.stage]


def _supply(view: FriedrichView) -> Iterator[Svg]:
    """Draw the cities in reach of a train, and a ring around stacks out of supply (§9)."""
    for nation in _nations(view):
        ways = distance_to_train(view, nation)
        name = NATION_NAMES[nation]
        dots = [
            tag("circle", cx=X[city], cy=Y[city], r=17 - ways[city], class_="reach")
            for city in range(N)
            if ways[city] <= SUPPLY and not at_home(nation, city)
        ]
        yield tag("g", *dots, class_=f"n-{name}")
        for line in coach.supply_lines(view, nation):
            city = view.at[line.top]
            if line.alarm:
                kind = "hungry" if line.alarm == 1 else "hungry starving"
                yield tag("circle", cx=X[city], cy=Y[city] - 20, r=38, class_=kind)
            else:
                yield tag("circle", cx=X[city], cy=Y[city] - 20, r=34, class_="fed")


def _protection(view: FriedrichView) -> Iterator[Svg]:
    """Draw a line from each objective to each piece that protects it; ring unprotected ones
    (§5.4)."""
    for aim in coach.objectives(view):
        if not conquest.may_win_by_conquest(view, aim.nation):
            continue
        x, y = X[aim.city], Y[aim.city]
        nation = NATION_NAMES[protection.protecting_nation(view, aim.city)]
        for guard in aim.guards:
            city = view.at[guard]
            yield tag("path", d=f"M{x} {y}L{X[city]} {Y[city]}", class_=f"guard n-{nation}")
        yield tag("circle", cx=x, cy=y, r=16, class_="open-aim" if aim.open else "guarded")


def _attacks(view: FriedrichView) -> Iterator[Svg]:
    """Draw the cities next to hostile stacks, with the suits on both sides (§7)."""
    shown: set[int] = set()
    for nation in _nations(view):
        for attack in coach.attack_positions(view, nation):
            x, y = X[attack.city], Y[attack.city]
            target_city = view.at[attack.target]
            yield tag("path", d=f"M{x} {y}L{X[target_city]} {Y[target_city]}", class_="attack")
            for city, suit in ((attack.city, attack.own_suit), (target_city, attack.their_suit)):
                if city not in shown:
                    shown.add(city)
                    kind = "spot" if city == attack.city else "spot theirs"
                    yield tag("circle", cx=X[city], cy=Y[city], r=15, class_=kind)
                    yield suit_sign(suit, X[city], Y[city], 0.85)


def _changes(before: FriedrichView, view: FriedrichView) -> Iterator[Svg]:
    """Draw former positions, arrows to the present ones, and cities that have changed hands."""
    for piece in range(PIECES_N):
        start, end = before.at[piece], view.at[piece]
        if start == end:
            continue
        nation = NATION_NAMES[NATION_OF[piece]]
        sign = f"fr-{'general' if piece < GENERALS else 'train'}-{nation}"
        if start >= 0:
            yield tag("g", use(sign, 0, 0), transform=at(X[start], Y[start]), class_="ghost")
        if end < 0:
            yield words("✕", X[start], Y[start] - 14, "lost")
        elif start < 0:
            yield tag("circle", cx=X[end], cy=Y[end] - 20, r=36, class_="entered")
        else:
            yield tag(
                "path", d=f"M{X[start]} {Y[start]}L{X[end]} {Y[end]}", class_=f"went n-{nation}"
            )
            yield tag("circle", cx=X[end], cy=Y[end], r=7, class_=f"arrived n-{nation}")
    for city in OBJECTIVES:
        if before.control[city] != view.control[city]:
            yield tag("circle", cx=X[city], cy=Y[city], r=20, class_="changed-hands",
                      id=f"changed-{CITY_IDS[city]}")  # fmt: skip
