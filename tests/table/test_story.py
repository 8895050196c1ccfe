"""Tests of the story in lines: events of one deed share a line, for each reader apart."""

from __future__ import annotations

import random
from typing import Any

import pytest

from chancery.core import Refusal, Undone
from chancery.games import find
from chancery.games.friedrich.rules.events import TroopsAssigned
from chancery.table import Sitting
from chancery.table.seated import Seated
from chancery.table.sitting import LATEST, SeenEvent
from chancery.table.story import deed_of, latest_lines, lines_of
from tests.web.logs import random_sitting

GAMES = ("friedrich", "revolution", "spada")


def seated(name: str, seat: int | None, length: int = 220) -> Seated:
    sitting = random_sitting(name, length)
    return Seated(sitting, seat, find(name).speaker("en", (), sitting.seats))


@pytest.mark.parametrize("name", GAMES)
def test_the_lines_hold_every_event_once_and_in_order(name: str) -> None:
    at = seated(name, 0)
    lines, story = at.lines(), at.story()
    assert [event for line in lines for event in line.events] == [seen.event for seen in story]
    numbers = [number for line in lines for number in range(line.first, line.last + 1)]
    assert numbers == [seen.number for seen in story]
    assert len(lines) < 0.9 * len(story)
    for line in lines:
        undone = {seen.undone for seen in story[line.first : line.last + 1]}
        assert undone == {line.undone}


@pytest.mark.parametrize("name", GAMES)
def test_a_heading_begins_a_line_of_its_own(name: str) -> None:
    at = seated(name, None)
    heading = at.game.face.heading
    headed = [line for line in at.lines() if any(heading(event) for event in line.events)]
    assert headed
    assert all(len(line.events) == 1 for line in headed)


def test_a_line_says_only_what_its_reader_saw() -> None:
    """Whoever assigns troops in Friedrich sees how many; the others see no such line."""
    sitting = random_sitting("friedrich", 60)
    speaker = find("friedrich").speaker("en", (), sitting.seats)
    for seat in (None, *range(len(sitting.seats))):
        at = Seated(sitting, seat, speaker)
        assert [event for line in at.lines() for event in line.events] == [
            seen.event for seen in sitting.events(seat)
        ]
        assert any(at.say(at.tell(line).text).startswith("Troops: ") for line in at.lines()) == (
            sum(isinstance(seen.event, TroopsAssigned) for seen in sitting.events(seat)) > 1
        )


def test_several_actions_undone_at_once_are_one_line() -> None:
    at = seated("spada", None, 1)
    undone = [SeenEvent(n, Undone(seat), False) for n, seat in enumerate((1, 1, 1, 0))]
    lines = lines_of(at.game.face, undone)
    assert [str(deed_of(at.game.face, line.events).text) for line in lines] == [
        "3 actions undone by #2.",
        "Last action undone by #1.",
    ]


def test_a_game_that_declares_nothing_has_a_line_for_each_event() -> None:
    face: Any = type("Bare", (), {"goes_on": lambda *_: False})()
    seen = [
        SeenEvent(n, event, False) for n, event in enumerate(seated("spada", 0).lasting_events[:9])
    ]
    assert [line.events for line in lines_of(face, seen)] == [(one.event,) for one in seen]


@pytest.mark.parametrize("name", GAMES)
def test_the_latest_lines_grow_with_the_log(name: str) -> None:
    """They are the lines of the whole story, and only those are new that the last step changed."""
    dice = random.Random(name)
    sitting, undone, kept = Sitting(find(name), {}, name), 0, 0
    lines = latest_lines(sitting, 0)
    while len(sitting.log) < 90:
        sitting = sitting.fork()  # as a server does
        seat = sitting.state.asked[0].seat
        before, undos = lines, sitting.undos
        try:
            if dice.random() < 0.1:
                sitting.undo(seat)
            else:
                sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        except Refusal:
            continue
        lines = latest_lines(sitting, 0)
        assert lines == lines_of(sitting.game.face, sitting.events(0))[-len(lines) :]
        assert (
            latest_lines(sitting, None)[-1:]
            == (lines_of(sitting.game.face, sitting.events(None))[-1:])
        )
        if sitting.undos == undos and len(sitting.log) > 1:
            now = {id(line) for line in lines}
            same = sum(id(line) in now for line in before)
            assert same >= len(before) - 1 - (len(lines) == LATEST)
            kept += same
        undone += sitting.undos - undos
    assert undone > 1
    assert kept > 90
