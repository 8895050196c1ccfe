"""The possible actions of armies and Water Beggars, and their value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chancery.games.revolution.board.factions import (
    BEGGARS,
    FACTIONS_N,
    HABSBURGS,
    NEUTRAL,
    OWNERS_N,
)
from chancery.games.revolution.board.places import CUT, spot_of
from chancery.games.revolution.bot.appraisal import Appraisal
from chancery.games.revolution.rules.battles import fight, survivors
from chancery.games.revolution.rules.control_cards import majority
from chancery.games.revolution.rules.end_of_sieges import spoils
from chancery.games.revolution.rules.sieges import may_besiege
from chancery.games.revolution.rules.water_beggars import (
    NEEDED_TO_BESIEGE,
    armies_in,
    may_loot,
    most_catholic,
    needed_to_destroy,
    needed_to_lift,
)


class Errand(NamedTuple):
    """A task for which Water Beggars can be hired."""

    gain: float
    regions: tuple[int, ...]  # where each of them goes


class Soldiery:
    """The armies of a view as one faction sees them."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        self.view, self.me, self.data = appraisal.view, appraisal.me, appraisal.data
        self.weights = appraisal.weights
        self._uses: dict[tuple[int, int], list[float]] = {}
        self._turned: dict[tuple[int, int], list[float]] = {}
        self._standing: dict[tuple[int, tuple[int, ...], int], float] = {}
        self._marched: dict[tuple[int, tuple[int, ...]], float] = {}

    # -- what one army can do ----------------------------------------------------------

    def siege_gain(self, city: int, besieger: int) -> float:
        """Return the value of a siege that lasts (§6.15)."""
        before = self.appraisal.judge_city(city, self.view.tokens[CUT[spot_of(city)]])
        return self.appraisal.judge_city(city, self.fallen(city, besieger)) - before

    def fallen(self, city: int, besieger: int) -> list[int]:
        """Return the tokens of a city once a siege is over (§6.15)."""
        view = self.view
        tokens = view.tokens[CUT[spot_of(city)]]
        kept, taken, others = spoils(view, tokens, besieger)
        after = [0] * OWNERS_N
        after[besieger] = kept + min(taken, view.stock[besieger])
        after[NEUTRAL] = min(others, view.neutrals + tokens[NEUTRAL])
        return after

    def siege_prize(self, city: int, besieger: int) -> float:
        """Return the value of laying a siege, for the faction or an ally.

        A city that nobody would hold then has no value, unless a likely winner loses it.
        """
        gain = self.siege_gain(city, besieger)
        after = self.appraisal.drifted(city, self.fallen(city, besieger))
        holder = majority(after)
        if holder >= 0 and self.view.allied(holder, self.me):
            return gain
        victim = self.view.city_cards[city]
        if victim < 0 or -self.appraisal.mine[victim] < self.weights.spoiling:
            return min(0.0, gain)
        return gain

    def worth_besieging(self, city: int, besieger: int) -> bool:
        """Return whether a siege is allowed (§6.6), and has tokens to win."""
        tokens = self.view.tokens[CUT[spot_of(city)]]
        return sum(tokens) > tokens[besieger] and may_besiege(self.view, besieger, city)

    def influence_gain(self, spot: int, owner: int, taker: int) -> float:
        """Return the value of turning a token by an army's influence (§6.9)."""
        return self.appraisal.change(self.data.province_at(spot), ((owner, -1), (taker, 1)))

    def influences(self, region: int, taker: int) -> list[float]:
        """Return the values of turning a token of each owner in each province of a region.

        Where in the province it stands makes no difference: all will be placed anew.
        """
        key = (region, taker)
        values = self._turned.get(key)
        if values is None:
            values = self._turned[key] = []
            for province in self.data.provinces_of[region]:
                tokens = self.view.in_spots(self.data.open_spots[province])
                for owner, n in enumerate(tokens):
                    if n and owner != taker:
                        values.append(self.influence_gain(province, owner, taker))
        return values

    def uses(self, region: int, faction: int) -> list[float]:
        """Return the values of the uses of a faction's armies alone in a region, best first."""
        key = (region, faction)
        values = self._uses.get(key)
        if values is None:
            cities = self.data.region_cities[region]
            friendly = self.view.allied(faction, self.me)
            prize = self.siege_prize if friendly else self.siege_gain
            gains = [prize(c, faction) for c in cities if self.worth_besieging(c, faction)]
            if self.view.stock[faction]:
                gains += self.influences(region, faction)
            values = self._uses[key] = sorted(gains, reverse=friendly)[:4]
        return values

    # -- where armies are wanted -------------------------------------------------------

    def after_battle(self, armies: Sequence[int]) -> list[int]:
        """Return the armies that a battle leaves in a section (§6.5)."""
        return survivors(armies, fight(self.view, armies))

    def standing(self, region: int, armies: Sequence[int], resting: int = 0) -> float:
        """Return the value of the armies of a region if they stay as they are.

        So many own ones as `resting` have acted in this turn already.
        """
        key = (region, tuple(armies), resting)
        value = self._standing.get(key)
        if value is None:
            value = self._standing[key] = self._worth_of(region, armies, resting)
        return value

    def _worth_of(self, region: int, armies: Sequence[int], resting: int) -> float:
        """Compute the value of armies in the section of a region, which `standing` caches."""
        value = 0.0
        rates = self.appraisal.mine
        alone = sum([n > 0 for n in armies]) == 1
        for faction, n in enumerate(armies):
            if not n:
                continue
            value += rates[faction] * self.weights.army * self.appraisal.left * n
            if faction == HABSBURGS:
                value += rates[faction] * (self.weights.garrison if self.appraisal.left else 1.0)
            if alone:
                free = n - resting if faction == self.me else n
                sign = 1 if self.view.allied(faction, self.me) else -1
                gains = self.uses(region, faction)[: max(0, free)]
                value += sum([gain for gain in gains if gain * sign > 0])
        return value

    def raise_gain(self, region: int, raised: int) -> float:
        """Return the value of raising armies in a region (§6.4), after the battle that follows."""
        armies = self.section(region)
        before = self.standing(region, self.after_battle(armies))
        armies[self.me] += raised
        return self.standing(region, self.after_battle(armies)) - before

    def section(self, region: int) -> list[int]:
        """Return the armies of each faction in the section of a region."""
        return list(self.view.in_section(region))

    def keep_gain(self, region: int) -> float:
        """Return the value of keeping an army (§6.3)."""
        armies = self.section(region)
        after = self.standing(region, armies)
        armies[self.me] -= 1
        return after - self.standing(region, armies)

    def march_gain(self, origin: int, destination: int) -> float:
        """Return the value of moving an army (§6.8); there is no battle before the next turn."""
        first, second = self.section(origin), self.section(destination)
        before = self._after_sieges(origin, first) + self._after_sieges(destination, second)
        first[self.me] -= 1
        second[self.me] += 1
        return self._after_sieges(origin, first) + self._after_sieges(destination, second) - before

    def _after_sieges(self, region: int, armies: Sequence[int]) -> float:
        """Return the value of armies once sieges are laid: only influence is left to them."""
        key = (region, tuple(armies))
        value = self._marched.get(key)
        if value is None:
            value = self._marched[key] = self._worth_after_sieges(region, armies)
        return value

    def _worth_after_sieges(self, region: int, armies: Sequence[int]) -> float:
        """Compute the value of armies after sieges are laid, which `_after_sieges` caches."""
        value = 0.0
        rates, besiegers = self.appraisal.mine, self.view.besiegers(region)
        alone = sum([n > 0 for n in armies]) == 1
        if armies[HABSBURGS] or besiegers[HABSBURGS]:
            value += rates[HABSBURGS] * (self.weights.garrison if self.appraisal.left else 1.0)
        for faction, n in enumerate(armies):
            if n:
                value += rates[faction] * 0.3 * self.weights.army * self.appraisal.left * n
                if alone and self.view.stock[faction]:
                    friendly = self.view.allied(faction, self.me)
                    gains = sorted(self.influences(region, faction), reverse=friendly)[:n]
                    value += sum([gain for gain in gains if (gain > 0) == friendly])
                if alone and self.appraisal.left and faction == self.me:
                    # next turn it may besiege
                    value += 0.25 * max([0.0, *self.uses(region, faction)[:1]])
        return value

    # -- Water Beggars -----------------------------------------------------------------

    def relief(self, region: int) -> float:
        """Return the value of lifting all sieges of a region (§6.7.2)."""
        sieges = self.view.sieges
        return sum([
            -self.siege_gain(city, sieges[city])
            for city in self.data.region_cities[region]
            if 0 <= sieges[city] < FACTIONS_N
        ])  # fmt: skip

    def ruin(self, city: int) -> float:
        """Return the value of a siege by Beggars, which makes a city neutral (§6.15)."""
        tokens = self.view.tokens[CUT[spot_of(city)]]
        after = [0] * NEUTRAL + [spoils(self.view, tokens, BEGGARS).neutral]
        return self.appraisal.judge_city(city, after) - self.appraisal.judge_city(city, tokens)

    def defeat(self, region: int) -> float:
        """Return the value of destroying the most Catholic army in a section (§6.7.1)."""
        armies, victim = self.section(region), most_catholic(self.view, region)
        if victim < 0 or not armies[victim]:
            return 0.0
        before = self.standing(region, armies)
        armies[victim] -= 1
        return self.standing(region, armies) - before

    def strike(self, city: int) -> float:
        """Return the value of destroying a besieging army, which ends its siege (§6.7.1)."""
        besieger = self.view.sieges[city]
        army = self.weights.army * self.appraisal.left
        if besieger == HABSBURGS:
            army += self.weights.garrison if self.appraisal.left else 1.0
        return -self.siege_gain(city, besieger) - self.appraisal.mine[besieger] * army

    def raid(self, province: int) -> float:
        """Return the value of one more neutral token in a province (§6.7.3)."""
        return self.appraisal.change(province, ((NEUTRAL, 1),))

    def errands(self) -> Iterator[Errand]:
        """Return the tasks for which Water Beggars could be hired, without their price."""
        view, data = self.view, self.data
        for region in data.beggar_regions:
            armies = armies_in(view, region)
            if armies:
                relief, defeat = needed_to_lift(armies), needed_to_destroy(armies)
                if any(view.besiegers(region)) and relief <= data.beggars:
                    yield Errand(self.relief(region), (region,) * relief)
                if defeat <= data.beggars:
                    yield Errand(self.defeat(region), (region,) * defeat)
                continue
            for province in data.provinces_of[region]:
                if province in data.beggar_provinces:
                    if may_loot(view, province):
                        yield Errand(self.raid(province), (region,))
                    for city in data.cities_of[province]:
                        if view.sieges[city] < 0:
                            yield Errand(self.ruin(city), (region,) * NEEDED_TO_BESIEGE)
