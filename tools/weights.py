"""Measure the effect of each bot weight on the victories of its seat.

    python tools/weights.py friedrich --option game=full --games 2000

In every game, each seat's bot has its weights scaled at random (`sway`). Over many games this
gives, for all weights at once, the additional share of victories by a higher weight: each line is a
seat, a weight, the gain if it is multiplied by 1.5, and by how many standard errors that differs
from zero.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, is_dataclass
from math import log, sqrt
from os import cpu_count
from sys import maxsize
from typing import Any

from chancery import games
from chancery.bots.search import play_on
from chancery.cli.record_verbs import read_options
from chancery.core.chance import Dice

END = maxsize  # a moment that occurs in no game
CLEAR = 2.0  # standard errors
MORE = log(1.5)
Temper = dict[str, float]  # by weight, the logarithm of its factor


def scaled_bot(kind: type[Any], game: Any, seed: str, spread: float) -> tuple[Any, Temper]:
    """Return a bot with scaled weights, and the logarithms of the factors."""
    bot = kind(game, seed)
    usual = {name: value for name in dir(bot) if is_dataclass(value := getattr(bot, name))}
    bot.sway(Dice("weights", seed), spread)
    found = {}
    for name, before in usual.items():
        after = getattr(bot, name)
        for field in fields(before):
            was = getattr(before, field.name)
            if isinstance(was, float) and was:
                found[f"{name}.{field.name}"] = log(getattr(after, field.name) / was)
    return bot, found


def played(name: str, options: dict[str, object], seed: str, spread: float) -> list[Any]:
    """Return the weights of each seat in a game, and the share of the victory it won."""
    game = games.find(name)
    state = game.start(options, seed)
    kind = next(iter(game.bots.values()))
    company = [scaled_bot(kind, game, f"{seed}/{s}", spread) for s in range(len(state.seats))]
    hooks = game.search_hooks(game)
    play_on(hooks, [bot for bot, _ in company], state, Dice("weights", seed), END)
    result = state.result
    assert result is not None
    return [(temper, result.share(seat)) for seat, (_, temper) in enumerate(company)]


def rows(found: list[list[Any]], seats: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Return the effect of each weight for each seat; independent draws allow one at a time."""
    for seat, name in enumerate(seats):
        mine = [game[seat] for game in found]
        mean = sum(share for _, share in mine) / len(mine)
        spread = sum((share - mean) ** 2 for _, share in mine) / len(mine)
        for weight in mine[0][0]:
            own = [(temper[weight], share - mean) for temper, share in mine]
            squares = sum(more * more for more, _ in own)
            slope = sum(more * share for more, share in own) / squares
            error = sqrt(spread / squares)
            yield {
                "seat": name,
                "weight": weight,
                "gain": round(slope * MORE, 4),
                "errors": round(slope / error, 1) if error else 0.0,
            }


def main() -> None:
    """Print a line of JSON for each weight that clearly matters to a seat."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("game", choices=games.names())
    told.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    told.add_argument("--games", type=int, default=1000)
    told.add_argument("--spread", type=float, default=0.6)
    told.add_argument("--seed", default="weights")
    told.add_argument("--all", action="store_true", help="also what does not clearly matter")
    args = told.parse_args()
    game = games.find(args.game)
    options = read_options(game, args.option)
    n = args.games
    seeds = [f"{args.seed}:{number}" for number in range(n)]
    with ProcessPoolExecutor(cpu_count()) as pool:
        found = list(
            pool.map(played, [args.game] * n, [options] * n, seeds, [args.spread] * n, chunksize=4)
        )
    seen = rows(found, game.seats(game.complete_options(options)))
    for row in sorted(seen, key=lambda row: -abs(row["errors"])):
        if args.all or abs(row["errors"]) >= CLEAR:
            print(json.dumps(row))


if __name__ == "__main__":
    main()
