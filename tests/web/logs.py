"""Logs of any game: played at random, and stored as tables."""

from __future__ import annotations

import random

from chancery import games
from chancery.table import Sitting
from chancery.web.identity.models import Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table


def random_sitting(game: str, most: int = 10_000, seed: str = "1757") -> Sitting:
    """Play a sitting at random, with some undos, up to so many lines or to the end."""
    sitting = Sitting(games.find(game), {}, seed)
    chance = random.Random(seed)
    while sitting.state.asked and len(sitting.log) < most:
        seat = chance.choice(sitting.state.asked).seat
        if sitting.undo_number(seat) is not None and chance.random() < 0.1:
            sitting.undo(seat)
        else:
            sitting.act(seat, chance.choice(sitting.state.legal(seat)))
    return sitting


def store_as_table(
    sitting: Sitting,
    owner: Visitor | None = None,
    bot: str = "",
    public: bool = False,
    private: bool = True,
) -> Table:
    """Store a sitting as a table; all seats belong to one visitor, the last one to a bot."""
    frame = sitting.start.frame
    table = Table.objects.create(
        game=frame.game,
        rules=frame.rules,
        options=dict(frame.options),
        seed=sitting.seed,
        host=owner,
        public=public,
        private=private,
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
