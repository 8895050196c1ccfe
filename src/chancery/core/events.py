"""Events: what has happened at the table, and what each seat may know of it.

Rules emit events; records store their fields, and pages, terminals and APIs show their sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Any, ClassVar, TypeAlias, get_args, get_origin

from chancery.core.axes import Grid, Names, Seat
from chancery.core.memo import memoise
from chancery.core.serialisation import NOBODY, encode, type_hints
from chancery.core.words import N_, Listing, Template, Text, Word

_Places: TypeAlias = "tuple[tuple[str, Callable[[Event], Word]], ...]"


class _Zeros:
    """Equal to every tuple that holds no number but 0."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple) and not any(other)

    __hash__ = None  # type: ignore[assignment]


ZEROS = _Zeros()


class When:
    """A sentence for events whose fields have certain values: `When(N_("..."), owner=NEUTRAL)`.

    The value `ZEROS` stands for a grid in which nothing is left.
    """

    def __init__(self, sentence: Template, **values: object) -> None:
        self.sentence = sentence
        self.values = values

    def holds(self, event: Event) -> bool:
        """Return whether all the fields have the values named here."""
        return all(getattr(event, field) == value for field, value in self.values.items())


class Event:
    """Base class of everything that can happen in a game.

    A subclass is a dataclass whose fields are annotated with axes. A placeholder of its sentence
    shows the field of that name, or what the function of that name in `places` returns for the
    event. The first of the `variants` that holds replaces the sentence. Only fields are stored:
    sentences are rendered for each reader.
    """

    __slots__ = ()
    sentence: ClassVar[Template]
    variants: ClassVar[Sequence[When]] = ()
    places: ClassVar[Mapping[str, Callable[[Any], Word]]] = {}
    later: ClassVar[Mapping[str, Any]] = {}  # JSON of fields that older seat records do not have
    reveals: ClassVar[bool] = False  # makes something hidden known, so nothing before can be undone

    def seen_by(self, seat: int | None) -> Event | None:
        """Return the event as a seat (None: a spectator) sees it; None if it sees nothing."""
        return self

    def text(self) -> Text:
        """Return the sentence of the event, with its placeholders filled."""
        return _text(self)

    def plain(self, seats: tuple[str, ...]) -> dict[str, Any]:
        """Return the JSON form of the event at a table with these seats."""
        return {"event": type(self).__name__, **encode(type(self), self, seats)}


@lru_cache(maxsize=10_000)  # the log of a game is rendered again after every action
def _text(event: Event) -> Text:
    when, places = next(form for form in _forms(type(event)) if form[0].holds(event))
    return Text(when.sentence, tuple([(name, word(event)) for name, word in places]))


@memoise
def _forms(cls: type[Event]) -> tuple[tuple[When, _Places], ...]:
    """Return the variants of an event, and last its sentence, with the words for their places."""
    hints = type_hints(cls)
    words = {name: _field(name, _word(hint)) for name, hint in hints.items()} | {**cls.places}
    return tuple(
        (when, tuple((name, words[name]) for name in when.sentence.places if name in words))
        for when in (*cls.variants, When(cls.sentence))
    )


def _field(name: str, word: Callable[[Any], Word]) -> Callable[[Event], Word]:
    value = attrgetter(name)
    return lambda event: word(value(event))


def _word(hint: Any) -> Callable[[Any], Word]:
    """Return how values of an annotated type are shown in a sentence."""
    args = get_args(hint)
    if get_origin(hint) is Annotated:
        for extra in args[1:]:
            if isinstance(extra, Grid):
                return extra.words
            if isinstance(extra, Names):
                return lambda index: "–" if index == NOBODY else extra.title(index)
    if get_origin(hint) is tuple and get_origin(args[0]) is Annotated and args[1:] == (...,):
        item = _word(args[0])
        return lambda values: Listing(tuple(map(item, values)))
    return lambda value: value


@dataclass(slots=True, unsafe_hash=True)
class Undone(Event):
    """A seat has taken back its last action; the events of that action no longer hold."""

    sentence = N_("Last action undone by {seat:the}.")
    seat: Seat
