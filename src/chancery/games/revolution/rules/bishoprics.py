"""Bishoprics between Catholics and Reformers (§5.7, §6.18)."""

from __future__ import annotations

from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import BURGHERS, CATHOLICS, REFORMERS
from chancery.games.revolution.rules.events import BishopricMoved
from chancery.games.revolution.rules.state import Revolution


def pulled_to(holder: int) -> int:
    """The space of a bishopric that the holder of its province pulls it to.

    §5.7.bishoprics, §6.18.toward: Catholics 1, Burghers 3, Reformers 4; everybody else and nobody
    (§6.18.nobody) 2.
    """
    return {CATHOLICS: 1, BURGHERS: 3, REFORMERS: 4}.get(holder, 2)


def space(board: Board, province: int, holder: int) -> int:
    """The space of a bishopric once somebody holds its province.

    §5.7.bishoprics: in the opening turn that of the holder; §6.18.step: later one space nearer to
    it. §6.18.2004: in the edition of 2004 it is Catholic at once when nobody holds the province.
    """
    goal = pulled_to(holder)
    if not board.turn or (holder < 0 and board.edition.catholic_at_once):
        return goal
    now = board.bishoprics[province]
    return now + (goal > now) - (goal < now)


def assign(s: Revolution) -> None:
    """§5.7.bishoprics, §6.18: by who holds the card of the province now."""
    for province in s.data.bishoprics:
        after = space(s, province, s.province_cards[province])
        if not s.turn or after != s.bishoprics[province]:  # §5.7: all of them are laid
            s.bishoprics[province] = after
            s.emit(BishopricMoved(province, after))
