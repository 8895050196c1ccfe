"""Troops of stacks: joining, parting, losses and removal (§6, §4.5, §9.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chancery.games.friedrich.board.pieces import (
    GENERALS,
    GENERALS_OF,
    MOST_OF_A_GENERAL,
    NATION_OF,
    STACK,
)
from chancery.games.friedrich.rules.events import Lost, Parted, Removed
from chancery.games.friedrich.rules.knowledge.known_troops import known_troops
from chancery.games.friedrich.rules.state import Friedrich


def join(s: Friedrich, generals: Iterable[int], city: int) -> None:
    """Move generals into a city, where they form one stack with those already there (§4.5,
    §9.5)."""
    arriving = list(generals)
    nation = NATION_OF[arriving[0]]
    present = [g for g in GENERALS_OF[nation] if s.at[g] == city and g not in arriving]
    all_of_them = sorted((*present, *arriving))
    assert len(all_of_them) <= STACK
    for general in arriving:
        s.at[general] = city
    if any(s.down[g] for g in all_of_them):
        for general in all_of_them:
            s.down[general] = 1
    _pool(s, all_of_them)


def _pool(s: Friedrich, generals: Sequence[int]) -> None:
    """Add up the troops of generals who form one stack, and merge the knowledge of them."""
    top = generals[0]
    known_troops(s).joined(s, generals)
    s.troops[top], lower = sum(s.troops[g] for g in generals), generals[1:]
    for general in lower:
        s.troops[general] = 0
    if any(s.fed[g] for g in generals):
        for general in generals:
            s.fed[general] = 1
    announced = [s.told[g] for g in generals]
    for general in generals:
        s.told[general] = 0
    s.told[top] = announced[0] if len(generals) == 1 else 0


def set_out(s: Friedrich, unit: Sequence[int], troops: int) -> None:
    """Divide a stack when only some of its generals march (§6.5)."""
    if unit[0] >= GENERALS:
        return
    staying = [g for g in s.stack(unit[0]) if g not in unit]
    if staying:
        part(s, unit, troops)
        s.emit(Parted(unit[0], staying[0]))


def part(s: Friedrich, generals: Sequence[int], troops: int) -> None:
    """Divide a stack: these generals leave with so many of its troops (§6.5).

    They are still in the city; the caller moves them at once.
    """
    stack = s.stack(generals[0])
    staying = [g for g in stack if g not in generals]
    top, leaving_top, remaining_top = stack[0], generals[0], staying[0]
    whole = s.troops[top]
    for general in stack:
        s.troops[general] = s.told[general] = 0
    s.troops[leaving_top], s.troops[remaining_top] = troops, whole - troops
    known_troops(s).parted(s, generals, staying)


def announce(s: Friedrich, general: int) -> int:
    """Publish the troops of a stack (§7.2)."""
    top = s.top(general)
    n = s.troops[top]
    s.told[top] = n
    known_troops(s).announced(s, top, n)
    return n


def lose(s: Friedrich, general: int, n: int) -> list[int]:
    """Take troops from a stack publicly; generals without troops leave, lowest rank first (§6.4).

    Returns the generals who left.
    """
    top = s.top(general)
    stack = s.stack(top)
    s.troops[top] -= n
    known_troops(s).lost(s, top, n)
    if s.told[top]:
        s.told[top] = s.troops[top]
    removed = []
    while len(stack) > s.troops[top]:
        general = stack.pop()
        take_off(s, general)
        removed.append(general)
        if not stack:
            break
    known_troops(s).tighten(s, NATION_OF[top])
    return removed


def lose_openly(s: Friedrich, top: int, n: int) -> None:
    """Take troops from a stack and emit the events about it."""
    removed = lose(s, top, n)
    s.emit(Lost(NATION_OF[top], top, n))
    for general in removed:
        s.emit(Removed(general))


def take_off(s: Friedrich, general: int) -> None:
    """Remove a general from the map; the troops of his stack stay with the others."""
    stack = s.stack(general)
    staying = [g for g in stack if g != general]
    for row in (s.troops, s.told):
        sum_of_all, row[stack[0]] = row[stack[0]], 0
        if staying:
            row[staying[0]] = sum_of_all
    known_troops(s).handed_on(s, stack[0], staying[0] if staying else -1)
    s.at[general] = -1
    s.down[general] = 0
    s.fed[general] = 0


def lost_with(troops: int, generals: int) -> int:
    """Return the troops that are lost when one general of a stack leaves for good.

    These are the troops that the other generals cannot lead (§6.2, ruling 3).
    """
    return max(0, troops - MOST_OF_A_GENERAL * (generals - 1))


def retire(s: Friedrich, general: int) -> int:
    """Remove a general for good; his stack keeps his troops as far as it can lead them.

    §6 (Keith retired), ruling 3. Returns the troops that are lost.
    """
    lost = 0
    if s.at[general] >= 0:
        stack = s.stack(general)
        top, room = stack[0], MOST_OF_A_GENERAL * (len(stack) - 1)
        lost = lost_with(s.troops[top], len(stack))
        s.troops[top] -= lost
        known_troops(s).overflowed(s, top, room, lost)
        take_off(s, general)
        known_troops(s).tighten(s, NATION_OF[general])
    s.gone[general] = 1
    return lost
