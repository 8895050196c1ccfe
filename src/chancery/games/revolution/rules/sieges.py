"""Sieges that armies lay to cities of their region (§6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Refusal, replaced
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS, FACTIONS_N, Faction
from chancery.games.revolution.board.places import CITIES, CUT, REGIONS, City, spot_of
from chancery.games.revolution.rules.events import SiegeLaid
from chancery.games.revolution.rules.notation import BESIEGE, DONE
from chancery.games.revolution.rules.phase_base import Choice, Stepwise
from chancery.games.revolution.rules.refusals import (
    AlliedCity,
    AlreadyBesieged,
    InStandOff,
    NoArmyThere,
    NobodyElseThere,
    OwnCity,
)
from chancery.games.revolution.rules.state import Revolution


def begin(s: Revolution, faction: int) -> None:
    """Ask a faction that has an army which could besiege a city (§6.6)."""
    if any(s.armies[faction::FACTIONS_N]):
        siege = Besieging(faction)
        if len(siege.legal(s, 0)) > 1:
            s.push(siege)


def may_besiege(board: Board, faction: int, city: int) -> bool:
    """Return whether a faction may besiege a city, regardless of its armies there.

    §6.6.own: not its own, nor an ally's; §6.6.mixed: one with own tokens only if there are others
    too; §6.6.free: one that nobody controls may be besieged by all; one army for each city.
    """
    card = board.city_cards[city]
    if board.sieges[city] >= 0 or (card >= 0 and board.allied(card, faction)):
        return False
    tokens = board.tokens[CUT[spot_of(city)]]
    return not tokens[faction] or tokens[faction] < sum(tokens)


@dataclass(slots=True)
class Besieging(Stepwise, Choice):
    """§6.6: each army of the faction may besiege one city of its region.

    §6.6.standoff: not one that is kept at bay; §6.6.towns: towns are not besieged.
    """

    title = T("laying siege")
    rule = "6.6"
    asks = "besiege"

    faction: Faction
    cities: tuple[City, ...] = ()

    def _armies(self, s: Revolution, region: int) -> int:
        """Count the armies that could still lay siege in a region."""
        n = s.armies[region * FACTIONS_N + self.faction]
        if self.cities:
            inside = s.data.region_cities[region]
            n -= sum([city in inside for city in self.cities])
        return n

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the cities that a free army can besiege."""
        actions = [DONE]
        for region in s.data.regions:
            cities = s.data.region_cities[region]
            if cities and self._armies(s, region) > 0 and not s.stand_off(region):
                actions += [
                    BESIEGE[city]
                    for city in cities
                    if city not in self.cities and may_besiege(s, self.faction, city)
                ]
        return actions

    def do_besiege(self, s: Revolution, seat: int, city: int) -> None:
        """Choose a city for one more army (§6.6)."""
        self.cities = (*self.cities, city)

    def do_done(self, s: Revolution, seat: int) -> None:
        """Begin the sieges; the armies keep their boxes."""
        for city in self.cities:
            region = s.data.region_of[s.data.province_of[city]]
            s.armies[region * FACTIONS_N + self.faction] -= 1
            s.sieges = replaced(s.sieges, city, self.faction)
            s.emit(SiegeLaid(self.faction, city))
        s.leave()

    def no_besiege(self, s: Revolution, seat: int, city: int) -> Refusal:
        """Refuse without an army, for an army at bay, or for a city that is not allowed."""
        region = s.data.region_of[s.data.province_of[city]]
        where, title = REGIONS.title(region), CITIES.title(city)
        faction, card = FACTIONS.title(self.faction), s.city_cards[city]
        if city in self.cities or s.sieges[city] >= 0:
            return AlreadyBesieged(city=title)
        if self._armies(s, region) <= 0:
            return NoArmyThere(faction=faction, region=where)
        if s.stand_off(region):
            return InStandOff(region=where).by("6.6.standoff")
        if card == self.faction:
            return OwnCity(city=title, faction=faction).by("6.6.own")
        if card >= 0 and s.allied(card, self.faction):
            return AlliedCity(city=title).by("6.6.own")
        return NobodyElseThere(city=title, faction=faction).by("6.6.mixed")

    def check(self, s: Revolution) -> None:
        """Check that there is an army for each city."""
        if len(set(self.cities)) < len(self.cities) or any(
            self._armies(s, region) < 0 for region in s.data.regions
        ):
            raise BadPosition(T("more sieges than armies"))
        if not all(may_besiege(s, self.faction, city) for city in self.cities):
            raise BadPosition(T("a siege that is not allowed"))
