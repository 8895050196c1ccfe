"""Facts that the page of a table needs besides the game: its seats, and its reader.

Plain values, to which database rows are converted (web/play/table_info.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import Guide, Lesson


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The public facts about a seat and its player."""

    number: int
    own: bool = False  # whether the reader plays it
    free: bool = False
    bot: str = ""
    resigned: bool = False
    agrees: bool = False  # wants to end the game here
    invited: str = ""  # the account for which it is reserved
    profile: str = ""  # address of the player's profile
    due: str = ""  # its deadline, for scripts
    due_said: str = ""  # its deadline in words


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A line of talk as the page shows it."""

    name: str  # empty: a deleted player
    text: str
    aside: bool  # by a spectator


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses to which the page of a table links."""

    replay: str
    export: str
    lobby: str
    help: str
    learn: str
    analysis: str = ""  # empty: this game cannot be analysed here

    def replay_at(self, step: int) -> str:
        """Return the address of a step of the replay."""
        return f"{self.replay.removesuffix('0')}{step}"


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table, and the reader's place there."""

    slug: str
    started: bool
    over: bool  # with or without a result
    closed: bool  # ended by agreement or cancelled, without a result
    private: bool  # one visitor tries moves
    version: int  # grows with everything that this reader can notice
    seats: tuple[SeatInfo, ...]
    links: Links
    talk: tuple[TalkLine, ...] = ()
    screens: tuple[tuple[int, ...], ...] = ()  # seats that are played at one screen
    inside: bool = False  # the reader belongs to the players, rather than only watching
    host: bool = False
    held: bool = False  # the reader has a seat here, whoever plays it now
    away: bool = False  # a bot plays on for the reader, who may come back
    invited: bool = False  # a seat is reserved for the reader
    given: frozenset[str] = frozenset()  # answers that the reader's seat has given in advance
    newcomer: bool = False  # the reader has never played this game, nor acted here
    hints: bool = False  # the reader may ask what a bot would do
    course: Guide | Lesson | None = None  # the guided game or exercise

    @property
    def own(self) -> list[int]:
        """The seats that the reader plays."""
        return [seat.number for seat in self.seats if seat.own]

    @property
    def playing(self) -> bool:
        """Whether the game is being played."""
        return self.started and not self.closed
