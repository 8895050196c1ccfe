"""Bishoprics between Catholics and Reformers (§5.7, §6.18)."""

from __future__ import annotations

from chancery.core import replaced
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import BURGHERS, CATHOLICS, REFORMERS
from chancery.games.revolution.rules.events import BishopricMoved
from chancery.games.revolution.rules.state import Revolution


def goal_of(holder: int) -> int:
    """Return the space toward which the holder of a province moves its bishopric.

    §5.7.bishoprics, §6.18.toward: Catholics 1, Burghers 3, Reformers 4; all others, and no holder
    (§6.18.nobody), 2.
    """
    return {CATHOLICS: 1, BURGHERS: 3, REFORMERS: 4}.get(holder, 2)


def space(board: Board, province: int, holder: int) -> int:
    """Return the space of a bishopric after the card of its province is assigned.

    §5.7.bishoprics: in the opening turn that of the holder; §6.18.step: later one space nearer to
    it. §6.18.2004: in the edition of 2004 it is Catholic at once when nobody holds the province.
    """
    goal = goal_of(holder)
    if not board.turn or (holder < 0 and board.edition.catholic_at_once):
        return goal
    current = board.bishoprics[province]
    return current + (goal > current) - (goal < current)


def assign(s: Revolution) -> None:
    """Move all bishoprics by the holders of the province cards (§5.7.bishoprics, §6.18)."""
    for province in s.data.bishoprics:
        after = space(s, province, s.province_cards[province])
        if not s.turn or after != s.bishoprics[province]:  # §5.7: all markers are placed
            s.bishoprics = replaced(s.bishoprics, province, after)
            s.emit(BishopricMoved(province, after))
