"""The editions of the rulebook: the revised rules of 2007, and those of 2004.

Rules that differ ask `board.edition` for the field they need. docs/rulings/revolution.md lists the
differences with their paragraphs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from chancery.core.frame import Frame
from chancery.games.revolution.board.factions import TOKENS

NEWEST_RULES = 2  # the rules version of new tables, and of the help outside a table
REVISED, FIRST = 2007, 2004


class Edition(NamedTuple):
    """The differences of an edition from the revised rules."""

    tokens: Mapping[int, int] = TOKENS  # §3.5: of each faction, by the number of players
    huguenots_pay: bool = False  # §6.2.2: a Huguenot token that intercepts becomes the coin
    beggars_must_stop: bool = False  # §6.9: a Water Beggar stops influence, and nobody is asked
    card_is_enough: bool = False  # §6.10: units where the card is held, even without a token
    all_move_neutrals: bool = False  # §6.14: factions without a token in the province too
    own_tokens_count: bool = False  # §6.15: among the two that a besieger has in a conquered city
    catholic_at_once: bool = False  # §6.18: a bishopric whose province nobody controls


EDITIONS = {
    REVISED: Edition(),
    FIRST: Edition(
        tokens={**TOKENS, 3: 56},
        huguenots_pay=True,
        beggars_must_stop=True,
        card_is_enough=True,
        all_move_neutrals=True,
        own_tokens_count=True,
        catholic_at_once=True,
    ),
}


def edition_of(frame: Frame) -> Edition:
    """Return the edition of a table: the revised one, unless its options say otherwise."""
    return EDITIONS[int(frame.options.get("edition", REVISED))]
