"""The ladder: every bot in every seat of a mode against the game's own bot, with ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chancery import bots, games
from chancery.arena import machines
from chancery.arena.results import Line, Results
from chancery.arena.stats import wilson
from chancery.arena.tournament import Plan, blank_report, play_one
from chancery.core import Outcome


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

    def tables(self) -> list[Line]:
        """Who sits where; lines at the same table share its games."""
        return list(dict.fromkeys(seats for _, _, seats in self.lines()))


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


Played = tuple[int, Line, Outcome | str]  # which game, by whom, and what came of it


def play(climb: Climb, number: int, seats: Line) -> Played:
    """A game of a line; the same number has the same chance in every line."""
    plan = Plan(
        climb.game, climb.options, seats, climb.games, climb.seed, None, False, climb.module
    )
    try:
        outcome = play_one(plan.found(), plan, plan.seed_of(number), blank_report(plan))
    except Exception as error:
        return number, seats, f"{type(error).__name__}: {error}"
    return number, seats, outcome


def climb(
    plan: Climb,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda n: None,
    on: str = machines.HERE,
    results: Results | None = None,
) -> Ladder:
    """Play all lines, but for games whose results are known, and rate the bots."""
    game = games.find(plan.game) if plan.module is None else games.bring(plan.module)
    names = game.seats(game.settle(plan.options))
    lines = plan.lines()
    for bot in (*plan.bots, plan.against):
        bots.make(bot, game, "")  # BadOption if there is none
    known = {} if results is None else results.open(plan.game, plan.options, plan.seed)
    # in this order whatever is there when somebody stops tells as much of every seat
    wanted = [(number, seats) for number in range(plan.games) for seats in plan.tables()]
    progress(sum(one in known for one in wanted))
    missing = [(plan, *one) for one in wanted if one not in known]
    ladder = Ladder([Rung(bot, names[seat]) for bot, seat, _ in lines])
    for number, seats, outcome in machines.spread(play, missing, jobs, on):
        if isinstance(outcome, str):
            ladder.errors.append((f"{plan.seed}:{number}", outcome))
        else:
            known[number, seats] = outcome
            if results is not None:
                results.add(number, seats, outcome)
        progress(1)
    ladder.errors.sort()
    played = []
    for number in range(plan.games):
        for rung, (_, seat, seats) in zip(ladder.rungs, lines, strict=True):
            ended = known.get((number, seats))
            if ended is not None:
                rung.games += 1
                rung.wins += ended.share(seat)
                played.append((seats, ended))
    ladder.ratings = rated(played)
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
