"""What the reader’s factions have, in a line under the board; the rest is on it (§3.5)."""

from __future__ import annotations

from functools import lru_cache

from chancery.core import Hand
from chancery.core.words import TN, T
from chancery.games.revolution.board.factions import FACTION_NAMES, TITLES, factions_of
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules import new_units
from chancery.games.revolution.rules.events import pointed
from chancery.games.revolution.view import RevolutionView


def hands(view: RevolutionView) -> tuple[Hand, ...]:
    """One for each faction that the reader leads; nothing of it is hidden."""
    if view.seat < 0:
        return ()
    shown = planned(view)
    return tuple(
        _hand(
            faction,
            shown.stock[faction],
            shown.treasury[faction],
            shown.armies_left(faction),
            new_units.number(view, faction),
            view.points[faction],
        )
        for faction in factions_of(view.frame.seats[view.seat])
    )


@lru_cache(1024)
def _hand(faction: int, stock: int, treasury: int, armies: int, units: int, points: int) -> Hand:
    facts = (
        T("in stock {n}", n=stock),
        T("treasury {n}", n=treasury),
        T("armies left {n}", n=armies),
        T("{points} when last counted", points=pointed(points)),
        TN("{n} new unit now", "{n} new units now", units),
    )
    return Hand(FACTION_NAMES[faction], TITLES[faction], (), facts)
