"""Perft counts: the number of lines of play from a fixed position, to a depth.

A count that changes is a rule that changed: then raise the rules version, or find the bug.
"""

from typing import Any

import pytest

from chancery.core import State
from tests.games.revolution.positions import GAME, position
from tests.games.walks import perft

SIEGES: dict[str, Any] = {
    "step": "sieges",
    "armies": {"holland": {"habsburgs": 2}, "utrecht": {"catholics": 1}},
    "tokens": {
        "amsterdam": {"burghers": 2},
        "leiden": {"reformers": 1},
        "utrecht-city": {"burghers": 1},
    },
    "treasury": {"burghers": 4, "reformers": 2},
}
PLACES: dict[str, Any] = {
    "step": "provinces",
    "tokens": {
        "holland": {"burghers": 2, "reformers": 1},
        "delft": {"neutral": 1},
        "utrecht": {"catholics": 2},
    },
}


@pytest.mark.parametrize(
    ("rules", "options", "given", "counts"),
    [
        (1, {}, None, [4, 12, 108, 996]),
        (1, {"players": 2}, None, [4, 12, 132, 1332]),
        (1, {"players": 3, "factions": "burghers-reformers"}, None, [11]),
        (1, {}, SIEGES, [2, 8, 28]),
        (1, {}, PLACES, [3, 14, 105]),
        (1, {"province_order": "rulebook"}, PLACES, [2, 15, 95]),
        (2, {}, None, [4, 12, 108, 996]),
        (2, {}, SIEGES, [2, 8, 28]),
        (2, {}, PLACES, [3, 36, 243]),
        (2, {"province_order": "rulebook"}, PLACES, [2, 15, 117]),
    ],
)
def test_counts(
    rules: int, options: dict[str, Any], given: dict[str, Any] | None, counts: list[int]
) -> None:
    state: State
    if given is None:
        state = GAME.start(options, "perft", rules=rules)
    else:
        state = position(options, rules=rules, **given)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
