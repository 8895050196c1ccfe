"""What provinces, cities and markers are worth, and how provinces will be settled.

An `Appraisal` looks at one view as one faction sees it. It counts in points: of its own in full, of
others by how much they stand in the way. Everything is found from the view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

from chancery.core.chance import Dice
from chancery.games.revolution.board.atlas import SPACES
from chancery.games.revolution.board.board import CATHOLIC_SPACE, LAST_TURN, REFORMED, Board
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    FACTIONS_N,
    NEUTRAL,
    NOBILITY,
    OWNERS_N,
    REFORMERS,
)
from chancery.games.revolution.board.places import CUT, spot_of
from chancery.games.revolution.rules import bishoprics, universities
from chancery.games.revolution.rules.allegiance import (
    ANTI_CATHOLIC_UNITS,
    CATHOLIC_UNITS,
    joiner,
    leaver,
    moved,
)
from chancery.games.revolution.rules.conflict import losses, remaining
from chancery.games.revolution.rules.control_cards import majority
from chancery.games.revolution.rules.moves_in_provinces import CITY_NEUTRALS, queue
from chancery.games.revolution.rules.neutral_tokens import filled_to
from chancery.games.revolution.rules.points import POINT, TOKENS_A_POINT


@dataclass(frozen=True)
class Weights:
    """What counts how much, in points."""

    rival: float = 0.4  # a point of all rivals together, beside an own one
    leader: float = 1.3  # how much more the points of the strongest rival hurt
    unit: float = 0.06  # a new unit more in each turn that is left
    tax: float = 0.04  # a coin more in each turn that is left
    token: float = 0.03  # a token on the board when the game ends
    lasting: float = 0.04  # and for each turn that is left
    coin: float = 0.08  # a coin in the treasury for the next turn
    settled: float = 0.4  # how much of what waiting factions bring ends up outside of cities
    pressed: float = 0.6  # how surely rivals who place later add tokens
    most_pressed: int = 3  # how many tokens each of them adds, as far as it has them there
    idle: float = 0.5  # of a support token that brings no unit in the next turn
    holders: int = 4  # and where it holds the card of the province
    ahead: float = 0.85  # how sure a city is that nobody alone could take any more
    behind: float = 0.8  # and one that somebody just could take
    citizen: float = 0.06  # a token that joins a city in each turn that is left
    army: float = 0.1  # an army for each turn that is left
    garrison: float = 0.4  # a region with a Habsburg army before the last turn
    slot: float = 0.07  # a support token for each turn that is left
    keep: float = 0.35  # an army of anybody but the Habsburgs, where coins are short
    new_army: float = 0.15  # a coin for a new one; the Habsburgs' are worth twice as much
    short: float = 0.08  # a new unit that the stock does not reach for
    savings: float = 0.6  # how sure the upkeep of the next turn will lack without savings
    coins_wanted: int = 5  # for influence
    armies_wanted: int = 5
    garrisons_wanted: int = 6


MOODS = 0.15  # by how much of itself a weight may differ


def temper(seed: str) -> Weights:
    """What counts how much to somebody: a little more or less than to others."""
    dice, usual = Dice(seed, "temper"), Weights()
    own: dict[str, Any] = {
        field.name: getattr(usual, field.name) * dice.uniform(1 - MOODS, 1 + MOODS)
        for field in fields(usual)
        if isinstance(getattr(usual, field.name), float)
    }
    return replace(usual, **own)


class Plan(NamedTuple):
    """How a faction places its tokens in a province."""

    cities: tuple[int, ...]  # tokens in each open city
    towns: tuple[int, ...]  # which towns


class Ground:
    """A province while it is being settled: who stands where, and who still has to place."""

    __slots__ = ("cities", "city", "open", "province", "towns")

    def __init__(self, province: int, cities: Sequence[int], towns: Sequence[int]) -> None:
        self.province = province
        self.cities = list(cities)  # those not under siege
        self.towns: dict[int, int] = dict.fromkeys(towns, -1)  # who has placed there
        self.city = [[0] * OWNERS_N for _ in cities]
        self.open = [0] * OWNERS_N  # countryside and towns


class Appraisal:
    """A view as a faction sees it."""

    def __init__(self, view: Board, faction: int, weights: Weights) -> None:
        self.view, self.me, self.weights = view, faction, weights
        self.data = view.data
        self.left = LAST_TURN - view.turn  # turns after this one
        self.token = weights.token + weights.lasting * self.left
        self._rates: dict[int, list[float]] = {}
        self._gains: dict[tuple[int, int, int], float] = {}
        self._worths: dict[tuple[int, tuple[int, ...]], float] = {}
        self.mine = self.rates(faction)

    # -- whose points count how much ---------------------------------------------------

    @cached_property
    def leader(self) -> int:
        """Who has most points now."""
        return max(self.view.factions, key=lambda faction: self.view.points[faction])

    def rates(self, faction: int) -> list[float]:
        """What a point of each faction means to one of them: allies' are its own."""
        found = self._rates.get(faction)
        if found is None:
            view, weights = self.view, self.weights
            rivals = [f for f in view.factions if not view.allied(f, faction)]
            each = weights.rival / max(1, len(rivals)) if view.players > 2 else 1.0
            found = [0.0] * OWNERS_N
            for f in view.factions:
                found[f] = -each if f in rivals else 1.0
            if self.leader in rivals and view.players > 2:
                found[self.leader] *= weights.leader
            self._rates[faction] = found
        return found

    # -- what cards and places are worth -----------------------------------------------

    def _university(self, place: int, holder: int) -> int:
        """Whether a university is Reformed once somebody holds its place."""
        if place not in self.data.universities:
            return 0
        return int(universities.kind(self.view, place, holder) == REFORMED)

    def _bishopric(self, province: int, holder: int) -> float:
        """What a bishopric brings the Catholics once somebody holds the province.

        Spaces behind the line count a little: they take a turn to leave.
        """
        if province not in self.data.bishoprics:
            return 0.0
        space = bishoprics.space(self.view, province, holder)
        later = 0.12 * (CATHOLIC_SPACE - space) if self.left else 0.0
        return float(space <= CATHOLIC_SPACE) + later

    @cached_property
    def city_worth(self) -> float:
        """What the card of a city brings to anybody: a point, units and taxes."""
        return 1.0 + self.left * (self.weights.unit + 2 * self.weights.tax)

    def province_worth(self, province: int) -> float:
        """What its card brings to anybody: points, taxes and the right to place at will."""
        data, weights = self.data, self.weights
        points = data.worth[province] / POINT
        return points + self.left * (weights.unit + weights.tax * data.tax[province] / POINT)

    def town_worth(self, town: int, holder: int) -> float:
        """What a town brings to its holder."""
        trade = holder == BURGHERS and town in self.data.trade
        return self.left * self.weights.unit + float(trade)

    def city_gain(self, faction: int, city: int) -> float:
        """What a city is to a faction, beside nobody's holding it."""
        key = (0, faction, city)
        found = self._gains.get(key)
        if found is None:
            rates = self.rates(faction)
            change = self._university(city, faction) - self._university(city, -1)
            found = self._gains[key] = self.city_worth + rates[REFORMERS] * change
        return found

    def town_gain(self, faction: int, town: int) -> float:
        """What a town is to a faction, beside a neutral token in it."""
        key = (1, faction, town)
        found = self._gains.get(key)
        if found is None:
            rates = self.rates(faction)
            change = self._university(town, faction) - self._university(town, NEUTRAL)
            found = self.town_worth(town, faction) + rates[REFORMERS] * change
            if town in self.data.trade and faction != BURGHERS:
                found -= rates[BURGHERS] / 2
            if town in self.data.universities and not change and faction != REFORMERS:
                found -= rates[REFORMERS] / 2
            self._gains[key] = found
        return found

    def province_gain(self, faction: int, province: int) -> float:
        """What a province is to a faction, beside nobody's holding it."""
        key = (2, faction, province)
        found = self._gains.get(key)
        if found is None:
            change = self._bishopric(province, faction) - self._bishopric(province, -1)
            found = self.province_worth(province) + self.rates(faction)[CATHOLICS] * change
            self._gains[key] = found
        return found

    def outside(self, faction: int) -> float:
        """What a token in countryside or town is worth by itself."""
        if faction == NOBILITY:
            return self.token + 1.0 / TOKENS_A_POINT[self.view.players]
        return self.token

    # -- how a province will be settled ------------------------------------------------

    def plan(self, ground: Ground, faction: int, hand: int, waiting: Mapping[int, int]) -> Plan:
        """Where a faction puts its tokens, knowing who places after it and with how many.

        What a city brings depends on the tokens put there alone, what the rest brings on their
        number alone; so the best division is found city by city.
        """
        rivals = [n for f, n in waiting.items() if not self.view.allied(f, faction)]
        gains = [
            self._city_line(city, here, faction, hand, rivals)
            for city, here in zip(ground.cities, ground.city, strict=True)
        ]
        towns = self._towns(ground, faction)
        best = self._rest_line(ground, faction, hand, sum(waiting.values()), towns)
        choices: list[list[int]] = []
        for line in gains:
            after, choice = [], []
            for n in range(hand + 1):
                value, x = max((line[x] + best[n - x], -x) for x in range(n + 1))
                after.append(value)
                choice.append(-x)
            best = after
            choices.append(choice)
        left = hand
        inside = [0] * len(gains)
        for i in reversed(range(len(gains))):
            inside[i] = choices[i][left]
            left -= inside[i]
        return Plan(tuple(inside), tuple(towns[:left]))

    def _towns(self, ground: Ground, faction: int) -> list[int]:
        """Towns nobody has taken, the best first."""
        free = [town for town, holder in ground.towns.items() if holder < 0]
        return sorted(free, key=lambda town: (-self.town_gain(faction, town), town))

    def _city_line(
        self, city: int, here: Sequence[int], faction: int, hand: int, waiting: Sequence[int]
    ) -> list[float]:
        """What 0, 1, 2... tokens in a city bring."""
        gain = self.city_gain(faction, city)
        placed = list(here)
        placed[faction] = 0
        top = max(range(FACTIONS_N), key=lambda f: placed[f])
        hold = 2 * placed[top] - sum(placed)  # by how much somebody holds it
        deny = -self.rates(faction)[top] * self.city_worth
        line = []
        for x in range(hand + 1):
            placed[faction] = x
            if x:
                placed[NEUTRAL] = 0  # they can be sent away
            after = self.drifted(city, placed)
            margin = 2 * after[faction] - sum(after)
            if margin > 0:
                value = self._surety(margin, waiting) * gain + (deny if hold > 0 else 0.0)
            else:
                value = deny if 0 < hold <= x else 0.0
            line.append(value + self.token * x)
        return line

    def _surety(self, margin: int, waiting: Sequence[int]) -> float:
        """How surely a faction keeps a city that it leads in by so much, with others to place."""
        most = max(waiting, default=0)
        if margin > sum(waiting):
            return 1.0
        if margin > most:
            return self.weights.ahead
        return max(0.1, self.weights.behind - 0.15 * (most - margin))

    def drifted(self, city: int, here: Sequence[int], space: int = -1) -> list[int]:
        """The tokens of a city after the coloured spaces have acted (§6.16).

        Its marker is on the given space, or else stays where it is.
        """
        view, after = self.view, list(here)
        for effect in self.data.effects[view.allegiance[city] if space < 0 else space]:
            side = effect.catholic
            owner = joiner(view, side) if effect.adds else leaver(after, side)
            if owner >= 0:
                after[owner] += 1 if effect.adds else -1
        return after

    def _rest_line(
        self, ground: Ground, faction: int, hand: int, waiting: int, towns: Sequence[int]
    ) -> list[float]:
        """What 0, 1, 2... tokens in towns and countryside bring."""
        gain = self.province_gain(faction, ground.province)
        each = self.outside(faction)
        others = sum(ground.open) - ground.open[faction]
        expected = others + self.weights.settled * waiting
        total = others + waiting
        value, line = 0.0, []
        for m in range(hand + 1):
            if m:
                value += each
                if m <= len(towns):
                    value += self.town_gain(faction, towns[m - 1])
            if m > total:
                sure = 1.0
            elif not waiting or m <= others:
                sure = 0.0
            else:
                sure = min(0.9, max(0.0, 0.5 + 0.2 * (m - expected)))
            line.append(value + sure * gain)
        return line

    def ground(self, province: int, counts: Sequence[int]) -> Ground:
        """A province before anybody has placed, with these tokens outside of besieged cities."""
        view, data = self.view, self.data
        cities = [c for c in data.cities_of[province] if view.sieges[c] < 0]
        ground = Ground(province, cities, data.towns_of[province])
        left = counts[NEUTRAL]
        for i, city in enumerate(cities):
            here = min(left, view.tokens[spot_of(city) * OWNERS_N + NEUTRAL])
            ground.city[i][NEUTRAL] = here
            left -= here
        ground.open[NEUTRAL] = left
        return ground

    def put(self, ground: Ground, faction: int, hand: int, plan: Plan) -> None:
        """Carry out a plan; neutral tokens make way in cities where they would spoil it."""
        for i, n in enumerate(plan.cities):
            here = ground.city[i]
            if n:
                here[faction] += n
                out = min(here[NEUTRAL], surplus_neutrals(here, faction))
                here[NEUTRAL] -= out
                ground.open[NEUTRAL] += out
        for town in plan.towns:
            ground.towns[town] = faction
        ground.open[faction] += hand - sum(plan.cities)

    def settle(self, province: int, counts: Sequence[int]) -> Ground:
        """How a province will look when everybody has placed as he should."""
        ground = self.ground(province, counts)
        factions = queue(self.view, counts)
        for i, faction in enumerate(factions):
            waiting = {f: counts[f] for f in factions[i + 1 :]}
            plan = self.plan(ground, faction, counts[faction], waiting)
            self.put(ground, faction, counts[faction], plan)
        for here in ground.city:
            if not any(here):
                here[NEUTRAL] = min(CITY_NEUTRALS, ground.open[NEUTRAL])
                ground.open[NEUTRAL] -= here[NEUTRAL]
        return ground

    # -- what a province is worth ------------------------------------------------------

    def judge(self, ground: Ground) -> float:
        """What a settled province is worth to me."""
        view, rates, data = self.view, self.mine, self.data
        province = ground.province
        holder = majority(ground.open)
        value = rates[holder] * self.province_worth(province) if holder >= 0 else 0.0
        value += rates[CATHOLICS] * self._bishopric(province, holder)
        for city, here in zip(ground.cities, ground.city, strict=True):
            value += self.judge_city(city, here)
        for town, owner in ground.towns.items():
            if owner >= 0:
                value += rates[owner] * self.town_worth(town, owner)
            if town in data.universities:
                value += rates[REFORMERS] * self._university(town, owner if owner >= 0 else NEUTRAL)
        for faction in view.factions:
            value += rates[faction] * self.outside(faction) * ground.open[faction]
        return value

    def judge_city(self, city: int, before: Sequence[int], space: int = -1) -> float:
        """What a city is worth to me that has these tokens before the coloured spaces act."""
        rates, here = self.mine, self.drifted(city, before, space)
        holder = majority(here)
        value = rates[holder] * self.city_worth if holder >= 0 else 0.0
        if city in self.data.universities:
            value += rates[REFORMERS] * self._university(city, holder)
        return value + self.token * sum([rates[f] * here[f] for f in self.view.factions])

    def after_conflict(self, province: int, counts: Sequence[int]) -> list[int]:
        """§6.11 to §6.13: what conflict leaves, neutral tokens added, no more than the limit."""
        limit = self.data.limit[province]
        after = remaining(counts, losses(counts, limit))
        total = sum(after)
        if total > limit:
            after = [min(n, limit) for n in after]
        elif self.view.neutrals:
            after[NEUTRAL] += max(0, filled_to(self.view, province) - total)
        return after

    def worth(self, province: int, counts: Sequence[int]) -> float:
        """What a province will be worth to me if conflict comes with these tokens."""
        key = (province, tuple(counts))
        found = self._worths.get(key)
        if found is None:
            after = self.after_conflict(province, counts)
            found = self.judge(self.settle(province, after))
            self._worths[key] = found
        return found

    def change(self, province: int, more: Iterable[tuple[int, int]]) -> float:
        """How much better a province gets for me by some more or fewer tokens of some owners."""
        counts = self.view.unbesieged(province)
        before = self.worth(province, counts)
        for owner, n in more:
            counts[owner] += n
        return self.worth(province, counts) - before

    def lost(self, province: int, counts: Sequence[int]) -> int:
        """How many tokens of mine come back to the stock if conflict comes with these."""
        return counts[self.me] - self.after_conflict(province, counts)[self.me]

    # -- allegiance --------------------------------------------------------------------

    def marker_worth(self, city: int, coins: Sequence[int]) -> float:
        """What a city is worth to me once its marker has moved by these coins (§6.16)."""
        view, data = self.view, self.data
        _, space = moved(view.allegiance[city], coins, view.order, data.most_shift)
        here = view.tokens[CUT[spot_of(city)]]
        return self.judge_city(city, here, space) + self._drift(space)

    def _drift(self, space: int) -> float:
        """What a space means for the turns to come."""
        view, value = self.view, 0.0
        for effect in self.data.effects[space]:
            sides = CATHOLIC_UNITS if effect.catholic else ANTI_CATHOLIC_UNITS
            gainer = next((f for f in sides if view.seat_of(f) >= 0), -1)
            if gainer >= 0:
                value += self.mine[gainer] * (1 if effect.adds else -0.7)
        # a space next to the coloured ones is a coin nearer to them
        lean = (self._side(CATHOLIC_UNITS) * (SPACES + 1 - 2 * space)
                - self._side(ANTI_CATHOLIC_UNITS) * (SPACES + 1 - 2 * space))  # fmt: skip
        return min(self.left, 2) * (self.weights.citizen * value + 0.015 * lean)

    def _side(self, factions: Sequence[int]) -> float:
        """What tokens of a side are to me."""
        gainer = next((f for f in factions if self.view.seat_of(f) >= 0), -1)
        return self.mine[gainer] if gainer >= 0 else 0.0


def surplus_neutrals(here: Sequence[int], faction: int) -> int:
    """How many neutral tokens must leave a city for a faction to hold it, if that helps at all."""
    others = sum(here) - here[faction] - here[NEUTRAL]
    if here[faction] <= others:
        return 0
    return max(0, here[NEUTRAL] - (here[faction] - others - 1))
