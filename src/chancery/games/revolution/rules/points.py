"""The sources of points (§4.3.1, §4.3.2, §4.4, §5.8), in hundredths."""

from __future__ import annotations

from collections.abc import Iterable

from chancery.games.revolution.board.board import CATHOLIC_SPACE, LAST_TURN, REFORMED, Board
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    FACTIONS_N,
    HABSBURGS,
    NOBILITY,
    OWNERS_N,
)
from chancery.games.revolution.board.places import CITIES_N, PROVINCES_N, REGIONS_N

TOKENS_A_POINT = {3: 5, 5: 3}  # §4.3.2.nobility: by the number of players
POINT = 100


def of_cities(cards: int) -> int:
    """Return 1 point for each card of a city (§4.3.1, §5.8.cities)."""
    return POINT * cards


def of_provinces(board: Board, cards: Iterable[int], last: bool) -> int:
    """Return the points of these province cards (§4.3.1, §5.8.provinces).

    Small provinces count at the end of the game only (§6.20.last).
    """
    data = board.data
    return sum([data.worth[p] for p in cards if last or not data.late[p]])


def of_bishoprics(spaces: Iterable[int]) -> int:
    """Return the points of bishoprics still Catholic (§4.3.2.catholics, §5.8.catholics)."""
    return POINT * sum([space <= CATHOLIC_SPACE for space in spaces])


def of_regions(board: Board) -> int:
    """Return the points of regions with a Habsburg army (§4.3.2.habsburgs, §5.8.habsburgs).

    It is in its section or besieges a city; abandoned ones do not count.
    """
    regions = {r for r in range(REGIONS_N) if board.armies[r * FACTIONS_N + HABSBURGS]}
    for city, besieger in enumerate(board.sieges):
        if besieger == HABSBURGS:
            regions.add(board.data.region_of[board.data.province_of[city]])
    return POINT * len(regions)


def of_tokens(board: Board) -> int:
    """Return the points of Nobility tokens outside cities (§4.3.2.nobility, §5.8.nobility)."""
    tokens = board.tokens
    outside = sum(tokens[NOBILITY : PROVINCES_N * OWNERS_N : OWNERS_N])
    outside += sum(tokens[(PROVINCES_N + CITIES_N) * OWNERS_N + NOBILITY :: OWNERS_N])
    return POINT * -(-outside // TOKENS_A_POINT[board.players])


def of_trade_towns(board: Board) -> int:
    """Return the points of trade towns held by the Burghers (§4.3.2.burghers, §5.8.burghers)."""
    return POINT * sum([board.holder(town) == BURGHERS for town in board.data.trade])


def of_universities(kinds: Iterable[int]) -> int:
    """Return the points of Reformed universities (§4.3.2.reformers, §5.8.reformers)."""
    return POINT * sum([kind == REFORMED for kind in kinds])


def of_aim(board: Board, faction: int) -> int:
    """Return the points for the own aim of a faction (§4.3.2)."""
    if faction == CATHOLICS:
        return of_bishoprics([board.bishoprics[p] for p in board.data.bishoprics])
    if faction == HABSBURGS:
        return of_regions(board)
    if faction == NOBILITY:
        return of_tokens(board)
    if faction == BURGHERS:
        return of_trade_towns(board)
    return of_universities(board.universities)


def parts(board: Board, faction: int) -> tuple[int, int, int]:
    """Return the points of a faction for cities, provinces and its own aim."""
    provinces = [p for p, card in enumerate(board.province_cards) if card == faction]
    return (
        of_cities(board.city_cards.count(faction)),
        of_provinces(board, provinces, board.turn == LAST_TURN),
        of_aim(board, faction),
    )


def count(board: Board, faction: int) -> int:
    """Return all points of a faction, counted from zero (§4.4)."""
    return sum(parts(board, faction))
