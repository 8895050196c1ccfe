"""Headings of the log: a year (§year) and each of its seasons."""

from __future__ import annotations

from chancery.core import Event, Heading, T
from chancery.games.spada.rules.events import AuctionBegan, AutumnBegan, SummerBegan, YearBegan

_SEASONS: dict[type[Event], Heading] = {
    AuctionBegan: Heading(2, "spring"),
    SummerBegan: Heading(2, "summer"),
    AutumnBegan: Heading(2, "autumn"),
}


def heading(event: Event) -> Heading | None:
    """Return the heading that an event begins, styled by its season."""
    if isinstance(event, YearBegan):  # with its winter
        return Heading(1, "winter", T("Year {n}", n=event.year))
    return _SEASONS.get(type(event))
