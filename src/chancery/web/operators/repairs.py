"""Checks and repairs: replay tables from their logs, and correct their rows where possible.

Nothing here reveals a hand: errors are reported by line, not by action.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from chancery import games
from chancery.core import BadChance
from chancery.core.game_checks import BadGame
from chancery.core.words import T, Text
from chancery.table import Sitting
from chancery.web.base.refusals import Busy
from chancery.web.outbox import announcing
from chancery.web.play.leases import LEASE
from chancery.web.tables import leaving, sittings, turns
from chancery.web.tables.models import Entry, Held, Seat, Table, Work
from chancery.web.tables.opening import best_bot

COLUMNS = ("number", "seat", "action", "luck", "then")
MOVING = ("touched", "length", "seating")  # columns that change with every move


@dataclass(frozen=True)
class Checked:
    """A table as its rows describe it, and as its log replays."""

    table: Table
    sitting: Sitting | None  # as far as the log replays; None: not even the set-up works
    whole: bool = False  # it replays to its end
    seated: bool = False  # there is a row for every seat
    problems: tuple[Text, ...] = ()


def check(slugs: Sequence[str] = ()) -> Iterator[Checked]:
    """Check the logs of these tables, or of all, and yield the result of each."""
    tables = Table.objects.filter(slug__in=slugs) if slugs else Table.objects.all()
    for key in list(tables.order_by("pk").values_list("pk", flat=True)):
        if Table.objects.filter(pk=key).exists():  # it may have been deleted meanwhile
            yield check_table(key)


def check_table(key: int) -> Checked:
    """Replay a table without caches, and compare it with its rows."""
    with transaction.atomic():  # a consistent snapshot
        table = Table.objects.select_for_update().get(pk=key)
        lines = list(table.entries.order_by("number").values_list(*COLUMNS))
        seats = list(table.seats.all())
        work = Work.objects.filter(table=table).first()
    try:
        start = sittings.new_sitting(table)
    except (games.NoGame, BadGame):
        problem_text = T(
            "The game {game} is not installed, or cannot be played as it is installed now.",
            game=table.game,
        )
        return Checked(table, None, problems=(problem_text,))
    except MemoryError:
        raise
    except Exception as error:  # rows may contain anything
        problem_text = T("The game cannot be set up ({problem}).", problem=type(error).__name__)
        return Checked(table, None, problems=(problem_text,))
    sitting, wrong = _replay(start, lines)
    problems = [wrong] if wrong else []
    if len(lines) != table.length:
        problem_text = T(
            "Lines in the log: {n}; according to the table: {length}.",
            n=len(lines),
            length=table.length,
        )
        problems.append(problem_text)
    seated = [seat.number for seat in seats] == list(range(len(sitting.seats)))
    if not seated:
        problems.append(T("Seats are missing, or there are too many."))
    elif not wrong:
        problems += _compare(table, seats, work, sitting)
    return Checked(table, sitting, not wrong, seated, tuple(problems))


def _replay(sitting: Sitting, lines: Sequence[tuple[Any, ...]]) -> tuple[Sitting, Text | None]:
    """Replay the log as far as possible; return the sitting, and why it stopped."""
    for index, (number, seat, action, luck, follows) in enumerate(lines):
        if number != index:
            return sitting, T("Line {n} of the log is missing.", n=index + 1)
        problem = ""
        try:
            sittings.replay_line(sitting, seat, action, luck, follows)
        except Exception as error:  # the row may contain anything
            problem = type(error).__name__
        if not problem and list(sitting.log[-1].luck) != luck:
            problem = BadChance.__name__
        if problem:
            problem_text = T(
                "Line {n} of the log can’t be replayed ({problem}).", n=index + 1, problem=problem
            )
            return sitting.until(index), problem_text
    return sitting, None


def _compare(
    table: Table, seats: Sequence[Seat], work: Work | None, sitting: Sitting
) -> Iterator[Text]:
    """Yield the differences between the rows and what follows from the log."""
    if table.over != _over(table, sitting):
        yield (
            T("The table says that the game is over, but it is not.")
            if table.over
            else T("The game is over, but the table does not say so.")
        )
    asked = _asked(table, sitting)
    if table.asked is not None and not _knows(table, asked):
        yield T("The table is wrong about whose turn it is.")
    waits = [seats[n] for n in asked]
    if work is None and any(seat.bot or sittings.answer_given(sitting, seat) for seat in waits):
        yield T("It is a bot’s turn, but the bots do not know it.")
    if work is not None and work.lease_until and work.lease_until > timezone.now() + LEASE:
        yield T("A bot process has taken the table and does not release it.")


def _over(table: Table, sitting: Sitting) -> bool:
    return table.closed or sitting.state.result is not None


def _asked(table: Table, sitting: Sitting) -> list[int]:
    """Return the seats that have to decide; none at tables that wait or were ended."""
    if table.closed or not table.started:
        return []
    return [asked.seat for asked in sitting.state.asked]


def _knows(table: Table, asked: Sequence[int]) -> bool:
    """Return whether the row has exactly these seats as those that have to decide."""
    return table.asked is not None and sorted(table.asked.split()) == sorted(map(str, asked))


# repairs


@dataclass(frozen=True)
class Repaired:
    """The outcome of a repair: what was done, and what was left."""

    done: tuple[Text, ...] = ()
    left: tuple[Text, ...] = ()  # problems that need a shorter log, or cannot be repaired
    file: Path | None = None  # where lines that were cut off are stored


def repair(key: int, cut: bool = False) -> Repaired:
    """Correct the rows of a table by its log; with `cut` the log is shortened to what replays."""
    checked = check_table(key)
    table, sitting = checked.table, checked.sitting
    if sitting is None or not checked.seated or not (checked.whole or cut):
        return Repaired(left=checked.problems)
    file = None if checked.whole else _put_aside(table, len(sitting.log))
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=key)
        if any(getattr(locked, name) != getattr(table, name) for name in MOVING):
            raise Busy()
        if file is not None:
            Entry.objects.filter(table=locked, number__gte=len(sitting.log)).delete()
        corrected = [*checked.problems, *_set(locked, sitting)]
        Work.objects.filter(table=locked).update(lease_until=None)
        if locked.started:
            sittings.schedule(locked, sitting)
        if corrected:
            sittings.touch(locked)
    return Repaired(tuple(corrected), file=file)


def _set(table: Table, sitting: Sitting) -> list[Text]:
    """Within a transaction: set the columns that follow from the log, and invalidate caches."""
    result = sitting.state.result
    asked, over = _asked(table, sitting), _over(table, sitting)
    if (table.length, table.over) == (len(sitting.log), over) and _knows(table, asked):
        return []
    shorter = len(sitting.log) < table.length
    finished = (table.finished or timezone.now()) if result is not None else None
    Table.objects.filter(pk=table.pk).update(
        length=len(sitting.log),
        over=over,
        asked=sittings.asked_in(sitting.state) if asked else "",
        finished=finished,
        counted=table.counted and over,
        seating=F("seating") + (sittings.CUT if shorter else 1),
    )
    seats = list(Seat.objects.filter(table=table).select_related("owner"))
    for seat in seats:
        seat.rank = None if result is None else result.ranks[seat.number]
        seat.points = None if result is None else result.points[seat.number]
        seat.archived = table.archived(finished)
        if seat.number not in asked:
            seat.due = None
    Seat.objects.bulk_update(seats, ["rank", "points", "archived", "due"])
    if table.asked is not None:  # None: their deadlines were never set
        before = table.asked.split()
        turns.start_turns(table, seats, [n for n in asked if str(n) not in before])
    if table.counted and not over:
        return [
            T("Its result no longer counts; “chancery admin ratings” recalculates the ratings.")
        ]
    return []


def _put_aside(table: Table, length: int) -> Path:
    """Store the lines from there on in a file before they are deleted."""
    folder = settings.HOME / "repairs"
    folder.mkdir(mode=0o700, exist_ok=True)
    moment = timezone.now()
    path: Path = folder / f"{table.slug}-{moment:%Y%m%d-%H%M%S-%f}.json"
    lines = table.entries.filter(number__gte=length).order_by("number")
    columns = lines.values(*COLUMNS, "question", "at")
    contents = {"table": table.slug, "game": table.game, "rules": table.rules, "lines": [*columns]}
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(contents, file, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(handle)
    return path


def note_turns() -> int:
    """Store who has to decide at tables of old versions; return their number."""
    unknown = list(Table.objects.filter(asked=None, over=False).values_list("pk", flat=True))
    return sum(not repair(key).left for key in unknown)


# -- what an operator does ----------------------------------------------------------------------


def close(table: Table) -> bool:
    """End a game without a result, as if all had agreed; False if it was over already."""
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        if locked.over:
            return False
        leaving.end(locked)
    return True


def play_on(table: Table) -> int:
    """Let bots play for people who have to decide and are absent, until they return; return how
    many."""
    table.refresh_from_db()
    if table.over or not table.started:
        return 0
    seats_asked = [asked.seat for asked in sittings.load(table).state.asked]
    kind = best_bot(table.game)
    present = Held.objects.filter(table=table, present_until__gt=timezone.now()).values("visitor")
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        if locked.length != table.length:  # a move was made meanwhile
            raise Busy()
        waits = Seat.objects.filter(
            table=locked, number__in=seats_asked, bot="", owner__isnull=False
        )
        away = list(waits.exclude(owner__in=present).select_related("owner"))
        accounts = [
            (seat.owner.account_id, seat.number)
            for seat in away
            if seat.owner is not None and seat.owner.account_id is not None
        ]
        for seat in away:
            seat.bot, seat.due, seat.abandoned = kind, None, True
        Seat.objects.bulk_update(away, ["bot", "due", "abandoned"])
        if away:
            sittings.reschedule(locked)
            announcing.announce("lapsed", locked, accounts)
    return len(away)
