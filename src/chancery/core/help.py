"""Help: the rules of a game in our own words, by paragraph, for a page or a terminal."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core.words import Text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences, and the items of the rulebook they tell of, with spaces between."""

    rule: str
    text: Text


@dataclass(frozen=True, slots=True)
class Chapter:
    """Paragraphs under a title."""

    title: Text
    paragraphs: tuple[Paragraph, ...]
