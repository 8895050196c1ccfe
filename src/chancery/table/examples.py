"""Worked examples, step by step: each line of actions in a script is a step."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from chancery.core import Event, Example, Game, Text
from chancery.table.script import Script
from chancery.table.sitting import Sitting


class ExampleStep(NamedTuple):
    """A step of an example: its actions, and the length of the log after it."""

    line: str  # the line of the script; empty for the beginning
    length: int
    events: tuple[Event, ...]  # as the example's viewer sees them
    note: Text | None


@lru_cache(maxsize=200)
def run_example(game: Game[Any, Any], example: Example) -> tuple[Sitting, tuple[ExampleStep, ...]]:
    """Run an example; return the table at its end, and its steps."""
    script = Script(example.script, lambda name: game)
    sitting = script.run()
    seat = None if example.seat is None else sitting.seat(example.seat)
    notes = dict(example.notes)
    steps = [ExampleStep("", 0, _seen(sitting.opening, seat), notes.get(0))]
    before = 0
    for number, (line, length) in enumerate(script.played, 1):
        happened = [event for entry in sitting.log[before:length] for event in entry.events]
        steps.append(ExampleStep(line, length, _seen(happened, seat), notes.get(number)))
        before = length
    return sitting, tuple(steps)


def _seen(events: Any, seat: int | None) -> tuple[Event, ...]:
    return tuple(seen for event in events if (seen := event.seen_by(seat)) is not None)
