"""Cellar, a game for tests: cards are laid face down, and the next player believes or doubts.

The rules:

1. *Set-up.* The cards 1 to 9 are all dealt, three to each of three players.
2. *Laying.* In turn, each player lays a card from the hand face down.
3. *Answering.* The next player believes or doubts. If believed, the card stays face down, and its
   owner gets a point and draws one of three stones, which is secret. If doubted, the card is shown:
   with 6 or more its owner gets two points, else the other player gets two.
4. *The end.* When all hands are empty, most points win; ties are broken by the stones.

Tests change lines of it, so that it leaks hidden information (tests/cli/test_leaks.py).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import (
    N_,
    SEATS,
    Action,
    Event,
    Face,
    Game,
    Grid,
    Names,
    Notation,
    Options,
    Outcome,
    Phase,
    Question,
    Refusal,
    Seat,
    Standing,
    State,
    T,
    Text,
    View,
    question,
    seen,
)
from chancery.core.axes import OR_NONE
from chancery.core.serialisation import NOBODY
from tests.tiny.hands import SEAT_NAMES, dealt, row

DECK, HAND, HIGH = 9, 3, 5

CARDS = Names(*"123456789", counted=lambda card, n: T("card {n}", n=card + 1))
STONES = Names("clay", "slate", "marble", titles=(T("clay"), T("slate"), T("marble")))
Card = Annotated[int, CARDS]
AnyCard = Annotated[int, CARDS, OR_NONE]
Cards = Annotated[tuple[int, ...], Grid(CARDS)]
Stone = Annotated[int, STONES]
Stones = Annotated[tuple[int, ...], Grid(STONES)]

NOTATION = Notation()
LAY = NOTATION.family("lay", CARDS.names)
BELIEVE = NOTATION.word("believe")
DOUBT = NOTATION.word("doubt")


@dataclass(slots=True, unsafe_hash=True)
class Dealt(Event):
    """A hand is dealt, as its owner sees it (§1)."""

    sentence = N_("{seat} is dealt {cards}.")
    seat: Seat
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """Hide the event from all other seats."""
        return self if seat == self.seat else None


@dataclass(slots=True, unsafe_hash=True)
class Laid(Event):
    """A card is laid face down, as its owner sees it (§2)."""

    sentence = N_("{seat} lays {card}.")
    seat: Seat
    card: Card

    def seen_by(self, seat: int | None) -> Event | None:
        """Return the event without its card for all other seats."""
        return self if seat == self.seat else LaidUnseen(self.seat)


@dataclass(slots=True, unsafe_hash=True)
class LaidUnseen(Event):
    """A card is laid face down, as the others see it (§2)."""

    sentence = N_("{seat} lays a card.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Believed(Event):
    """A card is believed and stays face down (§3)."""

    sentence = N_("{seat} believes that.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Shown(Event):
    """A card is doubted and shown (§3)."""

    sentence = N_("{seat} doubts that: it is {card}.")
    reveals = True
    seat: Seat
    card: Card


@dataclass(slots=True, unsafe_hash=True)
class StoneDrawn(Event):
    """A stone is drawn, as its owner sees it (§3)."""

    sentence = N_("{seat} draws {stone}.")
    seat: Seat
    stone: Stone

    def seen_by(self, seat: int | None) -> Event | None:
        """Hide the event from others; all know that a stone is drawn."""
        return self if seat == self.seat else None


class NotInHand(Refusal):
    """Refuse a card that is not in the player's hand."""

    sentence = N_("You do not have card {n}.")


@dataclass(slots=True, init=False, eq=False, repr=False)
class Cellar(State):
    """A position: all hands, cards laid face down, and cards out of play."""

    hands: Annotated[list[int], Grid(SEATS, CARDS)]
    kept: Annotated[list[int], Grid(SEATS, CARDS)]  # face down
    laid: AnyCard  # the card to be answered
    stones: Annotated[list[int], Grid(SEATS, STONES)]
    points: Annotated[list[int], Grid(SEATS)]
    gone: Cards

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return how many cards of each kind a seat holds."""
        return row(self.hands, seat, DECK)


@dataclass(slots=True)
class CellarView(View):
    """A view: the seat's own cards and stones, and the number that all have."""

    hand: Cards
    kept: Cards
    laid: AnyCard
    stones: Stones
    sizes: Annotated[tuple[int, ...], Grid(SEATS)]
    keeps: Annotated[tuple[int, ...], Grid(SEATS)]
    points: Annotated[tuple[int, ...], Grid(SEATS)]
    gone: Cards


@dataclass(slots=True)
class Laying(Phase[Cellar]):
    """A player lays a card face down (§2)."""

    title = T("the laying")
    rule = "2"
    seat: Seat

    def ask(self, s: Cellar) -> tuple[Question, ...]:
        if any(s.hands):
            return question(self.seat, "lay")
        stones = [s.stones[i * 3 + 1] + 2 * s.stones[i * 3 + 2] for i in range(3)]
        s.finish(Outcome.ranked(s.points, list(zip(s.points, stones, strict=True))))
        return ()

    def legal(self, s: Cellar, seat: int) -> Sequence[Action]:
        return [LAY[card] for card, n in enumerate(s.hand(seat)) if n]

    def do_lay(self, s: Cellar, seat: int, card: int) -> None:
        s.hands[seat * DECK + card] = 0
        s.laid = card
        s.emit(Laid(seat, card))
        s.turn_to(Answering(seat))

    def no_lay(self, s: Cellar, seat: int, card: int) -> Refusal:
        return NotInHand(n=card + 1)


@dataclass(slots=True)
class Answering(Phase[Cellar]):
    """The next player believes or doubts (§3)."""

    title = T("the answer")
    rule = "3"
    always = ("believe", "doubt")
    owner: Seat

    def ask(self, s: Cellar) -> tuple[Question, ...]:
        return question((self.owner + 1) % 3, "answer")

    def binds(self, s: Cellar) -> bool:
        return True

    def legal(self, s: Cellar, seat: int) -> Sequence[Action]:
        return (BELIEVE, DOUBT)

    def do_believe(self, s: Cellar, seat: int) -> None:
        s.emit(Believed(seat))
        s.kept[self.owner * DECK + s.laid] = 1
        s.points[self.owner] += 1
        stone = s.pick([1, 1, 1])
        s.stones[self.owner * 3 + stone] += 1
        s.emit(StoneDrawn(self.owner, stone))
        self.next(s, seat)

    def do_doubt(self, s: Cellar, seat: int) -> None:
        s.emit(Shown(seat, s.laid))
        s.points[self.owner if s.laid >= HIGH else seat] += 2
        s.gone = tuple(int(n or card == s.laid) for card, n in enumerate(s.gone))
        self.next(s, seat)

    def next(self, s: Cellar, seat: int) -> None:
        """Let the player who has answered lay a card."""
        s.laid = NOBODY
        s.turn_to(Laying(seat))


class CellarFace(Face[CellarView]):
    """The face of Cellar, with answers that can be given in advance."""

    def standing(self, view: CellarView) -> Sequence[Standing]:
        """Offer to believe every card that is laid, in advance."""
        key = "believe"
        return [Standing(key, T("Always believe"), "answer", BELIEVE)]

    def preview(self, view: CellarView, action: Action) -> Text | None:
        """Return the view after an action."""
        return None


class CellarGame(Game[Cellar, CellarView]):
    """The game itself, for three players."""

    name = "cellar"
    title = T("Cellar")
    notation = NOTATION
    state = Cellar
    face = CellarFace()

    def seats(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def set_up(self, state: Cellar) -> None:
        state.hands, state.kept = [0] * (3 * DECK), [0] * (3 * DECK)
        state.stones, state.points = [0] * 9, [0] * 3
        state.laid, state.gone = NOBODY, (0,) * DECK
        pile = [1] * DECK
        for seat in range(3):
            dealt(state, pile, seat, HAND, state.hands)
            state.emit(Dealt(seat, state.hand(seat)))
        state.push(Laying(0))

    def look(self, state: Cellar, seat: int | None) -> CellarView:
        top = state.phases[-1] if state.phases else None
        own = isinstance(top, Answering) and top.owner == seat
        return CellarView(
            *seen(state, seat),
            hand=(0,) * DECK if seat is None else state.hand(seat),
            kept=(0,) * DECK if seat is None else row(state.kept, seat, DECK),
            laid=state.laid if own else NOBODY,
            stones=(0,) * 3 if seat is None else row(state.stones, seat, 3),
            sizes=tuple(sum(state.hand(i)) for i in range(3)),
            keeps=tuple(sum(row(state.kept, i, DECK)) for i in range(3)),
            points=tuple(state.points),
            gone=state.gone,
        )

    def sample(self, view: CellarView, seed: str) -> Cellar:
        dice = random.Random(seed)
        state = self.blank(view.frame.options, seed, view.frame.rules)
        state.hands, state.kept = [0] * (3 * DECK), [0] * (3 * DECK)
        state.stones, state.points = [0] * 9, list(view.points)
        state.laid, state.gone = view.laid, view.gone
        pile = [
            card
            for card in range(DECK)
            if not (view.gone[card] or view.hand[card] or view.kept[card] or card == view.laid)
        ]
        dice.shuffle(pile)
        for phase in view.phases:
            state.phases.append(phase.copy())
            if isinstance(phase, Answering) and state.laid == NOBODY:
                state.laid = pile.pop()
        for seat in range(3):
            at = slice(seat * DECK, (seat + 1) * DECK)
            if seat == view.seat:
                state.hands[at], state.kept[at] = view.hand, view.kept
                state.stones[seat * 3 : seat * 3 + 3] = view.stones
                continue
            for _ in range(view.sizes[seat]):
                state.hands[seat * DECK + pile.pop()] = 1
            for _ in range(view.keeps[seat]):
                state.kept[seat * DECK + pile.pop()] = 1
                state.stones[seat * 3 + dice.randrange(3)] += 1
        if view.result is not None:
            state.finish(view.result)
        state.settle()
        return state


GAME = CellarGame()
