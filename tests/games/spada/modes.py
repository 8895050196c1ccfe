"""Every mode of the game: all combinations of options that go together."""

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


WALKED = sample(MODES, 8)  # for long walks: every value of every option, in many combinations


def mode_name(mode: dict[str, Any]) -> str:
    """A short name for a mode, for test ids."""
    return "-".join(str(value) for value in mode.values())


# Orange has the last turn of the summer: "done" leads to autumn.
SUMMERS_END = [
    {"phase": "Year", "season": 3},
    {"phase": "Summer", "turn": "orange", "left": 1, "looted": []},
]


def table(partial: dict[str, Any], seed: str = "table", rules: int | None = None) -> Sitting:
    """A table that begins with a position made by hand."""
    frame = GAME.start(rules=rules).frame
    return Sitting(GAME, seed=seed, position=GAME.complete(frame, dict(partial)))
