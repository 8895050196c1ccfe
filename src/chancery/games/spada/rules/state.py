"""The position: hands, houses, privileges, points, the cathedral, and knowledge of hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from chancery.core import SEATS, BadPosition, Grid, Seat, State, replaced
from chancery.core.words import T, Word
from chancery.games.spada.board.components import (
    AGENDA,
    BUILDER_SPACES,
    CARDS_OF_A_KIND,
    HOUSES,
    KNIGHTS,
    PARTS,
    PRIVILEGES_OF_A_KIND,
    PROBLEMS,
    RESOURCES,
    AgendaCards,
    AgendaHands,
    AnyAgendaCard,
    Cards,
    Counts,
    Hands,
    Printed,
    Problem,
)


@dataclass(slots=True, unsafe_hash=True)
class Note:
    """Cards that a seat has seen in a hand, and how many of them must still be there."""

    viewer: Seat
    target: Seat
    year: int
    shown: Cards
    left: Cards

    def without(self, lost: Sequence[int]) -> Note:
        """Return the note after cards have left the hand."""
        pairs = zip(self.left, lost, strict=True)
        remaining = tuple([had - gone if had > gone else 0 for had, gone in pairs])
        if remaining == self.left:
            return self
        return Note(self.viewer, self.target, self.year, self.shown, remaining)


@dataclass(slots=True, init=False, eq=False, repr=False)
class Spada(State):
    """A position of La Spada e la Fede; rows are indexed by seat, then by kind of card."""

    if TYPE_CHECKING:
        data: Printed

    year: int
    counsellor: Seat
    agenda: AnyAgendaCard  # on the table; the null card once it has left the game
    problem: Problem  # of this year
    built: int  # parts of the cathedral
    hands: Annotated[list[int], Grid(SEATS, RESOURCES)]
    agendas: AgendaHands
    drafts: Annotated[list[int], Grid(SEATS, RESOURCES)]  # chosen, still in hand, hidden
    offers: Annotated[list[int], Grid(SEATS, RESOURCES)]  # laid out in this auction
    latest: Annotated[list[int], Grid(SEATS, RESOURCES)]  # the group last added to an offer
    loot: Cards  # booty set aside face down, hidden from all
    deck: Annotated[list[int], Grid(RESOURCES)]  # without an order, which is decided when drawing
    discards: Annotated[list[int], Grid(RESOURCES)]
    privileges: Hands
    supply: Cards
    farms: Counts
    builders: Counts
    points: Counts
    spent: AgendaCards  # agenda cards out of the game
    known: Annotated[list[int], Grid(SEATS, RESOURCES)]  # cards publicly known to be in a hand
    known_agendas: AgendaHands
    unarmed: Counts  # 1: publicly known to hold no knight
    notes: tuple[Note, ...]

    # -- reading -----------------------------------------------------------------------

    def next_seat(self, seat: int) -> int:
        """Return the seat that follows this one clockwise (§year)."""
        seat += 1
        return seat if seat < len(self.seats) else 0

    def round_from(self, seat: int) -> list[int]:
        """Return all seats clockwise from this one (§year)."""
        return [*range(seat, len(self.seats)), *range(seat)]

    def size(self, seat: int) -> int:
        """Return the number of resource cards in a hand, which is public."""
        hands, i = self.hands, seat * 4
        return hands[i] + hands[i + 1] + hands[i + 2] + hands[i + 3]

    def agenda_size(self, seat: int) -> int:
        """Count the agenda cards in a hand, which is public."""
        return sum(self.agendas[seat * 8 : seat * 8 + 8])

    def agenda_sizes(self) -> list[int]:
        """Return the number of agenda cards in each hand."""
        return [self.agenda_size(seat) for seat in range(len(self.seats))]

    def cards(self, rows: Sequence[int], seat: int) -> tuple[int, ...]:
        """Return one seat's row of a list by seat and resource."""
        return tuple(rows[seat * 4 : seat * 4 + 4])

    def value(self, rows: Sequence[int], seat: int) -> int:
        """Return the value of one seat's row of cards against the problem of the year (§spring)."""
        return self.data.value(self.problem, rows, seat * 4)

    def has_seat(self, seat: int) -> bool:
        """Return whether there is a seat of this number at this table."""
        return 0 <= seat < len(self.seats)

    def drafting(self, seat: int) -> bool:
        """Return whether a seat has chosen cards for an offer or for tithes."""
        return any(self.drafts[seat * 4 : seat * 4 + 4])

    # -- moving cards ------------------------------------------------------------------

    def remove_openly(self, seat: int, resource: int, n: int = 1) -> None:
        """Remove cards from a hand openly."""
        i = seat * 4 + resource
        self.hands[i] -= n
        known = self.known[i]
        if known:
            self.known[i] = known - n if known > n else 0
        for note in self.notes:
            if note.target == seat and note.left[resource]:
                lost = [0, 0, 0, 0]
                lost[resource] = n
                self._reduce_notes(seat, lost)
                break

    def discard(self, seat: int, resource: int, n: int = 1) -> None:
        """Move cards openly from a hand to the discards."""
        self.remove_openly(seat, resource, n)
        self.discards[resource] += n

    def receive(self, seat: int, cards: Sequence[int], *, openly: bool) -> None:
        """Add cards to a hand, openly or not."""
        for i, n in enumerate(cards, seat * 4):
            if n:
                self.hands[i] += n
                if openly:
                    self.known[i] += n
        if self.unarmed[seat] and (cards[KNIGHTS] or (not openly and any(cards))):
            self.unarmed = replaced(self.unarmed, seat, 0)

    def take_at_random(self, seat: int, n: int) -> tuple[int, ...]:
        """Take cards from a hand at random, unseen by the others, and return them."""
        taken = [0, 0, 0, 0]
        for _ in range(n):
            resource = self.pick(self.hands[seat * 4 : seat * 4 + 4])
            self.hands[seat * 4 + resource] -= 1
            taken[resource] += 1
        for i in range(seat * 4, seat * 4 + 4):
            self.known[i] = max(0, self.known[i] - n)
        self._reduce_notes(seat, [n, n, n, n])
        return tuple(taken)

    def _reduce_notes(self, target: int, lost: Sequence[int]) -> None:
        """Reduce the notes about a hand after cards have left it."""
        self.notes = tuple(
            [note.without(lost) if note.target == target else note for note in self.notes]
        )

    def note_hand(self, viewer: int, target: int) -> None:
        """Note a whole hand that the viewer sees; an older note about the same hand is dropped."""
        shown = self.cards(self.hands, target)
        other_notes = [n for n in self.notes if n.viewer != viewer or n.target != target]
        self.notes = (*other_notes, Note(viewer, target, self.year, shown, shown))

    def note_cards(self, viewer: int, target: int, cards: Sequence[int]) -> None:
        """Note cards that the viewer has seen go into a hand, in addition to what he knows of
        it."""
        remaining = tuple(cards)
        other_notes = []
        for note in self.notes:
            if note.viewer == viewer and note.target == target:
                remaining = tuple(map(sum, zip(remaining, note.left, strict=True)))
            else:
                other_notes.append(note)
        self.notes = (*other_notes, Note(viewer, target, self.year, tuple(cards), remaining))

    # -- invariants --------------------------------------------------------------------

    def check(self) -> None:
        """Raise BadPosition unless the position could occur in a game."""
        for r in range(4):
            cards = self.deck[r] + self.discards[r] + self.loot[r]
            cards += sum(self.hands[r::4]) + sum(self.offers[r::4])
            if cards != CARDS_OF_A_KIND:
                raise _miscount(RESOURCES.title(r), cards, CARDS_OF_A_KIND)
            tiles = self.supply[r] + sum(self.privileges[r::4])
            if tiles != PRIVILEGES_OF_A_KIND:
                privilege = T("privileges of {resource}", resource=RESOURCES.title(r))
                raise _miscount(privilege, tiles, PRIVILEGES_OF_A_KIND)
        for card, right in enumerate(self.data.agenda(self.options)):
            cards = sum(self.agendas[card::8]) + self.spent[card] + (self.agenda == card)
            if cards != right:
                raise _miscount(AGENDA.title(card), cards, right)
        if min(*self.hands, *self.deck, *self.discards, *self.supply, *self.agendas) < 0:
            raise BadPosition(T("a number of cards is negative"))
        self._check_known()
        for farms, builders in zip(self.farms, self.builders, strict=True):
            if not 0 <= builders <= farms or farms + builders > HOUSES or builders > BUILDER_SPACES:
                raise BadPosition(
                    T("six houses, three of them builders’, and never more builders than farms")
                )
        if not 0 <= self.built <= PARTS:
            raise BadPosition(T("the cathedral has six parts"))
        if self.built == PARTS and self.phases and self.options["ending"] == "standard":
            raise BadPosition(T("the roof is on and the game is not over"))
        if self.phases and self.phases[0].rule != "year":
            raise BadPosition(T("no season is being played"))
        if self.year < 1 or not 0 <= self.counsellor < len(self.seats):
            raise BadPosition(T("every year has a number and a Counsellor"))
        if any(not 1 <= note.year <= self.year for note in self.notes):
            raise BadPosition(T("a note about a year that never was"))
        if not 0 <= self.problem < len(PROBLEMS):
            raise BadPosition(T("every year has a problem"))

    def _check_known(self) -> None:
        """Raise BadPosition if more cards are chosen, offered, seen or noted than there are."""
        parts = (*self.drafts, *self.latest, *self.known, *self.known_agendas)
        wholes = (*self.hands, *self.offers, *self.hands, *self.agendas)
        for note in self.notes:
            parts += note.left
            wholes += self.cards(self.hands, note.target)
        parts += tuple(self.unarmed)
        wholes += tuple(int(not n) for n in self.hands[KNIGHTS::4])
        if any(part > whole for part, whole in zip(parts, wholes, strict=True)):
            raise BadPosition(T("more cards are chosen or known than there are"))


def _miscount(what: Word, counted: int, expected: int) -> BadPosition:
    return BadPosition(
        T(
            "{what}: {right} were expected, not {found}",
            what=what,
            right=expected,
            found=counted,
        )
    )
