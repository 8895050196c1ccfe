"""Pieces, stacks and troops in a few words, for the sentences of others."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core.words import TN, Listing, T, Text
from chancery.games.friedrich.board.pieces import PIECES
from chancery.games.friedrich.rules import conquest, victory
from chancery.games.friedrich.view import FriedrichView


def wanted(view: FriedrichView, nation: int) -> list[int]:
    """The objectives that a nation needs for its victory; none if it cannot win by them."""
    return victory.needed(view, nation) if conquest.may_win_by_conquest(view, nation) else []


def names(pieces: Sequence[int]) -> Listing:
    """Pieces as a list."""
    return Listing(tuple(PIECES.title(p) for p in pieces))


def troops(n: int) -> Text:
    """A number of troops."""
    return TN("{n} troop", "{n} troops", n)


def strength(view: FriedrichView, top: int) -> Text:
    """The troops of a stack, as far as the reader knows them."""
    return between(view.troops[top], view.low[top], view.high[top])


def between(sure: int, low: int, high: int) -> Text:
    """So many troops, or between these bounds where they are not known for sure (0)."""
    if sure or low == high:
        return troops(sure or low)
    return T("{low} to {high} troops", low=low, high=high)


def sentences(said: Sequence[Text]) -> Text:
    """Sentences as one text, with a space between them."""
    first, *others = said
    for then in others:
        first = T("{first} {then}", first=first, then=then)
    return first


def sized(view: FriedrichView, top: int) -> Text:
    """A stack with its troops."""
    return T("{generals} ({troops})", generals=names(view.stack(top)), troops=strength(view, top))
