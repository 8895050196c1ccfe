"""Things that a game shows around its board: hands, a stage, dials, scenes, an ending.

All of it is data with small pictures; the page decides where it stands and how it moves. A picture
is an SVG made by `core.svg`; it may use symbols that the ground of the board defines.
"""

from __future__ import annotations

from typing import NamedTuple

from chancery.core.serialisation import NOBODY
from chancery.core.words import Text, Word


class Card(NamedTuple):
    """A card, chip or token that is held or has been played."""

    target: str  # its `data-target`; empty: it cannot be clicked
    picture: str
    title: Text  # its name, for screen readers
    note: Text | None = None  # shown under it: the score that it leads to
    many: int = 1  # how many identical ones it stands for
    # a chosen card that a click puts back: the actions that then choose the remaining ones again
    back: tuple[str, ...] | None = None


class Hand(NamedTuple):
    """The cards or chips of the reader, in the order of the hand."""

    key: str
    title: Text
    groups: tuple[tuple[Card, ...], ...]  # by suit or kind: a gap between them
    facts: tuple[Text, ...] = ()  # their value together


class Side(NamedTuple):
    """A participant of a duel or auction on the stage."""

    title: Text
    sign: str = ""  # arms or a portrait, as a picture
    facts: tuple[Text, ...] = ()  # troops, cards left
    own: bool = False  # the reader's
    acts: bool = False  # it is to decide
    leads: bool = False
    cards: tuple[Card, ...] = ()  # laid down by it, unless all cards lie in one row


class Scale(NamedTuple):
    """The score between the first two sides; above zero the first one leads."""

    score: int
    most: int = 15  # larger scores are shown as a number only


class Stage(NamedTuple):
    """A duel or auction in progress, shown on a stage of its own."""

    key: str  # identifies the duel
    title: Text
    sides: tuple[Side, ...]
    scale: Scale | None = None
    played: tuple[tuple[int, Card], ...] = ()  # in order of play, each with the number of its side
    notes: tuple[Text, ...] = ()  # derived facts: points left, what would turn the score
    focus: tuple[str, ...] = ()  # the places of the duel on the board, as `data-target`
    duel: bool = False  # two sides against each other: it stands beside the board
    cards: tuple[Card, ...] = ()  # that the reader can play, each with its consequence


class Dial(NamedTuple):
    """An action as a position of a dial; the actions of one dial differ in a number only."""

    key: str
    title: Text
    value: int
    stands: bool = False  # the initial position; without one, the highest
    adds: bool = False  # more can be added later: each click on its target adds one


class Scene(NamedTuple):
    """A highlight of the story, shown for a while over the page."""

    last: int  # the last line of the story that belongs to it, from 0
    kind: str  # fight, stroke, gain, loss, end: for a sign and a sound
    title: Text
    lines: tuple[Text, ...] = ()
    focus: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()  # an SVG for each line, without words: the line says the same
    first: int = NOBODY  # its first line, if further lines may extend it
    by: int = NOBODY  # the only seat that caused it, to which it is not shown
    sides: tuple[int, ...] = ()  # the parties of a fight, as `Face.plays` numbers them


class Deed(NamedTuple):
    """Events that belong together as the story tells them: one line, and the way of what moved."""

    text: Text
    way: tuple[str, ...] = ()  # the places that it went through, as `data-target`


class Heading(NamedTuple):
    """A line of the story that begins a turn (level 1) or a seat's part of it (level 2).

    The lines after it have its tone, a class of the game's style sheet (`tone-prussia`).
    """

    level: int
    tone: str = ""
    title: Text | None = None  # a short name for lists (“Turn 3”); None: the line itself


class SeatStyle(NamedTuple):
    """The colour and the symbol of a seat, where a page draws it: in curves and lists."""

    light: str  # its colour in the light theme, as #rrggbb, and in the dark one
    dark: str
    sign: str = ""  # the id of a symbol in the ground, drawn as `Face.sign` says; empty: none


class Actor(NamedTuple):
    """A seat that is to move, and the nation or faction for which it does."""

    seat: int
    title: Word | None = None  # None: the title of the seat


class Status(NamedTuple):
    """The state of the game in a few words that a page always shows: see `Face.status`."""

    turn: Text | None = None  # turn 2 of 5
    phase: Text | None = None  # the current phase
    after: Text | None = None  # the next phase
    number: tuple[int, int] | None = None  # of the phase, and how many a turn has
    actors: tuple[Actor, ...] = ()  # that are to move
    facts: tuple[Text, ...] = ()  # the reader's points or objectives, and what ends the game


class Aid(NamedTuple):
    """A block of an aid card: a sequence with the current step highlighted, or a table."""

    title: Text
    lines: tuple[Text, ...]
    now: int | None = None  # the current line of a sequence
    rule: str = ""  # the paragraph to read more


class Bar(NamedTuple):
    """The result of a seat at the end: points by source, or objectives of those needed."""

    title: Text
    parts: tuple[tuple[Text, int], ...]
    of: int | None = None  # how many are needed for victory, if that counts
    note: Text | None = None  # the rule that decided between equal results


class Ending(NamedTuple):
    """The report of a finished game."""

    sentence: Text  # the winner, and the reason
    bars: tuple[Bar, ...] = ()  # by seat or nation
    numbers: tuple[tuple[Text, Text], ...] = ()  # battles, longest march: a name and a value
