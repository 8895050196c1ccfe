"""Raising new armies, which cost coins (§6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

from chancery.core import Action, BadPosition, Refusal
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import (
    FACTIONS,
    FACTIONS_N,
    Faction,
)
from chancery.games.revolution.board.places import REGIONS, REGIONS_N, Region, spot_of
from chancery.games.revolution.rules.events import ArmiesRaised
from chancery.games.revolution.rules.notation import DONE, RAISE
from chancery.games.revolution.rules.phase_base import Choice, Stepwise
from chancery.games.revolution.rules.refusals import (
    NoArmyLeft,
    NoMoney,
    NotPresent,
    SectionFull,
    ThreeAtMost,
)
from chancery.games.revolution.rules.state import Revolution

# §6.4.price: the price of one, two and three new armies together, by faction
PRICES = ((0, 3, 7, 11), (0, 3, 6, 10), (0, 2, 5, 8), (0, 2, 4, 7), (0, 2, 4, 6))
MOST_ARMIES = 3


def present(board: Board, faction: int) -> set[int]:
    """Return the regions in which a faction has an army or a token (§6.4.where)."""
    data = board.data
    regions = set(compress(data.region_of, board.by_province(faction)))
    regions.update(compress(range(REGIONS_N), board.armies[faction::FACTIONS_N]))
    for city, besieger in enumerate(board.sieges):
        if besieger == faction:
            regions.add(data.region_at(spot_of(city)))
    return regions


def begin(s: Revolution, faction: int) -> None:
    """Ask a faction that can pay for a new army and has a place for it (§6.4)."""
    if s.treasury[faction] < PRICES[faction][1] or not s.armies_left(faction):
        return
    if any(s.free_boxes(region) > 0 for region in present(s, faction)):
        s.push(Raising(faction))


@dataclass(slots=True)
class Raising(Stepwise, Choice):
    """§6.4: raise up to three armies at the price of the table (§6.4.price).

    §6.4.where: each on a free box of a region where the faction has a token or an army.
    """

    title = T("raising armies")
    rule = "6.4"
    asks = "raise"

    faction: Faction
    regions: tuple[Region, ...] = ()

    def _affordable(self, s: Revolution) -> bool:
        n = len(self.regions)
        return (
            n < MOST_ARMIES
            and PRICES[self.faction][n + 1] <= s.treasury[self.faction]
            and s.armies_left(self.faction) > n
        )

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the regions with a free box where the faction is present."""
        actions = [DONE]
        if self._affordable(s):
            actions += [
                RAISE[r]
                for r in sorted(present(s, self.faction))
                if s.free_boxes(r) > self.regions.count(r)
            ]
        return actions

    def do_raise(self, s: Revolution, seat: int, region: int) -> None:
        """Choose a region for one more army (§6.4.where)."""
        self.regions = (*self.regions, region)

    def do_done(self, s: Revolution, seat: int) -> None:
        """Pay for the armies together, to the stock, and place them (§6.4.price)."""
        if self.regions:
            price = PRICES[self.faction][len(self.regions)]
            s.spend(self.faction, price)
            for region in self.regions:
                s.armies[region * FACTIONS_N + self.faction] += 1
            s.emit(ArmiesRaised(self.faction, self.regions, price))
        s.leave()

    def no_raise(self, s: Revolution, seat: int, region: int) -> Refusal:
        """Refuse too many armies, too high a price, or a region without presence or box."""
        faction = FACTIONS.title(self.faction)
        n = len(self.regions)
        if n == MOST_ARMIES:
            return ThreeAtMost()
        if s.armies_left(self.faction) <= n:
            return NoArmyLeft(faction=faction)
        price = PRICES[self.faction][n + 1]
        if price > s.treasury[self.faction]:
            money = s.treasury[self.faction]
            return NoMoney(price=price, money=money, faction=faction).by("6.4.price")
        if region not in present(s, self.faction):
            return NotPresent(faction=faction, region=REGIONS.title(region)).by("6.4.where")
        return SectionFull(region=REGIONS.title(region)).by("6.4.where")

    def check(self, s: Revolution) -> None:
        """Check that the armies are paid for and have a box each."""
        n = len(self.regions)
        if n > MOST_ARMIES or PRICES[self.faction][n] > s.treasury[self.faction]:
            raise BadPosition(T("new armies that nobody can pay"))
        if s.armies_left(self.faction) < n or any(
            self.regions.count(r) > s.free_boxes(r) for r in self.regions
        ):
            raise BadPosition(T("new armies without a place"))
