"""Faces: how a game is shown, in words and pictures. Every part is optional."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import ClassVar, Generic, NamedTuple, TypeVar

from chancery.core.actions import Action
from chancery.core.events import Event
from chancery.core.frame import Frame
from chancery.core.help import Chapter, Values
from chancery.core.phases import Question
from chancery.core.pictures import Orders, Overlay, Panel, Part
from chancery.core.serialisation import Plain
from chancery.core.tabletop import (
    Actor,
    Aid,
    Deed,
    Dial,
    Ending,
    Hand,
    Heading,
    Scene,
    SeatStyle,
    Stage,
    Status,
)
from chancery.core.teaching import Example, Guide, Lesson, Primer, SeatSummary
from chancery.core.teaching_files import Teaching
from chancery.core.view import View
from chancery.core.words import Speaker, T, Text, as_is, sentences

V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer that a seat may give in advance, valid as long as the game offers it.

    The key names the answer and how long it is valid ("yield:3": for the summer of year 3). Whether
    it is given, and which, may depend on public facts only: response times must not reveal what is
    in a hand. If the action is not legal, the first legal one of `otherwise` is given. One key may
    answer several questions.
    """

    key: str
    label: Text
    question: str
    action: Action
    otherwise: tuple[Action, ...] = ()
    holds: bool = True  # whether its condition ("unless I lose a card by it") is met now


class Introduction(NamedTuple):
    """The facts about a game for people who have never heard of it."""

    sentence: Text  # the subject of the game
    players: tuple[int, int]
    hours: tuple[int, int]  # for players who know it
    weight: Text  # LIGHT, MEDIUM or HEAVY


# How much there is to learn, as `Introduction.weight`.
LIGHT, MEDIUM, HEAVY = T("light game"), T("medium-weight game"), T("heavy game")


class Face(Generic[V]):
    """The presentation of a game: texts and pictures for pages, terminal and API.

    A game without a face of its own is playable: questions are the titles of phases, actions are
    shown as they are typed, and the position is listed by the fields of the view.

    A subclass overrides what it has, by methods or by functions of other modules:
    `draw = staticmethod(drawing.draw)`, `cover = Path("cover.webp")`.
    """

    # pixels for a unit of the drawing from which its smallest letters can be read on a phone
    legible: ClassVar[float] = 0.0
    teaching: ClassVar[Teaching | None] = None  # the files of help and lessons, in `teach`
    # verbs of actions that give something up, decline or end a turn: pages list them last and ask
    # for a confirmation, as for every action that cannot be undone
    finals: ClassVar[frozenset[str]] = frozenset()

    # -- words -------------------------------------------------------------------------

    def prompt(self, view: V, asked: Question) -> Text:
        """Return the question as a sentence for the seat that is asked."""
        return T("What do you do? ({phase})", phase=view.phases[-1].title)

    def label(self, action: Action) -> Text:
        """Return the label of an action's button."""
        return as_is(action.text)

    def describe(self, view: V) -> Sequence[tuple[Text, Sequence[Text]]]:
        """Return the position as text: headings, each with lines."""
        common = {field.name for field in fields(View)}
        own_fields = {name: value for name, value in view.plain().items() if name not in common}
        return [
            (as_is(name), [as_is(line) for line in _lines(value)])
            for name, value in own_fields.items()
        ]

    def status(self, view: V) -> Status:
        """Return where the game stands: turn, phase, who is to move, what the reader plays for."""
        phase = view.phases[-1].title if view.phases else None
        return Status(phase=phase, actors=tuple(Actor(asked.seat) for asked in view.asked))

    def standing(self, view: V) -> Sequence[Standing]:
        """Return the answers that this seat could give in advance now."""
        return ()

    def help(self) -> Sequence[Chapter]:
        """Return the rules in our own words, chapter by chapter."""
        return () if self.teaching is None else self.teaching.help(self.help_values(None))

    def help_at(self, frame: Frame) -> Sequence[Chapter]:
        """Return the help for one table; what does not apply there may be left out."""
        if self.teaching is None:
            return self.help()
        return self.teaching.help(self.help_values(frame), frame)

    def help_values(self, frame: Frame | None) -> Values:
        """Return the values of the placeholders in `teach/help.md`, at a table or in general."""
        return {}

    # -- teaching ----------------------------------------------------------------------

    def primer(self) -> Primer | None:
        """Return the one-page introduction for new players."""
        return None if self.teaching is None else self.teaching.primer

    def summaries(self, seats: Sequence[str]) -> Mapping[str, SeatSummary]:
        """Return what to know about these seats of a table, the easiest seat first."""
        known = () if self.teaching is None else self.teaching.seats
        by_seat: dict[str, SeatSummary] = {}
        for summary in known:
            if summary.seat in seats and summary.seats in (None, len(seats)):
                by_seat.setdefault(summary.seat, summary)
        return by_seat

    def guide(self) -> Guide | None:
        """Return the guided first game, if there is one."""
        return None if self.teaching is None else self.teaching.guide

    def lessons(self) -> Sequence[Lesson]:
        """Return the exercises, the easiest first."""
        return () if self.teaching is None else self.teaching.lessons

    def examples(self) -> Sequence[Example]:
        """Return the worked examples, in the order of the rules."""
        return () if self.teaching is None else self.teaching.examples

    def aid(self, view: V) -> Sequence[Aid]:
        """Return the blocks of the aid card: sequence of a turn, costs, values."""
        return ()

    # -- drawing: a game without it is playable as text ---------------------------------

    def ground(self, frame: Frame, speaker: Speaker) -> str | None:
        """Return the layer that never changes during a game, as an SVG; None: no picture.

        It depends on frame and language only, so it can be cached.
        """
        return None

    def draw(self, view: V, speaker: Speaker) -> str | None:
        """Return the layer of pieces, as an SVG with the same viewBox as the ground.

        Everything that an action can refer to has a `data-target` (see `target`); what moves keeps
        its id, so that pages can animate it.
        """
        return None

    def picture(self, view: V, speaker: Speaker) -> str | None:
        """Return all layers and styles in one SVG, for a file or a notebook; None: no picture.

        Set `data-theme="dark"` or `color-scheme: dark` on its root for a dark one, whichever its
        style sheet uses.
        """
        return None

    def interest(self, view: V) -> tuple[float, float, float, float] | None:
        """Return the part of the board to show in a thumbnail, as x, y, width, height.

        None: all.
        """
        return None

    def parts(self) -> Sequence[Part]:
        """Return the map and its margins, for screens on which both together are too small.

        The first is what is shown; the others slide in beside it. Empty: the board is one part.
        """
        return ()

    def panels(self, view: V, speaker: Speaker) -> Sequence[Panel]:
        """Return small pictures beside the board: hands, a fight, details.

        They too have `data-target` where something can be clicked.
        """
        return ()

    def overlays(self) -> Sequence[Overlay]:
        """Return the overlays that a button or a key lays over the board."""
        return ()

    def overlay(self, view: V, key: str, speaker: Speaker, before: V | None = None) -> str | None:
        """Return an overlay as an SVG with the viewBox of the board; None: style alone shows it.

        `before` is what the same seat saw at its last visit, if that is known.
        """
        return None

    def begins(self, action: Action) -> bool:
        """Return whether the action only begins something that `orders` lists in full."""
        return False

    def orders(self, view: V, key: str) -> Orders | None:
        """Return all destinations of something on the board; None if there are none.

        The key is a `data-target`, or the key of a variant that was offered before.
        """
        return None

    def leads(self, action: Action) -> bool:
        """Return whether the action moves from its target to a place that `orders` names."""
        return False

    def target(self, view: V, action: Action) -> str | None:
        """Return the `data-target` to click for an action; None: it has only a button."""
        return None

    def offered(self, view: V, action: Action) -> bool:
        """Return whether pages offer the action; one that changes nothing can only be typed."""
        return True

    def asking(self, view: V, clicked: str, /) -> Sequence[Action]:
        """Return what a click on a `data-target` may have meant, the likeliest first, legal or not.

        The page takes the first legal one; if none is legal, it shows the refusal of the first.
        """
        return ()

    def emblem(self, seat: str) -> str | None:
        """Return the coat of arms of a seat as an SVG of its own, which `style` colours."""
        return None

    def place_of(self, seat: str) -> str | None:
        """Return the `data-target` to highlight while the pointer is on a seat's name."""
        return None

    def seat_style(self, seat: str) -> SeatStyle | None:
        """Return the colour and the symbol of a seat; None: pages choose a colour and a shape."""
        return None

    def sign(self, key: str) -> str | None:
        """Return the id of the symbol in the ground to show before a name in the story.

        The key is a `data-target`, or the key of a `Pictured` word. A symbol is drawn around its
        centre, in a box of 26 by 26.
        """
        return None

    def group(self, action: Action) -> Text | None:
        """Return the heading of the group of buttons that has the action; None: the first group."""
        return None

    def preview(self, view: V, action: Action) -> Text | None:
        """Return the consequence of an action, where it helps; public and own facts only."""
        return None

    # -- around the board: without these a page shows lists of buttons ------------------

    def hands(self, view: V, speaker: Speaker) -> Sequence[Hand]:
        """Return the reader's hands, shown under the board. Cards have a `target`."""
        return ()

    def stage(self, view: V, speaker: Speaker) -> Stage | None:
        """Return the duel or auction in progress; None if there is none."""
        return None

    def dial(self, view: V, action: Action) -> Dial | None:
        """Return the action's position on a dial; None: it is a button or a click."""
        return None

    def suggestion(self, view: V, asked: Question) -> Sequence[Action]:
        """Return a sensible start for a choice of many parts, such as a set-up."""
        return ()

    def heading(self, event: Event) -> Heading | None:
        """Return the heading that an event begins in the story: a turn, or a seat's part of it."""
        return None

    def goes_on(self, deed: Sequence[Event], event: Event, /) -> bool:
        """Return whether an event continues the deed that the events before it, at least one, have
        begun.

        The story tells a deed, such as a march of several steps, in one line. All are events as one
        seat sees them.
        """
        return False

    def deed(self, events: Sequence[Event], /) -> Deed:
        """Return how the story tells the events of one deed."""
        return Deed(sentences([event.text() for event in events]))

    def instead(self, view: V, about: str, legal: Sequence[Action]) -> Text | None:
        """Return what to click instead of a place without a legal action.

        None: show the refusal.
        """
        return None

    def scenes(self, events: Sequence[tuple[int, Event]], /) -> Sequence[Scene]:
        """Return the highlights of these numbered lines of the story."""
        return ()

    def plays(self, view: V, side: int, /) -> bool:
        """Return whether the viewer plays a side of a fight: a seat, unless the game numbers
        nations."""
        return side == view.seat

    def score(self, view: V) -> Sequence[int]:
        """Return the progress of each seat (points, objectives) for the chart of the game."""
        return ()

    def ending(self, view: V, events: Sequence[Event], /) -> Ending | None:
        """Return the report of a finished game; `events` is its whole story."""
        return None

    @property
    def fonts(self) -> Mapping[str, Path]:
        """The font files of the style sheet, by the name that it uses (`url(NAME)`).

        A PNG is drawn without `@font-face`: after a family of its own the style sheet names the
        family inside the file.
        """
        return {}

    @property
    def style(self) -> Path | None:
        """The style sheet of the board, light and dark; None: no picture."""
        return None

    @property
    def introduction(self) -> Introduction | None:
        """The game in a sentence and a few facts, for the front page."""
        return None

    @property
    def cover(self) -> Path | None:
        """A picture of a game in progress (WebP) for the front page."""
        return None


def _lines(value: Plain) -> Sequence[str]:
    """Return a part of a view in JSON form as readable lines."""
    if isinstance(value, dict):
        return [f"{name}: {_line(part)}" for name, part in value.items()]
    if isinstance(value, list):
        return [_line(part) for part in value]
    return [_line(value)]


def _line(value: Plain) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_line(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(_line(part) for part in value)
    return "–" if value is None else str(value)
