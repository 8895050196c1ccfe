"""Conquest, question marks and reconquest (§5).

The protection of objectives (§5.4, §5.5, §5.10) is in protection.py; the rule that pieces never
stop on an objective of an ally (§5.9) in march_limits.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import itemgetter

from chancery.games.friedrich.board.atlas import DEFENDER_OF, OBJECTIVE_OF, OBJECTIVES
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.nations import PRUSSIA
from chancery.games.friedrich.board.pieces import AUSTRIAN, GENERALS
from chancery.games.friedrich.rules import offensive
from chancery.games.friedrich.rules.events import Conquered, Marked, MarkLapsed, MarkLifted, WonBack
from chancery.games.friedrich.rules.protection import is_protected, protecting_nation
from chancery.games.friedrich.rules.state import CONQUEST, NO_MARK, WIN_BACK, Friedrich

_AT_OBJECTIVES = itemgetter(*OBJECTIVES)
NOTHING, QUESTION_MARK, CONQUERED, WON_BACK = range(4)


def may_win_by_conquest(s: Board, nation: int) -> bool:
    """Return whether a nation can conquer at all.

    Prussia can only with the Offensive Option (§13.6) or in the Austrian theatre (§scenario 2.12).
    """
    if nation != PRUSSIA or s.scenario == AUSTRIAN:
        return True
    return offensive.lets_prussia_conquer(s)


def may_conquer(s: Board, nation: int, city: int) -> bool:
    """Return whether an objective belongs to the nation and is not yet conquered (§5.1)."""
    if OBJECTIVE_OF[city] != nation or s.control[city]:
        return False
    return may_win_by_conquest(s, nation)


def may_win_back(s: Board, nation: int, city: int) -> bool:
    """Return whether a conquered city can be won back by the nation (§5.8)."""
    return bool(s.control[city]) and DEFENDER_OF[city] == nation


def on_leaving(s: Board, nation: int, unit: Sequence[int], city: int) -> int:
    """Return the effect on a city when a unit marches on from it (§5.2).

    Only generals conquer (§5.1, §5.10), and not when they stop but when they leave (§5.3), if the
    city is unprotected (§5.4). A protected city is marked (§5.7). Only its defender wins a city
    back (§5.8, §faq 5.1).
    """
    if unit[0] >= GENERALS or OBJECTIVE_OF[city] < 0:
        return NOTHING
    if may_conquer(s, nation, city):
        result = CONQUERED
    elif may_win_back(s, nation, city):
        result = WON_BACK
    else:
        return NOTHING
    return QUESTION_MARK if is_protected(s, city, protecting_nation(s, city)) else result


def leave(s: Friedrich, nation: int, unit: Sequence[int], city: int) -> None:
    """Apply the effect of marching on from a city; a march may conquer several (§5.6)."""
    result = on_leaving(s, nation, unit, city)
    if result == CONQUERED:
        conquer(s, nation, city)
    elif result == WON_BACK:
        win_back(s, nation, city)
    elif result == QUESTION_MARK and not s.marks[city]:
        s.mark(city, WIN_BACK if s.control[city] else CONQUEST)
        s.emit(Marked(nation, city))


def conquer(s: Friedrich, nation: int, city: int) -> None:
    """Place a control marker on a conquered city (§1.8, §5.6)."""
    s.mark(city, control=1)
    s.emit(Conquered(nation, city))
    if nation == PRUSSIA:
        offensive.check_won(s)


def win_back(s: Friedrich, nation: int, city: int) -> None:
    """Remove the control marker from a city that is won back (§5.8)."""
    s.mark(city, control=0)
    s.emit(WonBack(nation, city))


def settle_marks(s: Friedrich, nation: int) -> None:
    """Phase 4: resolve the question marks of cities that are no longer protected (§5.7).

    A mark lapses if the city may no longer be conquered because the Offensive Option has failed
    meanwhile (§13.8). Until rules version 2 that was not checked.
    """
    for city in compress(OBJECTIVES, _AT_OBJECTIVES(s.marks)):
        mark = s.marks[city]
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
