"""Long random walks through all games and all combinations of options (`make soak`)."""

from __future__ import annotations

import argparse
import sys
import traceback

from chancery import games
from chancery.conformance.trial import try_game


def main() -> int:
    """Walk through every game; return 1 at the first failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", type=int, default=300)
    parser.add_argument("--damaged", type=int, default=2000, help="positions for each game")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    if args.walks < 1:
        parser.error("--walks: a whole number from 1 on was expected")
    for game in map(games.find, games.names()):
        trial = try_game(game, args.walks, args.seed, damaged=args.damaged)
        for line in trial.told():
            print(line)
        if trial.failure is not None:
            traceback.print_exception(trial.failure.error)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
