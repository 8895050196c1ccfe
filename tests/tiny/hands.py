"""Hands of cards as stored by the tiny games: one row of counts per owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

SEAT_NAMES = ("ann", "bob", "cas")


def row(cards: Sequence[int], owner: int, deck: int) -> tuple[int, ...]:
    """Return how many cards of each kind an owner has."""
    return tuple(cards[owner * deck : (owner + 1) * deck])


def dealt(state: Any, pile: list[int], owner: int, size: int, hands: list[int]) -> None:
    """Deal an owner a number of random cards from a pile."""
    for _ in range(size):
        card = state.pick(pile)
        pile[card] -= 1
        hands[owner * len(pile) + card] += 1
