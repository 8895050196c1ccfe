"""The rule-of-thumb bot of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from chancery.core import Action, Game, Question
from chancery.games.friedrich import coach
from chancery.games.friedrich.atlas import (
    DEFENDER,
    EAST_PRUSSIA,
    EAST_PRUSSIAN_OBJECTIVES,
    HOME,
    NEXT,
    OBJECTIVE_OF,
    OBJECTIVES,
    SUIT,
    SUPPLY,
    distances,
)
from chancery.games.friedrich.board import ADOPTED, TAKEN
from chancery.games.friedrich.cards import PLAYS, RESERVE, SUIT_OF, VALUE
from chancery.games.friedrich.combat import Combat, Fight, Retreat
from chancery.games.friedrich.movement import Marching, Movement
from chancery.games.friedrich.nations import FRANCE, HANOVER, PRUSSIA, RUSSIA, hostile
from chancery.games.friedrich.notation import DECLINE, END, QUIT, STAND, STOP
from chancery.games.friedrich.pieces import (
    APRAXIN,
    AUSTRIAN,
    BROWNE,
    CUMBERLAND,
    DAUN,
    DOHNA,
    FERDINAND,
    FRIEDRICH,
    GENERALS,
    GENERALS_OF,
    HEINRICH,
    LACY,
    LAUDON,
    LEHWALDT,
    MOST_OF_A_GENERAL,
    NATION_OF,
    RICHELIEU,
    SALTIKOV,
    SCHWERIN,
    SEYDLITZ,
    SOUBISE,
    TOTTLEBEN,
    TRAINS_OF,
)
from chancery.games.friedrich.recruiting import Recruiting
from chancery.games.friedrich.routes import Route, routes, shares
from chancery.games.friedrich.supply import at_home, distance_to_train
from chancery.games.friedrich.turn import Discard
from chancery.games.friedrich.view import FriedrichView

# Set-up: how the armies are shared between the stacks, by their top generals.
_SHARE = {
    FRIEDRICH: 9, HEINRICH: 5, SCHWERIN: 9, SEYDLITZ: 3, DOHNA: 4, LEHWALDT: 2,
    FERDINAND: 6, CUMBERLAND: 6,
    SALTIKOV: 10, APRAXIN: 4, TOTTLEBEN: 2,
    DAUN: 8, BROWNE: 12, LAUDON: 6, LACY: 4,
    RICHELIEU: 13, SOUBISE: 7,
}  # fmt: skip


@dataclass(frozen=True)
class Weights:
    """What counts how much."""

    conquest: float = 10.0
    win_back: float = 8.0
    train: float = 7.0
    troop: float = 1.5
    step: float = 0.9  # a step nearer to what is wanted
    point: float = 0.08  # a point on a card
    drive: float = 1.6  # to drive away whoever protects one wanted objective
    danger: float = 1.0
    cover: float = 1.0
    urgency: float = 4.0  # how much more the objectives of who is near to victory count
    keep: float = 40.0  # points not spent on troops, by a large nation
    boldness: float = 0.25  # how much less a defeat hurts the attackers each turn


# Those who must conquer cannot wait for safety; those who hold have to live for it.
ATTACKERS = Weights(step=1.0, danger=0.9)
DEFENDERS = Weights(danger=1.4, cover=1.4, urgency=5.0, point=0.1, keep=60.0)


class Enemy(NamedTuple):
    """A hostile stack as far as it is known."""

    top: int
    city: int
    troops: float
    points: tuple[float, ...]  # by suit
    average: float


class Outlook:
    """A position as a nation sees it: enemies, hands, and what is worth going for."""

    def __init__(self, view: FriedrichView, nation: int, weights: Weights) -> None:
        self.view, self.nation, self.weights = view, nation, weights
        self.cards = coach.hands(view)
        self.mine = self.cards[nation]
        self.attacking = nation > HANOVER
        self.enemies = [
            Enemy(top, view.at[top], known.likely, self.cards[other], sum(self.cards[other]) / 4)
            for other in range(7)
            if hostile(nation, other) and view.owners[other] >= 0
            for top, known in coach.strengths(view, other).items()
        ]
        self.stacks = {top: view.at[top] for top in view.tops(nation)}
        self.ways = distance_to_train(view, nation)
        wants = nation != PRUSSIA or view.scenario == AUSTRIAN
        wants = wants or view.offensive in (ADOPTED, TAKEN)
        needed = view.missing(nation) if wants else []
        self.wanted = [c for c in needed if view.may_conquer(nation, c)]
        self.lost = [c for c in OBJECTIVES if view.may_win_back(nation, c)]
        self._nearness: dict[int, float] = {}
        self.guards = {c: coach.protectors(view, c) for c in (*self.wanted, *self.lost)}
        self.holding = self._holding()
        hand = view.hand_size(nation)
        self.point = weights.point * (1.0 if hand < 10 else 0.6 if hand < 18 else 0.35)
        bold = weights.boldness * max(0, view.turn - 4) if self.attacking else 0.0
        self.pain = max(0.5, 1.0 - 0.1 * bold)
        self.ease = bold
        self._drives: dict[int, float] = {}

    def nearness(self, nation: int) -> float:
        """How near a nation is to its victory: 1 when one objective is missing."""
        found = self._nearness.get(nation)
        if found is None:
            found = 1.0 / max(1, len(self.view.missing(nation)))
            self._nearness[nation] = found
        return found

    def _holding(self) -> dict[int, float]:
        """The objectives to protect, and how much each needs it."""
        view = self.view
        found = {}
        for city in OBJECTIVES:
            foe = OBJECTIVE_OF[city]
            if DEFENDER[city] != self.nation or view.control[city] or view.owners[foe] < 0:
                continue
            if foe == PRUSSIA and not view.may_conquer(PRUSSIA, city):
                continue
            far = distances(city)
            near = min((far[view.at[g]] for g in GENERALS_OF[foe] if view.at[g] >= 0), default=30)
            urgent = 1.0 + self.weights.urgency * self.nearness(foe)
            threat = 2.2 if near <= 3 else 1.6 if near <= 5 else 0.8 if near <= 8 else 0.25
            found[city] = threat * urgent
        return found

    # -- fights --------------------------------------------------------------------------

    def drive(self, enemy: Enemy) -> float:
        """What it is worth to drive a stack away, besides its losses."""
        found = self._drives.get(enemy.top)
        if found is None:
            view, far = self.view, distances(enemy.city)
            stack = view.stack(enemy.top)
            freed = sum(
                1.0 if set(self.guards[c]) <= set(stack) else 0.4
                for c in self.guards
                if self.guards[c] and far[c] <= 4 and set(self.guards[c]) & set(stack)
            )
            menace = sum(w for c, w in self.holding.items() if far[c] <= 3) / 4
            found = self.weights.drive * (min(freed, 5.0) + min(menace, 2.0))
            self._drives[enemy.top] = found
        return found

    def fight(self, troops: float, city: int, enemy: Enemy, fresh: Sequence[int] = ()) -> float:
        """What an attack from a city is worth."""
        w = self.weights
        mine, theirs = self.mine[SUIT[city]], enemy.points[SUIT[enemy.city]]
        odds = coach.weigh(mine, troops, theirs, enemy.troops)
        stack = set(self.view.stack(enemy.top))
        marks = [c for c in self.guards if c in fresh or self.view.marks[c]]
        prize = sum(w.conquest * 0.7 for c in marks if set(self.guards[c]) <= stack)
        gain = w.troop * odds.gain + odds.win * (self.drive(enemy) + prize + 1.0)
        harm = w.troop * odds.loss + (1 - odds.win) * 3.0
        cost = self.point * min(mine, max(0.0, theirs - odds.score))
        return gain - harm * self.pain - cost + 0.4 * self.ease * odds.win

    def danger(self, troops: float, city: int) -> float:
        """What the enemies could do to a stack in a city when it is their turn."""
        mine = self.mine[SUIT[city]]
        far = distances(city)
        worst = rest = 0.0
        for enemy in self.enemies:
            if far[enemy.city] <= 5:
                odds = coach.weigh(enemy.average, enemy.troops, mine, troops)
                harm = self.weights.troop * odds.gain + max(0.0, odds.win - 0.35) * 2.0
                if far[enemy.city] == 5:
                    harm *= 0.4
                if harm > worst:
                    worst, rest = harm, rest + worst
                else:
                    rest += harm
        return self.weights.danger * self.pain * (worst + 0.2 * rest)

    # -- places --------------------------------------------------------------------------

    def supply(self, city: int, down: bool) -> float:
        """What it costs to be so far from a train."""
        if at_home(self.nation, city):
            return 0.0
        way = self.ways[city]
        if way <= SUPPLY:
            return 0.0 if way < SUPPLY else 0.2
        trains = [self.view.at[t] for t in TRAINS_OF[self.nation] if self.view.at[t] >= 0]
        far = min((distances(t)[city] for t in trains), default=99)
        if down:
            return 14.0 if far > SUPPLY + 2 else 6.0
        return 0.8 if far <= SUPPLY + 2 else 3.0 if far <= SUPPLY + 4 else 6.0

    def prize(self, goal: int) -> float:
        """What it is worth to conquer a city, or to win it back."""
        w = self.weights
        if self.view.control[goal]:
            return w.win_back * (1.0 + w.urgency * self.nearness(OBJECTIVE_OF[goal]))
        return w.conquest * (1.0 + self.nearness(self.nation))

    def pull(self, unit: Sequence[int], troops: float, city: int, start: int) -> float:
        """How near a city is to something that is worth going for."""
        w = self.weights
        best = 0.0
        far = distances(city)
        others = [c for top, c in self.stacks.items() if top not in unit and c != start]
        best_points = max(self.mine)
        for goal, guards in self.guards.items():
            steps = far[goal]
            if steps > 16:
                continue
            worth = 6.0 if guards else 3.0 + self.prize(goal)
            here = distances(goal)
            nearer = sum(here[c] < here[start] for c in others)
            worth -= 2.5 * min(2, nearer)
            value = worth - w.step * steps
            if value > best:
                best = value
        if self.guards:
            for enemy in self.enemies:
                drive = self.drive(enemy)
                if drive <= 0 or far[enemy.city] > 16:
                    continue
                theirs = enemy.points[SUIT[enemy.city]]
                odds = coach.weigh(best_points, troops, theirs, enemy.troops)
                worth = 4.0 + drive * odds.win - w.step * max(0, far[enemy.city] - 2)
                if worth > best:
                    best = worth
        return best

    def cover(self, unit: Sequence[int], city: int) -> float:
        """What a unit in a city protects that nobody else does, or could soon."""
        far = distances(city)
        value = 0.0
        others = [c for top, c in self.stacks.items() if top not in unit]
        for goal, weight in self.holding.items():
            steps = far[goal]
            if steps > 8:
                continue
            here = distances(goal)
            covered = any(here[c] <= 3 for c in others)
            if steps <= 3:
                value += weight * (0.2 if covered else 1.0)
            elif not covered:
                value += weight * 0.08 * (9 - steps)
        return self.weights.cover * value

    def place(
        self, unit: Sequence[int], troops: float, city: int, start: int, route: Route | None
    ) -> float:
        """What it is worth for a unit to end its march in a city."""
        w = self.weights
        view = self.view
        value = 0.0
        fresh: tuple[int, ...] = ()
        down = bool(view.down[unit[0]])
        if route is not None:
            fresh = route.marked
            for goal in route.conquered:
                value += self.prize(goal)
            if route.taken >= 0:
                value += w.train
            if route.joins:
                there = next(t for t, c in self.stacks.items() if c == city)
                troops += view.troops[there]
                value += 0.3 - 0.8 * self.danger(view.troops[there], city)
                value += 0.8 * self.danger(troops, city)
        near = NEXT[city]
        for enemy in self.enemies:
            if enemy.city in near:
                value += self.fight(troops, city, enemy, fresh)
        value -= self.danger(troops, city)
        value -= self.supply(city, down)
        value += self.pull(unit, troops, city, start)
        if self.holding:
            value += self.cover(unit, city)
        if self.garrisoned(unit, city):
            value += 6.0
        return value + 0.02 * self.mine[SUIT[city]]

    def garrisoned(self, unit: Sequence[int], city: int) -> bool:
        """Whether a Russian in East Prussia keeps what has been conquered there (§13.2)."""
        view = self.view
        if self.nation != RUSSIA or city not in EAST_PRUSSIA or not view.expert("garrison"):
            return False
        if sum(view.control[c] for c in EAST_PRUSSIAN_OBJECTIVES) < 3:
            return False
        others = (c for top, c in self.stacks.items() if top not in unit)
        return not any(c in EAST_PRUSSIA for c in others)

    def depot(self, train: int, city: int) -> float:
        """What a train is worth in a city: whom it feeds, and whether it is safe."""
        view = self.view
        far = distances(city)
        value = 0.0
        others = [view.at[t] for t in TRAINS_OF[self.nation] if t != train and view.at[t] >= 0]
        for top, where in self.stacks.items():
            home = at_home(self.nation, where)
            weight = 1.0 + 0.15 * view.troops[top]
            if home:  # who leaves a depot abroad needs a train
                weight *= 0.3 if HOME[self.nation] else 0.8
            fed_else = any(distances(c)[where] <= SUPPLY - 1 for c in others)
            if fed_else:
                weight *= 0.25
            steps = far[where]
            if steps <= SUPPLY:
                value += weight * (2.0 if steps < SUPPLY else 1.6)
                if view.down[top] and not home and not fed_else:
                    value += 6.0
            value -= weight * 0.22 * max(0, steps - 3)
        for enemy in self.enemies:
            steps = far[enemy.city]
            if steps <= 5:
                value -= (4.0, 4.0, 4.0, 3.5, 2.5, 0.8)[steps]
        if any(c in NEXT[city] or c == city for c in self.stacks.values()):
            value += 0.3
        return value


class Quartermaster:
    """Plays Friedrich by rules of thumb, every nation of every game.

    A unit looks at each city that it can reach: what it conquers on the way, which fights it
    gets into and what they promise by troops and by the cards of both suits, who could fall
    upon it there, how far its train is, how near it comes to what it wants, and what it
    protects. What it remembers are the orders of the march that it has begun, and who had
    rather stay; without them it finds others. It throws no dice.
    """

    attackers = ATTACKERS
    defenders = DEFENDERS

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._orders: list[Action] = []
        self._phase: tuple[int, int] = (0, 0)
        self._stay: set[int] = set()
        self._answers: dict[str, Callable[[FriedrichView, Sequence[Action]], Action]] = {
            "share": self._share,
            "move": self._move,
            "fight": self._fight,
            "battle": self._battle,
            "retreat": self._retreat,
            "discard": self._discard,
            "renew": self._renew,
            "give": self._give,
            "exchange": self._decline,
            "offensive": self._decline,
            "drive": self._drive,
            "retire": self._retire,
            "troop": self._troop,
            "loss": self._loss,
            "evade": self._evade,
            "cut-off": self._cut_off,
            "laudon": self._laudon,
        }

    def choose(self, view: FriedrichView, asked: Question, legal: Sequence[Action]) -> Action:
        """One of the legal actions."""
        if len(legal) == 1:
            self._follow(legal)
            return legal[0]
        answer = self._answers.get(asked.name)
        if answer is None:
            return legal[0]  # claim, regain: nothing to think about
        action = answer(view, legal)
        return action if action in legal else legal[-1]

    def _weights(self, nation: int) -> Weights:
        return self.attackers if nation > HANOVER else self.defenders

    def _outlook(self, view: FriedrichView, nation: int) -> Outlook:
        return Outlook(view, nation, self._weights(nation))

    def _follow(self, legal: Sequence[Action]) -> Action | None:
        """The next of the orders that were given; none if they no longer fit."""
        if self._orders and self._orders[0] in legal:
            return self._orders.pop(0)
        self._orders = []
        return None

    # -- set-up --------------------------------------------------------------------------

    def _share(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Strong armies in the field, weak guards."""
        top = legal[0].args[0]
        nation = NATION_OF[top]
        waiting = [t for t in view.tops(nation) if not view.troops[t]]
        left = view.totals[nation] - sum(view.troops[t] for t in view.tops(nation))
        whole = sum(_SHARE.get(t, 4) for t in waiting)
        wanted = round(left * _SHARE.get(top, 4) / whole)
        return min(legal, key=lambda action: abs(action.args[1] - wanted))

    # -- movement ------------------------------------------------------------------------

    def _move(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        phase = view.phases[-1]
        if isinstance(phase, Recruiting):
            return self._recruit(view, phase, legal)
        order = self._follow(legal)
        if order is not None:
            return order
        if isinstance(phase, Marching):
            return self._go_on(view, phase, legal)
        assert isinstance(phase, Movement)
        if self._phase != (view.turn, view.stage):
            self._phase = view.turn, view.stage
            self._stay = set()
        outlook = self._outlook(view, phase.nation)
        bought = self._purchase(outlook, legal)
        if bought is not None:
            return bought
        for unit, route in self._plans(outlook, phase):
            if route is None:
                self._stay.update(unit)
                continue
            self._orders = route.actions()
            first = self._orders.pop(0)
            if first in legal:
                return first
            self._orders = []
            self._stay.update(unit)
        return END

    def _plans(
        self, outlook: Outlook, phase: Movement
    ) -> Iterator[tuple[tuple[int, ...], Route | None]]:
        """For one unit after the other the best march; None: it had rather stay."""
        view = outlook.view
        done = {*phase.moved, *self._stay}
        for top in view.tops(phase.nation):
            unit = tuple(g for g in view.stack(top) if g not in done)
            if unit:
                yield unit, self._march(outlook, unit)
        for train in TRAINS_OF[phase.nation]:
            if view.at[train] >= 0 and train not in done:
                yield (train,), self._haul(outlook, train)

    def _march(self, outlook: Outlook, unit: tuple[int, ...]) -> Route | None:
        """The best march of a stack, or of a part of it."""
        view = outlook.view
        stack = view.stack(unit[0])
        start = view.at[unit[0]]
        troops = view.troops[stack[0]]
        stay = outlook.place(stack, troops, start, start, None)
        best, found = stay + 0.15, None
        if unit == tuple(stack):
            for city, route in routes(view, unit, greedy=True).items():
                value = outlook.place(unit, troops, city, start, route)
                if value > best:
                    best, found = value, route
        if len(stack) == 1:
            return found
        for part, take in self._parts(view, unit, stack, troops):
            rest = [g for g in stack if g not in part]
            left = outlook.place(rest, troops - take, start, start, None)
            for city, route in routes(view, part, take, greedy=True).items():
                value = outlook.place(part, take, city, start, route) + left
                value -= 7.0 if outlook.attacking else 5.0
                if value > best:
                    best, found = value, route
        return found

    def _parts(
        self, view: FriedrichView, unit: tuple[int, ...], stack: list[int], troops: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Who could part from a stack, and with how many troops."""
        part = unit[-1:]
        choices = shares(view, part)
        if choices:
            few = min(max(choices.start, 1 + troops // 8), choices.stop - 1)
            half = min(max(choices.start, troops // 2), choices.stop - 1)
            yield from ((part, take) for take in {few, half})

    def _haul(self, outlook: Outlook, train: int) -> Route | None:
        """Where a train goes."""
        best, found = outlook.depot(train, outlook.view.at[train]) + 0.05, None
        for city, route in routes(outlook.view, train).items():
            value = outlook.depot(train, city)
            if value > best:
                best, found = value, route
        return found

    def _go_on(self, view: FriedrichView, phase: Marching, legal: Sequence[Action]) -> Action:
        """On a march without orders: together, and to the best city that is near."""
        if phase.steps == 0:
            found = routes(view, phase.unit, phase.take)
            joins = [action for action in legal if action.verb == "with"]
            if joins:
                return joins[0]
            takes = [action for action in legal if action.verb == "take"]
            if takes:
                return takes[len(takes) // 2]
            outlook = self._outlook(view, phase.nation)
            if found and phase.unit[0] < GENERALS:
                troops = phase.take or view.troops[view.stack(phase.unit[0])[0]]
                best = max(
                    found.values(),
                    key=lambda r: outlook.place(phase.unit, troops, r.city, phase.start, r),
                )
                self._orders = [a for a in best.actions() if a.verb in ("to", "stop")]
                return self._follow(legal) or legal[0]
        return STOP if STOP in legal else legal[0]

    # -- recruiting ----------------------------------------------------------------------

    def _purchase(self, outlook: Outlook, legal: Sequence[Action]) -> Action | None:
        """How many troops to buy: to bring generals back, and before an army collapses."""
        view, nation = outlook.view, outlook.nation
        offers = {action.args[0]: action for action in legal if action.verb == "troops"}
        if not offers:
            return None
        most = max(offers)
        hand = view.hands[nation]
        money = sum(n * VALUE[kind] for kind, n in enumerate(hand) if n)
        trains = [t for t in TRAINS_OF[nation] if view.at[t] < 0 and not view.gone[t]]
        total, full = view.totals[nation], view.ceiling(nation)
        away = sum(view.at[g] < 0 and not view.gone[g] for g in GENERALS_OF[nation])
        generals = len(GENERALS_OF[nation])
        if not outlook.stacks:
            want = min(most, max(1, money // 7))
            return offers.get(max(want, min(offers)))
        keep = outlook.weights.keep * (1.0 if full > 20 else 0.6 if full > 10 else 0.15)
        spare = money - keep
        if total < 0.5 * full or away * 2 >= generals:
            spare = money - 0.4 * keep
        if trains and len(trains) == len(TRAINS_OF[nation]) and money >= 6:
            spare = max(spare, 6.0)
        want = min(most, int(spare // 6.5))
        if trains and 0 in offers and want <= 1 and spare >= 6:
            return offers[0]
        hurt = full - total
        if want <= 0 or hurt <= 0 or (hurt < 3 and not away):
            return None
        if not away and spare < 18:
            return None
        return offers.get(min(want, max(hurt, away)))

    def _recruit(self, view: FriedrichView, phase: Recruiting, legal: Sequence[Action]) -> Action:
        """One choice of a purchase after the other."""
        verb = legal[0].verb
        if verb == "trains":
            return legal[-1]  # lost trains come back with the first purchase
        if verb == "pay":
            return self._pay(view, phase, legal)
        outlook = self._outlook(view, phase.nation)
        if verb == "at":
            return max(legal, key=lambda action: self._entry(outlook, action.args[0]))
        return max(legal, key=lambda action: self._hunger(outlook, phase, action.args[0]))

    def _pay(self, view: FriedrichView, phase: Recruiting, legal: Sequence[Action]) -> Action:
        """Low cards of suits in which nobody will fight; without waste if it can be."""
        outlook = self._outlook(view, phase.nation)
        needs = self._needs(outlook)
        price = 6 * (phase.troops + max(0, phase.trains))
        left = price - sum(VALUE[kind] for kind in phase.paid)

        def dear(action: Action) -> float:
            kind = action.args[0]
            if SUIT_OF[kind] == RESERVE:
                return 40.0
            waste = max(0, VALUE[kind] - left)
            return VALUE[kind] * 0.5 + needs[SUIT_OF[kind]] * VALUE[kind] + 1.5 * waste

        return min(legal, key=dear)

    def _needs(self, outlook: Outlook) -> list[float]:
        """How much each suit is needed where own stacks stand near hostile ones."""
        needs = [0.1] * 4
        for city in outlook.stacks.values():
            far = distances(city)
            near = min((far[enemy.city] for enemy in outlook.enemies), default=20)
            weight = 1.0 if near <= 3 else 0.5 if near <= 6 else 0.15
            needs[SUIT[city]] += weight
            for other in {SUIT[c] for c in NEXT[city]}:
                needs[other] += 0.3 * weight
        whole = sum(needs)
        return [2.0 * need / whole for need in needs]

    def _entry(self, outlook: Outlook, city: int) -> float:
        danger = outlook.danger(2.0, city)
        return outlook.cover((), city) + outlook.pull((), 4.0, city, city) - danger

    def _hunger(self, outlook: Outlook, phase: Recruiting, general: int) -> float:
        """Who needs the next troop most: the ones away first, then those in the field."""
        view = outlook.view
        given = phase.fed.count(general)
        if view.at[general] < 0:
            return 20.0 - 1.5 * given - 0.1 * general if given == 0 else 6.0 - 1.5 * given
        city = view.at[general]
        far = distances(city)
        near = min((far[enemy.city] for enemy in outlook.enemies), default=20)
        size = len(view.stack(general))
        troops = view.troops[general] + given
        return 6.0 - 0.5 * min(near, 10) + 0.8 * size - 0.7 * troops / size

    # -- fights --------------------------------------------------------------------------

    def _fight(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """The most promising fight first."""
        phase = view.phases[-1]
        assert isinstance(phase, Combat)
        outlook = self._outlook(view, phase.nation)
        by_top = {enemy.top: enemy for enemy in outlook.enemies}

        def worth(action: Action) -> float:
            own, other = action.args
            if other not in by_top:
                return -99.0
            return outlook.fight(view.troops[own], view.at[own], by_top[other])

        return max(legal, key=worth)

    def _battle(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Play on as long as victory is in reach; else give up at the smallest minus."""
        fight = view.phases[-1]
        assert isinstance(fight, Fight)
        nation = fight.nation(fight.side)
        return Duel(view, fight, legal, self._weights(nation)).answer()

    def _retreat(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Where the beaten stack is least useful: far from its train and from what it guards."""
        phase = view.phases[-1]
        assert isinstance(phase, Retreat)
        nation = NATION_OF[phase.loser]
        ways = distance_to_train(view, nation)
        own = NATION_OF[phase.winner]
        own_wants = [c for c in OBJECTIVES if OBJECTIVE_OF[c] == own and not view.control[c]] + [
            c for c in OBJECTIVES if DEFENDER[c] == own
        ]

        def harm(action: Action) -> float:
            city = action.args[0]
            far = distances(city)
            value = 0.0 if at_home(nation, city) else 0.5 * min(ways[city], 12)
            for goal in own_wants:
                value += 0.1 * min(far[goal], 8) + (0.0 if far[goal] <= 3 else 0.6)
            return value

        return max(legal, key=harm)

    def _evade(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Out of the way of Daun, if he is the stronger."""
        defender = view.phases[-1].defender  # type: ignore[attr-defined]
        outlook = self._outlook(view, PRUSSIA)
        troops = view.troops[defender]

        def worth(action: Action) -> float:
            city = action.args[0] if action.args else view.at[defender]
            near = [e for e in outlook.enemies if e.city in NEXT[city]]
            value = outlook.cover(view.stack(defender), city) - outlook.danger(troops, city)
            return value + (sum(outlook.fight(troops, city, e) for e in near) if near else 0.0)

        return max(legal, key=worth)

    # -- cards and fate ------------------------------------------------------------------

    def _least(self, view: FriedrichView, nation: int, legal: Sequence[Action]) -> Action:
        """Of the cards on offer the one that will be missed least."""
        needs = self._needs(self._outlook(view, nation))

        def worth(action: Action) -> float:
            kind = action.args[0]
            if SUIT_OF[kind] == RESERVE:
                return 50.0
            return VALUE[kind] * (0.5 + needs[SUIT_OF[kind]])

        return min(legal, key=worth)

    def _discard(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        phase = view.phases[-1]
        assert isinstance(phase, Discard)
        return self._least(view, phase.nation, legal)

    def _renew(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """A low card for another."""
        cards = [action for action in legal if action.args]
        least = self._least(view, FRANCE, cards)
        return least if VALUE[least.args[0]] <= 5 else DECLINE

    def _give(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        return self._least(view, PRUSSIA, legal)

    def _decline(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        return DECLINE

    def _drive(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        return next((action for action in legal if action.args), legal[0])

    def _retire(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """Whoever is off the map, or stands far from everybody."""
        outlook = self._outlook(view, PRUSSIA)

        def use(action: Action) -> float:
            general = action.args[0]
            if view.at[general] < 0:
                return -10.0
            stack = view.stack(general)
            room = MOST_OF_A_GENERAL * (len(stack) - 1) >= view.troops[stack[0]]
            if len(stack) > 1 and room:
                return -2.0 - 0.01 * general
            cover = outlook.cover(stack, view.at[general])
            return cover + view.troops[stack[0]] / len(stack)

        return min(legal, key=use)

    def _troop(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        nation = NATION_OF[legal[0].args[0]]
        outlook = self._outlook(view, nation)
        blank = Recruiting(nation, 1)
        return max(legal, key=lambda action: self._hunger(outlook, blank, action.args[0]))

    def _loss(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        return max(legal, key=lambda action: view.troops[action.args[0]])

    def _cut_off(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        """The stack that is farthest from its train."""
        ways = distance_to_train(view, PRUSSIA)
        stacks = [action for action in legal if action.args]
        return max(stacks, key=lambda action: ways[view.at[action.args[0]]])

    def _laudon(self, view: FriedrichView, legal: Sequence[Action]) -> Action:
        return STAND


class Duel:
    """One answer in a fight."""

    def __init__(
        self, view: FriedrichView, fight: Fight, legal: Sequence[Action], weights: Weights
    ) -> None:
        self.view, self.fight, self.legal, self.weights = view, fight, legal, weights
        self.me, self.them = fight.general(fight.side), fight.general(1 - fight.side)
        self.score = fight.own_score()
        self.ends: dict[int, float] = {}
        nation = NATION_OF[self.me]
        self.outlook = Outlook(view, nation, weights)
        self.troops = view.troops[self.me]
        self.against = view.told[self.them] or view.high[self.them]
        self.theirs = self.outlook.cards[NATION_OF[self.them]][SUIT[view.at[self.them]]]
        self.plays: list[tuple[int, Action, bool]] = []
        for action in legal:
            if action.verb == "play":
                kind, value, _ = PLAYS[action.args[0]]
                self.plays.append((value, action, SUIT_OF[kind] == RESERVE))
            elif action.verb == "double":
                self.plays.append((2 * VALUE[action.args[0]], action, False))
        hand = view.hands[nation]
        reserves = sum(n for k, n in enumerate(hand) if SUIT_OF[k] == RESERVE)
        self.suited = sorted(value for value, _, spare in self.plays if not spare)
        self.reserves = reserves if any(spare for _, _, spare in self.plays) else 0
        self.mine = sum(self.suited) + 10 * self.reserves

    def answer(self) -> Action:
        """The card to play, or to give up."""
        if self.score == 0:
            if QUIT in self.legal:
                return QUIT
            return self._smallest()
        if self._worth_it():
            return self._press()
        return self._save()

    def _smallest(self) -> Action:
        plain = [(value, action) for value, action, spare in self.plays if not spare]
        if self._worth_it() and self.theirs < 5:
            fit = [play for play in plain if play[0] <= self.against]
            return max(fit or plain[:1])[1] if fit else min(plain)[1]
        return min(plain)[1] if plain else self.legal[0]

    def _worth_it(self) -> bool:
        """Whether to fight for victory."""
        w, outlook = self.weights, self.outlook
        if self.score + self.mine <= 0:
            return False
        enemy = next((e for e in outlook.enemies if e.top == self.them), None)
        drive = outlook.drive(enemy) if enemy else 0.0
        marks = [c for c in outlook.guards if self.view.marks[c]]
        stack = set(self.view.stack(self.them))
        drive += sum(w.conquest * 0.7 for c in marks if set(outlook.guards[c]) <= stack)
        # what is lost when we go back: the objectives that this stack protects
        own = sum(
            0.5 * weight
            for city, weight in outlook.holding.items()
            if distances(city)[self.view.at[self.me]] <= 3
        )
        final, cost = self._cheapest()
        odds = coach.weigh(self.mine, self.score, self.theirs, 0)
        loss = min(self.troops, 4.0)
        gain = odds.win * (w.troop * min(self.against, 4.0) + drive + 1.0 + min(own, 5.0))
        harm = (1 - odds.win) * w.troop * loss * outlook.pain
        spent = outlook.point * min(self.mine, max(0.0, -self.score) + 0.8 * self.theirs)
        give_up = w.troop * min(self.troops, -final) * outlook.pain + cost + self._end(final)
        return gain - harm - spent > -give_up

    def _end(self, final: int) -> float:
        """What it means for a stack to be lost as a whole."""
        if -final >= self.troops:
            return 4.0
        if final not in self.ends:
            ends = coach.retreat_ends(self.view, self.me, -final, self.them)
            rest = self.weights.troop * (self.troops + final)
            self.ends[final] = 0.0 if ends else 4.0 + rest
        return self.ends[final]

    def _cheapest(self) -> tuple[int, float]:
        """The best minus to give up at, and what it costs to get there."""
        w, point = self.weights, self.outlook.point
        best = (self.score, 0.0)
        worst = w.troop * min(self.troops, -self.score) + self._end(self.score)
        for final, (cost, _) in self._reachable().items():
            price = w.troop * min(self.troops, -final) + cost * point + self._end(final)
            if price < worst:
                worst, best = price, (final, cost * point)
        return best

    def _reachable(self) -> dict[int, tuple[float, tuple[int, ...]]]:
        """The scores below zero that cards make: what they cost in points, and which."""
        found: dict[int, tuple[float, tuple[int, ...]]] = {self.score: (0.0, ())}
        values = [(value, float(value)) for value in self.suited]
        for value, cost in values:
            for score, (spent, cards) in list(found.items()):
                after = score + value
                if after < 0 and (after not in found or found[after][0] > spent + cost):
                    found[after] = spent + cost, (*cards, value)
        if self.reserves:
            for score, (spent, cards) in list(found.items()):
                for value in range(1, 11):
                    after = score + value
                    if after < 0 and (after not in found or found[after][0] > spent + 22.0):
                        found[after] = spent + 22.0, (*cards, -value)
        return found

    def _save(self) -> Action:
        """On the way to the best minus; there, give up."""
        final, _ = self._cheapest()
        if final == self.score:
            return self._last_stand()
        cards = self._reachable()[final][1]
        return self._card(max(cards, key=abs))

    def _card(self, value: int) -> Action:
        """The action of a card by its value; a Reserve by its negative."""
        for worth, action, spare in self.plays:
            if (worth, spare) == (abs(value), value < 0):
                return action
        return QUIT if QUIT in self.legal else self.legal[0]

    def _last_stand(self) -> Action:
        """Far behind with nothing that fits: over zero, to see whether the other can answer."""
        over = [p for p in self.plays if not p[2] and self.score + p[0] >= 0]
        deep = min(self.troops, -self.score)
        if over and (deep >= 4 or (deep >= self.troops and deep > 1)):
            return min(over, key=lambda p: p[0])[1]
        return QUIT if QUIT in self.legal else self._smallest()

    def _press(self) -> Action:
        """The card with which to go for victory."""
        plain = sorted((v, a) for v, a, spare in self.plays if not spare)
        spare = sorted((v, a) for v, a, spare in self.plays if spare)
        over = [(v, a) for v, a in plain if self.score + v > 0]
        if over:
            if self.theirs < 5:  # he will hardly answer: as much as hurts
                hurting = [(v, a) for v, a in over if self.score + v <= self.against]
                return max(hurting)[1] if hurting else min(over)[1]
            return min(over)[1]
        level = [(v, a) for v, a in plain if self.score + v == 0]
        if level:
            return level[0][1]
        if plain and self.score + sum(v for v, _ in plain) >= 0:
            return max(plain)[1]
        if spare:
            high = [(v, a) for v, a in spare if self.score + v > 0]
            if plain and not high:
                return max(plain)[1]
            return high[min(3, len(high) - 1)][1] if high else max(spare)[1]
        return max(plain)[1]
