"""Cities, pieces and cards by their notation names, as words for teaching texts."""

from __future__ import annotations

from chancery.core.words import Pictured, T, Word, as_is
from chancery.games.friedrich.board.atlas import CITIES, CITY
from chancery.games.friedrich.board.cards import CARD, CARD_NAMES, RESERVE, SYMBOLS
from chancery.games.friedrich.board.pieces import PIECE_NAMES, PIECES


def city(name: str) -> Word:
    """Return the title of a city given by its id."""
    return CITIES.title(CITY[name])


def piece(name: str) -> Word:
    """Return the title of a general or train given by its name."""
    return PIECES.title(PIECE_NAMES.index(name))


def card(name: str) -> Word:
    """Return the title of a tactical card without its deck, since teaching uses only the first."""
    kind = CARD[CARD_NAMES.index(name)]
    reserve = kind.suit == RESERVE
    title = T("Reserve") if reserve else as_is(f"{kind.value}{SYMBOLS[kind.suit]}")
    return Pictured(f"card:{name}", title)
