"""The board: what everybody sees, and the rules that follow from it alone.

A position and a view of it are both boards, so rules about public things are written once and
serve the referee, the page, the coach and the bots. Nothing in this game is hidden but a choice
that somebody has only half made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from chancery.core.frame import Frame
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.factions import (
    ARMIES,
    BEGGARS,
    BURGHERS,
    CATHOLICS,
    FACTIONS_N,
    HABSBURGS,
    LEAST_UNITS,
    NEUTRAL,
    NOBILITY,
    OWNERS_N,
    REFORMERS,
    TOKENS,
    TOKENS_A_POINT,
    in_play,
    seating,
)
from chancery.games.revolution.board.places import (
    CITIES_N,
    CUT,
    HUGUENOTS,
    KINDS,
    PROVINCES_N,
    REGIONS_N,
    spot_of,
)

LAST_TURN = 5
COUNTRY_FOR_A_UNIT = 5  # §6.10
POINT = 100  # in hundredths
CATHOLIC_SEE = 2  # a bishopric up to this space is Catholic (§5.7)
NO_UNIVERSITY, CATHOLIC, REFORMED = range(3)
_HUGUENOT_SLOTS = range(HUGUENOTS * len(KINDS), (HUGUENOTS + 1) * len(KINDS))


class Board:
    """What a position and a view have in common."""

    __slots__ = ()

    if TYPE_CHECKING:
        frame: Frame

        @property
        def data(self) -> Atlas:
            """The printed board."""

        turn: int
        order: tuple[int, ...]
        tokens: Sequence[int]
        neutrals: int
        stock: Sequence[int]
        treasury: Sequence[int]
        support: Sequence[int]
        flipped: int
        coins: Sequence[int]
        armies: Sequence[int]
        abandoned: Sequence[int]
        lifted: Sequence[int]
        sieges: Sequence[int]
        hirer: int
        beggars: Sequence[int]
        province_cards: Sequence[int]
        city_cards: Sequence[int]
        bishoprics: Sequence[int]
        universities: Sequence[int]
        allegiance: Sequence[int]
        points: Sequence[int]

    # -- the table ---------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.frame.seats)

    @property
    def factions(self) -> tuple[int, ...]:
        """The factions in play, in the order of the opening turn (§4.2.1)."""
        return in_play(self.frame.seats)

    def seat_of(self, faction: int) -> int:
        """Who leads a faction; -1 if it is not in play."""
        return seating(self.frame.seats)[faction]

    def allied(self, one: int, other: int) -> bool:
        """Whether two factions have one player (§3.1, §6.4); a faction is its own ally."""
        if one == other:
            return True
        seats = seating(self.frame.seats)
        return self.players == 2 and seats[one] == seats[other]

    # -- tokens ------------------------------------------------------------------------

    def in_spots(self, spots: Sequence[int]) -> list[int]:
        """The tokens of each owner in some spots together."""
        tokens = self.tokens
        if len(spots) == 1:
            return list(tokens[CUT[spots[0]]])
        return list(map(sum, zip(*[tokens[CUT[spot]] for spot in spots], strict=True)))

    def own(self, owner: int) -> list[int]:
        """The tokens of an owner in each province, besieged cities and all."""
        row = self.tokens[owner::OWNERS_N]
        return [
            row[spots[0]] if len(spots) == 1 else sum([row[spot] for spot in spots])
            for spots in self.data.spots_of
        ]

    def in_province(self, province: int) -> list[int]:
        """The tokens of each owner in a province: countryside, towns and all cities."""
        return self.in_spots(self.data.spots_of[province])

    def besieged(self, place: int) -> bool:
        """Whether a place is a city under siege (§6.6)."""
        return place < CITIES_N and self.sieges[place] >= 0

    def unbesieged(self, province: int) -> list[int]:
        """The tokens of each owner in a province, besieged cities left out (§6.11, §6.13)."""
        for city in self.data.cities_of[province]:
            if self.sieges[city] >= 0:
                break
        else:
            return self.in_spots(self.data.spots_of[province])
        free = [spot_of(c) for c in self.data.cities_of[province] if self.sieges[c] < 0]
        return self.in_spots((*self.data.open_spots[province], *free))

    def holder(self, place: int) -> int:
        """Who controls a place: of a city who has its card, of a town who stands in it; or -1.

        §6.10: a city is controlled by its card, a town by the token in it; a neutral token in a
        town is its holder too.
        """
        if place < CITIES_N:
            return self.city_cards[place]
        start = spot_of(place) * OWNERS_N
        for owner in range(OWNERS_N):
            if self.tokens[start + owner]:
                return owner
        return -1

    def all_tokens(self, faction: int) -> int:
        """Every token of a faction, wherever it is (§3.5)."""
        return (
            self.stock[faction]
            + self.treasury[faction]
            + sum(self.tokens[faction::OWNERS_N])
            + sum(self.support[faction::FACTIONS_N])
            + sum(self.coins[faction::FACTIONS_N])
        )

    def establishment(self) -> int:
        """How many tokens each faction has (§3.5)."""
        return TOKENS[self.players]

    # -- support -----------------------------------------------------------------------

    def huguenots(self) -> int:
        """The faction in the Huguenot box; -1 if nobody (§5.2)."""
        for slot in _HUGUENOT_SLOTS:
            for faction in (BURGHERS, REFORMERS):
                if self.support[slot * FACTIONS_N + faction]:
                    return faction
        return -1

    def in_slot(self, slot: int) -> int:
        """How many tokens stand on the slots of a kind in a box."""
        start = slot * FACTIONS_N
        return sum(self.support[start : start + FACTIONS_N])

    def movable(self, faction: int, slot: int) -> int:
        """The tokens of a faction that may leave a slot: not those that intercepted (§6.2.2)."""
        n = self.support[slot * FACTIONS_N + faction]
        if n and slot // len(KINDS) == HUGUENOTS:
            n -= self.flipped
        return n

    def room_on(self, faction: int, slot: int) -> int:
        """How many tokens a faction could put on a slot.

        §5.2: a slot holds one token, and the Huguenot box tokens of one faction only.
        """
        if slot // len(KINDS) == HUGUENOTS and self.huguenots() not in (-1, faction):
            return 0
        return self.data.room[slot] - self.in_slot(slot)

    # -- armies ------------------------------------------------------------------------

    def in_section(self, region: int) -> Sequence[int]:
        """The armies of each faction in a command section, those that besiege left out."""
        start = region * FACTIONS_N
        return self.armies[start : start + FACTIONS_N]

    def besiegers(self, region: int) -> list[int]:
        """The armies of each faction that besiege a city of the region."""
        found = [0] * FACTIONS_N
        for city in self.data.region_cities[region]:
            if 0 <= self.sieges[city] < FACTIONS_N:
                found[self.sieges[city]] += 1
        return found

    def free_boxes(self, region: int) -> int:
        """Boxes of a command section without an army; besieging and abandoned ones keep theirs."""
        start = region * FACTIONS_N
        end = start + FACTIONS_N
        used = sum(self.armies[start:end]) + sum(self.abandoned[start:end])
        for city in self.data.region_cities[region]:
            if 0 <= self.sieges[city] < FACTIONS_N:
                used += 1
        return self.data.boxes[region] - used

    def armies_left(self, faction: int) -> int:
        """The army tokens of a faction that are not on the board (§3.5)."""
        used = sum(self.armies[faction::FACTIONS_N]) + sum(self.abandoned[faction::FACTIONS_N])
        return ARMIES[self.players] - used - sum([b == faction for b in self.sieges])

    def stand_off(self, region: int) -> bool:
        """Whether armies of two factions keep each other at bay; allies do too (§6.4, §6.5)."""
        return sum([n > 0 for n in self.in_section(region)]) > 1

    def present(self, faction: int, region: int) -> bool:
        """Whether a faction has an army or a token in a region (§6.4)."""
        if self.armies[region * FACTIONS_N + faction] or self.besiegers(region)[faction]:
            return True
        tokens = self.tokens
        for province in self.data.provinces_of[region]:
            for spot in self.data.spots_of[province]:
                if tokens[spot * OWNERS_N + faction]:
                    return True
        return False

    def lootable(self, region: int) -> Iterator[tuple[int, int]]:
        """The tokens of factions in countryside and towns of a region: spot and owner (§6.3)."""
        tokens = self.tokens
        for province in self.data.provinces_of[region]:
            for spot in self.data.open_spots[province]:
                start = spot * OWNERS_N
                for faction in range(FACTIONS_N):
                    if tokens[start + faction]:
                        yield spot, faction

    # -- money and new units -----------------------------------------------------------

    def taxes(self, faction: int) -> tuple[int, int]:
        """§6.1: what provinces pay, the fraction of the sum dropped, and how many cities."""
        tax = self.data.tax
        provinces = sum([tax[p] for p, f in enumerate(self.province_cards) if f == faction])
        return provinces // 100, self.city_cards.count(faction)

    def units(self, faction: int) -> tuple[int, int, int, int, int]:
        """§6.10: new units by cities, their links, towns, countryside and support.

        §6.10.cities, §6.10.links, §6.10.towns, §6.10.countryside, §6.10.support: tokens that
        intercepted do not count (§6.2.2).
        """
        tokens, data = self.tokens, self.data
        cities = links = 0
        for city, card in enumerate(self.city_cards):
            if card == faction:
                cities += 1
                for place in data.links[city]:
                    if place < CITIES_N:
                        links += self.city_cards[place] == faction
                    else:
                        links += tokens[spot_of(place) * OWNERS_N + faction]
        towns = sum(tokens[(PROVINCES_N + CITIES_N) * OWNERS_N + faction :: OWNERS_N])
        country = sum(tokens[faction : PROVINCES_N * OWNERS_N : OWNERS_N])
        support = sum(self.support[faction::FACTIONS_N])
        if self.flipped and self.huguenots() == faction:
            support -= self.flipped
        return cities, links, towns, country // COUNTRY_FOR_A_UNIT, support

    def new_units(self, faction: int) -> int:
        """§6.10.least: at least seven; §6.10.stock: no more than the stock holds."""
        return min(max(LEAST_UNITS, sum(self.units(faction))), self.stock[faction])

    # -- control and points ------------------------------------------------------------

    def majority(self, counts: Sequence[int]) -> int:
        """The faction with more tokens than all others together; -1 if there is none.

        §5.7, §6.17: neutral tokens count like those of a faction, and get no card.
        """
        total = sum(counts)
        for faction in range(FACTIONS_N):
            if 2 * counts[faction] > total:
                return faction
        return -1

    def own_points(self, faction: int) -> int:
        """The aim of a faction, in hundredths (§4.3.2).

        §4.3.2.catholics, §5.8.catholics: bishoprics that are still Catholic; §4.3.2.habsburgs,
        §5.8.habsburgs: regions with a garrison; §4.3.2.nobility, §5.8.nobility: tokens outside
        of cities, rounded up; §4.3.2.burghers, §5.8.burghers: trade towns;
        §4.3.2.reformers, §5.8.reformers: Reformed universities.
        """
        data = self.data
        if faction == CATHOLICS:
            return POINT * sum([self.bishoprics[p] <= CATHOLIC_SEE for p in data.bishoprics])
        if faction == HABSBURGS:
            return POINT * self.garrisons()
        if faction == NOBILITY:
            each = TOKENS_A_POINT[self.players]
            return POINT * -(-self.people() // each)
        if faction == BURGHERS:
            return POINT * sum([self.holder(town) == BURGHERS for town in data.trade])
        return POINT * self.universities.count(REFORMED)

    def garrisons(self) -> int:
        """Regions with a Habsburg army, in its section or before a city; no abandoned one."""
        regions = {r for r in range(REGIONS_N) if self.armies[r * FACTIONS_N + HABSBURGS]}
        for city, besieger in enumerate(self.sieges):
            if besieger == HABSBURGS:
                regions.add(self.data.region_of[self.data.province_of[city]])
        return len(regions)

    def people(self) -> int:
        """Tokens of the Nobility in countryside and towns (§4.3.2.nobility)."""
        tokens = self.tokens
        country = sum(tokens[NOBILITY : PROVINCES_N * OWNERS_N : OWNERS_N])
        return country + sum(tokens[(PROVINCES_N + CITIES_N) * OWNERS_N + NOBILITY :: OWNERS_N])

    def province_points(self, faction: int, last: bool) -> int:
        """What province cards are worth, in hundredths.

        §4.3.1, §5.8.provinces; the small ones at the end of the game only (§6.20.last).
        """
        data = self.data
        return sum(
            [
                data.worth[p]
                for p, card in enumerate(self.province_cards)
                if card == faction and (last or not data.late[p])
            ]
        )

    def count_points(self, faction: int) -> int:
        """§4.4: all points of a faction, from zero, in hundredths (§5.8.cities: 1 a city)."""
        cities = POINT * self.city_cards.count(faction)
        provinces = self.province_points(faction, self.turn == LAST_TURN)
        return cities + provinces + self.own_points(faction)

    # -- rivers ------------------------------------------------------------------------

    def blocks(self, place: int, faction: int) -> bool:
        """Whether a place stops river traffic of a faction: an enemy controls it (§6.13)."""
        holder = self.holder(place)
        return 0 <= holder < NEUTRAL and not self.allied(holder, faction)

    def reach(self, province: int, faction: int) -> list[int]:
        """§6.13: where surplus tokens of a province could go, room or not.

        The provinces next to it, and those along one branch of a river from any of its positions
        there, as far as no place on the way is hostile.
        """
        found = set(self.data.near[province])
        for branch in self.data.branches:
            for start, stop in enumerate(branch):
                if stop == (False, province):
                    for way in (branch[start + 1 :], branch[:start][::-1]):
                        for is_place, number in way:
                            if not is_place:
                                found.add(number)
                            elif self.blocks(number, faction):
                                break
        found.discard(province)
        return sorted(found)

    def beggars_at_sea(self) -> int:
        """Water Beggars in their box (§3.6.beggars)."""
        busy = sum(self.beggars) + 2 * sum([b == BEGGARS for b in self.sieges])
        return self.data.beggars - busy
