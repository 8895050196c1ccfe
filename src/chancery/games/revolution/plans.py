"""The view with its seat's unfinished choice applied, for previews and drawings.

Other seats do not see it: a view contains the incomplete choices of its own seat only.
"""

from __future__ import annotations

from collections import Counter

from chancery.games.revolution.board.factions import NEUTRAL
from chancery.games.revolution.rules import new_units
from chancery.games.revolution.rules.allegiance import Paying
from chancery.games.revolution.rules.moves_in_provinces import Placing
from chancery.games.revolution.rules.neutral_tokens import Filling
from chancery.games.revolution.rules.new_armies import Raising
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.overflow import Overflow
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.rules.sieges import Besieging
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.support_moves import Support
from chancery.games.revolution.rules.water_beggars import Hiring
from chancery.games.revolution.view import RevolutionView, copy_table, with_table_of


def planned(view: RevolutionView) -> RevolutionView:
    """Return the view with the incomplete choice applied, or the same view if there is none."""
    top = view.phases[-1] if view.phases else None
    if not isinstance(top, Choice) or not top.begun():
        return view
    return with_table_of(view, carried_out(view, top))


def carried_out(view: RevolutionView, top: Choice) -> Revolution:
    """Return the position after carrying out the parts of a choice that have been made."""
    s = _position(view)
    if isinstance(top, NewUnits):  # only those placed so far
        new_units.place(s, top.faction, top.n - top.left(), top.placed)
    elif isinstance(top, Overflow):  # only those that have moved
        moved = Counter(origin for origin, _ in top.moves)
        Overflow(top.faction, tuple(moved.items()), top.moves).do_done(s, view.seat)
    elif isinstance(top, Filling):
        for province in top.chosen:
            s.add(province, NEUTRAL)
    elif isinstance(top, Support | Raising | Besieging | Hiring | Placing | Paying):
        top.do_done(s, view.seat)
    return s


def _position(view: RevolutionView) -> Revolution:
    """Return a position for applying a choice, in which no seat is asked anything.

    Built without `State.__init__`, which would set up a new game.
    """
    s = Revolution.__new__(Revolution)
    frame = view.frame
    fields = {
        "frame": frame, "options": frame.options, "rules": frame.rules, "data": view.data,
        "seats": frame.seats, "phases": [phase.copy() for phase in view.phases], "events": [],
        "sealed": False,
    }  # fmt: skip
    for name, value in fields.items():
        setattr(s, name, value)
    copy_table(s, view)
    return s
