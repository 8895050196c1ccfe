"""Spring: the auction for the reward of the year (§spring)."""

from __future__ import annotations

from dataclasses import dataclass
from operator import add, sub

from chancery.core import Action, BadPosition, Phase, Question, Refusal, Seat, question
from chancery.core.words import T
from chancery.games.spada.board.components import CARD_NAMES
from chancery.games.spada.rules.events import Bid, OutOfCards, Passed, Won
from chancery.games.spada.rules.notation import ADD, BID, PASS
from chancery.games.spada.rules.refusals import (
    NotHeld,
    NothingAdded,
    OfferBegun,
    OutOfReach,
    TooLow,
)
from chancery.games.spada.rules.rewards import Reward
from chancery.games.spada.rules.state import Spada

DEAREST = 4  # the highest value of a card against any problem


def most(offered: int, cards: int) -> int:
    """Return the most that an offer can reach with so many cards in hand, by public knowledge."""
    return offered + DEAREST * cards


@dataclass(slots=True)
class Auction(Phase[Spada]):
    """The auction of the year.

    §spring, §spring.open, §spring.bid, §spring.pass, §spring.raise, §spring.won, §spring.example.
    An offer is drafted card by card in secret and becomes public as a whole. A player whose hand
    could not beat the highest offer even if every card had the highest value is out without a
    question: the size of his hand is public.
    """

    title = T("the auction")
    rule = "spring.bid"

    bidders: tuple[Seat, ...]  # still in the auction, clockwise
    turn: Seat
    highest: int = 0

    def ask(self, s: Spada) -> tuple[Question, ...]:
        if len(self.bidders) == 1:
            self._award(s, self.bidders[0])
            return ()
        seat = self.turn
        i = seat * 4
        # an offer can only be begun where the hand can beat the highest offer
        if any(s.drafts[i : i + 4]) or self.highest < most(self.total(s, seat), s.size(seat)):
            return question(seat, "bid")
        self._pass(s, seat, OutOfCards)
        return ()

    def total(self, s: Spada, seat: int) -> int:
        """Return the value of a player's offer so far."""
        return s.data.value(s.problem, s.offers, seat * 4)

    def beaten_by(self, total: int) -> bool:
        """§spring.bid: whether an offer of this value is higher than all before."""
        return total > self.highest

    def _in_reach(self, s: Spada, seat: int) -> bool:
        """Return whether the whole hand could beat the highest offer."""
        return self.beaten_by(self.total(s, seat) + s.value(s.hands, seat))

    def legal(self, s: Spada, seat: int) -> list[Action]:
        i = seat * 4
        w, x, y, z = s.hands[i : i + 4]
        e, f, g, h = s.drafts[i : i + 4]
        begun = e or f or g or h  # which implies that the whole hand was in reach
        value, problem = s.data.value, s.problem
        total = value(problem, s.offers, i) + value(problem, s.drafts if begun else s.hands, i)
        enough = total > self.highest
        if not begun and not enough:
            return [PASS]
        actions = []
        if w > e:
            actions.append(ADD[0])
        if x > f:
            actions.append(ADD[1])
        if y > g:
            actions.append(ADD[2])
        if z > h:
            actions.append(ADD[3])
        if not begun:
            actions.append(PASS)
        elif enough:
            actions.append(BID)
        return actions

    def do_add(self, s: Spada, seat: int, resource: int) -> None:
        """§spring.bid: choose one more card, still hidden."""
        s.drafts[seat * 4 + resource] += 1

    def do_bid(self, s: Spada, seat: int) -> None:
        """§spring.open, §spring.raise: lay the chosen cards out, apart from earlier ones."""
        i = seat * 4
        cards = s.cards(s.drafts, seat)
        for resource, n in enumerate(cards):
            if n:
                s.remove_openly(seat, resource, n)
        s.offers[i : i + 4] = map(add, s.offers[i : i + 4], cards)
        s.latest[i : i + 4] = cards
        s.drafts[i : i + 4] = (0, 0, 0, 0)
        self.highest = self.total(s, seat)
        s.emit(Bid(seat, cards, self.highest))
        self.turn = self._next(seat)

    def do_pass(self, s: Spada, seat: int) -> None:
        self._pass(s, seat, Passed)

    def _pass(self, s: Spada, seat: int, event: type[Passed]) -> None:
        """§spring.pass, §spring.apart: leave the auction; only the last group of cards comes
        back."""
        following = self._next(seat)
        returned = lost = offered = s.cards(s.offers, seat)
        if any(offered):
            i = seat * 4
            returned = s.cards(s.latest, seat)
            lost = tuple(map(sub, offered, returned))
            s.offers[i : i + 4] = s.latest[i : i + 4] = (0, 0, 0, 0)
            s.receive(seat, returned, openly=True)
            s.discards = list(map(add, s.discards, lost))
        s.emit(event(seat, returned, lost))
        self.bidders = tuple([bidder for bidder in self.bidders if bidder != seat])
        self.turn = following

    def _next(self, seat: int) -> int:
        """Return the bidder who follows a seat clockwise (§spring.raise)."""
        at = self.bidders.index(seat) + 1
        return self.bidders[at if at < len(self.bidders) else 0]

    def _award(self, s: Spada, seat: int) -> None:
        """§spring.won: the last bidder wins, even without an offer."""
        i = seat * 4
        cards, total = s.cards(s.offers, seat), self.total(s, seat)
        s.offers[i : i + 4] = s.latest[i : i + 4] = (0, 0, 0, 0)
        s.discards = list(map(add, s.discards, cards))
        s.counsellor = seat
        s.emit(Won(seat, total, cards))
        s.turn_to(Reward())

    def no_add(self, s: Spada, seat: int, resource: int) -> Refusal:
        if not self._in_reach(s, seat):
            return OutOfReach(highest=self.highest)
        return NotHeld(card=CARD_NAMES[resource])

    def no_bid(self, s: Spada, seat: int) -> Refusal:
        if not any(s.cards(s.drafts, seat)):
            if not self._in_reach(s, seat):
                return OutOfReach(highest=self.highest)
            return NothingAdded()
        total = self.total(s, seat) + s.value(s.drafts, seat)
        return TooLow(total=total, highest=self.highest)

    def no_pass(self, s: Spada, seat: int) -> Refusal:
        return OfferBegun()

    def check(self, s: Spada) -> None:
        if self.turn not in self.bidders or len(set(self.bidders)) < len(self.bidders):
            raise BadPosition(T("it is no player’s turn in the auction"))
        for seat in range(len(s.seats)):
            offering = any(s.cards(s.offers, seat)) and seat not in self.bidders
            if offering or (s.drafting(seat) and seat != self.turn):
                raise BadPosition(T("an offer by a player who may not make one"))
            if s.drafting(seat) and not self._in_reach(s, seat):
                raise BadPosition(T("an offer by a player who may not make one"))
        if self.highest != max(self.total(s, seat) for seat in range(len(s.seats))):
            raise BadPosition(T("the highest offer is not the one recorded"))
