"""Tactical cards: four decks of 50, 2 to 13 in four suits and two Reserves each (§3).

The name of a card contains its deck, because the backs differ: `10h.3` is the ten of hearts of the
third deck, `r.2` a Reserve of the second. Hands and piles are counts by kind: the two Reserves of a
deck are the same kind, every other card is a kind of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import mul
from typing import Annotated, NamedTuple

from chancery.core import OR_NONE, Grid, Names
from chancery.core.words import Pictured, T, Text, Word
from chancery.games.friedrich.board.atlas import SUITS
from chancery.games.friedrich.board.nations import NATIONS

DECKS = 4
LOWEST, HIGHEST = 2, 13
VALUES = range(LOWEST, HIGHEST + 1)
A_SUIT = len(VALUES)
RESERVE = 4  # in place of a suit
A_DECK = 4 * A_SUIT + 1  # kinds in a deck
KINDS = DECKS * A_DECK
RESERVES = 2  # in a deck
CARDS_IN_A_DECK = 4 * A_SUIT + RESERVES
RESERVE_WORTH = 10  # at most in combat (§3.2), and always in payment
SIGNS = "schd"
SYMBOLS = "♠♣♥♦"


class Card(NamedTuple):
    """The printed attributes of one kind of card."""

    deck: int
    suit: int  # RESERVE: any
    value: int  # of a Reserve: at most

    @property
    def name(self) -> str:
        """The identifier of the card in the notation, such as `10h.3`."""
        face = "r" if self.suit == RESERVE else f"{self.value}{SIGNS[self.suit]}"
        return f"{face}.{self.deck + 1}"

    @property
    def title(self) -> Text:
        """The name of the card as players read it, such as "10♥ (3)"."""
        if self.suit == RESERVE:
            return T("Reserve ({deck})", deck=self.deck + 1)
        return T("{value}{suit} ({deck})", value=self.value, suit=SYMBOLS[self.suit],
                 deck=self.deck + 1)  # fmt: skip


CARD = tuple(
    card
    for deck in range(DECKS)
    for card in (
        *(Card(deck, suit, value) for suit in range(4) for value in VALUES),
        Card(deck, RESERVE, RESERVE_WORTH),
    )
)
DECK = tuple(card.deck for card in CARD)
SUIT_OF = tuple(card.suit for card in CARD)
VALUE = tuple(card.value for card in CARD)
IN_THE_BOX = tuple(RESERVES if card.suit == RESERVE else 1 for card in CARD)
CARD_NAMES = tuple(card.name for card in CARD)


CARD_WORDS = tuple(Pictured(f"card:{card.name}", card.title) for card in CARD)


def _counted(kind: int, n: int) -> Word:
    if n == 1:
        return CARD_WORDS[kind]
    return T("{n} × {card}", n=n, card=CARD_WORDS[kind])


CARDS = Names(*CARD_NAMES, titles=CARD_WORDS, counted=_counted)
Kind = Annotated[int, CARDS]
AnyKind = Annotated[int, CARDS, OR_NONE]
Pile = Annotated[tuple[int, ...], Grid(CARDS)]
PileBytes = Annotated[bytearray, Grid(CARDS)]
HandsBytes = Annotated[bytearray, Grid(NATIONS, CARDS)]
DECK_NAMES = Names(*(str(deck + 1) for deck in range(DECKS)))
BY_SUIT = tuple(
    tuple(kind for kind in range(KINDS) if SUIT_OF[kind] == suit) for suit in range(len(SUITS) + 1)
)


def kinds_in(counts: Sequence[int], start: int = 0) -> list[int]:
    """List the kinds with a count above zero in a row of counts that begins at `start`."""
    return list(compress(range(KINDS), counts[start : start + KINDS]))


def counts_of(kinds: Iterable[int]) -> tuple[int, ...]:
    """Convert a list of cards to counts by kind."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


def whole_deck(number: int) -> bytearray:
    """Return the counts by kind of a complete deck."""
    return bytearray(n if DECK[kind] == number else 0 for kind, n in enumerate(IN_THE_BOX))


def of_deck(counts: Sequence[int], deck: int) -> int:
    """Count the cards of one deck in these counts by kind."""
    return sum(counts[deck * A_DECK : (deck + 1) * A_DECK])


def worth(counts: Sequence[int]) -> int:
    """Return the value of cards as payment; a Reserve counts 10 (§10)."""
    return sum(map(mul, counts, VALUE))


def _plays() -> tuple[tuple[int, int, str], ...]:
    """List every way to play a card in combat: its kind, its points and its name (§3.2)."""
    plays = []
    for kind, card in enumerate(CARD):
        if card.suit == RESERVE:
            for value in range(1, RESERVE_WORTH + 1):
                plays.append((kind, value, f"{card.name}={value}"))
        else:
            plays.append((kind, card.value, card.name))
    return tuple(plays)


PLAYS = _plays()
