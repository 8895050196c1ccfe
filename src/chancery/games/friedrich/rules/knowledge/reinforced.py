"""Deductions from marches about stacks without new troops (§fate 10♠).

Under this text a Prussian stack that received troops may not go everywhere. A stack that goes to a
forbidden place has therefore received none, and everybody can deduce it. The knowledge of armies
must then be computed again from the moment before the first purchase; so a movement under this text
is recorded, as far as it is public, and the record is dropped when the movement ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chancery.games.friedrich.board.pieces import MOST_OF_A_GENERAL, General
from chancery.games.friedrich.rules.army_limits import limits
from chancery.games.friedrich.rules.knowledge.possible_troops import Box, Sums

Stacks = tuple[tuple[General, ...], ...]


class Moment(NamedTuple):
    """A step of the record: a purchase, or stacks that joined or parted."""

    stacks: Stacks  # afterwards; an entering general is at first a stack of his own
    troops: int = 0  # bought and distributed
    entered: tuple[General, ...] = ()
    hungry: tuple[General, ...] = ()  # the tops of stacks that received nothing


class Feeding(NamedTuple):
    """The public record of a movement since its first purchase."""

    before: Sums
    stacks: Stacks
    moments: tuple[Moment, ...] = ()

    def whole(self) -> bool:
        """Return whether each moment follows from the one before, and the first from the
        beginning."""
        stacks = self.stacks
        if not self.before.sound() or self.before.tops != tuple(stack[0] for stack in stacks):
            return False
        for moment in self.moments:
            if not _follows(stacks, moment):
                return False
            stacks = moment.stacks
        return bool(self.moments)

    def now(self) -> Stacks:
        """Return the stacks after the last moment."""
        return self.moments[-1].stacks if self.moments else self.stacks

    def then(self, stacks: Iterable[Sequence[int]]) -> Feeding:
        """Record that stacks have joined or parted."""
        return self._and(Moment(_ordered(stacks)))

    def bought(self, troops: int, entered: Sequence[int], hungry: Sequence[int]) -> Feeding:
        """Record troops distributed among stacks on the map and entering generals."""
        stacks = _ordered([*self.now(), *((general,) for general in entered)])
        return self._and(Moment(stacks, troops, tuple(entered), tuple(hungry)))

    def _and(self, moment: Moment) -> Feeding:
        return self._replace(moments=(*self.moments, moment))

    def unfed(self, generals: Iterable[int]) -> Feeding:
        """Record that these generals, and all who shared a stack with them, have received
        nothing."""
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
        """Compute the knowledge that follows from the whole record."""
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
    """Distribute new troops: at least one for each entering general, none for the `hungry`
    stacks."""
    boxes: dict[int, Box] = {stack[0]: (0, 0 if stack[0] in hungry else troops) for stack in stacks}
    for general in entered:
        sums = sums.added(general)
        boxes[general] = 1, MOST_OF_A_GENERAL
    sums = sums.shared(troops, boxes)
    for stack in stacks:
        sums = sums.within(stack[0], *limits(len(stack)))
    return sums


def _regrouped(sums: Sums, before: Stacks, after: Stacks) -> Sums:
    """Apply a merge of several stacks or the division of one."""
    removed = [stack for stack in before if stack not in after]
    added = [stack for stack in after if stack not in before]
    if len(added) == 1:
        return sums.joined([stack[0] for stack in removed], added[0][0])
    first, second = added
    return sums.parted(removed[0][0], first[0], limits(len(first)), second[0], limits(len(second)))


def _follows(before: Stacks, moment: Moment) -> bool:
    after, generals = moment.stacks, [general for stack in moment.stacks for general in stack]
    if after != _ordered(after) or len(set(generals)) != len(generals) or () in after:
        return False
    if moment.troops:
        hungry = set(moment.hungry) <= {stack[0] for stack in before}
        entered = len(moment.entered) <= moment.troops
        return hungry and entered and after == _ordered([*before, *((g,) for g in moment.entered)])
    removed, added = set(before) - set(after), set(after) - set(before)
    same = sorted(g for stack in removed for g in stack) == sorted(
        g for stack in added for g in stack
    )
    return same and sorted((len(removed), len(added))) == [1, 2]


def _ordered(stacks: Iterable[Sequence[int]]) -> Stacks:
    return tuple(sorted(tuple(sorted(stack)) for stack in stacks))
