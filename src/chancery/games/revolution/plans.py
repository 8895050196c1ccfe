"""The board as the reader has planned it: what he has half chosen, carried out by the rules.

Others do not see it: a view holds the half-made choices of its own seat only.
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
from chancery.games.revolution.view import RevolutionView, lay_out, with_board_of


def planned(view: RevolutionView) -> RevolutionView:
    """The view with what has been chosen so far done; the same one where nothing has."""
    top = view.phases[-1] if view.phases else None
    if not isinstance(top, Choice) or not top.begun():
        return view
    return with_board_of(view, carried_out(view, top))


def carried_out(view: RevolutionView, top: Choice) -> Revolution:
    """The position after a choice as far as it is made."""
    s = _table(view)
    if isinstance(top, NewUnits):  # only those placed so far
        new_units.place(s, top.faction, top.n - top.left(), top.placed)
    elif isinstance(top, Overflow):  # only those that have moved
        moved = Counter(here for here, _ in top.moves)
        Overflow(top.faction, tuple(moved.items()), top.moves).do_done(s, view.seat)
    elif isinstance(top, Filling):
        for province in top.chosen:
            s.add(province, NEUTRAL)
    elif isinstance(top, Support | Raising | Besieging | Hiring | Placing | Paying):
        top.do_done(s, view.seat)
    return s


def _table(view: RevolutionView) -> Revolution:
    """A position on which something can be carried out; nobody is asked anything there."""
    s = Revolution.__new__(Revolution)
    frame = view.frame
    given = {
        "frame": frame, "options": frame.options, "rules": frame.rules, "data": view.data,
        "seats": frame.seats, "phases": [phase.copy() for phase in view.phases], "events": [],
        "sealed": False,
    }  # fmt: skip
    for name, value in given.items():
        setattr(s, name, value)
    lay_out(s, view)
    return s
