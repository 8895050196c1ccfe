"""Analysis of a finished game: win probabilities over time, and the costliest moves.

Win probabilities are estimated from the real position, hidden parts included: bots play it on
several times with different chance. Moves are compared with alternatives on positions that fit what
the player knew, so nobody is blamed for what was hidden. All results are estimates with errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import Any, NamedTuple

from chancery.bots.search import Trial, chance, play_on
from chancery.core import NOBODY, Action, BadOption, State, T, Tape, Text
from chancery.core.chance import Dice
from chancery.core.search_hooks import AnySearchHooks
from chancery.table.sitting import Sitting

PLAYED_ON = 24  # playouts of a position
TRIED = 12  # positions to choose the best alternative on, and as many others to compare it on
TRIED_IF_SURE = 2  # the same in a game without chance, where only the styles of bots differ
SURE = 1.96  # standard errors on either side of a 95% interval
LEAST_KNOWN = 1.5  # what did not happen in n playouts may still have probability 1.5 / n
WORST = 5  # slips listed per seat
A_SLIP = 0.02  # smaller costs are not listed
THE_END = 10**6  # a moment after the end of every game
A_TURN = 0.05  # smaller changes of all win probabilities are no turning point
LOOKED_AT = 4  # intervals at most in which a turning point is looked for
MOST_OF_IT = 0.6  # of the change of a turning point: what a part must hold to stand for the whole


class Point(NamedTuple):
    """The win probabilities of all seats at a moment of the game."""

    length: int  # of the log
    chances: tuple[float, ...]  # by seat, together 1
    unsure: tuple[float, ...]  # the half-width of each interval


class Slip(NamedTuple):
    """A move that was worse than an alternative, by what its player knew."""

    length: int  # of the log before it
    seat: int
    played: tuple[Action, ...]
    better: tuple[Action, ...]
    cost: float  # loss of win probability
    unsure: float
    reasons: tuple[Text, ...]  # reasons for the better one


class Analysis(NamedTuple):
    """The analysis of a game: win probabilities by moment, and slips."""

    points: list[Point]
    slips: list[Slip]

    def turning_points(self, most: int = 3) -> list[tuple[Point, Point]]:
        """Return the pairs of moments between which win probabilities changed most.

        Changes that may be due to the margins of error are left out.
        """
        pairs = [
            pair for pair in pairwise(self.points) if _change(*pair) >= max(A_TURN, _margin(*pair))
        ]
        pairs.sort(key=lambda pair: -_change(*pair))
        return sorted(pairs[:most], key=lambda pair: pair[0].length)


def _change(before: Point, after: Point) -> float:
    return max(abs(a - b) for a, b in zip(before.chances, after.chances, strict=True))


def _margin(before: Point, after: Point) -> float:
    """Return by how much two estimates may differ without any change."""
    return max(hypot(a, b) for a, b in zip(before.unsure, after.unsure, strict=True))


class Move(NamedTuple):
    """A list of actions played at once, and the position before it."""

    length: int
    seat: int
    state: State
    actions: tuple[Action, ...]


def moves(sitting: Sitting) -> Iterator[Move]:
    """Yield all moves that were not undone, each up to where something was revealed."""
    state = sitting.start.clone()
    taken: list[Action] = []
    before, begun, mover = state, 0, NOBODY
    for line, entry in sitting.lasting_lines():
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


Progress = Callable[[int, int, Sequence[Point]], None]


def analyse(
    sitting: Sitting,
    progress: Progress = lambda done, of, points: None,
    *,
    played_on: int = PLAYED_ON,
    tried: int = TRIED,
) -> Analysis:
    """Analyse a finished game: first its win probabilities, then its moves.

    `progress` is called with the numbers of steps done and in all, and the points found so far.
    BadOption if the game has no search hooks.
    """
    game = sitting.game
    if game.search_hooks is None:
        raise BadOption(T("This game can’t be analysed: it has no bot that looks ahead."))
    hooks: AnySearchHooks = game.search_hooks(game)
    look = Look(hooks, hooks.policy(game, ""), played_on, tried)
    played = list(moves(sitting))
    moments = [hooks.moment(move.state) for move in played]
    begins = [move for n, move in enumerate(played) if n == 0 or moments[n] > moments[n - 1]]
    points: list[Point] = []
    of = len(begins) + len(played)
    for move in begins:
        points.append(look.chances(move.length, move.state))
        progress(len(points), of, points)
    if sitting.state.result is not None:
        shares = tuple(sitting.state.result.share(s) for s in range(len(sitting.seats)))
        points.append(Point(len(sitting.log), shares, (0.0,) * len(shares)))
        points = _narrowed(points, played, look) if played else points
    slips = []
    for number, move in enumerate(played):
        slip = look.slip(move)
        if slip is not None:
            slips.append(slip)
        progress(len(begins) + number + 1, of, points)
    return Analysis(points, _worst(slips))


def _narrowed(points: Sequence[Point], played: Sequence[Move], look: Look) -> list[Point]:
    """Return the points with more of them where most changed, down to a single move if possible.

    A change may be due to the later position having been played on farther. So the earlier one is
    played on as far first, which moves such a change to an earlier interval, where the search goes
    on. The interval is halved as long as one half holds most of the change.
    """
    narrowed = {point.length: point for point in points}
    states = {move.length: move.state for move in played}
    played_to: dict[int, int] = {}  # where it is another moment than usual
    for _ in range(LOOKED_AT):
        before, after = max(pairwise(sorted(narrowed.values())), key=lambda pair: _change(*pair))
        whole = _change(before, after)
        if whole < A_TURN:
            break
        until = played_to.get(after.length) or look.until(states.get(after.length))
        played_to[before.length] = until
        before = look.chances(before.length, states[before.length], until)
        narrowed[before.length] = before
        if _change(before, after) < MOST_OF_IT * whole:
            continue
        between = [n for n in states if before.length < n < after.length]
        while between:
            length = between[len(between) // 2]
            middle = look.chances(length, states[length], until)
            pair = max((before, middle), (middle, after), key=lambda pair: _change(*pair))
            if _change(*pair) < MOST_OF_IT * whole:
                break  # it did not happen at once
            narrowed[length] = middle
            before, after = pair
            between = [n for n in between if before.length < n < after.length]
        break
    return sorted(narrowed.values())


def _worst(slips: Sequence[Slip]) -> list[Slip]:
    """Return the costliest slips of each seat, in the order of the game."""
    kept = []
    for seat in {slip.seat for slip in slips}:
        own = sorted((s for s in slips if s.seat == seat), key=lambda s: s.unsure - s.cost)
        kept += own[:WORST]
    return sorted(kept)


class Look:
    """Evaluates positions and moves of one game."""

    def __init__(
        self, hooks: AnySearchHooks, adviser: Any, played_on: int = PLAYED_ON, tried: int = TRIED
    ) -> None:
        self._hooks, self._adviser = hooks, adviser
        # bots of other styles each time: in a game without chance only they make a difference
        most = max(played_on, 2 * tried)
        companies = [hooks.company(f"{number}.") for number in range(most)]
        self._companies = companies[:played_on]
        self._choosing = companies[: min(tried, TRIED_IF_SURE) if hooks.sure else tried]
        self._comparing = companies[tried : 2 * tried]

    def until(self, state: State | None) -> int:
        """Return to which moment a position is played on; None: the end of a game."""
        return THE_END if state is None else self._hooks.moment(state) + self._hooks.horizon(state)

    def chances(self, length: int, state: State, until: int | None = None) -> Point:
        """Return the win probabilities of a position from several playouts, with intervals.

        Each ends at the moment `until`, by default at that of the position.
        """
        hooks, seats = self._hooks, range(len(state.seats))
        until = self.until(state) if until is None else until
        samples: list[list[float]] = []
        for number, others in enumerate(self._companies):
            trial = state.clone()
            # independent of the game's own chance
            trial.seed = f"analysis/{length}/{number}".encode()
            play_on(hooks, others, trial, Dice("analysis", str(number)), until)
            shares = [chance(hooks, trial, s) for s in seats]
            total = sum(shares) or 1.0
            samples.append([share / total for share in shares])
        means = [sum(column) / len(samples) for column in zip(*samples, strict=True)]
        off, least = hooks.learned.off(state), LEAST_KNOWN / len(samples)
        unsure = tuple(
            off + max(least, SURE * _error([row[seat] for row in samples], means[seat]))
            for seat in seats
        )
        return Point(length, tuple(means), unsure)

    def slip(self, move: Move) -> Slip | None:
        """Return what a move cost; None if no alternative was clearly better."""
        hooks, state, seat = self._hooks, move.state, move.seat
        asked, legal, view = state.question(seat), state.legal(seat), state.view(seat)
        if asked is None or len(legal) < 2 or hooks.thought(view, asked, legal) <= 0:
            return None
        dice = Dice("analysis", f"{move.length}")
        plan = tuple(self._adviser.plan(view, asked, legal, dice))
        others = [tuple(one) for one in hooks.candidates(view, asked, legal, plan)]
        plans = list(dict.fromkeys([move.actions, plan, *others]))
        if len(plans) == 1:
            return None
        trial = Trial(hooks, (), view, seat, plans, dice)
        sums = [sum(values) for values in trial.compared(self._choosing)]
        best = max(range(1, len(plans)), key=sums.__getitem__)
        if sums[best] - sums[0] < A_SLIP * len(self._choosing):
            return None
        # the best of several looks better than it is where it was chosen: evaluate it elsewhere
        trial = Trial(hooks, (), view, seat, (move.actions, plans[best]), dice, chance)
        gains = [b - a for a, b in zip(*trial.compared(self._comparing), strict=True)]
        cost = sum(gains) / len(gains)
        unsure = SURE * _error(gains, cost) or LEAST_KNOWN / len(gains)
        if cost - unsure < A_SLIP:
            return None
        explain = getattr(self._adviser, "reasons", None)
        reasons = tuple(explain(view, asked, plans[best])) if explain is not None else ()
        return Slip(move.length, seat, move.actions, plans[best], cost, unsure, reasons)


def _error(values: Sequence[float], mean: float) -> float:
    """Return the standard error of a mean; 0 for a single value or equal ones."""
    n = len(values)
    return sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n) if n > 1 else 0.0
