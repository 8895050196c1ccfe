"""The base class of games, used by tables, bots, the site and tools alike."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from array import array
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
from chancery.core.frame import Frame
from chancery.core.graphs import Graph
from chancery.core.observations import Field, Observation
from chancery.core.options import Option, Options, complete_options
from chancery.core.phases import Phase
from chancery.core.serialisation import Plain, shown, type_hints
from chancery.core.state import State
from chancery.core.user_errors import BadForm, BadOption
from chancery.core.versions import leave_out
from chancery.core.view import View
from chancery.core.words import CORE_CATALOGUES, Hundredths, Speaker, T, Text, as_is

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


def _all_set(state: State) -> None:
    """Raise TypeError if `set_up` forgot a field, before a phase relies on it."""
    unset = [f"`{name}`" for name in type_hints(type(state)) if not hasattr(state, name)]
    if unset:
        raise TypeError(
            f"`set_up` leaves {', '.join(unset)} without a value: it gives one to every field of"
            f" {type(state).__name__}"
        )


class Game(ABC, Generic[S, V]):
    """The rules of a game and how it is shown: one instance per game, without any position.

    A package provides a game as `GAME`, by an entry point (docs/new-game.md).
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    unit: ClassVar[int] = 1  # how many units of `Outcome.points` make one point
    chance: ClassVar[bool] = True  # whether the game uses chance
    rules: ClassVar[int] = 1  # the current rules version; tables of older ones play on
    options: ClassVar[tuple[Option, ...]] = ()
    notation: ClassVar[Notation]
    bots: ClassVar[Mapping[str, Any]] = {}  # the game's own bots by name
    search_hooks: ClassVar[Any] = None  # core/search_hooks.py; None: bots cannot search it
    data_file: ClassVar[DataFile[Any] | None] = None  # data that users may correct
    face: ClassVar[Face[Any]] = Face()
    state: type[S]

    @cached_property
    def phases(self) -> tuple[type[Phase[Any]], ...]:
        """All phases with a title in the game's modules.

        If several phases have the same verb, refusals name the first; a game for which that matters
        lists its phases in the order of play.
        """
        return tuple(kind for kind in kinds_of(self, Phase) if hasattr(kind, "title"))

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """All events with a sentence in the game's modules."""
        return tuple(kind for kind in kinds_of(self, Event) if hasattr(kind, "sentence"))

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's translations (`locale`) and data files."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    # -- set-up ------------------------------------------------------------------------

    def complete_options(self, chosen: Mapping[str, object]) -> Options:
        """Return all options, with defaults filled in; BadOption if they exclude each other."""
        return complete_options(self.options, chosen)

    def modes(self) -> Iterator[Options]:
        """Yield every valid combination of options."""
        names = [option.name for option in self.options]
        for values in product(*(option.values for option in self.options)):
            try:
                yield self.complete_options(dict(zip(names, values, strict=True)))
            except BadOption:
                continue

    @abstractmethod
    def seats(self, options: Options) -> tuple[str, ...]:
        """Return the names of the seats at a table with these options, in turn order."""

    def blank(
        self,
        options: Mapping[str, object],
        seed: str,
        rules: int | None = None,
        data: str | None = None,
    ) -> S:
        """Return a state that has its frame, but no set-up."""
        settled = self.complete_options(options)
        version = self.rules if rules is None else rules
        if type(version) is not int or not 1 <= version <= self.rules:
            problem = T(
                "there is no rules version {found}; this program knows 1 to {latest}",
                found=shown(rules),
                latest=self.rules,
            )
            raise BadForm("rules", problem)
        return self.framed(Frame(self.name, version, settled, data, self.seats(settled)), seed)

    def framed(self, frame: Frame, seed: str) -> S:
        """Return a state at a table whose frame exists already, but no set-up, for `sample`."""
        state = self.state.__new__(self.state)
        state.game = self
        state.frame = frame
        state.options, state.rules, state.seats = frame.options, frame.rules, frame.seats
        state.data = self.load_data(frame.data, frame.rules)
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
        """Return a new game, set up and waiting for the first decision."""
        state = self.blank(options or {}, str(seed), rules, data)
        state.tape = tape
        self.set_up(state)
        _all_set(state)
        state.settle()
        return state

    @abstractmethod
    def set_up(self, state: S) -> None:
        """Set up a blank state and push its first phase."""

    # -- data a user may correct -------------------------------------------------------

    def load_data(self, text: str | None, rules: int | None = None) -> Any:
        """Return the checked contents of a data file (None: our own); BadForm if it is wrong.

        What a file must contain may depend on the rules version (None: the current one).
        """
        if self.data_file is not None:
            return self.data_file.load(text, self.rules if rules is None else rules)
        if text is not None:
            raise BadForm("data", T("this game has no data file"))
        return None

    def shipped_data(self) -> str | None:
        """Return the data file that we ship, if any, for users to correct."""
        return None if self.data_file is None else self.data_file.shipped

    def called(self, frame: Frame) -> Mapping[str, str]:
        """Return the names that a table's data file gives to things, by the keys of `Named`."""
        return {}

    def complete(self, frame: Frame, partial: dict[str, Plain]) -> dict[str, Plain]:
        """Complete a partial position in JSON form; games override it to derive what follows."""
        return {**self.start(frame.options, rules=frame.rules).plain(), **partial}

    # -- views -------------------------------------------------------------------------

    @abstractmethod
    def look(self, state: S, seat: int | None) -> V:
        """Return what a seat (None: a spectator) may know of a position, built up from nothing."""

    @abstractmethod
    def sample(self, view: V, seed: str) -> S:
        """Return a random position that is consistent with a view."""

    # -- learning ----------------------------------------------------------------------

    def observation(self, options: Mapping[str, object] | None = None) -> Observation:
        """Return the encoder of views in a mode."""
        settled = self.complete_options(options or {})
        key = tuple(settled.values())
        if key not in self._observations:
            self._observations[key] = Observation(self, settled)
        return self._observations[key]

    @cached_property
    def _observations(self) -> dict[tuple[object, ...], Observation]:
        return {}

    def encode(self, view: V) -> array[int]:
        """Return a view as whole numbers: `fields` names them and gives their bounds.

        Different views of a mode give different rows, and a row says nothing that the view does
        not.
        """
        known = self._observations.get(tuple(view.frame.options.values()))
        return (known or self.observation(view.frame.options)).row(view)

    def fields(self, options: Mapping[str, object] | None = None) -> tuple[Field, ...]:
        """Return the name and the bounds of each number of `encode` in a mode."""
        return self.observation(options).fields

    def shape(self, options: Mapping[str, object] | None = None) -> tuple[int]:
        """Return the shape of what `encode` returns in a mode."""
        return (len(self.fields(options)),)

    def graph(self, options: Mapping[str, object] | None = None) -> Graph | None:
        """Return the map as a graph, for networks that learn on graphs; None without a map."""
        return None

    # -- words -------------------------------------------------------------------------

    def seat_title(self, seat: str) -> Text:
        """Return the name of a seat where no player's name is known."""
        return as_is(seat.replace("_", " ").capitalize())

    def easiest_seat(self, seats: Sequence[str]) -> str:
        """Return the seat for a newcomer: the easiest one, or the first if nothing says so."""
        return next(iter(self.face.summaries(seats)), seats[0])

    def written(self, points: int) -> Hundredths:
        """Return the points of an outcome for a speaker: 12, or 7.45 in a game of hundredths."""
        return Hundredths(points * 100 // self.unit)

    def speaker(
        self,
        language: str = "en",
        names: Sequence[str | Text] = (),
        seats: Sequence[str] = (),
        called: Mapping[str, str] | None = None,
        players: Sequence[str] | None = None,
    ) -> Speaker:
        """Return a speaker for this game in a language; seats without a name are called by title.

        `called` holds the names that the data file of a table gives to things, `players` who is
        named beside the title of a seat (by default the same as `names`).
        """
        titles = [self.seat_title(seat) for seat in seats]
        displayed = [name or title for name, title in zip(names, titles, strict=False)]
        displayed += titles[len(displayed) :]
        people = [name if isinstance(name, str) else "" for name in names]
        own_catalogue = (self.name, self.folder / "locale")
        return Speaker(
            language,
            displayed,
            (own_catalogue, *CORE_CATALOGUES),
            called,
            titles,
            people if players is None else players,
        )
