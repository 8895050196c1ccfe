"""Conquest, question marks and winning back (§5).

Who protects an objective (§5.4, §5.5, §5.10) stands in protection.py; that nobody stops on an
objective of an ally (§5.9) in march_limits.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from chancery.games.friedrich.board.atlas import DEFENDER_OF, OBJECTIVE_OF, OBJECTIVES
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.nations import PRUSSIA
from chancery.games.friedrich.board.pieces import AUSTRIAN, GENERALS
from chancery.games.friedrich.rules import offensive
from chancery.games.friedrich.rules.events import Conquered, Marked, MarkLapsed, MarkLifted, WonBack
from chancery.games.friedrich.rules.protection import is_protected, protecting_nation
from chancery.games.friedrich.rules.state import CONQUEST, NO_MARK, WIN_BACK, Friedrich

NOTHING, QUESTION_MARK, CONQUERED, WON_BACK = range(4)


def may_win_by_conquest(s: Board, nation: int) -> bool:
    """Whether a nation can conquer at all: Prussia only with the Offensive Option (§13.6), or in
    the Austrian theatre (§scenario 2.12)."""
    if nation != PRUSSIA or s.scenario == AUSTRIAN:
        return True
    return offensive.lets_prussia_conquer(s)


def may_conquer(s: Board, nation: int, city: int) -> bool:
    """Whether an objective is there to be conquered by the nation (§5.1)."""
    if OBJECTIVE_OF[city] != nation or s.control[city]:
        return False
    return may_win_by_conquest(s, nation)


def may_win_back(s: Board, nation: int, city: int) -> bool:
    """Whether a conquered city is the nation's to win back (§5.8)."""
    return bool(s.control[city]) and DEFENDER_OF[city] == nation


def on_leaving(s: Board, nation: int, unit: Sequence[int], city: int) -> int:
    """What becomes of a city when a unit goes on from it (§5.2).

    Only generals conquer (§5.1, §5.10); not when they stop but when they leave (§5.3), if
    nobody protects it (§5.4). A protected city is marked (§5.7). Only its defender wins a city
    back (§5.8, §faq 5.1).
    """
    if unit[0] >= GENERALS:
        return NOTHING
    if may_conquer(s, nation, city):
        result = CONQUERED
    elif may_win_back(s, nation, city):
        result = WON_BACK
    else:
        return NOTHING
    return QUESTION_MARK if is_protected(s, city, protecting_nation(s, city)) else result


def leave(s: Friedrich, nation: int, unit: Sequence[int], city: int) -> None:
    """A unit goes on from a city; it may conquer several in one march (§5.6)."""
    result = on_leaving(s, nation, unit, city)
    if result == CONQUERED:
        conquer(s, nation, city)
    elif result == WON_BACK:
        win_back(s, nation, city)
    elif result == QUESTION_MARK and not s.marks[city]:
        s.mark(city, WIN_BACK if s.control[city] else CONQUEST)
        s.emit(Marked(nation, city))


def conquer(s: Friedrich, nation: int, city: int) -> None:
    """A city gets a control marker (§1.8, §5.6)."""
    s.mark(city, held=1)
    s.emit(Conquered(nation, city))
    if nation == PRUSSIA:
        offensive.check_won(s)


def win_back(s: Friedrich, nation: int, city: int) -> None:
    """The control marker is taken off (§5.8)."""
    s.mark(city, held=0)
    s.emit(WonBack(nation, city))


def settle_marks(s: Friedrich, nation: int) -> None:
    """Phase 4: what is no longer protected is conquered after all (§5.7).

    If it may still be conquered: the Offensive Option may have failed meanwhile (§13.8). Until
    rules version 2 that was not looked at.
    """
    for city in OBJECTIVES:
        mark = s.marks[city]
        if not mark:
            continue
        s.mark(city, NO_MARK)
        guard = DEFENDER_OF[city] if mark == CONQUEST else OBJECTIVE_OF[city]
        if mark == CONQUEST and s.rules >= 3 and not may_conquer(s, nation, city):
            s.emit(MarkLapsed(city))
        elif is_protected(s, city, guard):
            s.emit(MarkLifted(city))
        elif mark == CONQUEST:
            conquer(s, nation, city)
        else:
            win_back(s, nation, city)
        if s.result is not None:
            return
