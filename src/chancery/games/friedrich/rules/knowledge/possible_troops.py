"""What everybody can work out about the troops of a nation, exactly.

The hidden troops of a nation are one number for each of its stacks. What is possible is a set
of such rows of numbers, and all that ever becomes known changes it in a few ways: a sum is
announced or bounded, troops come to a stack or leave it in plain sight, stacks are joined, a
stack is parted in some unknown way, some troops are shared out among all in some unknown way.

A set that begins as "1 to 8 a general, so many in all" stays, under all of these, the whole
rows of a base polyhedron (an M-convex set, see Murota, "Discrete Convex Analysis", 2003): it is
everything that the most which each *set* of stacks can have together allows. So these numbers,
one for each set of stacks, are the exact knowledge, whatever its history; a stack of its own
can have every number from its least to its most, without gaps. Eight stacks have 256 sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from chancery.games.friedrich.board.pieces import General

Box = tuple[int, int]  # from, to


class Sums(NamedTuple):
    """For each set of stacks of a nation the most troops that it can have together.

    `most[S]` is for the set of those `tops[i]` whose bit `1 << i` is in S; the last is for all,
    and is the public total.
    """

    tops: tuple[General, ...] = ()
    most: tuple[int, ...] = (0,)

    # -- reading -----------------------------------------------------------------------

    def box(self, top: int) -> Box:
        """The least and the most that a stack can have."""
        bit = 1 << self.tops.index(top)
        return self.most[-1] - self.most[-1 - bit], self.most[bit]

    def boxes(self) -> Iterator[tuple[int, int, int]]:
        """Each stack with its least and its most."""
        most, bit = self.most, 1
        for top in self.tops:
            yield top, most[-1] - most[-1 - bit], most[bit]
            bit *= 2

    def allows(self, troops: Mapping[int, int] | Sequence[int]) -> bool:
        """Whether the stacks can have these numbers."""
        sums = [0]
        for top in self.tops:
            sums += [n + troops[top] for n in sums]
        return sums[-1] == self.most[-1] and all(map(int.__le__, sums, self.most))

    # -- learning ----------------------------------------------------------------------

    def within(self, top: int, low: int, high: int) -> Sums:
        """A stack is known to have a number from `low` to `high`."""
        bit = 1 << self.tops.index(top)
        old = self.most
        if old[-1] - old[-1 - bit] >= low and old[bit] <= high:
            return self  # that was known before
        most = list(old)
        for s, n in enumerate(old):
            other = old[s ^ bit] + high if s & bit else old[s | bit] - low
            if other < n:
                most[s] = other
        return Sums(self.tops, tuple(most))

    def grown(self, top: int, n: int) -> Sums:
        """A stack gets so many more, or fewer, in plain sight."""
        bit = 1 << self.tops.index(top)
        return Sums(self.tops, tuple(m + n if s & bit else m for s, m in enumerate(self.most)))

    def shared(self, n: int, boxes: Mapping[int, Box]) -> Sums:
        """So many more are shared out: to each stack of these from so many to so many."""
        given = among({top: boxes.get(top, (0, 0)) for top in self.tops}, n)
        return Sums(self.tops, tuple(map(int.__add__, self.most, given.most)))

    def joined(self, tops: Iterable[int], lead: int) -> Sums:
        """Some stacks are one from now on."""
        together = sum(1 << self.tops.index(top) for top in tops)
        parts = {t: 1 << i for i, t in enumerate(self.tops) if not together & 1 << i}
        return self._of({**parts, lead: together})

    def parted(self, top: int, one: int, box: Box, other: int, other_box: Box) -> Sums:
        """A stack is two from now on, nobody knows how; each within its box."""
        bit = 1 << self.tops.index(top)
        parts = {t: 1 << i for i, t in enumerate(self.tops) if t != top}
        both = self._of({**parts, one: bit, other: bit})
        a, b = 1 << both.tops.index(one), 1 << both.tops.index(other)
        most = list(both.most)
        for s in range(len(most)):
            if not s & a and not s & b:
                without, whole = both.most[s], both.most[s | a]
                most[s | a] = min(without + box[1], whole - other_box[0])
                most[s | b] = min(without + other_box[1], whole - box[0])
        return Sums(both.tops, tuple(most))

    def added(self, top: int) -> Sums:
        """One more stack, with nothing yet."""
        return self._of({**{t: 1 << i for i, t in enumerate(self.tops)}, top: 0})

    def without(self, top: int) -> Sums:
        """A stack that has nothing any more is gone."""
        return self._of({t: 1 << i for i, t in enumerate(self.tops) if t != top})

    def _of(self, parts: Mapping[int, int]) -> Sums:
        """The same troops seen as other stacks, each made of a set of the old ones."""
        tops = tuple(sorted(parts))
        sets = [0]
        for top in tops:
            sets += [s | parts[top] for s in sets]
        return Sums(tops, tuple([self.most[s] for s in sets]))

    # -- what must hold ----------------------------------------------------------------

    def sound(self) -> bool:
        """Whether these numbers belong together at all: more never helps less."""
        return len(self.most) == 1 << len(self.tops) and _sound(self.most)


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
    """Stacks of which no more is known than a box for each and their total."""
    tops = tuple(sorted(boxes))
    lows, highs = [0], [0]
    for top in tops:
        low, high = boxes[top]
        lows += [n + low for n in lows]
        highs += [n + high for n in highs]
    # what the others have at least is not here
    most = (min(high, total - low) for high, low in zip(highs, reversed(lows), strict=True))
    return Sums(tops, tuple(most))
