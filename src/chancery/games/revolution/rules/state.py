"""The position: tokens, coins, armies, cards and markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from chancery.core import BadPosition, Draft, Grid, State
from chancery.core.words import T
from chancery.games.revolution.board.board import LAST_TURN, Board, neutrals_in_play
from chancery.games.revolution.board.factions import (
    BEGGARS,
    FACTIONS,
    FACTIONS_N,
    NEUTRAL,
    OWNERS_N,
    AnyBesieger,
    AnyFaction,
    Faction,
)
from chancery.games.revolution.board.places import (
    CITIES,
    CITIES_N,
    HUGUENOTS,
    KINDS,
    PLACES,
    PLACES_N,
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    REGIONS_N,
    SLOTS_N,
    SPOTS,
    ByCity,
    ByRegion,
    BySlot,
    BySpot,
    spot_of,
)
from chancery.games.revolution.rules import points

if TYPE_CHECKING:
    from chancery.games.revolution.board.atlas import Atlas


@dataclass(slots=True, init=False, eq=False)
class Revolution(Board, State):
    """A position of Revolution, all of which is public."""

    turn: int  # 0 is the opening turn
    order: tuple[Faction, ...]  # of play in this turn
    tokens: Annotated[bytearray, BySpot]
    neutrals: int  # in stock
    stock: Annotated[list[int], Grid(FACTIONS)]
    treasury: Annotated[list[int], Grid(FACTIONS)]
    support: Annotated[list[int], BySlot]
    flipped: int  # Huguenot tokens that have intercepted in this turn
    coins: Annotated[tuple[int, ...], ByCity]  # on the table of allegiance
    armies: Annotated[list[int], ByRegion]  # in command sections
    abandoned: Annotated[tuple[int, ...], ByRegion]
    lifted: Annotated[tuple[int, ...], ByRegion]  # armies whose siege was lifted in this turn
    sieges: tuple[AnyBesieger, ...]  # by city
    hirer: AnyFaction  # of the Water Beggars in this turn
    beggars: Annotated[tuple[int, ...], Grid(REGIONS)]  # waiting in their regions
    province_cards: tuple[AnyFaction, ...]
    city_cards: tuple[AnyFaction, ...]
    bishoprics: Annotated[
        tuple[int, ...], Grid(PROVINCES)
    ]  # 1 strongly Catholic to 4 strongly Reformed
    universities: Annotated[tuple[int, ...], Grid(PLACES)]  # 0 none, 1 Catholic, 2 Reformed
    allegiance: Annotated[tuple[int, ...], Grid(CITIES)]  # 1 to 7; 0 before the first assignment
    points: Annotated[tuple[int, ...], Grid(FACTIONS)]  # as last counted, in hundredths

    if TYPE_CHECKING:
        data: Atlas

    # -- moving tokens -----------------------------------------------------------------

    def add(self, spot: int, owner: int, n: int = 1) -> None:
        """Move tokens from their stock to a spot."""
        self.tokens[spot * OWNERS_N + owner] += n
        if owner == NEUTRAL:
            self.neutrals -= n
        else:
            self.stock[owner] -= n

    def remove(self, spot: int, owner: int, n: int = 1) -> None:
        """Return tokens from a spot to their stock."""
        self.add(spot, owner, -n)

    def shift(self, owner: int, origin: int, destination: int, n: int = 1) -> None:
        """Move tokens from one spot to another."""
        self.tokens[origin * OWNERS_N + owner] -= n
        self.tokens[destination * OWNERS_N + owner] += n

    def take(self, province: int, owner: int, n: int) -> tuple[int, ...]:
        """Return tokens of a province to their stock: from countryside, then towns, then cities.

        Besieged cities are left out (§6.11); the order is a ruling. Returns the spots.
        """
        tokens, remaining = self.tokens, n
        spots: list[int] = []
        for spot in self.data.spots_of[province]:
            count = min(remaining, tokens[spot * OWNERS_N + owner])
            if count and not (spot >= PROVINCES_N and self.besieged(spot - PROVINCES_N)):
                self.remove(spot, owner, count)
                remaining -= count
                spots += [spot] * count
        return tuple(spots)

    def earn(self, faction: int, n: int) -> None:
        """Move coins from the stock to the treasury."""
        self.stock[faction] -= n
        self.treasury[faction] += n

    def spend(self, faction: int, n: int) -> None:
        """Return coins from the treasury to the stock."""
        self.earn(faction, -n)

    # -- checks ---------------------------------------------------------------------------

    def check(self) -> None:
        """Check that tokens are conserved, no place holds too much, and points match the board."""
        self._check_shape()
        self._check_tokens()
        self._check_armies()
        self._check_cards()
        for phase in self.phases:
            if not isinstance(phase, Draft):
                phase.check(self)
        if self.result is not None and any(
            self.points[f] != points.count(self, f) for f in self.factions
        ):
            raise BadPosition(T("the points are not those of the board"))

    def _check_shape(self) -> None:
        lengths = (
            (self.sieges, CITIES_N), (self.province_cards, PROVINCES_N),
            (self.city_cards, CITIES_N),
        )  # fmt: skip
        for row, n in lengths:
            if len(row) != n:
                raise BadPosition(T("a list is too short or too long"))
        if not 0 <= self.turn <= LAST_TURN or not self.neutrals >= 0:
            raise BadPosition(T("turns are 0 to 5, and no number of tokens is negative"))
        if tuple(sorted(self.order)) != self.factions:
            raise BadPosition(T("every faction in play has one place in the order of play"))

    def _check_tokens(self) -> None:
        """Check that every token is in one place (§3.5), and at most one in a town or slot."""
        if min(self.stock) < 0 or min(self.treasury) < 0 or min(self.tokens) < 0:
            raise BadPosition(T("a number of tokens is negative"))
        for faction in range(FACTIONS_N):
            right = self.establishment() if self.seat_of(faction) >= 0 else 0
            neutrals = self.all_tokens(faction)
            if neutrals != right:
                raise _miscount(faction, neutrals, right)
        right = neutrals_in_play(self.frame, self.data.neutrals)
        neutrals = self.neutrals + sum(self.tokens[NEUTRAL::OWNERS_N])
        if neutrals != right:
            raise BadPosition(
                T("neutral tokens: {right} were expected, not {found}", right=right, found=neutrals)
            )
        for place in range(PLACES_N):
            start = spot_of(place) * OWNERS_N
            count = sum(self.tokens[start : start + OWNERS_N])
            full = count > 1 and place >= CITIES_N
            if full or (count and self.data.province_of[place] < 0):
                raise BadPosition(
                    T("{place} holds more than it can", place=SPOTS.title(spot_of(place)))
                )
        self._check_support()

    def _check_support(self) -> None:
        huguenots = 0
        for slot in range(SLOTS_N):
            if self.in_slot(slot) > self.data.room[slot]:
                raise BadPosition(T("a support slot holds one token"))
            box = slot // len(KINDS)
            start = slot * FACTIONS_N
            for faction, n in enumerate(self.support[start : start + FACTIONS_N]):
                if n and faction not in self.data.users[box]:
                    raise BadPosition(T("a token is in a support box of another faction"))
                if n and box == HUGUENOTS:
                    huguenots += n
                    if faction != self.huguenots():
                        raise BadPosition(T("the Huguenot box holds tokens of one faction"))
        if not 0 <= self.flipped <= huguenots:
            raise BadPosition(T("more Huguenot tokens have intercepted than there are"))

    def _check_armies(self) -> None:
        rows: Sequence[Sequence[int]] = (self.armies, self.abandoned)
        for region in range(REGIONS_N):
            if self.free_boxes(region) < 0:
                raise BadPosition(T("more armies than boxes in a command section"))
        for faction in range(FACTIONS_N):
            used = sum(sum(row[faction::FACTIONS_N]) for row in rows)
            used += self.sieges.count(faction)
            if self.armies_left(faction) < 0 or (used and self.seat_of(faction) < 0):
                raise BadPosition(T("more armies than a faction has"))
        if any(n > army for n, army in zip(self.lifted, self.armies, strict=True)):
            raise BadPosition(T("more sieges were lifted than there are armies"))
        busy = sum(self.beggars) + 2 * self.sieges.count(BEGGARS)
        if busy > self.data.beggars or (busy and self.hirer < 0):
            raise BadPosition(T("more Water Beggars than there are, or nobody has hired them"))
        if any(n and r not in self.data.beggar_regions for r, n in enumerate(self.beggars)):
            raise BadPosition(T("Water Beggars where they do not sail"))

    def _check_cards(self) -> None:
        for card in (*self.province_cards, *self.city_cards, self.hirer):
            if card >= 0 and self.seat_of(card) < 0:
                raise BadPosition(T("a card is held by a faction that is not in play"))
        ended = self.turn > 0 or any(self.allegiance)  # the opening turn, but for the new order
        for province, space in enumerate(self.bishoprics):
            has_bishopric = province in self.data.bishoprics
            if not int(has_bishopric and ended) <= space <= 4 * has_bishopric:
                raise BadPosition(T("a bishopric where there is none, or on no space"))
        for place, kind in enumerate(self.universities):
            if not 0 <= kind <= 2 * (place in self.data.universities):
                raise BadPosition(T("a university where there is none, or of no kind"))
        for space in self.allegiance:
            if not int(ended) <= space <= 7:
                raise BadPosition(T("the spaces of the table of allegiance are 1 to 7"))


def _miscount(faction: int, counted: int, expected: int) -> BadPosition:
    return BadPosition(
        T(
            "{faction}: {right} tokens were expected, not {found}",
            faction=FACTIONS.title(faction), right=expected, found=counted,
        )
    )  # fmt: skip
