"""Who has not been fed: what the marches of a movement tell where new troops bind (§fate 10♠).

A Prussian stack that received troops may not go where others may. Whoever goes there has
received nothing, and everybody can tell. What is known of armies must then be worked out once
more from the moment before the first purchase: so a movement under this card is written down,
as far as everybody sees it, and forgotten when it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chancery.games.friedrich.board.pieces import MOST_OF_A_GENERAL, General
from chancery.games.friedrich.rules.army_limits import limits
from chancery.games.friedrich.rules.knowledge.possible_troops import Box, Sums

Stacks = tuple[tuple[General, ...], ...]


class Moment(NamedTuple):
    """Something that happened in the movement: a purchase, or stacks that joined or parted."""

    stacks: Stacks  # as they stand afterwards; who enters is a stack of his own first
    troops: int = 0  # bought and shared out
    entered: tuple[General, ...] = ()
    hungry: tuple[General, ...] = ()  # the tops of stacks that received nothing


class Feeding(NamedTuple):
    """The movement since the first purchase."""

    before: Sums
    stacks: Stacks
    moments: tuple[Moment, ...] = ()

    def whole(self) -> bool:
        """Whether one moment follows from the other, and the first from the beginning."""
        stacks = self.stacks
        if not self.before.sound() or self.before.tops != tuple(stack[0] for stack in stacks):
            return False
        for moment in self.moments:
            if not _follows(stacks, moment):
                return False
            stacks = moment.stacks
        return bool(self.moments)

    def now(self) -> Stacks:
        """The stacks as they stand now."""
        return self.moments[-1].stacks if self.moments else self.stacks

    def then(self, stacks: Iterable[Sequence[int]]) -> Feeding:
        """Stacks have joined or parted."""
        return self._and(Moment(_ordered(stacks)))

    def bought(self, troops: int, entered: Sequence[int], hungry: Sequence[int]) -> Feeding:
        """Troops are shared out among those on the map and those who enter."""
        stacks = _ordered([*self.now(), *((general,) for general in entered)])
        return self._and(Moment(stacks, troops, tuple(entered), tuple(hungry)))

    def _and(self, moment: Moment) -> Feeding:
        return self._replace(moments=(*self.moments, moment))

    def unfed(self, generals: Iterable[int]) -> Feeding:
        """These have received nothing so far, nor has anybody who shared a stack with them."""
        unfed = set(generals)
        moments: list[Moment] = []
        for moment in reversed(self.moments):
            for stack in moment.stacks:
                if not unfed.isdisjoint(stack):
                    unfed.update(stack)
            if moment.troops:
                tops = {stack[0] for stack in moment.stacks if stack[0] in unfed}
                hungry = tops.union(moment.hungry).difference(moment.entered)
                moment = moment._replace(hungry=tuple(sorted(hungry)))
            moments.append(moment)
        return self._replace(moments=tuple(reversed(moments)))

    def sums(self) -> Sums:
        """What follows from all of it."""
        sums, stacks = self.before, self.stacks
        for moment in self.moments:
            if moment.troops:
                sums = share(sums, moment.stacks, moment.troops, moment.entered, moment.hungry)
            else:
                sums = _regrouped(sums, stacks, moment.stacks)
            stacks = moment.stacks
        return sums


def share(
    sums: Sums, stacks: Stacks, troops: int, entered: Sequence[int], hungry: Sequence[int]
) -> Sums:
    """So many new troops for the stacks, at least one for each who enters, none for some."""
    boxes: dict[int, Box] = {stack[0]: (0, 0 if stack[0] in hungry else troops) for stack in stacks}
    for general in entered:
        sums = sums.added(general)
        boxes[general] = 1, MOST_OF_A_GENERAL
    sums = sums.shared(troops, boxes)
    for stack in stacks:
        sums = sums.within(stack[0], *limits(len(stack)))
    return sums


def _regrouped(sums: Sums, old: Stacks, new: Stacks) -> Sums:
    """Some of the stacks are one from now on, or one of them is two."""
    gone = [stack for stack in old if stack not in new]
    come = [stack for stack in new if stack not in old]
    if len(come) == 1:
        return sums.joined([stack[0] for stack in gone], come[0][0])
    one, other = come
    return sums.parted(gone[0][0], one[0], limits(len(one)), other[0], limits(len(other)))


def _follows(old: Stacks, moment: Moment) -> bool:
    new, generals = moment.stacks, [general for stack in moment.stacks for general in stack]
    if new != _ordered(new) or len(set(generals)) != len(generals) or () in new:
        return False
    if moment.troops:
        hungry = set(moment.hungry) <= {stack[0] for stack in old}
        entered = len(moment.entered) <= moment.troops
        return hungry and entered and new == _ordered([*old, *((g,) for g in moment.entered)])
    gone, come = set(old) - set(new), set(new) - set(old)
    same = sorted(g for stack in gone for g in stack) == sorted(g for stack in come for g in stack)
    return same and sorted((len(gone), len(come))) == [1, 2]


def _ordered(stacks: Iterable[Sequence[int]]) -> Stacks:
    return tuple(sorted(tuple(sorted(stack)) for stack in stacks))
