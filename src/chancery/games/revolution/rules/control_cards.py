"""The assignment of province and city cards (§5.7, §6.17)."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import replaced
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS_N
from chancery.games.revolution.board.places import CITIES_N, CUT, PROVINCES_N
from chancery.games.revolution.rules.events import CityCardMoved, ProvinceCardMoved
from chancery.games.revolution.rules.state import Revolution


def majority(counts: Sequence[int]) -> int:
    """Return the faction with more tokens than all others together, or -1.

    §5.7.cards, §6.17: neutral tokens count like those of a faction, and get no card.
    """
    total = sum(counts)
    for faction in range(FACTIONS_N):
        if 2 * counts[faction] > total:
            return faction
    return -1


def province_holder(board: Board, province: int) -> int:
    """Return who gets the card of a province; tokens in its cities do not count (§5.7.cities)."""
    return majority(board.in_spots(board.data.open_spots[province]))


def city_holder(board: Board, city: int) -> int:
    """Return the faction that gets the card of a city, or -1."""
    return majority(board.tokens[CUT[PROVINCES_N + city]])


def assign(s: Revolution) -> None:
    """Assign all cards by absolute majority (§5.7.cards, §6.17)."""
    for province in range(PROVINCES_N):
        before, after = s.province_cards[province], province_holder(s, province)
        if after != before:
            s.province_cards = replaced(s.province_cards, province, after)
            s.emit(ProvinceCardMoved(province, before, after))
    for city in range(CITIES_N):
        before, after = s.city_cards[city], city_holder(s, city)
        if after != before:
            s.city_cards = replaced(s.city_cards, city, after)
            s.emit(CityCardMoved(city, before, after))
