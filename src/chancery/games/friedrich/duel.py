"""The value of a fight and its best play when both hands are known (§7).

Values are in points of tactical cards. For each side counts what its enemy loses, less what it
loses itself:

- a troop counts 6 points, its price at a depot (§10), and a city of retreat 1 point. A stack that
  is lost counts as many cities as it had troops.
- a general who leaves the map counts 6 points more.
- a card played counts its face value, and a Reserve what it can count at most.

So cards traded point for point cancel each other, and two rules hold without any search: the side
with more points, the score included, can always win in the end (it goes on until it is ahead, and
the enemy runs out first), and equal sides draw. What has to be searched is how much a side wins or
saves: a beaten side stops where it loses least, and a Reserve that counts less than it could is a
loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chancery.core import Action, Game
from chancery.games.friedrich.board.atlas import SPADES
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.cards import (
    BY_SUIT,
    HIGHEST,
    LOWEST,
    PLAYS,
    RESERVE,
    RESERVE_WORTH,
    SUIT_OF,
    VALUE,
)
from chancery.games.friedrich.board.fate_cards import ELEVEN_DOUBLES
from chancery.games.friedrich.board.nations import PRUSSIA
from chancery.games.friedrich.rules import retreat
from chancery.games.friedrich.rules.combat import ATTACKER, DEFENDER, Fight
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.view import FriedrichView

TROOP, CITY, GENERAL = 6, 1, 6  # points
MOST = 10_000  # positions searched for one solution; a few large fights need more
SAMPLES = 16  # hands of the other side when they are not known
LEAST_SAMPLES = 4  # if they are large
MOST_OF_A_SAMPLE = 500  # positions searched for each of them
MOST_OF_ALL = 2000  # positions after which no further hand is sampled
_INFINITE = 10**6
_BITS = 4  # of a hand's integer, for each value: at most four cards have it
_MASK = (1 << _BITS) - 1
_FIRST, _DUTY = 1, 2  # texts of fate that still apply: to the first card; §fate 7♦
NOTHING = -99  # in place of what is added to a card: it counts nothing
DOUBLED = 11
STRICT_SINCE = 3  # rules version


class Army(NamedTuple):
    """One side of a fight: its usable cards, and the points it loses where it gives up."""

    suited: tuple[int, ...]  # values of the cards in the suit of its sector
    reserves: int
    losses: tuple[int, ...]  # by the points it is behind; farther behind: the last one
    doubles: bool = False  # §fate 11♠
    first: int = 0  # added to its first card (§fate 4♠), or NOTHING (§fate 10♥)
    must: bool = False  # §fate 7♦


class Duel(NamedTuple):
    """A fight in which both hands are known."""

    armies: tuple[Army, Army]
    side: int  # the one with the right to play
    behind: int  # the points it is behind
    most: int = RESERVE_WORTH  # the most that a Reserve may count (§fate 3♣)
    strict: bool = True  # under §fate 7♦ a Reserve may not count too little (rules version 3)

    def against(self, cards: tuple[tuple[int, ...], int]) -> Duel:
        """Return the same fight against an enemy with other cards."""
        armies = list(self.armies)
        enemy = armies[1 - self.side]
        armies[1 - self.side] = enemy._replace(suited=cards[0], reserves=cards[1])
        return self._replace(armies=(armies[0], armies[1]))


class Ply(NamedTuple):
    """A choice in a fight: the value of a card, 0 for a Reserve, and for how much it is played."""

    card: int
    points: int  # before a text of fate that changes them


STOP = Ply(-1, 0)  # giving up


class End(NamedTuple):
    """The end of a fight: the side that gives up, and how far behind it is then (0: a draw)."""

    side: int
    behind: int


class Solution(NamedTuple):
    """The value of a fight to the side that has the right to play, and its best line."""

    value: int
    line: tuple[Ply, ...]  # of that side alone, until the other side has to decide
    end: End  # if both sides play on as well as they can
    exact: bool  # whether the whole fight was searched; otherwise all this is an estimate


def losses(troops: int, generals: int, longest: int) -> tuple[int, ...]:
    """Return what a stack loses, in points, by how far it is behind when it gives up (§8.1, §8.7).

    `longest` is the length of the longest retreat that it can make.
    """
    whole = (TROOP + CITY) * troops + GENERAL * generals
    return (
        *(
            (TROOP + CITY) * lost + GENERAL * max(0, generals - (troops - lost))
            if lost <= longest
            else whole
            for lost in range(troops)
        ),
        whole,
    )


class Choice(NamedTuple):
    """A choice of the side that plays, over several hands of the other side."""

    ply: Ply
    value: float  # the mean
    best: int  # the number of hands against which no choice is better


class Advice(NamedTuple):
    """Expected values for the side that plays, over sampled hands of the other side."""

    choices: tuple[Choice, ...]  # the best first
    hands: int
    won: int | None  # the hands against which its points suffice to win; None: a text of fate

    def worth(self, ply: Ply) -> float:
        """Return the mean value of a choice."""
        return next(choice.value for choice in self.choices if choice.ply == ply)


class _Option(NamedTuple):
    """A card that can be played in a position of a search, and what follows from it."""

    ply: Ply
    points: int  # added to the score
    waste: int  # the value of the card beyond that
    hand: int  # after it
    flags: int


class _Position(NamedTuple):
    """A position of a search: who plays, both hands as integers, and what is left of a text."""

    side: int
    own: int
    other: int
    behind: int
    flags: int

    def after(self, option: _Option) -> _Position:
        """Return the position after a card (§7.4)."""
        ahead = option.points - self.behind
        if ahead < 0:
            return _Position(self.side, option.hand, self.other, -ahead, option.flags)
        return _Position(1 - self.side, self.other, option.hand, ahead, option.flags)


class Solver:
    """Searches one fight by null windows, with a table of positions.

    Inside, the value of a position leaves out the points that a side is behind: then cards traded
    point for point change nothing, and only what a Reserve counts too little is subtracted.
    """

    def __init__(self, duel: Duel, most: int = MOST) -> None:
        self.duel, self._most = duel, most
        self.searched = 0
        self._table: dict[_Position, tuple[int, int]] = {}
        self._best: dict[_Position, _Option] = {}
        self._hands: dict[int, _Hand] = {}
        self._fits: dict[tuple[int, int, int], int] = {}
        armies = duel.armies
        # whether no text of fate changes points or obliges a side
        self.plain = not any(army.doubles or army.first or army.must for army in armies)
        deepest = max(duel.behind, 2 * HIGHEST)
        self._costs = tuple(
            tuple(army.losses[min(n, len(army.losses) - 1)] - n for n in range(deepest + 1))
            for army in armies
        )
        self._least = tuple(min(costs[1 : HIGHEST + 1]) for costs in self._costs)
        self._greatest = tuple(max(costs[: HIGHEST + 1]) for costs in self._costs)
        hands = [
            army.reserves + sum(1 << _BITS * value for value in army.suited) for army in armies
        ]
        flags = _FIRST * any(a.first for a in armies) + _DUTY * any(a.must for a in armies)
        self._start = _Position(
            duel.side, hands[duel.side], hands[1 - duel.side], duel.behind, flags
        )

    @property
    def exact(self) -> bool:
        """Whether all positions so far could be searched to the end."""
        return self.searched <= self._most

    @property
    def ahead(self) -> int:
        """The lead of the side that plays in points, the score included.

        If there are more it can win the fight, whatever the other side does, unless a text of
        fate matters.
        """
        position = self._start
        return self._hand(position.own).total - position.behind - self._hand(position.other).total

    def values(self) -> dict[Ply, int]:
        """Return the value of the fight after each choice."""
        position = self._start
        values = {option.ply: self._worth(position, option) for option in self._options(position)}
        if self._may_stop(position):
            values[STOP] = -self._costs[position.side][position.behind]
        return {ply: value - position.behind for ply, value in values.items()}

    def solution(self, begun: Ply | None = None) -> Solution:
        """Return the best line, or the best one that begins with a choice.

        Of equal choices giving up is preferred, then cards that keep the right to play.
        """
        position, line, is_own = self._start, [], True
        value = self._value(position)
        if begun is not None:
            value = self.values()[begun] + position.behind
        while True:
            option = self._choice(position, begun)
            is_own = is_own and position.side == self.duel.side
            if is_own:
                line.append(STOP if option is None else option.ply)
            if option is None:
                end = End(position.side, position.behind)
                return Solution(value - self.duel.behind, tuple(line), end, self.exact)
            is_own = is_own and option.points < position.behind
            position, begun = position.after(option), None

    def _choice(self, position: _Position, begun: Ply | None) -> _Option | None:
        """Return the best card; None: to give up."""
        options = self._options(position)
        if begun is not None:
            return next((option for option in options if option.ply == begun), None)
        value = self._value(position)
        if not options or (
            self._may_stop(position) and -self._costs[position.side][position.behind] >= value
        ):
            return None
        keeping = [option for option in options if option.points < position.behind]
        passing = [option for option in reversed(options) if option.points >= position.behind]
        ranked = sorted((*keeping, *passing), key=lambda option: option.waste)
        return next(
            (option for option in ranked if self._reaches(position, option, value)), ranked[0]
        )

    # -- rules -----------------------------------------------------------------------------

    def _hand(self, cards: int) -> _Hand:
        hand = self._hands.get(cards)
        if hand is None:
            hand = self._hands[cards] = _Hand(cards, self.duel.most)
        return hand

    def _may_stop(self, position: _Position) -> bool:
        """Return whether a side may give up: not at zero with the suit (§7.7), nor under §fate
        7♦."""
        hand = self._hand(position.own)
        if not position.behind and hand.suited:
            return False
        bound = position.flags & _DUTY and self.duel.armies[position.side].must
        return not (bound and hand.options)

    def _options(self, position: _Position) -> Sequence[_Option]:
        """Return the cards that may be played: first those that end a deficit, Reserves last."""
        hand = self._hand(position.own)
        options = hand.options_at(position.behind)
        if self.plain:
            return options
        army = self.duel.armies[position.side]
        if army.doubles:
            twice = [_twice(option) for option in options if option.ply.card == DOUBLED]
            options = [*twice, *options]
        bound = position.flags & _DUTY and army.must
        least = 1
        if bound and self.duel.strict and hand.total > position.behind:
            least = RESERVE_WORTH + 1 - hand.total + position.behind
        first = army.first if position.flags & _FIRST else 0
        usable = []
        for ply, points, waste, cards, _ in options:
            if not ply.card and points < least:
                continue
            added = -points if first == NOTHING else first
            flags = position.flags & ~_FIRST if first else position.flags
            if bound and points > position.behind:
                flags &= ~_DUTY
            usable.append(_Option(ply, points + added, waste - added, cards, flags))
        return usable

    # -- search ----------------------------------------------------------------------------

    def _value(self, position: _Position) -> int:
        """Return the value of a position, narrowed down by null windows."""
        low, high = -_INFINITE, _INFINITE
        guess = -self._costs[position.side][position.behind]
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = self._search(position, beta)
            if guess < beta:
                high = guess
            else:
                low = guess
        return guess

    def _worth(self, position: _Position, option: _Option) -> int:
        """Return the value of a position after a card."""
        after = position.after(option)
        value = self._value(after)
        return (value if after.side == position.side else -value) - option.waste

    def _reaches(self, position: _Position, option: _Option, value: int) -> bool:
        """Return whether a position is worth at least so much after a card."""
        after, wanted = position.after(option), value + option.waste
        if after.side == position.side:
            return self._search(after, wanted) >= wanted
        return -self._search(after, 1 - wanted) >= wanted

    def _search(self, position: _Position, beta: int) -> int:
        """Return a bound of the value: an upper one if it is below `beta`, otherwise a lower."""
        side, own_cards, other_cards, behind, _ = position
        hand, costs = self._hand(own_cards), self._costs[side]
        low, high = -_INFINITE, _INFINITE
        if self._may_stop(position):
            low = -costs[behind]
            if low >= beta or not own_cards:
                return low
        if self.plain:
            ahead = hand.total - behind - self._hand(other_cards).total  # see `ahead`
            if not ahead:
                return 0
            if ahead > 0:  # it can win
                high = max(low, self._greatest[1 - side])
                low = max(low, self._least[1 - side])
            else:
                high = max(low, -min(self._least[side], *costs[1 : behind + 2]))
                if high >= beta and behind:
                    low = max(low, self._fit(side, own_cards, behind))
            if low >= beta:
                return low
            if high < beta:
                return high
        bounds = self._table.get(position)
        if bounds is not None:
            low, high = max(low, bounds[0]), min(high, bounds[1])
            if low >= beta:
                return low
            if high < beta:
                return high
        self.searched += 1
        if self.searched > self._most:
            return low if low > -_INFINITE else 0
        best = low
        options = self._options(position)
        if position in self._best:
            options = [self._best[position], *options]
        for option in options:
            after, waste = position.after(option), option.waste
            if after.side == side:
                value = self._search(after, beta + waste) - waste
            else:
                value = -self._search(after, 1 - beta - waste) - waste
            if value > best:
                best = value
                if best >= beta:
                    self._best[position] = option
                    break
        self._table[position] = (low, min(best, high)) if best < beta else (best, high)
        return best

    def _fit(self, side: int, cards: int, behind: int) -> int:
        """Return the best value at which a side can stop without the other side playing.

        It is a lower bound: not more than one Reserve is considered.
        """
        value = self._fits.get((side, cards, behind))
        if value is None:
            hand, costs, most = self._hand(cards), self._costs[side], self.duel.most
            value = max(-costs[n] for n in range(1, behind + 1) if hand.sums >> (behind - n) & 1)
            for points in range(1, most + 1) if hand.reserves else ():
                sums = hand.sums << points
                for n in range(1, behind):
                    if sums >> (behind - n) & 1:
                        value = max(value, points - most - costs[n])
            self._fits[side, cards, behind] = value
        return value


class _Hand:
    """A hand that occurs in a search, with what can be said of it alone."""

    __slots__ = ("_sorted", "options", "reserves", "suited", "sums", "total")

    def __init__(self, cards: int, most: int) -> None:
        self.reserves = cards & _MASK
        self.suited = [v for v in range(HIGHEST, LOWEST - 1, -1) if cards >> _BITS * v & _MASK]
        self.sums = 1  # a bit for each sum that cards of the suit can make
        self.total = most * self.reserves
        self.options = [_Option(Ply(v, v), v, 0, cards - (1 << _BITS * v), 0) for v in self.suited]
        for value in self.suited:
            for _ in range(cards >> _BITS * value & _MASK):
                self.sums |= self.sums << value
                self.total += value
        if self.reserves:
            self.options += [
                _Option(Ply(0, v), v, most - v, cards - 1, 0) for v in range(most, 0, -1)
            ]
        self._sorted: dict[int, list[_Option]] = {}

    def options_at(self, behind: int) -> list[_Option]:
        """Return all options, first those that end a deficit."""
        options = self._sorted.get(behind)
        if options is None:
            passing = [option for option in self.options if option.points >= behind]
            keeping = [option for option in self.options if option.points < behind]
            options = self._sorted[behind] = passing + keeping
        return options


def _twice(option: _Option) -> _Option:
    """Return an eleven that counts double (§fate 11♠)."""
    points = 2 * option.points
    return option._replace(
        ply=Ply(option.ply.card, points), points=points, waste=option.waste - option.points
    )


# -- fights of the game --------------------------------------------------------------------------


def duel(board: Board, fight: Fight, troops: Sequence[int], hands: Sequence[Sequence[int]]) -> Duel:
    """Return a fight as a duel; troops by top generals, and the cards of both sides by kind."""
    armies = (
        _army(board, fight, ATTACKER, troops, hands),
        _army(board, fight, DEFENDER, troops, hands),
    )
    most = min(RESERVE_WORTH, fight.ceiling(board))
    return Duel(armies, fight.side, -fight.own_score(), most, board.rules >= STRICT_SINCE)


def duel_of(s: Friedrich) -> Duel:
    """Return the fight that a position is in, with the real hands."""
    fight = s.phases[-1]
    assert isinstance(fight, Fight)
    hands = [s.hand(fight.nation(side)) for side in (ATTACKER, DEFENDER)]
    return duel(s, fight, s.troops, hands)


def advise(game: Game[Friedrich, FriedrichView], view: FriedrichView) -> Advice:
    """Return what each choice is worth to the side that plays, by the view of its seat alone.

    The hands of the other side are sampled so that they fit the view, each is solved as if both
    knew it, and the values are averaged. That is an approximation (determinisation): a side that
    would still have to guess later is taken to know, and so is its enemy.
    """
    fight = view.phases[-1]
    assert isinstance(fight, Fight)
    own_nation, enemy = fight.nation(fight.side), fight.nation(1 - fight.side)
    enemy_hand_known = not view.hand_size(enemy)
    hands: list[Sequence[int]] = [view.hands[own_nation], view.hands[own_nation]]
    fixed: Duel | None = None
    sums: dict[Ply, int] = {}
    best: dict[Ply, int] = {}
    number = won = searched = 0
    while number < (
        1 if enemy_hand_known else SAMPLES if searched < MOST_OF_ALL else LEAST_SAMPLES
    ):
        hands[1 - fight.side] = game.sample(view, f"duel {number}").hand(enemy)
        number += 1
        if fixed is None:
            fixed = duel(view, fight, view.low, hands)
        else:
            fixed = fixed.against(_cards(view, fight, 1 - fight.side, hands))
        solver = Solver(fixed, MOST_OF_A_SAMPLE)
        values = solver.values()
        highest = max(values.values())
        won += solver.ahead > 0
        searched += solver.searched
        for ply, value in values.items():
            sums[ply] = sums.get(ply, 0) + value
            best[ply] = best.get(ply, 0) + (value == highest)
    choices = [Choice(ply, total / number, best[ply]) for ply, total in sums.items()]
    choices.sort(key=lambda choice: (-choice.value, choice.ply != STOP, choice.ply))
    return Advice(tuple(choices), number, won if solver.plain else None)


def _army(
    board: Board,
    fight: Fight,
    side: int,
    troops: Sequence[int],
    hands: Sequence[Sequence[int]],
) -> Army:
    own_turn = fight.with_turn(side)
    suited, reserves = _cards(board, fight, side, hands)
    nation = own_turn.nation(side)
    counts = own_turn.counts(board, RESERVE_WORTH)
    return Army(
        suited,
        reserves,
        _losses_of(board, fight, side, troops[fight.general(side)]),
        nation == PRUSSIA and own_turn.suit(board) == SPADES and board.holds(ELEVEN_DOUBLES),
        counts - RESERVE_WORTH if counts else NOTHING,
        own_turn.must_reach_positive(board),
    )


def _cards(
    board: Board, fight: Fight, side: int, hands: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], int]:
    """Return the values of the cards that a side may use, and the number of its Reserves."""
    own_turn = fight.with_turn(side)
    suit, ceiling = own_turn.suit(board), own_turn.ceiling(board)
    hand = hands[side]
    suited = tuple([
        VALUE[kind]
        for kind in (BY_SUIT[suit] if suit >= 0 else ())
        for _ in range(hand[kind])
        if VALUE[kind] <= ceiling
    ])  # fmt: skip
    return suited, sum(hand[kind] for kind in BY_SUIT[RESERVE])


def _losses_of(board: Board, fight: Fight, side: int, troops: int) -> tuple[int, ...]:
    """Return what a side loses, by how far it is behind in the end."""
    loser, winner = fight.general(side), fight.general(1 - side)
    low, high = 0, troops - 1  # the longest retreat lies between them
    while low < high:
        middle = (low + high + 1) // 2
        if retreat.ends(board, loser, middle, winner):
            low = middle
        else:
            high = middle - 1
    return losses(troops, len(board.stack(loser)), low)


def ply_of(action: Action) -> Ply:
    """Return an action of a fight as a choice of the solver."""
    if action.verb == "quit":
        return STOP
    if action.verb == "double":
        return Ply(DOUBLED, 2 * DOUBLED)
    kind, points, _ = PLAYS[action.args[0]]
    return Ply(0 if SUIT_OF[kind] == RESERVE else points, points)


def actions(s: Friedrich, line: Sequence[Ply]) -> tuple[Action, ...]:
    """Return the best line of the side that plays as actions, carried out on a copy."""
    trial, line_actions, seat, fight = s.clone(), [], s.asked[0].seat, s.phases[-1]
    assert isinstance(fight, Fight)
    for ply in line:
        top = trial.phases[-1]
        if not isinstance(top, Fight) or top.attacker != fight.attacker:
            break  # without a card in hand a side gives up by itself
        line_actions.append(next(action for action in trial.legal(seat) if ply_of(action) == ply))
        if ply == STOP:
            break
        trial.apply(line_actions[-1], seat)
    return tuple(line_actions)
