"""The deck of resource cards, and when the discards become a new one (§setup.deck)."""

from __future__ import annotations

from chancery.games.spada.rules.events import Reshuffled
from chancery.games.spada.rules.state import Spada


def draw_cards(s: Spada, n: int) -> list[int]:
    """Several cards from the deck, as far as there are any."""
    drawn = [0, 0, 0, 0]
    for _ in range(n):
        resource = _draw_card(s)
        if resource >= 0:
            drawn[resource] += 1
    return drawn


def _draw_card(s: Spada) -> int:
    """A card from the deck (§setup.deck); -1 if there is none anywhere.

    The discards become the new deck when the last card has been drawn. Up to rules version 1 they
    waited until another card was needed, and privileges could still be served from them.
    """
    if not any(s.deck) and not _reshuffle(s):
        return -1
    resource = s.pick(s.deck)
    s.deck[resource] -= 1
    if s.rules >= 2 and not any(s.deck):
        _reshuffle(s)
    return resource


def _reshuffle(s: Spada) -> bool:
    """The discards become the deck (§setup.deck)."""
    n = sum(s.discards)
    if n:
        s.deck, s.discards = s.discards, [0, 0, 0, 0]
        s.emit(Reshuffled(n))
    return n > 0
