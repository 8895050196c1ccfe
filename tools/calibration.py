"""Compare the winning chances that analysis predicts with results of games played on.

    python tools/calibration.py spada --option players=3

Games between bots are recorded and analysed. Then some of their positions are played to the end
many times, with other seeds and other bot weights. A position predicted at 30% should be won in 30%
of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from os import cpu_count

from chancery import bots, games
from chancery.bots.search import play_on
from chancery.cli.record_verbs import read_options
from chancery.core import State
from chancery.core.chance import Dice
from chancery.table import Sitting
from chancery.table.analysis import Z_95, Evaluator, Move, moves
from chancery.table.bot_players import answer, seat_seed

END = sys.maxsize  # a moment that occurs in no game
Pair = tuple[float, float, float]  # prediction, its standard error, result


def play_game(game: str, options: dict[str, object], seed: str) -> Sitting:
    """Play a game between bots and return its sitting."""
    sitting = Sitting(games.find(game), options, seed=seed)
    while sitting.state.asked:
        seat = sitting.state.asked[0].seat
        plan = answer(sitting, seat, bots.best(sitting.game), seat_seed(seed, seat))
        sitting.act(seat, plan, sitting.question(seat))
    return sitting


def victory_shares(state: State, times: int, name: str) -> list[float]:
    """Return each seat's share of the victories when a position is played to the end."""
    game = games.find(state.frame.game)
    hooks = game.search_hooks(game)
    total = [0.0] * len(state.seats)
    for number in range(times):
        trial = state.clone()
        trial.seed = f"calibration/{name}/{number}".encode()
        play_on(hooks, hooks.company(f"{name}.{number}."), trial, Dice(name, str(number)), END)
        assert trial.result is not None
        total = [t + trial.result.share(seat) for seat, t in enumerate(total)]
    return [t / times for t in total]


def pairs(game: str, options: dict[str, object], seed: str, looks: int, times: int) -> list[Pair]:
    """Return prediction and result for some positions of a game."""
    sitting = play_game(game, options, seed)
    hooks = sitting.game.search_hooks(sitting.game)
    evaluator = Evaluator(hooks, None)
    moments: dict[int, Move] = {}
    for move in moves(sitting):
        moments.setdefault(hooks.moment(move.state), move)
    chosen = list(moments.values())
    step = max(1, len(chosen) // looks)
    found: list[Pair] = []
    for move in chosen[::step][:looks]:
        point = evaluator.evaluate(move.length, move.state)
        came = victory_shares(move.state, times, f"{seed}/{move.length}")
        found += zip(point.chances, point.unsure, came, strict=True)
    return found


def main() -> None:
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("game", choices=games.names())
    told.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    told.add_argument("--games", type=int, default=20)
    told.add_argument("--looks", type=int, default=6, help="positions of each game")
    told.add_argument("--times", type=int, default=30, help="how often each is played to its end")
    told.add_argument("--seed", default="calibration")
    told.add_argument("--json", action="store_true")
    args = told.parse_args()
    options = read_options(games.find(args.game), args.option)
    seeds = [f"{args.seed}:{number}" for number in range(args.games)]
    n = len(seeds)
    with ProcessPoolExecutor(cpu_count()) as pool:
        parts = pool.map(
            pairs, [args.game] * n, [options] * n, seeds, [args.looks] * n, [args.times] * n
        )
        found = [pair for part in parts for pair in part]
    rows = []
    for tenth in range(10):
        here = [pair for pair in found if min(9, int(10 * pair[0])) == tenth]
        if here:
            said, unsure, came = (sum(column) / len(here) for column in zip(*here, strict=True))
            rows.append({"said": said, "came": came, "unsure": unsure, "positions": len(here)})
    within = sum(
        abs(said - came) <= unsure + Z_95 * sqrt(said * (1 - said) / args.times)
        for said, unsure, came in found
    ) / len(found)
    off = sum(row["positions"] * abs(row["said"] - row["came"]) for row in rows) / len(found)
    if args.json:
        print(json.dumps({"rows": rows, "within": within, "off": off}))
        return
    print("| said | came | give or take | chances |\n|---|---|---|---|")
    for row in rows:
        print(
            f"| {row['said']:.1%} | {row['came']:.1%} | {row['unsure']:.1%} | {row['positions']} |"
        )
    print(f"\nwithin what was said: {within:.0%}; off by {off:.1%} on average over tenths")


if __name__ == "__main__":
    main()
