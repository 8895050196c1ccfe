"""Cities, pieces and cards by the names that actions call them, for sentences about them."""

from __future__ import annotations

from chancery.core.words import Word
from chancery.games.friedrich.board.atlas import CITIES, CITY
from chancery.games.friedrich.board.cards import CARD_NAMES, CARDS
from chancery.games.friedrich.board.pieces import PIECE_NAMES, PIECES


def city(name: str) -> Word:
    """A city by its id."""
    return CITIES.title(CITY[name])


def piece(name: str) -> Word:
    """A general or a train."""
    return PIECES.title(PIECE_NAMES.index(name))


def card(name: str) -> Word:
    """A tactical card."""
    return CARDS.title(CARD_NAMES.index(name))
