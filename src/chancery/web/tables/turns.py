"""Turns: who is to decide has a deadline and is told; written together with the action.

How long a seat may take begins when it is asked, and anew with each of its own steps that others
notice: steps of a half-made choice must not be countable by a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from chancery.core import State
from chancery.table import Sitting
from chancery.web.base.moments import remind_at
from chancery.web.base.rows import do, marks, moment
from chancery.web.notices import announcing
from chancery.web.tables.models import Seat, Table


def pass_on(
    table: Table, seats: Sequence[Seat], old: State, sitting: Sitting, acted: set[int]
) -> None:
    """Within the transaction of an action: it is the turn of others now, or the end.

    `acted`: the seats that have done something others notice.
    """
    before = {asked.seat for asked in old.asked}
    now = {asked.seat for asked in sitting.state.asked}
    if table.pace:
        begun = _begin(table, seats, (now - before) | (now & acted), before - now)
        people = {n for n in now if seats[n].owner_id is not None and not seats[n].bot}
        table.deadlines = begun if people <= set(begun) else None
    _tell("turn", table, seats, now - before)
    if sitting.state.result is not None:
        result = sitting.state.result
        for seat in seats:
            Seat.objects.filter(pk=seat.pk).update(
                rank=result.ranks[seat.number], points=result.points[seat.number]
            )
        _tell("over", table, seats, {seat.number for seat in seats} - acted)


def take_up(table: Table, seats: Sequence[Seat], asked: Iterable[int]) -> None:
    """Within the transaction that puts somebody on a seat: he may be asked already."""
    if table.pace:
        _begin(table, seats, asked)
    _tell("turn", table, seats, asked)


def _begin(
    table: Table, seats: Sequence[Seat], asked: Iterable[int], done: Iterable[int] = ()
) -> dict[int, datetime]:
    """A deadline for those of the asked seats that people play, and none for who is done."""
    people = [n for n in asked if seats[n].owner_id is not None and not seats[n].bot]
    changed = [*people, *done]
    due = timezone.now() + timedelta(seconds=table.pace)
    if people:
        when = f"CASE WHEN number IN ({marks(people)}) THEN %s END, remind = %s, reminded = %s"
        values = [*people, moment(due), moment(remind_at(due, table.pace)), False]
    else:
        when, values = "NULL", []
    if changed:
        whose = f"table_id = %s AND number IN ({marks(changed)})"
        do(f"UPDATE web_seat SET due = {when} WHERE {whose}", [*values, table.pk, *changed])
    return dict.fromkeys(people, due)


def _tell(kind: str, table: Table, seats: Sequence[Seat], numbers: Iterable[int]) -> None:
    """A notice for the accounts on these seats, if anybody else waits for them."""
    people = {seat.owner_id for seat in seats if seat.owner_id is not None and not seat.bot}
    if len(people) < 2 and not table.pace:
        return
    found = [
        (account, number)
        for number in numbers
        if (account := account_on(seats[number])) is not None
    ]
    if found:
        announcing.announce(kind, table, found)


def account_on(seat: Seat) -> int | None:
    """The account that plays a seat; None: a guest, a bot or nobody does."""
    return None if seat.owner is None or seat.bot else seat.owner.account_id
