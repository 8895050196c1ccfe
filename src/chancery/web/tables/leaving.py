"""Leave a table for good or for a while, and end a game without a result."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from chancery.web.base.refusals import NotHost, NotStarted, NotYours, Spoiled
from chancery.web.identity.models import Visitor
from chancery.web.tables import fairness, sittings, turns
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.opening import best_bot


def call_off(table: Table, visitor: Visitor) -> None:
    """Cancel a table that has not started; only its host may."""
    with transaction.atomic():
        locked = table.lock_waiting()
        if locked.host_id != visitor.pk:
            raise NotHost()
        end(locked)


def end(table: Table) -> None:
    """Within a transaction: close a table without a result."""
    Table.objects.filter(pk=table.pk).update(closed=True, over=True, asked="")
    Seat.objects.filter(table=table).update(due=None)
    sittings.reschedule(table)


def agree(table: Table, visitor: Visitor, agrees: bool) -> None:
    """Agree to end the game without a result, or withdraw that; it ends when all players agree.

    A player who is alone with bots in a rated game resigns by it, as nobody can agree with him.
    """
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        if not locked.started:
            raise NotStarted()
        people = Seat.objects.filter(table=locked, bot="", owner__isnull=False)
        if not people.filter(owner=visitor).update(agrees=agrees):
            raise NotYours()
        if not locked.over and not people.filter(agrees=False).exists():
            if locked.rated and not people.exclude(owner=visitor).exists():
                _leave(locked, visitor, resigned=True)
            else:
                end(locked)
            return
        sittings.reload_seats(locked)
        sittings.touch(locked)


def leave(table: Table, visitor: Visitor, resigned: bool = False) -> None:
    """Let a bot take over a player's seats for good; resigning also says so."""
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        if not locked.started:
            raise NotStarted()
        locked.check_running()
        fairness.check_copy(locked)
        _leave(locked, visitor, resigned)


def _leave(table: Table, visitor: Visitor, resigned: bool) -> None:
    own_seats = Seat.objects.filter(table=table, owner=visitor, bot="")
    changed = own_seats.update(
        owner=None,
        bot=best_bot(table.game),
        resigned=resigned,
        agrees=False,
        due=None,
        abandoned=True,
    )
    if not changed:
        raise NotYours()
    sittings.reschedule(table)


def hand_over(seat: Seat) -> None:
    """Free the seat of a deleted account; the game goes on as after a missed deadline.

    The name is removed, too: what he played is shown as that of a deleted player.
    """
    table = Table.objects.select_for_update().get(pk=seat.table_id)
    seat.owner, seat.due, seat.name = None, None, ""
    seat.gone = table.started
    if table.started and not table.over:
        go_on_without(seat, table)
        seat.gone = bool(seat.bot)  # otherwise the seat is free for a newcomer
    elif table.over and seat.bot:  # a bot played on for him, so the result is not his own
        seat.abandoned = True
    seat.save()
    if table.over:  # no replay needed: he may have played hundreds of games
        sittings.reload_seats(table)
        sittings.touch(table)
    else:
        with suppress(Spoiled):  # a table that cannot be read must not prevent the deletion
            sittings.reschedule(table)


def go_on_without(seat: Seat, table: Table) -> None:
    """Apply the agreed consequence of a missed deadline: a bot plays on, or the seat is open. Does
    not save.

    The deadline stays with the seat until the bot has moved, in case its owner returns before.
    """
    seat.abandoned = True
    if table.lapse == "bot":
        seat.bot = best_bot(table.game)
    else:
        seat.due, seat.owner, seat.name = None, None, ""


def come_back(table: Table, visitor: Visitor) -> None:
    """Take one's seats back from the bot that plays on after a missed deadline.

    Until the bot has moved, the missed deadline still counts: the worker lets the bot play this
    move unless it is made at once. So nobody gains time by coming back.
    """
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        locked.check_running()
        away = Seat.objects.filter(table=locked, owner=visitor).exclude(bot="")
        numbers = list(away.values_list("number", flat=True))
        if not numbers:
            raise NotYours()
        away.update(bot="", abandoned=False)
        sittings.reschedule(locked)
        seats = list(Seat.objects.filter(table=locked).select_related("owner"))
        seats_asked = {asked.seat for asked in sittings.load(locked).state.asked}
        turns.start_turns(
            locked, seats, {n for n in seats_asked & set(numbers) if seats[n].due is None}
        )
