"""Sittings of tables: loads them from the log, plays, and writes. Every change of a log is made
here."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.db.models import F
from django.utils import timezone

from chancery import games
from chancery.core import Action, Refusal, State, Tape
from chancery.page.ending import course_of
from chancery.page.replay_frames import outline
from chancery.table import Played, Sitting
from chancery.web.base import failures, long_work, metrics
from chancery.web.base.refusals import Busy, Closed, NotStarted, TooOften
from chancery.web.base.sql import db_time, execute, query
from chancery.web.base.writer import PATIENCE, if_free, one_writer
from chancery.web.tables import spoiled, turns
from chancery.web.tables.models import Seat, Table, Work

# Sittings in the cache of a process, and lines of their logs together. A sitting needs some 30 kB,
# and 0.45 kB for each line: 150 MB at most (tools/footprint.py).
KEPT = 2000
KEPT_LINES = 200_000
TRIES = 5
CHANNEL = "chancery"  # of PostgreSQL's notifications
# added to `seating` where a log was shortened or options changed, which invalidates the cache
CUT = 1_000_000

_kept: OrderedDict[tuple[str, bool, int], Sitting] = OrderedDict()
# of those of them that have grown by what only some could notice: the same before that, by viewer
_before: WeakKeyDictionary[Sitting, dict[int | None, Sitting]] = WeakKeyDictionary()
_lines = [0]  # in the logs of all of them
_lock = threading.Lock()


def load(table: Table) -> Sitting:
    """Return the sitting of a table at the length in its row. It is shared: fork before changing
    it.

    Raises Spoiled if the log does not replay; operators find the reason in a report.
    """
    with spoiled.guarded((*_key(table), table.length), table):
        return _load(table)


def _load(table: Table) -> Sitting:
    with _lock:
        sitting = _kept.get(_key(table))
    # the row was read before the last change
    older = sitting is not None and len(sitting.log) > table.length
    if sitting is None or older:
        sitting = new_sitting(table)
    if len(sitting.log) < table.length:
        long_work.check_replay(table.length - len(sitting.log))
        sitting = sitting.fork()
        for seat, action, luck, follows in query(
            _LINES, [table.pk, len(sitting.log), table.length]
        ):
            replay_line(sitting, seat, action, json.loads(luck), bool(follows))
        _prepare(sitting)
    if not older:
        _keep(table, sitting)
    return sitting


_LINES = (
    'SELECT seat, action, luck, "then" FROM web_entry'
    " WHERE table_id = %s AND number >= %s AND number < %s ORDER BY number"
)


_BEGINNING = ("options", "seed", "data", "position", "luck")


def new_sitting(table: Table) -> Sitting:
    """Return the sitting before the first line of its log."""
    missing = table.get_deferred_fields().intersection(_BEGINNING)
    if missing:  # load them in one query
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


def beginning(sitting: Sitting) -> dict[str, Any]:
    """Return the columns of a new table that begins as this sitting did."""
    frame = sitting.start.frame
    return {
        "game": frame.game,
        "rules": frame.rules,
        "options": dict(frame.options),
        "data": frame.data,
        "seed": sitting.seed,
        "position": sitting.position,
        "luck": list(sitting.luck) if sitting.seed is None and not sitting.position else None,
    }


def replay_line(
    sitting: Sitting, seat: int, action: str, luck: Sequence[int], follows: bool
) -> None:
    """Replay one line of the log."""
    if action:
        sitting.replay(seat, sitting.game.notation.parse(action), Tape(luck), then=follows)
    else:
        sitting.replay_undo(seat)


def _prepare(sitting: Sitting) -> None:
    """Precompute what readers of a long log need, as this thread is for long work."""
    if len(sitting.log) > long_work.LONG:
        sitting.count(None)
        outline(sitting, None, len(sitting.log))
        if sitting.state.result is not None:
            course_of(sitting, len(sitting.log))


def _key(table: Table) -> tuple[str, bool, int]:
    """Return the cache key; a new deal at the start, or a shortened log, changes it."""
    return table.slug, table.started, table.seating // CUT


def as_noticed(sitting: Sitting, viewer: int | None) -> Sitting:
    """Return a loaded sitting without later steps of others that a viewer could not notice.

    The viewer is a seat or a spectator (None). Pages cached for the earlier sitting remain valid
    for him, so that the time of the answer does not reveal those steps.
    """
    with _lock:
        return _before.get(sitting, {}).get(viewer, sitting)


def _unnoticed(before: Sitting, sitting: Sitting) -> dict[int | None, Sitting]:
    """Return for each viewer an earlier sitting that looks the same to him as the present one.

    Viewers to whom the two differ are left out.
    """
    since = len(before.log)
    if len(sitting.log) <= since or noticed(before.state, sitting, since):
        return {}
    acted = {asked.seat for asked in sitting.log[since:]}
    viewers = {None, *range(len(sitting.seats))} - acted
    same = {viewer: as_noticed(before, viewer) for viewer in viewers}
    return {
        viewer: older
        for viewer, older in same.items()
        if older.state.view(viewer) == sitting.state.view(viewer)
    }


def _keep(table: Table, sitting: Sitting) -> None:
    with _lock:
        older = _kept.get(_key(table))
    unnoticed = {} if older is None else _unnoticed(older, sitting)
    with _lock:
        before = _kept.pop(_key(table), None)
        if before is not None and before is not sitting:
            _before.pop(before, None)
        if unnoticed:
            _before[sitting] = unnoticed
        _kept[_key(table)] = sitting
        _lines[0] += len(sitting.log) - (len(before.log) if before else 0)
        while len(_kept) > KEPT or (_lines[0] > KEPT_LINES and len(_kept) > 1):
            _, oldest = _kept.popitem(last=False)
            _lines[0] -= len(oldest.log)


def cached() -> int:
    """Return how many sittings this process keeps in memory."""
    return len(_kept)


def forget() -> None:
    """Empty the cache, as a restart would."""
    with _lock:
        _kept.clear()
        _lines[0] = 0
    seats_at.cache_clear()
    spoiled.forget()


def seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats of a table at the count in its row. They are shared: do not change them."""
    return seats_at(table.slug, table.seating)


@lru_cache(maxsize=2 * KEPT)
def seats_at(slug: str, seating: int) -> tuple[Seat, ...]:
    """Return the seats of a table by slug and count."""
    return tuple(Seat.objects.filter(table__slug=slug).select_related("owner__account", "invited"))


def reload_seats(table: Table) -> None:
    """Within the transaction that changes a seat: invalidate cached seats."""
    Table.objects.filter(pk=table.pk).update(seating=F("seating") + 1)


def reload_beginning(table: Table) -> None:
    """Within the transaction that changes the options of a table before it starts: invalidate its
    cached sitting and seats."""
    Table.objects.filter(pk=table.pk).update(seating=F("seating") + CUT)


Doing = Callable[[], None]


def act(
    table: Table,
    seat: int,
    actions: Sequence[str],
    question: str | None,
    counting: Doing | None = None,
) -> Played:
    """Play for a seat; on return the actions are on disk and the row is up to date.

    The row may be outdated: then it is read again. `counting` counts the request against a limit,
    in the same transaction.
    """
    return _count_request(
        table, lambda sitting: sitting.act(seat, list(actions), question), counting
    )


def undo(
    table: Table, seat: int, which: int, whole: bool = False, counting: Doing | None = None
) -> Played:
    """Take back the action that a seat means, or the whole incomplete choice that it ends."""

    def back(sitting: Sitting) -> Played:
        changed = sitting.cancel(seat, which) if whole else sitting.undo(seat, which)
        return Played((), 0, again=not changed)

    return _count_request(table, back, counting)


def _count_request(
    table: Table, change: Callable[[Sitting], Played], counting: Doing | None
) -> Played:
    """Change a sitting and count the request, also if it was refused or had been done before."""
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
    """Change a fork and save it, unless the log has grown meanwhile; then try again."""
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
                added_versions = _write(table, before.state, sitting)
        except IntegrityError:
            continue
        except (InterfaceError, OperationalError) as error:
            if failures.is_disk_full(error):
                raise
            if failures.is_connection_lost(error):
                connection.close()  # reconnect and retry, since nothing was acknowledged
            elif time.monotonic() > until:
                break
            continue
        table.length, table.version = len(sitting.log), table.version + added_versions
        table.over = sitting.state.result is not None
        table.asked = asked_in(sitting.state)
        _keep(table, sitting)
        metrics.ACTIONS.labels(table.game).inc()
        return played
    raise Busy()


class _Overtaken(IntegrityError):
    """Raised if another request has written the next line of the log first."""


def store(table: Table, sitting: Sitting) -> None:
    """Write the whole log of a sitting to a new table."""
    with transaction.atomic():
        _write(table, sitting.start, sitting)
    _prepare(sitting)
    _keep(table, sitting)


_MOVE_ON = (
    "UPDATE web_table SET length = %s, version = version + %s, asked = %s, over = %s,"
    " finished = %s, touched = %s WHERE id = %s AND length = %s AND seating = %s AND NOT closed"
)
# on PostgreSQL also what follows from it, in the same round trip: nothing if it was overtaken
_MOVE_ON_AND_LOOK = (
    f"WITH moved AS ({_MOVE_ON} RETURNING id, slug)"
    " SELECT s.number, s.due, CASE WHEN %s THEN pg_notify(%s, moved.slug) END FROM moved"
    " LEFT JOIN web_seat s ON s.table_id = moved.id AND s.due IS NOT NULL AND s.bot = ''"
)
_ADD_LINES = (
    'INSERT INTO web_entry (table_id, number, seat, action, question, "then", luck, due, at)'
    " VALUES "
)
_LINE = "(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
_COLUMNS = _LINE.count("%s")
_AT_ONCE = 500  # lines per statement


def _write(table: Table, old: State, sitting: Sitting) -> int:
    """Write new entries, the new length and the work that follows, in one transaction.

    Fails if seats have changed since the row was read. Returns by how much the version grows.
    """
    over = sitting.state.result is not None
    is_noticed = noticed(old, sitting, table.length)
    at = timezone.now()
    now = db_time(at)
    changed = asked_in(sitting.state), over, now if over else None, now
    due = _move_on(table, [len(sitting.log), int(is_noticed), *changed], is_noticed)
    before = sitting.log[table.length - 1] if table.length else None
    entries = sitting.log[table.length :]
    lines: list[Any] = []
    numbered = enumerate(entries, table.length)
    for (number, entry), until in zip(
        numbered, turns.deadlines_before(table, entries, due, at), strict=True
    ):
        then = before is not None and entry.follows(before)
        text = entry.action.text if entry.action else ""
        luck = json.dumps(entry.luck)
        line = (
            table.pk,
            number,
            entry.seat,
            text,
            entry.question,
            then,
            luck,
            db_time(until),
            now,
        )
        lines += line
        before = entry
    for start in range(0, len(lines), _AT_ONCE * _COLUMNS):
        part = lines[start : start + _AT_ONCE * _COLUMNS]
        execute(_ADD_LINES + ", ".join([_LINE] * (len(part) // _COLUMNS)), part)
    concerned = {asked.seat for asked in (*old.asked, *sitting.state.asked)}
    if any(seat.number in concerned and (seat.bot or seat.standing) for seat in seats(table)):
        schedule(table, sitting, is_noticed)
    turns.pass_on(table, seats(table), old, sitting, entries if is_noticed else (), due, at)
    return int(is_noticed)


def _move_on(table: Table, values: Sequence[object], is_noticed: bool) -> dict[int, datetime]:
    """Write the new length of a log into the row of its table and notify other processes, if
    anybody has noticed a change; return the deadlines before it."""
    values = [*values, table.pk, table.length, table.seating]
    if connection.vendor != "postgresql":
        if not execute(_MOVE_ON, values):
            raise _Overtaken()
        return turns.deadlines(table)
    rows = query(_MOVE_ON_AND_LOOK, [*values, is_noticed, CHANNEL])
    if not rows:
        raise _Overtaken()
    return turns.deadlines_in(table, [row[:2] for row in rows if row[0] is not None])


def asked(table: Table) -> set[int]:
    """Return the seats that have to decide; completes rows from before an upgrade."""
    if table.asked is None:
        table.asked = asked_in(load(table).state)
        same = Table.objects.filter(pk=table.pk, asked=None, length=table.length)
        if_free(lambda: same.update(asked=table.asked))  # otherwise another request stores it
    return {int(number) for number in table.asked.split()}


def asked_in(state: State) -> str:
    """Return the seats that have to decide as the row stores them, each between spaces."""
    return f" {' '.join(str(asked.seat) for asked in state.asked)} "


def noticed(old: State, sitting: Sitting, since: int) -> bool:
    """Return whether anybody else notices the lines of a log from `since` on. Steps of a half-made
    choice must not be countable. `old` is the position before them."""
    if old.asked != sitting.state.asked:
        return True
    viewers = (None, *range(len(sitting.seats)))
    for entry in sitting.log[since:]:
        events = sitting.log[entry.undoes].events if entry.action is None else entry.events
        for viewer in viewers:
            if viewer != entry.seat and any(event.seen_by(viewer) is not None for event in events):
                return True
    return False


def schedule(table: Table, sitting: Sitting, is_noticed: bool = False) -> None:
    """Create the work item for bots, or delete it if none has to move.

    `is_noticed`: people have just noticed a change, from which bots count their time.
    """
    seats_asked = {asked.seat for asked in sitting.state.asked}
    seats = Seat.objects.filter(table=table, number__in=seats_asked)
    playing = table.started and not table.closed
    if playing and any(seat.bot or answer_given(sitting, seat) for seat in seats):
        if is_noticed:
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


def reschedule(table: Table, visible: bool = True) -> None:
    """After a change of seats: lock the table, invalidate its cached seats, schedule its bots."""
    locked = Table.objects.select_for_update().get(pk=table.pk)
    reload_seats(locked)
    touch(locked, visible)
    schedule(locked, load(locked))


def answer_given(sitting: Sitting, seat: Seat) -> Action | None:
    """Return the action that a seat has given in advance, if it still applies and is legal.

    None if the player has begun to choose himself.
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


def answer_ahead(table: Table, number: int, key: str, given: bool) -> None:
    """Give an answer in advance, or withdraw it, unnoticed by others."""
    sitting = load(table)
    offered = {offer.key for offer in sitting.game.face.standing(sitting.state.view(number))}
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        seat = Seat.objects.get(table=table, number=number)
        standing = {known: True for known in seat.standing if known in offered}
        if given and key in offered:
            standing[key] = True
        elif key in standing:
            del standing[key]
        Seat.objects.filter(pk=seat.pk).update(standing=standing)
        reschedule(table, visible=False)


def touch(table: Table, visible: bool = True) -> None:
    """Record that something other than the log has changed; pages are notified if it is
    `visible`."""
    Table.objects.filter(pk=table.pk).update(
        version=F("version") + int(visible), touched=timezone.now()
    )
    if visible:
        notify(table.slug)


def notify(slug: str) -> None:
    """Notify other processes, when this transaction commits, that a table has changed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, slug])
