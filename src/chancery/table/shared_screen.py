"""Several people at one screen: whether anything has to be hidden from those beside the player."""

from __future__ import annotations

from collections.abc import Iterable

from chancery.table.sitting import Sitting


def is_open(sitting: Sitting, seats: Iterable[int]) -> bool:
    """Return whether these seats see nothing that a spectator does not, and nobody chooses in
    secret.

    Views are built from what a seat may know, so equal views show that a seat has no secrets now;
    the story may hold older ones. Where several seats decide at the same time, they must not see
    each other do so.
    """
    state = sitting.state
    if state.phases and state.phases[-1].simultaneous:
        return False
    public = state.view(None).plain()
    events = [seen_event.event for seen_event in sitting.latest_events(None)]
    return all(
        {**state.view(seat).plain(), "seat": public["seat"]} == public
        and [seen_event.event for seen_event in sitting.latest_events(seat)] == events
        for seat in seats
    )
