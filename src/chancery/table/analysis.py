"""Analysis of a game that was played: everybody's chances, and the moves that cost most.

Chances are those of the real position, with all that was hidden in it: it is played on several
times, by bots and with other chance, and what comes of it is judged. Moves are compared with what
else could have been done, on positions that fit what the mover knew: nobody is blamed for what he
could not see. All of it is an estimate, and says how sure it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple

from chancery.bots.search import Trial, chance, play_on
from chancery.core import NOBODY, Action, BadOption, State, T, Tape, Text
from chancery.core.chance import Dice
from chancery.core.craft import AnyCraft
from chancery.table.sitting import Sitting

PLAYED_ON = 24  # times that a position is played on
TRIED = 12  # positions that moves are chosen on, and as many others that two are compared on
TRIED_IF_SURE = 2  # without chance in the game only tempers differ: so many are enough to choose
SURE = 1.96  # so many standard errors on either side hold nineteen times in twenty
LEAST_KNOWN = 1.5  # what never happened in n times may still happen once in n / 1.5
WORST = 5  # moves that are told of a seat
A_SLIP = 0.02  # what costs less is none
A_TURN = 0.05  # where nobody's chances change by more nothing turned


class Point(NamedTuple):
    """Everybody's chances at a moment of the game."""

    length: int  # of the log
    chances: tuple[float, ...]  # by seat, together 1
    unsure: tuple[float, ...]  # each may be so much higher or lower


class Slip(NamedTuple):
    """A move that cost something, as far as its mover could tell."""

    length: int  # of the log before it
    seat: int
    played: tuple[Action, ...]
    better: tuple[Action, ...]
    cost: float  # of the chance to win
    unsure: float
    reasons: tuple[Text, ...]  # for the better one


class Analysis(NamedTuple):
    """What can be said of a game."""

    points: list[Point]
    slips: list[Slip]

    def turning_points(self, most: int = 3) -> list[tuple[Point, Point]]:
        """Between which moments chances changed most."""
        pairs = [pair for pair in pairwise(self.points) if _change(*pair) >= A_TURN]
        pairs.sort(key=lambda pair: -_change(*pair))
        return sorted(pairs[:most], key=lambda pair: pair[0].length)


def _change(before: Point, after: Point) -> float:
    return max(abs(a - b) for a, b in zip(before.chances, after.chances, strict=True))


class Move(NamedTuple):
    """What somebody did in one go, and the position he did it in."""

    length: int
    seat: int
    state: State
    actions: tuple[Action, ...]


def moves(sitting: Sitting) -> Iterator[Move]:
    """All moves that hold, each up to where something became known or others were to decide."""
    state = sitting.start.clone()
    taken: list[Action] = []
    before, begun, mover = state, 0, NOBODY
    for line, entry in sitting.holding_lines():
        assert entry.action is not None
        if taken and entry.seat != mover:
            yield Move(begun, mover, before, tuple(taken))
            taken = []
        if not taken:
            before, begun, mover = state.clone(), line, entry.seat
        state.tape = Tape(entry.luck)
        state.apply(entry.action, entry.seat)
        state.tape = None
        taken.append(entry.action)
        if state.sealed or state.question(entry.seat) is None:
            yield Move(begun, mover, before, tuple(taken))
            taken = []
    if taken:
        yield Move(begun, mover, before, tuple(taken))


def analyse(
    sitting: Sitting,
    progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    played_on: int = PLAYED_ON,
    tried: int = TRIED,
) -> Analysis:
    """Look through a game; `progress` is told how many moves of how many are done.

    BadOption where the game does not say how to think ahead in it.
    """
    game = sitting.game
    if game.craft is None:
        raise BadOption(T("This game cannot be analysed: it does not say how to think ahead."))
    craft: AnyCraft = game.craft(game)
    look = Look(craft, craft.policy(game, ""), played_on, tried)
    found = list(moves(sitting))
    points, slips = [], []
    moment = craft.moment(sitting.start) - 1
    for number, move in enumerate(found):
        if craft.moment(move.state) > moment:
            moment = craft.moment(move.state)
            points.append(look.chances(move.length, move.state))
        slip = look.slip(move)
        if slip is not None:
            slips.append(slip)
        progress(number + 1, len(found))
    if sitting.state.result is not None:
        shares = tuple(sitting.state.result.share(s) for s in range(len(sitting.seats)))
        points.append(Point(len(sitting.log), shares, (0.0,) * len(shares)))
    return Analysis(points, _worst(slips))


def _worst(slips: Sequence[Slip]) -> list[Slip]:
    """Of each seat the moves that cost most, in the order of the game."""
    kept = []
    for seat in {slip.seat for slip in slips}:
        own = sorted((s for s in slips if s.seat == seat), key=lambda s: s.unsure - s.cost)
        kept += own[:WORST]
    return sorted(kept)


class Look:
    """How a position and a move are looked at."""

    def __init__(
        self, craft: AnyCraft, adviser: Any, played_on: int = PLAYED_ON, tried: int = TRIED
    ) -> None:
        self._craft, self._adviser = craft, adviser
        # of other tempers each time: in a game without chance they alone make a difference
        most = max(played_on, 2 * tried)
        companies = [craft.company(f"{number}.") for number in range(most)]
        self._companies = companies[:played_on]
        self._choosing = companies[: min(tried, TRIED_IF_SURE) if craft.sure else tried]
        self._comparing = companies[tried : 2 * tried]

    def chances(self, length: int, state: State) -> Point:
        """Play a position on several times: what comes of it on average, and how sure that is."""
        craft, seats = self._craft, range(len(state.seats))
        until = craft.moment(state) + craft.horizon(state)
        seen: list[list[float]] = []
        for number, others in enumerate(self._companies):
            trial = state.clone()
            trial.seed = f"analysis/{length}/{number}".encode()  # other chance than there was
            play_on(craft, others, trial, Dice("analysis", str(number)), until)
            hopes = [chance(craft, trial, s) for s in seats]
            total = sum(hopes) or 1.0
            seen.append([hope / total for hope in hopes])
        means = [sum(column) / len(seen) for column in zip(*seen, strict=True)]
        off, least = craft.learned.off(state), LEAST_KNOWN / len(seen)
        unsure = tuple(
            off + max(least, SURE * _error([row[seat] for row in seen], means[seat]))
            for seat in seats
        )
        return Point(length, tuple(means), unsure)

    def slip(self, move: Move) -> Slip | None:
        """What a move cost, if anything better was to be seen."""
        craft, state, seat = self._craft, move.state, move.seat
        asked, legal, view = state.question(seat), state.legal(seat), state.view(seat)
        if asked is None or len(legal) < 2 or craft.thought(view, asked, legal) <= 0:
            return None
        dice = Dice("analysis", f"{move.length}")
        plan = tuple(self._adviser.plan(view, asked, legal, dice))
        others = [tuple(one) for one in craft.candidates(view, asked, legal, plan)]
        plans = list(dict.fromkeys([move.actions, plan, *others]))
        if len(plans) == 1:
            return None
        trial = Trial(craft, (), view, seat, plans, dice)
        seen = [sum(values) for values in trial.compared(self._choosing)]
        best = max(range(1, len(plans)), key=seen.__getitem__)
        if seen[best] - seen[0] < A_SLIP * len(self._choosing):
            return None
        # what was chosen by some trials looks better in them than it is: so others tell its worth
        trial = Trial(craft, (), view, seat, (move.actions, plans[best]), dice, chance)
        gains = [b - a for a, b in zip(*trial.compared(self._comparing), strict=True)]
        cost = sum(gains) / len(gains)
        unsure = SURE * _error(gains, cost) or LEAST_KNOWN / len(gains)
        if cost - unsure < A_SLIP:
            return None
        explain = getattr(self._adviser, "reasons", None)
        reasons = tuple(explain(view, asked, plans[best])) if explain is not None else ()
        return Slip(move.length, seat, move.actions, plans[best], cost, unsure, reasons)


def _error(values: Sequence[float], mean: float) -> float:
    """The standard error of a mean, as far as values differ: 0 if they do not, or there is one."""
    n = len(values)
    return sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n) if n > 1 else 0.0
