"""Perft-like counts: the number of lines of play from a pinned position, to a depth.

A count changes only if a rule changes: then raise the rules version, or find the bug.
"""

import pytest

from chancery.core import State
from chancery.table import Sitting
from tests.games.spada.modes import GAME
from tests.games.walks import perft

SUMMER = {
    "hands": {
        "yellow": {"grain": 2, "workers": 1, "knights": 1, "riches": 1},
        "black": {"knights": 1, "riches": 1},
        "white": {"grain": 1},
        "orange": {"workers": 2},
    },
    "farms": {"yellow": 3, "black": 2, "white": 1, "orange": 2},
    "builders": {"orange": 1},
    "phases": [
        {"phase": "Year", "season": 3},
        {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []},
    ],
}
WINTER = {
    "agendas": {
        "yellow": {"war-cathedral": 1, "tax-privilege": 2}, "black": {"famine-cathedral": 2},
        "white": {"tax-cathedral": 1, "war-privilege": 1}, "orange": {"revolt-cathedral": 1},
    },
    "privileges": {"black": {"grain": 1, "riches": 1}, "orange": {"workers": 1, "knights": 1}},
    "hands": {"yellow": {"grain": 2, "riches": 1}, "black": {"knights": 2}},
    "phases": [{"phase": "Year", "season": 1}, {"phase": "Proposal", "seat": "yellow"}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("partial", "counts"),
    [
        (None, [4, 17, 72, 295]),
        (SUMMER, [9, 46, 179, 574]),
        (WINTER, [2, 6, 18, 54]),
    ],
    ids=["spring", "summer", "winter"],
)
def test_counts(partial: dict[str, object] | None, counts: list[int]) -> None:
    if partial is None:
        state: State = GAME.start(seed="perft")
    else:
        position = GAME.complete(GAME.start().frame, dict(partial))
        state = Sitting(GAME, seed="perft", position=position).state
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
