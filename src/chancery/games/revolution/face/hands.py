"""The resources of the reader’s factions, in a line under the board (§3.5)."""

from __future__ import annotations

from functools import lru_cache

from chancery.core import Hand
from chancery.core.words import TN, Speaker, T, Text
from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import FACTION_NAMES, TITLES
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules import new_units
from chancery.games.revolution.rules.events import pointed
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.turn import OPENING, Turn
from chancery.games.revolution.view import RevolutionView


def hands(view: RevolutionView, speaker: Speaker) -> tuple[Hand, ...]:
    """Return a hand for each faction that the reader leads; nothing in it is hidden."""
    if view.seat < 0:
        return ()
    shown = planned(view)
    return tuple(
        _hand(
            faction,
            shown.stock[faction],
            shown.treasury[faction],
            shown.armies_left(faction),
            _units(view, faction),
            view.points[faction],
        )
        for faction in view.own_factions
    )


def _units(view: RevolutionView, faction: int) -> Text:
    """Return the new units that are being placed, or how many there would be (§5.2, §6.10).

    Once those of the opening turn are placed, the rules of a full turn apply.
    """
    top = view.phases[-1] if view.phases else None
    if isinstance(top, NewUnits) and top.faction == faction:
        return TN("{n} new unit left to place", "{n} new units left to place", top.left())
    turn = view.phases[0] if view.phases else None
    opening = isinstance(turn, Turn) and not view.turn and turn.playing <= _UNITS_COME
    units = new_units.number(view, faction) if opening else coach.new_units(view, faction).received
    return TN("{n} new unit as things stand", "{n} new units as things stand", units)


_UNITS_COME = next(number for number, step in enumerate(OPENING) if step.name == "units")


@lru_cache(1024)
def _hand(faction: int, stock: int, treasury: int, armies: int, units: Text, points: int) -> Hand:
    facts = (
        T("in stock {n}", n=stock),
        T("treasury {n}", n=treasury),
        T("armies left {n}", n=armies),
        T("{points} when last counted", points=pointed(points)),
        units,
    )
    return Hand(FACTION_NAMES[faction], TITLES[faction], (), facts)
