"""The value of coins and new units to a faction.

Coins keep and raise armies first, then they buy influence. New units go where they bring most while
others may still place theirs (§6.10).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import (
    FACTIONS_N,
    HABSBURGS,
)
from chancery.games.revolution.board.places import PLAIN, kind_of
from chancery.games.revolution.bot.appraisal import Appraisal
from chancery.games.revolution.rules.allegiance import CATHOLIC_UNITS
from chancery.games.revolution.rules.keeping_armies import UPKEEP
from chancery.games.revolution.rules.new_armies import MOST_ARMIES, PRICES
from chancery.games.revolution.rules.new_units import LEAST_UNITS, sources

# With two, how much of what rivals may add the crown reckons with: it stands everywhere already,
# and who fears too much gives its provinces up (found by trial: 40 games of a hundred with all of
# it, 70 with half).
CROWN_FEARS = 0.5
# By how many play: how many tokens a rival who places later adds where it does not hold the card,
# as far as it has them there. With three, who reckons with more gives too much up (the Habsburgs
# beside the Reformers most of all: 43 games of a hundred with four, 84 with three).
MOST_ADDED = {2: 4, 3: 3, 4: 4, 5: 4}


class Purse:
    """The money of one faction, in this turn and the next."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal, self.weights = appraisal, appraisal.weights
        self.view, self.me = appraisal.view, appraisal.me
        self._prices: dict[int, list[float]] = {}

    @cached_property
    def armies(self) -> int:
        """Return how many armies of the faction will have to be paid."""
        return sum(self.view.armies[self.me :: FACTIONS_N]) + self.view.sieges.count(self.me)

    @cached_property
    def missing(self) -> int:
        """Return how many armies the faction would like to raise."""
        view, weights = self.view, self.weights
        wanted = weights.garrisons_wanted if self.me == HABSBURGS else weights.armies_wanted
        return min(MOST_ARMIES, max(0, wanted - self.armies), view.armies_left(self.me))

    def soldiers(self) -> int:
        """Return the cost of armies in a turn: of those that stand and those that are wanted."""
        return self.armies * UPKEEP[self.me] + PRICES[self.me][self.missing]

    def prices(self, turns_left: int) -> list[float]:
        """Return the value of the first, second... coin in a turn with so many turns after it.

        Armies must be paid in the next turn too, and new units may leave no tokens for its taxes.
        """
        cached = self._prices.get(turns_left)
        if cached is not None:
            return cached
        weights, price, missing = self.weights, UPKEEP[self.me], self.missing
        armies = self.armies
        values = [self._keep(turns_left)] * (armies * price)
        values += [weights.new_army * (1 + (self.me == HABSBURGS))] * PRICES[self.me][missing]
        if turns_left:
            values += [weights.savings * self._keep(turns_left - 1)] * ((armies + missing) * price)
        values += [weights.coin] * weights.coins_wanted
        values.sort(reverse=True)
        self._prices[turns_left] = values
        return values

    def _keep(self, turns_left: int) -> float:
        """Return the value of a coin spent on an army's upkeep."""
        if self.me == HABSBURGS:
            return self.weights.garrison if turns_left else 1.0
        return self.weights.keep / UPKEEP[self.me]

    def value(self, coins: int) -> float:
        """Return the value of so many coins in this turn."""
        prices = self.prices(self.appraisal.left)
        return sum(prices[:coins]) + 0.25 * self.weights.coin * max(0, coins - len(prices))

    def raise_cost(self, spent: int) -> float:
        """Return the value of coins for new armies in their other uses: upkeep and influence."""
        weights, money, turns_left = self.weights, self.view.treasury[self.me], self.appraisal.left
        costs = [weights.coin if turns_left else weights.coin / 2] * weights.coins_wanted
        if turns_left:
            upkeep = self.armies * UPKEEP[self.me]
            costs += [weights.savings * self._keep(turns_left - 1)] * upkeep
        costs.sort(reverse=True)
        return sum(costs[max(0, money - spent) : money])

    def next_coin(self, coins: int, stock: int) -> float:
        """Return the value for the next turn of one more coin, beside so many and the taxes."""
        if not self.appraisal.left:
            return 0.0
        coins += min(stock, self.income.provinces + 2 * self.income.cities)
        coins += self.on_slots
        prices = self.prices(self.appraisal.left - 1)
        return 0.9 * prices[coins] if coins < len(prices) else 0.25 * self.weights.coin

    @cached_property
    def income(self) -> coach.Income:
        """Return what the next taxes will bring this faction."""
        return coach.income(self.view, self.me)

    @cached_property
    def on_slots(self) -> int:
        """Return how many tokens on support slots can become coins."""
        view = self.view
        return sum([
            view.support[slot * FACTIONS_N + self.me]
            for slot in view.data.slots_of[self.me]
            if kind_of(slot) != PLAIN
        ])  # fmt: skip


class Newcomers:
    """The new units of one faction, and of those who place after it."""

    def __init__(self, appraisal: Appraisal, later: Sequence[int]) -> None:
        self.appraisal, self.view, self.me = appraisal, appraisal.view, appraisal.me
        self.later = [f for f in later if not appraisal.view.allied(f, appraisal.me)]
        self.purse = Purse(appraisal)
        self._parts = sum(sources(appraisal.view, appraisal.me))

    # -- provinces -----------------------------------------------------------------------

    def pressure(self, province: int, counts: Sequence[int]) -> list[int]:
        """Return the tokens of a province when every rival who places later has added some."""
        after, weights = list(counts), self.appraisal.weights
        for faction in self.later:
            holds = self.view.province_cards[province] == faction
            if holds and (counts[faction] or self.view.edition.card_is_enough):
                after[faction] += weights.holders
            elif counts[faction]:
                after[faction] += min(MOST_ADDED[self.view.players], counts[faction])
        return after

    def forecast(self, province: int, units: int) -> tuple[float, int]:
        """Return the value of a province with more units, and how many tokens conflict takes."""
        forecast = self.appraisal.forecasts.get((province, units))
        if forecast is None:
            counts = self.appraisal.counts(province)
            counts[self.me] += units
            value, lost = self.worth(province, counts), self.appraisal.lost(province, counts)
            # tokens flow over only from where nobody else is left, those to come included
            surplus = self.appraisal.surplus(province, self.pressure(province, counts))
            if surplus:
                more_worth, used = self.appraisal.poured(province, surplus)
                value += self.appraisal.weights.overflow * more_worth
                lost -= used
            forecast = value, lost
            self.appraisal.forecasts[province, units] = forecast
        return forecast

    def worth(self, province: int, counts: Sequence[int]) -> float:
        """Return the value of a province to which others may still add tokens."""
        value, weights = self.appraisal.worth(province, counts), self.appraisal.weights
        pressed = self.pressure(province, counts)
        if pressed == list(counts):
            return value
        under_pressure = self.appraisal.worth(province, pressed)
        sure = weights.pressed
        if self.view.players == 2 and self.me in CATHOLIC_UNITS:
            sure *= CROWN_FEARS
        return (1 - sure) * value + sure * under_pressure

    # -- slots and the stock -------------------------------------------------------------

    def on_slot(self, slot: int, n: int, units: int) -> float:
        """Return the value of a unit on a slot beside n others: more units, and perhaps a coin."""
        weights, view = self.appraisal.weights, self.view
        parts = self._parts + n
        stock = view.stock[self.me] - units
        gain = weights.slot * self.appraisal.left
        if parts < LEAST_UNITS or stock < n:
            gain *= weights.idle
        if kind_of(slot) != PLAIN:
            gain = max(gain, self.purse.next_coin(view.treasury[self.me] + n, stock))
        return gain

    def spare(self, n: int, units: int) -> float:
        """Return the value of a token that conflict sends back to the stock, by the next taxes."""
        view = self.view
        stock = view.stock[self.me] - units
        income = self.purse.income
        if stock >= income.provinces + 3 * income.cities:
            return 0.0
        return 0.8 * self.purse.next_coin(view.treasury[self.me] + n, stock)
