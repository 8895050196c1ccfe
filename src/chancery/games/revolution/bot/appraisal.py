"""The value of provinces, cities and markers, and how provinces will be settled.

An `Appraisal` looks at one view as one faction sees it. It counts in points: of its own in full, of
others by how much they stand in the way. Everything is computed from the view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from math import exp
from operator import add
from typing import Any, NamedTuple

from chancery.core.chance import Dice
from chancery.core.frame import Frame
from chancery.games.revolution.board.atlas import SPACES
from chancery.games.revolution.board.board import CATHOLIC_SPACE, LAST_TURN, REFORMED, Board
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
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
from chancery.games.revolution.rules.conflict import left_by
from chancery.games.revolution.rules.control_cards import majority
from chancery.games.revolution.rules.moves_in_provinces import CITY_NEUTRALS, queue
from chancery.games.revolution.rules.overflow import reach
from chancery.games.revolution.rules.points import POINT, TOKENS_A_POINT


@dataclass(frozen=True)
class Weights:
    """The weights of the appraisal, in points."""

    rival: float = 1.3  # a point of all rivals together, beside an own one
    spread: float = 1.0  # by how many points those who will win may be mistaken
    unit: float = 0.05  # a new unit more in each turn that is left
    tax: float = 0.04  # a coin more in each turn that is left
    token: float = 0.03  # a token on the board when the game ends
    lasting: float = 0.04  # and for each turn that is left
    coin: float = 0.08  # a coin in the treasury for the next turn
    settled: float = 0.4  # how much of what waiting factions bring ends up outside of cities
    pressed: float = 0.85  # how surely rivals who place later add tokens
    idle: float = 0.5  # of a support token that brings no unit in the next turn
    overflow: float = 0.3  # of the value of surplus tokens nearby: others may come there first
    holders: int = 4  # tokens that a rival adds later where it holds the card of the province
    ahead: float = 0.87  # how sure a city is that nobody alone could take any more
    behind: float = 0.9  # and one that somebody just could take
    spoiling: float = 0.3  # how much a rival's points must hurt to besiege a city for nobody
    counter: float = 0.3  # how surely coins of others turn a city held by one token
    citizen: float = 0.07  # a token that joins a city in each turn that is left
    army: float = 0.12  # an army for each turn that is left
    garrison: float = 0.4  # a region with a Habsburg army before the last turn
    slot: float = 0.11  # a support token for each turn that is left
    keep: float = 0.35  # an army of anybody but the Habsburgs, where coins are short
    new_army: float = 0.18  # a coin for a new one; the Habsburgs' are worth twice as much
    short: float = 0.08  # a new unit that the stock does not reach for
    savings: float = 0.7  # how sure the upkeep of the next turn will lack without savings
    coins_wanted: int = 4  # for influence
    armies_wanted: int = 6
    garrisons_wanted: int = 6


# By how many play: by how many points a turn each faction is feared more, or less, than it stands
# now. Not what they gain in games between regents (with five the Nobility about 0.5, the Reformers
# 0.6 a turn): chosen by trial so that nobody wins too often.
GROWTH = {
    2: (0.0,) * 5,
    3: (-1.2, 0.1, 0.05, 0.0, 0.0),
    4: (-0.9, 0.6, 1.0, 0.45, 0.0),
    5: (-0.95, 0.6, 1.3, 0.55, -1.0),
}
# By how many play: how much each faction minds its rivals beside itself. Catholics and Reformers do
# better with less, and with fewer at the table most do. With three, nobody else stops a leader whom
# one of them lets go.
ENVY = {
    3: (0.4, 0.6, 0.6, 0.55, 0.6),
    4: (0.4, 0.55, 0.35, 0.55, 0.35),
    5: (0.3, 1.0, 0.7, 1.0, 0.4),
}
MOODS = 0.15  # by how much of itself a weight may differ


def temper(seed: str) -> Weights:
    """Return weights that differ a little from bot to bot."""
    dice, usual = Dice(seed, "temper"), Weights()
    changed: dict[str, Any] = {
        field.name: getattr(usual, field.name) * dice.uniform(1 - MOODS, 1 + MOODS)
        for field in fields(usual)
        if isinstance(getattr(usual, field.name), float)
    }
    return replace(usual, **changed)


class Plan(NamedTuple):
    """A placement of the tokens of a faction in a province."""

    cities: tuple[int, ...]  # tokens in each open city
    towns: tuple[int, ...]  # which towns


class Ground:
    """A province while it is being settled: who stands where, and who still has to place."""

    __slots__ = ("cities", "city", "open", "province", "towns")

    def __init__(self, province: int, cities: Sequence[int], towns: Sequence[int]) -> None:
        self.province = province
        self.cities = list(cities)  # those not under siege
        self.towns: dict[int, int] = dict.fromkeys(towns, -1)  # the owner; -1: nobody yet
        self.city = [[0] * OWNERS_N for _ in cities]
        self.open = [0] * OWNERS_N  # countryside and towns


MOST_CLIMATES = 12
MOST_POURED = 4  # surplus tokens of one province that are thought of


class Climate:
    """Cached values of provinces, and the circumstances on which they depend beside tokens.

    It stays the same for most of a turn, while tokens, armies and money come and go.
    """

    __slots__ = (
        "board", "cities", "counts", "gains", "held", "lands", "lines", "rates", "towns", "worths",
    )  # fmt: skip

    def __init__(self) -> None:
        self.rates: dict[int, list[float]] = {}
        self.gains: dict[tuple[int, int, int], float] = {}
        self.towns: dict[tuple[int, int], list[int]] = {}
        # by province, its sieges and the neutral tokens of its cities: by tokens, the worth
        self.lands: dict[tuple[int, ...], dict[tuple[int, ...], float]] = {}
        self.cities: dict[tuple[int, int, tuple[int, ...]], float] = {}
        self.held: dict[tuple[int, int], float] = {}
        self.lines: dict[tuple[Any, ...], list[float]] = {}
        # valid as long as no token moves and no siege begins or ends
        self.board: tuple[Any, ...] = ()
        self.counts: dict[int, list[int]] = {}
        self.worths: dict[tuple[int, tuple[int, ...]], float] = {}

    def look_at(self, view: Board) -> None:
        """Forget what depends on tokens and sieges if they have changed."""
        board = (view.tokens, view.sieges, view.neutrals > 0)
        if board != self.board:
            self.board, self.counts, self.worths = board, {}, {}


class Almanac:
    """A cache of climates, by what they depend on; one for each bot."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._known: dict[tuple[Any, ...], Climate] = {}

    def climate(self, frame: Frame, *key: Any) -> Climate:
        """Return the climate of these circumstances, an empty one if they are new."""
        if frame is not self._frame and frame != self._frame:
            self._frame = frame
            self._known.clear()
        climate = self._known.get(key)
        if climate is None:
            if len(self._known) >= MOST_CLIMATES:
                self._known.pop(next(iter(self._known)))
            climate = self._known[key] = Climate()
        return climate


class Appraisal:
    """A view as a faction sees it."""

    def __init__(
        self, view: Board, faction: int, weights: Weights, almanac: Almanac | None = None
    ) -> None:
        self.view, self.me, self.weights = view, faction, weights
        self.data = view.data
        self.left = LAST_TURN - view.turn  # turns after this one
        self.token = weights.token + weights.lasting * self.left
        self.joiners = joiner(view, False), joiner(view, True)  # by whether it is a Catholic
        self.expected = self._expected()
        self.purses = self._purse(CATHOLIC_UNITS), self._purse(ANTI_CATHOLIC_UNITS)
        climate = (almanac or Almanac()).climate(
            # a point of an ally is worth as much as my own
            view.frame, view.seat_of(faction), view.turn, view.order, self.expected, self.joiners,
            self.purses,
            view.allegiance, view.universities, view.bishoprics,
        )  # fmt: skip
        climate.look_at(view)
        self._rates, self._gains, self._free = climate.rates, climate.gains, climate.towns
        self._lands, self._held, self._cities = climate.lands, climate.held, climate.cities
        self._lines, self._counts, self._worths = climate.lines, climate.counts, climate.worths
        self._here: dict[int, dict[tuple[int, ...], float]] = {}
        self._overflows: dict[int, list[float]] = {}
        self._drifts: dict[int, float] = {}
        self._outside = [self.outside(f) if f in view.factions else 0.0 for f in range(NEUTRAL)]
        self.forecasts: dict[tuple[int, int], tuple[float, int]] = {}  # of new units (§6.10)
        self.mine = self.rates(faction)

    # -- whose points count how much ---------------------------------------------------

    def _expected(self) -> tuple[float, ...]:
        """Return the points that each faction is expected to reach.

        The small provinces count at the end only (§6.20.last). Bishoprics are lost one after the
        other, while those who begin with little gather tokens and towns.
        """
        view, data = self.view, self.data
        growth = GROWTH[view.players]
        expected = [0.0] * OWNERS_N
        for faction in view.factions:
            expected[faction] = view.points[faction] / POINT + growth[faction] * (self.left + 1)
        if view.turn < LAST_TURN:
            for province, holder in enumerate(view.province_cards):
                if holder >= 0 and data.late[province]:
                    expected[holder] += data.worth[province] / POINT
        return tuple(expected)

    def rates(self, faction: int) -> list[float]:
        """Return the value to a faction of a point for each faction; an ally's point is its own.

        A rival's point hurts in proportion to its chance to win.
        """
        rates = self._rates.get(faction)
        if rates is None:
            view, weights, points = self.view, self.weights, self.expected
            rivals = [f for f in view.factions if not view.allied(f, faction)]
            rates = [0.0] * OWNERS_N
            for f in view.factions:
                rates[f] = 1.0
            if view.players == 2:
                for f in rivals:
                    rates[f] = -1.0
            else:
                best = max([points[f] for f in rivals])
                odds = {f: exp((points[f] - best) / weights.spread) for f in rivals}
                envy = ENVY[view.players][faction] * weights.rival / sum(odds.values())
                for f in rivals:
                    rates[f] = -envy * odds[f]
            self._rates[faction] = rates
        return rates

    def _purse(self, side: Sequence[int]) -> int:
        """Return how far the coins of a side may move a marker (§6.16.three); 0 without coins."""
        coins = sum([self.view.treasury[f] for f in side])
        return self.data.most_shift if coins > 1 else 0

    def exposed(self, city: int, faction: int) -> bool:
        """Return whether coins could bring tokens of others into a city that a faction holds
        (§6.16).

        Two spaces at either end act; whose tokens they bring does not fear them.
        """
        marker, allied = self.view.allegiance[city], self.view.allied
        (catholic, hostile_coins), (anti, pro) = self.purses, self.joiners
        if 0 < marker - 2 <= catholic and not (0 <= pro < NEUTRAL and allied(pro, faction)):
            return True
        in_reach = 0 < SPACES - 1 - marker <= hostile_coins
        return in_reach and not (0 <= anti < NEUTRAL and allied(anti, faction))

    # -- what cards and places are worth -----------------------------------------------

    def _university(self, place: int, holder: int) -> int:
        """Return whether a university is Reformed once somebody holds its place."""
        if place not in self.data.universities:
            return 0
        return int(universities.kind(self.view, place, holder) == REFORMED)

    def _bishopric(self, province: int, holder: int) -> float:
        """Return the value of a bishopric to the Catholics when somebody holds the province.

        Spaces behind the line count a little: they take a turn to leave.
        """
        if province not in self.data.bishoprics:
            return 0.0
        space = bishoprics.space(self.view, province, holder)
        later = 0.12 * (CATHOLIC_SPACE - space) if self.left else 0.0
        return float(space <= CATHOLIC_SPACE) + later

    @cached_property
    def city_worth(self) -> float:
        """The value of a city's card to any holder: a point, units and taxes."""
        return 1.0 + self.left * (self.weights.unit + 2 * self.weights.tax)

    def province_worth(self, province: int) -> float:
        """Return the value of a province's card to any holder: points, taxes, units."""
        data, weights = self.data, self.weights
        points = data.worth[province] / POINT
        return points + self.left * (weights.unit + weights.tax * data.tax[province] / POINT)

    def town_worth(self, town: int, holder: int) -> float:
        """Return the value of a town to its holder."""
        trade = holder == BURGHERS and town in self.data.trade
        return self.left * self.weights.unit + float(trade)

    def city_gain(self, faction: int, city: int) -> float:
        """Return the value to a faction of holding a city, compared with nobody holding it."""
        key = (0, faction, city)
        gain = self._gains.get(key)
        if gain is None:
            rates = self.rates(faction)
            change = self._university(city, faction) - self._university(city, -1)
            gain = self._gains[key] = self.city_worth + rates[REFORMERS] * change
        return gain

    def town_gain(self, faction: int, town: int) -> float:
        """Return the value to a faction of a town, compared with a neutral token in it."""
        key = (1, faction, town)
        gain = self._gains.get(key)
        if gain is None:
            rates = self.rates(faction)
            change = self._university(town, faction) - self._university(town, NEUTRAL)
            gain = self.town_worth(town, faction) + rates[REFORMERS] * change
            if town in self.data.trade and faction != BURGHERS:
                gain -= rates[BURGHERS] / 2
            if town in self.data.universities and not change and faction != REFORMERS:
                gain -= rates[REFORMERS] / 2
            self._gains[key] = gain
        return gain

    def province_gain(self, faction: int, province: int) -> float:
        """Return the value to a faction of holding a province, compared with nobody holding it."""
        key = (2, faction, province)
        gain = self._gains.get(key)
        if gain is None:
            change = self._bishopric(province, faction) - self._bishopric(province, -1)
            gain = self.province_worth(province) + self.rates(faction)[CATHOLICS] * change
            self._gains[key] = gain
        return gain

    def outside(self, faction: int) -> float:
        """Return the value of a token in countryside or town by itself."""
        if faction == NOBILITY:
            return self.token + 1.0 / TOKENS_A_POINT[self.view.players]
        return self.token

    # -- how a province will be settled ------------------------------------------------

    def plan(self, ground: Ground, faction: int, hand: int, waiting: Mapping[int, int]) -> Plan:
        """Return how a faction places its tokens, given who places after it and how many.

        What a city brings depends on the tokens put there alone, what the rest brings on their
        number alone; so the best division is found city by city.
        """
        towns = self._towns(ground, faction)
        if not ground.cities:
            return Plan((), tuple(towns[:hand]))
        if waiting:
            allied = self.view.allied
            rivals = [n for f, n in waiting.items() if not allied(f, faction)]
            strongest, total = max(rivals, default=0), sum(rivals)
        else:
            strongest = total = 0
        lines = [
            self._city_line(city, tokens, faction, hand, strongest, total)
            for city, tokens in zip(ground.cities, ground.city, strict=True)
        ]
        best = self._rest_line(ground, faction, hand, sum(waiting.values()), towns)
        choices: list[list[int]] = []
        for line in lines[:-1]:
            after, choice = [], []
            for n in range(hand + 1):
                sums = list(map(add, line, best[n::-1]))
                value = max(sums)
                after.append(value)
                choice.append(sums.index(value))
            best = after
            choices.append(choice)
        sums = list(map(add, lines[-1], reversed(best)))
        inside = [sums.index(max(sums))]
        unplaced = hand - inside[0]
        for choice in reversed(choices):
            inside.append(choice[unplaced])
            unplaced -= inside[-1]
        return Plan(tuple(inside[::-1]), tuple(towns[:unplaced]))

    def _towns(self, ground: Ground, faction: int) -> list[int]:
        """Return the towns that nobody has taken, the best first."""
        key = (ground.province, faction)
        best_first = self._free.get(key)
        if best_first is None:
            towns = self.data.towns_of[ground.province]
            best_first = sorted(towns, key=lambda town: (-self.town_gain(faction, town), town))
            self._free[key] = best_first
        held = ground.towns
        return [town for town in best_first if held[town] < 0]

    def _city_line(
        self, city: int, tokens: Sequence[int], faction: int, hand: int, strongest: int, total: int
    ) -> list[float]:
        """Return the value of 0, 1, 2... tokens in a city, with rivals still to place.

        `strongest` is the largest of their hands, `total` all of them together. The list may be
        longer than the hand.
        """
        key = (city, tuple(tokens), faction, strongest, total)
        line = self._lines.get(key)
        if line is None or len(line) <= hand:
            line = self._lines[key] = self._worked_out(*key, hand)
        return line

    def _worked_out(
        self, city: int, tokens: Sequence[int], faction: int, strongest: int, total: int, hand: int
    ) -> list[float]:
        """Compute the value of 0, 1, 2... tokens in a city."""
        gain = self.city_gain(faction, city)
        placed = list(tokens)
        placed[faction] = 0
        top = placed.index(max(placed[:NEUTRAL]))
        hold = 2 * placed[top] - sum(placed)  # by how much somebody holds it
        deny = -self.rates(faction)[top] * self.city_worth
        token, ahead, behind = self.token, self.weights.ahead, self.weights.behind
        risk = self.weights.counter if self.exposed(city, faction) else 0.0
        quiet = not self.data.effects[self.view.allegiance[city]]
        others = sum(placed)
        line = []
        for x in range(hand + 1):
            if quiet:
                margin = x - others
            else:
                placed[faction] = x
                after = self.drifted(city, placed)
                margin = 2 * after[faction] - sum(after)
            if not x:  # neutral tokens can be sent away by whoever comes
                others -= placed[NEUTRAL]
                placed[NEUTRAL] = 0
            if margin > 0:
                if margin > total:
                    sure = 1.0
                elif margin > strongest:
                    sure = ahead
                else:
                    sure = min(1.0, max(0.1, behind - 0.15 * (strongest - margin)))
                if margin == 1:
                    sure *= 1 - risk
                value = sure * gain + (deny if hold > 0 else 0.0)
            else:
                value = deny if 0 < hold <= x else 0.0
            line.append(value + token * x)
        return line

    def drifted(self, city: int, tokens: Sequence[int], space: int = -1) -> list[int]:
        """Return the tokens of a city after the coloured spaces have acted (§6.16).

        Its marker is on the given space, or else stays where it is.
        """
        after = list(tokens)
        for effect in self.data.effects[self.view.allegiance[city] if space < 0 else space]:
            side = effect.catholic
            owner = self.joiners[side] if effect.adds else leaver(after, side)
            if owner >= 0:
                after[owner] += 1 if effect.adds else -1
        return after

    def _rest_line(
        self, ground: Ground, faction: int, hand: int, waiting: int, towns: Sequence[int]
    ) -> list[float]:
        """Return the value of 0, 1, 2... tokens in towns and countryside."""
        gain = self.province_gain(faction, ground.province)
        others = sum(ground.open) - ground.open[faction]
        total = others + waiting
        line = self._each(faction, hand, tuple(towns))
        if waiting:
            expected = others + self.weights.settled * waiting
            for m in range(others + 1, min(hand, total) + 1):
                line[m] += min(0.9, max(0.0, 0.5 + 0.2 * (m - expected))) * gain
        for m in range(total + 1, hand + 1):
            line[m] += gain
        return line

    def _each(self, faction: int, hand: int, towns: tuple[int, ...]) -> list[float]:
        """Return the value of 0, 1, 2... tokens by themselves, the first of them in these towns."""
        key = (faction, hand, towns)
        totals = self._lines.get(key)
        if totals is None:
            rate, value = self._outside[faction], 0.0
            totals = self._lines[key] = [value]
            for m in range(1, hand + 1):
                value += rate
                if m <= len(towns):
                    value += self.town_gain(faction, towns[m - 1])
                totals.append(value)
        return totals.copy()

    def ground(self, province: int, counts: Sequence[int]) -> Ground:
        """Return a province before anybody has placed, with these tokens in its open places."""
        view, data = self.view, self.data
        cities = [c for c in data.cities_of[province] if view.sieges[c] < 0]
        ground = Ground(province, cities, data.towns_of[province])
        neutrals = counts[NEUTRAL]
        for i, city in enumerate(cities):
            count = min(neutrals, view.tokens[spot_of(city) * OWNERS_N + NEUTRAL])
            ground.city[i][NEUTRAL] = count
            neutrals -= count
        ground.open[NEUTRAL] = neutrals
        return ground

    def put(self, ground: Ground, faction: int, hand: int, plan: Plan) -> None:
        """Carry out a plan; neutral tokens make way in cities where they would spoil it."""
        for i, n in enumerate(plan.cities):
            tokens = ground.city[i]
            if n:
                tokens[faction] += n
                displaced = min(tokens[NEUTRAL], surplus_neutrals(tokens, faction))
                tokens[NEUTRAL] -= displaced
                ground.open[NEUTRAL] += displaced
        for town in plan.towns:
            ground.towns[town] = faction
        ground.open[faction] += hand - sum(plan.cities)

    def settle(self, province: int, counts: Sequence[int]) -> Ground:
        """Return a province as it will be when every faction has placed as well as it can."""
        ground = self.ground(province, counts)
        factions = queue(self.view, counts)
        for i, faction in enumerate(factions):
            waiting = {f: counts[f] for f in factions[i + 1 :]}
            plan = self.plan(ground, faction, counts[faction], waiting)
            self.put(ground, faction, counts[faction], plan)
        for tokens in ground.city:
            if not any(tokens):
                tokens[NEUTRAL] = min(CITY_NEUTRALS, ground.open[NEUTRAL])
                ground.open[NEUTRAL] -= tokens[NEUTRAL]
        return ground

    # -- what a province is worth ------------------------------------------------------

    def judge(self, ground: Ground) -> float:
        """Return the value to the faction of a settled province."""
        rates, data = self.mine, self.data
        value = self._holding(ground.province, majority(ground.open))
        for city, tokens in zip(ground.cities, ground.city, strict=True):
            value += self.judge_city(city, tokens)
        for town, owner in ground.towns.items():
            if owner >= 0:
                value += rates[owner] * self.town_worth(town, owner)
            if town in data.universities:
                value += rates[REFORMERS] * self._university(town, owner if owner >= 0 else NEUTRAL)
        open_, outside = ground.open, self._outside
        for faction in self.view.factions:
            if open_[faction]:
                value += rates[faction] * outside[faction] * open_[faction]
        return value

    def _holding(self, province: int, holder: int) -> float:
        """Return the value to the faction if a holder, or nobody, has the card of a province."""
        key = (province, holder)
        worth = self._held.get(key)
        if worth is None:
            rates = self.mine
            worth = rates[holder] * self.province_worth(province) if holder >= 0 else 0.0
            worth += rates[CATHOLICS] * self._bishopric(province, holder)
            self._held[key] = worth
        return worth

    def judge_city(self, city: int, before: Sequence[int], space: int = -1) -> float:
        """Return the value of a city with these tokens before the coloured spaces act."""
        key = (city, space, tuple(before))
        worth = self._cities.get(key)
        if worth is None:
            rates, tokens = self.mine, self.drifted(city, before, space)
            holder = majority(tokens)
            worth = rates[holder] * self.city_worth if holder >= 0 else 0.0
            if city in self.data.universities:
                worth += rates[REFORMERS] * self._university(city, holder)
            worth += self.token * sum([rates[f] * tokens[f] for f in self.view.factions])
            self._cities[key] = worth
        return worth

    def after_conflict(self, province: int, counts: Sequence[int]) -> list[int]:
        """Return the tokens after conflict, neutral tokens and overflow (§6.11 to §6.13)."""
        limit = self.data.limit[province]
        total = sum(counts)
        if total > limit:
            after = list(left_by(tuple(counts), limit))
            total = sum(after)
            if total > limit:
                return [min(n, limit) for n in after]
        else:
            after = list(counts)
        room = limit - (not self.view.turn) - total  # §6.12, §5.4
        if room > 0 and self.view.neutrals:
            after[NEUTRAL] += room
        return after

    def worth(self, province: int, counts: Sequence[int]) -> float:
        """Return the value of a province if conflict comes with these tokens."""
        key = (province, tuple(counts))
        worth = self._worths.get(key)
        if worth is None:
            after = self.after_conflict(province, counts)
            values, survivors = self._land(province), tuple(after)
            worth = values.get(survivors)
            if worth is None:
                worth = values[survivors] = self.judge(self.settle(province, after))
            self._worths[key] = worth
        return worth

    def _land(self, province: int) -> dict[tuple[int, ...], float]:
        """Return the cached values of a province, by the tokens that conflict leaves."""
        worths = self._here.get(province)
        if worths is None:
            view = self.view
            key = [province]
            for city in self.data.cities_of[province]:
                key += (view.sieges[city] >= 0, view.tokens[spot_of(city) * OWNERS_N + NEUTRAL])
            worths = self._here[province] = self._lands.setdefault(tuple(key), {})
        return worths

    def counts(self, province: int) -> list[int]:
        """Return the tokens of each owner that take part in conflict now, as a list to change."""
        counts = self._counts.get(province)
        if counts is None:
            counts = self._counts[province] = self.view.unbesieged(province)
        return counts.copy()

    def change(self, province: int, changes: Iterable[tuple[int, int]]) -> float:
        """Return the change of a province's value by more or fewer tokens of some owners."""
        counts = self.counts(province)
        before = self.worth(province, counts)
        for owner, n in changes:
            counts[owner] += n
        return self.worth(province, counts) - before

    def lost(self, province: int, counts: Sequence[int]) -> int:
        """Return how many own tokens leave the province if conflict comes with these."""
        return counts[self.me] - self.after_conflict(province, counts)[self.me]

    # -- overflow ----------------------------------------------------------------------

    def surplus(self, province: int, counts: Sequence[int]) -> int:
        """Return how many own tokens conflict leaves above the limit; they overflow (§6.13)."""
        limit = self.data.limit[province]
        if counts[self.me] <= limit:
            return 0
        return max(0, left_by(tuple(counts), limit)[self.me] - limit)

    def poured(self, province: int, n: int) -> tuple[float, int]:
        """Return the value of n own surplus tokens of a province, and how many are of use."""
        totals = self._overflows.get(province)
        if totals is None:
            totals = self._overflows[province] = self._pour_all(province)
        n = min(n, len(totals) - 1)
        return totals[n], n

    def _pour_all(self, province: int) -> list[float]:
        """Return the value of 0, 1, 2... overflowing tokens, each where it is worth most."""
        me, view = self.me, self.view
        fields: list[tuple[int, list[int]]] = []
        for destination in reach(view, province, me):
            counts = self.after_conflict(destination, self.counts(destination))
            if sum(counts[:NEUTRAL]) < self.data.limit[destination]:
                fields.append((destination, counts))
        totals = [0.0]
        while fields and len(totals) <= MOST_POURED:
            best, chosen = 0.0, -1
            for i, (destination, counts) in enumerate(fields):
                gain = self.worth(destination, self.with_one_more(destination, counts))
                gain -= self.worth(destination, counts)
                if gain > best:
                    best, chosen = gain, i
            if chosen < 0:
                break
            totals.append(totals[-1] + best)
            destination, counts = fields[chosen]
            counts = self.with_one_more(destination, counts)
            if sum(counts[:NEUTRAL]) < self.data.limit[destination]:
                fields[chosen] = destination, counts
            else:
                del fields[chosen]
        return totals

    def with_one_more(self, province: int, counts: Sequence[int]) -> list[int]:
        """Return the tokens with one own token more; a neutral one may give way (§6.13.full)."""
        after = list(counts)
        if after[NEUTRAL] and sum(after) >= self.data.limit[province]:
            after[NEUTRAL] -= 1
        after[self.me] += 1
        return after

    # -- allegiance --------------------------------------------------------------------

    def marker_worth(self, city: int, coins: Sequence[int]) -> float:
        """Return the value of a city once its marker has moved by these coins (§6.16)."""
        view, data = self.view, self.data
        _, space = moved(view.allegiance[city], coins, view.order, data.most_shift)
        tokens = view.tokens[CUT[spot_of(city)]]
        drift = self._drifts.get(space)
        if drift is None:
            drift = self._drifts[space] = self._drift(space)
        return self.judge_city(city, tokens, space) + drift

    def _drift(self, space: int) -> float:
        """Return the value of a space of the table of allegiance for the turns to come."""
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
        """Return the value to the faction of a token of a side."""
        gainer = next((f for f in factions if self.view.seat_of(f) >= 0), -1)
        return self.mine[gainer] if gainer >= 0 else 0.0


def surplus_neutrals(tokens: Sequence[int], faction: int) -> int:
    """Return how many neutral tokens must leave a city for a faction to hold it, if any help."""
    others = sum(tokens) - tokens[faction] - tokens[NEUTRAL]
    if tokens[faction] <= others:
        return 0
    return max(0, tokens[NEUTRAL] - (tokens[faction] - others - 1))
