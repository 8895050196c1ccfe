"""What is assigned in one go: cards, bishoprics and universities (§5.7, §6.17 to §6.19)."""

from __future__ import annotations

from chancery.games.revolution.rules import bishoprics, control_cards, universities
from chancery.games.revolution.rules.events import AllegianceSet
from chancery.games.revolution.rules.state import Revolution


def first(s: Revolution) -> None:
    """§5.7: in the opening turn, with the markers of allegiance.

    §5.7.allegiance: on their first spaces.
    """
    later(s)
    s.allegiance = list(s.data.allegiance)
    s.emit(AllegianceSet())


def later(s: Revolution) -> None:
    """§6.17, §6.18, §6.19: in a full turn."""
    control_cards.assign(s)
    bishoprics.assign(s)
    universities.assign(s)
