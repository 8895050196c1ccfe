"""The bots at the tables of the site: their secrets, and who moves next."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from django.utils.crypto import salted_hmac

from chancery import bots
from chancery.core import Action
from chancery.table import Sitting, bot_players, teacher
from chancery.web.identity.models import Report
from chancery.web.tables import courses, sittings
from chancery.web.tables.models import Seat, Table

log = logging.getLogger("chancery.web.worker")
LOOK_AGAIN = 10.0  # seconds
SUSPENDED = (
    "The bot {bot} of {game} is suspended: the processes that moved it have died three times in a"
    " row. Random moves are played for it until this report is handled."
)
_suspensions: dict[str, tuple[float, bool]] = {}  # by text: when it was looked up, and the result


class Move(NamedTuple):
    """A move of a seat: a list of actions, played completely or not at all."""

    seat: int
    actions: Sequence[Action]
    kept: bool = False  # it was planned before and has waited for its time


def seed(table: Table, seat: int) -> str:
    """Return the secret of the bot at a seat, which determines its temper and its dice.

    It derives from the secret key of the site, not from the seed of the table: neither can be
    computed from the other, and a person who takes the seat over does not learn it. In courses bots
    are the same for everybody.
    """
    if table.course:
        return teacher.secret(table.course, seat)
    salt = "chancery.web.opponents"  # do not change it: all bots would play differently
    return salted_hmac(salt, f"{table.slug}/{seat}", algorithm="sha256").hexdigest()


def suspend_next(pk: int) -> None:
    """Suspend the bot that moves next at a table and report it, as processes die of it."""
    table = Table.objects.get(pk=pk)
    sitting, seats = sittings.load(table), sittings.seats(table)
    for asked in sitting.state.asked:
        kind = seats[asked.seat].bot
        if kind and kind != bot_players.SPARE:
            text = SUSPENDED.format(bot=kind, game=table.game)
            log.error("%s", text)
            Report.objects.create(table=table, text=text)
            _suspensions.clear()
            return


def kind_at(seat: Seat, table: Table) -> str:
    """Return the bot that moves for a seat: its own, or the spare one while that is suspended."""
    key = SUSPENDED.format(bot=seat.bot, game=table.game)
    looked, suspended = _suspensions.get(key, (-LOOK_AGAIN, False))
    if time.monotonic() - looked > LOOK_AGAIN:
        suspended = Report.objects.filter(text=key, handled=False).exists()
        _suspensions[key] = time.monotonic(), suspended
    return bot_players.SPARE if suspended else seat.bot


def thinks(sitting: Sitting, table: Table) -> bool:
    """Return whether the next move is up to a bot that searches."""
    seats = sittings.seats(table)
    for asked in sitting.state.asked:
        seat = seats[asked.seat]
        if seat.bot:
            return bots.thinks(seat.bot, sitting.game)
        if sittings.answer_given(sitting, seat) is not None:
            return False
    return False


def noticed(move: Move, sitting: Sitting) -> bool:
    """Return whether anybody else notices a move; steps of a incomplete choice are hidden."""
    after = sitting.fork()
    after.act(move.seat, list(move.actions))
    return sittings.noticed(sitting.state, after, len(sitting.log))


def plan_of(move: Move, sitting: Sitting, table: Table) -> dict[str, Any]:
    """Return a move in the form in which it is stored until its time."""
    return {
        "actions": [action.text for action in move.actions],
        **_basis(move.seat, sitting, table),
    }


def _basis(seat: int, sitting: Sitting, table: Table) -> dict[str, Any]:
    """Return everything that a move depends on: as long as it is the same, so is the move.
    Hidden steps of others change nothing."""
    view = json.dumps(sitting.state.view(seat).plain(), sort_keys=True)
    return {
        "seat": seat,
        "question": sitting.question(seat),
        "seating": table.seating,
        "seen": blake2b(view.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(),
    }


def _kept(plan: Mapping[str, Any], sitting: Sitting, table: Table) -> Move | None:
    """Return a planned move, if it is still valid."""
    seat, actions = plan["seat"], plan["actions"]
    if sitting.question(seat) is None or plan != _basis(seat, sitting, table) | {
        "actions": actions
    }:
        return None
    return Move(seat, tuple(map(sitting.game.notation.parse, actions)), kept=True)


def next_move(sitting: Sitting, table: Table, plan: Mapping[str, Any] | None = None) -> Move | None:
    """Return the next move of a bot, or an answer given in advance; `plan` is one from before."""
    if table.course and courses.is_finished(table, sitting):
        return None
    kept = None if plan is None else _kept(plan, sitting, table)
    if kept is not None:
        return kept
    seats, course = sittings.seats(table), courses.course_of(table)
    for asked in sitting.state.asked:
        seat = seats[asked.seat]
        if seat.bot and course is not None:
            return Move(asked.seat, teacher.reply(course, sitting, asked.seat))
        if seat.bot:
            own = seed(table, asked.seat)
            kind = kind_at(seat, table)
            return Move(asked.seat, bot_players.answer(sitting, asked.seat, kind, own))
        action = sittings.answer_given(sitting, seat)
        if action is not None:
            return Move(asked.seat, (action,))
    return None
