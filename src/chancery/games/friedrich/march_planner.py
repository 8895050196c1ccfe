"""The destinations of a unit in one march, and the actions that lead there (§4, §5).

Everything is found from a view. A march is short, so all of them are enumerated, and the best one
to each destination is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chancery.core import Action
from chancery.games.friedrich.board.atlas import OBJECTIVE_OF
from chancery.games.friedrich.board.pieces import GENERALS, NATION_OF
from chancery.games.friedrich.rules import army_limits
from chancery.games.friedrich.rules.conquest import (
    CONQUERED,
    NOTHING,
    QUESTION_MARK,
    WON_BACK,
    on_leaving,
)
from chancery.games.friedrich.rules.march_limits import (
    BLOCKED,
    FREE,
    can_march,
    enter,
    goes_on,
    may_stop,
    most_steps,
    onward,
    stays,
    stops_anywhere,
    train_at,
)
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.notation import MARCH, STOP, TAKE, TO, WITH
from chancery.games.friedrich.view import FriedrichView

_CONQUEST = 8  # more than the question marks of any march
_PRIZES = {NOTHING: 0, QUESTION_MARK: 1, CONQUERED: 2, WON_BACK: 2}


class Route(NamedTuple):
    """A march to a city, and its effects on the way."""

    unit: tuple[int, ...]
    steps: tuple[int, ...]  # the cities entered, the last one its end
    conquered: tuple[int, ...]  # objectives conquered, or won back, on the way
    marked: tuple[int, ...]  # those that get a question mark
    taken: int  # the hostile train that is removed at the end, or -1
    joins: bool  # whether own generals are joined at the end
    ends: bool  # whether the march ends there by itself
    take: int  # troops that go along when others stay behind; 0: the whole stack goes

    @property
    def city(self) -> int:
        """The city where the march ends."""
        return self.steps[-1]

    def actions(self) -> list[Action]:
        """Return the actions of the march in the notation."""
        actions = [MARCH[self.unit[0]], *(WITH[g] for g in self.unit[1:])]
        if self.take:
            actions.append(TAKE[self.take])
        actions += [TO[city] for city in self.steps]
        return actions if self.ends else [*actions, STOP]


def routes(
    view: FriedrichView,
    unit: int | Sequence[int],
    take: int = 0,
    greedy: bool = False,
    marking: bool = False,
) -> dict[int, Route]:
    """Return the best march to each city that a unit can reach: fewest steps, then most conquests.

    Greedy: most conquests, then (marking) most question marks, then fewest steps. A unit is a
    piece, or generals of one stack by rank; `take` is the number of troops that go along when
    others stay (0: a proportional share).
    """
    unit = (unit,) if isinstance(unit, int) else tuple(unit)
    start = view.at[unit[0]]
    if start < 0 or _has_moved(view, unit) or stays(view, unit):
        return {}
    if view.frame.rules < 2 and any(not can_march(view, unit[:n]) for n in range(2, len(unit))):
        return {}  # the unit cannot be assembled one general at a time
    choices = army_limits.shares(view, unit)
    if choices and take not in choices:
        whole = view.troops[view.stack(unit[0])[0]]
        take = whole * len(unit) // len(view.stack(unit[0]))
        take = min(max(take, choices.start), choices.stop - 1)
    elif not choices:
        take = 0
    return _Walker(view, unit, take, greedy, marking).walk()


def _has_moved(view: FriedrichView, unit: Sequence[int]) -> bool:
    nation = NATION_OF[unit[0]]
    for phase in view.phases:
        if isinstance(phase, Movement) and phase.nation == nation:
            return any(piece in phase.moved for piece in unit)
    return False


class _Walker:
    """Enumerates all marches of a unit, looking up the meaning of each city once."""

    def __init__(
        self, view: FriedrichView, unit: tuple[int, ...], take: int, greedy: bool, marking: bool
    ) -> None:
        self.view, self.unit, self.take = view, unit, take
        self.greedy, self.marking = greedy, marking
        self.nation = NATION_OF[unit[0]]
        self.general = unit[0] < GENERALS
        self.start = view.at[unit[0]]
        self.most = most_steps(view, unit)
        self.taken = set(view.at)  # occupied cities
        self.plain = stops_anywhere(view, self.nation)
        self.entry: dict[int, int] = {}
        self.stop: dict[int, bool] = {}
        self.prize: dict[int, int] = {}
        self.reached: dict[int, tuple[tuple[int, int], tuple[int, ...], bool]] = {}

    def walk(self) -> dict[int, Route]:
        """Return the best march to each destination."""
        self._search_shortest()
        if (self.marking and any(self.prize.values())) or 2 in self.prize.values():
            # a longer way may bring more
            self.reached = {}
            self._search_all((), self.start, True, 0)
        prizes = any(self.prize.values())
        return {
            city: self._route(steps, main, prizes)
            for city, (_, steps, main) in self.reached.items()
        }

    def _may_enter(self, city: int) -> int:
        if city not in self.taken:
            return FREE
        entry = self.entry.get(city)
        if entry is None:
            entry = self.entry[city] = enter(self.view, self.unit, city)
        return entry

    def _may_stop(self, city: int) -> bool:
        if self.plain and OBJECTIVE_OF[city] < 0:
            return True
        allowed = self.stop.get(city)
        if allowed is None:
            allowed = self.stop[city] = may_stop(self.view, self.unit, city, self.start)
        return allowed

    def _prize(self, city: int) -> int:
        """Return the effect of leaving a city: 2 conquered or won back; 1 marked; 0 nothing."""
        if OBJECTIVE_OF[city] < 0:
            return 0
        prize = self.prize.get(city)
        if prize is None:
            prize = self.prize[city] = _PRIZES[on_leaving(self.view, self.nation, self.unit, city)]
        return prize

    def _search_shortest(self) -> None:
        """Find the shortest marches where nothing can be conquered; the first of equal ones is
        kept.

        The results are the same as those of `_search_all`, found by a breadth-first search.
        """
        reached, start = self.reached, self.start
        edge: list[tuple[tuple[int, ...], int, bool]] = [((), start, True)]
        visited = {(start, True)}
        self._prize(start)
        number = 0
        while edge:
            steps_left = self.most - number
            number += 1
            further = []
            for steps, city, main in edge:
                for neighbour, still in onward(city, steps_left, main):
                    entry = self._may_enter(neighbour)
                    if entry == BLOCKED:
                        continue
                    state = (neighbour, still)
                    if neighbour in reached and state in visited:
                        continue
                    path = (*steps, neighbour)
                    if neighbour not in reached and self._may_stop(neighbour):
                        reached[neighbour] = (0, 0), path, still
                    if entry == FREE and state not in visited:
                        visited.add(state)
                        self._prize(neighbour)
                        further.append((path, neighbour, still))
            edge = further

    def _search_all(self, steps: tuple[int, ...], city: int, main: bool, won: int) -> None:
        number = len(steps) + 1
        if number > self.most + 1:
            return
        prize = self._prize(city)
        if prize == 2 and city not in (self.start, *steps)[:-1]:
            won += _CONQUEST
        elif prize and self.marking and city not in (self.start, *steps)[:-1]:
            won += not self.view.marks[city]
        rank = (-won, number) if self.greedy else (number, -won)
        reached = self.reached
        for neighbour, still in onward(city, self.most - len(steps), main):
            entry = self._may_enter(neighbour)
            if entry == BLOCKED:
                continue
            path = (*steps, neighbour)
            reached_before = reached.get(neighbour)
            if (reached_before is None or rank < reached_before[0]) and self._may_stop(neighbour):
                reached[neighbour] = rank, path, still
            if entry == FREE:
                self._search_all(path, neighbour, still, won)

    def _route(self, steps: tuple[int, ...], main: bool, prizes: bool) -> Route:
        city, start = steps[-1], self.start
        conquered: tuple[int, ...] = ()
        marked: tuple[int, ...] = ()
        if prizes:
            left_behind = dict.fromkeys((start, *steps[:-1]))
            conquered = tuple([c for c in left_behind if self._prize(c) == 2])
            marked = tuple(
                [c for c in left_behind if self._prize(c) == 1 and not self.view.marks[c]]
            )
        captured_train, joins = -1, False
        if city in self.taken:
            captured_train = train_at(self.view, self.nation, city) if self.general else -1
            joins = captured_train < 0 and self._may_enter(city) != FREE
        ends = (
            captured_train >= 0
            or joins
            or len(steps) >= self.most + main  # all its steps are used
            or not self._goes_on(city, len(steps), main)
        )
        return Route(self.unit, steps, conquered, marked, captured_train, joins, ends, self.take)

    def _goes_on(self, city: int, steps: int, main: bool) -> bool:
        """Return whether there is another step, which is so wherever an empty city is next to
        this one."""
        if self.plain:
            for neighbour, _ in onward(city, self.most - steps, main):
                if OBJECTIVE_OF[neighbour] < 0 and neighbour not in self.taken:
                    return True
        return goes_on(self.view, self.unit, city, steps, main, self.start)
