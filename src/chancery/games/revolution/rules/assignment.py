"""Who gets which card, bishopric and university (§5.7, §6.17, §6.18, §6.19)."""

from __future__ import annotations

from chancery.games.revolution.board.board import CATHOLIC, NO_UNIVERSITY, REFORMED, Board
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    HABSBURGS,
    NEUTRAL,
    OWNERS_N,
    REFORMERS,
)
from chancery.games.revolution.board.places import CITIES_N, KOELN, LEUVEN, PROVINCES_N, spot_of
from chancery.games.revolution.rules.events import (
    AllegianceSet,
    BishopricMoved,
    CityCardMoved,
    ProvinceCardMoved,
    UniversityChanged,
)
from chancery.games.revolution.rules.state import Revolution

OLD = (KOELN, LEUVEN)


def cards(s: Revolution) -> None:
    """§5.7.cards, §6.17: by absolute majority; §5.7.cities: cities do not count for provinces."""
    for province in range(PROVINCES_N):
        after = s.majority(s.in_spots(s.data.open_spots[province]))
        before = s.province_cards[province]
        if after != before:
            s.province_cards[province] = after
            s.emit(ProvinceCardMoved(province, before, after))
    for city in range(CITIES_N):
        start = spot_of(city) * OWNERS_N
        after = s.majority(s.tokens[start : start + OWNERS_N])
        before = s.city_cards[city]
        if after != before:
            s.city_cards[city] = after
            s.emit(CityCardMoved(city, before, after))


def see(holder: int) -> int:
    """The space of a bishopric that the holder of its province pulls it to.

    §5.7.bishoprics, §6.18.toward: Catholics 1, Burghers 3, Reformers 4; everybody else and nobody
    (§6.18.nobody) 2.
    """
    return {CATHOLICS: 1, BURGHERS: 3, REFORMERS: 4}.get(holder, 2)


def university_at_first(place: int, holder: int) -> int:
    """§5.7.universities: the two old ones are Catholic unless Burghers or Reformers hold the place.

    The others exist only where the Reformers do.
    """
    if place in OLD:
        return REFORMED if holder in (BURGHERS, REFORMERS) else CATHOLIC
    return REFORMED if holder == REFORMERS else NO_UNIVERSITY


def university_later(place: int, holder: int, now: int) -> int:
    """§6.19: Reformers make a university Reformed, Catholics and Habsburgs undo it.

    §6.19.old: KÖLN and Leuven turn Catholic again; also where nobody, or a neutral token, holds the
    place. §6.19.new: the others are closed, but stay where nobody holds the place. §6.19.keep:
    Burghers and Nobility change nothing.
    """
    if holder == REFORMERS:
        return REFORMED
    if holder in (CATHOLICS, HABSBURGS):
        return CATHOLIC if place in OLD else NO_UNIVERSITY
    if place in OLD and holder in (-1, NEUTRAL):
        return CATHOLIC
    return now


def _university(s: Revolution, place: int, kind: int) -> None:
    if kind != s.universities[place]:
        s.universities[place] = kind
        s.emit(UniversityChanged(place, kind))


def first(s: Revolution) -> None:
    """§5.7: cards, bishoprics and universities at once, and the markers of allegiance.

    §5.7.allegiance: on their first spaces.
    """
    cards(s)
    for province in s.data.bishoprics:
        s.bishoprics[province] = see(s.province_cards[province])
        s.emit(BishopricMoved(province, s.bishoprics[province]))
    for place in s.data.universities:
        _university(s, place, university_at_first(place, s.holder(place)))
    s.allegiance = list(s.data.allegiance)
    s.emit(AllegianceSet())


def later(s: Revolution) -> None:
    """§6.17, §6.18, §6.19: cards, then bishoprics one step, then universities."""
    cards(s)
    for province in s.data.bishoprics:
        space = step(s, province)
        if space != s.bishoprics[province]:
            s.bishoprics[province] = space
            s.emit(BishopricMoved(province, space))
    for place in s.data.universities:
        now = s.universities[place]
        _university(s, place, university_later(place, s.holder(place), now))


def step(board: Board, province: int) -> int:
    """§6.18.step: where a bishopric goes in one turn: one space at most."""
    now = board.bishoprics[province]
    goal = see(board.province_cards[province])
    return now + (goal > now) - (goal < now)
