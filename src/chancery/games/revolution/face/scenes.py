"""Headings of the log, and scenes: highlights such as battles, shown over the page.

Events of one kind in one part of the turn share a scene. Scenes of automatic events are shown at
once. Taxes, sieges and overflow happen while factions decide, so their scenes are collected until
the part ends (`_Kind.late`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from chancery.core import Event, Heading, Scene
from chancery.core.words import Listing, T, Text, Word
from chancery.games.revolution.board.factions import FACTIONS_N, OWNERS, TITLES
from chancery.games.revolution.board.places import CITIES, PROVINCES
from chancery.games.revolution.face import targets
from chancery.games.revolution.face.conflicts import conflict_picture
from chancery.games.revolution.rules.events import (
    ArmyBeaten,
    BattleFought,
    CitiesTaxed,
    CitizensJoined,
    CitizensLeft,
    CityCardMoved,
    CityInvested,
    CityTaken,
    ConflictFought,
    GameEnded,
    Intercepted,
    MarkerMoved,
    PartBegan,
    PointsCounted,
    ProvinceCardMoved,
    SiegeLaid,
    SiegeLifted,
    Spilled,
    StoodOff,
    SurplusReturned,
    Taxed,
    TownRaided,
    TurnBegan,
    counted,
)

Numbered = Sequence[tuple[int, Event]]


def heading(event: Event) -> Heading | None:
    """Return the heading that an event begins: a turn (§4.2.2) or a part of it."""
    if isinstance(event, TurnBegan):
        title = T("Turn {n}", n=event.turn) if event.turn else T("Opening turn")
        return Heading(1, title=title)
    return Heading(2) if isinstance(event, PartBegan) else None


class _Kind(NamedTuple):
    """A kind of scene. Kinds are compared by identity (see `_KINDS`)."""

    sign: str
    title: Text
    late: bool = False  # shown when the part of the turn is over


_TAXES = _Kind("gain", T("Taxes"), late=True)
_HUGUENOTS = _Kind("loss", T("The Huguenots intercept"))
_BATTLES = _Kind("fight", T("Battles and stand-offs"))
_ARMIES = _Kind("fight", T("Sieges and Water Beggars"), late=True)
_CONFLICT = _Kind("fight", T("Conflict in the provinces"))
_OVERFLOW = _Kind("loss", T("Overflow"), late=True)
_TAKEN = _Kind("gain", T("The sieges end"))
_ALLEGIANCE = _Kind("stroke", T("The allegiance of the citizens"))
_POINTS = _Kind("gain", T("The points of the turn"))
_END = _Kind("end", T("The revolt is over"))
_KINDS: dict[type[Event], _Kind] = {
    Taxed: _TAXES,
    CitiesTaxed: _TAXES,
    Intercepted: _HUGUENOTS,
    BattleFought: _BATTLES,
    StoodOff: _BATTLES,
    SiegeLaid: _ARMIES,
    ArmyBeaten: _ARMIES,
    SiegeLifted: _ARMIES,
    TownRaided: _ARMIES,
    CityInvested: _ARMIES,
    ConflictFought: _CONFLICT,
    Spilled: _OVERFLOW,
    SurplusReturned: _OVERFLOW,
    CityTaken: _TAKEN,
    MarkerMoved: _ALLEGIANCE,
    CitizensJoined: _ALLEGIANCE,
    CitizensLeft: _ALLEGIANCE,
    PointsCounted: _POINTS,
    GameEnded: _END,
}
_CARDS = (ProvinceCardMoved, CityCardMoved)

# The places of events, as `data-target`.
_PLACES: dict[type[Event], Callable[[Any], str]] = {
    BattleFought: lambda e: targets.region(e.region),
    StoodOff: lambda e: targets.region(e.region),
    ArmyBeaten: lambda e: targets.region(e.region),
    SiegeLaid: lambda e: targets.place(e.city),
    SiegeLifted: lambda e: targets.place(e.city),
    CityInvested: lambda e: targets.place(e.city),
    CityTaken: lambda e: targets.place(e.city),
    TownRaided: lambda e: targets.province(e.province),
    ConflictFought: lambda e: targets.province(e.province),
    Spilled: lambda e: targets.province(e.there),
    SurplusReturned: lambda e: targets.province(e.province),
}


@dataclass(slots=True)
class _OpenScene:
    """A scene to which events may still be added."""

    kind: _Kind
    numbered: list[tuple[int, Event]] = field(default_factory=list)
    cards: list[Event] = field(default_factory=list)  # those of the turn, with its points

    def closed(self) -> Scene:
        """Return the finished scene for the page."""
        events = [event for _, event in self.numbered]
        lines = _LINES[self.kind](events) if self.kind in _LINES else [e.text() for e in events]
        where = [_PLACES[type(e)](e) for e in events if type(e) in _PLACES]
        focus = tuple(dict.fromkeys(where))
        lines += gains_and_losses(self.cards)
        drawn = tuple(conflict_picture(e) for e in events if isinstance(e, ConflictFought))
        if drawn:
            drawn = ("", *drawn)  # the first line, `_ORDER`, has no picture
        first, last = self.numbered[0][0], self.numbered[-1][0]
        return Scene(last, self.kind.sign, self.kind.title, tuple(lines), focus, drawn, first)


def scenes(events: Numbered) -> list[Scene]:
    """Return the scenes of these events, in the order of their last events."""
    return sorted(_scenes_of(events), key=lambda scene: scene.last)


def _scenes_of(events: Numbered) -> Iterator[Scene]:
    open_scene: _OpenScene | None = None
    late: dict[_Kind, _OpenScene] = {}
    cards: list[Event] = []
    for number, event in events:
        kind = _kind(event)
        if open_scene is not None and kind is not open_scene.kind:
            yield open_scene.closed()
            open_scene = None
        if isinstance(event, PartBegan | TurnBegan | GameEnded):
            yield from [scene.closed() for scene in late.values()]
            late = {}
        if isinstance(event, TurnBegan):
            cards = []
        elif isinstance(event, _CARDS):
            cards.append(event)
        if kind is None:
            continue
        if kind.late:
            late.setdefault(kind, _OpenScene(kind)).numbered.append((number, event))
            continue
        open_scene = open_scene or _OpenScene(kind, cards=cards if kind is _POINTS else [])
        open_scene.numbered.append((number, event))
    if open_scene is not None:
        yield open_scene.closed()


def _kind(event: Event) -> _Kind | None:
    """Return the kind of scene of an event; None if it belongs to no scene."""
    if isinstance(event, Intercepted) and not event.n:
        return None
    return _KINDS.get(type(event))


# -- events that share lines -----------------------------------------------------------------


def _allegiance(events: Sequence[Event]) -> list[Text]:
    """List the moves of markers, and the effects of coloured spaces in two lines."""
    lines = [event.text() for event in events if isinstance(event, MarkerMoved)]
    joined = [event for event in events if isinstance(event, CitizensJoined)]
    departures = [event for event in events if isinstance(event, CitizensLeft)]
    if joined:
        lines.append(T("Tokens come in: {cities}.", cities=citizens(joined)))
    if departures:
        lines.append(T("Tokens go: {cities}.", cities=citizens(departures)))
    return lines


def citizens(events: Sequence[CitizensJoined | CitizensLeft]) -> Listing:
    return Listing(
        tuple(
            T("{city} ({owner})", city=CITIES.title(e.city), owner=OWNERS.title(e.owner))
            for e in events
        )
    )


def gains_and_losses(cards: Sequence[Event]) -> list[Text]:
    """List the cards that each faction has gained and lost in the turn."""
    lines = []
    for faction in range(FACTIONS_N):
        gained = [_card(e) for e in cards if getattr(e, "after", -1) == faction]
        lost = [_card(e) for e in cards if getattr(e, "before", -1) == faction]
        places: dict[str, Word] = {"faction": TITLES[faction], "gained": Listing(tuple(gained)),
                  "lost": Listing(tuple(lost))}  # fmt: skip
        if gained and lost:
            lines.append(T("{faction:The} gain {gained} and lose {lost}.", **places))
        elif gained:
            lines.append(T("{faction:The} gain {gained}.", **places))
        elif lost:
            lines.append(T("{faction:The} lose {lost}.", **places))
    return lines


def _card(event: Event) -> Any:
    if isinstance(event, ProvinceCardMoved):
        return PROVINCES.title(event.province)
    assert isinstance(event, CityCardMoved)
    return CITIES.title(event.city)


def overflow(events: Sequence[Event]) -> list[Text]:
    """List the surplus moves, a line for each owner and province."""
    goals: dict[tuple[int, int], Counter[int]] = {}
    for event in events:
        if isinstance(event, Spilled):
            goals.setdefault((event.faction, event.here), Counter())[event.there] += 1
        elif isinstance(event, SurplusReturned):
            goals.setdefault((event.owner, event.province), Counter())[_STOCK] += event.n
    return [
        T("{owner}, surplus of {province}: {goals}.", owner=OWNERS.title(owner),
          province=PROVINCES.title(province), goals=_goals(counts))
        for (owner, province), counts in goals.items()
    ]  # fmt: skip


_STOCK = -1


def _goals(counts: Counter[int]) -> Listing:
    return Listing(
        tuple(
            T("back to the stock {number}", number=n)
            if destination == _STOCK
            else T("{province} {number}", province=PROVINCES.title(destination), number=n)
            for destination, n in counts.items()
        )
    )


_ORDER = T("Tokens go one at a time: first one of the faction with the fewest, then one of the"
           " next, and round again. 1., 2., 3. give the order.")  # fmt: skip


def _conflicts(events: Sequence[Event]) -> list[Text]:
    """List the tokens left in each province; a picture shows the losses in order."""
    lines = [_ORDER]
    for event in events:
        assert isinstance(event, ConflictFought)
        values = {"province": PROVINCES.title(event.province), "limit": event.limit}
        if any(event.after):
            survivors = counted(event.after)
            lines.append(T("{province} (limit {limit}): {left} left.", left=survivors, **values))
        else:
            lines.append(T("{province} (limit {limit}): nobody is left.", **values))
    return lines


_LINES: dict[_Kind, Callable[[Sequence[Event]], list[Text]]] = {
    _CONFLICT: _conflicts,
    _ALLEGIANCE: _allegiance,
    _OVERFLOW: overflow,
}
