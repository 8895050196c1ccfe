"""The printed board as numbers, and what is derived from them once (§2.1, §2.3).

Provinces with limit, tax and points (§2.3.1), cities with their trade links (§2.3.2), towns,
regions with command sections, rivers, support boxes. Points and taxes are in whole hundredths.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from chancery.games.revolution.board.places import PROVINCES_N

SPACES = 7  # of the table of allegiance (§5.7)


class Effect(NamedTuple):
    """The effect of a coloured space on a city: it adds or removes a unit of one side (§6.16)."""

    adds: bool
    catholic: bool


class RiverStop(NamedTuple):
    """A stop of a branch of a river: a province that it crosses, or a place that can close it."""

    is_place: bool
    number: int  # of the place or of the province


class Reconstructed(NamedTuple):
    """A field of the board that no rulebook states: its kind, its name and the field."""

    kind: str
    name: str
    field: str


@dataclass(frozen=True, slots=True)
class Atlas:
    """The numbers of the printed board, by province, place (cities first), region, box or slot."""

    # provinces
    limit: tuple[int, ...]
    tax: tuple[int, ...]  # in hundredths
    worth: tuple[int, ...]  # points in hundredths
    late: tuple[bool, ...]  # worth something at the end of the game only
    region_of: tuple[int, ...]
    near: tuple[tuple[int, ...], ...]
    bishoprics: tuple[int, ...]
    cities_of: tuple[tuple[int, ...], ...]
    towns_of: tuple[tuple[int, ...], ...]
    places_of: tuple[tuple[int, ...], ...]  # its cities, then its towns
    open_spots: tuple[tuple[int, ...], ...]  # the countryside and the towns
    spots_of: tuple[tuple[int, ...], ...]  # the countryside, the towns, the cities
    # places
    province_of: tuple[int, ...]  # -1: not on this board
    trade: tuple[int, ...]  # the towns that are worth a point to the Burghers
    universities: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]  # by city
    allegiance: tuple[int, ...]  # by city: where its marker begins
    towns: tuple[int, ...]  # all towns of the board
    # regions
    regions: tuple[int, ...]  # those of the board
    boxes: tuple[int, ...]
    orange: tuple[int, ...]
    arrows: tuple[tuple[int, ...], ...]
    provinces_of: tuple[tuple[int, ...], ...]
    region_cities: tuple[tuple[int, ...], ...]
    # rivers
    branches: tuple[tuple[RiverStop, ...], ...]
    ways: tuple[tuple[tuple[RiverStop, ...], ...], ...]  # by province: both ways along its rivers
    # support
    room: tuple[int, ...]  # by slot: how many tokens it takes
    users: tuple[tuple[int, ...], ...]  # by box
    goals: tuple[tuple[int, ...], ...]  # by box: the provinces its tokens may go to
    slots_of: tuple[tuple[int, ...], ...]  # by faction: the slots it may use
    # the rest
    neutrals: int
    effects: tuple[tuple[Effect, ...], ...]  # by space, 0 unused
    most_shift: int
    beggars: int
    beggar_price: int
    beggar_provinces: tuple[int, ...]
    beggar_regions: tuple[int, ...]
    start_tokens: tuple[tuple[int, int, int], ...]  # spot, faction, how many
    start_support: tuple[tuple[int, int, int], ...]  # slot, faction, how many
    start_treasury: tuple[int, ...]
    start_armies: tuple[int, ...]
    reconstructed: tuple[Reconstructed, ...]
    called: tuple[tuple[str, str], ...]  # names that differ from those of our board
    latitude: tuple[Decimal, ...]  # of provinces, then of places
    longitude: tuple[Decimal, ...]

    def province_at(self, spot: int) -> int:
        """Return the province that contains a spot, or -1 if it is not on this board."""
        return spot if spot < PROVINCES_N else self.province_of[spot - PROVINCES_N]

    def region_at(self, spot: int) -> int:
        """Return the region that contains a spot, or -1 if it is not on this board."""
        province = self.province_at(spot)
        return self.region_of[province] if province >= 0 else -1
