"""The same game once more, with the same people."""

from __future__ import annotations

from contextlib import suppress

from django.db import IntegrityError
from django.db.models import Q

from chancery.core import Refusal
from chancery.web.base.refusals import NotOver, NotYours
from chancery.web.people.models import Visitor
from chancery.web.tables import spoiled
from chancery.web.tables.models import Held, Seat, Table
from chancery.web.tables.opening import open_table
from chancery.web.tables.seating import sit
from chancery.web.tables.terms import DAY, Terms, Wish


def rematch(table: Table, visitor: Visitor) -> Table:
    """The same game with the same people: one new table, whoever asks for it first."""
    if not table.over:
        raise NotOver()
    if not Held.objects.filter(table=table, visitor=visitor).exists() or table.private:
        raise NotYours()
    found = Table.objects.filter(follows=table).first()
    if found is not None:
        _sit_again(table, found, visitor)
        return found
    game = spoiled.game_of(table)
    wishes = [_once_more(seat, visitor) for seat in Seat.objects.filter(table=table)]
    terms = Terms(
        title=table.title,
        public=table.public,
        wait=True,
        shuffle=table.shuffle,
        days=table.pace // DAY,
        lapse=table.lapse,
        rated=table.rated,
        hints=table.hints,
    )
    try:
        return open_table(visitor, game, table.options, wishes, terms, table.data, follows=table)
    except IntegrityError:  # somebody else asked at the same moment
        found = Table.objects.get(follows=table)
        _sit_again(table, found, visitor)
        return found


def _sit_again(table: Table, found: Table, visitor: Visitor) -> None:
    """Where one sat before, if that is still to be had."""
    old = Seat.objects.filter(table=table)
    mine = old.filter(Q(owner=visitor) | Q(player__isnull=False, player=visitor.account)).first()
    here = Seat.objects.filter(table=found, owner=visitor)
    if mine is not None and not found.started and not here.exists():
        with suppress(Refusal):
            sit(found, visitor, mine.number, mine.name, found.invitation)


def _once_more(seat: Seat, visitor: Visitor) -> Wish:
    """Who is to sit there again: people are invited or free to come, bots stay bots."""
    if seat.owner_id == visitor.pk:
        return Wish("me", seat.name)
    known = seat.player if seat.player_id is not None else None
    if known is not None and known.pk == visitor.account_id:
        return Wish("me", visitor.name)
    if known is not None and known.is_active:
        return Wish("invited", known.username)
    return Wish(f"bot:{seat.bot}") if seat.bot else Wish("open")
