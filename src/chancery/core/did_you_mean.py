"""Nearest: what somebody may have meant by a line that names nothing.

A line is followed word by word through those that there are. Where its next word does not lead on,
only the few that share most pairs of letters with it are compared in earnest, so that a slip costs
about as much as a line that is right, however many lines there are.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable

COMPARED = 8  # words that are looked at in earnest
LONGEST_WORD = 40
MOST_WORDS = 6


class Nearest:
    """The words with which lines may go on, and what comes after each.

    >>> lines = Nearest(["add grain", "add workers", "attack black", "pass"])
    >>> lines.find("add grian"), lines.find("atack"), lines.find("sing a song")
    ('add grain', 'attack black', None)
    """

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._next: dict[str, Nearest] = {}
        self._pairs: dict[str, list[str]] = {}  # two letters: the words that have them
        for line in lines:
            place = self
            for word in line.split():
                place = place._go(word)

    def _go(self, word: str) -> Nearest:
        if word not in self._next:
            self._next[word] = Nearest()
            for pair in _pairs(word):
                self._pairs.setdefault(pair, []).append(word)
        return self._next[word]

    def find(self, line: str) -> str | None:
        """The line that is likest to this one; None: nothing is near."""
        place, found = self, list[str]()
        words = line.split()[:MOST_WORDS]
        if not words:
            return None
        for word in words:
            near = word if word in place._next else place._likest(word[:LONGEST_WORD])
            if near is None:
                return None if place._next else " ".join(found)
            found.append(near)
            place = place._next[near]
        while place._next:  # it breaks off: the first that goes on
            word = next(iter(place._next))
            found.append(word)
            place = place._next[word]
        return " ".join(found)

    def _likest(self, word: str) -> str | None:
        shared = Counter(other for pair in _pairs(word) for other in self._pairs.get(pair, ()))
        # the shorter of two that share as much is the likelier one
        best = sorted(shared, key=lambda other: (-shared[other], len(other)))[:COMPARED]
        near = difflib.get_close_matches(word, best, 1)
        return near[0] if near else None


def _pairs(word: str) -> set[str]:
    """Two neighbouring letters each, the ends of the word marked."""
    marked = f"^{word}$"
    return {marked[i : i + 2] for i in range(len(marked) - 1)}
