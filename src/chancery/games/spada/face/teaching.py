"""Help and lessons of La Spada: the files in `teach`."""

from __future__ import annotations

from pathlib import Path

from chancery.core import Listing, SeatName, T, Teaching
from chancery.games.spada.board.components import (
    BUILDER_SPACES,
    HAND_LIMIT,
    PROBLEMS,
    RESOURCES,
    SEAT_NAMES,
    Printed,
)
from chancery.games.spada.rules.autumn import POOR
from chancery.games.spada.rules.summer import LOOT

TEACHING = Teaching(
    Path(__file__).parent.parent,
    {
        "seat": lambda name: SeatName(SEAT_NAMES.index(name)),
        "number": {
            "builders": BUILDER_SPACES,
            "booty": LOOT,
            "poor": POOR,
            "hand": HAND_LIMIT,
        }.__getitem__,
    },
)


def doubtful(cards: Printed) -> Listing:
    """Return the values not found in any rulebook, by kind of agenda card."""
    kinds = dict.fromkeys(kind for kind, _ in cards.doubtful)
    return Listing(
        tuple(
            T("{kind} ({resources})", kind=PROBLEMS.title(kind), resources=Listing(
                tuple(RESOURCES.title(r) for k, r in cards.doubtful if k == kind)))
            for kind in kinds
        )
    )  # fmt: skip
