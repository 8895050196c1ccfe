"""Which lines of the story begin something: a turn (§4.2.2), and the parts of it."""

from __future__ import annotations

from chancery.core import Event, Heading
from chancery.games.revolution.rules.events import PartBegan, TurnBegan

_HEADINGS: dict[type[Event], Heading] = {TurnBegan: Heading(1), PartBegan: Heading(2)}


def heading(event: Event) -> Heading | None:
    """What the line begins."""
    return _HEADINGS.get(type(event))
