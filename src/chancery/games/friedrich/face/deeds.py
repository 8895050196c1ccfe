"""Deeds: a march with everything on its way, a purchase, a harvest of objectives in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chancery.core import Deed, Event
from chancery.core.deeds import Alike, Together
from chancery.core.words import Listing, T, Text, say, sentences
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.atlas import CITY_IDS, CITY_SPOTS
from chancery.games.friedrich.board.nations import NATIONS
from chancery.games.friedrich.board.pieces import PIECES
from chancery.games.friedrich.rules.events import (
    BackInSupply,
    Conquered,
    Entered,
    Fed,
    Joined,
    Marched,
    Marked,
    MarkLapsed,
    MarkLifted,
    OutOfSupply,
    Parted,
    Removed,
    TrainTaken,
    TroopsAssigned,
    WonBack,
)

_LEFT_BEHIND = (Conquered, WonBack, Marked)  # events of a city that a unit leaves


def goes_on(deed: Sequence[Event], event: Event) -> bool:
    """Return whether an event continues a march (§4.1), or is of the same kind as the events
    before."""
    steps = [step for step in deed if isinstance(step, Marched)]
    if steps:
        return _marches_on(steps[-1], event)
    if isinstance(event, Marched):
        return _sets_out(deed, event)
    if isinstance(deed[0], Parted):
        return isinstance(event, _LEFT_BEHIND)
    return _ALIKE.goes_on(deed, event)


def _sets_out(deed: Sequence[Event], step: Marched) -> bool:
    """Return whether all that happened so far belongs to the first step of a march (§4.5, §5.2)."""
    return all(
        (isinstance(event, Parted) and event.general == step.piece)
        or (isinstance(event, _LEFT_BEHIND) and event.city == step.here)
        for event in deed
    )


def _marches_on(step: Marched, event: Event) -> bool:
    if isinstance(event, Marched):
        return event.unit == step.unit and event.here == step.city
    if isinstance(event, Joined):
        return event.general == step.piece
    return isinstance(event, (TrainTaken, *_LEFT_BEHIND)) and event.city == step.city


def deed(events: Sequence[Event]) -> Deed:
    """Return how a deed is told; a march by its beginning and its end."""
    steps = [step for step in events if isinstance(step, Marched)]
    if not steps:
        return _ALIKE.deed(events)
    if steps[0].here < 0:  # read from an older file
        return Deed(sentences([event.text() for event in events]))
    first, last = steps[0], steps[-1]
    ends = {"here": CITY_SPOTS[first.here], "city": CITY_SPOTS[last.city]}
    also = [tell(matching) for kind, tell in _ON_THE_WAY.items()
            if (matching := [event for event in events if isinstance(event, kind)])]  # fmt: skip
    focus = tuple(f"city:{CITY_IDS[city]}" for city in (first.here, *(step.city for step in steps)))
    if len(first.unit) == 1:
        piece = PIECES.title(first.piece)
        if also:
            text = T("{piece:The}: {here} → {city}, {also}.",
                     piece=piece, also=Listing(tuple(also)), **ends)  # fmt: skip
        else:
            text = T("{piece:The}: {here} → {city}.", piece=piece, **ends)
        return Deed(text, focus)
    pieces = phrases.names(first.unit)
    if also:
        text = T("{pieces}: {here} → {city}, {also}.",
                 pieces=pieces, also=Listing(tuple(also)), **ends)  # fmt: skip
    else:
        text = T("{pieces}: {here} → {city}.", pieces=pieces, **ends)
    return Deed(text, focus)


def _cities(events: Sequence[Any]) -> Listing:
    return phrases.cities([event.city for event in events])


def _pieces(events: Sequence[Any]) -> Listing:
    return phrases.names([event.general for event in events])


_ON_THE_WAY: dict[type[Event], Callable[[Sequence[Any]], Text]] = {
    Parted: lambda found: T("leaving {other}’s stack", other=PIECES.title(found[0].other)),
    Conquered: lambda found: T("conquering {cities}", cities=_cities(found)),
    WonBack: lambda found: T("winning back {cities}", cities=_cities(found)),
    Marked: lambda found: T("putting a question mark on {cities}", cities=_cities(found)),
    TrainTaken: lambda found: T("capturing {train:the}", train=PIECES.title(found[0].train)),
    Joined: lambda found: T("joining the generals there"),
}


def _by_nation(event: Any) -> int:
    return int(event.nation)


def _of_nation(events: Sequence[Any]) -> Text:
    """Tell what a nation does to several cities at once."""
    nation = NATIONS.title(events[0].nation)
    return say(events[0].sentence, nation=nation, city=_cities(events))


def _troops(events: Sequence[Fed | TroopsAssigned]) -> Listing:
    return Listing(
        tuple(T("{general} {number}", general=PIECES.title(e.general), number=e.n) for e in events)
    )


def _entered(events: Sequence[Entered]) -> Text:
    entries = [
        T("{piece} at {city}", piece=PIECES.title(e.piece), city=CITY_SPOTS[e.city]) for e in events
    ]
    return T("Entering: {places}.", places=Listing(tuple(entries)))


_ALIKE = Together(
    {
        TroopsAssigned: Alike(
            lambda found: T("Troops: {stacks}.", stacks=_troops(found)), lambda e: e.seat
        ),
        Fed: Alike(
            lambda found: T("New troops: {stacks}.", stacks=_troops(found)), lambda e: e.seat
        ),
        Entered: Alike(_entered),
        Conquered: Alike(_of_nation, _by_nation),
        WonBack: Alike(_of_nation, _by_nation),
        Marked: Alike(
            lambda found: T(
                "{cities} are protected: {nation:the} puts question marks on them.",
                cities=_cities(found),
                nation=NATIONS.title(found[0].nation),
            ),
            _by_nation,
        ),
        MarkLifted: Alike(
            lambda found: T(
                "{cities} are still protected: their question marks are taken off.",
                cities=_cities(found),
            )
        ),
        MarkLapsed: Alike(
            lambda found: T(
                "{cities} can no longer be conquered: their question marks are taken off.",
                cities=_cities(found),
            )
        ),
        OutOfSupply: Alike(
            lambda found: T(
                "{generals} are out of supply and are turned over.", generals=_pieces(found)
            )
        ),
        BackInSupply: Alike(
            lambda found: T("{generals} are in supply again.", generals=_pieces(found))
        ),
        Removed: Alike(lambda found: T("{generals} leave the map.", generals=_pieces(found))),
    }
)
