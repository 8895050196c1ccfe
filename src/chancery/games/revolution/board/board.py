"""The board: what everybody sees, and what can be counted on it.

A position and a view of it are both boards, so rules about public things are written once, as
functions of a board, and serve the referee, the page, the coach and the bots. Nothing in
this game is hidden but a choice that somebody has only half made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chancery.core.frame import Frame
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.editions import Edition, edition_of
from chancery.games.revolution.board.factions import (
    ARMIES,
    BURGHERS,
    FACTIONS_N,
    OWNERS_N,
    REFORMERS,
    in_play,
    seating,
)
from chancery.games.revolution.board.places import (
    CITIES_N,
    CUT,
    HUGUENOTS,
    KINDS,
    spot_of,
)

LAST_TURN = 5
# What markers of status show (§2.2.7).
CATHOLIC_SPACE = 2  # a bishopric is Catholic up to this space, Reformed beyond it
NO_UNIVERSITY, CATHOLIC, REFORMED = range(3)  # what a university is
_HUGUENOT_SLOTS = range(HUGUENOTS * len(KINDS), (HUGUENOTS + 1) * len(KINDS))


def neutrals_in_play(frame: Frame, printed: int) -> int:
    """How many neutral tokens are played with: all, or fewer by agreement (§6.13.fewer)."""
    chosen = frame.options["neutrals"]
    return printed if chosen == "all" else min(int(chosen), printed)


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
    def edition(self) -> Edition:
        """The edition of the rulebook that is played by."""
        return edition_of(self.frame)

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

    def by_province(self, owner: int) -> list[int]:
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
        data, sieges = self.data, self.sieges
        for city in data.cities_of[province]:
            if sieges[city] >= 0:
                break
        else:
            return self.in_spots(data.spots_of[province])
        free = [spot_of(c) for c in data.cities_of[province] if sieges[c] < 0]
        return self.in_spots((*data.open_spots[province], *free))

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
        """How many tokens each faction has (§3.5; §3.5.2004: with three players 56)."""
        return self.edition.tokens[self.players]

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
