"""Tests of the story: what a faction does with several things of one kind is one line."""

from __future__ import annotations

import pytest

from chancery.core import Event
from chancery.games.revolution.board.factions import NOBILITY, REFORMERS
from chancery.games.revolution.rules.events import (
    ArmyMarched,
    Influenced,
    SiegeLaid,
    Spilled,
    SupportBrought,
    SurplusReturned,
    TokensCleared,
    TokensPlaced,
)
from chancery.table.sitting import SeenEvent
from chancery.table.story import lines_of
from tests.games.revolution.positions import GAME


def deeds(*events: Event) -> list[str]:
    lines = lines_of(GAME.face, (SeenEvent(n, event, False) for n, event in enumerate(events)))
    return [str(GAME.face.deed(line.events).text) for line in lines]


@pytest.mark.parametrize(
    "events",
    [
        (ArmyMarched(NOBILITY, 0, 1), ArmyMarched(NOBILITY, 2, 1)),
        (Influenced(NOBILITY, 0, REFORMERS), Influenced(NOBILITY, 1, REFORMERS)),
        (SiegeLaid(NOBILITY, 0), SiegeLaid(NOBILITY, 1)),
        (SupportBrought(NOBILITY, 2, 0), SupportBrought(NOBILITY, 2, 1)),
        (Spilled(NOBILITY, 0, 1, False), SurplusReturned(NOBILITY, 0, 2)),
        (TokensCleared(NOBILITY, 0, REFORMERS, 1), TokensPlaced(NOBILITY, 0, ((0, 1),))),
    ],
)
def test_a_deed_of_one_faction_is_a_line(events: tuple[Event, Event]) -> None:
    first, second = events
    assert len(deeds(first, second)) == 1
    if hasattr(second, "faction"):
        values = {name: getattr(second, name) for name in second.__dataclass_fields__}
        other = type(second)(**{**values, "faction": REFORMERS})
        assert len(deeds(first, other)) == 2


def test_an_army_marches_from_region_to_region() -> None:
    deed = GAME.face.deed([ArmyMarched(NOBILITY, 0, 1)])
    assert len(deed.way) == 2
    assert all(target.startswith("region:") for target in deed.way)
