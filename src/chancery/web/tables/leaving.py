"""Leave a table for good or until one is back; and end a game without a result."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from chancery.web.base.refusals import NotHost, NotStarted, NotYours, Spoiled
from chancery.web.people.models import Visitor
from chancery.web.tables import advice, sittings, turns
from chancery.web.tables.conditions import still_on, still_waiting
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.terms import best_bot


def call_off(table: Table, visitor: Visitor) -> None:
    """The host gives up a table that has not started."""
    with transaction.atomic():
        now = still_waiting(table)
        if now.host_id != visitor.pk:
            raise NotHost()
        end(now)


def end(table: Table) -> None:
    """Within a transaction: nothing is played here any more, and there is no result."""
    Table.objects.filter(pk=table.pk).update(closed=True, over=True, asked="")
    Seat.objects.filter(table=table).update(due=None)
    sittings.reschedule(table)


def agree(table: Table, visitor: Visitor, agrees: bool) -> None:
    """To end the game here without a result, or no longer; it ends when all people at it agree.

    Who plays a rated game against bots alone has nobody to agree with: he resigns.
    """
    with transaction.atomic():
        now = Table.objects.select_for_update().get(pk=table.pk)
        if not now.started:
            raise NotStarted()
        people = Seat.objects.filter(table=now, bot="", owner__isnull=False)
        if not people.filter(owner=visitor).update(agrees=agrees):
            raise NotYours()
        if not now.over and not people.filter(agrees=False).exists():
            if now.rated and not people.exclude(owner=visitor).exists():
                _leave(now, visitor, resigned=True)
            else:
                end(now)
            return
        sittings.reseat(now)
        sittings.touch(now)


def leave(table: Table, visitor: Visitor, resigned: bool = False) -> None:
    """A bot plays one's seats from now on, for good; to resign is to say so as well."""
    with transaction.atomic():
        now = Table.objects.select_for_update().get(pk=table.pk)
        if not now.started:
            raise NotStarted()
        still_on(now)
        advice.check_copy(now)
        _leave(now, visitor, resigned)


def _leave(table: Table, visitor: Visitor, resigned: bool) -> None:
    own = Seat.objects.filter(table=table, owner=visitor, bot="")
    changed = own.update(
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
    """Somebody has gone for good; the game goes on as the table has agreed for a missed deadline.

    His name goes, too: what he has played stays as that of somebody who is gone.
    """
    table = Table.objects.select_for_update().get(pk=seat.table_id)
    seat.owner, seat.due, seat.name = None, None, ""
    seat.gone = table.started
    if table.started and not table.over:
        go_on_without(seat, table)
        seat.gone = bool(seat.bot)  # else it is free for somebody new
    elif table.over and seat.bot:  # it had played on for him: what it reached is not its own result
        seat.abandoned = True
    seat.save()
    if table.over:  # nothing is to be replayed for that: he may have played hundreds of games
        sittings.reseat(table)
        sittings.touch(table)
    else:
        with suppress(Spoiled):  # nobody is kept by a table that cannot be read
            sittings.reschedule(table)


def go_on_without(seat: Seat, table: Table) -> None:
    """As the table has agreed: a bot plays on, or the seat is open for others. Not saved here."""
    seat.due, seat.abandoned = None, True
    if table.lapse == "bot":
        seat.bot = best_bot(table.game)
    else:
        seat.owner, seat.name = None, ""


def come_back(table: Table, visitor: Visitor) -> None:
    """Play oneself again, where a bot has played on after a missed deadline."""
    with transaction.atomic():
        now = Table.objects.select_for_update().get(pk=table.pk)
        still_on(now)
        away = Seat.objects.filter(table=now, owner=visitor).exclude(bot="")
        numbers = list(away.values_list("number", flat=True))
        if not numbers:
            raise NotYours()
        away.update(bot="", abandoned=False)
        sittings.reschedule(now)
        seats = list(Seat.objects.filter(table=now).select_related("owner"))
        asked = {asked.seat for asked in sittings.load(now).state.asked}
        turns.take_up(now, seats, asked & set(numbers))
