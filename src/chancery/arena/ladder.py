"""The ladder: every bot in every seat of a mode against the game's own bot, with ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chancery import bots, games
from chancery.arena import machines
from chancery.arena.stats import wilson
from chancery.arena.tournament import BATCH, Plan, blank_report, play_one
from chancery.core import Outcome

Line = tuple[str, ...]  # a bot for each seat


@dataclass(frozen=True)
class Climb:
    """What is to be played: each bot in each seat so many times, against one it is measured by."""

    game: str
    options: Mapping[str, object]
    bots: tuple[str, ...]
    games: int
    seed: str
    against: str
    module: Path | None = None

    def lines(self) -> list[tuple[str, int, Line]]:
        """Who is measured, in which seat, at which table."""
        game = Plan(self.game, self.options, (), 0, "", module=self.module).found()
        seats = range(len(game.seats(game.settle(self.options))))
        return [
            (bot, seat, tuple(bot if s == seat else self.against for s in seats))
            for bot in self.bots
            for seat in seats
        ]


@dataclass
class Rung:
    """A bot in a seat."""

    bot: str
    seat: str
    games: int = 0
    wins: float = 0.0

    def plain(self) -> dict[str, Any]:
        """Its stable JSON form (docs/cli.md)."""
        low, high = wilson(self.wins, self.games)
        return {
            "bot": self.bot,
            "seat": self.seat,
            "games": self.games,
            "win_rate": round(self.wins / max(1, self.games), 4),
            "win_rate_low": round(low, 4),
            "win_rate_high": round(high, 4),
        }


@dataclass
class Ladder:
    """What came of it."""

    rungs: list[Rung]
    ratings: dict[str, tuple[float, float]] = field(default_factory=dict)  # by bot: how good, ±
    errors: list[tuple[str, str]] = field(default_factory=list)


Played = tuple[int, int, Outcome | str]  # which line, which game, and what came of it


def play(climb: Climb, line: int, numbers: Sequence[int]) -> list[Played]:
    """Some games of a line; the same numbers have the same chance in every line."""
    _, _, seats = climb.lines()[line]
    plan = Plan(
        climb.game, climb.options, seats, climb.games, climb.seed, None, False, climb.module
    )
    game, found = plan.found(), []
    for number in numbers:
        try:
            outcome: Outcome | str = play_one(game, plan, plan.seed_of(number), blank_report(plan))
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}"
        found.append((line, number, outcome))
    return found


def climb(
    plan: Climb,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda n: None,
    on: str = machines.HERE,
) -> Ladder:
    """Play all lines and rate the bots."""
    game = games.find(plan.game) if plan.module is None else games.bring(plan.module)
    names = game.seats(game.settle(plan.options))
    lines = plan.lines()
    for bot, _, _ in lines:
        bots.make(bot, game, "")  # BadOption if there is none
    batches = [
        (plan, line, range(i, min(i + BATCH, plan.games)))
        for line in range(len(lines))
        for i in range(0, plan.games, BATCH)
    ]
    played: list[Played] = []
    for part in machines.spread(play, batches, jobs, on):
        played += part
        progress(len(part))
    played.sort(key=lambda one: one[:2])
    ladder = Ladder([Rung(bot, names[seat]) for bot, seat, _ in lines])
    results = []
    for line, number, outcome in played:
        _, seat, seats = lines[line]
        if isinstance(outcome, str):
            ladder.errors.append((f"{plan.seed}:{number}", outcome))
            continue
        ladder.rungs[line].games += 1
        ladder.rungs[line].wins += outcome.share(seat)
        results.append((seats, outcome))
    ladder.ratings = rated(results)
    return ladder


def rated(results: Sequence[tuple[Line, Outcome]]) -> dict[str, tuple[float, float]]:
    """Ratings by openskill, where it is there: how good each bot is, and how sure that is.

    Where a bot plays several seats of a game, each counts.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    known: dict[str, Any] = {}
    for seats, outcome in results:
        if len(set(seats)) == 1:
            continue  # who plays against himself shows nothing
        teams = [[known.setdefault(bot, model.rating(name=bot))] for bot in seats]
        after = model.rate(teams, ranks=[float(rank) for rank in outcome.ranks])
        for bot in set(seats):
            own = [team[0] for team, name in zip(after, seats, strict=True) if name == bot]
            mu = sum(one.mu for one in own) / len(own)
            sigma = sum(one.sigma for one in own) / len(own)
            known[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    return {bot: (round(one.mu, 2), round(one.sigma, 2)) for bot, one in known.items()}
