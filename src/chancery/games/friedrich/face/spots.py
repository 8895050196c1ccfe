"""Cities, pieces and cards by the names that actions call them, for sentences about them."""

from __future__ import annotations

from chancery.core.words import Pictured, T, Word, as_is
from chancery.games.friedrich.board.atlas import CITIES, CITY
from chancery.games.friedrich.board.cards import CARD, CARD_NAMES, RESERVE, SYMBOLS
from chancery.games.friedrich.board.pieces import PIECE_NAMES, PIECES


def city(name: str) -> Word:
    """A city by its id."""
    return CITIES.title(CITY[name])


def piece(name: str) -> Word:
    """A general or a train."""
    return PIECES.title(PIECE_NAMES.index(name))


def card(name: str) -> Word:
    """A tactical card, without its deck: what is taught needs the first one only."""
    found = CARD[CARD_NAMES.index(name)]
    reserve = found.suit == RESERVE
    title = T("Reserve") if reserve else as_is(f"{found.value}{SYMBOLS[found.suit]}")
    return Pictured(f"card:{name}", title)
