"""Faces: how a game shows itself, in words and pictures. All of it is optional."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Generic, TypeVar

from chancery.core.actions import Action
from chancery.core.frame import Frame
from chancery.core.help import Chapter
from chancery.core.phases import Question
from chancery.core.pictures import Orders, Overlay, Panel
from chancery.core.plain import Plain
from chancery.core.view import View
from chancery.core.words import Speaker, T, Text, as_is

V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer that can be given in advance, for as long as the game still offers it.

    The key names the answer and how long it holds ("yield:3": for the summer of year 3).
    """

    key: str
    label: Text
    question: str
    action: Action


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
