"""Purchases of a nation: how many troops, paid with which cards, and for whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from chancery.core import Action
from chancery.games.friedrich.board.atlas import NEXT, SUIT, distances
from chancery.games.friedrich.board.cards import RESERVE, SUIT_OF, VALUE, worth
from chancery.games.friedrich.board.pieces import GENERALS_OF, TRAINS_OF
from chancery.games.friedrich.bot.appraisal import Appraisal, odds
from chancery.games.friedrich.rules import army_limits, recruiting
from chancery.games.friedrich.rules.recruiting import Recruiting

_RICH = 60  # with so many points to spare every single troop is replaced
_A_START = 4  # so few troops do not enter next to a stronger enemy
_WITHIN_REACH = 5  # cities from which an enemy can march next to a stack
_RESERVE_COST = 40.0  # a Reserve counts in every suit, so it is the last card to pay with


class Purchases:
    """Decides what a nation buys, and which of its cards pay."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        self.view, self.nation = appraisal.view, appraisal.nation

    @cached_property
    def needs(self) -> list[float]:
        """Return how much each suit is needed where own stacks stand near hostile ones."""
        needs = [0.1] * 4
        for city in self.appraisal.stacks.values():
            distance = distances(city)
            closest = min((distance[enemy.city] for enemy in self.appraisal.enemies), default=20)
            weight = 1.0 if closest <= 3 else 0.5 if closest <= 6 else 0.15
            needs[SUIT[city]] += weight
            for adjacent_suit in {SUIT[c] for c in NEXT[city]}:
                needs[adjacent_suit] += 0.3 * weight
        whole = sum(needs)
        return [2.0 * need / whole for need in needs]

    def card_value(self, kind: int) -> float:
        """Return how much a card would be missed: by its points and the need for its suit."""
        if SUIT_OF[kind] == RESERVE:
            return _RESERVE_COST
        return VALUE[kind] * (0.5 + self.needs[SUIT_OF[kind]])

    def purchase(self, legal: Sequence[Action]) -> Action | None:
        """Return the purchase to make: to bring generals back, or before an army collapses."""
        view, nation = self.view, self.nation
        offers = {action.args[0]: action for action in legal if action.verb == "troops"}
        if not offers:
            return None
        affordable = max(offers)
        price = recruiting.price(view, nation)
        money = worth(view.hands[nation])
        trains = view.off_map(TRAINS_OF[nation])
        total, full = view.totals[nation], army_limits.ceiling(view, nation)
        away = len(view.off_map(GENERALS_OF[nation]))
        generals = len(GENERALS_OF[nation])
        if not self.appraisal.stacks:
            want = max(min(affordable, max(1, money // (price + 1))), min(offers))
            if want <= _A_START and want < full and self.would_be_attacked(want):
                return None  # next turn it can buy more
            return offers.get(want)
        keep = self.appraisal.weights.keep * (1.0 if full > 20 else 0.6 if full > 10 else 0.15)
        spare = money - keep
        if total < 0.5 * full or away * 2 >= generals:
            spare = money - 0.4 * keep
        if trains and len(trains) == len(TRAINS_OF[nation]) and money >= price:
            spare = max(spare, price)
        want = min(affordable, int(spare // (price + 0.5)))
        if trains and 0 in offers and want <= 1 and spare >= price:
            return offers[0]
        hurt = full - total
        if want <= 0 or hurt <= 0 or (hurt < 3 and not away and spare < _RICH):
            return None
        if not away and spare < 3 * price:
            return None
        return offers.get(min(want, max(hurt, away)))

    def would_be_attacked(self, troops: int) -> bool:
        """Return whether a stronger enemy could attack so few troops wherever they enter
        (§10.6)."""
        appraisal = self.appraisal
        wary = appraisal.weights.wary
        if not wary:
            return False
        # the cards that pay for the troops cannot be used to fight
        share_left = max(0.0, 1.0 - 6.0 * troops / max(1, worth(self.view.hands[self.nation])))
        for city in recruiting.entry_cities(self.view, self.nation, -1):
            distance = distances(city)
            own_points = share_left * appraisal.mine[SUIT[city]]
            in_reach = [e for e in appraisal.enemies if distance[e.city] <= _WITHIN_REACH]
            fights = [odds(e.average, e.troops, own_points, troops, e.unsure) for e in in_reach]
            if not any(chances.win > wary and chances.gain > 0.5 * troops for chances in fights):
                return False
        return True

    def pay(self, phase: Recruiting, legal: Sequence[Action]) -> Action:
        """Return the next card of the cheapest payment: suits unlikely to be fought in, little
        waste."""
        unpaid = phase.cost(self.view) - phase.worth()
        hand = self.view.hands[self.nation]
        # for each sum, capped at the price: the smallest loss, and the cards
        best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
        for kind in (action.args[0] for action in legal):
            cost = self.card_value(kind)
            for _ in range(hand[kind] - phase.paid.count(kind)):
                for paid, (spent, cards) in sorted(best.items(), reverse=True):
                    after = min(unpaid, paid + VALUE[kind])
                    if after not in best or best[after][0] > spent + cost:
                        best[after] = spent + cost, (*cards, kind)
        if unpaid not in best:
            return legal[0]
        largest = max(best[unpaid][1], key=lambda kind: VALUE[kind])
        return next(action for action in legal if action.args[0] == largest)

    def entry(self, city: int) -> float:
        """Return the value of entering in a city."""
        appraisal = self.appraisal
        danger = appraisal.danger(2.0, city)
        return appraisal.cover((), city) + appraisal.pull((), 4.0, city, city) - danger

    def portion(self, phase: Recruiting, legal: Sequence[Action]) -> Action:
        """Return the next receiver with as many troops as he would get one at a time."""
        room: dict[int, int] = {}
        for action in legal:
            room[action.args[0]] = action.args[1] if len(action.args) > 1 else 1
        portions_given = dict.fromkeys(room, 0)
        for _ in range(min(phase.troops - len(phase.fed), sum(room.values()))):
            hungry = [general for general in room if portions_given[general] < room[general]]
            portions_given[max(hungry, key=lambda g: self.hunger(phase, g, portions_given[g]))] += 1
        first = max(room, key=lambda g: self.hunger(phase, g))
        portions = [action for action in legal if action.args[0] == first]
        return min(portions, key=lambda a: abs(a.args[-1] - portions_given[first]))

    def hunger(self, phase: Recruiting, general: int, extra: int = 0) -> float:
        """Return how much a general needs the next troop: first those off the map, then those in
        the field."""
        view = self.view
        received = phase.fed.count(general) + extra
        if view.at[general] < 0:
            return 20.0 - 1.5 * received - 0.1 * general if received == 0 else 6.0 - 1.5 * received
        city = view.at[general]
        distance = distances(city)
        closest = min((distance[enemy.city] for enemy in self.appraisal.enemies), default=20)
        if view.down[general] and self.appraisal.supply(city, True, 0.0) > 0.0:
            return -50.0 - received  # a starving stack loses them too (§9.4)
        size = len(view.stack(general))
        troops = view.troops[general] + received
        return 6.0 - 0.5 * min(closest, 10) + 0.8 * size - 0.7 * troops / size
