"""Faces: how a game shows itself, in words and pictures. All of it is optional."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from chancery.core.actions import Action
from chancery.core.events import Event
from chancery.core.frame import Frame
from chancery.core.help import Chapter
from chancery.core.phases import Question
from chancery.core.pictures import Orders, Overlay, Panel
from chancery.core.plain import Plain
from chancery.core.tabletop import Aid, Dial, Ending, Hand, Heading, Scene, Stage
from chancery.core.teaching import Example, Guide, Lesson, Primer
from chancery.core.view import View
from chancery.core.words import Speaker, T, Text, as_is

V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer that can be given in advance, for as long as the game still offers it.

    The key names the answer and how long it holds ("yield:3": for the summer of year 3). Whether
    it is given, and which, may follow only from what everybody sees: who looks at the clock must
    not learn what is in a hand. Where the action is not legal, the first of the others is given.
    One key may answer several questions.
    """

    key: str
    label: Text
    question: str
    action: Action
    otherwise: tuple[Action, ...] = ()
    holds: bool = True  # what it depends on ("unless I lose a card by it") is so now


class Introduction(NamedTuple):
    """What somebody wants to know who has never heard of the game."""

    sentence: Text  # what it is about
    players: tuple[int, int]
    hours: tuple[int, int]  # of people who know it
    weight: Text  # LIGHT, MEDIUM or HEAVY


# How much there is to learn.
LIGHT, MEDIUM, HEAVY = T("light game"), T("medium-weight game"), T("heavy game")


class Face(Generic[V]):
    """What a page, a terminal or a program shows of a game.

    A game without a face of its own is playable: it is asked by the names of its phases, its
    actions are called as they are typed, and its position is told by the fields of its view.
    """

    # -- words -------------------------------------------------------------------------

    def prompt(self, view: V, asked: Question) -> Text:
        """The question, as a sentence to the one who is asked."""
        return T("What do you do? ({phase})", phase=view.phases[-1].title)

    def label(self, action: Action) -> Text:
        """What an action does, as a button would say it."""
        return as_is(action.text)

    def describe(self, view: V) -> Sequence[tuple[Text, Sequence[Text]]]:
        """The position as text: headings with lines under them."""
        common = {field.name for field in fields(View)}
        own = {name: value for name, value in view.plain().items() if name not in common}
        return [
            (as_is(name), [as_is(line) for line in _lines(value)]) for name, value in own.items()
        ]

    def standing(self, view: V) -> Sequence[Standing]:
        """The answers that this seat could give in advance now."""
        return ()

    def help(self) -> Sequence[Chapter]:
        """How the game is played here, in our own words."""
        return ()

    def help_at(self, frame: Frame) -> Sequence[Chapter]:
        """The help for one table: what does not apply there may be left out."""
        return self.help()

    # -- teaching ----------------------------------------------------------------------

    def primer(self) -> Primer | None:
        """The game for somebody who has never played it, on one page."""
        return None

    def guide(self) -> Guide | None:
        """A first game with a teacher."""
        return None

    def lessons(self) -> Sequence[Lesson]:
        """Exercises, the easiest first."""
        return ()

    def examples(self) -> Sequence[Example]:
        """Worked examples, in the order of the rules."""
        return ()

    def aid(self, view: V) -> Sequence[Aid]:
        """What is printed on an aid card: the sequence of a turn, costs, values."""
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

    def interest(self, view: V) -> tuple[float, float, float, float] | None:
        """The part of the picture where something lies, as x, y, width and height, for a small
        one of it; None: all of it."""
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

    def leads(self, action: Action) -> bool:
        """Whether the action goes from its target to another place, and `orders` tells which."""
        return False

    def target(self, view: V, action: Action) -> str | None:
        """The `data-target` that is clicked for an action; None: it has a button only."""
        return None

    def offered(self, view: V, action: Action) -> bool:
        """Whether a page offers the action; one that changes nothing more can only be typed."""
        return True

    def asking(self, view: V, target: str) -> Sequence[Action]:
        """What a click on a `data-target` may have meant, the likeliest first, legal or not.

        Where none of them is legal, the reason against the first is told; else the first that is
        legal was meant, wherever it is clicked.
        """
        return ()

    def place_of(self, seat: str) -> str | None:
        """The `data-target` that is lit when somebody points at a seat's name."""
        return None

    def sign(self, key: str) -> str | None:
        """The id of the sign in the ground that a page shows before a name in the story.

        The key is a `data-target`, or that of a `Pictured` word. A sign is drawn around its own
        middle, in a box of 26 by 26.
        """
        return None

    def group(self, action: Action) -> Text | None:
        """The heading under which a list of buttons shows the action; None: the first ones."""
        return None

    def preview(self, view: V, action: Action) -> Text | None:
        """What the action would lead to, where that helps to decide; public or own facts only."""
        return None

    # -- around the board: without them a page has lists of buttons ---------------------

    def hands(self, view: V, speaker: Speaker) -> Sequence[Hand]:
        """What the reader holds; always in sight under the board. Cards carry a `target`."""
        return ()

    def stage(self, view: V, speaker: Speaker) -> Stage | None:
        """The duel or auction that goes on now; None: none does."""
        return None

    def dial(self, view: V, action: Action) -> Dial | None:
        """The dial on which an action is a place; None: it is a button or a click of its own."""
        return None

    def suggestion(self, view: V, asked: Question) -> Sequence[Action]:
        """Actions to start from where a choice has many parts: a sensible set-up."""
        return ()

    def heading(self, event: Event) -> Heading | None:
        """Whether a line of the story begins a turn, or somebody's part of it."""
        return None

    def instead(self, view: V, about: str, legal: Sequence[Action]) -> Text | None:
        """What to click instead of a place that leads nowhere now; None: the rules say why not."""
        return None

    def scenes(self, told: Sequence[tuple[int, Event]]) -> Sequence[Scene]:
        """What nobody should miss of these lines of the story, each with its number."""
        return ()

    def score(self, view: V) -> Sequence[int]:
        """How far each seat is, for a chart of the game over time: points, objectives."""
        return ()

    def ending(self, view: V, told: Sequence[Event]) -> Ending | None:
        """What is told of a game that is over; `told` is all that happened."""
        return None

    @property
    def fonts(self) -> Mapping[str, Path]:
        """Font files that the style sheet asks for, by the name it uses (`url(NAME)`)."""
        return {}

    @property
    def style(self) -> Path | None:
        """The style sheet of the drawing, light and dark; None: no picture."""
        return None

    @property
    def introduction(self) -> Introduction | None:
        """The game in a sentence and a few facts; None: its title says all."""
        return None

    @property
    def cover(self) -> Path | None:
        """A picture of a game going on (WebP), for those who do not know it yet; None: none."""
        return None


def _lines(value: Plain) -> Sequence[str]:
    """A part of a view in JSON form, as lines to read."""
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
