"""Deeds: consecutive events that belong together, told in one line of the story.

A face says which events are one deed (`Face.goes_on`) and how it is told (`Face.deed`). For events
of one kind a table is enough:

    TOGETHER = Together({Fed: Alike(_fed, by=lambda event: event.seat)})

and the face has `goes_on = TOGETHER.goes_on` and `deed = TOGETHER.deed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from chancery.core.events import Event
from chancery.core.tabletop import Deed
from chancery.core.words import Text, sentences


class Alike(NamedTuple):
    """A way to tell several events of one kind; they are one deed if `by` is equal for them."""

    tell: Callable[[Sequence[Any]], Text]
    by: Callable[[Any], object] = lambda event: None


class Together:
    """The kinds of events of which several in a row are one deed."""

    def __init__(self, kinds: Mapping[type[Event], Alike]) -> None:
        self._kinds = kinds

    def goes_on(self, deed: Sequence[Event], event: Event) -> bool:
        """Return whether an event is of the kind of those before it and belongs to them."""
        last = deed[-1]
        alike = self._kinds.get(type(event))
        return alike is not None and type(last) is type(event) and alike.by(last) == alike.by(event)

    def deed(self, events: Sequence[Event]) -> Deed:
        """Return how the events of one deed are told: a single one by its own sentence."""
        alike = self._kinds.get(type(events[0]))
        if alike is None or len(events) == 1:
            return Deed(sentences([event.text() for event in events]))
        return Deed(alike.tell(events))
