"""Logs of any game: played by chance, and put at a table."""

from __future__ import annotations

import random

from chancery import games
from chancery.table import Sitting
from chancery.web.people.models import Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table


def played(game: str, most: int = 10_000, seed: str = "1757") -> Sitting:
    """A sitting with so many lines, or to the end; things are taken back now and then."""
    sitting = Sitting(games.find(game), {}, seed)
    chance = random.Random(seed)
    while sitting.state.asked and len(sitting.log) < most:
        seat = chance.choice(sitting.state.asked).seat
        if sitting.last(seat) is not None and chance.random() < 0.1:
            sitting.undo(seat)
        else:
            sitting.act(seat, chance.choice(sitting.state.legal(seat)))
    return sitting


def put_down(sitting: Sitting, owner: Visitor | None = None, bot: str = "") -> Table:
    """A table with the log of a sitting; all seats are somebody's, but for the last the bot's."""
    frame = sitting.start.frame
    table = Table.objects.create(
        game=frame.game,
        rules=frame.rules,
        options=dict(frame.options),
        seed=sitting.seed,
        host=owner,
        private=True,
    )
    last = len(sitting.seats) - 1
    for number in range(last + 1):
        kind = bot if number == last else ""
        Seat.objects.create(
            table=table, number=number, owner=None if kind else owner, bot=kind, name=f"N{number}"
        )
    sittings.store(table, sitting)
    table.refresh_from_db()
    return table
