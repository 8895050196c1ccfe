"""Where a unit can get to in one march, and the orders that take it there (§4, §5).

Everything here is found from a view. A march is short, so that all of them are walked; of those
with the same end the best is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    NATION_OF,
)
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
    train_at,
)
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.notation import MARCH, STOP, TAKE, TO, WITH
from chancery.games.friedrich.view import FriedrichView

_PRIZES = {NOTHING: 0, QUESTION_MARK: 1, CONQUERED: 2, WON_BACK: 2}


@dataclass(frozen=True, slots=True)
class Route:
    """A march to a city, and what happens on the way."""

    unit: tuple[int, ...]
    steps: tuple[int, ...]  # the cities entered, the last one its end
    conquered: tuple[int, ...]  # objectives conquered, or won back, on the way
    marked: tuple[int, ...]  # those that get a question mark
    taken: int  # the hostile train that is removed at the end, or -1
    joins: bool  # whether own generals are met at the end
    ends: bool  # the march is over there of itself
    take: int  # troops that go along when others stay behind; 0: nobody stays

    @property
    def city(self) -> int:
        """Where it ends."""
        return self.steps[-1]

    def actions(self) -> list[Action]:
        """The march in the notation."""
        found = [MARCH[self.unit[0]], *(WITH[g] for g in self.unit[1:])]
        if self.take:
            found.append(TAKE[self.take])
        found += [TO[city] for city in self.steps]
        return found if self.ends else [*found, STOP]


def routes(
    view: FriedrichView, unit: int | Sequence[int], take: int = 0, greedy: bool = False
) -> dict[int, Route]:
    """For each city that a unit can reach the best march: fewest steps, then most conquests.

    Greedy: most conquests, then fewest steps. A unit is a piece, or generals of one stack by
    rank; `take` says how many troops go along when others stay (0: about its share).
    """
    unit = (unit,) if isinstance(unit, int) else tuple(unit)
    start = view.at[unit[0]]
    if start < 0 or _has_moved(view, unit) or stays(view, unit):
        return {}
    if view.frame.rules < 2 and any(not can_march(view, unit[:n]) for n in range(2, len(unit))):
        return {}  # they cannot be called together one by one
    choices = army_limits.shares(view, unit)
    if choices and take not in choices:
        whole = view.troops[view.stack(unit[0])[0]]
        take = whole * len(unit) // len(view.stack(unit[0]))
        take = min(max(take, choices.start), choices.stop - 1)
    elif not choices:
        take = 0
    return _Walker(view, unit, take, greedy).walk()


def _has_moved(view: FriedrichView, unit: Sequence[int]) -> bool:
    nation = NATION_OF[unit[0]]
    for phase in view.phases:
        if isinstance(phase, Movement) and phase.nation == nation:
            return any(piece in phase.moved for piece in unit)
    return False


class _Walker:
    """All walks of a unit; what each city means for it is looked up once."""

    def __init__(self, view: FriedrichView, unit: tuple[int, ...], take: int, greedy: bool) -> None:
        self.view, self.unit, self.take, self.greedy = view, unit, take, greedy
        self.nation = NATION_OF[unit[0]]
        self.general = unit[0] < GENERALS
        self.start = view.at[unit[0]]
        self.most = most_steps(view, unit)
        self.entry: dict[int, int] = {}
        self.stop: dict[int, bool] = {}
        self.prize: dict[int, int] = {}
        self.found: dict[int, tuple[tuple[int, int], tuple[int, ...], bool]] = {}

    def walk(self) -> dict[int, Route]:
        """The best march to each end."""
        self._go((), self.start, True, 0)
        return {city: self._route(steps, main) for city, (_, steps, main) in self.found.items()}

    def _may_enter(self, city: int) -> int:
        found = self.entry.get(city)
        if found is None:
            found = self.entry[city] = enter(self.view, self.unit, city)
        return found

    def _may_stop(self, city: int) -> bool:
        found = self.stop.get(city)
        if found is None:
            found = self.stop[city] = may_stop(self.view, self.unit, city, self.start)
        return found

    def _prize(self, city: int) -> int:
        """2: the city is conquered or won back when the unit leaves it; 1: marked; 0: nothing."""
        found = self.prize.get(city)
        if found is None:
            found = self.prize[city] = _PRIZES[on_leaving(self.view, self.nation, self.unit, city)]
        return found

    def _go(self, steps: tuple[int, ...], city: int, main: bool, won: int) -> None:
        number = len(steps) + 1
        if number > self.most + 1:
            return
        if self._prize(city) == 2 and city not in (self.start, *steps)[:-1]:
            won += 1
        for other, still in onward(city, self.most - len(steps), main):
            entry = self._may_enter(other)
            if entry == BLOCKED:
                continue
            way = (*steps, other)
            if self._may_stop(other):
                rank = (-won, number) if self.greedy else (number, -won)
                known = self.found.get(other)
                if known is None or rank < known[0]:
                    self.found[other] = rank, way, still
            if entry == FREE:
                self._go(way, other, still, won)

    def _route(self, steps: tuple[int, ...], main: bool) -> Route:
        city = steps[-1]
        left = dict.fromkeys((self.start, *steps[:-1]))
        taken = train_at(self.view, self.nation, city) if self.general else -1
        joins = taken < 0 and self._may_enter(city) != FREE
        return Route(
            unit=self.unit,
            steps=steps,
            conquered=tuple(c for c in left if self._prize(c) == 2),
            marked=tuple(c for c in left if self._prize(c) == 1 and not self.view.marks[c]),
            taken=taken,
            joins=joins,
            ends=taken >= 0
            or joins
            or not goes_on(self.view, self.unit, city, len(steps), main, self.start),
            take=self.take,
        )
