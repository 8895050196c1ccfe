"""The Water Beggars (§6.7).

A waiting one may stop an army (§6.7.4, `may_stop`); its hirer is asked when the army tries to
leave, in army_moves.py (`Holding`), or to use its influence, in military_influence.py (`Barring`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Refusal, added, replaced
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import (
    BEGGARS,
    BURGHERS,
    FACTIONS,
    FACTIONS_N,
    NEUTRAL,
    NOBILITY,
    REFORMERS,
    Faction,
)
from chancery.games.revolution.board.places import CITIES, PROVINCES, REGIONS, Region
from chancery.games.revolution.rules.events import (
    ArmyBeaten,
    BeggarsHired,
    CityInvested,
    SiegeLifted,
    TownRaided,
)
from chancery.games.revolution.rules.notation import BEAT, DONE, HIRE, INVEST, LIFT, RAID, STRIKE
from chancery.games.revolution.rules.phase_base import Choice, Stepwise
from chancery.games.revolution.rules.refusals import (
    AlreadyBesieged,
    ArmiesThere,
    NoArmyToDestroy,
    NoBeggarsLeft,
    NoBeggarsThere,
    NoMoney,
    NoSiegeThere,
    NothingToBring,
    NoTownThere,
    NotTheirWaters,
    NotTheMostCatholic,
    TooFewBeggars,
)
from chancery.games.revolution.rules.state import Revolution

NEEDED_TO_BESIEGE = 2  # §6.7.3


def begin(s: Revolution, faction: int) -> None:
    """Ask Burghers or Reformers, whichever comes first; one faction a turn (§6.7.who)."""
    if faction not in (BURGHERS, REFORMERS) or s.hirer >= 0:
        return
    if s.treasury[faction] >= s.data.beggar_price and s.data.beggar_regions:
        s.push(Hiring(faction))


def may_stop(board: Board, faction: int, region: int) -> bool:
    """Return whether a waiting Beggar could stop an army of this faction (§6.7.4)."""
    return faction <= NOBILITY and board.beggars[region] > 0


def armies_in(board: Board, region: int) -> int:
    """Count the armies of a region, with besieging but without abandoned ones (§6.7.1)."""
    return sum(board.in_section(region)) + sum(board.besiegers(region))


def needed_to_destroy(armies: int) -> int:
    """Return how many Beggars destroy one of these armies: one more than there are (§6.7.1)."""
    return armies + 1


def needed_to_lift(armies: int) -> int:
    """Return how many Beggars lift the sieges of these armies: as many as there are (§6.7.2)."""
    return armies


def may_loot(board: Board, province: int) -> bool:
    """Return whether a province has a town to loot, and a neutral token is left to bring
    (§6.7.3)."""
    return board.neutrals > 0 and bool(board.data.towns_of[province])


@dataclass(slots=True)
class Hiring(Stepwise, Choice):
    """§6.7: hire one to three Water Beggars for two coins each, for regions where they sail.

    §6.7.where: those of their provinces; §6.7.turn: for this turn only.
    """

    title = T("hiring Water Beggars")
    rule = "6.7"
    asks = "hire"

    faction: Faction
    regions: tuple[Region, ...] = ()

    def _price(self, s: Revolution, n: int) -> int:
        return n * s.data.beggar_price

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the regions, while there are Beggars and coins."""
        n = len(self.regions) + 1
        if n > s.data.beggars or self._price(s, n) > s.treasury[self.faction]:
            return [DONE]
        return [DONE, *(HIRE[r] for r in s.data.beggar_regions)]

    def do_hire(self, s: Revolution, seat: int, region: int) -> None:
        """Choose a region for one more Beggar (§6.7.where)."""
        self.regions = (*self.regions, region)

    def do_done(self, s: Revolution, seat: int) -> None:
        """Pay for the Beggars, who come and act at once."""
        if not self.regions:
            s.leave()
            return
        price = self._price(s, len(self.regions))
        s.spend(self.faction, price)
        s.hirer = self.faction
        for region in self.regions:
            s.beggars = added(s.beggars, region, 1)
        s.emit(BeggarsHired(self.faction, self.regions, price))
        s.turn_to(Beggars(self.faction))

    def no_hire(self, s: Revolution, seat: int, region: int) -> Refusal:
        """Refuse another region, too many Beggars, or too high a price."""
        if region not in s.data.beggar_regions:
            return NotTheirWaters(where=REGIONS.title(region)).by("6.7.where")
        n = len(self.regions) + 1
        if n > s.data.beggars:
            return NoBeggarsLeft(n=s.data.beggars)
        return NoMoney(
            price=self._price(s, n), money=s.treasury[self.faction],
            faction=FACTIONS.title(self.faction),
        )  # fmt: skip

    def check(self, s: Revolution) -> None:
        """Check that the Beggars are paid for and can sail there."""
        n = len(self.regions)
        if n > s.data.beggars or self._price(s, n) > s.treasury[self.faction] or s.hirer >= 0:
            raise BadPosition(T("more Water Beggars than there are, or nobody has hired them"))
        if any(r not in s.data.beggar_regions for r in self.regions):
            raise BadPosition(T("Water Beggars where they do not sail"))


@dataclass(slots=True)
class Beggars(Stepwise):
    """§6.7: the Beggars of each region act, by their number and the armies there.

    They destroy the most Catholic army (§6.7.1) or lift all sieges (§6.7.2), all of them together;
    in a region without armies they loot towns, or two of them besiege a city (§6.7.3); or they wait
    (§6.7.4).
    """

    title = T("the Water Beggars")
    rule = "6.7"
    asks = "beggars"

    faction: Faction

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return everything they could do in any region."""
        actions = [DONE]
        for region in s.data.beggar_regions:
            n = s.beggars[region]
            if n:
                armies = armies_in(s, region)
                if armies:
                    actions += _against_armies(s, region, n, armies)
                else:
                    actions += self._alone(s, region, n)
        return actions

    def _alone(self, s: Revolution, region: int, n: int) -> Iterator[Action]:
        """List looting and sieges in their own provinces (§6.7.3)."""
        for province in s.data.provinces_of[region]:
            if province in s.data.beggar_provinces:
                if may_loot(s, province):
                    yield RAID[province]
                if n >= NEEDED_TO_BESIEGE:
                    for city in s.data.cities_of[province]:
                        if s.sieges[city] < 0:
                            yield INVEST[city]

    def do_beat(self, s: Revolution, seat: int, region: int) -> None:
        """Destroy an army in its section (§6.7.1)."""
        victim = most_catholic(s, region)
        s.armies[region * FACTIONS_N + victim] -= 1
        self._beaten(s, region, victim)

    def do_strike(self, s: Revolution, seat: int, city: int) -> None:
        """Destroy an army that besieges a city, which ends the siege (§6.7.1)."""
        victim = s.sieges[city]
        s.sieges = replaced(s.sieges, city, -1)
        self._beaten(s, s.data.region_of[s.data.province_of[city]], victim)

    def _beaten(self, s: Revolution, region: int, victim: int) -> None:
        s.beggars = replaced(s.beggars, region, 0)
        s.emit(ArmyBeaten(victim, region))

    def do_lift(self, s: Revolution, seat: int, region: int) -> None:
        """Lift the sieges: the armies return to their section (§6.7.2)."""
        for city in s.data.region_cities[region]:
            besieger = s.sieges[city]
            if 0 <= besieger < FACTIONS_N:
                s.sieges = replaced(s.sieges, city, -1)
                at = region * FACTIONS_N + besieger
                s.armies[at] += 1
                s.lifted = added(s.lifted, at, 1)
                s.emit(SiegeLifted(besieger, city))
        s.beggars = replaced(s.beggars, region, 0)

    def do_raid(self, s: Revolution, seat: int, province: int) -> None:
        """Loot a town by one Beggar, who brings a neutral token (§6.7.3)."""
        self._used(s, s.data.region_of[province], 1)
        s.add(province, NEUTRAL)
        s.emit(TownRaided(province))

    def do_invest(self, s: Revolution, seat: int, city: int) -> None:
        """Lay siege to a city by two Beggars (§6.7.3)."""
        self._used(s, s.data.region_of[s.data.province_of[city]], NEEDED_TO_BESIEGE)
        s.sieges = replaced(s.sieges, city, BEGGARS)
        s.emit(CityInvested(city))

    def _used(self, s: Revolution, region: int, n: int) -> None:
        """Remove Beggars that have acted."""
        s.beggars = added(s.beggars, region, -n)

    # -- refusals ------------------------------------------------------------------------

    def check(self, s: Revolution) -> None:
        """Check that the faction is the hirer of the Beggars."""
        if s.hirer != self.faction:
            raise BadPosition(T("more Water Beggars than there are, or nobody has hired them"))

    def _few(self, s: Revolution, region: int, needed: int) -> Refusal | None:
        """Return the refusal if there are too few Beggars, or None."""
        n = s.beggars[region]
        if not n:
            return NoBeggarsThere(region=REGIONS.title(region))
        if n < needed:
            return TooFewBeggars(needed=needed, n=n, region=REGIONS.title(region))
        return None

    def no_beat(self, s: Revolution, seat: int, region: int) -> Refusal:
        """Refuse with too few Beggars, or without an army to destroy."""
        few = self._few(s, region, needed_to_destroy(armies_in(s, region)))
        if few is not None:
            return few.by("6.7.1")
        why = NoArmyToDestroy if most_catholic(s, region) < 0 else NotTheMostCatholic
        return why(region=REGIONS.title(region)).by("6.7.1")

    def no_strike(self, s: Revolution, seat: int, city: int) -> Refusal:
        """Refuse with too few Beggars, or without an enemy that besieges this city."""
        return self.no_beat(s, seat, s.data.region_of[s.data.province_of[city]])

    def no_lift(self, s: Revolution, seat: int, region: int) -> Refusal:
        """Refuse with too few Beggars, or without a siege."""
        few = self._few(s, region, needed_to_lift(armies_in(s, region)))
        return few.by("6.7.2") if few else NoSiegeThere(region=REGIONS.title(region)).by("6.7.2")

    def _not_alone(self, s: Revolution, province: int, needed: int) -> Refusal | None:
        if province not in s.data.beggar_provinces:
            return NotTheirWaters(where=PROVINCES.title(province)).by("6.7.where")
        region = s.data.region_of[province]
        few = self._few(s, region, needed)
        if few is not None:
            return few.by("6.7.3")
        if armies_in(s, region):
            return ArmiesThere(region=REGIONS.title(region)).by("6.7.3")
        return None

    def no_raid(self, s: Revolution, seat: int, province: int) -> Refusal:
        """Refuse with armies there, without a town, or without a neutral token."""
        refusal = self._not_alone(s, province, 1)
        if refusal is None and not s.data.towns_of[province]:
            refusal = NoTownThere(province=PROVINCES.title(province)).by("6.7.3")
        return refusal or NothingToBring().by("6.7.3")

    def no_invest(self, s: Revolution, seat: int, city: int) -> Refusal:
        """Refuse with armies there, too few Beggars, or a city besieged already."""
        refusal = self._not_alone(s, s.data.province_of[city], NEEDED_TO_BESIEGE)
        return refusal or AlreadyBesieged(city=CITIES.title(city)).by("6.7.3")


def most_catholic(board: Board, region: int) -> int:
    """Return the most Catholic of the first three factions with an army, or -1 (§6.7.1)."""
    section, besiegers = board.in_section(region), board.besiegers(region)
    for faction in range(NOBILITY + 1):
        if section[faction] or besiegers[faction]:
            return faction
    return -1


def _against_armies(s: Revolution, region: int, n: int, armies: int) -> Iterator[Action]:
    """List the actions against armies: destroying one or lifting their sieges (§6.7.1, §6.7.2)."""
    cities = [c for c in s.data.region_cities[region] if 0 <= s.sieges[c] < FACTIONS_N]
    if n >= needed_to_destroy(armies):
        victim = most_catholic(s, region)
        if victim >= 0:
            if s.armies[region * FACTIONS_N + victim]:
                yield BEAT[region]
            for city in cities:
                if s.sieges[city] == victim:
                    yield STRIKE[city]
    if n >= needed_to_lift(armies) and cities:
        yield LIFT[region]
