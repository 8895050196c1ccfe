"""Turns: deadlines and notices of the seats that have to decide, written together with the action.

A seat's time begins when it is asked, and again with each of its own steps that others notice:
steps of a incomplete choice must not be countable by a clock. Taking a step back restores the
deadline from before it, and is refused once that has passed: no sequence of actions and undos gives
more time than the actions that stand in the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from chancery.core import State
from chancery.table import Sitting
from chancery.table.sitting import Entry
from chancery.web.base.moments import remind_at
from chancery.web.base.refusals import TimeUp
from chancery.web.base.sql import db_time, execute, from_db_time, placeholders, query
from chancery.web.outbox import announcing
from chancery.web.tables.models import Seat, Table

# while a bot plays on, the seat keeps the missed deadline until the bot has moved
_DUE = "SELECT number, due FROM web_seat WHERE table_id = %s AND due IS NOT NULL AND bot = ''"


def deadlines(table: Table) -> dict[int, datetime]:
    """Return the deadlines at a table by seat, as stored now."""
    if not table.pace:
        return {}
    return deadlines_in(table, query(_DUE, [table.pk]))


def deadlines_in(table: Table, rows: Iterable[Sequence[Any]]) -> dict[int, datetime]:
    """Return the deadlines in rows of seats that have one: number and deadline."""
    return {number: from_db_time(due) for number, due in rows} if table.pace else {}


def deadlines_before(
    table: Table, entries: Sequence[Entry], due: Mapping[int, datetime], now: datetime
) -> list[datetime | None]:
    """Return for each new line of the log the deadline that its seat had just before it.

    A bot's line counts as made at the last moment, so that a returning player gains no time by
    taking it back. `due`: the deadlines before all of these lines.
    """
    deadlines: list[datetime | None] = []
    noticed = False
    for entry in entries:
        if not table.pace or entry.action is None:
            deadlines.append(None)
            continue
        fresh = now + timedelta(seconds=table.pace)
        deadlines.append(fresh if noticed else due.get(entry.seat, now))
        noticed = noticed or not entry.unnoticed
    return deadlines


def pass_on(
    table: Table,
    seats: Sequence[Seat],
    old: State,
    sitting: Sitting,
    entries: Sequence[Entry],
    due: Mapping[int, datetime],
    at: datetime,
) -> None:
    """Within the transaction of an action at a time: pass the turn on, or store the result.

    `entries`: the new lines, empty if nobody else notices them. `due`: the deadlines before.
    """
    asked_before = {asked.seat for asked in old.asked}
    asked_now = {asked.seat for asked in sitting.state.asked}
    acted = {asked.seat for asked in entries}
    if table.pace:
        restored = _restore(table, [entry for entry in entries if entry.seat in asked_now], due)
        fresh = ((asked_now - asked_before) | (asked_now & acted)) - set(restored)
        begun = _begin(table, seats, fresh, asked_before - asked_now)
        lasting = {number: at for number, at in due.items() if number in asked_now}
        table.deadlines = lasting | begun | restored
    _announce("turn", table, seats, asked_now - asked_before - acted)
    if sitting.state.result is not None:
        result, archived = sitting.state.result, table.archived(at)
        for seat in seats:
            rank, points = result.ranks[seat.number], result.points[seat.number]
            Seat.objects.filter(pk=seat.pk).update(rank=rank, points=points, archived=archived)
        _announce("over", table, seats, {seat.number for seat in seats} - acted)


_RESTORE = (
    "UPDATE web_seat SET due = %s, remind = %s, reminded = %s WHERE table_id = %s AND number = %s"
)


def _restore(
    table: Table, entries: Sequence[Entry], due: Mapping[int, datetime]
) -> dict[int, datetime]:
    """Give seats the deadlines that they had before what they take back; return these.

    Raises TimeUp if the deadline of the seat that takes back has passed. Past reminders are not
    sent again.
    """
    first: dict[int, int] = {}
    for entry in entries:
        if entry.action is None:
            first[entry.seat] = min(entry.undoes, first.get(entry.seat, entry.undoes))
    if not first:
        return {}
    numbers = placeholders([*first])
    lines = f"SELECT seat, due FROM web_entry WHERE table_id = %s AND number IN ({numbers})"
    now = timezone.now()
    fresh = now + timedelta(seconds=table.pace)
    restored = {}
    for seat, at in query(lines, [table.pk, *first.values()]):
        # None: written before deadlines were stored
        was = fresh if at is None else from_db_time(at)
        restored[seat] = min(was, due.get(seat, was))
    if restored.get(entries[-1].seat, fresh) <= now:
        raise TimeUp()
    for seat, at in restored.items():
        remind = remind_at(at, table.pace)
        values = [db_time(at), db_time(remind), remind <= now]
        execute(_RESTORE, [*values, table.pk, seat])
    return restored


def start_turns(table: Table, seats: Sequence[Seat], asked: Iterable[int]) -> None:
    """Within the transaction that seats a player: start his time if he has to decide already."""
    if table.pace:
        _begin(table, seats, asked)
    _announce("turn", table, seats, asked)


def _begin(
    table: Table, seats: Sequence[Seat], asked: Iterable[int], done: Iterable[int] = ()
) -> dict[int, datetime]:
    """Set deadlines for those of the asked seats that people play, and delete those of seats
    that are done. Bots have none, except one missed before they took over."""
    asked = list(asked)
    people = [n for n in asked if seats[n].owner_id is not None and not seats[n].bot]
    changed = [*asked, *done]
    due = timezone.now() + timedelta(seconds=table.pace)
    if people:
        when = (
            f"CASE WHEN number IN ({placeholders(people)}) THEN %s END, remind = %s, reminded = %s"
        )
        values = [*people, db_time(due), db_time(remind_at(due, table.pace)), False]
    else:
        when, values = "NULL", []
    if changed:
        condition = f"table_id = %s AND number IN ({placeholders(changed)})"
        execute(
            f"UPDATE web_seat SET due = {when} WHERE {condition}", [*values, table.pk, *changed]
        )
    return dict.fromkeys(people, due)


def _announce(kind: str, table: Table, seats: Sequence[Seat], numbers: Iterable[int]) -> None:
    """Announce something to the accounts on these seats, if anybody else waits for them."""
    people = {seat.owner_id for seat in seats if seat.owner_id is not None and not seat.bot}
    if len(people) < 2 and not table.pace:
        return
    recipients = [
        (account, number)
        for number in numbers
        if (account := account_on(seats[number])) is not None
    ]
    if recipients:
        announcing.announce(kind, table, recipients)


def account_on(seat: Seat) -> int | None:
    """Return the account that plays a seat; None for guests, bots and free seats."""
    return None if seat.owner is None or seat.bot else seat.owner.account_id
