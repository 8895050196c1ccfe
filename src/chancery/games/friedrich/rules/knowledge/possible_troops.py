"""Exact public knowledge of the hidden troops of a nation.

The hidden troops of a nation are one number for each of its stacks. The possible assignments form a
set, and new information changes the set in a few ways: the strength of a stack is announced or
bounded, visible troops join or leave a stack, stacks are merged, a stack is divided in an unknown
way, troops are distributed among all stacks in an unknown way.

A set that begins as "1 to 8 for each general, so many in all" remains, under all these operations,
the integer points of a base polyhedron (an M-convex set, see Murota, "Discrete Convex Analysis",
2003): it is determined by the maximum that each *set* of stacks can have together. So these
numbers, one for each set of stacks, are the exact knowledge, whatever its history; a single stack
can have every number from its minimum to its maximum, without gaps. Eight stacks have 256 sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from chancery.games.friedrich.board.pieces import General

Box = tuple[int, int]  # the fewest and the most


class Sums(NamedTuple):
    """For each set of stacks of a nation the most troops that it can have together.

    `most[S]` is the maximum for the set of those `tops[i]` whose bit `1 << i` is in S; the last
    entry is for all stacks and equals the public total.
    """

    tops: tuple[General, ...] = ()
    most: tuple[int, ...] = (0,)

    # -- reading -----------------------------------------------------------------------

    def box(self, top: int) -> Box:
        """Return the fewest and the most troops that a stack can have."""
        bit = 1 << self.tops.index(top)
        return self.most[-1] - self.most[-1 - bit], self.most[bit]

    def boxes(self) -> Iterator[tuple[int, int, int]]:
        """Yield each stack with the fewest and the most troops it can have."""
        most, bit = self.most, 1
        for top in self.tops:
            yield top, most[-1] - most[-1 - bit], most[bit]
            bit *= 2

    def allows(self, troops: Mapping[int, int] | Sequence[int]) -> bool:
        """Return whether the stacks can have these numbers."""
        sums = [0]
        for top in self.tops:
            sums += [n + troops[top] for n in sums]
        return sums[-1] == self.most[-1] and all(map(int.__le__, sums, self.most))

    # -- learning ----------------------------------------------------------------------

    def within(self, top: int, low: int, high: int) -> Sums:
        """Restrict a stack to a number from `low` to `high`."""
        bit = 1 << self.tops.index(top)
        before = self.most
        if before[-1] - before[-1 - bit] >= low and before[bit] <= high:
            return self  # nothing new
        after = list(before)
        for s in _without(bit, len(before)):
            others, whole = before[s], before[s | bit]
            if whole - low < others:
                after[s] = whole - low
            if others + high < whole:
                after[s | bit] = others + high
        return Sums(self.tops, tuple(after))

    def grown(self, top: int, n: int) -> Sums:
        """Add visible troops to a stack, or remove them if `n` is negative."""
        bit = 1 << self.tops.index(top)
        return Sums(self.tops, tuple(m + n if s & bit else m for s, m in enumerate(self.most)))

    def shared(self, n: int, boxes: Mapping[int, Box]) -> Sums:
        """Distribute `n` troops in an unknown way; each stack receives a number within its box."""
        new_troops = among({top: boxes.get(top, (0, 0)) for top in self.tops}, n)
        return Sums(self.tops, tuple(map(int.__add__, self.most, new_troops.most)))

    def joined(self, tops: Iterable[int], lead: int) -> Sums:
        """Merge some stacks into one, led by `lead`."""
        together = sum(1 << self.tops.index(top) for top in tops)
        parts = {t: 1 << i for i, t in enumerate(self.tops) if not together & 1 << i}
        return self._of({**parts, lead: together})

    def parted(self, top: int, first: int, box: Box, second: int, second_box: Box) -> Sums:
        """Divide a stack in two in an unknown way, each part within its box."""
        bit = 1 << self.tops.index(top)
        parts = {t: 1 << i for i, t in enumerate(self.tops) if t != top}
        divided = self._of({**parts, first: bit, second: bit})
        a, b = 1 << divided.tops.index(first), 1 << divided.tops.index(second)
        most = list(divided.most)
        for s in range(len(most)):
            if not s & a and not s & b:
                without, whole = divided.most[s], divided.most[s | a]
                most[s | a] = min(without + box[1], whole - second_box[0])
                most[s | b] = min(without + second_box[1], whole - box[0])
        return Sums(divided.tops, tuple(most))

    def added(self, top: int) -> Sums:
        """Add a stack that has no troops yet."""
        return self._of({**{t: 1 << i for i, t in enumerate(self.tops)}, top: 0})

    def without(self, top: int) -> Sums:
        """Remove a stack that has no troops any more."""
        return self._of({t: 1 << i for i, t in enumerate(self.tops) if t != top})

    def others_if(self, top: int, n: int) -> Sums:
        """Return what is known of the other stacks if this one has `n` troops."""
        index, most = self.tops.index(top), self.most
        bit = 1 << index
        others = [min(m, most[s | bit] - n) for s, m in enumerate(most) if not s & bit]
        return Sums((*self.tops[:index], *self.tops[index + 1 :]), tuple(others))

    def _of(self, parts: Mapping[int, int]) -> Sums:
        """Regroup the same troops: each new stack consists of a set of the old ones."""
        tops = tuple(sorted(parts))
        sets = [0]
        for top in tops:
            sets += [s | parts[top] for s in sets]
        return Sums(tops, tuple([self.most[s] for s in sets]))

    # -- what must hold ----------------------------------------------------------------

    def sound(self) -> bool:
        """Return whether the numbers are consistent: the maxima are a submodular function of the
        sets."""
        return len(self.most) == 1 << len(self.tops) and _sound(self.most)


@cache
def _without(bit: int, sets: int) -> tuple[int, ...]:
    """Return those of so many sets of stacks that a stack is not in."""
    return tuple(s for s in range(sets) if not s & bit)


@lru_cache(maxsize=1024)
def _sound(most: tuple[int, ...]) -> bool:
    if most[0]:
        return False
    bits = [1 << i for i in range(len(most).bit_length() - 1)]
    for s in range(len(most)):
        outside = [bit for bit in bits if not s & bit]
        for i, a in enumerate(outside):
            for b in outside[:i]:
                if most[s | a] + most[s | b] < most[s | a | b] + most[s]:
                    return False
    return True


def among(boxes: Mapping[int, Box], total: int) -> Sums:
    """Return the knowledge given by a box for each stack and by the total alone."""
    tops = tuple(sorted(boxes))
    lows, highs = [0], [0]
    for top in tops:
        low, high = boxes[top]
        lows += [n + low for n in lows]
        highs += [n + high for n in highs]
    # troops that the other stacks must have cannot be in this set
    most = (min(high, total - low) for high, low in zip(highs, reversed(lows), strict=True))
    return Sums(tops, tuple(most))
