"""Texts of fate that exchange tactical cards between nations or with the deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chancery.core import Action, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.cards import CARDS, KINDS, kinds_in
from chancery.games.friedrich.board.fate_cards import FRENCH_EXCHANGE, STOLEN_CARD, SWAP
from chancery.games.friedrich.board.nations import AUSTRIA, FRANCE, PRUSSIA, RUSSIA
from chancery.games.friedrich.rules import tactical_cards
from chancery.games.friedrich.rules.events import BuriedCard, NothingCame, StoleCard, Swapped
from chancery.games.friedrich.rules.notation import DECLINE, DISCARD, OFFER
from chancery.games.friedrich.rules.phase_base import FatePhase, OptionalFatePhase
from chancery.games.friedrich.rules.refusals import NotInHand
from chancery.games.friedrich.rules.state import Friedrich, SeenCard


def _swap(s: Friedrich) -> None:
    """Let Austria and Russia exchange a card, if both hold one (§fate 1♥, ruling 13)."""
    both_active = s.active(AUSTRIA) and s.active(RUSSIA)
    if both_active and s.hand_size(AUSTRIA) and s.hand_size(RUSSIA):
        s.push(Exchange())


UNDECIDED, NO_CARD = -2, -1  # in place of the card that a nation offers


@dataclass(slots=True)
class Exchange(FatePhase):
    """Austria and Russia each offer a card in secret, or decline; the cards are swapped if both
    offer."""

    title = T("an exchange of cards")
    rule = "fate 1♥"
    always = ("decline",)
    simultaneous = True

    austria: int = UNDECIDED
    russia: int = UNDECIDED

    def fits(self, s: Friedrich) -> bool:
        """Return whether both nations are in the game and hold the cards they offer."""
        choices = (AUSTRIA, self.austria), (RUSSIA, self.russia)
        return s.holds(SWAP) and all(
            s.active(n)
            and (kind in (UNDECIDED, NO_CARD) or (0 <= kind < KINDS and s.hand(n)[kind] > 0))
            for n, kind in choices
        )

    def known_to(self, s: Friedrich, seat: int | None) -> FatePhase:
        """Show a seat only its own choice; the questions reveal whether the other has decided."""
        shown = [
            choice if s.owners[nation] == seat or choice == UNDECIDED else NO_CARD
            for nation, choice in ((AUSTRIA, self.austria), (RUSSIA, self.russia))
        ]
        return Exchange(*shown)

    def _open(self, s: Friedrich) -> list[int]:
        pairs = ((AUSTRIA, self.austria), (RUSSIA, self.russia))
        return [nation for nation, choice in pairs if choice == UNDECIDED]

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        nations = self._open(s)
        if not nations:
            self._settle(s)
            return ()
        return tuple(Question(s.seat_of(nation), "exchange") for nation in nations)

    def _nation(self, s: Friedrich, seat: int) -> int:
        return next(nation for nation in self._open(s) if s.seat_of(nation) == seat)

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        nation = self._nation(s, seat)
        return [DECLINE, *(OFFER[kind] for kind in kinds_in(s.hands, nation * KINDS))]

    def do_offer(self, s: Friedrich, seat: int, kind: int) -> None:
        """Offer a card of the own hand for the exchange."""
        self._choose(s, seat, kind)

    def no_offer(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Explain that only a card in hand can be offered."""
        return NotInHand(card=CARDS.title(kind))

    def do_decline(self, s: Friedrich, seat: int) -> None:
        """Decline: nothing is exchanged, whatever the other nation offers."""
        self._choose(s, seat, NO_CARD)

    def _choose(self, s: Friedrich, seat: int, choice: int) -> None:
        if self._nation(s, seat) == AUSTRIA:
            self.austria = choice
        else:
            self.russia = choice

    def _settle(self, s: Friedrich) -> None:
        a, r = self.austria, self.russia
        s.leave()
        if a < 0 or r < 0:
            s.emit(NothingCame())
            return
        tactical_cards.update_notes(s, AUSTRIA, a, (RUSSIA,))
        tactical_cards.update_notes(s, RUSSIA, r, (AUSTRIA,))
        for giver, taker, kind in ((AUSTRIA, RUSSIA, a), (RUSSIA, AUSTRIA, r)):
            s.hands[giver * KINDS + kind] -= 1
            s.hands[taker * KINDS + kind] += 1
            s.seen = (*s.seen, SeenCard(giver, taker, kind))
        s.emit(Swapped(s.seat_of(AUSTRIA), s.seat_of(RUSSIA), a, r))


def _french_exchange(s: Friedrich) -> None:
    """Let France discard a card and draw another, if it holds one (§fate 4♥)."""
    if s.active(FRANCE) and s.hand_size(FRANCE):
        s.push(FrenchExchange())


@dataclass(slots=True)
class FrenchExchange(OptionalFatePhase):
    """France may discard a card face down and draw another (§fate 4♥)."""

    title = T("a new card for France")
    rule = "fate 4♥"
    always = ("decline",)

    def fits(self, s: Friedrich) -> bool:
        """Return whether France is in the game and holds a card."""
        return s.holds(FRENCH_EXCHANGE) and s.active(FRANCE) and s.hand_size(FRANCE) > 0

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(FRANCE), "renew")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [DECLINE, *(DISCARD[kind] for kind in kinds_in(s.hands, FRANCE * KINDS))]

    def do_discard(self, s: Friedrich, seat: int, kind: int) -> None:
        """Discard the card face down and draw another."""
        s.leave()
        tactical_cards.discard_unseen(s, FRANCE, kind)
        s.emit(BuriedCard(FRANCE, seat, kind))
        tactical_cards.draw(s, FRANCE, 1)

    def no_discard(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Explain that only a card in hand can be discarded."""
        return NotInHand(card=CARDS.title(kind))


def _stolen_card(s: Friedrich) -> None:
    """Let Prussia give Austria a card and draw one from Austria's hand at random (§fate 9♦)."""
    both_active = s.active(PRUSSIA) and s.active(AUSTRIA)
    if both_active and s.hand_size(PRUSSIA) and s.hand_size(AUSTRIA):
        s.push(StolenCard())


@dataclass(slots=True)
class StolenCard(FatePhase):
    """Prussia chooses the card that it gives; the one it draws is random (§fate 9♦, §faq 11.4)."""

    title = T("a stolen card")
    rule = "fate 9♦"

    def fits(self, s: Friedrich) -> bool:
        """Return whether Prussia and Austria both hold a card."""
        hold = all(s.active(n) and s.hand_size(n) for n in (PRUSSIA, AUSTRIA))
        return s.holds(STOLEN_CARD) and hold

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if s.hand_size(PRUSSIA) == 1 and s.rules >= 3:
            self.do_offer(s, s.seat_of(PRUSSIA), kinds_in(s.hands, PRUSSIA * KINDS)[0])
            return ()
        return question(s.seat_of(PRUSSIA), "give")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [OFFER[kind] for kind in kinds_in(s.hands, PRUSSIA * KINDS)]

    def do_offer(self, s: Friedrich, seat: int, kind: int) -> None:
        """Give the card, then draw at random; the card given may be drawn again."""
        s.leave()
        s.hands[PRUSSIA * KINDS + kind] -= 1
        s.hands[AUSTRIA * KINDS + kind] += 1
        tactical_cards.update_notes(s, PRUSSIA, kind, (AUSTRIA,))
        drawn = s.pick(s.hand(AUSTRIA))
        s.hands[AUSTRIA * KINDS + drawn] -= 1
        s.hands[PRUSSIA * KINDS + drawn] += 1
        tactical_cards.update_notes(s, AUSTRIA, drawn, (PRUSSIA,))
        s.seen = (*s.seen, SeenCard(AUSTRIA, PRUSSIA, drawn))
        if drawn != kind:
            s.seen = (*s.seen, SeenCard(PRUSSIA, AUSTRIA, kind))
        s.emit(StoleCard(s.seat_of(PRUSSIA), s.seat_of(AUSTRIA), kind, drawn))

    def no_offer(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Explain that only a card in hand can be given."""
        return NotInHand(card=CARDS.title(kind))


EFFECTS: dict[tuple[int, int], Callable[[Friedrich], None]] = {
    SWAP: _swap,
    FRENCH_EXCHANGE: _french_exchange,
    STOLEN_CARD: _stolen_card,
}
