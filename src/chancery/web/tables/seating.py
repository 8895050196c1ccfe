"""Sit down, stand up, arrange seats and play again.

Before a table starts people come and go, and nobody sees more than a spectator: otherwise somebody
could look at one hand and sit down at another. Once it has started, having held a seat bars all
others.
"""

from __future__ import annotations

from contextlib import suppress

from django.db import IntegrityError, transaction
from django.db.models import Q

from chancery.core import BadOption, Refusal
from chancery.core.words import T
from chancery.web.base.refusals import (
    Alone,
    HeldBefore,
    NotHost,
    NotInvited,
    NotOver,
    NotYours,
    RatedNeedsAccount,
    SeatTaken,
    WrongInvitation,
)
from chancery.web.identity.models import Visitor
from chancery.web.outbox import announcing
from chancery.web.tables import sittings, spoiled, turns
from chancery.web.tables.models import Held, Seat, Table
from chancery.web.tables.opening import Terms, Wish, make_seat, open_table, start_full


def sit(
    table: Table, visitor: Visitor, number: int | None, name: str = "", invitation: str = ""
) -> None:
    """Take a free seat of a public table, with the invitation, or as an invited player."""
    try:
        with transaction.atomic():
            locked = Table.objects.select_for_update().get(pk=table.pk)
            seat = _welcome(locked, visitor, number, invitation)
            if not locked.started:  # one seat each: taking another one frees the first
                own = Seat.objects.filter(table=locked, owner=visitor)
                if own.count() > 1:
                    raise HeldBefore()
                own.update(owner=None, name="")
            taken = Seat.objects.filter(pk=seat.pk, owner=None, bot="").update(
                owner=visitor, name=name or visitor.name, gone=False
            )
            if not taken:
                raise SeatTaken()
            if locked.started:
                _join_running(locked, seat, visitor)
            sittings.reschedule(locked)
            if not locked.started and not _free(locked):
                if locked.autostart:
                    start_full(locked, visitor)
                elif locked.host and locked.host.account_id:
                    announcing.announce("full", locked, [(locked.host.account_id, seat.number)])
    except IntegrityError:  # the same visitor was quicker on another page
        raise HeldBefore() from None


def is_newcomer(game: str, visitor: Visitor | None, here: Table | None = None) -> bool:
    """Return whether a visitor has never played a game, except in guided games and at this
    table."""
    if visitor is None:
        return True
    tables_held = Held.objects.filter(visitor=visitor, table__game=game, table__course="")
    return not tables_held.exclude(table=here).exists()


def _welcome(table: Table, visitor: Visitor, number: int | None, invitation: str) -> Seat:
    """Return the seat with this number, if the visitor may take it."""
    seat = _numbered(table, number)
    if seat is None:
        raise SeatTaken()
    if table.private:
        raise Alone()
    if seat.invited_id is not None and seat.invited_id != visitor.account_id:
        raise NotInvited()
    welcome = table.public or seat.invited_id or invitation == table.invitation
    belongs = (
        table.host_id == visitor.pk or Seat.objects.filter(table=table, owner=visitor).exists()
    )
    if not welcome and not (belongs and not table.started):
        raise WrongInvitation()
    if table.rated and visitor.account_id is None:
        raise RatedNeedsAccount()
    table.check_running()
    return seat


def _join_running(table: Table, seat: Seat, visitor: Visitor) -> None:
    """Enter a running game, as a newcomer or on one's own former seat."""
    account = visitor.account_id
    returning = account is not None and seat.player_id == account
    has_held = Held.objects.filter(table=table, visitor=visitor).exists()
    if has_held and not returning:
        raise HeldBefore()
    if returning:
        Seat.objects.filter(pk=seat.pk).update(abandoned=False)
    elif seat.player_id is None:
        Seat.objects.filter(pk=seat.pk).update(player=account)
    if not has_held:
        Held.objects.create(table=table, visitor=visitor)
    seats_asked = [asked.seat for asked in sittings.load(table).state.asked]
    if seat.number in seats_asked:
        seats = list(Seat.objects.filter(table=table).select_related("owner"))
        turns.start_turns(table, seats, [seat.number])


def _numbered(table: Table, number: int | None) -> Seat | None:
    if number is None:
        return None
    return Seat.objects.filter(table=table, number=number).first()


def _free(table: Table) -> bool:
    return Seat.objects.filter(table=table, owner=None, bot="").exists()


def stand_up(table: Table, visitor: Visitor) -> None:
    """Leave a table that has not started, or decline an invitation."""
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        changed = 0
        if visitor.account_id is not None:
            reserved = Seat.objects.filter(table=locked, invited=visitor.account, owner=None)
            changed += reserved.update(invited=None)
        if not changed:
            locked = table.lock_waiting()
            changed += Seat.objects.filter(table=locked, owner=visitor).update(owner=None, name="")
        if not changed:
            raise NotYours()
        sittings.reschedule(locked)


def arrange(table: Table, visitor: Visitor, number: int | None, wish: Wish) -> None:
    """Decide about a seat before the start: free, reserved, or for a bot; only the host may."""
    if wish.kind in ("me", "here"):
        raise BadOption(T("There is no such kind of seat."))
    with transaction.atomic():
        new_seat = make_seat(wish, spoiled.game_of(table), visitor, table)
        locked = table.lock_waiting()
        if locked.host_id != visitor.pk:
            raise NotHost()
        seat = _numbered(locked, number)
        if seat is None:
            raise SeatTaken()
        seat.owner, seat.bot, seat.name = None, new_seat.bot, new_seat.name
        seat.invited = new_seat.invited
        seat.save()
        sittings.reschedule(locked)
        if seat.invited_id is not None:
            announcing.announce("invited", locked, [(seat.invited_id, seat.number)])


def rematch(table: Table, visitor: Visitor) -> Table:
    """Return the rematch with the same people: a single new table, whoever asks for it first."""
    if not table.over:
        raise NotOver()
    if not Held.objects.filter(table=table, visitor=visitor).exists() or table.private:
        raise NotYours()
    next_table = Table.objects.filter(follows=table).first()
    if next_table is not None:
        _sit_again(table, next_table, visitor)
        return next_table
    game = spoiled.game_of(table)
    wishes = [_once_more(seat, visitor) for seat in Seat.objects.filter(table=table)]
    terms = Terms.of(table)
    try:
        return open_table(visitor, game, table.options, wishes, terms, table.data, follows=table)
    except IntegrityError:  # another player asked at the same moment
        next_table = Table.objects.get(follows=table)
        _sit_again(table, next_table, visitor)
        return next_table


def _sit_again(table: Table, next_table: Table, visitor: Visitor) -> None:
    """Take one's former seat again, if it is free."""
    old_seats = Seat.objects.filter(table=table)
    former = old_seats.filter(
        Q(owner=visitor) | Q(player__isnull=False, player=visitor.account)
    ).first()
    already = Seat.objects.filter(table=next_table, owner=visitor)
    if former is not None and not next_table.started and not already.exists():
        with suppress(Refusal):
            sit(next_table, visitor, former.number, former.name, next_table.invitation)


def _once_more(seat: Seat, visitor: Visitor) -> Wish:
    """Return who shall have this seat again: people are invited or may come, bots stay."""
    if seat.owner_id == visitor.pk:
        return Wish("me", seat.name)
    known = seat.player if seat.player_id is not None else None
    if known is not None and known.pk == visitor.account_id:
        return Wish("me", visitor.name)
    if known is not None and known.is_active:
        return Wish("invited", known.username)
    return Wish(f"bot:{seat.bot}") if seat.bot else Wish("open")
