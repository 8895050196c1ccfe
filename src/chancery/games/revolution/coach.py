"""What a view tells to somebody who looks closely: conflicts, income, cards, overflow, points.

Small functions, each from a view (or a position) alone. They ask the rules themselves, so they
cannot disagree with them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import (
    CATHOLICS,
    REFORMERS,
)
from chancery.games.revolution.board.places import CITIES_N, PROVINCES_N, spot_of
from chancery.games.revolution.rules import (
    bishoprics,
    control_cards,
    overflow,
    taxes,
    universities,
)
from chancery.games.revolution.rules import new_units as units_rules
from chancery.games.revolution.rules import points as points_rules
from chancery.games.revolution.rules.conflict import losses, remaining

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
    limit = view.data.limit[province]
    after = remaining(before, losses(before, limit))
    return Conflict(province, limit, tuple(before), tuple(after))


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
    provinces, cities = taxes.base(view, faction)
    collected = taxes.collected(provinces, cities, view.stock[faction])
    most = taxes.most_more(cities, view.stock[faction] - collected)
    return Income(provinces, cities, collected, tuple(n * cities for n in range(most + 1)))


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
    parts = units_rules.sources(view, faction)
    due = units_rules.due(parts)
    return Units(*parts, due, units_rules.received(view, faction, due))


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
        Outlet(other, other in near, max(0, overflow.room(view, other)))
        for other in overflow.reach(view, province, faction)
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
        """At the end of any turn but the last: without the small provinces."""
        return self.cities + self.provinces + self.own

    @property
    def at_end(self) -> int:
        """At the end of the game: with the small provinces (§6.20.last)."""
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
    aim = points_rules.of_aim(view, faction) + points_rules.POINT * own
    return _points(view, cities, provinces, aim)


def _points(view: Board, cities: Collection[int], provinces: Collection[int], aim: int) -> Points:
    """The points of whoever holds these cards."""
    now = points_rules.of_provinces(view, provinces, last=False)
    late = points_rules.of_provinces(view, provinces, last=True) - now
    return Points(points_rules.of_cities(len(cities)), now, aim, late)


class Assignment(NamedTuple):
    """Cards and markers as they would be if assignment came now (§6.17 to §6.19)."""

    provinces: tuple[int, ...]  # holders of the cards; -1: nobody
    cities: tuple[int, ...]
    bishoprics: dict[int, int]  # space by province
    universities: dict[int, int]  # kind by place


def assigned(view: Board) -> Assignment:
    """Who would get what if the turn ended with these tokens; armies and coins left aside."""
    provinces = tuple(control_cards.province_holder(view, p) for p in range(PROVINCES_N))
    cities = tuple(control_cards.city_holder(view, c) for c in range(CITIES_N))
    sees = {p: bishoprics.space(view, p, provinces[p]) for p in view.data.bishoprics}
    schools = {
        place: universities.kind(
            view, place, cities[place] if place < CITIES_N else view.holder(place)
        )
        for place in view.data.universities
    }
    return Assignment(provinces, cities, sees, schools)


def _aim(view: Board, faction: int, found: Assignment) -> int:
    """The aim of a faction once cards and markers are assigned like this."""
    if faction == CATHOLICS:
        return points_rules.of_bishoprics(found.bishoprics.values())
    if faction == REFORMERS:
        return points_rules.of_universities(found.universities.values())
    return points_rules.of_aim(view, faction)


def points_if_assigned(view: Board, faction: int, found: Assignment | None = None) -> Points:
    """The points of a faction if the turn ended with these tokens; `found`: assigned then."""
    found = found or assigned(view)
    aim = _aim(view, faction, found)
    cities = [city for city, card in enumerate(found.cities) if card == faction]
    provinces = [p for p, card in enumerate(found.provinces) if card == faction]
    return _points(view, cities, provinces, aim)


# -- what may come ---------------------------------------------------------------------------------


class Outlook(NamedTuple):
    """What would change for a faction if the turn ended with these tokens, and what presses it."""

    provinces_won: tuple[int, ...]
    cities_won: tuple[int, ...]
    provinces_lost: tuple[int, ...]
    cities_lost: tuple[int, ...]
    aim: int  # by how much its own aim would change, in hundredths
    besieged: tuple[tuple[int, int], ...]  # cities with tokens of it, and who lies before them
    conflicts: tuple[tuple[int, int], ...]  # provinces, and how many tokens it would lose there


def outlooks(view: Board) -> dict[int, Outlook]:
    """What every faction has to hope and to fear."""
    found, fights = assigned(view), conflicts(view)
    return {faction: _outlook(view, faction, found, fights) for faction in view.factions}


def _outlook(view: Board, faction: int, found: Assignment, fights: Iterable[Conflict]) -> Outlook:
    provinces = [(p, view.province_cards[p], card) for p, card in enumerate(found.provinces)]
    cities = [(c, view.city_cards[c], card) for c, card in enumerate(found.cities)]
    return Outlook(
        tuple(p for p, now, then in provinces if then == faction != now),
        tuple(c for c, now, then in cities if then == faction != now),
        tuple(p for p, now, then in provinces if now == faction != then),
        tuple(c for c, now, then in cities if now == faction != then),
        _aim(view, faction, found) - points_rules.of_aim(view, faction),
        tuple(
            (city, by)
            for city, by in enumerate(view.sieges)
            if by >= 0 and by != faction and view.in_spots((spot_of(city),))[faction]
        ),
        tuple((fight.province, fight.lost[faction]) for fight in fights if fight.lost[faction]),
    )
