"""Matches: many games between bots, each repeatable from its seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chancery import bots, games
from chancery.arena import machines
from chancery.arena.stats import wilson
from chancery.conformance.walks import LONGEST, Visits
from chancery.core import BadOption, Game, Outcome, State
from chancery.core.words import T
from chancery.table.bot_players import Player, moves, seat_seed

BATCH = 20  # games per batch


@dataclass(frozen=True)
class Plan:
    """The plan of a match: game, options, bots, number of games, seed."""

    game: str
    options: Mapping[str, object]
    seats: tuple[str, ...]  # the bot of each seat
    games: int
    seed: str
    data: str | None = None
    checked: bool = True  # check the invariants after every action
    module: Path | None = None  # the file of a game that is not installed

    def found(self) -> Game[Any, Any]:
        """Return the game, in any process."""
        if self.module is not None and self.game not in games.BROUGHT:
            games.bring(self.module)
        return games.find(self.game)

    def checked_seats(self) -> tuple[str, ...]:
        """Return the names of the seats; BadOption unless each has a bot that exists."""
        game = self.found()
        names = game.seats(game.complete_options(self.options))
        if len(self.seats) != len(names):
            raise BadOption(T("There are {n} seats; name a bot for each.", n=len(names)))
        for kind in self.seats:
            bots.make(kind, game, "")
        return names

    def seed_of(self, number: int) -> str:
        """Return the seed of one game of the match."""
        return f"{self.seed}:{number}"


@dataclass
class SeatScore:
    """Wins and points of the bot of one seat."""

    wins: float = 0.0  # a shared win counts in parts
    points: int = 0
    ranks: int = 0


@dataclass
class Report:
    """The results of all games of a match, by seat."""

    plan: Plan
    seat_names: tuple[str, ...]
    played: int = 0
    decisions: int = 0
    seconds: float = 0.0
    errors: list[tuple[str, str]] = field(default_factory=list)  # seed and message
    scores: list[SeatScore] = field(default_factory=list)
    visits: Visits = field(default_factory=Visits)

    def add(self, outcome: Outcome) -> None:
        """Add the outcome of a finished game."""
        self.played += 1
        for seat, score in enumerate(self.scores):
            score.wins += outcome.share(seat)
            score.points += outcome.points[seat]
            score.ranks += outcome.ranks[seat]

    def merge(self, other: Report) -> None:
        """Add the results of another process."""
        self.played += other.played
        self.decisions += other.decisions
        self.errors += other.errors
        self.visits.merge(other.visits)
        for score, more in zip(self.scores, other.scores, strict=True):
            score.wins += more.wins
            score.points += more.points
            score.ranks += more.ranks

    def plain(self) -> dict[str, Any]:
        """Return the stable JSON form (docs/cli.md)."""
        n = max(1, self.played)
        game = self.plan.found()
        seats = []
        for name, bot, score in zip(self.seat_names, self.plan.seats, self.scores, strict=True):
            low, high = wilson(score.wins, self.played)
            seats.append(
                {
                    "seat": name,
                    "bot": bot,
                    "wins": round(score.wins, 6),
                    "win_rate": round(score.wins / n, 6),
                    "win_rate_low": round(low, 6),
                    "win_rate_high": round(high, 6),
                    "points_mean": round(score.points / n / game.unit, 6),
                    "rank_mean": round(score.ranks / n, 6),
                }
            )
        visits = self.visits
        return {
            "game": self.plan.game,
            "options": dict(game.complete_options(self.plan.options)),
            "games": self.played,
            "errors": len(self.errors),
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "seats": seats,
            "visits": {
                "phases": dict(sorted(visits.phases.items())),
                "verbs": dict(sorted(visits.verbs.items())),
                "events": dict(sorted(visits.events.items())),
            },
            "never": visits.never(game),
        }


def play_one(game: Game[Any, Any], plan: Plan, seed: str, report: Report) -> Outcome:
    """Play one game between bots; any error is raised."""
    state: State = game.start(plan.options, seed, data=plan.data)
    report.visits.count_events(state, state.events)
    players = [Player(kind, game, seat_seed(seed, seat)) for seat, kind in enumerate(plan.seats)]
    for number, (seat, action) in enumerate(moves(state, players)):
        report.decisions += len(state.legal(seat)) > 1
        phases = {type(phase).__name__ for phase in state.phases}
        report.visits.add(state, phases, action, state.apply(action, seat))
        if plan.checked:
            state.check()
        if number > LONGEST:
            raise RuntimeError(f"no end after {number} actions")
    assert state.result is not None
    return state.result


def play_batch(plan: Plan, numbers: Sequence[int]) -> Report:
    """Play some games of a plan; an error ends its game, not the batch."""
    game = plan.found()
    report = blank_report(plan)
    for number in numbers:
        seed = plan.seed_of(number)
        try:
            report.add(play_one(game, plan, seed, report))
        except Exception as error:
            report.errors.append((seed, f"{type(error).__name__}: {error}"))
    return report


def blank_report(plan: Plan) -> Report:
    """Return an empty report, after checking the plan."""
    seats = plan.checked_seats()
    return Report(plan, seats, scores=[SeatScore() for _ in seats])


def run(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda n: None,
    on: str = machines.HERE,
) -> Report:
    """Play a whole plan here, in several processes or on a cluster.

    Results do not depend on where.
    """
    total = blank_report(plan)
    began = time.perf_counter()
    starts = range(0, plan.games, BATCH)
    batches = [(plan, range(i, min(i + BATCH, plan.games))) for i in starts]
    for report in machines.spread(play_batch, batches, jobs, on):
        total.merge(report)
        progress(report.played + len(report.errors))
    total.seconds = time.perf_counter() - began
    total.errors.sort()
    return total
