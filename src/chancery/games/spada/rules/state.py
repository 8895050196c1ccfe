"""The position: hands, houses, privileges, points, the cathedral, and what is known of hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from chancery.core import SEATS, BadPosition, Grid, Seat, State
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
    AnyAgendaCard,
    Cards,
    Printed,
    Problem,
)


@dataclass(frozen=True, slots=True)
class Note:
    """What a briber saw of a hand, dated; and how much of it must still be there."""

    viewer: Seat
    target: Seat
    year: int
    shown: Cards
    left: Cards


@dataclass(slots=True, init=False, eq=False, repr=False)
class Spada(State):
    """A position of La Spada e la Fede. Flat lists run by seat, then by kind of card."""

    if TYPE_CHECKING:
        data: Printed

    year: int
    counsellor: Seat
    agenda: AnyAgendaCard  # on the table; null once it has left the game
    problem: Problem  # of this year
    built: int  # parts of the cathedral
    hands: Annotated[list[int], Grid(SEATS, RESOURCES)]
    agendas: Annotated[list[int], Grid(SEATS, AGENDA)]
    drafts: Annotated[list[int], Grid(SEATS, RESOURCES)]  # chosen, still in hand, seen by nobody
    offers: Annotated[list[int], Grid(SEATS, RESOURCES)]  # laid out in this auction
    latest: Annotated[list[int], Grid(SEATS, RESOURCES)]  # of the offers, the group last added
    loot: Annotated[list[int], Grid(RESOURCES)]  # set aside face down, seen by nobody
    deck: Annotated[list[int], Grid(RESOURCES)]  # nobody knows its order: it has none until drawn
    discards: Annotated[list[int], Grid(RESOURCES)]
    privileges: Annotated[list[int], Grid(SEATS, RESOURCES)]
    supply: Annotated[list[int], Grid(RESOURCES)]
    farms: Annotated[list[int], Grid(SEATS)]
    builders: Annotated[list[int], Grid(SEATS)]
    points: Annotated[list[int], Grid(SEATS)]
    spent: Annotated[list[int], Grid(AGENDA)]  # agenda cards out of the game
    known: Annotated[list[int], Grid(SEATS, RESOURCES)]  # cards everybody knows to be in a hand
    known_agendas: Annotated[list[int], Grid(SEATS, AGENDA)]
    unarmed: Annotated[list[int], Grid(SEATS)]  # 1: everybody knows that he has no knight
    notes: tuple[Note, ...]

    # -- reading -----------------------------------------------------------------------

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        seat += 1
        return seat if seat < len(self.seats) else 0

    def round_from(self, seat: int) -> list[int]:
        """All seats clockwise, this one first (§year: the Counsellor begins every season)."""
        n = len(self.seats)
        return [(seat + i) % n for i in range(n)]

    def size(self, seat: int) -> int:
        """How many resource cards are in a hand; everybody may know."""
        hands, i = self.hands, seat * 4
        return hands[i] + hands[i + 1] + hands[i + 2] + hands[i + 3]

    def agenda_size(self, seat: int) -> int:
        """How many agenda cards are in a hand; everybody may know."""
        return sum(self.agendas[seat * 8 : seat * 8 + 8])

    def agenda_sizes(self) -> list[int]:
        """How many agenda cards everybody holds."""
        return [self.agenda_size(seat) for seat in range(len(self.seats))]

    def cards(self, rows: Sequence[int], seat: int) -> tuple[int, ...]:
        """One seat's row of a list by seat and resource."""
        return tuple(rows[seat * 4 : seat * 4 + 4])

    def value(self, rows: Sequence[int], seat: int) -> int:
        """What one seat's row of cards is worth against the problem of the year (§spring)."""
        return self.data.value(self.problem, rows[seat * 4 : seat * 4 + 4])

    def sits(self, seat: int) -> bool:
        """Whether there is such a seat at this table."""
        return seat < len(self.seats)

    def drafting(self, seat: int) -> bool:
        """Cards chosen for an offer or for tithes."""
        return any(self.drafts[seat * 4 : seat * 4 + 4])

    # -- moving cards ------------------------------------------------------------------

    def show(self, seat: int, resource: int, n: int = 1) -> None:
        """Cards leave a hand openly."""
        i = seat * 4 + resource
        self.hands[i] -= n
        if self.known[i]:
            self.known[i] = max(0, self.known[i] - n)
        for note in self.notes:
            if note.target == seat and note.left[resource]:
                lost = [0, 0, 0, 0]
                lost[resource] = n
                self._date_notes(seat, lost)
                break

    def discard(self, seat: int, resource: int, n: int = 1) -> None:
        """Cards go openly from a hand to the discards."""
        self.show(seat, resource, n)
        self.discards[resource] += n

    def receive(self, seat: int, cards: Sequence[int], *, openly: bool) -> None:
        """Cards come into a hand, seen by everybody or not."""
        for resource, n in enumerate(cards):
            if n:
                self.hands[seat * 4 + resource] += n
                if openly:
                    self.known[seat * 4 + resource] += n
                if not openly or resource == KNIGHTS:
                    self.unarmed[seat] = 0

    def take_at_random(self, seat: int, n: int) -> tuple[int, ...]:
        """Take cards from a hand at random, unseen by the others."""
        taken = [0, 0, 0, 0]
        for _ in range(n):
            resource = self.pick(self.hands[seat * 4 : seat * 4 + 4])
            self.hands[seat * 4 + resource] -= 1
            taken[resource] += 1
        for i in range(seat * 4, seat * 4 + 4):
            self.known[i] = max(0, self.known[i] - n)
        self._date_notes(seat, [n, n, n, n])
        return tuple(taken)

    def _date_notes(self, target: int, lost: Sequence[int]) -> None:
        """What was seen of a hand is worth less after cards have left it."""
        self.notes = tuple(
            Note(
                note.viewer,
                note.target,
                note.year,
                note.shown,
                tuple(max(0, had - gone) for had, gone in zip(note.left, lost, strict=True)),
            )
            if note.target == target
            else note
            for note in self.notes
        )

    def note(self, viewer: int, target: int) -> None:
        """The viewer sees a whole hand; an older look at the same hand is forgotten."""
        shown = self.cards(self.hands, target)
        kept = (n for n in self.notes if (n.viewer, n.target) != (viewer, target))
        self.notes = (*kept, Note(viewer, target, self.year, shown, shown))

    def remember(self, viewer: int, target: int, cards: Sequence[int]) -> None:
        """The viewer has seen these cards go into a hand, whatever else he knows of it."""
        left = tuple(cards)
        kept = []
        for note in self.notes:
            if (note.viewer, note.target) == (viewer, target):
                left = tuple(map(sum, zip(left, note.left, strict=True)))
            else:
                kept.append(note)
        self.notes = (*kept, Note(viewer, target, self.year, tuple(cards), left))

    # -- what must always hold ---------------------------------------------------------

    def check(self) -> None:
        """Cards, privileges and houses are conserved; builders never exceed farms."""
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
            raise BadPosition(T("a note is of a year that never was"))
        if not 0 <= self.problem < len(PROBLEMS):
            raise BadPosition(T("every year has a problem"))

    def _check_known(self) -> None:
        """Nobody has chosen, offered, seen or remembered more cards than there are."""
        parts = (*self.drafts, *self.latest, *self.known, *self.known_agendas)
        wholes = (*self.hands, *self.offers, *self.hands, *self.agendas)
        for note in self.notes:
            parts += note.left
            wholes += self.cards(self.hands, note.target)
        parts += tuple(self.unarmed)
        wholes += tuple(int(not n) for n in self.hands[KNIGHTS::4])
        if any(part > whole for part, whole in zip(parts, wholes, strict=True)):
            raise BadPosition(T("more cards are chosen or known than there are"))


def _miscount(what: Word, found: int, right: int) -> BadPosition:
    return BadPosition(
        T("{what}: {right} were expected, not {found}", what=what, right=right, found=found)
    )
