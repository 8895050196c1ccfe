"""The story in lines: events of one deed, such as the steps of a march, share a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from chancery.core import Deed, Event, Face, Undone
from chancery.core.words import TN, SeatName
from chancery.table.sitting import LATEST, Entry, SeenEvent, Sitting

KEPT = 256  # readers whose latest lines are kept


class StoryLine(NamedTuple):
    """A line of the story: what one seat saw of a deed."""

    first: int  # the numbers of its first and its last event, from 0
    last: int
    events: tuple[Event, ...]
    undone: bool


def lines_of(
    face: Face[Any], seen_events: Iterable[SeenEvent], before: Sequence[StoryLine] = ()
) -> list[StoryLine]:
    """Return consecutive events of a story in lines, one for each deed.

    They are the events as their reader sees them, so a line says nothing that its events do not.
    `before` are the lines of the events before them, the last of which may go on.
    """
    lines = list(before)
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


class _Told(NamedTuple):
    """The latest lines of a story, and how much of the log they tell."""

    length: int
    entry: Entry | None  # the last one: logs that have it are the same up to there
    undos: int
    told: int  # how many events
    lines: list[StoryLine]


NOTHING = _Told(0, None, 0, 0, [])


class _Reader:
    """A reader of a table's story, who reads it again whenever it has grown."""

    told = NOTHING


@lru_cache(maxsize=KEPT)
def _reader(table: int, seat: int | None) -> _Reader:
    return _Reader()


def latest_lines(sitting: Sitting, seat: int | None) -> list[StoryLine]:
    """Return the latest lines of a seat's story without reading the log, at most LATEST.

    If the story has only grown since the last call, what was told then is not read again, and its
    lines are the same objects; the last one may go on.
    """
    reader = _reader(id(sitting.start), seat)
    before = reader.told if sitting.state.result is None else NOTHING  # then all is revealed
    log, n = sitting.log, before.length
    grown = 0 < n <= len(log) and log[n - 1] is before.entry and sitting.undos == before.undos
    if not grown:
        before = NOTHING
    newest = takewhile(lambda seen: seen.number >= before.told, sitting.latest_events(seat))
    lines = lines_of(sitting.game.face, reversed([*newest]), before.lines)[-LATEST:]
    last = log[-1] if log else None
    reader.told = _Told(len(log), last, sitting.undos, sitting.count(seat), lines)
    return lines


def deed_of(face: Face[Any], events: Sequence[Event]) -> Deed:
    """Return how a line of the story is told."""
    first, n = events[0], len(events)
    if isinstance(first, Undone) and n > 1:
        return Deed(TN("{n} action undone by {seat:the}.", "{n} actions undone by {seat:the}.", n,
                       seat=SeatName(first.seat)))  # fmt: skip
    return face.deed(events)
