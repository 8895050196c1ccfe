"""Sittings: the bridge between rows and rules. Everything that changes a log goes through here."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.db.models import F
from django.utils import timezone

from chancery import games
from chancery.core import Action, Refusal, State, Tape
from chancery.table import Played, Sitting
from chancery.web.base import heavy, trouble
from chancery.web.base.refusals import Busy, Closed, NotStarted, TooOften
from chancery.web.base.rows import ask, do, moment
from chancery.web.base.writer import PATIENCE, if_free, one_writer
from chancery.web.tables import changes, spoiled, turns
from chancery.web.tables.models import Seat, Table, Work

KEPT = 2000  # sittings kept in memory by one process
KEPT_LINES = 400_000  # of their logs together: some 350 MB
TRIES = 5
CUT = 1_000_000  # `seating` is moved on by so many where a log was shortened: what is kept is void

_kept: OrderedDict[tuple[str, bool, int], Sitting] = OrderedDict()
_lines = [0]  # in the logs of all of them
_lock = threading.Lock()


def load(table: Table) -> Sitting:
    """The sitting at the length that the table row says. Never change it: fork it first.

    Spoiled if the log does not replay; what is wrong with it is written down for the operator.
    """
    with spoiled.guarded((*_key(table), table.length), table):
        return _load(table)


def _load(table: Table) -> Sitting:
    with _lock:
        kept = _kept.get(_key(table))
    older = kept is not None and len(kept.log) > table.length  # the row was read a while ago
    if kept is None or older:
        kept = begin(table)
    if len(kept.log) < table.length:
        heavy.begin(table.length - len(kept.log))
        kept = kept.fork()
        for seat, action, luck, then in ask(_LINES, [table.pk, len(kept.log), table.length]):
            follow(kept, seat, action, json.loads(luck), bool(then))
    if not older:
        _keep(table, kept)
    return kept


_LINES = (
    'SELECT seat, action, luck, "then" FROM web_entry'
    " WHERE table_id = %s AND number >= %s AND number < %s ORDER BY number"
)


_BEGINNING = ("options", "seed", "data", "position", "luck")


def begin(table: Table) -> Sitting:
    """The sitting before the first line of its log."""
    missing = table.get_deferred_fields().intersection(_BEGINNING)
    if missing:  # all of them at once
        table.refresh_from_db(fields=missing)
    return Sitting(
        games.find(table.game),
        table.options,
        table.seed,
        rules=table.rules,
        data=table.data,
        position=table.position,
        luck=table.luck,
    )


def follow(sitting: Sitting, seat: int, action: str, luck: Sequence[int], then: bool) -> None:
    """Play one line as the log tells it."""
    if action:
        sitting.replay(seat, sitting.game.notation.parse(action), Tape(luck), then=then)
    else:
        sitting.replay_undo(seat)


def _key(table: Table) -> tuple[str, bool, int]:
    """What is kept of a table holds for this alone: it starts with another deal."""
    return table.slug, table.started, table.seating // CUT


def _keep(table: Table, sitting: Sitting) -> None:
    with _lock:
        before = _kept.pop(_key(table), None)
        _kept[_key(table)] = sitting
        _lines[0] += len(sitting.log) - (len(before.log) if before else 0)
        while len(_kept) > KEPT or (_lines[0] > KEPT_LINES and len(_kept) > 1):
            _, oldest = _kept.popitem(last=False)
            _lines[0] -= len(oldest.log)


def forget() -> None:
    """Drop every kept sitting: what a restart does."""
    with _lock:
        _kept.clear()
        _lines[0] = 0
    seats_at.cache_clear()
    spoiled.forget()


def seats(table: Table) -> tuple[Seat, ...]:
    """Who plays, as the table row counts it. Never change them: what is kept is shared."""
    return seats_at(table.slug, table.seating)


@lru_cache(maxsize=2 * KEPT)
def seats_at(slug: str, seating: int) -> tuple[Seat, ...]:
    """The same by the count of the table's row."""
    return tuple(Seat.objects.filter(table__slug=slug).select_related("owner__account", "invited"))


def reseat(table: Table) -> None:
    """Within the transaction that changes a seat: everybody reads the seats anew."""
    Table.objects.filter(pk=table.pk).update(seating=F("seating") + 1)


Doing = Callable[[], None]


def act(
    table: Table,
    seat: int,
    actions: Sequence[str],
    question: str | None,
    counting: Doing | None = None,
) -> Played:
    """Play for a seat; when this returns, the actions are on disk and the row is up to date.

    The row is the one that was read for the request: if it has changed since, that is noticed
    and it is read again. `counting`: how often somebody does this is written down with it.
    """
    return _counted(table, lambda sitting: sitting.act(seat, list(actions), question), counting)


def undo(
    table: Table, seat: int, which: int, whole: bool = False, counting: Doing | None = None
) -> Played:
    """Take back for a seat the action that it means, or the whole half-made choice it ends."""

    def back(sitting: Sitting) -> Played:
        done = sitting.cancel(seat, which) if whole else sitting.undo(seat, which)
        return Played((), 0, again=not done)

    return _counted(table, back, counting)


def _counted(table: Table, change: Callable[[Sitting], Played], counting: Doing | None) -> Played:
    """What is written is counted in the same transaction; what is refused, or was done before, is
    counted too."""
    try:
        played = _change(table, change, counting)
    except TooOften:
        raise
    except Refusal:
        if counting is not None:
            counting()
        raise
    if played.again and counting is not None:
        counting()
    return played


def _change(table: Table, change: Callable[[Sitting], Played], counting: Doing | None) -> Played:
    """Change a copy; keep it only if the log has not grown meanwhile. Else look again."""
    until = time.monotonic() + PATIENCE
    for number in range(TRIES):
        try:
            if number:
                table.refresh_from_db()
            if table.closed:
                raise Closed()
            if not table.started:
                raise NotStarted()
            before = load(table)
            sitting = before.fork()
            played = change(sitting)
            if played.again:
                return played
            with one_writer(), transaction.atomic():
                if counting is not None:
                    counting()
                seen = _write(table, before.state, sitting)
        except IntegrityError:
            continue
        except (InterfaceError, OperationalError) as error:
            if trouble.full(error):
                raise
            if trouble.lost(error):
                connection.close()  # what was not acknowledged is asked once more
            elif time.monotonic() > until:
                break
            continue
        table.length, table.version = len(sitting.log), table.version + seen
        table.over = sitting.state.result is not None
        table.asked = asked_in(sitting.state)
        _keep(table, sitting)
        return played
    raise Busy()


class _Overtaken(IntegrityError):
    """Somebody else's action came first."""


def store(table: Table, sitting: Sitting) -> None:
    """Write the whole log of a sitting to a table that has none yet."""
    with transaction.atomic():
        _write(table, sitting.start, sitting)
    _keep(table, sitting)


_MOVE_ON = (
    "UPDATE web_table SET length = %s, version = version + %s, asked = %s, over = %s,"
    " finished = %s, touched = %s WHERE id = %s AND length = %s AND seating = %s AND NOT closed"
)
_ADD_LINES = (
    'INSERT INTO web_entry (table_id, number, seat, action, question, "then", luck, due, at)'
    " VALUES "
)
_LINE = "(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
_COLUMNS = _LINE.count("%s")
_AT_ONCE = 500  # lines


def _write(table: Table, old: State, sitting: Sitting) -> int:
    """New entries, the new length and the work that follows, in one transaction.

    The row counts changes of who plays a seat: one read before them is not written. Returns
    by how much the version grows.
    """
    over = sitting.state.result is not None
    seen = noticed(old, sitting, table.length)
    at = timezone.now()
    now = moment(at)
    changed = asked_in(sitting.state), over, now if over else None, now
    as_read = table.pk, table.length, table.seating
    if not do(_MOVE_ON, [len(sitting.log), int(seen), *changed, *as_read]):
        raise _Overtaken()
    before = sitting.log[table.length - 1] if table.length else None
    entries = sitting.log[table.length :]
    due = turns.deadlines(table)
    lines: list[Any] = []
    numbered = enumerate(entries, table.length)
    for (number, entry), until in zip(
        numbered, turns.just_before(table, entries, due, at), strict=True
    ):
        then = before is not None and entry.follows(before)
        text = entry.action.text if entry.action else ""
        luck = json.dumps(entry.luck)
        line = (table.pk, number, entry.seat, text, entry.question, then, luck, moment(until), now)
        lines += line
        before = entry
    for some in range(0, len(lines), _AT_ONCE * _COLUMNS):
        part = lines[some : some + _AT_ONCE * _COLUMNS]
        do(_ADD_LINES + ", ".join([_LINE] * (len(part) // _COLUMNS)), part)
    concerned = {a.seat for a in (*old.asked, *sitting.state.asked)}
    if any(seat.number in concerned and (seat.bot or seat.standing) for seat in seats(table)):
        schedule(table, sitting, seen)
    turns.pass_on(table, seats(table), old, sitting, entries if seen else (), due)
    if seen:
        changes.tell(table.slug)
    return int(seen)


def asked(table: Table) -> set[int]:
    """The seats who are to decide; a table of long ago is looked at once more."""
    if table.asked is None:
        table.asked = asked_in(load(table).state)
        same = Table.objects.filter(pk=table.pk, asked=None, length=table.length)
        if_free(lambda: same.update(asked=table.asked))  # else somebody else writes it down
    return {int(number) for number in table.asked.split()}


def asked_in(state: State) -> str:
    """The seats who are to decide, as a table row has them: each between spaces."""
    return f" {' '.join(str(asked.seat) for asked in state.asked)} "


def noticed(old: State, sitting: Sitting, since: int) -> bool:
    """Whether anybody else notices the lines of a log from a number on: steps of a half-made
    choice must not be countable. `old`: the position before them."""
    if old.asked != sitting.state.asked:
        return True
    viewers = (None, *range(len(sitting.seats)))
    for entry in sitting.log[since:]:
        told = sitting.log[entry.undoes].events if entry.action is None else entry.events
        for viewer in viewers:
            if viewer != entry.seat and any(event.seen_by(viewer) is not None for event in told):
                return True
    return False


def schedule(table: Table, sitting: Sitting, seen: bool = False) -> None:
    """Write down that bots are to move, or that they are not.

    `seen`: people have noticed something just now, from which bots count their time.
    """
    asked = {asked.seat for asked in sitting.state.asked}
    seats = Seat.objects.filter(table=table, number__in=asked)
    playing = table.started and not table.closed
    if playing and any(seat.bot or advance(sitting, seat) for seat in seats):
        if seen:
            Work.objects.bulk_create(
                [Work(table=table)],
                update_conflicts=True,
                unique_fields=["table"],
                update_fields=["begun"],
            )
        else:
            Work.objects.get_or_create(table=table)
    else:
        Work.objects.filter(table=table).delete()


def reschedule(table: Table, told: bool = True) -> None:
    """Who plays a seat has changed: look at the table as it is now, not as it was read before."""
    now = Table.objects.select_for_update().get(pk=table.pk)
    reseat(now)
    touch(now, told)
    schedule(now, load(now))


def advance(sitting: Sitting, seat: Seat) -> Action | None:
    """What a seat has answered in advance, if that still holds and is legal.

    Who has begun to choose for himself is not passed over.
    """
    asked = sitting.state.question(seat.number)
    if asked is None or not seat.standing or sitting.state.drafting(seat.number):
        return None
    for offer in sitting.game.face.standing(sitting.state.view(seat.number)):
        if offer.key in seat.standing and offer.question == asked.name and offer.holds:
            legal = sitting.state.legal(seat.number)
            for action in (offer.action, *offer.otherwise):
                if action in legal:
                    return action
    return None


def touch(table: Table, told: bool = True) -> None:
    """Something other than the log has changed: seats or talk. Whoever looks is told, or not."""
    Table.objects.filter(pk=table.pk).update(
        version=F("version") + int(told), touched=timezone.now()
    )
    if told:
        changes.tell(table.slug)
