"""Public knowledge of the troops of stacks, and its updates (§6, §10.4, ruling 27).

The rules report each event with the numbers that were visible to everybody; the classes here deduce
what follows. Until rules version 3 less was deduced (`bounds_before_3`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chancery.core import BadPosition
from chancery.core.words import T
from chancery.games.friedrich.board.fate_cards import FED_BARRED
from chancery.games.friedrich.board.nations import PRUSSIA
from chancery.games.friedrich.board.pieces import MOST_OF_A_GENERAL, NATION_OF
from chancery.games.friedrich.rules.army_limits import limits
from chancery.games.friedrich.rules.knowledge.bounds_before_3 import Bounds
from chancery.games.friedrich.rules.knowledge.possible_troops import Box, Sums
from chancery.games.friedrich.rules.knowledge.reinforced import Feeding, share
from chancery.games.friedrich.rules.knowledge.totals import Troops

EXACT_SINCE = 3  # the rules version


class Exact:
    """Maintains the `known` of a position: for each nation the possible troops of its stacks."""

    def begin(self, s: Troops, sums: Iterable[Sums]) -> None:
        """Start with 1 to 8 troops for each general, as far as the total allows."""
        s.known = tuple(sums)

    def forget(self, s: Troops, nation: int) -> None:
        """Forget the troops of a nation that has left the game."""
        self._note(s, nation, Sums())

    def joined(self, s: Troops, generals: Sequence[int]) -> None:
        """Merge generals into one stack, if they are not one already."""
        nation, lead = NATION_OF[generals[0]], generals[0]
        sums = s.known[nation]
        tops = [g for g in generals if g in sums.tops]
        if tops != [lead]:
            self._note(s, nation, sums.joined(tops, lead))
            self._regroup(s, nation, (generals,))

    def parted(self, s: Troops, going: Sequence[int], staying: Sequence[int]) -> None:
        """Divide a stack in two: what is known of its strength holds for both parts together."""
        nation, first, second = NATION_OF[going[0]], going[0], staying[0]
        sums = s.known[nation]
        boxes = limits(len(going)), limits(len(staying))
        self._note(s, nation, sums.parted(min(first, second), first, boxes[0], second, boxes[1]))
        self._regroup(s, nation, (going, staying))

    def _regroup(self, s: Troops, nation: int, stacks: Sequence[Sequence[int]]) -> None:
        if s.feeding and nation == PRUSSIA:
            moved = {general for stack in stacks for general in stack}
            unchanged = [stack for stack in s.feeding[0].now() if moved.isdisjoint(stack)]
            s.feeding = (s.feeding[0].then([*unchanged, *stacks]),)

    def announced(self, s: Troops, top: int, n: int) -> None:
        """Record the strength of a stack that was announced."""
        nation = NATION_OF[top]
        self._note(s, nation, s.known[nation].within(top, n, n))

    def lost(self, s: Troops, top: int, n: int) -> None:
        """Record losses of a stack; its strength was announced before, or is revealed by losing
        all."""
        nation = NATION_OF[top]
        before = s.troops[top] + n
        self._note(s, nation, s.known[nation].within(top, before, before).grown(top, -n))

    def overflowed(self, s: Troops, top: int, room: int, n: int) -> None:
        """Record that a stack kept only as many as it has room for, and how many it lost."""
        nation = NATION_OF[top]
        sums = s.known[nation].within(top, room + n if n else 0, room + n)
        self._note(s, nation, sums.grown(top, -n))

    def handed_on(self, s: Troops, old_top: int, new_top: int) -> None:
        """Pass the troops of a stack to its new top general; -1: the stack is gone."""
        nation = NATION_OF[old_top]
        sums = s.known[nation]
        if new_top < 0:
            self._note(s, nation, sums.without(old_top))
        elif new_top != old_top:
            self._note(s, nation, sums.joined((old_top,), new_top))

    def gained(self, s: Troops, top: int, full: int, gains: bool) -> None:
        """Record a troop gained by fate, or that the stack turned out to be full."""
        nation = NATION_OF[top]
        sums = s.known[nation]
        if gains:
            sums = sums.within(top, 0, full - 1).grown(top, 1)
        else:
            sums = sums.within(top, full, full)
        self._note(s, nation, sums)

    def spared(self, s: Troops, top: int, number: int, loses: bool) -> None:
        """Record a troop lost by fate, or that the stack turned out to have none to spare."""
        nation = NATION_OF[top]
        sums = s.known[nation]
        if loses:
            sums = sums.within(top, number + 1, MOST_OF_A_GENERAL * number).grown(top, -1)
        else:
            sums = sums.within(top, number, number)
        self._note(s, nation, sums)

    def one_more(self, s: Troops, nation: int) -> None:
        """Record a free troop given in secret to one of a nation's stacks."""
        self.shared(s, nation, 1, (), ())

    def shared(
        self, s: Troops, nation: int, n: int, entered: Sequence[int], hungry: Sequence[int]
    ) -> None:
        """Record `n` new troops distributed in secret: at least one for each entering general, none
        for the stacks in `hungry`."""
        if not n:
            return
        stacks = tuple(tuple(s.stack(top)) for top in s.tops(nation))
        if nation == PRUSSIA and s.holds(FED_BARRED):
            feeding = s.feeding[0] if s.feeding else Feeding(s.known[nation], stacks)
            s.feeding = (feeding.bought(n, entered, hungry),)
        stacks = (*stacks, *((general,) for general in entered))
        self._note(s, nation, share(s.known[nation], stacks, n, entered, hungry))

    def unfed(self, s: Troops, generals: Sequence[int]) -> None:
        """Record that these generals went where a stack with new troops may not go (§fate 10♠)."""
        if s.feeding:
            feeding = s.feeding[0].unfed(generals)
            if feeding != s.feeding[0]:
                s.feeding = (feeding,)
                self._note(s, PRUSSIA, feeding.sums())

    def moved(self, s: Troops) -> None:
        """Drop the record of a movement that has ended."""
        s.feeding = ()

    def tighten(self, s: Troops, nation: int) -> None:
        """Do nothing: exact knowledge cannot be made tighter."""

    def box(self, s: Troops, top: int) -> Box:
        """Return the fewest and the most troops of a stack."""
        return s.known[NATION_OF[top]].box(top)

    def check(self, s: Troops, nation: int) -> None:
        """Raise BadPosition if the knowledge is false or does not follow from the movement so
        far."""
        sums = s.known[nation]
        fits = sums.tops == tuple(s.tops(nation)) and sums.sound() and sums.allows(s.troops)
        for top, low, high in sums.boxes() if fits else ():
            least, most = limits(len(s.stack(top)))
            fits = fits and least <= low and high <= most
        if not fits or (nation == PRUSSIA and s.feeding and not self._feeding_fits(s)):
            raise BadPosition(T("what is known of a stack is wrong"))

    def _feeding_fits(self, s: Troops) -> bool:
        """Return whether the recorded movement leads to the present knowledge and to the true
        troops."""
        (feeding, *further) = s.feeding
        stacks = tuple(tuple(s.stack(top)) for top in s.tops(PRUSSIA))
        hungry = [g for g in s.on_map(PRUSSIA) if not s.fed[g]]
        return (
            not further
            and feeding.whole()
            and feeding.now() == stacks
            and feeding.sums() == s.known[PRUSSIA]
            and feeding.unfed(hungry).sums().allows(s.troops)
        )

    def _note(self, s: Troops, nation: int, sums: Sums) -> None:
        s.known = (*s.known[:nation], sums, *s.known[nation + 1 :])


_EXACT, _BOUNDS = Exact(), Bounds()


def known_troops(s: Troops) -> Exact | Bounds:
    """Return the tracker of public knowledge for this version of the rules."""
    return _EXACT if s.rules >= EXACT_SINCE else _BOUNDS
