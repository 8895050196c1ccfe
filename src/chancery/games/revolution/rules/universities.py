"""Universities: Catholic, Reformed or none (§5.7, §6.19)."""

from __future__ import annotations

from chancery.core import replaced
from chancery.games.revolution.board.board import CATHOLIC, NO_UNIVERSITY, REFORMED, Board
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    HABSBURGS,
    NEUTRAL,
    REFORMERS,
)
from chancery.games.revolution.board.places import KOELN, LEUVEN
from chancery.games.revolution.rules.events import UniversityChanged
from chancery.games.revolution.rules.state import Revolution

OLD = (KOELN, LEUVEN)


def in_opening_turn(place: int, holder: int) -> int:
    """Return the kind of a university in the opening turn (§5.7.universities).

    The two old ones are Catholic unless Burghers or Reformers hold the place; the others exist only
    where the Reformers do.
    """
    if place in OLD:
        return REFORMED if holder in (BURGHERS, REFORMERS) else CATHOLIC
    return REFORMED if holder == REFORMERS else NO_UNIVERSITY


def in_full_turn(place: int, holder: int, current: int) -> int:
    """Return the kind of a university in a full turn (§6.19).

    Reformers make it Reformed, Catholics and Habsburgs undo that. §6.19.old: KÖLN and Leuven turn
    Catholic again; also where nobody, or a neutral token, holds the place. §6.19.new: the others
    are closed, but stay where nobody holds the place. §6.19.keep: Burghers and Nobility change
    nothing.
    """
    if holder == REFORMERS:
        return REFORMED
    if holder in (CATHOLICS, HABSBURGS):
        return CATHOLIC if place in OLD else NO_UNIVERSITY
    if place in OLD and holder in (-1, NEUTRAL):
        return CATHOLIC
    return current


def kind(board: Board, place: int, holder: int) -> int:
    """Return the kind of a university for the holder of its place (§5.7.universities, §6.19)."""
    if not board.turn:
        return in_opening_turn(place, holder)
    return in_full_turn(place, holder, board.universities[place])


def assign(s: Revolution) -> None:
    """Assign all universities by the holders of their places (§5.7.universities, §6.19)."""
    for place in s.data.universities:
        after = kind(s, place, s.holder(place))
        if after != s.universities[place]:
            s.universities = replaced(s.universities, place, after)
            s.emit(UniversityChanged(place, after))
