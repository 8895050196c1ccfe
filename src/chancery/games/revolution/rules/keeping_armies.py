"""Keeping, disbanding and abandoning armies (§6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Phase, Question, Refusal, added, question
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import (
    FACTIONS,
    FACTIONS_N,
    NEUTRAL,
    OWNERS_N,
    Faction,
)
from chancery.games.revolution.board.places import (
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    SPOTS,
    Region,
    is_city,
)
from chancery.games.revolution.rules.events import (
    ArmiesKept,
    ArmyAbandoned,
    ArmyDisbanded,
    NothingLooted,
    TokenPlundered,
    TownSacked,
)
from chancery.games.revolution.rules.notation import ABANDON, DISBAND, KEEP, KEEP_ALL, PLUNDER, SACK
from chancery.games.revolution.rules.refusals import (
    CitiesAreSafe,
    NoArmyThere,
    NoMoney,
    NoNeutralLeft,
    NoSuchToken,
    NotAllKept,
    NoTownThere,
    OutsideRegion,
)
from chancery.games.revolution.rules.state import Revolution

UPKEEP = (2, 1, 1, 1, 1)  # §6.3.price: the price of keeping an army, by faction
DISBANDING = 1


def lootable(board: Board, region: int) -> Iterator[tuple[int, int]]:
    """List the tokens in countryside and towns of a region, as spot and owner (§6.3.token)."""
    tokens = board.tokens
    for province in board.data.provinces_of[region]:
        for spot in board.data.open_spots[province]:
            start = spot * OWNERS_N
            for faction in range(FACTIONS_N):
                if tokens[start + faction]:
                    yield spot, faction


def begin(s: Revolution, faction: int) -> None:
    """Ask a faction what to do with each of its armies (§6.3)."""
    regions = [r for r in s.data.regions for _ in range(s.armies[r * FACTIONS_N + faction])]
    if regions:
        s.push(Upkeep(faction, tuple(regions)))


@dataclass(slots=True)
class Upkeep(Phase[Revolution]):
    """§6.3: each army is kept (§6.3.keep), disbanded (§6.3.disband) or abandoned (§6.3.abandon)."""

    title = T("upkeep of armies")
    rule = "6.3"

    faction: Faction
    left: tuple[Region, ...]  # regions of the armies that are not decided on yet

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask about the armies that are left; without a coin the last of them are abandoned."""
        if not self.left:
            s.leave()
            return ()
        if not s.treasury[self.faction] and len(set(self.left)) == 1:
            self.do_abandon(s, 0, self.left[0])
            return ()
        return question(s.seat_of(self.faction), "upkeep")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return what the treasury can pay for each army, and to abandon it."""
        money, price = s.treasury[self.faction], UPKEEP[self.faction]
        regions = sorted(set(self.left))
        actions = [KEEP_ALL] if len(self.left) > 1 and money >= price * len(self.left) else []
        if money >= price:
            actions += [KEEP[r] for r in regions]
        if money >= DISBANDING:
            actions += [DISBAND[r] for r in regions]
        actions += [ABANDON[r] for r in regions]
        return actions

    def _decided(self, region: int) -> None:
        undecided = list(self.left)
        undecided.remove(region)
        self.left = tuple(undecided)

    def do_keep(self, s: Revolution, seat: int, region: int) -> None:
        """Pay for an army, which stays (§6.3.keep); Catholic armies cost 2 (§6.3.price)."""
        price = UPKEEP[self.faction]
        s.spend(self.faction, price)
        s.emit(ArmiesKept(self.faction, region, 1, price))
        self._decided(region)

    def do_maintain(self, s: Revolution, seat: int) -> None:
        """Pay for all armies that are not decided on yet (§6.3.keep)."""
        for region in sorted(set(self.left)):
            n = self.left.count(region)
            s.spend(self.faction, n * UPKEEP[self.faction])
            s.emit(ArmiesKept(self.faction, region, n, n * UPKEEP[self.faction]))
        self.left = ()

    def do_disband(self, s: Revolution, seat: int, region: int) -> None:
        """Return an army to the stock, from where it can be raised again (§6.3.disband)."""
        s.spend(self.faction, DISBANDING)
        s.armies[region * FACTIONS_N + self.faction] -= 1
        s.emit(ArmyDisbanded(self.faction, region))
        self._decided(region)

    def do_abandon(self, s: Revolution, seat: int, region: int) -> None:
        """Abandon an army: it loots, and only blocks its box (§6.3.abandon, §6.3.blocks)."""
        at = region * FACTIONS_N + self.faction
        s.armies[at] -= 1
        s.abandoned = added(s.abandoned, at, 1)
        s.emit(ArmyAbandoned(self.faction, region))
        self._decided(region)
        s.push(Looting(self.faction, region))

    def _why(self, s: Revolution, region: int, price: int) -> Refusal | None:
        if region not in self.left:
            faction = FACTIONS.title(self.faction)
            return NoArmyThere(faction=faction, region=REGIONS.title(region))
        money = s.treasury[self.faction]
        return NoMoney(price=price, money=money, faction=FACTIONS.title(self.faction))

    def no_keep(self, s: Revolution, seat: int, region: int) -> Refusal | None:
        """Refuse to keep an army that is not there or too expensive."""
        return self._why(s, region, UPKEEP[self.faction])

    def no_disband(self, s: Revolution, seat: int, region: int) -> Refusal | None:
        """Refuse to disband an army that is not there, or without money."""
        return self._why(s, region, DISBANDING)

    def no_abandon(self, s: Revolution, seat: int, region: int) -> Refusal | None:
        """Refuse to abandon an army that is not there."""
        return self._why(s, region, 0)

    def no_maintain(self, s: Revolution, seat: int) -> Refusal | None:
        """Refuse to keep all armies without enough money for them."""
        n = len(self.left)
        if n == 1:
            return None
        price = n * UPKEEP[self.faction]
        return NotAllKept(n=n, price=price, money=s.treasury[self.faction])

    def check(self, s: Revolution) -> None:
        """Check that the armies to decide on are on the board."""
        for region in set(self.left):
            if self.left.count(region) > s.armies[region * FACTIONS_N + self.faction]:
                raise BadPosition(T("a decision about an army that is not there"))


@dataclass(slots=True)
class Looting(Phase[Revolution]):
    """§6.3.abandon: an abandoned army must loot in its region, as its owner chooses.

    It loots a town, whose province gets a neutral token (§6.3.town), or a token of any faction in
    countryside or town, which is replaced by a neutral one (§6.3.token). Without neutral tokens
    only such a token can be looted, and is lost (§6.3.short). Cities are safe.
    """

    title = T("the looting of an abandoned army")
    rule = "6.3.abandon"

    faction: Faction
    region: Region

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask what the army loots, if there is a choice."""
        options = self.legal(s, 0)
        if not options:
            s.emit(NothingLooted(self.faction, self.region))
            s.leave()
            return ()
        if len(options) == 1:
            only = options[0]
            if only.verb == "sack":
                self.do_sack(s, 0, *only.args)
            else:
                self.do_plunder(s, 0, *only.args)
            return ()
        return s.offer(s.seat_of(self.faction), "loot", options)

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return towns, while there are neutral tokens, and tokens that can be looted."""
        actions = []
        if s.neutrals:
            inside = s.data.provinces_of[self.region]
            actions = [SACK[p] for p in inside if s.data.towns_of[p]]
        return actions + [PLUNDER[spot][owner] for spot, owner in lootable(s, self.region)]

    def do_sack(self, s: Revolution, seat: int, province: int) -> None:
        """Loot a town with a neutral token instead of paying (§6.3.town)."""
        s.add(province, NEUTRAL)
        s.emit(TownSacked(self.faction, province))
        s.leave()

    def do_plunder(self, s: Revolution, seat: int, spot: int, owner: int) -> None:
        """Loot a token, replaced by a neutral one if any is left (§6.3.token, §6.3.short)."""
        replaced = s.neutrals > 0
        s.remove(spot, owner)
        if replaced:
            s.add(spot, NEUTRAL)
        s.emit(TokenPlundered(self.faction, spot, owner, replaced))
        s.leave()

    def check(self, s: Revolution) -> None:
        """Check that there is an abandoned army in the region."""
        if not s.abandoned[self.region * FACTIONS_N + self.faction]:
            raise BadPosition(T("looting by an army that is not there"))

    def no_sack(self, s: Revolution, seat: int, province: int) -> Refusal:
        """Refuse a province outside the region, without towns, or without neutral tokens."""
        if s.data.region_of[province] != self.region:
            return outside(s, province, self.region)
        if not s.data.towns_of[province]:
            return NoTownThere(province=PROVINCES.title(province))
        return NoNeutralLeft().by("6.3.short")

    def no_plunder(self, s: Revolution, seat: int, spot: int, owner: int) -> Refusal:
        """Refuse a token outside the region, in a city, or not there."""
        return unreachable(s, spot, owner, self.region)


def outside(s: Revolution, spot: int, region: int) -> Refusal:
    """Return the refusal of a spot that is not in the region of an army."""
    return OutsideRegion(spot=SPOTS.title(spot), region=REGIONS.title(region))


def unreachable(s: Revolution, spot: int, owner: int, region: int) -> Refusal:
    """Return why an army of a region cannot reach a token."""
    place = spot - PROVINCES_N
    if s.data.region_at(spot) != region:
        return outside(s, spot, region)
    if place >= 0 and is_city(place):
        return CitiesAreSafe()
    return NoSuchToken(spot=SPOTS.title(spot))
