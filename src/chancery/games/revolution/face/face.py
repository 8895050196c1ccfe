"""The face of Revolution: what pages, terminal and notebooks show of it."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action, Chapter, Face, Question, Text
from chancery.games.revolution.face import help as help_pages
from chancery.games.revolution.face import previews, words
from chancery.games.revolution.view import RevolutionView


class RevolutionFace(Face[RevolutionView]):
    """Revolution in words and pictures."""

    def prompt(self, view: RevolutionView, asked: Question) -> Text:
        """The question as a sentence."""
        return words.prompt(view, asked)

    def label(self, action: Action) -> Text:
        """The action as a button says it."""
        return words.label(action)

    def group(self, action: Action) -> Text | None:
        """The heading of a list of buttons."""
        return words.group(action)

    def describe(self, view: RevolutionView) -> Sequence[tuple[Text, Sequence[Text]]]:
        """The position as text."""
        return words.describe(view)

    def preview(self, view: RevolutionView, action: Action) -> Text | None:
        """What the action would lead to."""
        return previews.preview(view, action)

    def help(self) -> tuple[Chapter, ...]:
        """The rules in our own words."""
        return help_pages.CHAPTERS
