"""What a game lays on the table around its board: hands, a stage, dials, scenes, an ending.

All of it is data with small pictures; where it stands and how it moves is the page's affair. A
picture is a whole SVG made by `core.svg`; it may use signs that the ground of the board defines.
"""

from __future__ import annotations

from typing import NamedTuple

from chancery.core.plain import NOBODY
from chancery.core.words import Text


class Card(NamedTuple):
    """Something that is held or laid down: a card, a chip, a token."""

    target: str  # its `data-target`; empty: nothing is done with it
    picture: str
    title: Text  # what it is, for those who cannot see it
    note: Text | None = None  # what is said under it: the score it leads to
    many: int = 1  # so many alike lie on each other
    # chosen, and put back by a click: the actions that choose anew what is left without it
    back: tuple[str, ...] | None = None


class Hand(NamedTuple):
    """Cards and chips that the reader holds, in the order in which they are looked through."""

    key: str
    title: Text
    groups: tuple[tuple[Card, ...], ...]  # by suit or kind: a gap between them
    facts: tuple[Text, ...] = ()  # what they are worth together


class Side(NamedTuple):
    """One of those who stand on a stage."""

    title: Text
    sign: str = ""  # arms, as a picture
    facts: tuple[Text, ...] = ()  # troops, cards left
    own: bool = False  # the reader's
    acts: bool = False  # it is to decide
    leads: bool = False
    cards: tuple[Card, ...] = ()  # what it has laid down, where that is not in one row for all


class Scale(NamedTuple):
    """The difference between the first two sides: above zero the first one leads."""

    score: int
    most: int = 15  # beyond its ends only the number tells


class Stage(NamedTuple):
    """A duel or an auction, as long as it goes on."""

    key: str  # another one: another duel
    title: Text
    sides: tuple[Side, ...]
    scale: Scale | None = None
    played: tuple[tuple[int, Card], ...] = ()  # one after the other, with the number of its side
    notes: tuple[Text, ...] = ()  # what the reader could know: points left, what would turn it
    focus: tuple[str, ...] = ()  # where it takes place on the board, as `data-target`


class Dial(NamedTuple):
    """An action as a place on a dial: those with one key differ in a number only."""

    key: str
    title: Text
    value: int
    stands: bool = False  # the dial stands here at first; otherwise at the highest place
    adds: bool = False  # more can be added later: each click on its place adds one


class Scene(NamedTuple):
    """Something that happened which nobody should miss; it is shown for a while."""

    last: int  # the number of the last line of the story that belongs to it, counted from 0
    kind: str  # fight, stroke, gain, loss, end: for a sign and a sound
    title: Text
    lines: tuple[Text, ...] = ()
    focus: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()  # an SVG for each line, without words: the line says the same
    first: int = NOBODY  # the line it begins with, where more lines may come to it
    by: int = NOBODY  # the seat whose doing alone it was: that one knows it


class Heading(NamedTuple):
    """A line of the story that begins something: a turn (1), somebody's part of it (2).

    The lines after it are told in its tone, a class of the game's style sheet (`tone-prussia`).
    """

    level: int
    tone: str = ""


class Aid(NamedTuple):
    """A block of an aid card: a sequence in which the present step is lit, or a table."""

    title: Text
    lines: tuple[Text, ...]
    now: int | None = None  # the line that is going on
    rule: str = ""  # where to read more


class Bar(NamedTuple):
    """How somebody has come to what he has: points by source, objectives of those needed."""

    title: Text
    parts: tuple[tuple[Text, int], ...]
    of: int | None = None  # needed for victory, where that is counted
    note: Text | None = None  # what sets it apart from another that came to as much


class Ending(NamedTuple):
    """What is told of a game that is over."""

    sentence: Text  # who has won, and why
    bars: tuple[Bar, ...] = ()  # by seat or nation
    numbers: tuple[tuple[Text, Text], ...] = ()  # battles, longest march: a name and a value
