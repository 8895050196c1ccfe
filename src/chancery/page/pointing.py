"""Pointing: sentences as HTML in which names light up their places on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from chancery.core import Event, Face, SeatName, Speaker, Spot, Text
from chancery.core.words import Word


class Pointing(Speaker):
    """Says sentences as HTML in which names point at their places on the board."""

    def __init__(self, told: Speaker, places: Sequence[str | None]) -> None:
        vars(self).update(vars(told))
        self._places = places
        self.line: Callable[[Event], Markup] = lru_cache(400)(lambda event: self.say(event.text()))

    def say(self, text: Text) -> Markup:
        """The sentence, escaped, with names marked."""
        places = {name: self.word(word) for name, word in text.places}
        count = dict(text.places).get("n")
        said = self._sentence(text.template, count if isinstance(count, int) else 1)
        return Markup(str(escape(said)).format(**places))

    def word(self, word: Word) -> str:
        """A name as something to point at; everything else as it is, escaped."""
        if isinstance(word, SeatName):
            name = super().word(word)
            place = self._places[word.seat] if word.seat >= 0 else None
            return escape(name) if place is None else _light(place, escape(name))
        if isinstance(word, Spot):
            return _light(word.target, Markup(self.word(word.name)))
        if isinstance(word, str):
            return escape(word)
        return super().word(word)


def _light(place: str, name: Markup) -> Markup:
    return Markup('<span class="name" data-light="{}">{}</span>').format(place, name)


@lru_cache(maxsize=1000)
def pointing(told: Speaker, face: Face[Any], seats: tuple[str, ...]) -> Pointing:
    """Somebody who tells the story of a table; lines told once are remembered."""
    return Pointing(told, [face.place_of(name) for name in seats])
