"""Facts: what the page of a table must know besides the game: who sits there, and who reads.

Plain values. Whoever stores tables turns his rows into these at the door.
"""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import Guide, Lesson
from chancery.core.words import Text


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who plays a seat, as everybody may know it."""

    number: int
    own: bool = False  # the reader plays it
    free: bool = False
    bot: str = ""
    resigned: bool = False
    agrees: bool = False  # to end the game here
    invited: str = ""  # for whom it is kept
    profile: str = ""  # where to read about who plays it
    due: str = ""  # its deadline, for a program
    due_said: str = ""  # and for a reader without one


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A line of talk."""

    name: str  # empty: somebody who is gone
    text: str
    aside: bool  # by somebody who watches


@dataclass(frozen=True, slots=True)
class Links:
    """Where other pages are."""

    replay: str
    export: str
    lobby: str
    help: str
    learn: str


@dataclass(frozen=True, slots=True)
class Facts:
    """A table, and where its reader stands."""

    started: bool
    over: bool  # with a result, or without
    closed: bool  # without one: ended by agreement, or called off
    private: bool  # one visitor tries moves
    shuffle: bool  # who plays what is drawn when it starts
    version: int  # grows with everything that this reader can notice
    seats: tuple[SeatFacts, ...]
    links: Links
    talk: tuple[TalkLine, ...] = ()
    screens: tuple[tuple[int, ...], ...] = ()  # seats that are played at one screen
    inside: bool = False  # the reader is of the table, and does not watch only
    host: bool = False
    held: bool = False  # the reader has a seat here, whoever plays it now
    away: bool = False  # a bot plays on for the reader, who may come back
    invited: bool = False  # a seat is kept for the reader
    given: frozenset[str] = frozenset()  # answers that the reader's seat has given in advance
    bots: tuple[str, ...] = ()  # that may take a seat, before the game starts
    no_masters: Text | None = None  # why those that think are not among them now
    hints: bool = False  # the reader may ask what a bot would do
    hints_said: str = ""  # the words that tell who comes whether players may
    course: Guide | Lesson | None = None  # what is taught here

    @property
    def own(self) -> list[int]:
        """The seats that the reader plays."""
        return [seat.number for seat in self.seats if seat.own]

    @property
    def playing(self) -> bool:
        """Whether anybody is to decide anything here."""
        return self.started and not self.closed
