"""Analysis of a finished game: win probabilities over time, the costliest moves, and verdicts.

Win probabilities are estimated from the real position, hidden parts included: bots play it on
several times with different chance. Moves are compared with alternatives on positions that fit what
the player knew, so nobody is blamed for what was hidden. These are estimates with errors.
Verdicts compare each action of a part that can be solved exactly, such as a fight, with the best
one if everything had been known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from math import hypot, sqrt
from typing import Any, NamedTuple

from chancery.bots.search import Trial, play_on, win_share
from chancery.core import NOBODY, Action, BadOption, State, T, Tape, Text
from chancery.core.chance import Dice
from chancery.core.face import Face
from chancery.core.search_hooks import AnySearchHooks, Verdict
from chancery.core.words import Speaker
from chancery.table.sitting import Sitting

PLAYOUTS = 24  # playouts of a position
SAMPLES = 12  # positions to choose the best alternative on, and as many others to compare it on
SAMPLES_IF_SURE = 2  # the first number, in a game without chance: only styles of bots differ
Z_95 = 1.96  # standard errors on either side of a 95% interval
LEAST_KNOWN = 1.5  # an event in none of n playouts may still have probability 1.5 / n
SLIPS_PER_SEAT = 5  # slips listed per seat
LEAST_COST = 0.02  # of a slip, to be listed
END = 10**6  # a moment after the end of every game
LEAST_CHANGE = 0.05  # of a win probability, for a turning point
INTERVALS = 4  # how many intervals are searched for the exact move of a turning point
LEAST_SHARE = 0.6  # of a change: an interval with less of it is not searched any further


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


class Judgement(NamedTuple):
    """An action in a part of the game that can be solved, and the verdict on it."""

    length: int  # of the log before it
    seat: int
    played: Action
    verdict: Verdict


class Analysis(NamedTuple):
    """The analysis of a game: win probabilities by moment, slips, and verdicts."""

    points: list[Point]
    slips: list[Slip]
    judgements: Sequence[Judgement] = ()

    def turning_points(self, most: int = 3) -> list[tuple[Point, Point]]:
        """Return the pairs of moments between which win probabilities changed most.

        Changes that may be due to the margins of error are left out.
        """
        pairs = [
            pair
            for pair in pairwise(self.points)
            if _change(*pair) >= max(LEAST_CHANGE, _margin(*pair))
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
    """Yield all moves that were not undone; a move ends where something is revealed."""
    state = sitting.start.clone()
    actions: list[Action] = []
    before, begun, mover = state, 0, NOBODY
    for line, entry in sitting.lasting_lines():
        assert entry.action is not None
        if actions and entry.seat != mover:
            yield Move(begun, mover, before, tuple(actions))
            actions = []
        if not actions:
            before, begun, mover = state.clone(), line, entry.seat
        state.tape = Tape(entry.luck)
        state.apply(entry.action, entry.seat)
        state.tape = None
        actions.append(entry.action)
        if state.sealed or state.question(entry.seat) is None:
            yield Move(begun, mover, before, tuple(actions))
            actions = []
    if actions:
        yield Move(begun, mover, before, tuple(actions))


Progress = Callable[[int, int, Sequence[Point]], None]


def analyse(
    sitting: Sitting,
    progress: Progress = lambda done, of, points: None,
    *,
    playouts: int = PLAYOUTS,
    samples: int = SAMPLES,
) -> Analysis:
    """Analyse a finished game: first its win probabilities, then its moves and verdicts.

    `progress` is called with the numbers of steps done and in all, and the points found so far.
    BadOption if the game has no search hooks.
    """
    game = sitting.game
    if game.search_hooks is None:
        raise BadOption(T("This game can’t be analysed: it has no bot that looks ahead."))
    hooks: AnySearchHooks = game.search_hooks(game)
    evaluator = Evaluator(hooks, hooks.policy(game, ""), playouts, samples)
    played = list(moves(sitting))
    moments = [hooks.moment(move.state) for move in played]
    begins = [move for n, move in enumerate(played) if n == 0 or moments[n] > moments[n - 1]]
    points: list[Point] = []
    of = len(begins) + len(played)
    for move in begins:
        points.append(evaluator.evaluate(move.length, move.state))
        progress(len(points), of, points)
    if sitting.state.result is not None:
        shares = tuple(sitting.state.result.share(s) for s in range(len(sitting.seats)))
        points.append(Point(len(sitting.log), shares, (0.0,) * len(shares)))
        points = _narrowed(points, played, evaluator) if played else points
    slips = []
    for number, move in enumerate(played):
        slip = evaluator.slip(move)
        if slip is not None:
            slips.append(slip)
        progress(len(begins) + number + 1, of, points)
    judgements = []
    for judgement in judged(sitting, hooks):
        judgements.append(judgement)
        progress(of, of, points)
    return Analysis(points, _worst(slips), judgements)


def judged(sitting: Sitting, hooks: AnySearchHooks) -> Iterator[Judgement]:
    """Yield the verdicts on all actions in parts of a game that can be solved."""
    state = sitting.start.clone()
    for line, entry in sitting.lasting_lines():
        assert entry.action is not None
        verdict = hooks.verdict(state, entry.seat, entry.action)
        if verdict is not None:
            yield Judgement(line, entry.seat, entry.action, verdict)
        state.tape = Tape(entry.luck)
        state.apply(entry.action, entry.seat)
        state.tape = None


def _narrowed(points: Sequence[Point], played: Sequence[Move], evaluator: Evaluator) -> list[Point]:
    """Return the points and further ones that narrow the greatest change down to a single move.

    A change may only be due to the later position having been played out to a later moment. So
    the earlier position is first played out to the same moment; if the change disappears, the next
    interval is searched. An interval is halved as long as one half has most of the change.
    """
    narrowed = {point.length: point for point in points}
    states = {move.length: move.state for move in played}
    played_to: dict[int, int] = {}  # where it is another moment than usual
    for _ in range(INTERVALS):
        before, after = max(pairwise(sorted(narrowed.values())), key=lambda pair: _change(*pair))
        whole = _change(before, after)
        if whole < LEAST_CHANGE:
            break
        until = played_to.get(after.length) or evaluator.until(states.get(after.length))
        played_to[before.length] = until
        before = evaluator.evaluate(before.length, states[before.length], until)
        narrowed[before.length] = before
        if _change(before, after) < LEAST_SHARE * whole:
            continue
        between = [n for n in states if before.length < n < after.length]
        while between:
            length = between[len(between) // 2]
            middle = evaluator.evaluate(length, states[length], until)
            pair = max((before, middle), (middle, after), key=lambda pair: _change(*pair))
            if _change(*pair) < LEAST_SHARE * whole:
                break  # it did not happen at once
            narrowed[length] = middle
            before, after = pair
            between = [n for n in between if before.length < n < after.length]
        break
    return sorted(narrowed.values())


def _worst(slips: Sequence[Slip]) -> list[Slip]:
    """Return the costliest slips of each seat, in the order of the game."""
    costliest = []
    for seat in {slip.seat for slip in slips}:
        own_slips = sorted((s for s in slips if s.seat == seat), key=lambda s: s.unsure - s.cost)
        costliest += own_slips[:SLIPS_PER_SEAT]
    return sorted(costliest)


class Evaluator:
    """Evaluates positions and moves of one game."""

    def __init__(
        self, hooks: AnySearchHooks, adviser: Any, playouts: int = PLAYOUTS, samples: int = SAMPLES
    ) -> None:
        self._hooks, self._adviser = hooks, adviser
        # bots of other styles each time: in a game without chance only they make a difference
        most = max(playouts, 2 * samples)
        companies = [hooks.company(f"{number}.") for number in range(most)]
        self._companies = companies[:playouts]
        self._choosing = companies[: min(samples, SAMPLES_IF_SURE) if hooks.sure else samples]
        self._comparing = companies[samples : 2 * samples]

    def until(self, state: State | None) -> int:
        """Return to which moment a position is played on; None: the end of a game."""
        return END if state is None else self._hooks.moment(state) + self._hooks.horizon(state)

    def evaluate(self, length: int, state: State, until: int | None = None) -> Point:
        """Return the win probabilities of a position from several playouts, with intervals.

        Each ends at the moment `until`, by default at that of the position.
        """
        hooks, seats = self._hooks, range(len(state.seats))
        until = self.until(state) if until is None else until
        samples: list[list[float]] = []
        for number, companions in enumerate(self._companies):
            trial = state.clone()
            # independent of the game's own chance
            trial.seed = f"analysis/{length}/{number}".encode()
            play_on(hooks, companions, trial, Dice("analysis", str(number)), until)
            shares = [win_share(hooks, trial, s) for s in seats]
            total = sum(shares) or 1.0
            samples.append([share / total for share in shares])
        means = [sum(column) / len(samples) for column in zip(*samples, strict=True)]
        off, minimum_error = hooks.learned.off(state), LEAST_KNOWN / len(samples)
        unsure = tuple(
            off + max(minimum_error, Z_95 * _error([row[seat] for row in samples], means[seat]))
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
        alternatives = [
            tuple(candidate) for candidate in hooks.candidates(view, asked, legal, plan)
        ]
        plans = list(dict.fromkeys([move.actions, plan, *alternatives]))
        if len(plans) == 1:
            return None
        trial = Trial(hooks, (), view, seat, plans, dice)
        sums = [sum(values) for values in trial.compared(self._choosing)]
        best = max(range(1, len(plans)), key=sums.__getitem__)
        if sums[best] - sums[0] < LEAST_COST * len(self._choosing):
            return None
        # the best of several looks better than it is where it was chosen: evaluate it elsewhere
        trial = Trial(hooks, (), view, seat, (move.actions, plans[best]), dice, win_share)
        gains = [b - a for a, b in zip(*trial.compared(self._comparing), strict=True)]
        cost = sum(gains) / len(gains)
        unsure = Z_95 * _error(gains, cost) or LEAST_KNOWN / len(gains)
        if cost - unsure < LEAST_COST:
            return None
        explain = getattr(self._adviser, "reasons", None)
        reasons = tuple(explain(view, asked, plans[best])) if explain is not None else ()
        return Slip(move.length, seat, move.actions, plans[best], cost, unsure, reasons)


def _error(values: Sequence[float], mean: float) -> float:
    """Return the standard error of a mean; 0 for a single value or equal ones."""
    n = len(values)
    return sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n) if n > 1 else 0.0


def labels(face: Face[Any], speaker: Speaker, actions: Sequence[Action]) -> list[str]:
    """Return actions in words; repeated ones are counted."""
    runs = groupby(speaker.say(face.label(action)) for action in actions)
    counted = [(label, len(list(same))) for label, same in runs]
    return [label + f" ×{n}" if n > 1 else label for label, n in counted]
