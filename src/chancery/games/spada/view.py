"""The view of a seat, and sampling of positions that are consistent with it.

Points and privileges are open (§components.points, §components.privileges), and so are houses,
offers, discards, agenda cards played, and the number of cards in each hand.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from chancery.core import Game, Seat, View, seen
from chancery.games.spada.board.components import (
    CARDS_OF_A_KIND,
    KNIGHTS,
    AgendaCards,
    AgendaHands,
    AnyAgendaCard,
    Cards,
    Counts,
    Hands,
    Problem,
)
from chancery.games.spada.rules.autumn import Tithes, surplus
from chancery.games.spada.rules.state import Note, Spada
from chancery.games.spada.rules.summer import Summer


@dataclass(slots=True)
class SpadaView(View):
    """The table as one seat sees it; seat -1 is a spectator."""

    year: int
    counsellor: Seat
    agenda: AnyAgendaCard
    problem: Problem
    built: int
    hand: Cards
    agenda_hand: AgendaCards
    draft: Cards
    sizes: Counts
    agenda_sizes: Counts
    offers: Hands
    latest: Hands
    loot_size: int
    deck_size: int
    discards: Cards
    privileges: Hands
    supply: Cards
    farms: Counts
    builders: Counts
    points: Counts
    spent: AgendaCards
    known: Hands
    known_agendas: AgendaHands
    unarmed: Counts
    notes: tuple[Note, ...]
    hands: Hands | None  # open to all when the game is over
    agenda_hands: AgendaHands | None


def build_view(s: Spada, seat: int | None) -> SpadaView:
    """Build the view of a seat: its own cards, the open board, and the sizes of other hands."""
    hands, agendas = s.hands, s.agendas
    n = len(s.seats)
    over = s.result is not None
    hand: tuple[int, ...] = ()
    draft: tuple[int, ...] = ()
    agenda_hand: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    if seat is not None:
        hand = tuple(hands[seat * 4 : seat * 4 + 4])
        draft = tuple(s.drafts[seat * 4 : seat * 4 + 4])
        agenda_hand = agendas[seat * 8 : seat * 8 + 8]
        notes = s.notes and tuple(note for note in s.notes if note.viewer == seat)
    return SpadaView(
        *seen(s, seat),
        s.year,
        s.counsellor,
        s.agenda,
        s.problem,
        s.built,
        hand,
        agenda_hand,
        draft,
        tuple([sum(hands[i : i + 4]) for i in range(0, 4 * n, 4)]),
        tuple([sum(agendas[i : i + 8]) for i in range(0, 8 * n, 8)]),
        tuple(s.offers),
        tuple(s.latest),
        sum(s.loot),
        sum(s.deck),
        tuple(s.discards),
        s.privileges,
        s.supply,
        s.farms,
        s.builders,
        s.points,
        s.spent,
        tuple(s.known),
        s.known_agendas,
        s.unarmed,
        notes,
        tuple(hands) if over else None,
        agendas if over else None,
    )


def sample(game: Game[Spada, SpadaView], view: SpadaView, seed: str) -> Spada:
    """Build a position consistent with a view, with unseen cards at random places where they could
    be.

    The drafts of others are hidden. In the sample they have not begun, or, where they have finished
    while others still choose, they are random.
    """
    dice = random.Random(seed)
    frame = view.frame
    s = game.framed(frame, seed)
    n = len(frame.seats)
    for name in (
        "year", "counsellor", "agenda", "problem", "built", "result", "notes", "privileges",
        "supply", "farms", "builders", "points", "spent", "known_agendas", "unarmed",
    ):  # fmt: skip
        setattr(s, name, getattr(view, name))
    for name in ("offers", "latest", "discards", "known"):
        setattr(s, name, list(getattr(view, name)))
    s.drafts = [0] * (n * 4)
    if view.seat >= 0:
        s.drafts[view.seat * 4 : view.seat * 4 + 4] = view.draft
    s.hands, s.loot, s.deck = _deal_unseen(view, n, dice)
    s.agendas = _deal_agendas(s, view, n, dice)
    _finish_tithes(s, view, dice)
    s.phases.extend(phase.copy() for phase in view.phases)
    s.settle()
    return s


def _deal_unseen(
    view: SpadaView, n: int, dice: random.Random
) -> tuple[list[int], tuple[int, ...], list[int]]:
    """Deal hands, booty and deck at random within what the view allows."""
    hands = _known_hands(view, n) if view.hands is None else list(view.hands)
    pile = [
        resource
        for resource in range(4)
        for _ in range(
            CARDS_OF_A_KIND
            - view.discards[resource]
            - sum(view.offers[resource::4])
            - sum(hands[resource::4])
        )
    ]
    dice.shuffle(pile)

    def fill(row: list[int], start: int, size: int) -> None:
        for _ in range(size - sum(row[start : start + 4])):
            row[start + pile.pop()] += 1

    # Hands without knights first, while there are enough other cards for them.
    for seat in sorted(range(n), key=lambda seat: -view.unarmed[seat]):
        if view.unarmed[seat]:
            pile.sort(key=lambda resource: resource != KNIGHTS)
        fill(hands, seat * 4, view.sizes[seat])
        if view.unarmed[seat]:
            dice.shuffle(pile)
    loot, deck = [0] * 4, [0] * 4
    fill(loot, 0, view.loot_size)
    fill(deck, 0, view.deck_size)
    return hands, tuple(loot), deck


def _finish_tithes(s: Spada, view: SpadaView, dice: random.Random) -> None:
    """Choose random tithes for the seats that have already chosen theirs."""
    if not isinstance(view.phases[-1] if view.phases else None, Tithes):
        return
    choosing = {question.seat for question in view.asked}
    for seat, size in enumerate(view.sizes):
        if surplus(size) > 0 and seat not in choosing and seat != view.seat:
            hand = [r for r in range(4) for _ in range(s.hands[seat * 4 + r])]
            for resource in dice.sample(hand, surplus(size)):
                s.drafts[seat * 4 + resource] += 1


def summer_of(view: SpadaView) -> Summer:
    """Return the summer phase, which is somewhere on the stack of phases."""
    return next(phase for phase in view.phases if isinstance(phase, Summer))


def known_cards(view: SpadaView, seat: int) -> tuple[int, ...]:
    """Return the cards that must be in another hand: seen by all, or noted by this seat."""
    cards = view.known[seat * 4 : seat * 4 + 4]
    for note in view.notes:
        if note.target == seat:
            cards = tuple(map(max, cards, note.left))
    return cards


def _known_hands(view: SpadaView, n: int) -> list[int]:
    """Return the own hand and the known cards of all others."""
    hands: list[int] = []
    for seat in range(n):
        hands += view.hand if seat == view.seat else known_cards(view, seat)
    return hands


def _deal_agendas(s: Spada, view: SpadaView, n: int, dice: random.Random) -> tuple[int, ...]:
    """Deal the agenda cards that were never shown at random to the other hands."""
    if view.agenda_hands is not None:
        return view.agenda_hands
    agendas = list(view.known_agendas)
    if view.seat >= 0:
        agendas[view.seat * 8 : view.seat * 8 + 8] = view.agenda_hand
    cards = s.data.agenda(s.options)
    pile = [
        card
        for card in range(8)
        for _ in range(cards[card] - s.spent[card] - (s.agenda == card) - sum(agendas[card::8]))
    ]
    dice.shuffle(pile)
    for seat in range(n):
        for _ in range(view.agenda_sizes[seat] - sum(agendas[seat * 8 : seat * 8 + 8])):
            agendas[seat * 8 + pile.pop()] += 1
    return tuple(agendas)
