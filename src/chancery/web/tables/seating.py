"""Sit down, stand up, and who is to sit where.

Before a table starts people come and go, and nobody sees more than a spectator: who has looked at
one hand of cards could otherwise sit down at another. From then on a seat once held bars every
other one.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction

from chancery.core import BadOption
from chancery.core.words import T
from chancery.web.base.refusals import (
    Alone,
    HeldBefore,
    NotHost,
    NotInvited,
    NotYours,
    RatedNeedsAccount,
    SeatTaken,
    WrongInvitation,
)
from chancery.web.notices import announcing
from chancery.web.people.models import Visitor
from chancery.web.tables import sittings, spoiled, turns
from chancery.web.tables.conditions import still_on, still_waiting
from chancery.web.tables.models import Held, Seat, Table
from chancery.web.tables.opening import wished
from chancery.web.tables.terms import Wish


def sit(
    table: Table, visitor: Visitor, number: int | None, name: str = "", invitation: str = ""
) -> None:
    """Take a free seat: at a public table, with the invitation, or because one is invited."""
    try:
        with transaction.atomic():
            now = Table.objects.select_for_update().get(pk=table.pk)
            seat = _welcome(now, visitor, number, invitation)
            if not now.started:  # one seat each; who takes another leaves the first
                own = Seat.objects.filter(table=now, owner=visitor)
                if own.count() > 1:
                    raise HeldBefore()
                own.update(owner=None, name="")
            taken = Seat.objects.filter(pk=seat.pk, owner=None, bot="").update(
                owner=visitor, name=name or visitor.name, gone=False
            )
            if not taken:
                raise SeatTaken()
            if now.started:
                _join_running(now, seat, visitor)
            sittings.reschedule(now)
            if not now.started and not _free(now) and now.host and now.host.account_id:
                announcing.announce("full", now, [(now.host.account_id, seat.number)])
    except IntegrityError:  # the same visitor was quicker on another page
        raise HeldBefore() from None


def _welcome(table: Table, visitor: Visitor, number: int | None, invitation: str) -> Seat:
    """The seat that somebody wants, if he may have it."""
    seat = _numbered(table, number)
    if seat is None:
        raise SeatTaken()
    if table.private:
        raise Alone()
    if seat.invited_id is not None and seat.invited_id != visitor.account_id:
        raise NotInvited()
    if not (table.public or seat.invited_id or invitation == table.invitation):
        raise WrongInvitation()
    if table.rated and visitor.account_id is None:
        raise RatedNeedsAccount()
    still_on(table)
    return seat


def _join_running(table: Table, seat: Seat, visitor: Visitor) -> None:
    """A seat of a game that is being played; somebody's own again, or a newcomer's."""
    account = visitor.account_id
    back = account is not None and seat.player_id == account
    held = Held.objects.filter(table=table, visitor=visitor).exists()
    if held and not back:
        raise HeldBefore()
    if back:
        Seat.objects.filter(pk=seat.pk).update(abandoned=False)
    elif seat.player_id is None:
        Seat.objects.filter(pk=seat.pk).update(player=account)
    if not held:
        Held.objects.create(table=table, visitor=visitor)
    asked = [asked.seat for asked in sittings.load(table).state.asked]
    if seat.number in asked:
        seats = list(Seat.objects.filter(table=table).select_related("owner"))
        turns.take_up(table, seats, [seat.number])


def _numbered(table: Table, number: int | None) -> Seat | None:
    if number is None:
        return None
    return Seat.objects.filter(table=table, number=number).first()


def _free(table: Table) -> bool:
    return Seat.objects.filter(table=table, owner=None, bot="").exists()


def stand_up(table: Table, visitor: Visitor) -> None:
    """Leave a table that has not started; or say no to an invitation."""
    with transaction.atomic():
        now = Table.objects.select_for_update().get(pk=table.pk)
        own = 0
        if visitor.account_id is not None:
            kept = Seat.objects.filter(table=now, invited=visitor.account, owner=None)
            own += kept.update(invited=None)
        if not own:
            now = still_waiting(table)
            own += Seat.objects.filter(table=now, owner=visitor).update(owner=None, name="")
        if not own:
            raise NotYours()
        sittings.reschedule(now)


def arrange(table: Table, visitor: Visitor, number: int | None, wish: Wish) -> None:
    """The host decides about a seat before the start: open, for somebody, or a bot's."""
    if wish.kind in ("me", "here"):
        raise BadOption(T("There is no such kind of seat."))
    wanted = wished(wish, spoiled.game_of(table), visitor, table)
    with transaction.atomic():
        now = still_waiting(table)
        if now.host_id != visitor.pk:
            raise NotHost()
        seat = _numbered(now, number)
        if seat is None:
            raise SeatTaken()
        seat.owner, seat.bot, seat.name = None, wanted.bot, wanted.name
        seat.invited = wanted.invited
        seat.save()
        sittings.reschedule(now)
        if seat.invited_id is not None:
            announcing.announce("invited", now, [(seat.invited_id, seat.number)])
