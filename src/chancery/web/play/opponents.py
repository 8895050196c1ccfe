"""The bots at the tables of the site: their secrets, and who moves next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from chancery import bots
from chancery.core import Action
from chancery.table import Sitting, bot_players, teacher
from chancery.web.tables import courses, sittings
from chancery.web.tables.models import Table


class Move(NamedTuple):
    """What a seat does: a list of actions, all or none."""

    seat: int
    actions: Sequence[Action]


def seed(table: Table, seat: int) -> str:
    """The secret of the bot at a seat: its temper, and its dice at every moment.

    It rests on the key of the site, which nobody else has, and not on the chance of the table:
    neither is told by the other, and who plays the bot's seat on does not come to know it. Where
    something is taught, the bots are the same for everybody.
    """
    if table.course:
        return teacher.secret(table.course, seat)
    salt = "chancery.web.opponents"  # wherever this stands: with another all bots would change
    return salted_hmac(salt, f"{table.slug}/{seat}", algorithm="sha256").hexdigest()


def thinks(sitting: Sitting, table: Table) -> bool:
    """Whether the next move is that of a bot that takes its time."""
    seats = sittings.seats(table)
    for asked in sitting.state.asked:
        seat = seats[asked.seat]
        if seat.bot:
            return bots.thinks(seat.bot, sitting.game)
        if sittings.advance(sitting, seat) is not None:
            return False
    return False


def next_move(sitting: Sitting, table: Table) -> Move | None:
    """What a bot does, or what somebody has answered in advance."""
    if table.course and courses.rests(table, sitting):
        return None
    seats, course = sittings.seats(table), courses.course_of(table)
    for asked in sitting.state.asked:
        seat = seats[asked.seat]
        if seat.bot and course is not None:
            return Move(asked.seat, teacher.reply(course, sitting, asked.seat))
        if seat.bot:
            own = seed(table, asked.seat)
            return Move(asked.seat, bot_players.answer(sitting, asked.seat, seat.bot, own))
        action = sittings.advance(sitting, seat)
        if action is not None:
            return Move(asked.seat, (action,))
    return None
