"""Forecasts that help a player to decide: conflicts, income, cards, overflow and points.

Small functions of a view or a position. They call the rules themselves, so they cannot disagree
with them.
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
    """The outcome of a conflict in a province if it were resolved now (§6.11)."""

    province: int
    limit: int
    before: tuple[int, ...]  # by owner, besieged cities left out
    after: tuple[int, ...]

    @property
    def lost(self) -> tuple[int, ...]:
        """The tokens that each owner would lose."""
        return tuple(b - a for b, a in zip(self.before, self.after, strict=True))


def conflict(view: Board, province: int, additional: dict[int, int] | None = None) -> Conflict:
    """Return the conflict of a province as it stands, or with additional tokens of some owners."""
    before = view.unbesieged(province)
    for owner, n in (additional or {}).items():
        before[owner] += n
    limit = view.data.limit[province]
    after = remaining(before, losses(before, limit))
    return Conflict(province, limit, tuple(before), tuple(after))


def conflicts(view: Board) -> list[Conflict]:
    """Return the conflicts of all provinces that would lose tokens now."""
    return [fight for p in range(PROVINCES_N) if any((fight := conflict(view, p)).lost)]


# -- income and new units ------------------------------------------------------------------


class Income(NamedTuple):
    """The taxes that a faction would collect now (§6.1)."""

    provinces: int  # the sum of their taxes without its fraction
    cities: int  # one coin each
    collected: int  # of these, as far as the stock reaches
    extra: tuple[int, ...]  # additional coins: none, or one or two more from each city


def income(view: Board, faction: int) -> Income:
    """Return the taxes that a faction would collect now."""
    provinces, cities = taxes.base(view, faction)
    collected = taxes.collected(provinces, cities, view.stock[faction])
    highest_rate = taxes.most_more(cities, view.stock[faction] - collected)
    return Income(provinces, cities, collected, tuple(n * cities for n in range(highest_rate + 1)))


class Units(NamedTuple):
    """The new units that a faction would receive now, by source (§6.10)."""

    cities: int
    links: int
    towns: int
    country: int
    support: int
    due: int  # at least seven
    received: int  # as far as the stock reaches


def new_units(view: Board, faction: int) -> Units:
    """Return the new units that a faction would receive now, by source."""
    parts = units_rules.sources(view, faction)
    due = units_rules.due(parts)
    return Units(*parts, due, units_rules.received(view, faction, due))


# -- overflow ----------------------------------------------------------------------------------


class Outlet(NamedTuple):
    """A province that surplus tokens of another could reach (§6.13)."""

    province: int
    near: bool  # adjacent; otherwise by a river
    room: int  # tokens of factions it could still take


def outlets(view: Board, faction: int, province: int) -> list[Outlet]:
    """Return the provinces that overflow can reach from a province, with or without room."""
    near = view.data.near[province]
    return [
        Outlet(destination, destination in near, max(0, overflow.room(view, destination)))
        for destination in overflow.reach(view, province, faction)
    ]


def surpluses(view: Board, faction: int) -> dict[int, int]:
    """Return the provinces where a faction has surplus tokens now, and how many."""
    return overflow.surplus(view, faction)


# -- points ---------------------------------------------------------------------------------------


class Points(NamedTuple):
    """The points of a faction by source, in hundredths (§5.8)."""

    cities: int
    provinces: int
    own: int  # the aim of the faction
    late: int  # the points that small provinces add at the end of the game

    @property
    def now(self) -> int:
        """The points at the end of any turn but the last, which omit the small provinces."""
        return self.cities + self.provinces + self.own

    @property
    def at_end(self) -> int:
        """The points at the end of the game, which include the small provinces (§6.20.last)."""
        return self.now + self.late


def points(view: Board, faction: int) -> Points:
    """Return the points of a faction for the cards and markers as they lie."""
    cities = [c for c, card in enumerate(view.city_cards) if card == faction]
    provinces = [p for p, card in enumerate(view.province_cards) if card == faction]
    return _points(view, cities, provinces, points_rules.of_aim(view, faction))


def _points(view: Board, cities: Collection[int], provinces: Collection[int], aim: int) -> Points:
    present = points_rules.of_provinces(view, provinces, last=False)
    bonus = points_rules.of_provinces(view, provinces, last=True) - present
    return Points(points_rules.of_cities(len(cities)), present, aim, bonus)


class Assignment(NamedTuple):
    """Cards and markers after an assignment with the present tokens (§6.17 to §6.19)."""

    provinces: tuple[int, ...]  # holders of the cards; -1: nobody
    cities: tuple[int, ...]
    bishoprics: dict[int, int]  # space by province
    universities: dict[int, int]  # kind by place


def assigned(view: Board) -> Assignment:
    """Return the assignment at the end of the turn if no token, army or coin moved any more."""
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


def reassigned(view: Board, assignment: Assignment, province: int) -> Assignment:
    """Return the assignment of a board whose tokens differ from those of another one in a single
    province; `found` is the assignment of the other one."""
    data = view.data
    provinces, cities = list(assignment.provinces), list(assignment.cities)
    provinces[province] = control_cards.province_holder(view, province)
    for city in data.cities_of[province]:
        cities[city] = control_cards.city_holder(view, city)
    sees, schools = dict(assignment.bishoprics), dict(assignment.universities)
    if province in sees:
        sees[province] = bishoprics.space(view, province, provinces[province])
    for place in (*data.cities_of[province], *data.towns_of[province]):
        if place in schools:
            holder = cities[place] if place < CITIES_N else view.holder(place)
            schools[place] = universities.kind(view, place, holder)
    return Assignment(tuple(provinces), tuple(cities), sees, schools)


def _aim(view: Board, faction: int, assignment: Assignment) -> int:
    """Return the points for the own aim of a faction after such an assignment."""
    if faction == CATHOLICS:
        return points_rules.of_bishoprics(assignment.bishoprics.values())
    if faction == REFORMERS:
        return points_rules.of_universities(assignment.universities.values())
    return points_rules.of_aim(view, faction)


def points_if_assigned(view: Board, faction: int, assignment: Assignment | None = None) -> Points:
    """Return the points of a faction if the turn ended now; `found` is the assignment, if known."""
    assignment = assignment or assigned(view)
    aim = _aim(view, faction, assignment)
    cities = [city for city, card in enumerate(assignment.cities) if card == faction]
    provinces = [p for p, card in enumerate(assignment.provinces) if card == faction]
    return _points(view, cities, provinces, aim)


# -- the outlook of a faction ---------------------------------------------------------------------


class Outlook(NamedTuple):
    """The changes for a faction if the turn ended now, and the threats to its tokens."""

    provinces_won: tuple[int, ...]
    cities_won: tuple[int, ...]
    provinces_lost: tuple[int, ...]
    cities_lost: tuple[int, ...]
    aim: int  # by how much its own aim would change, in hundredths
    besieged: tuple[tuple[int, int], ...]  # cities with tokens of it, and their besiegers
    conflicts: tuple[tuple[int, int], ...]  # provinces, and how many tokens it would lose there


def outlooks(view: Board) -> dict[int, Outlook]:
    """Return the outlook of every faction in play."""
    assignment, fights = assigned(view), conflicts(view)
    return {faction: _outlook(view, faction, assignment, fights) for faction in view.factions}


def _outlook(
    view: Board, faction: int, assignment: Assignment, fights: Iterable[Conflict]
) -> Outlook:
    provinces = [(p, view.province_cards[p], card) for p, card in enumerate(assignment.provinces)]
    cities = [(c, view.city_cards[c], card) for c, card in enumerate(assignment.cities)]
    return Outlook(
        tuple(p for p, now, then in provinces if then == faction != now),
        tuple(c for c, now, then in cities if then == faction != now),
        tuple(p for p, now, then in provinces if now == faction != then),
        tuple(c for c, now, then in cities if now == faction != then),
        _aim(view, faction, assignment) - points_rules.of_aim(view, faction),
        tuple(
            (city, by)
            for city, by in enumerate(view.sieges)
            if by >= 0 and by != faction and view.in_spots((spot_of(city),))[faction]
        ),
        tuple((fight.province, fight.lost[faction]) for fight in fights if fight.lost[faction]),
    )
