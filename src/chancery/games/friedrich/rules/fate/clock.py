"""The clock of fate: one card at the end of each turn from the sixth on (§11, §13.1)."""

from __future__ import annotations

from chancery.games.friedrich.board.atlas import SPADES, SUIT
from chancery.games.friedrich.board.fate_cards import NUMBERED
from chancery.games.friedrich.board.pieces import FRIEDRICH
from chancery.games.friedrich.rules.events import FateTurned
from chancery.games.friedrich.rules.fate import (
    card_exchanges,
    extra_moves,
    gains_and_losses,
    out_of_supply,
    strokes,
)
from chancery.games.friedrich.rules.state import Friedrich


def turn_card(s: Friedrich) -> None:
    """§11.1: turn the top card of fate, carry it out, and put it under the deck.

    Some texts are in force for the next turn and are applied where they matter; some have no
    effect: §fate 1♠, §fate 2♠, §fate 3♠, §fate 4♣, §fate 5♣, §fate 6♥, §fate 7♣, §fate 8♥,
    §fate 9♥, §fate 10♦, §fate 11♦, §fate 12♦. A scenario uses the same cards (§scenario 0).
    """
    if all(s.drawn_fates):  # only from a handmade position: the deck starts again
        s.drawn_fates = [0] * len(s.drawn_fates)
    s.fate = s.pick([1 - seen for seen in s.drawn_fates])
    s.drawn_fates[s.fate] = 1
    s.fate_suit = suit_to_read(s)
    s.fate_used = 0
    s.fate_suits = ()
    s.emit(FateTurned(s.fate, s.fate_suit if s.fate < NUMBERED else -1))
    if s.fate < NUMBERED:
        effect = EFFECTS.get((s.fate + 1, s.fate_suit))
        if effect is not None:
            effect(s)
    else:
        strokes.carry_out(s)


def suit_to_read(s: Friedrich) -> int:
    """§2.3: return the suit whose text is read, which is spades.

    In the expert game it is the suit of the last victor's sector (§13.1, ruling 11).
    """
    if not s.expert("last_victor"):
        return SPADES
    general = s.victor if s.victor >= 0 else FRIEDRICH
    return SUIT[s.at[general]] if s.at[general] >= 0 else SPADES


EFFECTS = {
    **gains_and_losses.EFFECTS,
    **card_exchanges.EFFECTS,
    **out_of_supply.EFFECTS,
    **extra_moves.EFFECTS,
}
