"""The story in lines: events of one deed, such as the steps of a march, share a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from chancery.core import Deed, Event, Face, Undone
from chancery.core.words import TN, SeatName
from chancery.table.sitting import SeenEvent


class StoryLine(NamedTuple):
    """A line of the story: what one seat saw of a deed."""

    first: int  # the numbers of its first and its last event, from 0
    last: int
    events: tuple[Event, ...]
    undone: bool


def lines_of(face: Face[Any], seen_events: Iterable[SeenEvent]) -> list[StoryLine]:
    """Return consecutive events of a story in lines, one for each deed.

    They are the events as their reader sees them, so a line says nothing that its events do not.
    """
    lines: list[StoryLine] = []
    for number, event, undone in seen_events:
        if lines:
            first, _, events, was_undone = lines[-1]
            if was_undone == undone and _goes_on(face, events, event):
                lines[-1] = StoryLine(first, number, (*events, event), undone)
                continue
        lines.append(StoryLine(number, number, (event,), undone))
    return lines


def _goes_on(face: Face[Any], events: Sequence[Event], event: Event) -> bool:
    if isinstance(event, Undone):
        return events[-1] == event
    return not isinstance(events[0], Undone) and face.goes_on(events, event)


def deed_of(face: Face[Any], events: Sequence[Event]) -> Deed:
    """Return how a line of the story is told."""
    first, n = events[0], len(events)
    if isinstance(first, Undone) and n > 1:
        return Deed(TN("{n} action undone by {seat:the}.", "{n} actions undone by {seat:the}.", n,
                       seat=SeatName(first.seat)))  # fmt: skip
    return face.deed(events)
