"""The value of places, fights and trains to a nation, computed from a view."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from chancery.games.friedrich import coach
from chancery.games.friedrich.board.atlas import (
    DEFENDER_OF,
    DEPOTS,
    EAST_PRUSSIA,
    EAST_PRUSSIAN_OBJECTIVES,
    HOME,
    NEXT,
    OBJECTIVE_OF,
    OBJECTIVES,
    SUIT,
    distances,
)
from chancery.games.friedrich.board.board import ADOPTED, TAKEN
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    FRANCE,
    HANOVER,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
    hostile,
)
from chancery.games.friedrich.board.pieces import AUSTRIAN, GENERALS_OF, TRAINS_OF
from chancery.games.friedrich.march_planner import Route
from chancery.games.friedrich.rules import army_limits, conquest, victory
from chancery.games.friedrich.rules.protection import PROTECTION
from chancery.games.friedrich.rules.supply import SUPPLY, at_home, distance_to_train
from chancery.games.friedrich.view import FriedrichView

_A_STACK = 2  # cards for each stack; from there on each more counts less
# How urgently a nation must attack before fate takes it out of the war: Russia and Sweden leave
# with one card, France with two.
_HASTE = {
    RUSSIA: 2.5,
    SWEDEN: 2.5,
    FRANCE: 1.0,
    AUSTRIA: 0.7,
    IMPERIAL: 0.7,
    PRUSSIA: 0.0,
    HANOVER: 0.0,
}
_ALONE = 5.0  # in a scenario no ally weakens the defender
_NEAR_A_TRAIN = (4.0, 4.0, 4.0, 3.5, 2.5, 0.8)  # the danger of an enemy, by distance
_STARVED = 25.0  # joining a stack that will starve
_KEYSTONES = 4  # objectives of a foe that are held even when the others are given up


@dataclass(frozen=True)
class Weights:
    """The weights of gains and dangers in the bot's sums."""

    conquest: float = 10.0
    win_back: float = 8.0
    train: float = 7.0
    troop: float = 1.5
    step: float = 0.9  # a step nearer to a goal
    point: float = 0.08  # a point on a card
    drive: float = 1.6  # driving away the protection of a wanted objective
    danger: float = 1.0
    cover: float = 1.0
    urgency: float = 4.0  # extra value of the objectives of a nation that is near to victory
    keep: float = 40.0  # points not spent on troops, by a large nation
    split: float = 5.0  # the cost of having one unit less
    deep: float = 1.6  # protecting the objectives that the foe reaches last
    shallow: float = 0.9  # protecting the others
    keeping: float = 0.4  # protecting conquests, relative to objectives never lost
    boldness: float = 0.12  # how much less a defeat costs attackers each turn
    calm: float = 0.65  # how much a defeat still costs with a full hand
    crowd: float = 2.5  # deduction from a goal for each unit that is nearer to it
    guarded: float = 6.0  # the attraction of a protected objective
    apart: float = 0.0  # deduction if both parts of a divided stack have the same goal
    rescue: float = 0.6  # value of the danger taken from stacks that are joined
    hunger: float = 1.5  # each troop that may starve
    wary: float = 0.8  # how sure an enemy's victory must be to keep new troops away
    resolve: float = 0.0  # extra value of the objectives missing for victory
    far: float = 0.0  # a step nearer to a goal too far away to attract, relative to others
    again: float = 1.0  # factor on an enemy's losses for each further stack that attacks him


# Nations that must conquer cannot wait for safety; nations that hold depend on it.
ATTACKING = Weights(
    conquest=9.0, step=1.4, danger=0.7, split=3.4, win_back=3.0, urgency=6.5, deep=0.3,
    shallow=0.1, keeping=0.3, crowd=3.0, guarded=9.5, apart=0.5, resolve=2.5, far=0.4,
    again=0.4,
)  # fmt: skip
DEFENDING = Weights(
    win_back=10.5, step=0.65, point=0.6, drive=1.3, danger=1.5, cover=1.4, urgency=6.0,
    keep=110.0, deep=2.0, shallow=0.5, rescue=-1.0,
)  # fmt: skip
# In a scenario there is one foe, and no second army to replace a lost one.
DEFENDING_ALONE = replace(
    DEFENDING, step=0.8, troop=1.9, point=0.45, danger=1.75, cover=1.1, urgency=4.5, deep=1.4
)


class Enemy(NamedTuple):
    """A hostile stack, with estimates where it is hidden."""

    top: int
    city: int
    troops: float
    points: tuple[float, ...]  # by suit
    average: float
    unsure: float  # the likely error of these points


class Odds(NamedTuple):
    """The expected result of a fight for one side."""

    win: float  # the chance of winning
    loss: float  # the troops lost if beaten
    gain: float  # the troops the other side loses if beaten


def odds(
    own_points: float, own_troops: float, enemy_points: float, enemy_troops: float, unsure: float
) -> Odds:
    """Estimate a fight from the points and troops of both sides.

    The side with less of both together tends to lose; the fewer points it has, the farther it is
    behind at the end.
    """
    score = own_troops - enemy_troops
    edge = (score + own_points - enemy_points) / unsure
    win = 1 / (1 + math.exp(-edge)) if -50.0 < edge < 50.0 else float(edge > 0)
    loss, gain = _behind(-score, own_points, enemy_points), _behind(score, enemy_points, own_points)
    return Odds(
        win,
        loss if loss < own_troops else own_troops,
        gain if gain < enemy_troops else enemy_troops,
    )


def unsure(cards: int) -> float:
    """Return the likely error of an estimate of the points of unseen cards in one suit."""
    return max(2.5, 2.2 * math.sqrt(cards))


def _behind(gap: float, points: float, enemy_points: float) -> float:
    """Return how far behind a loser is at the end, given the score gap at the start."""
    # without cards to play
    bare = (gap if gap > 0.0 else 0.0) + (enemy_points if enemy_points < 8.0 else 8.0)
    likely = 2.0 + math.exp(-points / 8.0) * (bare - 2.0)
    return max(1.0, gap - points, likely)


_NOTHING = -99.0  # below every value
# The protection that a unit gives to an objective by its distance: now, or soon.
_COVERING = tuple(1.0 if n <= PROTECTION else 0.08 * (9 - n) if n <= 8 else 0.0 for n in range(256))
_DOUBLED = tuple(0.2 if n <= PROTECTION else 0.0 for n in range(256))  # of a protected one


class Appraisal:
    """A position as one nation sees it: enemies, hands, and goals with their values.

    One is made for each question. While marches are planned the nation's own pieces move, and
    `look` updates everything that depends on them; cards and enemies stay the same.
    """

    def __init__(self, view: FriedrichView, nation: int, weights: Weights) -> None:
        self.nation, self.weights = nation, weights
        self.cards = coach.hands(view)
        self.mine = self.cards[nation]
        self.attacking = nation > HANOVER
        self.enemies = [
            Enemy(
                top,
                view.at[top],
                strength.likely,
                self.cards[foe],
                sum(self.cards[foe]) / 4,
                unsure(view.hand_size(foe)),
            )
            for foe in range(7)
            if hostile(nation, foe) and view.owners[foe] >= 0
            for top, strength in coach.strengths(view, foe).items()
        ]
        self.generals = {enemy.top: frozenset(view.stack(enemy.top)) for enemy in self.enemies}
        self.beside: dict[int, list[Enemy]] = {}  # by the cities next to them
        for enemy in self.enemies:
            for city in NEXT[enemy.city]:
                self.beside.setdefault(city, []).append(enemy)
        self.goals: tuple[tuple[int, ...], int] = ((), 0)
        self._dangers: dict[tuple[float, int], float] = {}
        self._deepest: dict[int, frozenset[int]] = {}
        self.look(view)
        hand = view.hand_size(nation)
        # Cards in excess of what will be played are worth less, and cards buy troops.
        plenty = max(4, _A_STACK * len(self.stacks))
        scarce: float = min(1.0, (plenty / max(1, hand)) ** 1.3)
        self.point = weights.point * scarce
        haste = _HASTE[nation] if view.scenario == "full" else _ALONE * self.attacking
        bold = weights.boldness * haste * max(0, view.turn - 4)
        self.defeat_factor = max(0.5, 1.0 - 0.1 * bold) * (
            weights.calm + (1.0 - weights.calm) * scarce
        )
        self.attack_bonus = bold

    def look(self, view: FriedrichView) -> None:
        """Update the appraisal for a view in which the nation's own pieces have moved."""
        self.view = view
        nation = self.nation
        self.stacks = {top: view.at[top] for top in view.tops(nation)}
        self._ways: Sequence[int] | None = None
        self._pulls: dict[
            tuple[Sequence[int], float, int], tuple[list[tuple[float, bytes]], ...]
        ] = {}
        self._covers: dict[Sequence[int], list[tuple[float, Sequence[float], bytes]]] = {}
        trains = sum(view.at[t] for t in TRAINS_OF[IMPERIAL])  # this train protects objectives
        if self.goals == (view.control, trains):
            return
        self.goals = view.control, trains
        wants = nation != PRUSSIA or view.scenario == AUSTRIAN
        wants = wants or view.offensive in (ADOPTED, TAKEN)
        needed = victory.missing(view, nation) if wants else []
        self.wanted = [c for c in needed if conquest.may_conquer(view, nation, c)]
        control = view.control
        self.lost = [c for c in OBJECTIVES if control[c] and DEFENDER_OF[c] == nation]
        self._nearness: dict[int, float] = {}
        self.guards = {c: coach.protectors(view, c) for c in (*self.wanted, *self.lost)}
        self._deepest = {}
        self.holding = self._holding()
        self._drives: dict[int, float] = {}
        self.eagerness = 1.0
        if self.wanted:
            self.eagerness += self.weights.resolve * self.nearness(nation)

    def nearness(self, nation: int) -> float:
        """Return how near a nation is to its victory: 1 when one objective is missing."""
        near = self._nearness.get(nation)
        if near is None:
            near = 1.0 / max(1, len(victory.missing(self.view, nation)))
            self._nearness[nation] = near
        return near

    def _holding(self) -> dict[int, float]:
        """Return the objectives to protect, with the urgency of each."""
        view, nation, w = self.view, self.nation, self.weights
        at, control = view.at, view.control
        offensive = conquest.may_win_by_conquest(view, PRUSSIA)
        where: dict[int, list[int]] = {}
        strengths: dict[int, float] = {}
        urgency = {}
        for city in OBJECTIVES:
            conquered, owner = control[city], OBJECTIVE_OF[city]
            protector = owner if conquered else DEFENDER_OF[city]
            if protector != nation or view.owners[owner] < 0:
                continue
            if owner == PRUSSIA and not (conquered or offensive):
                continue
            foe = DEFENDER_OF[city] if conquered else owner
            if foe not in where:
                where[foe] = [at[g] for g in GENERALS_OF[foe] if at[g] >= 0]
                strengths[foe] = self.relative_strength(foe)
            distance = distances(city)
            closest = min([distance[c] for c in where[foe]], default=30)
            urgent = 1.0 + w.urgency * self.nearness(owner)
            threat = 2.2 if closest <= 3 else 1.6 if closest <= 5 else 0.8 if closest <= 8 else 0.25
            worth = w.keeping if conquered else self._depth(owner, city)
            urgency[city] = threat * urgent * worth * strengths[foe]
        return urgency

    def relative_strength(self, nation: int) -> float:
        """Return how much a nation has to be feared, up to 1: a small army conquers slowly."""
        view = self.view
        return min(1.0, max(view.totals[nation], 0.5 * army_limits.ceiling(view, nation)) / 16.0)

    def _depth(self, foe: int, city: int) -> float:
        """Return the value of holding an objective, which is higher far from the foe's depots.

        Holding one objective to the end is enough to prevent a victory.
        """
        if foe not in self._deepest:
            from_depots = [distances(depot) for depot in DEPOTS[foe]]
            missing = victory.missing(self.view, foe)
            deep = sorted(
                missing, key=lambda c: min((from_depot[c] for from_depot in from_depots), default=0)
            )
            self._deepest[foe] = frozenset(deep[-_KEYSTONES:])
        return self.weights.deep if city in self._deepest[foe] else self.weights.shallow

    # -- fights --------------------------------------------------------------------------

    def drive(self, enemy: Enemy) -> float:
        """Return the value of driving a stack away, besides its losses."""
        value = self._drives.get(enemy.top)
        if value is None:
            distance = distances(enemy.city)
            stack = self.generals[enemy.top]
            freed = 0.0
            for c, guards in self.guards.items():
                if guards and distance[c] <= 4 and not stack.isdisjoint(guards):
                    freed += 1.0 if stack.issuperset(guards) else 0.4
            menace = sum([w for c, w in self.holding.items() if distance[c] <= 3]) / 4
            value = self.weights.drive * (self.eagerness * min(freed, 5.0) + min(menace, 2.0))
            self._drives[enemy.top] = value
        return value

    def fight(self, troops: float, city: int, enemy: Enemy, fresh: Sequence[int] = ()) -> float:
        """Return the value of an attack on an enemy from a city."""
        w = self.weights
        own_points, enemy_points = self.mine[SUIT[city]], enemy.points[SUIT[enemy.city]]
        helpers = self.helpers(city, enemy)
        enemy_points -= min(0.7 * enemy_points, self.support(city, helpers))
        chances = odds(own_points, troops, enemy_points, enemy.troops, enemy.unsure)
        stack, marked = self.generals[enemy.top], self.view.marks
        prize = 0.0
        for c, guards in self.guards.items():
            if (c in fresh or marked[c]) and stack.issuperset(guards):
                prize += w.conquest * 0.7 * self.eagerness
        loss = w.troop * chances.gain * w.again ** len(helpers)
        gain = chances.win * (loss + self.drive(enemy) + prize + 1.0)
        harm = (1 - chances.win) * (w.troop * chances.loss + 3.0)
        cost = self.point * min(own_points, max(0.0, enemy_points + enemy.troops - troops))
        return gain - harm * self.defeat_factor - cost + 0.4 * self.attack_bonus * chances.win

    def helpers(self, city: int, enemy: Enemy) -> list[int]:
        """Return the cities from which other own stacks attack the same enemy."""
        beside = NEXT[enemy.city]
        return [c for c in self.stacks.values() if c in beside and c != city]

    def support(self, city: int, helpers: Sequence[int]) -> float:
        """Return the points of an enemy that fights with other own stacks will have used up."""
        return sum(0.4 * self.mine[SUIT[c]] for c in helpers if SUIT[c] != SUIT[city])

    def danger(self, troops: float, city: int) -> float:
        """Return the expected harm that the enemies can do to a stack in a city."""
        danger = self._dangers.get((troops, city))
        if danger is not None:
            return danger
        own_points = self.mine[SUIT[city]]
        distance = distances(city)
        worst = sum_of_others = 0.0
        for enemy in self.enemies:
            steps = distance[enemy.city]
            if steps <= 5:
                chances = odds(enemy.average, enemy.troops, own_points, troops, enemy.unsure)
                harm = (
                    self.weights.troop * chances.win * chances.gain
                    + max(0.0, chances.win - 0.35) * 2.0
                )
                if steps == 5:
                    harm *= 0.4
                if harm > worst:
                    worst, sum_of_others = harm, sum_of_others + worst
                else:
                    sum_of_others += harm
        danger = self.weights.danger * self.defeat_factor * (worst + 0.2 * sum_of_others)
        self._dangers[troops, city] = danger
        return danger

    # -- places --------------------------------------------------------------------------

    def supply(self, city: int, down: bool, troops: float) -> float:
        """Return the cost of a city for a stack by its distance to trains; face down it starves
        (§9.4)."""
        if at_home(self.nation, city):
            return 0.0
        if self._ways is None:
            self._ways = distance_to_train(self.view, self.nation)
        to_train = self._ways[city]
        if to_train < SUPPLY:
            return 0.0
        if to_train == SUPPLY:
            return 0.2
        trains = [self.view.at[t] for t in TRAINS_OF[self.nation] if self.view.at[t] >= 0]
        to_nearest = min((distances(t)[city] for t in trains), default=99)
        if down:
            starving = self.weights.hunger * troops
            return 14.0 + starving if to_nearest > SUPPLY + 2 else 6.0 + 0.4 * starving
        return 0.8 if to_nearest <= SUPPLY + 2 else 3.0 if to_nearest <= SUPPLY + 4 else 6.0

    def prize(self, goal: int) -> float:
        """Return the value of conquering a city, or of winning it back."""
        w = self.weights
        if self.view.control[goal]:
            return w.win_back * (1.0 + w.urgency * self.nearness(OBJECTIVE_OF[goal]))
        return w.conquest * (self.eagerness + self.nearness(self.nation))

    def pull(self, unit: Sequence[int], troops: float, city: int, start: int) -> float:
        """Return how near a city is to a goal worth going for."""
        attracting = self._pulls.get((unit, troops, start))
        if attracting is None:
            attracting = self._pulls[unit, troops, start] = self._drawn(unit, troops, start)
        step = self.weights.step
        best = _NOTHING
        for worth, distance in attracting[0]:
            value = worth - step * distance[city]
            if value > best:
                best = value
        for worth, distance in attracting[1]:
            steps = distance[city]
            value = worth - step * (steps - 2) if steps > 2 else worth
            if value > best:
                best = value
        if best > 0.0:
            return best
        return self.weights.far * best if best > _NOTHING else 0.0

    def _drawn(
        self, unit: Sequence[int], troops: float, start: int
    ) -> tuple[list[tuple[float, bytes]], ...]:
        """Return the goals and enemies that attract a unit, each with its value and distances."""
        w = self.weights
        goals, foes = [], []
        others = [c for top, c in self.stacks.items() if top not in unit and c != start]
        for goal, guards in self.guards.items():
            distance = distances(goal)
            from_start = distance[start]
            worth = w.guarded * self.eagerness if guards else 3.0 + self.prize(goal)
            nearer = 0
            for c in others:
                nearer += distance[c] < from_start
            worth -= w.crowd * min(2, nearer)
            if worth > 0:
                goals.append((worth, distance))
        if self.guards:
            best_points = max(self.mine)
            for enemy in self.enemies:
                drive = self.drive(enemy)
                if drive > 0:
                    enemy_points = enemy.points[SUIT[enemy.city]]
                    chances = odds(best_points, troops, enemy_points, enemy.troops, enemy.unsure)
                    foes.append((4.0 + drive * chances.win, distances(enemy.city)))
        return goals, foes

    def cover(self, unit: Sequence[int], city: int) -> float:
        """Return the value of what a unit in a city protects, or soon could, that no other unit
        does."""
        protected = self._covers.get(unit)
        if protected is None:
            others = [c for top, c in self.stacks.items() if top not in unit]
            protected = self._covers[unit] = []
            for goal, weight in self.holding.items():
                distance = distances(goal)
                covered = any(distance[c] <= PROTECTION for c in others)
                protected.append((weight, _DOUBLED if covered else _COVERING, distance))
        value = 0.0
        for weight, shape, distance_to in protected:
            value += weight * shape[distance_to[city]]
        return self.weights.cover * value

    def place(
        self, unit: Sequence[int], troops: float, city: int, start: int, route: Route | None
    ) -> float:
        """Return the value for a unit of ending its march in a city."""
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
                joined = next(t for t, c in self.stacks.items() if c == city)
                down = down or bool(view.down[joined])  # §9.5: a stack is turned over as a whole
                if down and self.supply(city, True, troops) > 0.0:
                    value -= _STARVED
                troops += view.troops[joined]
                value += 0.3 - 0.5 * w.split + w.rescue * self.danger(view.troops[joined], city)
                value -= w.rescue * self.danger(troops, city)
        for enemy in self.beside.get(city, ()):
            value += self.fight(troops, city, enemy, fresh)
        value -= self.danger(troops, city)
        value -= self.supply(city, down, troops)
        value += self.pull(unit, troops, city, start)
        if self.holding:
            value += self.cover(unit, city)
        if self.nation == RUSSIA and self.garrisoned(unit, city):
            value += 6.0
        return value + 0.02 * self.mine[SUIT[city]]

    def garrisoned(self, unit: Sequence[int], city: int) -> bool:
        """Return whether a Russian stack in East Prussia would be the only garrison of conquests
        there (§13.2)."""
        view = self.view
        if self.nation != RUSSIA or city not in EAST_PRUSSIA or not view.expert("garrison"):
            return False
        if sum(view.control[c] for c in EAST_PRUSSIAN_OBJECTIVES) < 3:
            return False
        others = (c for top, c in self.stacks.items() if top not in unit)
        return not any(c in EAST_PRUSSIA for c in others)

    def trains(self, train: int) -> Callable[[int], float]:
        """Return a function that values cities for a train: stacks supplied, and safety."""
        view = self.view
        others = [view.at[t] for t in TRAINS_OF[self.nation] if t != train and view.at[t] >= 0]
        supplied_stacks = []
        for top, where in self.stacks.items():
            home = at_home(self.nation, where)
            weight = 1.0 + 0.15 * view.troops[top]
            if home:  # a stack that leaves a depot abroad needs a train
                weight *= 0.3 if HOME[self.nation] else 0.8
            distance = distances(where)
            fed_else = any(distance[c] <= SUPPLY - 1 for c in others)
            if fed_else:
                weight *= 0.25
            hungry = bool(view.down[top]) and not home and not fed_else
            supplied_stacks.append(
                (distance, weight, 6.0 + self.weights.hunger * view.troops[top] if hungry else 0.0)
            )
        foes = [distances(enemy.city) for enemy in self.enemies]

        def worth(city: int) -> float:
            value = 0.0
            guarded = False
            for distance, weight, hunger in supplied_stacks:
                steps = distance[city]
                if steps <= SUPPLY:
                    value += weight * (2.0 if steps < SUPPLY else 1.6) + hunger
                    guarded = guarded or steps <= 1
                if steps > 3:
                    value -= weight * 0.22 * (steps - 3)
            for distance in foes:
                steps = distance[city]
                if steps <= 5:
                    value -= _NEAR_A_TRAIN[steps]
            return value + 0.3 if guarded else value

        return worth
