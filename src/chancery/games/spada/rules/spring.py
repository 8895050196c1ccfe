"""Spring: the auction and its reward (§spring, §rewards)."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import Action, BadPosition, Phase, Question, Refusal, Seat, question
from chancery.core.words import T
from chancery.games.spada.board.components import (
    CATHEDRAL,
    PART_POINTS,
    PARTS,
    PRIVILEGE_POINTS,
    RESOURCES,
    symbol_of,
)
from chancery.games.spada.rules.ending import compare
from chancery.games.spada.rules.events import (
    Bid,
    CathedralFinished,
    Favoured,
    PartBuilt,
    Passed,
    Won,
)
from chancery.games.spada.rules.notation import ADD, BID, PASS
from chancery.games.spada.rules.privileges import Privilege
from chancery.games.spada.rules.refusals import (
    NotHeld,
    NothingAdded,
    OfferBegun,
    OutOfReach,
    TooLow,
)
from chancery.games.spada.rules.state import Spada

DEAREST = 4  # no card is worth more, whatever the problem


@dataclass(slots=True)
class Auction(Phase[Spada]):
    """The auction (§spring, §spring.open, §spring.bid, §spring.pass, §spring.raise,
    §spring.won, §spring.example).

    An offer is drafted card by card, seen by nobody, and becomes public as a whole. A player
    whose whole hand could not beat the highest offer even if every card were the dearest is
    out without being asked: the size of his hand is public.
    """

    title = T("the auction")
    rule = "spring.bid"

    bidders: tuple[Seat, ...]  # still in, clockwise
    turn: Seat
    highest: int = 0

    def ask(self, s: Spada) -> tuple[Question, ...]:
        if len(self.bidders) == 1:
            self._award(s, self.bidders[0])
            return ()
        seat = self.turn
        if self.total(s, seat) + DEAREST * s.size(seat) <= self.highest:
            self.do_pass(s, seat)
            return ()
        return question(seat, "bid")

    def total(self, s: Spada, seat: int) -> int:
        """What a player has offered so far."""
        return _worth(s, s.offers, seat)

    def legal(self, s: Spada, seat: int) -> list[Action]:
        a, b, c, d = s.data.values[s.problem]
        i = seat * 4
        hands, offers, drafts = s.hands, s.offers, s.drafts
        w, x, y, z = hands[i], hands[i + 1], hands[i + 2], hands[i + 3]
        offered = offers[i] * a + offers[i + 1] * b + offers[i + 2] * c + offers[i + 3] * d
        if offered + w * a + x * b + y * c + z * d <= self.highest:
            return [PASS]
        e, f, g, h = drafts[i], drafts[i + 1], drafts[i + 2], drafts[i + 3]
        actions = []
        if w > e:
            actions.append(ADD[0])
        if x > f:
            actions.append(ADD[1])
        if y > g:
            actions.append(ADD[2])
        if z > h:
            actions.append(ADD[3])
        chosen = e * a + f * b + g * c + h * d
        if not chosen:
            actions.append(PASS)
        elif offered + chosen > self.highest:
            actions.append(BID)
        return actions

    def do_add(self, s: Spada, seat: int, resource: int) -> None:
        """§spring.bid: choose one more card; nobody sees it yet."""
        s.drafts[seat * 4 + resource] += 1

    def do_bid(self, s: Spada, seat: int) -> None:
        """§spring.open, §spring.raise: lay the chosen cards out, apart from earlier ones."""
        i = seat * 4
        cards = s.cards(s.drafts, seat)
        for resource, n in enumerate(cards):
            if n:
                s.show(seat, resource, n)
            s.offers[i + resource] += n
            s.latest[i + resource] = n
            s.drafts[i + resource] = 0
        self.highest = self.total(s, seat)
        s.emit(Bid(seat, cards, self.highest))
        self.turn = self._next(seat)

    def do_pass(self, s: Spada, seat: int) -> None:
        """§spring.pass, §spring.apart: out for the year; only the last group comes back."""
        following = self._next(seat)
        i = seat * 4
        back = s.cards(s.latest, seat)
        lost = tuple(s.offers[i + r] - back[r] for r in range(4))
        s.receive(seat, back, openly=True)
        for r in range(4):
            s.discards[r] += lost[r]
            s.offers[i + r] = s.latest[i + r] = 0
        s.emit(Passed(seat, back, lost))
        self.bidders = tuple(bidder for bidder in self.bidders if bidder != seat)
        self.turn = following

    def _next(self, seat: int) -> int:
        """The next bidder clockwise."""
        at = self.bidders.index(seat) + 1
        return self.bidders[at if at < len(self.bidders) else 0]

    def _award(self, s: Spada, seat: int) -> None:
        """§spring.won: the last one left wins, even with nothing offered."""
        i = seat * 4
        cards, total = s.cards(s.offers, seat), self.total(s, seat)
        for r in range(4):
            s.discards[r] += cards[r]
            s.offers[i + r] = s.latest[i + r] = 0
        s.counsellor = seat
        s.emit(Won(seat, total, cards))
        s.turn_to(Reward())

    def no_add(self, s: Spada, seat: int, resource: int) -> Refusal:
        if self.total(s, seat) + _worth(s, s.hands, seat) <= self.highest:
            return OutOfReach(highest=self.highest)
        return NotHeld(resource=RESOURCES.title(resource))

    def no_bid(self, s: Spada, seat: int) -> Refusal:
        if not any(s.cards(s.drafts, seat)):
            if self.total(s, seat) + _worth(s, s.hands, seat) <= self.highest:
                return OutOfReach(highest=self.highest)
            return NothingAdded()
        total = self.total(s, seat) + _worth(s, s.drafts, seat)
        return TooLow(total=total, highest=self.highest)

    def no_pass(self, s: Spada, seat: int) -> Refusal:
        return OfferBegun()

    def check(self, s: Spada) -> None:
        if self.turn not in self.bidders or len(set(self.bidders)) < len(self.bidders):
            raise BadPosition(T("the auction’s turn is nobody’s"))
        for seat in range(len(s.seats)):
            offering = any(s.cards(s.offers, seat)) and seat not in self.bidders
            if offering or (s.drafting(seat) and seat != self.turn):
                raise BadPosition(T("somebody offers who may not"))
            reach = self.total(s, seat) + _worth(s, s.hands, seat)
            if s.drafting(seat) and reach <= self.highest:
                raise BadPosition(T("somebody offers who may not"))
        if self.highest != max(self.total(s, seat) for seat in range(len(s.seats))):
            raise BadPosition(T("the highest offer is not the one recorded"))


def _worth(s: Spada, rows: list[int], seat: int) -> int:
    """What a row of cards is worth this year (§spring: the values on the summary card)."""
    a, b, c, d = s.data.values[s.problem]
    i = seat * 4
    return rows[i] * a + rows[i + 1] * b + rows[i + 2] * c + rows[i + 3] * d


@dataclass(slots=True)
class Reward(Phase[Spada]):
    """The King rewards the new Counsellor (§rewards)."""

    title = T("the reward")
    rule = "rewards"

    given: bool = False

    def ask(self, s: Spada) -> tuple[Question, ...]:
        if self.given:
            self._finish(s)
            return ()
        self.given = True
        if symbol_of(s.agenda) == CATHEDRAL:
            self._build(s)
        else:
            self._favour(s)
        return ()

    def _build(self, s: Spada) -> None:
        """§rewards.cathedral, §rewards.builders: the next part, and a point for each builder."""
        seat = s.counsellor
        builders = s.builders[seat]
        points = PART_POINTS[str(s.options["scoring"])][s.built] + builders
        s.points[seat] += points
        s.builders[seat] = 0
        s.emit(PartBuilt(seat, s.built, points, builders))
        s.built += 1
        if s.built == PARTS:
            s.emit(CathedralFinished())
            if s.options["ending"] == "standard":
                compare(s)
                return
        if s.options["agenda"] == "short":
            s.push(Privilege(seat))

    def check(self, s: Spada) -> None:
        above = s.phases[-1]
        if not self.given or not isinstance(above, Privilege) or above.seat != s.counsellor:
            raise BadPosition(T("the reward is not in order"))

    def _favour(self, s: Spada) -> None:
        """§rewards.privilege: points and a privilege of his choice."""
        points = PRIVILEGE_POINTS[str(s.options["scoring"])]
        s.points[s.counsellor] += points
        s.emit(Favoured(s.counsellor, points))
        s.push(Privilege(s.counsellor))

    def _finish(self, s: Spada) -> None:
        """§rewards.agenda: the agenda card leaves the game and Spring is over."""
        s.spent[s.agenda] += 1
        s.agenda = -1
        s.leave()
