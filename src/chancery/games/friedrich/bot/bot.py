"""The rule-of-thumb bot of Friedrich, called Quartermaster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from chancery.core import Action, Game, Question, Text
from chancery.core.bot import Rehearsal, varied
from chancery.core.chance import Dice
from chancery.games.friedrich import coach, duel
from chancery.games.friedrich.board.atlas import (
    DEFENDER_OF,
    NEXT,
    OBJECTIVE_OF,
    OBJECTIVES,
    distances,
)
from chancery.games.friedrich.board.cards import VALUE
from chancery.games.friedrich.board.nations import AUSTRIA, FRANCE, HANOVER, PRUSSIA
from chancery.games.friedrich.board.pieces import GENERALS, NATION_OF, TRAINS_OF
from chancery.games.friedrich.bot import fight_reasons
from chancery.games.friedrich.bot.appraisal import (
    ATTACKING,
    DEFENDING,
    DEFENDING_ALONE,
    Appraisal,
    Weights,
)
from chancery.games.friedrich.bot.card_play import CardPlay
from chancery.games.friedrich.bot.draft import Draft
from chancery.games.friedrich.bot.march_reasons import part_of_movement
from chancery.games.friedrich.bot.purchases import Purchases
from chancery.games.friedrich.bot.reasons import reasons, share_of_troops
from chancery.games.friedrich.march_planner import Route, routes
from chancery.games.friedrich.rules import army_limits, recruiting
from chancery.games.friedrich.rules.combat import Combat, Fight
from chancery.games.friedrich.rules.movement import Marching, Movement
from chancery.games.friedrich.rules.notation import DECLINE, END, GIVE, STAND, STOP, TROOPS
from chancery.games.friedrich.rules.protection import PROTECTION
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.rules.retreat import Retreat
from chancery.games.friedrich.rules.stacks import lost_with
from chancery.games.friedrich.rules.supply import at_home, distance_to_train
from chancery.games.friedrich.rules.tactical_cards import Discard
from chancery.games.friedrich.view import FriedrichView

_SURPLUS = 6  # more troops than Austria, for an offensive in Bohemia


class Quartermaster:
    """Plays Friedrich by rules of thumb, every nation of every game.

    Each unit values every city in its reach: conquests on the way, fights with their odds by troops
    and by the cards of both suits, enemies that could attack it there, the distance to its train,
    the distance to its goals, and the objectives it protects. A movement phase is one plan:
    purchases, then one march after the other, each in the position that those before have made. It
    uses no randomness.
    """

    attackers = ATTACKING
    defenders = DEFENDING
    alone = DEFENDING_ALONE

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._game = game
        self._latest: tuple[FriedrichView, duel.Advice] | None = None  # see `_calculated`
        self._answers: dict[str, Callable[[FriedrichView, Sequence[Action]], Action]] = {
            "fight": self._fight,
            "battle": self._battle,
            "retreat": self._retreat,
            "discard": self._discard,
            "renew": self._renew,
            "give": lambda view, legal: self._least(view, PRUSSIA, legal),
            "exchange": lambda view, legal: DECLINE,
            "offensive": self._offensive,
            "drive": self._drive,
            "retire": self._retire,
            "troop": self._troop,
            "loss": self._loss,
            "evade": self._evade,
            "cut-off": self._cut_off,
            "laudon": lambda view, legal: STAND,
        }

    def sway(self, dice: Dice, spread: float) -> None:
        """Vary the weights at random, to play like a beginner or simply in another style."""
        self.attackers = varied(self.attackers, dice, spread)
        self.defenders = varied(self.defenders, dice, spread)
        self.alone = varied(self.alone, dice, spread)

    def plan(
        self, view: FriedrichView, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return a whole movement phase, the whole set-up, or a single action."""
        if asked.name == "move":
            return self._move(view, asked.seat, legal)
        if asked.name == "share":
            return [GIVE[top][n] for top, n in coach.shares(view, asked.seat)]
        return (self._answer(asked.name, view, legal),)

    def advice(
        self, view: FriedrichView, asked: Question, legal: Sequence[Action]
    ) -> Sequence[Action]:
        """Return what a hint proposes instead of the bot's plan: the calculated card of a fight.

        Empty: nothing else.
        """
        if asked.name != "battle" or len(legal) < 2:
            return ()
        best = self._calculated(view).choices[0].ply
        return [next(action for action in legal if duel.ply_of(action) == best)]

    def _calculated(self, view: FriedrichView) -> duel.Advice:
        """Return the values of all choices in a fight; the same view is calculated once."""
        if self._latest is None or self._latest[0] != view:
            self._latest = view, duel.advise(self._game, view)
        return self._latest[1]

    def reasons(
        self, view: FriedrichView, asked: Question, plan: Sequence[Action]
    ) -> Sequence[Text]:
        """Return the reasons for a plan in words."""
        return reasons(self._game, view, asked, plan)

    def reason(
        self,
        view: FriedrichView,
        asked: Question,
        part: Sequence[Action],
        rest: Sequence[Action],
    ) -> Text:
        """Return the reason for a part of a plan, given what it does after that."""
        if asked.name == "move":
            return part_of_movement(self._game, view, asked, part, rest)
        if asked.name == "share":
            return share_of_troops(part[-1], rest)
        if asked.name == "battle":
            calculated = fight_reasons.calculated(self._calculated(view), part[0])
            if calculated is not None:
                return calculated
        return reasons(self._game, view, asked, part)[0]

    def _answer(self, name: str, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Return the answer to a question with a single action."""
        answer = self._answers.get(name)
        if len(legal) == 1 or answer is None:
            return legal[0]  # claim and regain need no thought
        action = answer(view, legal)
        return action if action in legal else legal[-1]

    def _weights(self, view: FriedrichView, nation: int) -> Weights:
        if nation > HANOVER:
            return self.attackers
        return self.defenders if view.scenario == "full" else self.alone

    def appraise(self, view: FriedrichView, nation: int) -> Appraisal:
        """Appraise a view for one of its nations."""
        return Appraisal(view, nation, self._weights(view, nation))

    # -- movement ------------------------------------------------------------------------

    def _move(self, view: FriedrichView, seat: int, legal: Sequence[Action]) -> Sequence[Action]:
        """Plan the rest of a movement phase, up to a purchase (others see it), or to its end."""
        if isinstance(view.phases[-1], Movement):
            purchases = Purchases(self.appraise(view, view.phases[-1].nation))
            bought = purchases.purchase(legal)
            if bought is None:
                return self._marching(purchases.appraisal, view.phases[-1], legal)
            act = Rehearsal(self._game, view, seat)
            act.do(bought)
            self._recruit(act, purchases)
        else:
            act = Rehearsal(self._game, view, seat)
            while act.asked is not None and not isinstance(act.phase, Movement):
                if isinstance(act.phase, Recruiting):
                    self._recruit(act, Purchases(self.appraise(act.view, act.phase.nation)))
                else:
                    self._go_on(act)
        if act.asked is None or not isinstance(act.phase, Movement):
            return act.steps
        return [*act.steps, *self._move(act.view, seat, act.legal)]

    def _marching(
        self, appraisal: Appraisal, phase: Movement, legal: Sequence[Action]
    ) -> Sequence[Action]:
        """Return the marches of all units that gain by one, one after the other, and the end."""
        draft = Draft(appraisal.view, phase)
        stay: set[int] = set()  # pieces that will not march, whatever the others do
        while (route := self._next(appraisal, draft, stay)) is not None:
            draft.march(route)
            appraisal.look(draft.view)
        if draft.steps and draft.steps[0] in legal:
            offers = recruiting.may_buy(draft.view, phase.nation, phase.substitute)
            if Purchases(appraisal).purchase([TROOPS[n] for n in offers]) is not None:
                return draft.steps  # a depot is free again: first the purchase
            return [*draft.steps, END]
        return [END]

    def _next(self, appraisal: Appraisal, draft: Draft, stay: set[int]) -> Route | None:
        """Return the march of the first unit that gains by one."""
        for unit, route in self._marches(appraisal, draft, stay):
            if route is not None:
                return route
            stay.update(unit)
        return None

    def _marches(
        self, appraisal: Appraisal, draft: Draft, stay: set[int]
    ) -> Iterator[tuple[tuple[int, ...], Route | None]]:
        """Yield the best march of one unit after the other; None: it is better to stay."""
        view = draft.view
        done = draft.moved | stay
        for top in view.tops(draft.nation):
            unit = tuple([g for g in view.stack(top) if g not in done])
            if unit:
                yield unit, self._march(appraisal, unit)
        for train in TRAINS_OF[draft.nation]:
            if view.at[train] >= 0 and train not in done:
                yield (train,), self._march_of_train(appraisal, train)

    def _march(self, appraisal: Appraisal, unit: tuple[int, ...]) -> Route | None:
        """Return the best march of a stack or a part of it; None: it is better to stay."""
        view = appraisal.view
        stack = tuple(view.stack(unit[0]))
        start = view.at[unit[0]]
        troops = view.troops[stack[0]]
        stay = appraisal.place(stack, troops, start, start, None)
        best, march = stay + 0.15, None
        if unit == stack:
            for city, route in routes(view, unit, greedy=True, marking=True).items():
                value = appraisal.place(unit, troops, city, start, route)
                if value > best:
                    best, march = value, route
        if len(stack) == 1:
            return march
        apart = appraisal.weights.apart
        ways: dict[tuple[int, ...], dict[int, Route]] = {}
        for part, take in self._parts(view, unit, stack, troops):
            staying = tuple([g for g in stack if g not in part])
            value_of_staying = (
                appraisal.place(staying, troops - take, start, start, None)
                - appraisal.weights.split
            )
            drawn = appraisal.pull(staying, troops - take, start, start)
            if part not in ways:  # the same routes for any number of troops
                ways[part] = routes(view, part, take, greedy=True, marking=True)
            for city, route in ways[part].items():
                if city == start:
                    continue  # back to the stack it left
                value = appraisal.place(part, take, city, start, route) + value_of_staying
                if apart:  # both parts cannot have the same goal
                    value -= apart * min(drawn, appraisal.pull(part, take, city, start))
                if value > best:
                    best, march = value, route._replace(take=take)
        return march

    def _parts(
        self, view: FriedrichView, unit: tuple[int, ...], stack: tuple[int, ...], troops: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the parts that could leave a stack, each with its numbers of troops."""
        for part in dict.fromkeys((unit[-1:], unit[1:] or unit)):
            choices = army_limits.shares(view, part)
            if choices:
                few = min(max(choices.start, 1 + troops // 8), choices.stop - 1)
                half = min(max(choices.start, troops // 2), choices.stop - 1)
                yield from ((part, take) for take in {few, half})

    def _march_of_train(self, appraisal: Appraisal, train: int) -> Route | None:
        """Return the march that takes a train where it supplies most and is safe; None: it
        stays."""
        worth = appraisal.trains(train)
        best, best_route = worth(appraisal.view.at[train]) + 0.05, None
        for city, route in routes(appraisal.view, train).items():
            value = worth(city)
            if value > best:
                best, best_route = value, route
        return best_route

    def _go_on(self, act: Rehearsal) -> None:
        """Continue a march begun by another player of the seat: all together, to the best city
        near."""
        phase, legal = act.phase, act.legal
        assert isinstance(phase, Marching)
        joins = [action for action in legal if action.verb == "with"]
        takes = [action for action in legal if action.verb == "take"]
        if joins:
            act.do(joins[0])
        elif takes:
            act.do(takes[len(takes) // 2])
        elif phase.steps:
            act.do(STOP if STOP in legal else legal[0])
        else:
            steps = self._way(act.view, phase)
            for action in steps if steps and steps[0] in legal else legal[:1]:
                if act.asked is None or action not in act.legal:
                    break
                act.do(action)

    def _way(self, view: FriedrichView, phase: Marching) -> list[Action]:
        """Return the steps of a unit that has already been assembled."""
        ways = routes(view, phase.unit, phase.take)
        if not ways or phase.unit[0] >= GENERALS:
            return []
        appraisal = self.appraise(view, phase.nation)
        troops = phase.take or view.troops[view.stack(phase.unit[0])[0]]
        best = max(
            ways.values(),
            key=lambda r: appraisal.place(phase.unit, troops, r.city, phase.start, r),
        )
        return [action for action in best.actions() if action.verb in ("to", "stop")]

    # -- recruiting ----------------------------------------------------------------------

    def _recruit(self, act: Rehearsal, purchases: Purchases) -> None:
        """Complete a purchase, one choice after the other; others see nothing before the end."""
        while act.asked is not None and isinstance(phase := act.phase, Recruiting):
            legal, verb = act.legal, act.legal[0].verb
            if verb == "trains":
                act.do(legal[-1])  # buy all lost trains with the first purchase
            elif verb == "pay":
                act.do(purchases.pay(phase, legal))
            elif verb == "at":
                act.do(max(legal, key=lambda action: purchases.entry(action.args[0])))
            else:
                act.do(purchases.portion(phase, legal))

    # -- fights --------------------------------------------------------------------------

    def _fight(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Return the most promising fight to be fought first."""
        phase = view.phases[-1]
        assert isinstance(phase, Combat)
        appraisal = self.appraise(view, phase.nation)
        by_top = {enemy.top: enemy for enemy in appraisal.enemies}

        def worth(action: Action) -> float:
            attacker, defender = action.args
            if defender not in by_top:
                return -99.0
            return appraisal.fight(view.troops[attacker], view.at[attacker], by_top[defender])

        return max(legal, key=worth)

    def _battle(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Play on as long as victory is in reach; otherwise give up at the smallest minus."""
        fight = view.phases[-1]
        assert isinstance(fight, Fight)
        nation = fight.nation(fight.side)
        return CardPlay(view, fight, legal, self._weights(view, nation)).answer()

    def _retreat(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Return where the beaten stack is least useful: far from its train and from its
        objectives."""
        phase = view.phases[-1]
        assert isinstance(phase, Retreat)
        nation = NATION_OF[phase.loser]
        ways = distance_to_train(view, nation)
        winner = NATION_OF[phase.winner]
        wanted_by_winner = [
            c for c in OBJECTIVES if OBJECTIVE_OF[c] == winner and not view.control[c]
        ] + [c for c in OBJECTIVES if DEFENDER_OF[c] == winner]

        def harm(action: Action) -> float:
            city = action.args[0]
            distance = distances(city)
            value = 0.0 if at_home(nation, city) else 0.5 * min(ways[city], 12)
            for goal in wanted_by_winner:
                value += 0.1 * min(distance[goal], 8) + (
                    0.0 if distance[goal] <= PROTECTION else 0.6
                )
            return value

        return max(legal, key=harm)

    def _evade(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Step aside before Daun if he is the stronger."""
        defender = view.phases[-1].defender  # type: ignore[attr-defined]
        appraisal = self.appraise(view, PRUSSIA)
        stack, troops = tuple(view.stack(defender)), view.troops[defender]

        def worth(action: Action) -> float:
            city = action.args[0] if action.args else view.at[defender]
            adjacent = [e for e in appraisal.enemies if e.city in NEXT[city]]
            value = appraisal.cover(stack, city) - appraisal.danger(troops, city)
            return value + (
                sum(appraisal.fight(troops, city, e) for e in adjacent) if adjacent else 0.0
            )

        return max(legal, key=worth)

    # -- cards and fate ------------------------------------------------------------------

    def _least(self, view: FriedrichView, nation: int, legal: Sequence[Action]) -> Action:
        """Return the card on offer that will be missed least."""
        purchases = Purchases(self.appraise(view, nation))
        return min(legal, key=lambda action: purchases.card_value(action.args[0]))

    def _discard(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        phase = view.phases[-1]
        assert isinstance(phase, Discard)
        return self._least(view, phase.nation, legal)

    def _renew(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Exchange a low card for another."""
        cards = [action for action in legal if action.args]
        lowest = self._least(view, FRANCE, cards)
        return lowest if VALUE[lowest.args[0]] <= 5 else DECLINE

    def _offensive(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Adopt the option when most of Bohemia is unprotected and Prussia is the stronger."""
        stakes = [action for action in legal if action.args]
        aims = coach.objectives(view, PRUSSIA)
        easy = sum(aim.conquered or aim.open for aim in aims)
        strong = view.totals[PRUSSIA] >= view.totals[AUSTRIA] + _SURPLUS
        if not stakes or not strong or easy * 3 < len(aims) * 2:
            return DECLINE
        return self._least(view, PRUSSIA, stakes)

    def _drive(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        return next((action for action in legal if action.args), legal[0])

    def _retire(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Return a general who is off the map, or the one who leads and protects least."""
        appraisal = self.appraise(view, PRUSSIA)

        def use(action: Action) -> float:
            general = action.args[0]
            if view.at[general] < 0:
                return -10.0
            stack = tuple(view.stack(general))
            if len(stack) > 1 and not lost_with(view.troops[stack[0]], len(stack)):
                return -2.0 - 0.01 * general
            cover = appraisal.cover(stack, view.at[general])
            return cover + view.troops[stack[0]] / len(stack)

        return min(legal, key=use)

    def _troop(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        nation = NATION_OF[legal[0].args[0]]
        purchases = Purchases(self.appraise(view, nation))
        blank = Recruiting(nation, 1)
        return max(legal, key=lambda action: purchases.hunger(blank, action.args[0]))

    def _loss(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        return max(legal, key=lambda action: view.troops[action.args[0]])

    def _cut_off(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Return the stack that is farthest from its train."""
        ways = distance_to_train(view, PRUSSIA)
        stacks = [action for action in legal if action.args]
        return max(stacks, key=lambda action: ways[view.at[action.args[0]]])
