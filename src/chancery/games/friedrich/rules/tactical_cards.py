"""Tactical cards: drawing, discarding, playing and paying (§3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.cards import (
    A_DECK,
    CARDS,
    DECK,
    DECKS,
    KINDS,
    Kind,
    of_deck,
    whole_deck,
)
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    FRANCE,
    HANOVER,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
    Nation,
)
from chancery.games.friedrich.board.pieces import AUSTRIAN, WEST
from chancery.games.friedrich.rules.events import BuriedCard, DeckOpened, DecksMixed, Drew
from chancery.games.friedrich.rules.notation import DISCARD
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.refusals import NotDrawn
from chancery.games.friedrich.rules.state import Buried, Friedrich, SeenCard


def cards_a_turn(s: Board, nation: int) -> int:
    """Return how many cards a nation draws each turn (§3.1, §11.2).

    In the west Prussia draws 2 and discards 1, later draws 1 (§scenario 1.7, §scenario 1.8); in the
    Austrian theatre it draws 5, 4, 3 (§scenario 2.7, §scenario 2.8). Fate affects the other nations
    as in the full game (§scenario 1.9, §scenario 2.9).
    """
    if nation == PRUSSIA:
        rates = {WEST: (2, 1, 1), AUSTRIAN: (5, 4, 3)}.get(s.scenario, (7, 5, 4))
        return rates[s.cuts]
    if nation == HANOVER:
        return 1 if s.losses >= 2 else 2
    if nation == AUSTRIA:
        return 4 if s.losses else 5
    if nation == FRANCE:
        return 3 if s.losses else 4
    return {RUSSIA: 4, SWEDEN: 1, IMPERIAL: 1}[nation]


def discards(s: Board, nation: int) -> bool:
    """Return whether a nation has to discard one of the cards just drawn (§3.1, §scenario 1.8)."""
    if nation == FRANCE:
        return not s.losses
    return nation == PRUSSIA and s.scenario == WEST and not s.cuts


@dataclass(slots=True)
class Discard(FriedrichPhase):
    """One of the cards just drawn is discarded face down (§3.1)."""

    title = T("a discard")
    rule = "3.1"

    nation: Nation
    drawn: tuple[Kind, ...]

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the nation's stage has reached the draw."""
        return below_is(below, "NationStage", nation=self.nation, step=1)

    def fits(self, s: Friedrich) -> bool:
        """Return whether the nation discards and the cards just drawn are in its hand."""
        hand, number = s.hand(self.nation), cards_a_turn(s, self.nation)
        drawn = Counter(self.drawn)
        sorted_right = list(self.drawn) == sorted(self.drawn) and len(self.drawn) <= number
        in_hand = all(n <= hand[kind] for kind, n in drawn.items())
        return discards(s, self.nation) and sorted_right and in_hand

    def known_to(self, s: Friedrich, seat: int | None) -> FriedrichPhase:
        """Hide the cards just drawn from the other seats."""
        return Discard(self.nation, self.drawn if seat == s.seat_of(self.nation) else ())

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(self.nation), "discard")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [DISCARD[kind] for kind in sorted(set(self.drawn))]

    def do_discard(self, s: Friedrich, seat: int, kind: int) -> None:
        """§3.1: discard a card face down."""
        discard_unseen(s, self.nation, kind)
        s.emit(BuriedCard(self.nation, seat, kind))
        s.leave()

    def no_discard(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Explain that it must be one of the cards just drawn."""
        return NotDrawn(card=CARDS.title(kind))


def draw(s: Friedrich, nation: int, n: int) -> list[int]:
    """Draw cards for a nation from the draw pile (§3.1), as long as there are any."""
    drawn = []
    for _ in range(n):
        if not any(s.draw) and not _open_deck(s):
            break
        kind = s.pick(s.draw)
        s.draw[kind] -= 1
        s.hands[nation * KINDS + kind] += 1
        drawn.append(kind)
    if drawn:
        s.emit(Drew(nation, s.seat_of(nation), tuple(sorted(drawn))))
    return drawn


def _open_deck(s: Friedrich) -> bool:
    """§3.3: open the next deck; after the last one, shuffle the two largest discard piles."""
    if s.opened < DECKS:
        s.draw = whole_deck(s.opened)
        s.opened += 1
        s.emit(DeckOpened(s.opened))
        return True
    sizes = [of_deck(s.discards, deck) for deck in range(DECKS)]
    for buried in s.buried:
        sizes[DECK[buried.card]] += 1
    largest = sorted(range(DECKS), key=lambda deck: (-sizes[deck], deck))[:2]
    largest = [deck for deck in largest if sizes[deck]]
    if not largest:
        return False
    for deck in largest:
        kinds = slice(deck * A_DECK, (deck + 1) * A_DECK)  # the draw pile is empty
        s.draw[kinds], s.discards[kinds] = s.discards[kinds], bytes(A_DECK)
    for buried in s.buried:
        if DECK[buried.card] in largest:
            s.draw[buried.card] += 1
    s.buried = tuple(b for b in s.buried if DECK[b.card] not in largest)
    s.emit(DecksMixed(tuple(deck + 1 for deck in sorted(largest))))
    return True


def discard_openly(s: Friedrich, nation: int, kind: int) -> None:
    """Move a card from a hand to the discards openly: played or paid (§3.3)."""
    s.hands[nation * KINDS + kind] -= 1
    s.discards[kind] += 1
    update_notes(s, nation, kind)


def discard_unseen(s: Friedrich, nation: int, kind: int) -> None:
    """Discard a card from a hand face down."""
    s.hands[nation * KINDS + kind] -= 1
    s.buried = (*s.buried, Buried(nation, kind))
    update_notes(s, nation, kind, ())


def update_notes(
    s: Friedrich, nation: int, kind: int, seen_by: Sequence[int] | None = None
) -> None:
    """Update the notes about seen cards when a card leaves a hand.

    `seen_by` are the nations that saw which card it was (None: all). The others lose all their
    notes about the hand, because any noted card may be the one that left. Until rules version 2
    nations that had seen an exchange also lost them.
    """
    if not s.seen:
        return
    if s.rules < 2:
        s.seen = tuple(
            s for s in s.seen if s.holder != nation or (seen_by is None and s.card != kind)
        )
        return
    kept_notes: list[SeenCard] = []
    dropped: set[int] = set()  # viewers who lost one note already: a hand may hold two Reserves
    for note in s.seen:
        if note.holder == nation:
            if seen_by is not None and note.viewer not in seen_by:
                continue
            if note.card == kind and note.viewer not in dropped:
                dropped.add(note.viewer)
                continue
        kept_notes.append(note)
    s.seen = tuple(kept_notes)
