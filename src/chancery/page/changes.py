"""Differences between the sections of a page and what a browser has of it already.

Responses contain only sections that have changed. A section is sent as text, or, where the page has
kept the text from which it differs, as pieces of that text with what is new between them.
"""

from __future__ import annotations

import itertools
import operator
import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from chancery.core.serialisation import Plain

DRAWERS = frozenset({"panels", "aid", "position"})  # sections that are not sent while out of sight
MOST_TAGS = 20
LONGEST = 100  # characters of the names of closed drawers
SHORT = 400  # characters of a section that is always sent whole
MOST_KEPT = 8_000_000  # characters of the texts that a process keeps
A_PIECE = 12  # characters of a piece of another text


class Have(NamedTuple):
    """The parts that a page has; without arguments: nothing yet."""

    tags: Mapping[str, str] = {}
    texts: frozenset[str] = frozenset()  # names of sections whose text the page has kept
    seen: str = ""  # SEAT.LINE: up to which line the seat has acknowledged scenes
    shut: frozenset[str] = frozenset()  # sections in closed drawers

    def text(self, name: str) -> str | None:
        """Return the tag of a section's text if the page has kept it."""
        return self.tags.get(name) if name in self.texts else None


NOTHING = Have()


def have_in(sent: object, shut: object, words: bool) -> Have:
    """Read what a script says that its page has.

    `sent` lists `name:tag`, or `name:tag:text` if the page has kept the text of that section;
    `shut` names the sections in closed drawers.

    Scripts of older versions do not say which drawers are closed, only whether the position in
    `words` is open.
    """
    tags, texts = {}, set()
    for entry in sent[:MOST_TAGS] if isinstance(sent, list) else ():
        name, _, tag = entry.partition(":") if type(entry) is str else ("", "", "")
        tag, _, text = tag.partition(":")
        tags[name] = tag
        if text:
            texts.add(name)
    if type(shut) is str:
        closed = DRAWERS.intersection(shut[:LONGEST].split())
    else:
        closed = frozenset() if words else frozenset({"position"})
    return Have(tags, frozenset(texts), tags.pop("seen", ""), closed)


def tag_of(text: str) -> str:
    """Return a short digest of a section, which changes with it."""
    return blake2b(text.encode(), digest_size=6).hexdigest()


class Texts:
    """The latest texts of sections that were sent. Some may be missing: then whole sections are.

    They are kept by table and seat: nobody learns what others were shown by guessing its tag.
    """

    def __init__(self, most: int) -> None:
        self._room = most
        self._texts: OrderedDict[tuple[Hashable, str | None], str] = OrderedDict()
        self._lock = threading.Lock()

    def change(self, reader: Hashable, before: str | None, tag: str, text: str) -> Plain:
        """Return a text as its difference from the one with the tag `before` that the page has.

        The whole text if the page has none (None), or the difference would not be shorter.
        """
        if len(text) < SHORT or not _is_plane(text):
            return text
        with self._lock:
            old = self._texts.get((reader, before))
            self._room -= len(text) - len(self._texts.pop((reader, tag), ""))
            self._texts[reader, tag] = text
            while self._room < 0:
                self._room += len(self._texts.popitem(last=False)[1])
        if old is None:
            return text
        pieces = difference(old, text)
        size = sum(len(piece) if type(piece) is str else A_PIECE for piece in pieces)
        return pieces if 2 * size < len(text) else text


TEXTS = Texts(MOST_KEPT)


def _is_plane(text: str) -> bool:
    """Return whether JavaScript counts characters as Python does: none is outside the basic
    plane."""
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)


def difference(old: str, new: str) -> list[Plain]:
    """Return the new text as pieces of the old one (from, to) and as text between them.

    Pieces are lines of a story, or whatever begins with an id: such parts stay, or move as a whole.

    >>> difference('<li>1</li><li>2</li><li>3</li>', '<li>1</li><li>3</li><li>4</li>')
    [[0, 10], [20, 30], '<li>4</li>']
    """
    mark = "<li" if "<li" in new else ' id="'
    before, after = old.split(mark), new.split(mark)
    lengths = [len(before[0]), *[len(part) + len(mark) for part in before[1:]]]
    starts = [*itertools.accumulate(lengths, initial=0)]
    head = _same(before, after)
    first = max(head, 1)  # only the parts from here on begin with the mark
    tail = _same(before[: first - 1 : -1], after[: first - 1 : -1])
    where = {part: n for n, part in enumerate(before[first : len(before) - tail], first)}
    changes: list[Any] = [[0, starts[head]]] if head else [after[0]]
    follows = head  # the part of the old text after the piece that was found last; 0: none
    for part in after[first : len(after) - tail]:
        if follows and follows < len(before) and before[follows] == part:
            follows += 1
            changes[-1][1] = starts[follows]
        elif follows := where.get(part, 0):
            changes.append([starts[follows], starts[follows + 1]])
            follows += 1
        else:
            changes.append(mark + part)
    if tail and follows == len(before) - tail:
        changes[-1][1] = starts[-1]
    elif tail:
        changes.append([starts[-1 - tail], starts[-1]])
    return changes if changes[0] not in ("", [0, 0]) else changes[1:]


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many items two sequences have in common at their beginning."""
    differ = itertools.compress(itertools.count(), map(operator.ne, one, other))
    return next(differ, min(len(one), len(other)))
