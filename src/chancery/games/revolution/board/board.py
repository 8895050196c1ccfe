"""The board: public information and what is computed from it.

A position and a view of it are both boards, so rules about public information are written once, as
functions of a board, and serve the referee, the page, the coach and the bots. The only hidden
information in this game is a choice that a player has not completed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import add
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
    PLACES_N,
    PROVINCES_N,
    spot_of,
)

LAST_TURN = 5
# What the status markers show (§2.2.7).
CATHOLIC_SPACE = 2  # a bishopric is Catholic up to this space, Reformed beyond it
NO_UNIVERSITY, CATHOLIC, REFORMED = range(3)  # the state of a university
_PLACES = range(PLACES_N)
_HUGUENOT_SLOTS = range(HUGUENOTS * len(KINDS), (HUGUENOTS + 1) * len(KINDS))


def neutrals_in_play(frame: Frame, printed: int) -> int:
    """Return the number of neutral tokens in play: all, or fewer by agreement (§6.13.fewer)."""
    chosen = frame.options["neutrals"]
    return printed if chosen == "all" else min(int(chosen), printed)


class Board:
    """The fields and queries that a position and a view have in common."""

    __slots__ = ()

    if TYPE_CHECKING:
        frame: Frame

        @property
        def data(self) -> Atlas:
            """The numbers of the printed board, or of the table's own board file."""

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
        """The number of seats at the table."""
        return len(self.frame.seats)

    @property
    def edition(self) -> Edition:
        """The edition of the rulebook in use."""
        return edition_of(self.frame)

    @property
    def factions(self) -> tuple[int, ...]:
        """The factions in play, in the order of the opening turn (§4.2.1)."""
        return in_play(self.frame.seats)

    def seat_of(self, faction: int) -> int:
        """Return the seat that leads a faction, or -1 if it is not in play."""
        return seating(self.frame.seats)[faction]

    def allied(self, first: int, second: int) -> bool:
        """Return whether one player leads both factions (§3.1, §6.4); a faction is its own ally."""
        if first == second:
            return True
        seats = seating(self.frame.seats)
        return self.players == 2 and seats[first] == seats[second]

    # -- tokens ------------------------------------------------------------------------

    def in_spots(self, spots: Sequence[int]) -> list[int]:
        """Count the tokens of each owner in several spots together."""
        tokens = self.tokens
        counts: Iterable[int] = tokens[CUT[spots[0]]]
        for spot in spots[1:]:
            counts = map(add, counts, tokens[CUT[spot]])
        return list(counts)

    def by_province(self, owner: int) -> list[int]:
        """Count the tokens of an owner in each province, including besieged cities."""
        row, province_of = self.tokens[owner::OWNERS_N], self.data.province_of
        counts, inside = list(row[:PROVINCES_N]), row[PROVINCES_N:]
        for place in compress(_PLACES, inside):
            counts[province_of[place]] += inside[place]
        return counts

    def total(self, province: int) -> int:
        """Count all tokens in a province: countryside, towns and all cities."""
        tokens = self.tokens
        return sum([sum(tokens[CUT[spot]]) for spot in self.data.spots_of[province]])

    def besieged(self, place: int) -> bool:
        """Return whether a place is a city under siege (§6.6)."""
        return place < CITIES_N and self.sieges[place] >= 0

    def unbesieged(self, province: int) -> list[int]:
        """Count the tokens of each owner in a province, without besieged cities (§6.11, §6.13)."""
        data, sieges = self.data, self.sieges
        for city in data.cities_of[province]:
            if sieges[city] >= 0:
                break
        else:
            return self.in_spots(data.spots_of[province])
        free = [spot_of(c) for c in data.cities_of[province] if sieges[c] < 0]
        return self.in_spots((*data.open_spots[province], *free))

    def holder(self, place: int) -> int:
        """Return the owner that controls a place, or -1.

        §6.10: a city is controlled by the holder of its card, a town by the owner of the token in
        it, which may be neutral.
        """
        if place < CITIES_N:
            return self.city_cards[place]
        start = spot_of(place) * OWNERS_N
        for owner in range(OWNERS_N):
            if self.tokens[start + owner]:
                return owner
        return -1

    def all_tokens(self, faction: int) -> int:
        """Count all tokens of a faction, wherever they are (§3.5)."""
        return (
            self.stock[faction]
            + self.treasury[faction]
            + sum(self.tokens[faction::OWNERS_N])
            + sum(self.support[faction::FACTIONS_N])
            + sum(self.coins[faction::FACTIONS_N])
        )

    def establishment(self) -> int:
        """Return the number of tokens each faction has (§3.5; §3.5.2004: with three players 56)."""
        return self.edition.tokens[self.players]

    # -- support -----------------------------------------------------------------------

    def huguenots(self) -> int:
        """Return the faction with tokens in the Huguenot box, or -1 (§5.2)."""
        for slot in _HUGUENOT_SLOTS:
            for faction in (BURGHERS, REFORMERS):
                if self.support[slot * FACTIONS_N + faction]:
                    return faction
        return -1

    def in_slot(self, slot: int) -> int:
        """Count the tokens on the slots of one kind in a support box."""
        start = slot * FACTIONS_N
        return sum(self.support[start : start + FACTIONS_N])

    def movable(self, faction: int, slot: int) -> int:
        """Count the tokens of a faction that may leave a slot, not having intercepted (§6.2.2)."""
        n = self.support[slot * FACTIONS_N + faction]
        if n and slot // len(KINDS) == HUGUENOTS:
            n -= self.flipped
        return n

    def room_on(self, faction: int, slot: int) -> int:
        """Return how many tokens a faction could put on a slot.

        §5.2: a slot holds one token, and the Huguenot box holds tokens of one faction only.
        """
        if slot // len(KINDS) == HUGUENOTS and self.huguenots() not in (-1, faction):
            return 0
        return self.data.room[slot] - self.in_slot(slot)

    # -- armies ------------------------------------------------------------------------

    def in_section(self, region: int) -> Sequence[int]:
        """Return the armies of each faction in a command section, without besieging ones."""
        start = region * FACTIONS_N
        return self.armies[start : start + FACTIONS_N]

    def besiegers(self, region: int) -> list[int]:
        """Count the armies of each faction that besiege a city of the region."""
        counts = [0] * FACTIONS_N
        for city in self.data.region_cities[region]:
            if 0 <= self.sieges[city] < FACTIONS_N:
                counts[self.sieges[city]] += 1
        return counts

    def free_boxes(self, region: int) -> int:
        """Count the free boxes of a section; besieging and abandoned armies keep theirs."""
        start = region * FACTIONS_N
        end = start + FACTIONS_N
        used = sum(self.armies[start:end]) + sum(self.abandoned[start:end])
        for city in self.data.region_cities[region]:
            if 0 <= self.sieges[city] < FACTIONS_N:
                used += 1
        return self.data.boxes[region] - used

    def armies_left(self, faction: int) -> int:
        """Count the army tokens of a faction that are not on the board (§3.5)."""
        used = sum(self.armies[faction::FACTIONS_N]) + sum(self.abandoned[faction::FACTIONS_N])
        return ARMIES[self.players] - used - sum([b == faction for b in self.sieges])

    def stand_off(self, region: int) -> bool:
        """Return whether armies of two factions keep each other at bay; allies do too (§6.4,
        §6.5)."""
        return sum([n > 0 for n in self.in_section(region)]) > 1
