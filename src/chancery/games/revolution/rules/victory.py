"""The end of the game: who has won (§3.1, §4.5)."""

from __future__ import annotations

from chancery.core import Outcome
from chancery.games.revolution.board.factions import factions_of
from chancery.games.revolution.rules.events import GameEnded
from chancery.games.revolution.rules.state import Revolution


def compare(s: Revolution) -> None:
    """§4.5: most points win; equals share it. §3.1: two factions of a player add theirs."""
    totals = [sum(s.points[f] for f in factions_of(seat)) for seat in s.seats]
    outcome = Outcome.ranked(totals, [(n,) for n in totals])
    winners = [f for seat in outcome.winners for f in factions_of(s.seats[seat])]
    s.emit(GameEnded(tuple(winners)))
    s.finish(outcome)
