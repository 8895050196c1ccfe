"""The assignment of cards, bishoprics and universities (§5.7, §6.17 to §6.19)."""

from __future__ import annotations

from chancery.games.revolution.rules import bishoprics, control_cards, universities
from chancery.games.revolution.rules.events import AllegianceSet
from chancery.games.revolution.rules.state import Revolution


def first(s: Revolution) -> None:
    """Assign everything in the opening turn (§5.7).

    §5.7.allegiance: the markers of allegiance are put on their first spaces.
    """
    later(s)
    s.allegiance = s.data.allegiance
    s.emit(AllegianceSet())


def later(s: Revolution) -> None:
    """Assign everything in a full turn (§6.17, §6.18, §6.19)."""
    control_cards.assign(s)
    bishoprics.assign(s)
    universities.assign(s)
