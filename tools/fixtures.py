"""Create fixtures: records of whole games that every version must replay to the same end.

`python tools/fixtures.py GAME NAME --seats steward,random,... [--option ...] [--stop N]` plays
one and writes it to tests/games/GAME/records/NAME.json.gz. Existing records must not change: they
prove that old games can be continued.
"""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path

from chancery import games
from chancery.cli.record_verbs import read_options
from chancery.table import Sitting, bot_players, record

TESTS = Path(__file__).resolve().parent.parent / "tests" / "games"


def main() -> None:
    """Play one game and write its record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", type=games.find)
    parser.add_argument("name")
    parser.add_argument("--seats", required=True)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--seed")
    parser.add_argument("--rules", type=int, help="an older rules version")
    parser.add_argument("--stop", type=int, default=100_000, help="leave it after so many actions")
    args = parser.parse_args()
    path = TESTS / args.game.name / "records" / f"{args.name}.json.gz"
    if path.exists():
        parser.error(f"{path} is there already")
    options = read_options(args.game, args.option)
    sitting = Sitting(args.game, options, args.seed or args.name, rules=args.rules)
    kinds = args.seats.split(",")
    sitting.names = tuple(kinds)
    while sitting.state.asked and len(sitting.log) < args.stop:
        seat = sitting.state.asked[0].seat
        seed = bot_players.seat_seed(args.name, seat)
        sitting.act(seat, bot_players.answer(sitting, seat, kinds[seat], seed))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(record.dumps(sitting).encode("utf-8"), mtime=0))
    print(path, len(sitting.log), sitting.state.result)
    if sitting.state.rules > 1 and _goes_the_same_way(sitting, sitting.state.rules - 1):
        print("the game is the same by the rules version before: it does not reach what changed")


def _goes_the_same_way(sitting: Sitting, rules: int) -> bool:
    """Whether a game has the same log and result by another rules version."""
    plain = {name: part for name, part in record.to_plain(sitting).items() if name != "digest"}
    try:
        other = record.from_plain({**plain, "rules": rules}, games.find)
    except record.BadRecord:
        return False
    return other.state.result == sitting.state.result


if __name__ == "__main__":
    main()
