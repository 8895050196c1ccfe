"""Games: one object that says everything about a game, the same for every game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from chancery.core.actions import Action, Notation
from chancery.core.chance import Tape
from chancery.core.datafile import DataFile
from chancery.core.events import Event
from chancery.core.faults import BadForm, BadOption
from chancery.core.help import Chapter
from chancery.core.options import Option, Options, Value, settle
from chancery.core.phases import Phase, Question
from chancery.core.pictures import Orders, Overlay, Panel
from chancery.core.plain import Plain, encode, shown
from chancery.core.state import State
from chancery.core.versions import leave_out
from chancery.core.words import CORE_CATALOGUES, Speaker, T, Text

S = TypeVar("S", bound=State)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same from the first action of a game to its last, and is public."""

    game: str
    rules: int
    options: dict[str, Value]
    data: str | None  # the whole data file, if it is not ours
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer that can be given in advance, for as long as the game still offers it.

    The key names the answer and how long it holds ("yield:3": for the summer of year 3).
    """

    key: str
    label: Text
    question: str
    action: Action


class Game(ABC, Generic[S, V]):
    """What a game is. One instance a game; it holds no position.

    A new game moves in by one folder under `chancery.games` whose `GAME` is one of these.
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    unit: ClassVar[int] = 1  # of an outcome's points that make one; 100 where hundredths count
    rules: ClassVar[int]  # the present rules version; older ones stay playable
    options: ClassVar[tuple[Option, ...]]
    notation: ClassVar[Notation]
    phases: ClassVar[tuple[type[Phase[Any]], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    bots: ClassVar[Mapping[str, Any]]  # the game's own bots by name
    data_file: ClassVar[DataFile[Any] | None] = None  # what somebody may correct, if anything
    state: type[S]
    view: type[V]
    folder: ClassVar[Path]

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

    @abstractmethod
    def seat_title(self, seat: str) -> Text:
        """What a seat is called when nobody's name is known."""

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
        seed: str = "",
        *,
        rules: int | None = None,
        data: str | None = None,
        tape: Tape | None = None,
    ) -> S:
        """A new game, set up and waiting for its first decision."""
        state = self.blank(options or {}, seed, rules, data)
        state.tape = tape
        self.set_up(state)
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

    def view_plain(self, view: V, seats: Sequence[str]) -> dict[str, Plain]:
        """The JSON form of a view."""
        plain: dict[str, Plain] = encode(self.view, view, seats)
        return plain

    # -- words -------------------------------------------------------------------------

    @abstractmethod
    def prompt(self, view: V, asked: Question) -> Text:
        """The question, as a sentence to the one who is asked."""

    @abstractmethod
    def label(self, action: Action) -> Text:
        """What an action does, as a button would say it."""

    @abstractmethod
    def describe(self, view: V) -> Sequence[tuple[Text, Sequence[Text]]]:
        """The position as text: headings with lines under them."""

    def written(self, points: int) -> str:
        """The points of an outcome as people write them: 12, or 7.45 in a game of hundredths."""
        return f"{points / self.unit:.2f}".rstrip("0").rstrip(".") if self.unit > 1 else str(points)

    def standing(self, view: V) -> tuple[Standing, ...]:
        """The answers that this seat could give in advance now."""
        return ()

    def help(self) -> tuple[Chapter, ...]:
        """How the game is played here, in our own words."""
        return ()

    # -- drawing: a game without one is still playable as text -------------------------

    def ground(self, frame: Frame, speaker: Speaker) -> str | None:
        """The part of the picture that never changes in a game, as a whole SVG; None: no picture.

        The same frame and language give the same text, so it can be cached.
        """
        return None

    def draw(self, view: V, speaker: Speaker) -> str | None:
        """What lies on the ground now, as a whole SVG over it with the same viewBox.

        Whatever an action can be about carries `data-target` (see `target`); whatever moves
        keeps its id, so that a page can let it glide.
        """
        return None

    def picture(self, view: V, speaker: Speaker) -> str | None:
        """Ground, drawing and style in one SVG, for a file or a notebook; None: no picture.

        It can be made dark from outside: by `data-theme="dark"` and `color-scheme: dark` on its
        root, whichever of the two its sheet asks for.
        """
        return None

    def panels(self, view: V, speaker: Speaker) -> Sequence[Panel]:
        """Small pictures beside the board: hands, a fight, what cannot be read from afar.

        They too carry `data-target` where something can be clicked.
        """
        return ()

    def overlays(self) -> Sequence[Overlay]:
        """What can be laid over the board by a button or a key."""
        return ()

    def overlay(self, view: V, key: str, speaker: Speaker, before: V | None = None) -> str | None:
        """One of them, as a whole SVG over the board; None: it needs no drawing of its own.

        `before` is what the same seat saw at its last visit, where that is known.
        """
        return None

    def begins(self, action: Action) -> bool:
        """Whether the action only begins something for which `orders` can be asked."""
        return False

    def orders(self, view: V, key: str) -> Orders | None:
        """Where something on the board could go in one go; None: nothing to say about it.

        The key is a `data-target`, or that of a variant that was offered before.
        """
        return None

    def target(self, view: V, action: Action) -> str | None:
        """The `data-target` that is clicked for an action; None: it has a button only."""
        return None

    def asking(self, view: V, target: str) -> Sequence[Action]:
        """What a click on a `data-target` may have meant, the likeliest first, legal or not.

        Where nothing is legal there, the reason against the first of them is told.
        """
        return ()

    def place_of(self, seat: str) -> str | None:
        """The `data-target` that is lit when somebody points at a seat's name."""
        return None

    def group(self, action: Action) -> Text | None:
        """The heading under which a list of buttons shows the action; None: the first ones."""
        return None

    def preview(self, view: V, action: Action) -> Text | None:
        """What the action would lead to, where that helps to decide; public or own facts only."""
        return None

    @property
    def fonts(self) -> Mapping[str, Path]:
        """Font files that the style sheet asks for, by the name it uses (`url(NAME)`)."""
        return {}

    @property
    def style(self) -> Path | None:
        """The style sheet of the drawing, light and dark; None: no picture."""
        return None

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
