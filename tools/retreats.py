"""Measure `retreat_paths.ends` on random positions and pockets; print the worst seeds.

python tools/retreats.py [--count 10000] [--first 0] [--kind random|pocket|both]
"""

from __future__ import annotations

import argparse
import random
from time import perf_counter, process_time

from chancery.games.friedrich.board.atlas import NEXT, N
from chancery.games.friedrich.rules.retreat_search import farthest_ends

Position = tuple[int, int, int, bytes]  # start, length, victor, occupied


def flags(cities: set[int]) -> bytes:
    """Return one byte per city, the input format of `ends`."""
    return bytes(city in cities for city in range(N))


def scattered(seed: int) -> Position:
    """Return 35 pieces in random cities, with the victor next to the loser."""
    dice = random.Random(f"scattered {seed}")
    start = dice.randrange(N)
    victor = dice.choice(NEXT[start])
    others = [city for city in range(N) if city not in (start, victor)]
    occupied = {start, victor, *dice.sample(others, 33)}
    return start, dice.randint(1, 24), victor, flags(occupied)


def pocket(seed: int) -> Position:
    """Return a region of 22 to 70 cities with at most one exit, and the loser inside.

    Half of the regions are round, with many rings; half have many arms.
    """
    dice = random.Random(f"pocket {seed}")
    size = dice.randint(22, 70)
    round_ = dice.random() < 0.5
    region = [dice.randrange(N)]
    edge = list(NEXT[region[0]])
    while len(region) < size:
        city = edge.pop(0 if round_ else dice.randrange(len(edge)))
        if city not in region:
            region.append(city)
            edge += [other for other in NEXT[city] if other not in region]
    wall = sorted({other for city in region for other in NEXT[city]} - set(region))
    start = dice.choice(region)
    inside = [city for city in NEXT[start] if city in region]
    victor = dice.choice(inside or wall)
    occupied = {start, victor, *wall}
    if wall and dice.random() < 0.5:
        occupied.discard(dice.choice([city for city in wall if city != victor] or wall))
        occupied.add(victor)
    return start, dice.randint(12, 24), victor, flags(occupied)


WALL, CPU = "by the clock", "of the processor"  # they differ on a busy machine
MAKERS = {"random": scattered, "pocket": pocket}


def main() -> None:
    """Time every position once and print the figures of each kind."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kind", choices=[*MAKERS, "both"], default="both")
    args = parser.parse_args()
    for kind, maker in MAKERS.items():
        if args.kind not in (kind, "both"):
            continue
        times: dict[str, list[tuple[float, int]]] = {WALL: [], CPU: []}
        none = 0
        for seed in range(args.first, args.first + args.count):
            position = maker(seed)
            began, used = perf_counter(), process_time()
            found = farthest_ends(*position)
            used, took = process_time() - used, perf_counter() - began
            times[WALL].append((took * 1000, seed))
            times[CPU].append((used * 1000, seed))
            none += not found
        print(f"{kind}: {args.count} positions, {none} of them without a way")
        for clock, values in times.items():
            values.sort()
            worst, seed = values[-1]
            print(
                f"  {clock}: worst {worst:.2f} ms (seed {seed}), "
                f"p99 {values[len(values) * 99 // 100][0]:.2f} ms, "
                f"mean {sum(value for value, _ in values) / len(values):.3f} ms"
            )


if __name__ == "__main__":
    main()
