"""The stage panel of an auction: all offers side by side, and the limits of each (§spring)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from chancery.core import Card, Side, Stage
from chancery.core.words import TN, Listing, SeatLabel, SeatName, T, Text
from chancery.games.spada.board.components import (
    CARDS_OF_A_KIND,
    CATHEDRAL,
    CATHEDRAL_PARTS,
    KNIGHTS,
    PROBLEMS,
    RESOURCES,
    Cards,
    printed,
    symbol_of,
)
from chancery.games.spada.face.cards import arms, resource_card
from chancery.games.spada.face.places import ORDER
from chancery.games.spada.face.words import value
from chancery.games.spada.rules.rewards import brings_privilege, part_points, privilege_points
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.victory import ends_in_spring
from chancery.games.spada.view import SpadaView, known_cards


def auction_stage(view: SpadaView, auction: Auction) -> Stage:
    """Build the panel: each seat with its offer; the reader's total includes the cards chosen so
    far."""
    seats = range(len(view.frame.seats))
    offered = [value(view, view.offers[seat * 4 : seat * 4 + 4]) for seat in seats]
    lifted = value(view, view.draft) if view.seat >= 0 else 0
    reachable = reach(view, offered)
    values = printed(view.frame.data).values[view.problem]
    cathedral = symbol_of(view.agenda) == CATHEDRAL
    sides = tuple(
        _side(
            seat,
            seat == view.seat,
            any(question.seat == seat for question in view.asked),
            0 < offered[seat] == auction.highest,
            _facts(
                seat in auction.bidders,
                offered[seat],
                lifted if seat == view.seat else 0,
                view.sizes[seat],
                reachable[seat],
                view.builders[seat] if cathedral else 0,
            ),
            _laid(
                view.offers[seat * 4 : seat * 4 + 4], view.latest[seat * 4 : seat * 4 + 4], values
            ),
        )
        for seat in seats
    )
    return Stage(
        f"auction:{view.year}",
        T("The auction: {kind}", kind=PROBLEMS.title(view.problem)),
        sides,
        notes=(*_reward(view), *_rivals(view.seat, auction, offered, lifted, reachable)),
    )


# -- a side ----------------------------------------------------------------------------


@lru_cache(1024)
def _side(
    seat: int, own: bool, acts: bool, leads: bool, facts: tuple[Text, ...], cards: tuple[Card, ...]
) -> Side:
    return Side(T("{seat}", seat=SeatLabel(seat)), arms(seat), facts, own, acts, leads, cards)


@lru_cache(1024)
def _facts(
    bids: bool, offered: int, lifted: int, size: int, reachable: int, builders: int
) -> tuple[Text, ...]:
    hand = TN("{n} card in hand", "{n} cards in hand", size)
    if not bids:
        return T("passed"), hand
    total = [T("offers {total}", total=offered)] if offered else []
    if lifted and offered:
        total = [T("{offered} + {lifted} = {total}", offered=offered, lifted=lifted,
                   total=offered + lifted)]  # fmt: skip
    elif lifted:
        total = [T("about to offer {total}", total=lifted)]
    facts = [*total, hand, T("can reach {most} at most", most=reachable)]
    if builders:
        facts.append(TN("+{n} point for builders", "+{n} points for builders", builders))
    return tuple(facts)


@lru_cache(1024)
def _laid(offer: Cards, latest: Cards, values: tuple[int, ...]) -> tuple[Card, ...]:
    """Return the cards before a seat; the group added last, which a pass takes back, comes last."""
    earlier = [
        Card("", resource_card(r, values[r], "earlier"),
             T("{resource} {value}, lost after a pass", resource=RESOURCES.title(r),
               value=values[r]), many=offer[r] - latest[r])
        for r in ORDER
        if offer[r] > latest[r]
    ]  # fmt: skip
    last = [
        Card("", resource_card(r, values[r]),
             T("{resource} {value}", resource=RESOURCES.title(r), value=values[r]), many=latest[r])
        for r in ORDER
        if latest[r]
    ]  # fmt: skip
    return (*earlier, *last)


# -- possible offers -------------------------------------------------------------------


def reach(view: SpadaView, offered: Sequence[int]) -> list[int]:
    """Return the most that each offer can reach; `offered` are their present values.

    The reader knows his own cards; of another hand its size, the cards that must be in it, whether
    it has no knight, and which cards are elsewhere.
    """
    values = printed(view.frame.data).values[view.problem]
    dearest = sorted(range(4), key=lambda r: -values[r])
    sure = [
        view.hand if seat == view.seat else known_cards(view, seat) for seat in range(len(offered))
    ]
    unseen = [
        CARDS_OF_A_KIND
        - view.discards[r]
        - sum(view.offers[r::4])
        - sum([cards[r] for cards in sure])
        for r in range(4)
    ]
    totals = []
    for seat, total in enumerate(offered):
        total += value(view, sure[seat])
        hidden = view.sizes[seat] - sum(sure[seat])
        for r in dearest:
            count = 0 if r == KNIGHTS and view.unarmed[seat] else min(hidden, unseen[r])
            total += count * values[r]
            hidden -= count
        totals.append(total)
    return totals


def _rivals(
    reader: int, auction: Auction, offered: Sequence[int], lifted: int, reachable: Sequence[int]
) -> tuple[Text, ...]:
    """Say which bidders can still beat the highest offer, or the one the reader is composing."""
    own_offer = offered[reader] + lifted if reader >= 0 else 0
    composing = lifted > 0 and auction.beaten_by(own_offer)
    bar = own_offer if composing else auction.highest
    if not bar:
        return (T("There is no offer yet."),)
    notes = []
    if reader in auction.bidders and own_offer < bar:
        notes.append(T("You need {n} more to lead.", n=bar + 1 - own_offer))
    able = tuple(
        SeatName(seat)
        for seat in auction.bidders
        if (seat != reader if composing else offered[seat] < bar) and reachable[seat] > bar
    )
    if able:
        notes.append(T("Can still beat {total}: {seats}.", total=bar, seats=Listing(able)))
    else:
        notes.append(T("Nobody can beat {total} any more.", total=bar))
    return tuple(notes)


def _reward(view: SpadaView) -> tuple[Text, ...]:
    """Describe the reward of the winner (§rewards), and the reader's own with his builders'
    houses."""
    options = view.frame.options
    if symbol_of(view.agenda) != CATHEDRAL:
        n = privilege_points(options)
        return (TN("The winner receives {n} point and takes a privilege.",
                   "The winner receives {n} points and takes a privilege.", n),)  # fmt: skip
    n = part_points(options, view.built, 0)
    part = CATHEDRAL_PARTS.title(view.built)
    builders = view.builders[view.seat] if view.seat >= 0 else 0
    own = (T("With your builders it would be {n}.", n=n + builders),) if builders else ()
    if brings_privilege(options, view.agenda) and not ends_in_spring(options, view.built + 1):
        return (TN("The winner builds {part} for {n} point and takes a privilege.",
                   "The winner builds {part} for {n} points and takes a privilege.",
                   n, part=part), *own)  # fmt: skip
    return (TN("The winner builds {part} for {n} point.",
               "The winner builds {part} for {n} points.", n, part=part), *own)  # fmt: skip
