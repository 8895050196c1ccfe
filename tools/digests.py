"""Print digests of random games, which must be equal on every supported Python version.

Standard library only, so that any Python runs it: `PYTHONPATH=src python tools/digests.py [GAMES]`
prints a line for each game played. tools/pythons.py compares them.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from hashlib import blake2b

from chancery import games
from chancery.table import Sitting, record

EVERY = 40  # actions between two digests of all views
LONGEST = 1500  # actions


def digest_of(name: str, options: Mapping[str, object], seed: str) -> str:
    """Return the digest of a random game: its record, and regularly views and samples."""
    game = games.find(name)
    dice = random.Random(seed)
    sitting = Sitting(game, options, seed)
    found = blake2b(digest_size=12)
    while sitting.state.asked and len(sitting.log) < LONGEST:
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        if len(sitting.log) % EVERY:
            continue
        for viewer in (None, *range(len(sitting.seats))):
            view = sitting.state.view(viewer)
            seen = view.plain()
            guess = game.sample(view, seed).plain()
            found.update(json.dumps([seen, guess], sort_keys=True).encode())
    again = record.loads(record.dumps(sitting), games.find)
    assert again.state == sitting.state, "the record leads elsewhere"
    found.update(record.dumps(again).encode())
    return found.hexdigest()


def main(most: int = 6) -> None:
    """Play some games in very different modes and print their digests."""
    for name in games.names():
        modes = list(games.find(name).modes())
        for number in range(most):
            options = modes[number * len(modes) // most]
            print(name, json.dumps(options), digest_of(name, options, str(number)), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
