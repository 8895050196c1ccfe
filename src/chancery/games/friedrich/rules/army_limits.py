"""Limits on the troops of generals, stacks and nations (§6.1, §6.2, §6.3, §6.6, §10.5)."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    GENERALS_AT,
    GENERALS_OF,
    MOST_OF_A_GENERAL,
    establishment,
)


def limits(generals: int) -> tuple[int, int]:
    """Return the fewest and most troops that so many generals command together (§6.1, §6.2,
    §6.3)."""
    return generals, MOST_OF_A_GENERAL * generals


def parting(going: int, staying: int, troops: int) -> range:
    """Return the numbers of troops with which generals may leave a stack (§6.1, §6.2, §6.3).

    `going` generals leave, `staying` generals remain, of a stack with `troops`.
    """
    least = max(going, troops - MOST_OF_A_GENERAL * staying)
    most = min(MOST_OF_A_GENERAL * going, troops - staying)
    return range(least, most + 1)


def shares(s: Board, unit: Sequence[int]) -> range:
    """Return the numbers of troops with which a unit may leave its stack; empty if it is the whole
    stack."""
    if unit[0] >= GENERALS:
        return range(0)
    stack = s.stack(unit[0])
    staying = len(stack) - len(unit)
    return parting(len(unit), staying, s.troops[stack[0]]) if staying else range(0)


def ceiling(s: Board, nation: int) -> int:
    """Return the most troops a nation may have (§6.6, §10.5, ruling 1)."""
    generals = len(GENERALS_OF[nation]) - sum(s.gone[GENERALS_AT[nation]])
    return min(establishment(s.scenario, nation), MOST_OF_A_GENERAL * generals)
