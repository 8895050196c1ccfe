"""Start a table: chairs are drawn, and people are bound."""

from __future__ import annotations

import secrets

from django.db import transaction

from chancery.web.base.keys import new_seed
from chancery.web.base.refusals import NotFull, NotYours
from chancery.web.notices import announcing
from chancery.web.people.models import Visitor
from chancery.web.tables import sittings, turns
from chancery.web.tables.conditions import still_waiting
from chancery.web.tables.models import Held, Seat, Table
from chancery.web.tables.terms import best_bot

_dice = secrets.SystemRandom()


def begin(table: Table) -> None:
    """Within the transaction that starts a table: chairs are drawn, and people are bound."""
    seats = list(Seat.objects.filter(table=table).select_related("owner"))
    if table.shuffle:
        _draw(seats)
    owners = [seat.owner_id for seat in seats]
    for seat in seats:
        if seat.owner is not None:
            Held.objects.get_or_create(table=table, visitor=seat.owner)
            if owners.count(seat.owner_id) == 1:
                seat.player_id = seat.owner.account_id
    Seat.objects.bulk_update(seats, ["owner", "bot", "name", "invited", "player"])
    if all(seat.bot for seat in seats):
        # else bots would play it though nobody watches, as many as somebody likes to open
        table.rated = False
    sitting = sittings.load(table)
    Table.objects.filter(pk=table.pk).update(
        asked=sittings.asked_in(sitting.state), rated=table.rated
    )
    sittings.schedule(table, sitting)
    turns.take_up(table, seats, [asked.seat for asked in sitting.state.asked])


def _draw(seats: list[Seat]) -> None:
    """Who plays what is drawn by lot."""
    drawn = [(seat.owner, seat.bot, seat.name, seat.invited) for seat in seats]
    _dice.shuffle(drawn)
    for seat, (owner, bot, name, invited) in zip(seats, drawn, strict=True):
        seat.owner, seat.bot, seat.name, seat.invited = owner, bot, name, invited


def start(table: Table, visitor: Visitor, fill: bool = False) -> None:
    """Begin to play. Anybody at the table may when it is full; with bots in free seats the host."""
    with transaction.atomic():
        now = still_waiting(table)
        host = now.host_id == visitor.pk
        if not host and not Seat.objects.filter(table=now, owner=visitor).exists():
            raise NotYours()
        free = Seat.objects.filter(table=now, owner=None, bot="")
        if free.exists():
            if not host or not fill:
                raise NotFull()
            free.update(bot=best_bot(now.game), invited=None)
        # who has seen what the table looked like while it waited could have chosen by that
        Table.objects.filter(pk=now.pk).update(started=True, seed=new_seed())
        sittings.reseat(now)
        now.refresh_from_db()
        begin(now)
        sittings.touch(now)
        seats = Seat.objects.filter(table=now).select_related("owner")
        others = [
            (account, seat.number)
            for seat in seats
            if (account := turns.account_on(seat)) is not None and seat.owner_id != visitor.pk
        ]
        announcing.announce("begun", now, others)
