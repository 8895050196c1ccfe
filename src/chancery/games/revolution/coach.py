"""What a view tells to somebody who looks closely: conflicts, income, cards, overflow, points.

Small functions, each from a view (or a position) alone. They ask the rules themselves, so they
cannot disagree with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from chancery.games.revolution.board.board import CATHOLIC_SEE, POINT, REFORMED, Board
from chancery.games.revolution.board.factions import (
    CATHOLICS,
    REFORMERS,
)
from chancery.games.revolution.board.places import CITIES_N, PROVINCES_N, spot_of
from chancery.games.revolution.rules import new_units as units_rules
from chancery.games.revolution.rules import overflow
from chancery.games.revolution.rules.assignment import (
    see,
    university_at_first,
    university_later,
)
from chancery.games.revolution.rules.conflict import losses

# -- conflicts ---------------------------------------------------------------------------


class Conflict(NamedTuple):
    """What a conflict in a province would come to if it were now (§6.11)."""

    province: int
    limit: int
    before: tuple[int, ...]  # by owner, besieged cities left out
    after: tuple[int, ...]

    @property
    def lost(self) -> tuple[int, ...]:
        """How many tokens each owner would lose."""
        return tuple(b - a for b, a in zip(self.before, self.after, strict=True))

    @property
    def strongest(self) -> tuple[int, ...]:
        """The owners with most tokens afterwards; several if they are equal."""
        most = max(self.after)
        return tuple(owner for owner, n in enumerate(self.after) if n == most and most)


def conflict(view: Board, province: int, more: dict[int, int] | None = None) -> Conflict:
    """The conflict of a province as it stands, or with some more tokens of some owners."""
    before = view.unbesieged(province)
    for owner, n in (more or {}).items():
        before[owner] += n
    after = list(before)
    for group in losses(before, view.data.limit[province]):
        for owner in group:
            after[owner] -= 1
    return Conflict(province, view.data.limit[province], tuple(before), tuple(after))


def conflicts(view: Board) -> list[Conflict]:
    """Every province that would lose tokens if conflict came now."""
    return [found for p in range(PROVINCES_N) if any((found := conflict(view, p)).lost)]


# -- income and new units ------------------------------------------------------------------


class Income(NamedTuple):
    """Taxes of the next collection, were it now (§6.1)."""

    provinces: int  # their sum, fraction dropped
    cities: int  # one coin each
    collected: int  # of these, as far as the stock reaches
    extra: tuple[int, ...]  # what may be taken besides: nothing, one or two more from each city


def income(view: Board, faction: int) -> Income:
    """What a faction would collect."""
    provinces, cities = view.taxes(faction)
    collected = min(provinces + cities, view.stock[faction])
    left = view.stock[faction] - collected
    extra = tuple(n * cities for n in range(3) if not n or (cities and n * cities <= left))
    return Income(provinces, cities, collected, extra)


class Units(NamedTuple):
    """New units of the next time, were it now (§6.10)."""

    cities: int
    links: int
    towns: int
    country: int
    support: int
    due: int  # at least seven
    received: int  # as far as the stock reaches


def new_units(view: Board, faction: int) -> Units:
    """What a faction would receive, by source."""
    parts = view.units(faction)
    return Units(*parts, max(7, sum(parts)), view.new_units(faction))


def rooms(view: Board, faction: int) -> dict[int, int]:
    """Where new units could go now, and how many (§6.10): goals of the axis GOALS."""
    n = units_rules.number(view, faction)
    return dict(units_rules.room(view, faction, n))


# -- cards -----------------------------------------------------------------------------------


class Need(NamedTuple):
    """What it takes to hold a card at the next assignment (§6.17)."""

    faction: int
    own: int
    total: int
    adding: int  # more own tokens beside those that lie there; 0: it would have the card now
    converting: int  # tokens of others turned into own ones


def _needs(view: Board, counts: list[int]) -> list[Need]:
    total = sum(counts)
    return [
        Need(
            faction,
            counts[faction],
            total,
            max(0, total - 2 * counts[faction] + 1),
            max(0, total // 2 + 1 - counts[faction]),
        )
        for faction in view.factions
    ]


def province_needs(view: Board, province: int) -> list[Need]:
    """What each faction needs for the card of a province: countryside and towns count."""
    return _needs(view, view.in_spots(view.data.open_spots[province]))


def city_needs(view: Board, city: int) -> list[Need]:
    """What each faction needs for the card of a city."""
    return _needs(view, view.in_spots((spot_of(city),)))


# -- overflow ----------------------------------------------------------------------------------


class Outlet(NamedTuple):
    """A province that surplus tokens of another could reach (§6.13)."""

    province: int
    near: bool  # next to it; else by a river
    room: int  # tokens of factions it could still take


def outlets(view: Board, faction: int, province: int) -> list[Outlet]:
    """Where overflow of a faction in a province can go, room or not."""
    near = view.data.near[province]
    return [
        Outlet(other, other in near, max(0, overflow.space(view, other)))
        for other in view.reach(province, faction)
    ]


def surpluses(view: Board, faction: int) -> dict[int, int]:
    """Provinces where a faction has surplus tokens now, and how many."""
    return overflow.surplus(view, faction)


# -- points ---------------------------------------------------------------------------------------


class Points(NamedTuple):
    """Points of a faction by source, in hundredths (§5.8)."""

    cities: int
    provinces: int
    own: int  # the aim of the faction
    late: int  # what small provinces add at the end of the game

    @property
    def now(self) -> int:
        """Without the small provinces."""
        return self.cities + self.provinces + self.own

    @property
    def at_end(self) -> int:
        """With them."""
        return self.now + self.late


def points(
    view: Board,
    faction: int,
    *,
    gain_cities: Iterable[int] = (),
    lose_cities: Iterable[int] = (),
    gain_provinces: Iterable[int] = (),
    lose_provinces: Iterable[int] = (),
    own: int = 0,
) -> Points:
    """The points by the cards and markers as they lie; or what if some of them changed.

    `own` is added to the aim of the faction, in whole points.
    """
    cities = {c for c, card in enumerate(view.city_cards) if card == faction}
    cities = (cities | set(gain_cities)) - set(lose_cities)
    provinces = {p for p, card in enumerate(view.province_cards) if card == faction}
    provinces = (provinces | set(gain_provinces)) - set(lose_provinces)
    worth, late = view.data.worth, view.data.late
    return Points(
        POINT * len(cities),
        sum(worth[p] for p in provinces if not late[p]),
        view.own_points(faction) + POINT * own,
        sum(worth[p] for p in provinces if late[p]),
    )


class Assignment(NamedTuple):
    """Cards and markers as they would be if assignment came now (§6.17 to §6.19)."""

    provinces: tuple[int, ...]  # holders of the cards; -1: nobody
    cities: tuple[int, ...]
    bishoprics: dict[int, int]  # space by province
    universities: dict[int, int]  # kind by place


def assigned(view: Board) -> Assignment:
    """Who would get what if the turn ended with these tokens; armies and coins left aside."""
    provinces = tuple(
        view.majority(view.in_spots(view.data.open_spots[p])) for p in range(PROVINCES_N)
    )
    cities = tuple(view.majority(view.in_spots((spot_of(c),))) for c in range(CITIES_N))
    bishoprics = {}
    for p in view.data.bishoprics:
        goal, now = see(provinces[p]), view.bishoprics[p]
        bishoprics[p] = goal if not view.turn else now + (goal > now) - (goal < now)
    universities = {}
    for place in view.data.universities:
        holder = cities[place] if place < CITIES_N else view.holder(place)
        now = view.universities[place]
        universities[place] = (
            university_later(place, holder, now)
            if view.turn
            else university_at_first(place, holder)
        )
    return Assignment(provinces, cities, bishoprics, universities)


def points_if_assigned(view: Board, faction: int) -> Points:
    """The points of a faction if the turn ended with these tokens."""
    found = assigned(view)
    own = view.own_points(faction)
    if faction == CATHOLICS:
        own = POINT * sum(space <= CATHOLIC_SEE for space in found.bishoprics.values())
    elif faction == REFORMERS:
        own = POINT * sum(kind == REFORMED for kind in found.universities.values())
    worth, late = view.data.worth, view.data.late
    mine = [p for p, card in enumerate(found.provinces) if card == faction]
    return Points(
        POINT * found.cities.count(faction),
        sum(worth[p] for p in mine if not late[p]),
        own,
        sum(worth[p] for p in mine if late[p]),
    )
