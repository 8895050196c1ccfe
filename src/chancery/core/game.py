"""Games: one object that says everything about a game, the same for every game."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from chancery.core.actions import Notation
from chancery.core.chance import Tape
from chancery.core.datafile import DataFile
from chancery.core.discovery import kinds_of
from chancery.core.events import Event
from chancery.core.face import Face
from chancery.core.faults import BadForm, BadOption
from chancery.core.frame import Frame
from chancery.core.options import Option, Options, settle
from chancery.core.phases import Phase
from chancery.core.plain import Plain, hints, shown
from chancery.core.state import State
from chancery.core.versions import leave_out
from chancery.core.view import View
from chancery.core.words import CORE_CATALOGUES, Hundredths, Speaker, T, Text, as_is

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


def _all_set(state: State) -> None:
    """Phases rely on every field: one that was forgotten is named before they begin."""
    left = [f"`{name}`" for name in hints(type(state)) if not hasattr(state, name)]
    if left:
        raise TypeError(
            f"`set_up` leaves {', '.join(left)} without a value: it gives one to every field of"
            f" {type(state).__name__}"
        )


class Game(ABC, Generic[S, V]):
    """What a game is: its rules, with a face to show. One instance a game; it holds no position.

    A package with a `GAME` that is one of these moves in by an entry point (docs/new-game.md).
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    unit: ClassVar[int] = 1  # of an outcome's points that make one; 100 where hundredths count
    chance: ClassVar[bool] = True  # whether anything is ever left to chance
    rules: ClassVar[int] = 1  # the present rules version; older ones stay playable
    options: ClassVar[tuple[Option, ...]] = ()
    notation: ClassVar[Notation]
    bots: ClassVar[Mapping[str, Any]] = {}  # the game's own bots by name
    craft: ClassVar[Any] = None  # for those who search (core/craft.py), if it can be searched
    data_file: ClassVar[DataFile[Any] | None] = None  # what somebody may correct, if anything
    face: ClassVar[Face[Any]] = Face()
    state: type[S]

    @cached_property
    def phases(self) -> tuple[type[Phase[Any]], ...]:
        """Everything that can go on: the phases with a title that the game's modules hold.

        Where the same verb is known in several phases, a refusal names the first of them; a game
        for which that matters lists its phases in the order of play.
        """
        return tuple(kind for kind in kinds_of(self, Phase) if hasattr(kind, "title"))

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """Everything that can happen: the events with a sentence that the game's modules hold."""
        return tuple(kind for kind in kinds_of(self, Event) if hasattr(kind, "sentence"))

    @cached_property
    def folder(self) -> Path:
        """Where its catalogues (`locale`) and data files lie."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    # -- set-up ------------------------------------------------------------------------

    def settle(self, chosen: Mapping[str, object]) -> Options:
        """Options with defaults filled in; BadOption if they do not go together."""
        return settle(self.options, chosen)

    def modes(self) -> Iterator[Options]:
        """Every combination of options that goes together."""
        names = [option.name for option in self.options]
        for values in product(*(option.values for option in self.options)):
            try:
                yield self.settle(dict(zip(names, values, strict=True)))
            except BadOption:
                continue

    @abstractmethod
    def seats(self, options: Options) -> tuple[str, ...]:
        """The seats at a table with these options, in turn order."""

    def blank(
        self,
        options: Mapping[str, object],
        seed: str,
        rules: int | None = None,
        data: str | None = None,
    ) -> S:
        """A state with its frame but nothing set up yet."""
        state = self.state.__new__(self.state)
        state.game = self
        state.options = self.settle(options)
        state.rules = self.rules if rules is None else rules
        if type(state.rules) is not int or not 1 <= state.rules <= self.rules:
            problem = T(
                "there is no rules version {found}; this program knows 1 to {latest}",
                found=shown(rules),
                latest=self.rules,
            )
            raise BadForm("rules", problem)
        state.data = self.load_data(data, state.rules)
        state.seats = self.seats(state.options)
        state.frame = Frame(self.name, state.rules, state.options, data, state.seats)
        state.phases = []
        state.result = None
        state.asked = ()
        state.seed = seed.encode("utf-8", "surrogatepass")
        state.drawn = 0
        state.tape = None
        leave_out(state, state.rules)
        state.begin_step()
        return state

    def start(
        self,
        options: Mapping[str, object] | None = None,
        seed: str | int = "",
        *,
        rules: int | None = None,
        data: str | None = None,
        tape: Tape | None = None,
    ) -> S:
        """A new game, set up and waiting for its first decision."""
        state = self.blank(options or {}, str(seed), rules, data)
        state.tape = tape
        self.set_up(state)
        _all_set(state)
        state.settle()
        return state

    @abstractmethod
    def set_up(self, state: S) -> None:
        """Lay everything out and put the first phase on the stack."""

    # -- data a user may correct -------------------------------------------------------

    def load_data(self, text: str | None, rules: int | None = None) -> Any:
        """The checked contents of a data file (None: ours); BadForm names what is wrong.

        What a file must hold may depend on the rules version (without one: the present one).
        """
        if self.data_file is not None:
            return self.data_file.load(text, self.rules if rules is None else rules)
        if text is not None:
            raise BadForm("data", T("this game has no data file"))
        return None

    def shipped_data(self) -> str | None:
        """Our own data file, if any, to be corrected by somebody with the printed game."""
        return None if self.data_file is None else self.data_file.shipped

    def called(self, frame: Frame) -> Mapping[str, str]:
        """Things that a table's data file calls otherwise than we do: the keys of `Named`."""
        return {}

    def complete(self, frame: Frame, partial: dict[str, Plain]) -> dict[str, Plain]:
        """A whole position in JSON form from a partial one: what follows from it filled in."""
        return {**self.start(frame.options, rules=frame.rules).plain(), **partial}

    # -- views -------------------------------------------------------------------------

    @abstractmethod
    def look(self, state: S, seat: int | None) -> V:
        """What a seat (None: a spectator) may know of a position, built up from nothing."""

    @abstractmethod
    def sample(self, view: V, seed: str) -> S:
        """A position that this view allows, the unknown filled in at random."""

    # -- words -------------------------------------------------------------------------

    def seat_title(self, seat: str) -> Text:
        """What a seat is called when nobody's name is known."""
        return as_is(seat.replace("_", " ").capitalize())

    def written(self, points: int) -> Hundredths:
        """Return the points of an outcome for a speaker: 12, or 7.45 in a game of hundredths."""
        return Hundredths(points * 100 // self.unit)

    def portray(self, state: S) -> str | None:
        """What a spectator sees, in one SVG; None: no picture."""
        speaker = self.speaker(seats=state.seats, called=self.called(state.frame))
        return self.face.picture(state.view(None), speaker)

    def speaker(
        self,
        language: str = "en",
        names: Sequence[str | Text] = (),
        seats: Sequence[str] = (),
        called: Mapping[str, str] | None = None,
    ) -> Speaker:
        """Somebody who speaks of this game in a language; seats without a name get a title.

        Who speaks of one table is told what things are `called` there.
        """
        given = [name or self.seat_title(seat) for name, seat in zip(names, seats, strict=False)]
        given += [self.seat_title(seat) for seat in seats[len(given) :]]
        own = (self.name, self.folder / "locale")
        return Speaker(language, given, (own, *CORE_CATALOGUES), called)
