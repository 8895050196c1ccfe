"""Public knowledge of troops until rules version 3: a lower and an upper bound for each stack.

The bounds are always correct but looser than the exact knowledge (`possible_troops`), because they
forget how the two parts of a divided stack depend on each other. Old games continue with them. The
methods are those of `known_troops.Exact`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chancery.core import BadPosition
from chancery.core.words import T
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    GENERALS_OF,
    MOST_OF_A_GENERAL,
    NATION_OF,
)
from chancery.games.friedrich.rules.knowledge.possible_troops import Box, Sums
from chancery.games.friedrich.rules.knowledge.totals import Troops


class Bounds:
    """Maintains the lists `low` and `high` of a position."""

    def begin(self, s: Troops, sums: Iterable[Sums]) -> None:
        """Start with 1 to 8 troops for each general, as far as the total allows."""
        s.low, s.high = [0] * GENERALS, [0] * GENERALS
        for nation in sums:
            for top, low, high in nation.boxes():
                s.low[top], s.high[top] = low, high

    def forget(self, s: Troops, nation: int) -> None:
        """Forget the troops of a nation that has left the game."""
        for general in GENERALS_OF[nation]:
            s.low[general] = s.high[general] = 0

    def joined(self, s: Troops, generals: Sequence[int]) -> None:
        """Merge stacks: their bounds are added up at the first general."""
        for row in (s.low, s.high):
            row[generals[0]], lower = sum(row[g] for g in generals), generals[1:]
            for general in lower:
                row[general] = 0

    def parted(self, s: Troops, going: Sequence[int], staying: Sequence[int]) -> None:
        """Split the bounds of a stack that divides in two."""
        top = min(going[0], staying[0])
        low, high = s.low[top], s.high[top]
        s.low[top] = s.high[top] = 0
        for part, other_part in ((going, staying), (staying, going)):
            number, other_number = len(part), len(other_part)
            s.low[part[0]] = max(number, low - MOST_OF_A_GENERAL * other_number)
            s.high[part[0]] = min(MOST_OF_A_GENERAL * number, high - other_number)

    def announced(self, s: Troops, top: int, n: int) -> None:
        """Record the strength of a stack that was announced."""
        s.low[top] = s.high[top] = n
        self.tighten(s, NATION_OF[top])

    def lost(self, s: Troops, top: int, n: int) -> None:
        """Record losses of a stack whose strength was announced."""
        for row in (s.low, s.high):
            row[top] = max(0, row[top] - n)

    def overflowed(self, s: Troops, top: int, room: int, n: int) -> None:
        """Record that a stack kept only as many as it has room for, and how many it lost."""
        s.high[top] = min(s.high[top], room)
        s.low[top] = s.high[top] if n else min(s.low[top], room)

    def handed_on(self, s: Troops, old_top: int, new_top: int) -> None:
        """Pass the bounds of a stack to its new top general; -1: the stack is gone."""
        for row in (s.low, s.high):
            n, row[old_top] = row[old_top], 0
            if new_top >= 0:
                row[new_top] = n

    def gained(self, s: Troops, top: int, full: int, gains: bool) -> None:
        """Record a troop gained by fate, or that the stack turned out to be full."""
        if gains:
            s.low[top] += 1
            s.high[top] += 1
        else:
            s.low[top] = s.high[top] = full
        s.high[top] = min(s.high[top], full)
        self.tighten(s, NATION_OF[top])

    def spared(self, s: Troops, top: int, number: int, loses: bool) -> None:
        """Record a troop lost by fate, or that the stack turned out to have none to spare."""
        if loses:
            s.high[top] -= 1
            s.low[top] = max(number, s.low[top] - 1)
        else:
            s.low[top] = s.high[top] = number
        self.tighten(s, NATION_OF[top])

    def shared(
        self, s: Troops, nation: int, n: int, entered: Sequence[int], hungry: Sequence[int]
    ) -> None:
        """Record `n` new troops, distributed in secret between stacks on the map and entering
        generals."""
        extra = n - len(entered)
        for top in s.tops(nation):
            s.high[top] += extra
        for general in entered:
            s.low[general], s.high[general] = 1, 1 + extra

    def unfed(self, s: Troops, generals: Sequence[int]) -> None:
        """Do nothing: bounds make no use of this information."""

    def moved(self, s: Troops) -> None:
        """Do nothing: bounds keep no record of a movement."""

    def one_more(self, s: Troops, nation: int) -> None:
        """Record a free troop given in secret to one of a nation's stacks."""
        for top in s.tops(nation):
            s.high[top] = min(s.high[top] + 1, MOST_OF_A_GENERAL * len(s.stack(top)))
        self.tighten(s, nation)

    def box(self, s: Troops, top: int) -> Box:
        """Return the lower and upper bound of a stack."""
        return s.low[top], s.high[top]

    def check(self, s: Troops, nation: int) -> None:
        """Raise BadPosition if the true troops violate the bounds."""
        for top in s.tops(nation):
            if not s.low[top] <= s.troops[top] <= s.high[top]:
                raise BadPosition(T("what is known of a stack is wrong"))

    def tighten(self, s: Troops, nation: int) -> None:
        """Tighten the bounds of a nation's stacks by its public total."""
        tops = s.tops(nation)
        total = s.total(nation)
        low, high = s.low, s.high
        for _ in range(2):
            lows, highs = sum(low[g] for g in tops), sum(high[g] for g in tops)
            for g in tops:
                number = len(s.stack(g))
                low[g] = max(low[g], number, total - (highs - high[g]))
                high[g] = min(high[g], MOST_OF_A_GENERAL * number, total - (lows - low[g]))
