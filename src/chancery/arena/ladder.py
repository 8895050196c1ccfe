"""Ladders: every bot in every seat of a mode against one opponent, with ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chancery import bots, games
from chancery.arena import machines
from chancery.arena.matches import Plan, blank_report, play_one
from chancery.arena.results import Line, Results
from chancery.arena.stats import wilson
from chancery.core import Outcome


@dataclass(frozen=True)
class Climb:
    """The plan of a ladder: each bot in each seat, so many games, against one opponent."""

    game: str
    options: Mapping[str, object]
    bots: tuple[str, ...]
    games: int
    seed: str
    against: str
    module: Path | None = None

    def lines(self) -> list[tuple[str, int, Line]]:
        """Return each measured bot with its seat and its line-up."""
        game = Plan(self.game, self.options, (), 0, "", module=self.module).found()
        seats = range(len(game.seats(game.complete_options(self.options))))
        return [
            (bot, seat, tuple(bot if s == seat else self.against for s in seats))
            for bot in self.bots
            for seat in seats
        ]

    def tables(self) -> list[Line]:
        """Return the different line-ups; equal ones share their games."""
        return list(dict.fromkeys(seats for _, _, seats in self.lines()))


@dataclass
class Rung:
    """The result of one bot in one seat."""

    bot: str
    seat: str
    games: int = 0
    wins: float = 0.0

    def plain(self) -> dict[str, Any]:
        """Return the stable JSON form (docs/cli.md)."""
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
    """The results of all bots in all seats, with their ratings."""

    rungs: list[Rung]
    # by bot: rating and uncertainty
    ratings: dict[str, tuple[float, float]] = field(default_factory=dict)
    errors: list[tuple[str, str]] = field(default_factory=list)


Played = tuple[int, Line, Outcome | str]  # number of the game, line-up, outcome or error


def play(climb: Climb, number: int, seats: Line) -> Played:
    """Play a game of a line-up; the same number has the same chance in every line-up."""
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
    """Play all games whose results are not known yet, and rate the bots."""
    game = games.find(plan.game) if plan.module is None else games.bring(plan.module)
    names = game.seats(game.complete_options(plan.options))
    lines = plan.lines()
    for bot in (*plan.bots, plan.against):
        bots.make(bot, game, "")  # BadOption if there is none
    known = {} if results is None else results.open(plan.game, plan.options, plan.seed)
    # in this order an interrupted run has about as many games for each seat
    wanted = [(number, seats) for number in range(plan.games) for seats in plan.tables()]
    progress(sum(one in known for one in wanted))
    missing = [(plan, *one) for one in wanted if one not in known]
    if results is not None:
        playing = {bot: None for _, _, seats in missing for bot in seats}
        results.sign(game, plan.options, playing, known)
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
    """Return the rating and uncertainty of each bot by openskill; empty if it is not installed.

    A bot that plays several seats of a game is rated for each.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    known: dict[str, Any] = {}
    for seats, outcome in results:
        if len(set(seats)) == 1:
            continue  # a bot against itself shows nothing
        teams = [[known.setdefault(bot, model.rating(name=bot))] for bot in seats]
        after = model.rate(teams, ranks=[float(rank) for rank in outcome.ranks])
        for bot in set(seats):
            own = [team[0] for team, name in zip(after, seats, strict=True) if name == bot]
            mu = sum(one.mu for one in own) / len(own)
            sigma = sum(one.sigma for one in own) / len(own)
            known[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    return {bot: (round(one.mu, 2), round(one.sigma, 2)) for bot, one in known.items()}
