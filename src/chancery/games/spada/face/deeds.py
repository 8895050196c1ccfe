"""Deeds: several farms, an attack with its outcome, and the income of a player in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chancery.core import Deed, Event
from chancery.core.deeds import Alike, Together
from chancery.core.words import TN, SeatName, Text
from chancery.games.spada.rules.events import (
    Assigned,
    Attacked,
    Burned,
    Defended,
    Drew,
    DrewHidden,
    FarmBuilt,
    Plundered,
    PrivilegesPaid,
    Yielded,
)

# What may follow at once in an attack (§attack), and in the income of one player (§income).
_NEXT: dict[type[Event], tuple[type[Event], ...]] = {
    Attacked: (Defended, Yielded),
    Yielded: (Burned,),
    Burned: (Plundered,),
}
_INCOME = (Drew, DrewHidden, PrivilegesPaid)


def goes_on(deed: Sequence[Event], event: Event) -> bool:
    """Return whether an event belongs to the attack, the income or the building before it."""
    last = deed[-1]
    if isinstance(last, _INCOME) and isinstance(event, _INCOME):
        return last.seat == event.seat
    follows = (kinds for kind, kinds in _NEXT.items() if isinstance(last, kind))
    return isinstance(event, next(follows, ())) or _ALIKE.goes_on(deed, event)


def deed(events: Sequence[Event]) -> Deed:
    """Return how the events of a deed are told."""
    return _ALIKE.deed(events)


def _by_seat(event: Any) -> int:
    return int(event.seat)


def _farms(events: Sequence[FarmBuilt]) -> Text:
    return TN(
        "{seat} discards {n} grain and builds a farm.",
        "{seat} discards {n} grain and builds {n} farms.",
        len(events),
        seat=SeatName(events[0].seat),
    )


def _assigned(events: Sequence[Assigned]) -> Text:
    return TN(
        "{seat} discards {n} worker and moves a farm to the cathedral.",
        "{seat} discards {n} workers and moves {n} farms to the cathedral.",
        len(events),
        seat=SeatName(events[0].seat),
    )


_ALIKE = Together({FarmBuilt: Alike(_farms, _by_seat), Assigned: Alike(_assigned, _by_seat)})
