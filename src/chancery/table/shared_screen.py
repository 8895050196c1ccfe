"""Several people at one screen: whether anything has to be hidden from those beside the player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

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
    seats = tuple(seats)
    if not sitting.saw_the_same([None, *seats]):
        return False
    public = state.view(None)
    return all(replace(state.view(seat), seat=public.seat) == public for seat in seats)
