"""Turns: who is to decide has a deadline and is told; written together with the action.

How long a seat may take begins when it is asked, and anew with each of its own steps that others
notice: steps of a half-made choice must not be countable by a clock. Taking a step back restores
the deadline from before it, and is refused once that deadline has passed: no sequence of actions
and undos gives more time than the actions that stand in the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from chancery.core import State
from chancery.table import Sitting
from chancery.table.sitting import Entry
from chancery.web.base.moments import remind_at
from chancery.web.base.refusals import TimeUp
from chancery.web.base.rows import ask, do, marks, moment, read_moment
from chancery.web.notices import announcing
from chancery.web.tables.models import Seat, Table

_DUE = "SELECT number, due FROM web_seat WHERE table_id = %s AND due IS NOT NULL"


def deadlines(table: Table) -> dict[int, datetime]:
    """Return the deadlines at a table, by seat, as the database has them now."""
    if not table.pace:
        return {}
    return {number: read_moment(due) for number, due in ask(_DUE, [table.pk])}


def just_before(
    table: Table, entries: Sequence[Entry], due: Mapping[int, datetime], now: datetime
) -> list[datetime | None]:
    """Return for each new line of the log the deadline that its seat had just before it.

    A line of a bot counts as made at the last moment: nobody who takes the seat back gets time by
    taking back what was played for him. `due`: the deadlines before all of these lines.
    """
    found: list[datetime | None] = []
    noticed = False
    for entry in entries:
        if not table.pace or entry.action is None:
            found.append(None)
            continue
        fresh = now + timedelta(seconds=table.pace)
        found.append(fresh if noticed else due.get(entry.seat, now))
        noticed = noticed or not entry.unnoticed
    return found


def pass_on(
    table: Table,
    seats: Sequence[Seat],
    old: State,
    sitting: Sitting,
    entries: Sequence[Entry],
    due: Mapping[int, datetime],
) -> None:
    """Within the transaction of an action: it is the turn of others now, or the end.

    `entries`: the new lines, or none if nobody else notices them. `due`: the deadlines before.
    """
    before = {asked.seat for asked in old.asked}
    now = {asked.seat for asked in sitting.state.asked}
    acted = {entry.seat for entry in entries}
    if table.pace:
        restored = _restore(table, [entry for entry in entries if entry.seat in now], due)
        fresh = ((now - before) | (now & acted)) - set(restored)
        begun = _begin(table, seats, fresh, before - now)
        lasting = {number: at for number, at in due.items() if number in now}
        table.deadlines = lasting | begun | restored
    _tell("turn", table, seats, now - before - acted)
    if sitting.state.result is not None:
        result = sitting.state.result
        for seat in seats:
            Seat.objects.filter(pk=seat.pk).update(
                rank=result.ranks[seat.number], points=result.points[seat.number]
            )
        _tell("over", table, seats, {seat.number for seat in seats} - acted)


_RESTORE = (
    "UPDATE web_seat SET due = %s, remind = %s, reminded = %s WHERE table_id = %s AND number = %s"
)


def _restore(
    table: Table, entries: Sequence[Entry], due: Mapping[int, datetime]
) -> dict[int, datetime]:
    """Give seats the deadlines that they had before what they have taken back; return these.

    TimeUp if the deadline of whoever takes something back has passed: the action stands. A reminder
    whose moment is over is not sent again.
    """
    first: dict[int, int] = {}
    for entry in entries:
        if entry.action is None:
            first[entry.seat] = min(entry.undoes, first.get(entry.seat, entry.undoes))
    if not first:
        return {}
    lines = f"SELECT seat, due FROM web_entry WHERE table_id = %s AND number IN ({marks([*first])})"
    now = timezone.now()
    fresh = now + timedelta(seconds=table.pace)
    found = {}
    for seat, at in ask(lines, [table.pk, *first.values()]):
        was = fresh if at is None else read_moment(at)  # None: written before this was kept
        found[seat] = min(was, due.get(seat, was))
    if found.get(entries[-1].seat, fresh) <= now:
        raise TimeUp()
    for seat, at in found.items():
        remind = remind_at(at, table.pace)
        values = [moment(at), moment(remind), remind <= now]
        do(_RESTORE, [*values, table.pk, seat])
    return found


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
