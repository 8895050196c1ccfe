"""Events: what happened, with a face for each seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, ClassVar, get_args, get_origin

from chancery.core.axes import Grid, Names, Seat
from chancery.core.memo import once
from chancery.core.plain import NOBODY, encode, hints
from chancery.core.words import N_, Template, Text, Word, say


class Event:
    """Something that happened at the table.

    A subclass is a dataclass whose fields are annotated with axes; its sentence has a place
    for each field it names. No sentence is ever stored: words are made when somebody reads.
    """

    __slots__ = ()
    sentence: ClassVar[Template]
    reveals: ClassVar[bool] = False  # something hidden became known: undo ends here

    def seen_by(self, seat: int | None) -> Event | None:
        """The face of the event for a seat (None: a spectator), or nothing."""
        return self

    def text(self) -> Text:
        """The event as a sentence."""
        return _text(self)

    def plain(self, seats: tuple[str, ...]) -> dict[str, Any]:
        """The JSON form of the event."""
        return {"event": type(self).__name__, **encode(type(self), self, seats)}


@lru_cache(maxsize=10_000)  # a story is told again and again while it grows
def _text(event: Event) -> Text:
    places = {name: word(getattr(event, name)) for name, word in _words(type(event)).items()}
    return say(event.sentence, **places)


@once
def _words(cls: type[Event]) -> dict[str, Callable[[Any], Word]]:
    return {name: _word(hint) for name, hint in hints(cls).items()}


def _word(hint: Any) -> Callable[[Any], Word]:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, Grid):
                return extra.words
            if isinstance(extra, Names):
                return lambda index: "–" if index == NOBODY else extra.title(index)
    return lambda value: value


@dataclass(slots=True, unsafe_hash=True)
class Undone(Event):
    """A seat took back its last action; what it had shown no longer holds."""

    sentence = N_("Last action taken back by {seat:the}.")
    seat: Seat
