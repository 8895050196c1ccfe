"""Positions for the tests of Revolution, and helpers to play on from them."""

from typing import Any

import pytest

from chancery.core import Event
from chancery.games import find
from chancery.games.revolution.board.places import CITIES
from chancery.games.revolution.rules.state import Revolution
from tests.soaking import SOAK

GAME = find("revolution")
PAIRS = tuple(str(value) for value in next(o for o in GAME.options if o.name == "factions").values)
THREE = [{"players": 3, "factions": pair} for pair in PAIRS]
MODES: list[dict[str, Any]] = [
    {},
    {"players": 4},
    {"players": 2},
    *THREE,
    {"province_order": "rulebook"},
    {"players": 2, "province_order": "rulebook", "neutrals": 36},
    {"players": 3, "neutrals": 32},
    {"neutrals": 32},
    {"edition": 2004},
    {"players": 2, "edition": 2004, "province_order": "rulebook"},
    {"players": 3, "edition": 2004},
    {"players": 4, "edition": 2004},
]
EVEN = dict.fromkeys(CITIES.names, 4)  # no city leans to either side


def mode_name(mode: dict[str, Any]) -> str:
    """Return a short name of a mode, for the names of tests."""
    return " ".join(map(str, mode.values())) or "five"


# For long walks: five, four, two and three players; two in the rulebook's order with few tokens;
# five by the rules of 2004.
WALKED = [
    pytest.param(mode, id=mode_name(mode))
    for number, mode in enumerate(MODES)
    if SOAK or number in (0, 1, 2, 5, 10, 13)
]


def position(
    options: dict[str, Any] | None = None, *, rules: int | None = None, **given: Any
) -> Revolution:
    """Return a position of which only some fields are given (`handmade_positions.complete`)."""
    frame = GAME.blank(options or {}, "", rules).frame
    return Revolution.from_plain(GAME, GAME.complete(frame, given), "position")


def tokens(s: Revolution, spot: str) -> dict[str, int]:
    """Return the tokens in a spot by owner."""
    found: dict[str, int] = s.plain()["tokens"][spot]
    return found


def event_names(events: list[Event]) -> list[str]:
    """Return the class names of some events."""
    return [type(event).__name__ for event in events]


def events_of(events: list[Event], kind: str) -> list[dict[str, Any]]:
    """Return the events of one class as plain dictionaries."""
    return [
        e.plain(GAME.seats(GAME.complete_options({}))) for e in events if type(e).__name__ == kind
    ]


def asked(s: Revolution) -> tuple[str, str]:
    """Return the seat that is asked and the name of its question."""
    return s.seats[s.asked[0].seat], s.asked[0].name
