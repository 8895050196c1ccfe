"""Measure a restore drill: how long it takes to restore a site and to replay all its tables.

`python -m tools.restore_drill --tables 1000` sets up a site with so many finished games, played at
random and by turns in each game, backs it up and performs `chancery admin drill`. With
`--on URL`, an empty PostgreSQL database, the drill is performed there.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

from tools import crowd

DIFFERENT = 8  # games of each kind that are played; the tables repeat them


def play(game: Any, seed: str) -> Any:
    """Play a game at random to its end."""
    from chancery.table import Sitting

    sitting = Sitting(game, {}, seed)
    dice = random.Random(seed)
    while sitting.state.asked:
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
    return sitting


def fill(tables: int) -> None:
    """Store so many finished tables."""
    from django.db import transaction

    from chancery import games
    from chancery.web.tables import sittings
    from chancery.web.tables.models import Seat, Table

    kinds = [games.find(name) for name in games.names()]
    played = [play(kind, f"drill-{n}") for n in range(DIFFERENT) for kind in kinds]
    host = crowd.person("Anna").visitor
    for number in range(tables):
        sitting = played[number % len(played)]
        frame = sitting.start.frame
        with transaction.atomic():
            table = Table.objects.create(
                game=frame.game, rules=frame.rules, options=dict(frame.options),
                seed=sitting.seed, host=host, started=True,
            )  # fmt: skip
            seats = [
                Seat(table=table, number=seat, owner=host) for seat in range(len(sitting.seats))
            ]
            Seat.objects.bulk_create(seats)
            sittings.store(table, sitting)
        sittings.forget()


def main() -> None:
    """Fill a site, back it up, and print the report of a drill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--on", default="", metavar="URL")
    args = parser.parse_args()
    with crowd.temporary_site() as home:
        from chancery.web.operators import backup
        from chancery.web.server import drill

        fill(args.tables)
        path = Path(home) / "site.zip"
        began = time.monotonic()
        backup.save(path)
        saved = time.monotonic() - began
        report = drill.drill(path, args.on)
        report |= {"bytes": path.stat().st_size, "problems": len(report["problems"])}
        report["seconds"]["backup"] = round(saved, 2)
        print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
