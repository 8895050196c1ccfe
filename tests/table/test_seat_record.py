"""Seat records, the files of a seat's view of a running game, show the same when opened."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from chancery import games
from chancery.core import Speaker
from chancery.table import Sitting, record, seat_record
from chancery.table.record import BadRecord
from chancery.table.seat_record import SeatRecord
from chancery.table.seated import Seated
from tests.soaking import covering

GAMES = ("spada", "friedrich", "revolution")


def playing(game: str, lines: int, seed: str = "1757") -> Sitting:
    """A running game with some undos."""
    sitting = Sitting(games.find(game), {}, seed)
    chance = random.Random(seed)
    while len(sitting.log) < lines:
        seat = chance.choice(sitting.state.asked).seat
        if sitting.undo_number(seat) is not None and chance.random() < 0.1:
            sitting.undo(seat)
        else:
            sitting.act(seat, chance.choice(sitting.state.legal(seat)))
    assert sitting.state.result is None
    return sitting


def speaker(sitting: Sitting) -> Speaker:
    frame = sitting.start.frame
    return sitting.game.speaker("en", (), frame.seats, sitting.game.called(frame))


def parsed_record(sitting: Sitting, seat: int | None) -> dict[str, Any]:
    """Return the parsed seat record of a sitting."""
    parts = Seated(sitting, seat, speaker(sitting)).seat_record()
    return dict(json.loads(json.dumps(parts)))


def opened(plain: Any) -> SeatRecord:
    found = seat_record.loads(json.dumps(plain), games.find)
    assert isinstance(found, SeatRecord)
    return found


@pytest.mark.parametrize(("lines", "game"), covering([7, 60, 200, 0], GAMES))
def test_a_seat_record_shows_the_same_view(game: str, lines: int) -> None:
    sitting = playing(game, lines, f"{game} {lines}")
    for seat in (None, *range(len(sitting.seats))):
        plain = parsed_record(sitting, seat)
        found = opened(plain)
        assert found.seat == seat
        assert list(found.story) == sitting.events(seat)
        again = Seated(found.guess, seat, speaker(sitting))
        now = Seated(sitting, seat, speaker(sitting))
        assert again.view.plain() == plain["view"]
        assert again.picture == now.picture
        assert again.described == now.described
        assert again.hands == now.hands
        assert again.stage == now.stage


def test_a_whole_record_is_opened_as_well() -> None:
    sitting = playing("spada", 20)
    found = seat_record.loads(record.dumps(sitting), games.find)
    assert isinstance(found, Sitting)
    assert found.state == sitting.state


def test_a_seat_record_has_no_log() -> None:
    with pytest.raises(BadRecord, match="a seat has seen"):
        record.loads(json.dumps(parsed_record(playing("spada", 5), 1)), games.find)


def test_older_files_without_names_are_opened() -> None:
    plain = parsed_record(playing("spada", 20), 1)
    del plain["chancery"], plain["names"]
    assert opened(plain).names == ()


def test_older_files_without_a_commitment_are_opened() -> None:
    plain = parsed_record(playing("spada", 12), 1)
    del plain["commitment"]
    assert opened(plain).commitment is None


def change(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def changed(plain: Any) -> None:
        *way, last = path
        for part in way:
            plain = plain[part]
        plain[last] = to

    return changed


WRONG: dict[str, Callable[[dict[str, Any]], None]] = {
    "another seat": change("seat", to="white"),
    "no such seat": change("seat", to="mauve"),
    "no such game": change("game", to="chess"),
    "a game that is a number": change("game", to=7),
    "another format": change("chancery", to=99),
    "a field too many": change("extra", to=1),
    "names for some": change("names", to=["a"]),
    "names that are numbers": change("names", to=[1, 2, 3, 4]),
    "a view that is a list": change("view", to=[]),
    "a view that is nothing": change("view", to={}),
    "a view without a frame": change("view", "frame", to=None),
    "no such options": change("view", "frame", "options", to={"players": 99}),
    "options that are a list": change("view", "frame", "options", to=[["players", 3]]),
    "a version to come": change("view", "frame", "rules", to=99),
    "other seats": change("view", "frame", "seats", to=["a", "b", "c"]),
    "a data file": change("view", "frame", "data", to="x"),
    "phases that are a text": change("view", "phases", to="Auction"),
    "no phases": change("view", "phases", to=[]),
    "a phase of no game": change("view", "phases", to=[{"kind": "Sitting"}]),
    "a phase with a class of Python": change("view", "phases", to=[{"kind": "__class__"}]),
    "more cards than there are": change("view", "hand", to={"grain": 500}),
    "a hand of another size": change("view", "hand", to={}),
    "a number beyond all": change("view", "points", to={"black": 10**30}),
    "a year that is a text": change("view", "year", to="3"),
    "nobody is asked": change("view", "asked", to=[]),
    "a story that is an object": change("events", to={}),
    "a story of nothing": change("events", to=[None]),
    "a line without a number": change("events", to=[{"event": "Passed", "undone": False}]),
    "a line that is no event": change(
        "events", to=[{"number": 1, "undone": False, "event": "Entry", "seat": "black"}]
    ),
    "an event of nobody": change(
        "events", to=[{"number": 1, "undone": False, "event": "Passed", "seat": "mauve"}]
    ),
    "lines without end": change("events", to=[{}] * (seat_record.MOST_TOLD + 1)),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_impossible_seat_records_are_refused(wrong: Callable[[dict[str, Any]], None]) -> None:
    plain = parsed_record(playing("spada", 40), 1)
    wrong(plain)
    with pytest.raises(BadRecord) as refused:
        opened(plain)
    assert str(refused.value)


@pytest.mark.parametrize("game", GAMES)
def test_damaged_files_are_refused_or_opened_but_nothing_breaks(game: str) -> None:
    """Any value in the file may be replaced by another one."""
    plain = parsed_record(playing(game, 40), 1)
    text = json.dumps(plain)
    dice = random.Random(game)
    refused = 0
    for _ in range(120):
        damaged = json.loads(text)
        place, key = dice.choice(list(places(damaged)))
        place[key] = dice.choice([None, -1, 0, 3, 10**7, "", "x", [], {}, True, [[]], {"x": 1}])
        try:
            opened(damaged)
        except BadRecord:
            refused += 1
    assert refused > 60


def places(plain: Any) -> Any:
    """Return the path to every value in a JSON form."""
    parts = plain.items() if isinstance(plain, dict) else enumerate(plain)
    for key, part in list(parts):
        yield plain, key
        if isinstance(part, dict | list):
            yield from places(part)
