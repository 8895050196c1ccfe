"""Open a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from chancery.core import BadOption, Game
from chancery.core.words import T
from chancery.web.base import limits
from chancery.web.notices import announcing
from chancery.web.people.models import Visitor
from chancery.web.people.visitors import account_called
from chancery.web.tables import disk, house_bots
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.starting import begin
from chancery.web.tables.terms import DAY, Terms, Wish


def open_table(
    visitor: Visitor,
    game: Game[Any, Any],
    options: Mapping[str, Any],
    wishes: Sequence[Wish],
    terms: Terms | None = None,
    data: str | None = None,
    follows: Table | None = None,
) -> Table:
    """A new table; it starts at once, or when everybody is there."""
    terms = terms or Terms()
    terms.check()
    seats = [wished(wish, game, visitor) for wish in wishes]
    people = [wish for wish in wishes if wish.kind in ("me", "here")]
    waits = terms.wait and any(wish.kind in ("open", "invited") for wish in wishes)
    limits.spend("tables", str(visitor.pk))
    rated = terms.rated and visitor.account_id is not None and len(people) < 2
    weight = len(data or "")
    disk.make_room(visitor, weight)
    table = Table(
        game=game.name,
        rules=game.rules,
        options=dict(options),
        data=data,
        weight=weight,
        host=visitor,
        title=terms.title,
        public=terms.public,
        started=not waits,
        shuffle=terms.shuffle,
        pace=terms.days * DAY,
        lapse=terms.lapse,
        rated=rated,
        hints=terms.hints and not rated,
        follows=follows,
    )
    with transaction.atomic():
        put_up(table, seats)
        invited = [(seat.invited_id, seat.number) for seat in seats if seat.invited_id is not None]
        announcing.announce("invited", table, invited)
    table.refresh_from_db()
    return table


def put_up(table: Table, seats: Sequence[Seat]) -> None:
    """Within a transaction: a table with these seats, whoever opens it; it begins, or it waits."""
    table.save(force_insert=True)
    for number, seat in enumerate(seats):
        seat.table, seat.number = table, number
    Seat.objects.bulk_create(seats)
    if table.started:
        begin(table)
    else:
        Table.objects.filter(pk=table.pk).update(asked="")


def wished(wish: Wish, game: Game[Any, Any], visitor: Visitor, table: Table | None = None) -> Seat:
    """A seat as somebody wants it, at a new table or at the one named; BadOption if that cannot
    be."""
    if wish.kind.startswith("bot:"):
        house_bots.engage(wish.kind[4:], game, visitor, table)
        return Seat(bot=wish.kind[4:], name=wish.name)
    if wish.kind in ("me", "here"):
        own = visitor.name if wish.kind == "me" else ""
        return Seat(owner=visitor, name=wish.name or own)
    if wish.kind == "invited":
        account = account_called(wish.name)
        if account is None or not account.is_active or account.pk == visitor.account_id:
            raise BadOption(T("There is nobody called “{name}” to invite.", name=wish.name))
        return Seat(invited=account)
    if wish.kind == "open":
        return Seat()
    raise BadOption(T("There is no such kind of seat."))
