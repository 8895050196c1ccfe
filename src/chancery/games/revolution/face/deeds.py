"""Deeds: what a faction does with several tokens or armies of one kind, in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from chancery.core import Deed, Event
from chancery.core.deeds import Alike, Together
from chancery.core.words import Listing, T, Text, Word, sentences
from chancery.games.revolution.board.factions import FACTIONS, OWNERS
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    PLACES,
    PROVINCES,
    REGIONS,
    SPOTS,
    box_of,
)
from chancery.games.revolution.face import scenes, targets
from chancery.games.revolution.rules.events import (
    BISHOPRIC_SPACES,
    ArmiesGone,
    ArmiesKept,
    ArmyDisbanded,
    ArmyMarched,
    ArmyPosted,
    BishopricMoved,
    CitiesTaxed,
    CitizensJoined,
    CitizensLeft,
    CityCardMoved,
    Influenced,
    NeutralsSettled,
    OrderChosen,
    ProvinceCardMoved,
    SiegeLaid,
    Spilled,
    SupportBrought,
    SurplusReturned,
    Taxed,
    TokensCleared,
    TokensPlaced,
    UnitsCounted,
    UnitsPlaced,
    UniversityChanged,
)

_CARDS = (ProvinceCardMoved, CityCardMoved)
# What a faction does just before it, as part of the same deed.
_AFTER: dict[type[Event], type[Event]] = {
    CitiesTaxed: Taxed,
    UnitsPlaced: UnitsCounted,
    TokensPlaced: TokensCleared,  # tokens sent out make room for those that come in
}


def goes_on(deed: Sequence[Event], event: Event) -> bool:
    """Return whether an event is done by the same faction, with the same purpose, as those
    before."""
    last = deed[-1]
    before = _AFTER.get(type(event))
    if before is not None:
        return isinstance(last, before) and _by_faction(last) == _by_faction(event)
    if isinstance(last, Spilled | SurplusReturned):
        return isinstance(event, Spilled | SurplusReturned) and _surplus(last) == _surplus(event)
    if isinstance(last, _CARDS):
        return isinstance(event, _CARDS)
    return _ALIKE.goes_on(deed, event)


def deed(events: Sequence[Event]) -> Deed:
    """Return how the events of a deed are told; an army marches from region to region."""
    first = events[0]
    if len(events) == 1:
        regions = (first.here, first.there) if isinstance(first, ArmyMarched) else ()
        return Deed(first.text(), tuple(map(targets.region, regions)))
    if isinstance(first, Spilled | SurplusReturned):
        return Deed(sentences(scenes.overflow(events)))
    if isinstance(first, _CARDS):
        return Deed(sentences(scenes.gains_and_losses(events)))
    if type(events[-1]) in _AFTER:
        return Deed(sentences([event.text() for event in events]))
    return _ALIKE.deed(events)


def _surplus(event: Spilled | SurplusReturned) -> tuple[int, int]:
    if isinstance(event, Spilled):
        return event.faction, event.here
    return event.owner, event.province


def _by_faction(event: Any) -> int:
    return int(event.faction)


def _tell(
    kind: Callable[..., Text], item: Callable[[Any], Word]
) -> Callable[[Sequence[Any]], Text]:
    """Return how the events of one faction are told: a sentence with an item for each."""
    return lambda events: kind(
        FACTIONS.title(events[0].faction), Listing(tuple(item(event) for event in events))
    )


def _brought(events: Sequence[SupportBrought]) -> Text:
    counts = Counter(event.province for event in events)
    goals = [T("{province} {number}", province=PROVINCES.title(p), number=n)
             for p, n in counts.items()]  # fmt: skip
    return T("Tokens of {faction:the} come from {box:the} to the provinces: {provinces}.",
             faction=FACTIONS.title(events[0].faction),
             box=BOXES.title(box_of(events[0].slot)), provinces=Listing(tuple(goals)))  # fmt: skip


def _settled(events: Sequence[NeutralsSettled]) -> Text:
    places = [T("{place} {number}", place=PLACES.title(e.place), number=e.n) for e in events]
    return T("Neutral tokens occupy empty places: {places}.", places=Listing(tuple(places)))


def _bishoprics(events: Sequence[BishopricMoved]) -> Text:
    spaces = [T("{province} {space}", province=PROVINCES.title(e.province),
                space=BISHOPRIC_SPACES[e.space]) for e in events]  # fmt: skip
    return T("The bishoprics are now: {provinces}.", provinces=Listing(tuple(spaces)))


def _gone(events: Sequence[ArmiesGone]) -> Text:
    armies = [T("{faction} {number}", faction=FACTIONS.title(e.faction), number=e.n)
              for e in events]  # fmt: skip
    return T("Abandoned armies leave the board: {armies}.", armies=Listing(tuple(armies)))


_ALIKE = Together(
    {
        ArmyPosted: Alike(
            _tell(
                lambda faction, regions: T(
                    "Armies of {faction:the} begin in {regions}.", faction=faction, regions=regions
                ),
                lambda e: REGIONS.title(e.region),
            ),
            _by_faction,
        ),
        SupportBrought: Alike(_brought, lambda e: (e.faction, box_of(e.slot))),
        ArmiesKept: Alike(
            _tell(
                lambda faction, armies: T(
                    "Armies of {faction:the} are kept: {armies}.", faction=faction, armies=armies
                ),
                lambda e: T("{region} {number} for {price}", region=REGIONS.title(e.region),
                            number=e.n, price=e.price),
            ),
            _by_faction,
        ),
        ArmyDisbanded: Alike(
            _tell(
                lambda faction, regions: T(
                    "Armies of {faction:the} are disbanded for 1 coin each: {regions}.",
                    faction=faction, regions=regions,
                ),
                lambda e: REGIONS.title(e.region),
            ),
            _by_faction,
        ),
        ArmyMarched: Alike(
            _tell(
                lambda faction, ways: T(
                    "Armies of {faction:the} march: {ways}.", faction=faction, ways=ways
                ),
                lambda e: T("{here} → {there}", here=REGIONS.title(e.here),
                            there=REGIONS.title(e.there)),
            ),
            _by_faction,
        ),
        Influenced: Alike(
            _tell(
                lambda faction, tokens: T(
                    "Armies of {faction:the} convert tokens: {tokens}.",
                    faction=faction, tokens=tokens,
                ),
                lambda e: T("{spot} ({owner})", spot=SPOTS.title(e.spot),
                            owner=OWNERS.title(e.owner)),
            ),
            _by_faction,
        ),
        SiegeLaid: Alike(
            _tell(
                lambda faction, cities: T(
                    "Armies of {faction:the} besiege {cities}.", faction=faction, cities=cities
                ),
                lambda e: CITIES.title(e.city),
            ),
            _by_faction,
        ),
        TokensCleared: Alike(
            lambda found: sentences([event.text() for event in found]), _by_faction
        ),
        NeutralsSettled: Alike(_settled),
        CitizensJoined: Alike(
            lambda found: T("Tokens come in: {cities}.", cities=scenes.citizens(found))
        ),
        CitizensLeft: Alike(lambda found: T("Tokens go: {cities}.", cities=scenes.citizens(found))),
        BishopricMoved: Alike(_bishoprics),
        ArmiesGone: Alike(_gone),
        OrderChosen: Alike(lambda found: found[-1].text()),
        UniversityChanged: Alike(lambda found: sentences([event.text() for event in found])),
    }
)  # fmt: skip
