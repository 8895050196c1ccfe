"""What everybody knows of the troops of stacks, and how it changes (§6, §10.4, ruling 27).

The rules say what has happened, with the numbers that everybody has seen; here it is worked
out what follows. Until rules version 3 that was less than could be known (`bounds`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from chancery.core import BadPosition
from chancery.core.words import T
from chancery.games.friedrich.bounds import Bounds
from chancery.games.friedrich.pieces import MOST_OF_A_GENERAL, NATION_OF
from chancery.games.friedrich.sums import Box, Sums

if TYPE_CHECKING:
    from chancery.games.friedrich.state import Friedrich

EXACT_SINCE = 3  # the rules version


class Exact:
    """The `known` of a position: for each nation what its sums can be."""

    def begin(self, s: Friedrich, sums: Iterable[Sums]) -> None:
        """1 to 8 a general, and what the total says."""
        s.known = tuple(sums)

    def forget(self, s: Friedrich, nation: int) -> None:
        """A nation has left the game."""
        self._note(s, nation, Sums())

    def joined(self, s: Friedrich, generals: Sequence[int]) -> None:
        """Two stacks are one."""
        sums = s.known[NATION_OF[generals[0]]]
        tops = [g for g in generals if g in sums.tops]
        if tops != [generals[0]]:
            self._note(s, NATION_OF[generals[0]], sums.joined(tops, generals[0]))

    def parted(self, s: Friedrich, old: int, parts: Sequence[tuple[int, int]]) -> None:
        """A stack is two: each with its top general and its number of generals."""
        (one, number), (other, others) = parts
        nation = NATION_OF[old]
        sums = s.known[nation].parted(old, one, _limits(number), other, _limits(others))
        self._note(s, nation, sums)

    def announced(self, s: Friedrich, top: int, n: int) -> None:
        """A sum is told to everybody."""
        nation = NATION_OF[top]
        self._note(s, nation, s.known[nation].within(top, n, n))

    def lost(self, s: Friedrich, top: int, n: int) -> None:
        """A stack loses troops; its sum was told before, or is told by losing all."""
        nation = NATION_OF[top]
        before = s.troops[top] + n
        self._note(s, nation, s.known[nation].within(top, before, before).grown(top, -n))

    def overflowed(self, s: Friedrich, top: int, room: int, n: int) -> None:
        """A stack keeps no more than it has room for; so many were lost, which everybody sees."""
        nation = NATION_OF[top]
        sums = s.known[nation].within(top, room + n if n else 0, room + n)
        self._note(s, nation, sums.grown(top, -n))

    def handed_on(self, s: Friedrich, old: int, new: int) -> None:
        """Another general leads the stack; -1: there is none left."""
        nation = NATION_OF[old]
        sums = s.known[nation]
        if new < 0:
            self._note(s, nation, sums.without(old))
        elif new != old:
            self._note(s, nation, sums.joined((old,), new))

    def gained(self, s: Friedrich, top: int, full: int, gains: bool) -> None:
        """Fate gave a stack a troop, or everybody sees that it is full."""
        nation = NATION_OF[top]
        sums = s.known[nation]
        if gains:
            sums = sums.within(top, 0, full - 1).grown(top, 1)
        else:
            sums = sums.within(top, full, full)
        self._note(s, nation, sums)

    def spared(self, s: Friedrich, top: int, number: int, loses: bool) -> None:
        """Fate took a troop from a stack, or everybody sees that it has none to spare."""
        nation = NATION_OF[top]
        sums = s.known[nation]
        if loses:
            sums = sums.within(top, number + 1, MOST_OF_A_GENERAL * number).grown(top, -1)
        else:
            sums = sums.within(top, number, number)
        self._note(s, nation, sums)

    def one_more(self, s: Friedrich, nation: int) -> None:
        """A free troop for one stack, in secret."""
        self.shared(s, nation, 1, dict.fromkeys(s.tops(nation), 1), ())

    def shared(
        self, s: Friedrich, nation: int, n: int, most: Mapping[int, int], entered: Sequence[int]
    ) -> None:
        """So many new troops in secret: for each stack on the map at most so many, and at least
        one for each who enters."""
        sums = s.known[nation]
        for general in entered:
            sums = sums.added(general)
        shares = {top: (0, limit) for top, limit in most.items()}
        shares |= dict.fromkeys(entered, (1, MOST_OF_A_GENERAL))
        sums = sums.shared(n, shares)
        for top in shares:
            number = 1 if top in entered else len(s.stack(top))
            sums = sums.within(top, number, MOST_OF_A_GENERAL * number)
        self._note(s, nation, sums)

    def settle(self, s: Friedrich, nation: int) -> None:
        """Nothing is left to be worked out."""

    def box(self, s: Friedrich, top: int) -> Box:
        """What everybody knows of a stack."""
        return s.known[NATION_OF[top]].box(top)

    def check(self, s: Friedrich, nation: int) -> None:
        """Raise BadPosition if what is known is not true, or not known by that."""
        sums = s.known[nation]
        fits = sums.tops == tuple(s.tops(nation)) and sums.sound() and sums.allows(s.troops)
        for top, low, high in sums.boxes() if fits else ():
            least, most = _limits(len(s.stack(top)))
            fits = fits and least <= low and high <= most
        if not fits:
            raise BadPosition(T("what is known of a stack is wrong"))

    def _note(self, s: Friedrich, nation: int, sums: Sums) -> None:
        s.known = (*s.known[:nation], sums, *s.known[nation + 1 :])


def _limits(generals: int) -> Box:
    return generals, MOST_OF_A_GENERAL * generals


_EXACT, _BOUNDS = Exact(), Bounds()


def ledger(s: Friedrich) -> Exact | Bounds:
    """What is known of armies, as this version of the rules keeps it."""
    return _EXACT if s.rules >= EXACT_SINCE else _BOUNDS
