"""Compare the current bots with those of an older commit.

    python tools/since.py spada --since v1.2 --option players=3 --games 200

For every seat of a mode, the current bot plays against older ones in all other seats, and an older
one plays the same seeds. Both rates are printed with their intervals, and the odds ratio.
"""

from __future__ import annotations

import argparse
import importlib
import io
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

from chancery import bots, games
from chancery.arena.matches import Plan, play_batch
from chancery.arena.stats import wilson
from chancery.cli.record_verbs import read_options

OLDER = "older"


def load_older_bot(game: str, commit: str) -> None:
    """Load the game's bot of an older commit under a separate package name."""
    source = f"src/chancery/games/{game}/bot"
    packed = subprocess.run(["git", "archive", commit, source], capture_output=True, check=True)
    folder = Path(tempfile.mkdtemp(prefix="chancery-older-"))
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    package = folder / f"older_{game}"
    (folder / source).rename(package)
    for module in package.glob("*.py"):
        text = module.read_text().replace(f"chancery.games.{game}.bot", package.name)
        module.write_text(text)
    sys.path.insert(0, str(folder))
    own = next(iter(games.find(game).bots.values()))
    bots.add(OLDER, getattr(importlib.import_module(f"{package.name}.bot"), own.__name__))


def played(plan: Plan, jobs: int) -> list[float]:
    """Return the wins of each seat, independent of the number of processes."""
    batches = [range(start, plan.games, jobs) for start in range(jobs)]
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        reports = list(pool.map(play_batch, [plan] * jobs, batches))
    for report in reports:
        for seed, error in report.errors:
            print(f"seed {seed}: {error}", file=sys.stderr)
    return [
        sum(score.wins for score in seat) for seat in zip(*(r.scores for r in reports), strict=True)
    ]


def rows(args: argparse.Namespace) -> Iterator[dict[str, object]]:
    """Return one row of results for each seat."""
    game = games.find(args.game)
    chosen = read_options(game, args.option)
    seats = game.seats(game.complete_options(chosen))
    everybody = (OLDER,) * len(seats)
    blank = Plan(args.game, chosen, everybody, args.games, args.seed, checked=False)
    before = played(blank, args.jobs)
    for k, name in enumerate(seats):
        if args.seat and name not in args.seat:
            continue
        line = (*everybody[:k], args.bot or bots.best(game), *everybody[k + 1 :])
        wins = played(replace(blank, seats=line), args.jobs)[k]
        p, q = (wins + 0.5) / (args.games + 1), (before[k] + 0.5) / (args.games + 1)
        yield {
            "seat": name,
            "games": args.games,
            "older": round(before[k] / args.games, 4),
            "now": round(wins / args.games, 4),
            "interval": [round(x, 4) for x in wilson(wins, args.games)],
            "odds_ratio": round(p / (1 - p) / (q / (1 - q)), 2),
        }


def main() -> None:
    """Print a line of JSON for each seat."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--since", required=True, help="the older commit")
    parser.add_argument("--bot", help="the bot of now (default: the game's own)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seat", action="append", help="this seat alone; may be repeated")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    load_older_bot(args.game, args.since)
    for row in rows(args):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
