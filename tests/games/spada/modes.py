"""All modes of the game: every combination of options that go together."""

from itertools import product
from typing import Any

from chancery.games import find
from chancery.table import Sitting
from tests.soaking import sample

GAME = find("spada")

MODES: list[dict[str, Any]] = [
    {"players": players, "ending": ending, "scoring": scoring, "agenda": agenda, "robbery": robbery}
    for players, ending, scoring, agenda, robbery in product(
        (3, 4), ("standard", "mobilisation"), ("rulebook", "original"), ("full", "short"),
        ("free", "fair"),
    )
]  # fmt: skip


# for long random games: every value of every option, in many combinations
WALKED = sample(MODES, 8)


def mode_name(mode: dict[str, Any]) -> str:
    """Return a short name for a mode, for test ids."""
    return "-".join(str(value) for value in mode.values())


# Orange has the last turn of the summer: "done" leads to autumn.
SUMMERS_END = [
    {"phase": "Year", "season": 3},
    {"phase": "Summer", "turn": "orange", "left": 1, "looted": []},
]


def table(partial: dict[str, Any], seed: str = "table", rules: int | None = None) -> Sitting:
    """Open a table that begins with a handmade position."""
    frame = GAME.start(rules=rules).frame
    return Sitting(GAME, seed=seed, position=GAME.complete(frame, dict(partial)))
