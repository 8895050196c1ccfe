"""The game's own bot, which plays by rules of thumb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from chancery.core import Action, Game, Question, Text
from chancery.core.bot import in_parts, varied
from chancery.core.chance import Dice
from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import (
    FACTIONS_N,
    HABSBURGS,
    NEUTRAL,
    OWNERS_N,
)
from chancery.games.revolution.board.places import CITIES_N, CUT, PROVINCES_N, spot_of
from chancery.games.revolution.bot import reasons
from chancery.games.revolution.bot.appraisal import (
    Almanac,
    Appraisal,
    Ground,
    Plan,
    surplus_neutrals,
    temper,
)
from chancery.games.revolution.bot.armies_and_beggars import Soldiery
from chancery.games.revolution.bot.coins_and_units import Newcomers, Purse
from chancery.games.revolution.bot.drafts import drafted
from chancery.games.revolution.bot.order_of_play import Turns
from chancery.games.revolution.rules.allegiance import Paying
from chancery.games.revolution.rules.army_moves import Holding
from chancery.games.revolution.rules.end_of_turn import Ordering
from chancery.games.revolution.rules.keeping_armies import UPKEEP
from chancery.games.revolution.rules.military_influence import Barring, Influencing
from chancery.games.revolution.rules.moves_in_provinces import Batches, Placing, Provinces, Row
from chancery.games.revolution.rules.new_armies import MOST_ARMIES, PRICES, Raising
from chancery.games.revolution.rules.new_units import LEAST_UNITS, NewUnits, sources
from chancery.games.revolution.rules.notation import (
    ABANDON,
    CLEAR,
    DONE,
    HIRE,
    KEEP,
    KEEP_ALL,
    LET,
    PUT,
    STOP,
)
from chancery.games.revolution.rules.overflow import Overflow
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.rules.support_moves import Interception, Support
from chancery.games.revolution.rules.water_beggars import Hiring
from chancery.games.revolution.view import RevolutionView

AT_ONCE = ("tax", "intercept", "hold", "bar", "order")  # questions that have one part only
STRIDES = (1, 2, 3, 4, 6)  # new units that are thought of together; more come part by part
LITTLE = 1e-9  # so that sums of the same numbers in another order make no difference


class Regent:
    """Plays Revolution by rules of thumb, for any faction and any number of players.

    Each choice of many parts is taken up from the view as it lies, and made to its end. It throws
    no dice, but its seed gives it a temper for the game: there is no chance in this one, and
    without it all games between regents would be the same.
    """

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._game = game
        self.weights = temper(seed)
        self._key: tuple[Any, ...] = ()
        self._appraisal: Appraisal | None = None
        self._almanac = Almanac()
        self._troops: Soldiery | None = None
        self._answers: dict[str, Callable[[RevolutionView, Sequence[Action]], Action]] = {
            "post": self._post,
            "tax": self._tax,
            "support": self._support,
            "intercept": self._intercept,
            "upkeep": self._upkeep,
            "loot": self._loot,
            "raise": self._raise,
            "besiege": self._besiege,
            "hire": self._hire,
            "beggars": self._beggars,
            "march": self._march,
            "hold": self._hold,
            "influence": self._influence,
            "bar": self._bar,
            "units": self._units,
            "fill": self._fill,
            "spill": self._spill,
            "settle": self._settle,
            "put": self._put,
            "people": self._people,
            "pay": self._pay,
            "order": self._order,
        }

    def sway(self, dice: Dice, spread: float) -> None:
        """Distort the weights, for a beginner or for another style of play."""
        self.weights = varied(self.weights, dice, spread)

    def plan(
        self, view: RevolutionView, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return the actions up to the next question, or until another seat is asked."""
        answer = partial(self._answer, asked.name)
        if asked.name in AT_ONCE:
            return (answer(view, legal),)
        if isinstance(view.phases[-1], Choice):
            return drafted(view, asked, self._several)
        return in_parts(self._game, view, asked, answer)

    def _several(
        self, asked: Question, view: RevolutionView, legal: Sequence[Action]
    ) -> Sequence[Action]:
        """Return the next steps of a choice, as many as are decided together."""
        if asked.name == "put":
            return (*self._puts(view), DONE)
        return (self._answer(asked.name, view, legal),)

    def reasons(
        self, view: RevolutionView, asked: Question, plan: Sequence[Action]
    ) -> tuple[Text, ...]:
        """Return why the bot would carry out this plan, the weightiest reasons first."""
        faction = self._deciding(view, asked)
        return reasons.reasons(view, asked, plan, self._appraise(view, faction))

    def _deciding(self, view: RevolutionView, asked: Question) -> int:
        """Return the faction that is to decide: usually, but not always, that of the phase."""
        if asked.name in ("hold", "bar"):
            return view.hirer
        if asked.name == "intercept":
            return view.huguenots()
        faction: int = getattr(view.phases[-1], "faction", view.order[0])
        return faction

    def _answer(self, name: str, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Return the only legal action, or the choice of the function for this question."""
        answer = self._answers.get(name)
        return legal[0] if len(legal) == 1 or answer is None else answer(view, legal)

    def _appraise(self, view: RevolutionView, faction: int) -> Appraisal:
        """Return the appraisal of a view for a faction, computed once for all parts of a choice.

        The key is everything that it depends on, so nothing is remembered that would not be found
        again.
        """
        key = (
            view.frame, faction, view.turn, view.order, view.tokens, view.neutrals, view.stock,
            view.treasury, view.support, view.flipped, view.armies, view.sieges, view.city_cards,
            view.province_cards, view.bishoprics, view.universities, view.allegiance, view.points,
        )  # fmt: skip
        if key != self._key or self._appraisal is None:
            self._key, self._appraisal = key, Appraisal(view, faction, self.weights, self._almanac)
        return self._appraisal

    def _mine(self, view: RevolutionView) -> Appraisal:
        """Return the appraisal for the faction that is to decide."""
        return self._appraise(view, getattr(view.phases[-1], "faction", view.order[0]))

    def _soldiery(self, appraisal: Appraisal) -> Soldiery:
        """Return the values of armies for an appraisal, computed once for all parts of a choice."""
        if self._troops is None or self._troops.appraisal is not appraisal:
            self._troops = Soldiery(appraisal)
        return self._troops

    # -- set-up, money, support --------------------------------------------------------

    def _post(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Place the first armies where they are worth most."""
        soldiery = self._soldiery(self._appraise(view, HABSBURGS))

        def promise(action: Action) -> float:
            return sum(soldiery.uses(action.args[0], HABSBURGS)[:2])

        return max(legal, key=promise)

    def _tax(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Choose the rate by the value of the coins, less what missing tokens for units cost."""
        appraisal = self._mine(view)
        purse, cities = Purse(appraisal), view.city_cards.count(appraisal.me)
        due, soldiers = coach.new_units(view, appraisal.me).due, purse.soldiers()

        def worth(extra: int) -> float:
            money = view.treasury[appraisal.me] + extra * cities
            stock = view.stock[appraisal.me] - extra * cities + min(money, soldiers)
            return purse.value(money) - appraisal.weights.short * max(0, due - stock)

        return legal[max(range(len(legal)), key=worth)]

    def _support(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Move tokens that are worth more in a province than the units they bring in a box."""
        appraisal = self._mine(view)
        stay = self._stay(appraisal)
        phase = view.phases[-1]
        assert isinstance(phase, Support)
        best, choice = stay, DONE
        for action in legal:
            if action.verb == "bring":
                province = action.args[1]
                n = 1 + sum([p == province for _, p in phase.brought])
                gain = appraisal.change(province, ((appraisal.me, n),)) - (
                    appraisal.change(province, ((appraisal.me, n - 1),)) if n > 1 else 0.0
                )
                if gain > best:
                    best, choice = gain, action
        if choice == DONE:
            banked = sum([n for _, n in phase.banked])
            return self._bank(appraisal, legal, stay, view.treasury[appraisal.me] + banked)
        return choice

    def _stay(self, appraisal: Appraisal) -> float:
        """Return the value of a token in a support box by the units it brings."""
        view = appraisal.view
        parts = sum(sources(view, appraisal.me))
        # a token brings no unit where there are the least number, or too few in stock, anyway
        idle = parts <= LEAST_UNITS or view.stock[appraisal.me] < parts
        # in the opening turn a foothold comes before everything
        return 0.0 if idle or not view.turn else appraisal.weights.slot * (appraisal.left + 1)

    def _bank(
        self, appraisal: Appraisal, legal: Sequence[Action], stay: float, money: int
    ) -> Action:
        """Turn tokens into coins as long as a coin is worth more than the token on its slot."""
        purse = Purse(appraisal)
        choice = DONE
        for action in legal:
            if action.verb == "bank":
                n = action.args[1] + 1
                if purse.value(money + n) - purse.value(money + n - 1) > stay:
                    choice = action
        return choice

    def _intercept(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Intercept all that is possible: a coin for a token of little value.

        Where the Huguenot tokens themselves become the coins (§6.2.2.2004), as far as each is worth
        more as a coin taken from a rival than in its box.
        """
        if not view.edition.huguenots_pay:
            return legal[-1]
        appraisal, top = self._appraise(view, view.huguenots()), view.phases[-1]
        assert isinstance(top, Interception)
        purse, money = Purse(appraisal), view.treasury[appraisal.me]
        price = self._stay(appraisal) + appraisal.mine[top.faction] * appraisal.weights.coin
        return max(legal, key=lambda act: purse.value(money + act.args[0]) - price * act.args[0])

    # -- armies ------------------------------------------------------------------------

    def _upkeep(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Keep the armies that are worth their pay, the best first; the others loot."""
        appraisal = self._mine(view)
        soldiery = self._soldiery(appraisal)
        price = UPKEEP[appraisal.me] * appraisal.weights.coin
        regions = sorted({a.args[0] for a in legal if a.verb == "abandon"})
        gains = {region: soldiery.keep_gain(region) for region in regions}
        if KEEP_ALL in legal and min(gains.values()) > price:
            return KEEP_ALL
        best = max(regions, key=lambda region: gains[region])
        if gains[best] > price and KEEP[best] in legal:
            return KEEP[best]
        return ABANDON[min(regions, key=lambda region: gains[region])]

    def _loot(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Loot where it hurts rivals most, or helps."""
        appraisal = self._mine(view)

        def gain(action: Action) -> float:
            if action.verb == "sack":
                return appraisal.change(action.args[0], ((NEUTRAL, 1),))
            spot, owner = action.args
            replaced = 1 if view.neutrals else 0
            return appraisal.change(view.data.province_at(spot), ((owner, -1), (NEUTRAL, replaced)))

        return max(legal, key=gain)

    def _raise(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Raise armies where they are worth more than they cost."""
        appraisal, phase = self._mine(view), view.phases[-1]
        assert isinstance(phase, Raising)
        soldiery, chosen = self._soldiery(appraisal), phase.regions
        n = len(chosen)
        purse, paid = Purse(appraisal), PRICES[appraisal.me][n]
        best, choice = 0.0, DONE
        for action in legal:
            if action.verb != "raise":
                continue
            region = action.args[0]
            already = chosen.count(region)
            for raised in (1, 2):
                if n + raised > MOST_ARMIES or view.free_boxes(region) < already + raised:
                    continue
                price = PRICES[appraisal.me][n + raised] - paid
                if paid + price > view.treasury[appraisal.me]:
                    continue
                gain = soldiery.raise_gain(region, already + raised)
                if already:
                    gain -= soldiery.raise_gain(region, already)
                upkeep = raised * UPKEEP[appraisal.me] if appraisal.left else 0
                cost = purse.raise_cost(paid + price) - purse.raise_cost(paid)
                gain = (gain - cost - upkeep * appraisal.weights.coin) / raised
                if gain > best:
                    best, choice = gain, action
        return choice

    def _coin(self, appraisal: Appraisal) -> float:
        """Return the value of a coin; in the last turn it buys influence only."""
        return appraisal.weights.coin if appraisal.left else appraisal.weights.coin / 2

    def _besiege(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Besiege cities that a siege wins, unless the army's influence is worth more."""
        appraisal = self._mine(view)
        soldiery = self._soldiery(appraisal)
        best, choice = 0.0, DONE
        for action in legal:
            if action.verb == "besiege":
                city = action.args[0]
                region = view.data.region_of[view.data.province_of[city]]
                alternative = max([0.0, *soldiery.influences(region, appraisal.me)])
                gain = soldiery.siege_prize(city, appraisal.me) - alternative
                if gain > best:
                    best, choice = gain, action
        return choice

    def _march(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Move an army to where it is worth more."""
        soldiery = self._soldiery(self._mine(view))
        best, choice = 0.03, DONE
        for action in legal:
            if action.verb in ("march", "withdraw"):
                gain = soldiery.march_gain(*action.args)
                if gain > best:
                    best, choice = gain, action
        return choice

    def _influence(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Turn the token that is worth most; none where every army must be stopped."""
        appraisal, top = self._mine(view), view.phases[-1]
        assert isinstance(top, Influencing)
        soldiery = self._soldiery(appraisal)
        best, choice = 0.0, DONE
        for action in legal:
            if action.verb == "influence" and not top.in_vain(view, action.args[0]):
                gain = soldiery.influence_gain(action.args[0], action.args[1], appraisal.me)
                if gain > best:
                    best, choice = gain, action
        return choice

    # -- Water Beggars -----------------------------------------------------------------

    def _hire(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Hire for the task that is worth most beyond its price, whatever is chosen already."""
        appraisal, phase = self._mine(view), view.phases[-1]
        assert isinstance(phase, Hiring)
        price = view.data.beggar_price
        best = 0.0
        goal: tuple[int, ...] = ()
        for errand in self._soldiery(appraisal).errands():
            n = len(errand.regions)
            gain = errand.gain - n * price * self._coin(appraisal)
            if gain > best and n * price <= view.treasury[appraisal.me]:
                best, goal = gain, errand.regions
        n = len(phase.regions)
        missing = goal[n:] if phase.regions == goal[:n] else ()
        return HIRE[missing[0]] if missing and HIRE[missing[0]] in legal else DONE

    def _beggars(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Let Water Beggars do what brings most, or nothing if all of it does harm."""
        soldiery = self._soldiery(self._mine(view))
        judge: dict[str, Callable[[int], float]] = {
            "beat": soldiery.defeat, "strike": soldiery.strike, "lift": soldiery.relief,
            "raid": soldiery.raid, "invest": soldiery.ruin,
        }  # fmt: skip
        best, choice = 0.0, DONE
        for action in legal:
            if action.verb in judge:
                gain = judge[action.verb](action.args[0])
                if gain > best:
                    best, choice = gain, action
        return choice

    def _hold(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Hold an army that would be worth more elsewhere to its owner."""
        move = view.phases[-1]
        assert isinstance(move, Holding)
        soldiery = self._soldiery(self._appraise(view, view.hirer))
        origin, destination, victim = move.here, move.there, move.faction
        first, second = soldiery.section(origin), soldiery.section(destination)
        before = soldiery.standing(origin, first) + soldiery.standing(destination, second)
        first[victim] -= 1
        second[victim] += 1
        after = soldiery.standing(origin, first) + soldiery.standing(destination, second)
        return STOP if after < before else LET

    def _bar(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Stop influence that does harm, and let any other happen."""
        act = view.phases[-1]
        assert isinstance(act, Barring)
        soldiery = self._soldiery(self._appraise(view, view.hirer))
        gain = soldiery.influence_gain(act.spot, act.owner, act.faction)
        return STOP if gain < 0 else LET

    # -- tokens ------------------------------------------------------------------------

    def _units(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Place some units, each where it is worth most."""
        appraisal, phase = self._mine(view), view.phases[-1]
        assert isinstance(phase, NewUnits)
        placed = dict(phase.placed)
        on_slots = sum([n for goal, n in placed.items() if goal >= PROVINCES_N])
        newcomers = Newcomers(appraisal, view.order[view.order.index(appraisal.me) + 1 :])
        spare = newcomers.spare(on_slots, phase.n)

        def worth(province: int, units: int) -> float:
            value, lost = newcomers.forecast(province, placed.get(province, 0) + units)
            return value + spare * lost

        best, choice = float("-inf"), legal[0]
        before: dict[int, float] = {}
        for action in legal:
            goal, n = action.args[0], action.args[1] + 1
            if goal >= PROVINCES_N:
                if n > 1:  # none of them brings more than the first
                    continue
                gain = newcomers.on_slot(goal - PROVINCES_N, on_slots, phase.n)
            else:
                if n not in STRIDES:
                    continue
                if goal not in before:
                    before[goal] = worth(goal, 0)
                gain = (worth(goal, n) - before[goal]) / n
            if gain > best + LITTLE:
                best, choice = gain, action
        return choice

    def _fill(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Place the last neutral tokens where they hurt the faction least."""
        appraisal = self._mine(view)
        return max(legal, key=lambda action: appraisal.change(action.args[0], ((NEUTRAL, 1),)))

    def _spill(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Move surplus tokens to where they are worth most."""
        appraisal, phase = self._mine(view), view.phases[-1]
        assert isinstance(phase, Overflow)
        best, choice = 0.0, DONE
        for action in legal:
            if action.verb == "spill":
                destination = action.args[1]
                counts = appraisal.counts(destination)
                for _ in [p for _, p in phase.moves if p == destination]:
                    counts = appraisal.with_one_more(destination, counts)
                gain = appraisal.worth(destination, appraisal.with_one_more(destination, counts))
                gain -= appraisal.worth(destination, counts)
                if gain > best:
                    best, choice = gain, action
        return choice

    # -- moves inside provinces --------------------------------------------------------

    def _settle(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Choose any province, since their order makes no difference."""
        return legal[0]

    def _put(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Return the next step of the plans for all provinces."""
        return next((action for action in self._puts(view) if action in legal), DONE)

    def _puts(self, view: RevolutionView) -> Iterator[Action]:
        """Return the steps still missing of the plans for all provinces."""
        appraisal = self._mine(view)
        placing, below = view.phases[-1], view.phases[-2]
        assert isinstance(placing, Placing)
        assert isinstance(below, Batches | Provinces)
        chosen = dict(placing.puts)
        for row in placing.rows:
            yield from self._steps(
                view, appraisal, row, below.queues[row.province], placing, chosen
            )

    def _steps(
        self, view: RevolutionView, appraisal: Appraisal, row: Row, queue: Sequence[int],
        placing: Placing, chosen: dict[int, int],
    ) -> Iterator[Action]:  # fmt: skip
        """Yield the steps still missing of the plan for a province."""
        ground = self._ground(view, row, queue)
        counts = appraisal.counts(row.province)
        waiting = {f: counts[f] for f in queue[1:]}
        plan = appraisal.plan(ground, appraisal.me, row.hand, waiting)
        if not chosen.keys() & set(row.places) and self._stands(view, appraisal.me, ground, plan):
            puts: dict[int, int] = {}
        else:
            puts = dict(zip(ground.cities, plan.cities, strict=True))
            puts.update(dict.fromkeys(plan.towns, 1))
        for city, n in zip(ground.cities, plan.cities, strict=True):
            if n:
                yield from self._clears(view, appraisal.me, city, n, placing, queue)
        for place, n in puts.items():
            if n and place not in chosen:
                yield PUT[place][n - 1]

    def _stands(self, view: RevolutionView, faction: int, ground: Ground, plan: Plan) -> bool:
        """Return whether the tokens stand as planned already."""
        for city, n in zip(ground.cities, plan.cities, strict=True):
            if view.tokens[spot_of(city) * OWNERS_N + faction] != n:
                return False
        return all(
            (town in plan.towns) == (view.tokens[spot_of(town) * OWNERS_N + faction] > 0)
            for town in ground.towns
        )

    def _clears(
        self, view: RevolutionView, faction: int, city: int, n: int, placing: Placing,
        queue: Sequence[int],
    ) -> Iterator[Action]:  # fmt: skip
        """Return the tokens to send away: all of those who place later, neutral ones as needed."""
        tokens = list(view.tokens[CUT[spot_of(city)]])
        tokens[faction] = n
        for owner in queue[1:]:
            yield from [CLEAR[city][owner]] * (tokens[owner] - placing.clears.count((city, owner)))
            tokens[owner] = 0
        displaced = min(tokens[NEUTRAL], surplus_neutrals(tokens, faction))
        yield from [CLEAR[city][NEUTRAL]] * (displaced - placing.clears.count((city, NEUTRAL)))

    def _ground(self, view: RevolutionView, row: Row, queue: Sequence[int]) -> Ground:
        """Return a province without the tokens of those who place later."""
        province, data = row.province, view.data
        cities = [c for c in data.cities_of[province] if c in row.places]
        ground = Ground(province, cities, data.towns_of[province])
        for i, city in enumerate(cities):
            ground.city[i] = [
                0 if owner in queue else n
                for owner, n in enumerate(view.tokens[CUT[spot_of(city)]])
            ]
        for town in data.towns_of[province]:
            holder = view.holder(town)
            if 0 <= holder < NEUTRAL and holder not in queue:
                ground.towns[town] = holder
        tokens = view.in_spots(data.open_spots[province])
        ground.open = [0 if owner in queue else n for owner, n in enumerate(tokens)]
        return ground

    def _people(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Put neutral tokens into towns that rivals could use, cities first."""
        appraisal = self._mine(view)

        def use(action: Action) -> float:
            place = action.args[0]
            gain = appraisal.city_gain if place < CITIES_N else appraisal.town_gain
            return -gain(appraisal.me, place)

        return max(legal, key=use)

    # -- allegiance and order of play --------------------------------------------------

    def _pay(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Pay coins, each where it is worth most."""
        appraisal, phase = self._mine(view), view.phases[-1]
        assert isinstance(phase, Paying)
        payments = dict(phase.laid)
        keep = Purse(appraisal).next_coin(phase.left(view) - 1, view.stock[appraisal.me])
        best, choice = keep, DONE
        before: dict[int, float] = {}
        for action in legal:
            if action.verb != "pay":
                continue
            city, count = action.args[0], action.args[1] + 1
            coins = list(view.coins[city * FACTIONS_N : (city + 1) * FACTIONS_N])
            coins[appraisal.me] += payments.get(city, 0)
            if city not in before:
                before[city] = appraisal.marker_worth(city, coins)
            coins[appraisal.me] += count
            gain = (appraisal.marker_worth(city, coins) - before[city]) / count
            if gain > best + LITTLE:
                best, choice = gain, action
        return choice

    def _order(self, view: RevolutionView, legal: Sequence[Action]) -> Action:
        """Choose the position in the order of play that is worth most."""
        phase = view.phases[-1]
        assert isinstance(phase, Ordering)
        turns = Turns(self._appraise(view, phase.left[0]))
        return max(reversed(legal), key=lambda action: turns.worth(phase.row, action.args[0]))
