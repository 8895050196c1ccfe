"""The reader's hands: cards by suit, with the result of each in a purchase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from chancery.core.tabletop import Card, Hand
from chancery.core.words import Speaker, T, Text, as_is
from chancery.games.friedrich.board.cards import (
    BY_SUIT,
    CARD,
    RESERVE,
    SYMBOLS,
    VALUE,
    worth,
)
from chancery.games.friedrich.board.nations import FRANCE, NATION_NAMES, NATIONS
from chancery.games.friedrich.face.cards import face_up, target
from chancery.games.friedrich.rules.combat import Fight
from chancery.games.friedrich.rules.fate.card_exchanges import FrenchExchange
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.view import FriedrichView

Notes = tuple[tuple[int, Text], ...]


def hands(view: FriedrichView, speaker: Speaker) -> tuple[Hand, ...]:
    """Return a hand for each nation whose cards the reader sees; at the end of the game, all."""
    return tuple(
        _hand(nation, cards, _notes(view, nation, cards), _idle(view, nation))
        for nation in range(7)
        if any(cards := held(view, nation))
    )


def held(view: FriedrichView, nation: int) -> tuple[int, ...]:
    """Return the cards of a nation without those already paid in the present purchase (§10)."""
    hand, top = view.hands[nation], view.phases[-1] if view.phases else None
    if not isinstance(top, Recruiting) or top.nation != nation or not top.paid:
        return hand
    remaining = list(hand)
    for kind in top.paid:
        remaining[kind] -= 1
    return tuple(remaining)


@lru_cache(2000)
def _hand(nation: int, cards: tuple[int, ...], notes: Notes, idle: tuple[int, ...]) -> Hand:
    """Build a hand: by suit, highest first, Reserves last; cached, since most hands stay the
    same."""
    note_of = dict(notes)
    groups = []
    for suit in range(RESERVE + 1):
        kinds = sorted((k for k in BY_SUIT[suit] if cards[k]), key=lambda k: -VALUE[k])
        if kinds:
            groups.append(tuple([
                Card("" if kind in idle else target(kind), face_up(kind), CARD[kind].title,
                     note_of.get(kind), cards[kind])
                for kind in kinds
            ]))  # fmt: skip
    title = T("Hand of {nation}", nation=NATIONS.title(nation))
    return Hand(NATION_NAMES[nation], title, tuple(groups), tuple(_facts(cards)))


def _facts(cards: tuple[int, ...]) -> Iterator[Text]:
    """Yield the points by suit, of the Reserves, and in all."""
    for suit in range(RESERVE + 1):
        points = sum(cards[kind] * VALUE[kind] for kind in BY_SUIT[suit])
        if points and suit == RESERVE:
            yield T("Reserves {n}", n=points)
        elif points:
            yield as_is(f"{SYMBOLS[suit]} {points}")
    yield T("worth {n}", n=worth(cards))


def _idle(view: FriedrichView, nation: int) -> tuple[int, ...]:
    """Return the Reserves of a hand that a click does not mean.

    Reserves of one deck have the same name, and another hand of the reader may be the one that is
    asked for a card.
    """
    if view.result is not None:
        return tuple(kind for kind, n in enumerate(view.hands[nation]) if n)
    idle, asked = [], _asked_for_cards(view)
    for kind in BY_SUIT[RESERVE]:
        holders = [n for n in range(7) if view.hands[n][kind]]
        if nation in holders and nation != (asked if asked in holders else holders[0]):
            idle.append(kind)
    return tuple(idle)


def _asked_for_cards(view: FriedrichView) -> int:
    """Return the nation whose cards are played now by the phases; -1 if none of them tells."""
    for phase in reversed(view.phases):
        if isinstance(phase, Fight):
            return phase.nation(phase.side)
        if isinstance(phase, FrenchExchange):
            return FRANCE
        if hasattr(phase, "nation"):
            return int(phase.nation)
    return -1


# -- notes on cards ----------------------------------------------------------------------------


def _notes(view: FriedrichView, nation: int, cards: tuple[int, ...]) -> Notes:
    """Return the notes shown under the cards that can pay now; those of a fight are in `duel`."""
    top = view.phases[-1] if view.phases else None
    if isinstance(top, Recruiting) and top.nation == nation and top.trains >= 0:
        missing = top.cost(view) - top.worth()
        if missing > 0:
            return tuple((k, _payment(VALUE[k] - missing)) for k, n in enumerate(cards) if n)
    return ()


def _payment(over: int) -> Text:
    """Return how many points are missing (−) or wasted (+) after a card, short enough for cards
    that overlap."""
    return as_is(f"{over:+}".replace("-", "−")) if over else T("exact")
