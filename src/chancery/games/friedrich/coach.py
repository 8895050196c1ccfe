"""Facts worked out from a view: set-up, objectives, supply, armies, hands, payment and fights.

Used by overlays, notes, the bot and its reasons; nothing here knows more than the view.
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
from chancery.games.friedrich.board.nations import PRUSSIA, hostile
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

# The shares of stacks in their armies, by top general: field armies are strong, guards weak.
_SHARE = {
    FRIEDRICH: 9, HEINRICH: 5, SCHWERIN: 9, SEYDLITZ: 3, DOHNA: 4, LEHWALDT: 2,
    FERDINAND: 6, CUMBERLAND: 6,
    SALTIKOV: 10, APRAXIN: 4, TOTTLEBEN: 2,
    DAUN: 8, BROWNE: 12, LAUDON: 6, LACY: 4,
    RICHELIEU: 13, SOUBISE: 7,
}  # fmt: skip


def shares(view: FriedrichView, seat: int) -> Iterator[tuple[int, int]]:
    """Yield a sensible set-up: each stack of a seat without troops, and the number for it (§1.19).

    The stacks come in the order in which they are asked for.
    """
    for nation in range(7):
        if view.owners[nation] != seat:
            continue
        waiting = [top for top in view.tops(nation) if not view.troops[top]]
        undistributed = view.totals[nation] - sum(view.troops[top] for top in view.tops(nation))
        while waiting:
            if len(waiting) == 1 and view.frame.rules >= 3:
                break  # the last stack gets the rest without a question
            target = round(undistributed * _share(waiting[0]) / sum(_share(top) for top in waiting))
            top = waiting.pop(0)
            waiting_generals = sum(len(view.stack(other)) for other in waiting)
            choices = parting(len(view.stack(top)), waiting_generals, undistributed)
            n = min(choices, key=lambda n: abs(n - target))
            undistributed -= n
            yield top, n


def _share(top: int) -> int:
    return _SHARE.get(top, 4)


# -- objectives --------------------------------------------------------------------------


class Objective(NamedTuple):
    """An objective of a nation and the pieces that protect it."""

    city: int
    nation: int  # that can conquer it
    conquered: bool
    guards: tuple[int, ...]  # the pieces that protect it against the next change of hands

    @property
    def open(self) -> bool:
        """Whether no piece protects it, so that it changes hands when a unit leaves it."""
        return not self.guards


def protectors(view: FriedrichView, city: int) -> tuple[int, ...]:
    """Return the pieces that protect an objective against the next change of hands."""
    return tuple(protection.protectors(view, city, protection.protecting_nation(view, city)))


def objectives(view: FriedrichView, nation: int | None = None) -> list[Objective]:
    """Return all objectives, or those of one nation, with their guards."""
    cities = OBJECTIVES if nation is None else OBJECTIVES_OF[nation]
    return [
        Objective(city, OBJECTIVE_OF[city], bool(view.control[city]), protectors(view, city))
        for city in cities
        if view.owners[OBJECTIVE_OF[city]] >= 0 and view.owners[DEFENDER_OF[city]] >= 0
    ]


# -- supply ------------------------------------------------------------------------------


class Line(NamedTuple):
    """A stack and whether it is in supply."""

    top: int
    supplied: bool  # whether supply would be found now (§9.2, §9.3)
    down: bool

    @property
    def alarm(self) -> int:
        """0: safe; 1: would be turned over; 2: would starve."""
        return 0 if self.supplied else 2 if self.down else 1


def supply_lines(view: FriedrichView, nation: int) -> list[Line]:
    """Return each stack of a nation with its state of supply."""
    ways = distance_to_train(view, nation)
    return [
        Line(top, in_supply(nation, view.at[top], ways), bool(view.down[top]))
        for top in view.tops(nation)
    ]


# -- armies and hands ---------------------------------------------------------------------


class Strength(NamedTuple):
    """The public bounds of a stack's troops and an estimate."""

    low: int
    high: int
    told: int  # the troops last announced; 0: never
    likely: float


def strengths(view: FriedrichView, nation: int) -> dict[int, Strength]:
    """Return the strength of each stack of a nation by its top general; the reader's own
    exactly."""
    tops = view.tops(nation)
    if view.own(nation) or view.result is not None:
        return {
            top: Strength(n, n, view.told[top], float(n))
            for top in tops
            for n in (view.troops[top],)
        }
    low, high = sum(view.low[t] for t in tops), sum(view.high[t] for t in tops)
    share = (view.totals[nation] - low) / (high - low) if high > low else 0.0
    return {
        top: Strength(
            view.low[top],
            view.high[top],
            view.told[top],
            view.low[top] + share * (view.high[top] - view.low[top]),
        )
        for top in tops
    }


def points(hand: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the points of a hand in each suit, every Reserve at its best."""
    sums = [0] * 5
    for kind, n in enumerate(hand):
        if n:
            sums[SUIT_OF[kind]] += n * VALUE[kind]
    spare = sums[RESERVE]
    return sums[0] + spare, sums[1] + spare, sums[2] + spare, sums[3] + spare


def unseen(view: FriedrichView) -> list[int]:
    """Count the cards of the open decks whose place the reader does not know, by kind."""
    return _unseen(
        tuple([view.hands[nation] for nation in range(7) if view.own(nation)]),
        view.discards,
        view.opened,
        tuple([buried.card for buried in view.buried]),
        view.stake,
    )


def _unseen(
    known_hands: tuple[tuple[int, ...], ...],
    discards: tuple[int, ...],
    opened: int,
    buried: tuple[int, ...],
    stake: int,
) -> list[int]:
    open_ones = opened * A_DECK
    unseen = [*map(sub, IN_THE_BOX[:open_ones], discards), *[0] * (KINDS - open_ones)]
    for hand in known_hands:
        unseen = list(map(sub, unseen, hand))
    for card in (*buried, stake) if stake >= 0 else buried:
        unseen[card] -= 1
    return [n if n > 0 else 0 for n in unseen]


def hands(view: FriedrichView) -> Sequence[tuple[float, ...]]:
    """Return the points of each nation's hand in each suit: the reader's own exactly, others
    expected.

    Backs show the deck of each card, and cards seen elsewhere are not in a hand.
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
    known_hands: tuple[tuple[int, ...] | None, ...],
    backs: tuple[int, ...],
    discards: tuple[int, ...],
    opened: int,
    buried: tuple[int, ...],
    stake: int,
) -> tuple[tuple[float, ...], ...]:
    """Compute the points by the cards alone, cached because a movement phase asks often."""
    rates: list[list[float]] = []
    unseen = _unseen(
        tuple([h for h in known_hands if h is not None]), discards, opened, buried, stake
    )
    for deck in range(DECKS):
        pile = unseen[deck * A_DECK : (deck + 1) * A_DECK]
        number = sum(pile) or 1
        spare = pile[-1] * RESERVE_WORTH
        rates.append(
            [
                (sum(map(mul, pile[s * A_SUIT : (s + 1) * A_SUIT], VALUES)) + spare) / number
                for s in range(4)
            ]
        )
    hands: list[tuple[float, ...]] = []
    for nation, hand in enumerate(known_hands):
        if hand is not None:
            hands.append(points(hand))
        else:
            unseen_kinds = [
                (n, rates[deck])
                for deck, n in enumerate(backs[nation * DECKS : (nation + 1) * DECKS])
                if n
            ]
            hands.append(
                tuple([sum([n * rate[s] for n, rate in unseen_kinds], 0.0) for s in range(4)])
            )
    return tuple(hands)


# -- purchases -----------------------------------------------------------------------------


@lru_cache(1000)
def least_waste(hand: tuple[int, ...], price: int) -> tuple[int, ...]:
    """Return the cards that pay a price with the least loss; empty if it is too dear.

    There is no change (§10). Of several ways it is one with the fewest Reserves, and then the
    fewest cards.
    """
    ways: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for kind in (kind for kind, n in enumerate(hand) for _ in range(n)):
        spare = SUIT_OF[kind] == RESERVE
        for paid, (reserves, cards, kinds) in sorted(ways.items(), reverse=True):
            if paid < price:
                payment = reserves + spare, cards + 1, (*kinds, kind)
                after = paid + VALUE[kind]
                ways[after] = min(ways.get(after, payment), payment)
    enough = [paid for paid in ways if paid >= price]
    return ways[min(enough)][2] if enough else ()


# -- fights ------------------------------------------------------------------------------


class Attack(NamedTuple):
    """A city from which a hostile stack can be attacked, with the suits of both cities."""

    target: int  # the top general of the stack
    city: int
    own_suit: int
    their_suit: int


def attack_positions(view: FriedrichView, nation: int) -> list[Attack]:
    """Return the cities from which the nation could attack each hostile stack."""
    occupant = {city: piece for piece, city in reversed(list(enumerate(view.at))) if city >= 0}
    attacks = []
    for enemy in range(7):
        if hostile(nation, enemy):
            for top in view.tops(enemy):
                for city in NEXT[view.at[top]]:
                    if city not in occupant or NATION_OF[occupant[city]] == nation:
                        attacks.append(Attack(top, city, SUIT[city], SUIT[view.at[top]]))
    return attacks


def playable_scores(view: FriedrichView, fight: Fight) -> dict[int, tuple[int, int]]:
    """Return the cards that may be played now, with the scores each leads to.

    The two scores are the lowest and the highest: they differ for a Reserve, and for an eleven that
    may count double (§fate 11♠).
    """
    nation = fight.nation(fight.side)
    suit, score, ceiling = fight.suit(view), fight.own_score(), fight.ceiling(view)
    doubles = nation == PRUSSIA and view.holds(ELEVEN_DOUBLES)
    scores = {}
    for kind, n in enumerate(view.hands[nation]):
        value = VALUE[kind]
        if n and SUIT_OF[kind] == RESERVE:
            low, high = 1, min(value, ceiling)
        elif n and SUIT_OF[kind] == suit and value <= ceiling:
            twice = doubles and suit == SPADES and value == 11
            low, high = value, 2 * value if twice else value
        else:
            continue
        scores[kind] = score + fight.counts(view, low), score + fight.counts(view, high)
    return scores


class PointsLeft(NamedTuple):
    """The points that a side of a fight could still play."""

    suited: int  # points in the suit of its sector
    spare: int  # points by Reserves


def points_left(view: FriedrichView, fight: Fight, side: int) -> PointsLeft:
    """Return the points of the reader's hand in a fight, whether or not it is his turn."""
    own_turn = fight.with_turn(side)
    suit, ceiling = own_turn.suit(view), own_turn.ceiling(view)
    suited = spare = 0
    for kind, n in enumerate(view.hands[fight.nation(side)]):
        if SUIT_OF[kind] == RESERVE:
            spare += n * min(RESERVE_WORTH, ceiling)
        elif SUIT_OF[kind] == suit and VALUE[kind] <= ceiling:
            suited += n * VALUE[kind]
    return PointsLeft(suited, spare)
