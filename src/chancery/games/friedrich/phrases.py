"""Pieces, cities, stacks and troops as words, for the sentences of face and bot."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core.words import TN, Listing, T, Text
from chancery.games.friedrich.board.atlas import CITY_SPOTS
from chancery.games.friedrich.board.pieces import PIECES
from chancery.games.friedrich.rules import conquest, victory
from chancery.games.friedrich.view import FriedrichView


def wanted(view: FriedrichView, nation: int) -> tuple[int, ...]:
    """Return the objectives a nation needs to win; none if it cannot win by conquest."""
    return victory.needed(view, nation) if conquest.may_win_by_conquest(view, nation) else ()


def cities(numbers: Sequence[int]) -> Listing:
    """Return the names of cities as a list."""
    return Listing(tuple([CITY_SPOTS[city] for city in numbers]))


def names(pieces: Sequence[int]) -> Listing:
    """Return the names of pieces as a list."""
    return Listing(tuple(PIECES.title(p) for p in pieces))


def troops(n: int) -> Text:
    """Return a number of troops as words."""
    return TN("{n} troop", "{n} troops", n)


def strength(view: FriedrichView, top: int) -> Text:
    """Return the troops of a stack as far as the reader knows them."""
    return between(view.troops[top], view.low[top], view.high[top])


def between(sure: int, low: int, high: int) -> Text:
    """Return a number of troops as words; if it is not known (0), its bounds."""
    if sure or low == high:
        return troops(sure or low)
    return T("{low} to {high} troops", low=low, high=high)


def sized(view: FriedrichView, top: int) -> Text:
    """Return the names of a stack's generals with their troops."""
    return T("{generals} ({troops})", generals=names(view.stack(top)), troops=strength(view, top))
