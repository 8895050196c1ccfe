"""Headings of the log: a year (§year) and each of its seasons."""

from __future__ import annotations

from chancery.core import Event, Heading
from chancery.games.spada.rules.events import AuctionBegan, AutumnBegan, SummerBegan, YearBegan

# The year begins with its winter.
_HEADINGS: dict[type[Event], Heading] = {
    YearBegan: Heading(1, "winter"),
    AuctionBegan: Heading(2, "spring"),
    SummerBegan: Heading(2, "summer"),
    AutumnBegan: Heading(2, "autumn"),
}


def heading(event: Event) -> Heading | None:
    """Return the heading that an event begins, styled by its season."""
    return _HEADINGS.get(type(event))
