"""Conflict in provinces that hold too many tokens (§5.3, §6.11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from chancery.games.revolution.rules.events import ConflictFought
from chancery.games.revolution.rules.state import Revolution


def alone(counts: Sequence[int]) -> bool:
    """Return whether a single owner, or none, has tokens."""
    return counts.count(0) >= len(counts) - 1


def losses(counts: Sequence[int], limit: int) -> list[tuple[int, ...]]:
    """Return the groups of owners that lose a token together, in order.

    It ends when the limit holds or one owner is left. §6.11.order, §5.3.order: the fewest first,
    then the next fewest; §6.11.equal, §5.3.equal: equals lose together, which may lead below the
    limit; §6.11.repeat, §5.3.repeat: round after round; §6.11.neutral, §5.3.neutral: neutral tokens
    are like those of a faction.
    """
    remaining = list(counts)
    total = sum(remaining)
    losing: list[tuple[int, ...]] = []
    while True:
        groups = [
            tuple([owner for owner, n in enumerate(remaining) if n == size])
            for size in sorted({n for n in remaining if n})
        ]
        for group in groups:
            if total <= limit or alone(remaining):
                return losing
            for owner in group:
                remaining[owner] -= 1
            total -= len(group)
            losing.append(group)
        if not groups:
            return losing


def remaining(counts: Sequence[int], groups: Sequence[Sequence[int]]) -> list[int]:
    """Return the tokens that these losses leave to each owner (§6.11)."""
    after = list(counts)
    for group in groups:
        for owner in group:
            after[owner] -= 1
    return after


@lru_cache(maxsize=50_000)
def left_by(counts: tuple[int, ...], limit: int) -> tuple[int, ...]:
    """Return the tokens that conflict leaves to each owner (§6.11), cached for searches."""
    return tuple(remaining(counts, losses(counts, limit)))


def resolve(s: Revolution) -> None:
    """Resolve all conflicts (§5.3, §6.11), leaving besieged cities out (§6.11.siege).

    Tokens go back to their stocks (§6.11.stock), from countryside, then towns, then cities.
    """
    for province, limit in enumerate(s.data.limit):
        counts = s.unbesieged(province)
        if sum(counts) <= limit or alone(counts):
            continue
        groups = losses(counts, limit)
        after = remaining(counts, groups)
        for owner, n in enumerate(after):
            if n < counts[owner]:
                s.take(province, owner, counts[owner] - n)
        s.emit(ConflictFought(province, limit, tuple(counts), tuple(groups), tuple(after)))
