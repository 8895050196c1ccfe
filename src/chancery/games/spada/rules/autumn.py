"""Autumn: income, the King's help and tithes (§autumn)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from operator import gt

from chancery.core import Action, BadPosition, Phase, Question, Refusal, question
from chancery.core.words import SeatName, T
from chancery.games.spada.board.components import CARD_NAMES, HAND_LIMIT, Counts
from chancery.games.spada.board.open_information import privileges_of
from chancery.games.spada.rules.deck import draw_cards
from chancery.games.spada.rules.events import (
    Drew,
    DrewForPrivileges,
    HelpDeclined,
    Helped,
    PrivilegesPaid,
    Tithed,
)
from chancery.games.spada.rules.notation import APPEAL, DISCARD, PASS
from chancery.games.spada.rules.privileges import Privilege
from chancery.games.spada.rules.refusals import (
    MustChoose,
    NobodyThere,
    NotHeld,
    RicherOnly,
    Yourself,
)
from chancery.games.spada.rules.state import Spada

POOR = 5  # a player with fewer cards may ask for help


def harvest(farms: int) -> int:
    """Return the cards drawn from the deck: one, and one for every two farms (§income.one,
    §income.farms)."""
    return 1 + farms // 2


def income(farms: int, privileges: Sequence[int]) -> int:
    """Return all cards of an autumn, with one for every privilege (§income.privileges)."""
    return harvest(farms) + sum(privileges)


def half(cards: int) -> int:
    """Return how many cards of a hand the King's help takes (§help.half)."""
    return cards // 2


def surplus(cards: int) -> int:
    """Return how many cards of a hand are beyond ten (§tithes); negative if there is room for
    more."""
    return cards - HAND_LIMIT


@dataclass(slots=True)
class Income(Phase[Spada]):
    """Income for all players, from the Counsellor clockwise (§autumn, §income)."""

    title = T("income")
    rule = "income"

    def ask(self, s: Spada) -> tuple[Question, ...]:
        received = [0] * len(s.seats)
        for seat in s.round_from(s.counsellor):
            received[seat] = self._pay(s, seat)
        s.turn_to(Help(0, tuple(received)))
        return ()

    def _pay(self, s: Spada, seat: int) -> int:
        """Pay a player: §income.one, §income.farms, then §income.privileges.

        Privileges are served from the discards as far as possible; each of the others gives a
        random card.
        """
        received = self._draw(s, seat, harvest(s.farms[seat]), Drew)
        claims = privileges_of(s, seat)
        if not any(claims):
            return received
        granted = tuple(map(min, claims, s.discards))
        if any(granted):
            for kind in range(4):
                s.discards[kind] -= granted[kind]
            s.receive(seat, granted, openly=True)
            s.emit(PrivilegesPaid(seat, granted))
        unmet = sum(claims) - sum(granted)
        drawn = self._draw(s, seat, unmet, DrewForPrivileges) if unmet else 0
        return received + sum(granted) + drawn

    def _draw(self, s: Spada, seat: int, n: int, event: type[Drew]) -> int:
        drawn = draw_cards(s, n)
        if any(drawn):
            s.receive(seat, drawn, openly=False)
            s.emit(event(seat, tuple(drawn)))
        return sum(drawn)


@dataclass(slots=True)
class Help(Phase[Spada]):
    """The King's help, asked for in turn order (§help, §help.who, §help.order).

    It is offered to players who received a single card this autumn and hold fewer than five when
    their turn comes; income and the sizes of hands are public.
    """

    title = T("the King’s help")
    rule = "help.who"
    always = ("pass",)

    at: int  # players already considered, from the Counsellor
    received: Counts

    def ask(self, s: Spada) -> tuple[Question, ...]:
        n = len(s.seats)
        while self.at < n:
            seat = (s.counsellor + self.at) % n
            if self.received[seat] <= 1 and s.size(seat) < POOR and self._donors(s, seat):
                return question(seat, "help")
            self.at += 1
        s.turn_to(Tithes())
        return ()

    def _donors(self, s: Spada, seat: int) -> list[int]:
        """§help.half: return the players with at least as many points."""
        return [
            donor
            for donor in range(len(s.seats))
            if donor != seat and s.points[donor] >= s.points[seat]
        ]

    def legal(self, s: Spada, seat: int) -> list[Action]:
        return [PASS, *(APPEAL[donor] for donor in self._donors(s, seat))]

    def do_pass(self, s: Spada, seat: int) -> None:
        """§help.who: decline to ask for help."""
        s.emit(HelpDeclined(seat))
        self.at += 1

    def do_appeal(self, s: Spada, seat: int, donor: int) -> None:
        """§help.half, §help.reward: take half the donor's cards at random; he takes a privilege."""
        cards = s.take_at_random(donor, half(s.size(donor)))
        s.receive(seat, cards, openly=False)
        s.note_cards(donor, seat, cards)
        s.emit(Helped(seat, donor, cards))
        self.at += 1
        s.push(Privilege(donor, "help.reward"))

    def no_appeal(self, s: Spada, seat: int, donor: int) -> Refusal:
        if not s.has_seat(donor):
            return NobodyThere().by("help.half")
        if donor == seat:
            return Yourself().by("help.half")
        return RicherOnly(donor=SeatName(donor))

    def check(self, s: Spada) -> None:
        if len(self.received) != len(s.seats) or not 0 <= self.at <= len(s.seats):
            raise BadPosition(T("the King’s help is not in order"))


@dataclass(slots=True)
class Tithes(Phase[Spada]):
    """All players give up their cards beyond ten (§tithes), simultaneously and in secret."""

    title = T("tithes")
    rule = "tithes"
    simultaneous = True

    def ask(self, s: Spada) -> tuple[Question, ...]:
        questions = tuple(
            [Question(seat, "tithe") for seat in range(len(s.seats)) if self._owed(s, seat) > 0]
        )
        if questions:
            return questions
        for seat in s.round_from(s.counsellor):
            cards = s.cards(s.drafts, seat)
            if any(cards):
                for resource, n in enumerate(cards):
                    s.discard(seat, resource, n)
                s.drafts[seat * 4 : seat * 4 + 4] = (0, 0, 0, 0)
                s.emit(Tithed(seat, cards))
        s.leave()
        return ()

    def _owed(self, s: Spada, seat: int) -> int:
        """Return how many cards a player has still to choose."""
        return surplus(s.size(seat)) - sum(s.cards(s.drafts, seat))

    def legal(self, s: Spada, seat: int) -> list[Action]:
        row = slice(seat * 4, seat * 4 + 4)
        hand, chosen = s.hands[row], s.drafts[row]
        return list(compress(DISCARD, map(gt, hand, chosen)))

    def do_discard(self, s: Spada, seat: int, resource: int) -> None:
        """§tithes: choose one more card, hidden until all players have chosen."""
        s.drafts[seat * 4 + resource] += 1

    def no_pass(self, s: Spada, seat: int) -> Refusal:
        return MustChoose()

    def no_discard(self, s: Spada, seat: int, resource: int) -> Refusal:
        return NotHeld(card=CARD_NAMES[resource])

    def check(self, s: Spada) -> None:
        for seat in range(len(s.seats)):
            if s.drafting(seat) and self._owed(s, seat) < 0:
                raise BadPosition(T("more cards are chosen or known than there are"))
