"""The length of a seat's event list, and parts of it, are found without reading all of it."""

from __future__ import annotations

from typing import Any

import pytest

from chancery.games import find
from chancery.table import Sitting
from chancery.table.seated import Seated
from tests.web.logs import random_sitting


@pytest.fixture
def told() -> Seated:
    """A table as seen by a seat, with some actions undone."""
    sitting = random_sitting("spada", 60)
    return Seated(sitting, 0, find("spada").speaker("en", (), sitting.seats))


def test_lines_are_counted_as_the_log_grows(told: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = told.sitting.counts(0)

    def refuse(*args: Any) -> Any:
        raise AssertionError("counted anew")

    monkeypatch.setattr(Sitting, "counts", refuse)
    assert told.story_length == counts[-1]
    monkeypatch.undo()
    assert [told.at(n).story_length for n in range(len(counts))] == counts


def test_reading_the_first_events_takes_linear_time(
    told: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, looked_at = told.story(), []
    plain = Sitting._events_of

    def events_of(sitting: Sitting, entry: Any, seat: int | None) -> Any:
        looked_at.append(entry)
        return plain(sitting, entry, seat)

    monkeypatch.setattr(Sitting, "_events_of", events_of)
    assert told.story(0, 5) == whole[:5]
    assert len(looked_at) < 10


def test_current_events_exclude_undone_ones(told: Seated) -> None:
    sitting = told.sitting
    for length in (None, 20, len(sitting.log)):
        seen = Seated(sitting, 0, told.speaker, length)
        own = [event for _, event, undone in seen.story() if not undone]
        assert [event for event in own if type(event).__name__ != "Undone"] == seen.lasting_events
