"""Suggestions for mistyped actions: the known line nearest to an unknown one.

A line is followed word by word through a tree of the known lines. Where a word does not match, only
the few words that share most letter pairs with it are compared with difflib, so a mistyped line
costs about as much as a correct one, however many lines there are.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable

COMPARED = 8  # words compared with difflib
LONGEST_WORD = 40
MOST_WORDS = 6


class Nearest:
    """A tree of known lines, word by word.

    >>> lines = Nearest(["add grain", "add workers", "attack black", "pass"])
    >>> lines.find("add grian"), lines.find("atack"), lines.find("sing a song")
    ('add grain', 'attack black', None)
    """

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._next: dict[str, Nearest] = {}
        self._pairs: dict[str, list[str]] = {}  # letter pair -> words that contain it
        for line in lines:
            node = self
            for word in line.split():
                node = node._add(word)

    def _add(self, word: str) -> Nearest:
        if word not in self._next:
            self._next[word] = Nearest()
            for pair in _pairs(word):
                self._pairs.setdefault(pair, []).append(word)
        return self._next[word]

    def find(self, line: str) -> str | None:
        """Return the known line nearest to this one; None if nothing is near."""
        node, corrected = self, list[str]()
        words = line.split()[:MOST_WORDS]
        if not words:
            return None
        for word in words:
            nearest = word if word in node._next else node._closest(word[:LONGEST_WORD])
            if nearest is None:
                return None if node._next else " ".join(corrected)
            corrected.append(nearest)
            node = node._next[nearest]
        while node._next:  # the line is incomplete: complete it with the first continuation
            word = next(iter(node._next))
            corrected.append(word)
            node = node._next[word]
        return " ".join(corrected)

    def _closest(self, word: str) -> str | None:
        shared = Counter(
            known_word for pair in _pairs(word) for known_word in self._pairs.get(pair, ())
        )
        # of two words that share as many pairs the shorter one is likelier
        by_likeness = sorted(shared, key=lambda known: (-shared[known], len(known)))
        matches = difflib.get_close_matches(word, by_likeness[:COMPARED], 1)
        return matches[0] if matches else None


def _pairs(word: str) -> set[str]:
    """Return all pairs of neighbouring letters, with the ends of the word marked."""
    marked = f"^{word}$"
    return {marked[i : i + 2] for i in range(len(marked) - 1)}
