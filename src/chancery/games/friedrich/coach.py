"""What a view tells to somebody who looks closely: objectives, supply, attacks and their cost.

Small functions, each from a view alone: nothing here knows more than the reader may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import mul, sub
from typing import NamedTuple

from chancery.games.friedrich.board.atlas import (
    DEFENDER_OF,
    NEXT,
    OBJECTIVE_OF,
    OBJECTIVES,
    OBJECTIVES_OF,
    SPADES,
    SUIT,
)
from chancery.games.friedrich.board.cards import (
    A_DECK,
    A_SUIT,
    DECKS,
    IN_THE_BOX,
    KINDS,
    RESERVE,
    RESERVE_WORTH,
    SUIT_OF,
    VALUE,
    VALUES,
)
from chancery.games.friedrich.board.fate_cards import ELEVEN_DOUBLES
from chancery.games.friedrich.board.nations import (
    PRUSSIA,
    hostile,
)
from chancery.games.friedrich.board.pieces import (
    APRAXIN,
    BROWNE,
    CUMBERLAND,
    DAUN,
    DOHNA,
    FERDINAND,
    FRIEDRICH,
    HEINRICH,
    LACY,
    LAUDON,
    LEHWALDT,
    NATION_OF,
    RICHELIEU,
    SALTIKOV,
    SCHWERIN,
    SEYDLITZ,
    SOUBISE,
    TOTTLEBEN,
)
from chancery.games.friedrich.rules import protection
from chancery.games.friedrich.rules.army_limits import parting
from chancery.games.friedrich.rules.combat import Fight
from chancery.games.friedrich.rules.supply import distance_to_train, in_supply
from chancery.games.friedrich.view import FriedrichView

# -- set-up ------------------------------------------------------------------------------

# How the armies are shared between the stacks, by their top generals: strong ones in the field,
# weak guards.
_SHARE = {
    FRIEDRICH: 9, HEINRICH: 5, SCHWERIN: 9, SEYDLITZ: 3, DOHNA: 4, LEHWALDT: 2,
    FERDINAND: 6, CUMBERLAND: 6,
    SALTIKOV: 10, APRAXIN: 4, TOTTLEBEN: 2,
    DAUN: 8, BROWNE: 12, LAUDON: 6, LACY: 4,
    RICHELIEU: 13, SOUBISE: 7,
}  # fmt: skip


def shares(view: FriedrichView, seat: int) -> Iterator[tuple[int, int]]:
    """A sensible set-up: the stacks of a seat that have no troops yet, in the order in which they
    are asked for (§1.19), and how many each would get."""
    for nation in range(7):
        if view.owners[nation] != seat:
            continue
        waiting = [top for top in view.tops(nation) if not view.troops[top]]
        left = view.totals[nation] - sum(view.troops[top] for top in view.tops(nation))
        while waiting:
            if len(waiting) == 1 and view.frame.rules >= 3:
                break  # the last one gets what is left, without being asked for
            wanted = round(left * _share(waiting[0]) / sum(_share(top) for top in waiting))
            top = waiting.pop(0)
            others = sum(len(view.stack(other)) for other in waiting)
            choices = parting(len(view.stack(top)), others, left)
            n = min(choices, key=lambda n: abs(n - wanted))
            left -= n
            yield top, n


def _share(top: int) -> int:
    return _SHARE.get(top, 4)


# -- objectives --------------------------------------------------------------------------


class Objective(NamedTuple):
    """A city that somebody wants, and who stands in the way."""

    city: int
    nation: int  # that wants it
    conquered: bool
    guards: tuple[int, ...]  # the pieces that protect it against the next change of hands

    @property
    def open(self) -> bool:
        """Nobody protects it: whoever leaves it has it."""
        return not self.guards


def protectors(view: FriedrichView, city: int) -> tuple[int, ...]:
    """Who protects an objective against the next change of hands."""
    return tuple(protection.protectors(view, city, protection.protecting_nation(view, city)))


def objectives(view: FriedrichView, nation: int | None = None) -> list[Objective]:
    """All objectives, or those of one nation, with their guards."""
    cities = OBJECTIVES if nation is None else OBJECTIVES_OF[nation]
    return [
        Objective(city, OBJECTIVE_OF[city], bool(view.control[city]), protectors(view, city))
        for city in cities
        if view.owners[OBJECTIVE_OF[city]] >= 0 and view.owners[DEFENDER_OF[city]] >= 0
    ]


# -- supply ------------------------------------------------------------------------------


class Line(NamedTuple):
    """How a stack is supplied."""

    top: int
    supplied: bool  # whether supply would be found now (§9.2, §9.3)
    down: bool

    @property
    def alarm(self) -> int:
        """0: safe; 1: would be turned over; 2: would starve."""
        return 0 if self.supplied else 2 if self.down else 1


def supply_lines(view: FriedrichView, nation: int) -> list[Line]:
    """Every stack of a nation, and how far its train is."""
    ways = distance_to_train(view, nation)
    return [
        Line(top, in_supply(nation, view.at[top], ways), bool(view.down[top]))
        for top in view.tops(nation)
    ]


# -- what is known of armies and hands ----------------------------------------------------


class Strength(NamedTuple):
    """What is known of a stack."""

    low: int
    high: int
    told: int  # the sum last announced; 0: never
    likely: float


def strengths(view: FriedrichView, nation: int) -> dict[int, Strength]:
    """Every stack of a nation by its top general; one's own exactly."""
    tops = view.tops(nation)
    if view.own(nation) or view.result is not None:
        return {
            top: Strength(n, n, view.told[top], float(n))
            for top in tops
            for n in (view.troops[top],)
        }
    low, high = sum(view.low[t] for t in tops), sum(view.high[t] for t in tops)
    left = (view.totals[nation] - low) / (high - low) if high > low else 0.0
    return {
        top: Strength(
            view.low[top],
            view.high[top],
            view.told[top],
            view.low[top] + left * (view.high[top] - view.low[top]),
        )
        for top in tops
    }


def points(hand: Sequence[int]) -> tuple[int, int, int, int]:
    """What a hand could bring in a fight in each suit, every Reserve at its best."""
    sums = [0] * 5
    for kind, n in enumerate(hand):
        if n:
            sums[SUIT_OF[kind]] += n * VALUE[kind]
    spare = sums[RESERVE]
    return sums[0] + spare, sums[1] + spare, sums[2] + spare, sums[3] + spare


def unseen(view: FriedrichView) -> list[int]:
    """The cards of the open decks that the reader cannot place, by kind."""
    return _unseen(
        tuple([view.hands[nation] for nation in range(7) if view.own(nation)]),
        view.discards,
        view.opened,
        tuple([buried.card for buried in view.buried]),
        view.stake,
    )


def _unseen(
    own: tuple[tuple[int, ...], ...],
    discards: tuple[int, ...],
    opened: int,
    buried: tuple[int, ...],
    stake: int,
) -> list[int]:
    open_ones = opened * A_DECK
    left = [*map(sub, IN_THE_BOX[:open_ones], discards), *[0] * (KINDS - open_ones)]
    for hand in own:
        left = list(map(sub, left, hand))
    for card in (*buried, stake) if stake >= 0 else buried:
        left[card] -= 1
    return [n if n > 0 else 0 for n in left]


def hands(view: FriedrichView) -> Sequence[tuple[float, ...]]:
    """For each nation what its hand brings in each suit: one's own exactly, of others to expect.

    The backs tell the deck of each card, and what has been seen of a deck is not in a hand.
    """
    return _hands(
        tuple([view.hands[nation] if view.own(nation) else None for nation in range(7)]),
        view.backs,
        view.discards,
        view.opened,
        tuple([buried.card for buried in view.buried]),
        view.stake,
    )


@lru_cache(64)
def _hands(
    own: tuple[tuple[int, ...] | None, ...],
    backs: tuple[int, ...],
    discards: tuple[int, ...],
    opened: int,
    buried: tuple[int, ...],
    stake: int,
) -> tuple[tuple[float, ...], ...]:
    """The same by the cards; a movement phase asks for it often, and no card changes hands."""
    rates: list[list[float]] = []
    left = _unseen(tuple([h for h in own if h is not None]), discards, opened, buried, stake)
    for deck in range(DECKS):
        pile = left[deck * A_DECK : (deck + 1) * A_DECK]
        number = sum(pile) or 1
        spare = pile[-1] * RESERVE_WORTH
        rates.append(
            [
                (sum(map(mul, pile[s * A_SUIT : (s + 1) * A_SUIT], VALUES)) + spare) / number
                for s in range(4)
            ]
        )
    found: list[tuple[float, ...]] = []
    for nation, hand in enumerate(own):
        if hand is not None:
            found.append(points(hand))
        else:
            held = [
                (n, rates[deck])
                for deck, n in enumerate(backs[nation * DECKS : (nation + 1) * DECKS])
                if n
            ]
            found.append(tuple([sum([n * rate[s] for n, rate in held], 0.0) for s in range(4)]))
    return tuple(found)


# -- purchases -----------------------------------------------------------------------------


@lru_cache(1000)
def least_waste(hand: tuple[int, ...], price: int) -> tuple[int, ...]:
    """The cards of a hand that pay a price with as little lost as can be (§10: there is no
    change), of those ways one with the fewest Reserves, and then cards; none: it is too dear."""
    ways: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for kind in (kind for kind, n in enumerate(hand) for _ in range(n)):
        spare = SUIT_OF[kind] == RESERVE
        for paid, (reserves, cards, kinds) in sorted(ways.items(), reverse=True):
            if paid < price:
                way = reserves + spare, cards + 1, (*kinds, kind)
                after = paid + VALUE[kind]
                ways[after] = min(ways.get(after, way), way)
    enough = [paid for paid in ways if paid >= price]
    return ways[min(enough)][2] if enough else ()


# -- fights ------------------------------------------------------------------------------


class Attack(NamedTuple):
    """A city from which a hostile stack could be attacked, and the suits of both."""

    target: int  # the top general of the stack
    city: int
    own_suit: int
    their_suit: int


def attack_positions(view: FriedrichView, nation: int) -> list[Attack]:
    """Every hostile stack, the cities next to it that nobody else holds, and the suits."""
    there = {city: piece for piece, city in reversed(list(enumerate(view.at))) if city >= 0}
    found = []
    for other in range(7):
        if hostile(nation, other):
            for top in view.tops(other):
                for city in NEXT[view.at[top]]:
                    if city not in there or NATION_OF[there[city]] == nation:
                        found.append(Attack(top, city, SUIT[city], SUIT[view.at[top]]))
    return found


def leads(view: FriedrichView, fight: Fight) -> dict[int, tuple[int, int]]:
    """The cards with which who may play could go on, and the scores to which each leads: for a
    Reserve the lowest and the highest, for an eleven that may count double both (§fate 11♠)."""
    nation = fight.nation(fight.side)
    suit, score, ceiling = fight.suit(view), fight.own_score(), fight.ceiling(view)
    doubles = nation == PRUSSIA and view.holds(ELEVEN_DOUBLES)
    found = {}
    for kind, n in enumerate(view.hands[nation]):
        value = VALUE[kind]
        if n and SUIT_OF[kind] == RESERVE:
            low, high = 1, min(value, ceiling)
        elif n and SUIT_OF[kind] == suit and value <= ceiling:
            twice = doubles and suit == SPADES and value == 11
            low, high = value, 2 * value if twice else value
        else:
            continue
        found[kind] = score + fight.counts(view, low), score + fight.counts(view, high)
    return found


class Means(NamedTuple):
    """What a side of a fight could still play."""

    suited: int  # points in the suit of its sector
    spare: int  # points by Reserves


def means(view: FriedrichView, fight: Fight, side: int) -> Means:
    """The points of one's own hand in a fight, on turn or not."""
    asked = fight.copy()
    assert isinstance(asked, Fight)
    asked.side = side
    suit, ceiling = asked.suit(view), asked.ceiling(view)
    suited = spare = 0
    for kind, n in enumerate(view.hands[fight.nation(side)]):
        if SUIT_OF[kind] == RESERVE:
            spare += n * min(RESERVE_WORTH, ceiling)
        elif SUIT_OF[kind] == suit and VALUE[kind] <= ceiling:
            suited += n * VALUE[kind]
    return Means(suited, spare)
