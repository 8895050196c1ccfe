"""The names of things on the board by their ids, for sentences that are about one of them.

In such a sentence a name lights up where the thing lies, and is said as the board file calls it.
"""

from __future__ import annotations

from chancery.core.words import Word
from chancery.games.revolution.board.places import BOXES, PLACES, PROVINCES, REGIONS


def province(id_: str) -> Word:
    """A province, as actions name it."""
    return PROVINCES.title(PROVINCES.index(id_))


def place(id_: str) -> Word:
    """A town or a city."""
    return PLACES.title(PLACES.index(id_))


def region(id_: str) -> Word:
    """A region, with its command section."""
    return REGIONS.title(REGIONS.index(id_))


def box(id_: str) -> Word:
    """A support box."""
    return BOXES.title(BOXES.index(id_))
