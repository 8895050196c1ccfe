"""Battles between armies in a command section (§6.5)."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS_N
from chancery.games.revolution.rules.events import BattleFought, StoodOff
from chancery.games.revolution.rules.state import Revolution


def fight(board: Board, armies: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs of armies that destroy each other in a section, in order (§6.5).

    §6.5.line: the armies line up by their opposition, and one is destroyed at each end, until one
    faction (§6.5.one), two armies (§6.5.two) or only allies (§6.5.allies) are left.
    """
    line = [faction for faction, n in enumerate(armies) for _ in range(n)]
    rounds = []
    while len(line) > 2 and not board.allied(line[0], line[-1]):
        rounds.append((line[0], line[-1]))
        line = line[1:-1]
    return rounds


def survivors(armies: Sequence[int], rounds: Sequence[tuple[int, int]]) -> list[int]:
    """Return the armies of each faction that a battle leaves (§6.5)."""
    after = list(armies)
    for pair in rounds:
        for faction in pair:
            after[faction] -= 1
    return after


def resolve(s: Revolution) -> None:
    """Fight all battles in sections with armies of several factions, without decisions (§6.5)."""
    for region in s.data.regions:
        start = region * FACTIONS_N
        section = slice(start, start + FACTIONS_N)
        before = tuple(s.armies[section])
        if sum([n > 0 for n in before]) < 2:
            continue
        rounds = fight(s, before)
        after = tuple(survivors(before, rounds))
        s.armies[section] = after
        if rounds:
            s.emit(BattleFought(region, before, tuple(rounds), after))
        if s.stand_off(region):
            s.emit(StoodOff(region, tuple(f for f, n in enumerate(after) if n)))
