"""Measure how long a master thinks: the CPU time of its plans.

    python tools/thinking.py friedrich --option game=west

One master plays in each seat in turn against the game's own bot, as on the site. The report covers
all its plans, and separately those that were searched (a question with one answer is not).
"""

from __future__ import annotations

import argparse
import json
from time import process_time

from chancery import games
from chancery.bots.levels import MASTER, PLAYER
from chancery.cli.record_verbs import read_options
from chancery.table import Sitting
from chancery.table.bot_players import answer, seat_seed

Took = tuple[float, bool]  # seconds, and whether it was searched
_PARTS = {"median": 0.5, "p95": 0.95, "most": 1.0}


def plan_times(game: str, options: dict[str, object], seed: str, thinker: int) -> list[Took]:
    """Return how long each plan of one seat took in a game."""
    sitting = Sitting(games.find(game), options, seed=seed)
    hooks = sitting.game.search_hooks(sitting.game)
    found = []
    while sitting.state.asked:
        asked = sitting.state.asked[0]
        seat, legal = asked.seat, sitting.state.legal(asked.seat)
        bot = MASTER if seat == thinker else PLAYER
        began = process_time()
        plan = answer(sitting, seat, bot, seat_seed(seed, seat))
        took = process_time() - began
        if seat == thinker:
            view = sitting.state.view(seat)
            found.append((took, len(legal) > 1 and hooks.thought(view, asked, legal) > 0))
        sitting.act(seat, plan, sitting.question(seat))
    return found


def summary(took: list[Took]) -> dict[str, float]:
    """Return the number of plans and their times."""
    seconds = sorted(t for t, _ in took)
    parts = {name: seconds[int(part * (len(seconds) - 1))] for name, part in _PARTS.items()}
    return {"number": len(seconds)} | {name: round(t, 3) for name, t in parts.items()}


def main() -> None:
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("game", choices=games.names())
    told.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    told.add_argument("--games", type=int, default=2, help="for each seat")
    told.add_argument("--seed", default="thinking")
    args = told.parse_args()
    game = games.find(args.game)
    options = dict(read_options(game, args.option))
    took: list[Took] = []
    for number in range(args.games):
        for seat in range(len(game.seats(game.complete_options(options)))):
            took += plan_times(args.game, options, f"{args.seed}/{number}", seat)
    print(json.dumps({"plans": summary(took), "thought over": summary([t for t in took if t[1]])}))


if __name__ == "__main__":
    main()
