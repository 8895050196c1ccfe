"""The deck of resource cards, and the reshuffling of the discards (§setup.deck)."""

from __future__ import annotations

from chancery.games.spada.rules.events import Reshuffled
from chancery.games.spada.rules.state import Spada


def draw_cards(s: Spada, n: int) -> list[int]:
    """Draw up to `n` cards from the deck (§setup.deck); return how many of each resource.

    The discards become the new deck as soon as the last card has been drawn. In rules version 1
    they did so only when another card was needed; until then privileges could take from them.
    """
    drawn = [0, 0, 0, 0]
    left = sum(s.deck)
    for _ in range(n):
        left = left or _reshuffle(s)
        if not left:
            break
        resource = s.pick(s.deck)
        s.deck[resource] -= 1
        drawn[resource] += 1
        left -= 1
        if not left and s.rules >= 2:
            left = _reshuffle(s)
    return drawn


def _reshuffle(s: Spada) -> int:
    """Turn the discards into the deck (§setup.deck); return how many there were."""
    n = sum(s.discards)
    if n:
        s.deck, s.discards = s.discards, [0, 0, 0, 0]
        s.emit(Reshuffled(n))
    return n
