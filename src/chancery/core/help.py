"""Help: the rules of a game in our own words, by paragraph, for a page or a terminal."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core.words import Text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences, and the items of the rulebook they tell of, with spaces between.

    A space inside of the name of an item is written as "_" (`fate_8♦`).
    """

    rule: str
    text: Text

    @property
    def items(self) -> tuple[str, ...]:
        """The items, as refusals and phases name them."""
        return tuple(name.replace("_", " ") for name in self.rule.split())


def anchor(item: str) -> str:
    """The name of an item as an id in a page."""
    return item.replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Chapter:
    """Paragraphs under a title."""

    title: Text
    paragraphs: tuple[Paragraph, ...]
    cards: bool = False  # each paragraph is what a card says
    key: str = ""  # its id in a page; pages that teach the game link to a chapter that has one
