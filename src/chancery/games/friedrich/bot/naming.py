"""Cities, generals and troops in the sentences with which the bot gives its reasons."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core.words import TN, Listing, T, Text
from chancery.games.friedrich.board.atlas import CITIES
from chancery.games.friedrich.board.pieces import PIECES
from chancery.games.friedrich.view import FriedrichView


def cities(found: Sequence[int]) -> Listing:
    """Cities as a list."""
    return Listing(tuple(CITIES.title(city) for city in found))


def generals(found: Sequence[int]) -> Listing:
    """Generals, or trains, as a list."""
    return Listing(tuple(PIECES.title(piece) for piece in found))


def troops(view: FriedrichView, top: int) -> Text:
    """The troops of a stack, as far as the reader knows them."""
    low, high = view.low[top], view.high[top]
    if view.troops[top] or low == high:
        return TN("{n} troop", "{n} troops", view.troops[top] or low)
    return T("{low} to {high} troops", low=low, high=high)
