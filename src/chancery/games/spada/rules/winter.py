"""Winter: the choice of the agenda of the year (§winter)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

from chancery.core import Action, Phase, Question, Refusal, Seat, added, question
from chancery.core.words import T
from chancery.games.spada.board.components import AGENDA, RESOURCES, problem_of
from chancery.games.spada.board.open_information import privileges_of
from chancery.games.spada.rules.events import LeftAgenda, Proposed, ProposedLast, Summoned, Swapped
from chancery.games.spada.rules.notation import PASS, PLAY, SUMMON, SWAP
from chancery.games.spada.rules.refusals import (
    HasAgenda,
    HasNoAgenda,
    MustPlay,
    NoSuchAgenda,
    NoSuchPrivilege,
)
from chancery.games.spada.rules.state import Spada


def first_with_agenda(sizes: Sequence[int], start: int) -> int:
    """Return the first player from `start` to the left who holds an agenda card.

    §winter.later, §winter.special: `sizes` are the numbers of agenda cards in each hand.
    """
    n = len(sizes)
    return next(seat % n for seat in range(start, start + n) if sizes[seat % n])


def play_agenda(s: Spada, seat: int, card: int) -> None:
    """Move an agenda card openly from a hand to the table; its problem is that of the year."""
    i = seat * 8 + card
    s.agendas = added(s.agendas, i, -1)
    if s.known_agendas[i]:
        s.known_agendas = added(s.known_agendas, i, -1)
    s.agenda = card
    s.problem = problem_of(card)


def take_agenda(s: Spada, seat: int) -> int:
    """Move the agenda card on the table openly into a hand."""
    card = s.agenda
    i = seat * 8 + card
    s.agendas = added(s.agendas, i, 1)
    s.known_agendas = added(s.known_agendas, i, 1)
    s.agenda = -1
    return card


@dataclass(slots=True)
class Proposal(Phase[Spada]):
    """A player puts an agenda card on the table (§winter, §winter.later, §winter.special).

    It is the Counsellor, the first player to his left who has one, or the player who was summoned.
    A single card in hand is played without a question: it is public that there is no choice.
    """

    title = T("the choice of the agenda")
    rule = "winter.later"

    seat: Seat

    def ask(self, s: Spada) -> tuple[Question, ...]:
        if s.agenda_size(self.seat) > 1:
            return question(self.seat, "propose")
        card = s.agendas[self.seat * 8 : self.seat * 8 + 8].index(1)
        self._play(s, ProposedLast(self.seat, card))
        return ()

    def legal(self, s: Spada, seat: int) -> list[Action]:
        return list(compress(PLAY, s.agendas[seat * 8 : seat * 8 + 8]))

    def do_play(self, s: Spada, seat: int, card: int) -> None:
        self._play(s, Proposed(seat, card))

    def _play(self, s: Spada, event: Proposed) -> None:
        play_agenda(s, event.seat, event.card)
        s.emit(event)
        s.turn_to(Exchange(event.seat, s.next_seat(event.seat)))

    def no_play(self, s: Spada, seat: int, card: int) -> Refusal:
        return NoSuchAgenda(card=AGENDA.title(card))

    def no_pass(self, s: Spada, seat: int) -> Refusal:
        return MustPlay()


@dataclass(slots=True)
class Exchange(Phase[Spada]):
    """Players pay privileges to change the agenda (§winter.round, §winter.swap, §winter.pass,
    §winter.end).

    One lap, clockwise, from the left of the player whose card is on the table. A pass lasts until
    the card changes; then a new lap begins. A player without a privilege is not asked, nor is one
    without agenda cards when no other player could be summoned.
    """

    title = T("the exchange of the agenda")
    rule = "winter.round"
    always = ("pass",)

    player: Seat  # played the card on the table
    at: Seat  # the player to decide

    def ask(self, s: Spada) -> tuple[Question, ...]:
        while self.at != self.player:
            if any(privileges_of(s, self.at)) and (
                s.agenda_size(self.at) or sum(s.agendas)  # cards in other hands
            ):
                return question(self.at, "exchange")
            self.at = s.next_seat(self.at)
        s.leave()
        return ()

    def legal(self, s: Spada, seat: int) -> list[Action]:
        privileges, cards = privileges_of(s, seat), s.agendas[seat * 8 : seat * 8 + 8]
        if not any(cards):
            return [PASS, *compress(SUMMON, privileges)]
        swaps = [swap for row in compress(SWAP, privileges) for swap in compress(row, cards)]
        return [PASS, *swaps]

    def do_pass(self, s: Spada, seat: int) -> None:
        """§winter.pass: leave the agenda as it is."""
        s.emit(LeftAgenda(seat))
        self.at = s.next_seat(seat)

    def do_swap(self, s: Spada, seat: int, privilege: int, card: int) -> None:
        """§winter.swap: pay a privilege and replace the card; the old one goes into the hand."""
        self._pay(s, seat, privilege)
        old_agenda = take_agenda(s, seat)
        play_agenda(s, seat, card)
        s.emit(Swapped(seat, privilege, card, old_agenda))
        s.turn_to(Exchange(seat, s.next_seat(seat)))

    def do_summon(self, s: Spada, seat: int, privilege: int) -> None:
        """§winter.special: pay a privilege and take the card; the next player who has one must
        replace it."""
        self._pay(s, seat, privilege)
        following = first_with_agenda(s.agenda_sizes(), seat)
        old_agenda = take_agenda(s, seat)
        s.emit(Summoned(seat, privilege, old_agenda, following))
        s.turn_to(Proposal(following))

    def _pay(self, s: Spada, seat: int, privilege: int) -> None:
        i = seat * 4 + privilege
        s.privileges = added(s.privileges, i, -1)
        s.supply = added(s.supply, privilege, 1)

    def no_swap(self, s: Spada, seat: int, privilege: int, card: int) -> Refusal:
        if not s.agenda_size(seat):
            return HasNoAgenda()
        if not s.privileges[seat * 4 + privilege]:
            return NoSuchPrivilege(privilege=RESOURCES.title(privilege))
        return NoSuchAgenda(card=AGENDA.title(card)).by("winter.swap")

    def no_summon(self, s: Spada, seat: int, privilege: int) -> Refusal:
        if s.agenda_size(seat):
            return HasAgenda()
        return NoSuchPrivilege(privilege=RESOURCES.title(privilege))
