"""Sentences as HTML in which names highlight their places on the board.

A name is preceded by the sign that the face has for it, drawn with the ground; it is hidden from
screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from chancery.core import (
    Event,
    Face,
    Listing,
    Pictured,
    Scene,
    SeatLabel,
    SeatName,
    Speaker,
    Spot,
    Text,
)
from chancery.core.serialisation import NOBODY, Plain
from chancery.core.words import Word
from chancery.table.story import StoryLine, deed_of

_NAMES = (SeatName, SeatLabel, Spot, Pictured)  # words that a page links or draws


def _unsigned(key: str) -> str | None:
    return None


class Line(NamedTuple):
    """A line of the story as HTML, and the places it is about, as `data-target`."""

    html: Markup
    focus: tuple[str, ...]
    way: tuple[str, ...]  # of what moved


class DrawnLine(NamedTuple):
    """A line of the story as an item of the list that a page shows."""

    line: StoryLine
    tone: str  # that the lines after it inherit
    html: Markup


def targets_in(word: Word) -> Iterator[str]:
    """Yield the places on the board that a text names."""
    if isinstance(word, Spot):
        yield word.target
    elif isinstance(word, Text):
        for _, place in word.places:
            yield from targets_in(place)
    elif isinstance(word, Listing):
        for item in word.items:
            yield from targets_in(item)


class HtmlSpeaker(Speaker):
    """A speaker whose sentences are HTML, with names linked to their places on the board."""

    def __init__(
        self,
        speaker: Speaker,
        places: Sequence[str | None],
        sign: Callable[[str], str | None] = _unsigned,
        face: Face[Any] | None = None,
    ) -> None:
        vars(self).update(vars(speaker))
        self._places = places
        self._face: Face[Any] = face or Face()
        self._drawn: Callable[[str], Markup] = lru_cache(1000)(lambda key: _drawn(sign(key)))
        # equal tuples of different types are different names
        self._named: Callable[[Word], Markup] = lru_cache(100, typed=True)(self._name)
        # the story that each seat was shown last, by the numbers of its lines
        self.drawn: dict[int | None, dict[int, DrawnLine]] = {}
        self.line: Callable[[tuple[Event, ...]], Line] = lru_cache(100)(self._line)
        self.scene: Callable[[Scene], dict[str, Plain]] = lru_cache(60)(self._scene)

    def _line(self, events: tuple[Event, ...]) -> Line:
        """Return a line of the story."""
        deed = deed_of(self._face, events)
        return Line(self.say(deed.text), tuple(targets_in(deed.text)), deed.way)

    def _scene(self, scene: Scene) -> dict[str, Plain]:
        """Return a scene (an event that nobody should miss) for scripts."""
        return {
            "first": scene.last if scene.first == NOBODY else scene.first,
            "last": scene.last,
            "kind": scene.kind,
            "title": self.say(scene.title),
            "lines": [self.say(line) for line in scene.lines],
            "focus": list(scene.focus),
            "pictures": list(scene.pictures),
        }

    def say(self, text: Text) -> Markup:
        """Return a sentence, escaped, with its names marked."""
        places = dict(text.places)
        count = places.get("n")
        spoken = self._sentence(text.template, count if isinstance(count, int) else 1)
        return self._filled(spoken, places)

    def _filled(self, sentence: str, places: Mapping[str, Word]) -> Markup:
        return Markup(super()._filled(str(escape(sentence)), places))

    def word(self, word: Word) -> str:
        """Return a word as HTML: a name linked to its place, anything else escaped."""
        if isinstance(word, str):
            return escape(word)
        if isinstance(word, _NAMES):
            return self._named(word)
        return super().word(word)

    def _name(self, word: SeatName | SeatLabel | Spot | Pictured) -> Markup:
        """Return a name linked to its place, or with its sign."""
        if isinstance(word, Spot):
            return self._drawn(word.target) + _light(word.target, Markup(self.word(word.name)))
        if isinstance(word, Pictured):
            return self._with_sign(word.key, self.word(word.title))
        name = escape(super().word(word))
        place = self._places[word.seat] if word.seat >= 0 else None
        return name if place is None else _light(place, name)

    def in_form(self, word: Word, form: str) -> str:
        """Return a word in a grammatical form; names are linked together with their article."""
        spoken = super().in_form(word, form)
        if isinstance(word, Spot) and not isinstance(word.name, str):
            return self._drawn(word.target) + _light(word.target, Markup(spoken))
        if isinstance(word, Pictured):
            return self._with_sign(word.key, spoken)
        if isinstance(word, SeatName) and isinstance(self._title(word), Text):
            place = self._places[word.seat]
            return spoken if place is None else _light(place, Markup(spoken))
        return spoken

    def _with_sign(self, key: str, spoken: str) -> Markup:
        drawn = self._drawn(key)
        return Markup(f'<span class="pictured">{drawn}{spoken}</span>') if drawn else Markup(spoken)


def _drawn(sign: str | None) -> Markup:
    if sign is None:
        return Markup("")
    return Markup(
        f'<svg class="sign" viewBox="-13 -13 26 26" aria-hidden="true">'
        f'<use href="#{escape(sign)}"/></svg>'
    )


def _light(place: str, name: Markup) -> Markup:
    return Markup(f'<span class="name" data-light="{escape(place)}">{name}</span>')


@lru_cache(maxsize=300)  # each keeps some 40 kB of a story that somebody reads
def html_speaker(speaker: Speaker, face: Face[Any], seats: tuple[str, ...]) -> HtmlSpeaker:
    """Return a cached speaker for the story of a table."""
    return HtmlSpeaker(speaker, [face.place_of(name) for name in seats], face.sign, face)
