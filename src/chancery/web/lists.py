"""Lists of tables: one's own with those first that wait for one, open ones, finished ones."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from chancery import games
from chancery.core.words import SeatName, Speaker
from chancery.web import parts, sittings, spoiled
from chancery.web.models import Seat, Table, Visitor
from chancery.web.refusals import Spoiled
from chancery.web.tables import DAY
from chancery.web.words import Said

MANY = 40  # tables in one list
ALL = 500  # nobody has more of his own at once


def lists(visitor: Visitor | None, language: str) -> dict[str, list[dict[str, Any]]]:
    """Everything that the lobby shows."""
    own = mine(visitor)
    asked = own.filter(pk__in=waiting_for(visitor))
    others = own.exclude(pk__in=asked.values("pk"))
    open_ = open_tables().exclude(pk__in=own.values("pk"))
    watch = running().exclude(pk__in=own.values("pk")).exclude(pk__in=open_.values("pk"))

    def rows(found: QuerySet[Table], many: int = MANY) -> list[dict[str, Any]]:
        made = (
            spoiled.row_of(table, partial(_row, table, visitor, language))
            for table in _listed(found)[:many]
        )
        return [row for row in made if row is not None]

    return {
        "turns": sorted(rows(asked, ALL), key=lambda row: row["due"] or row["since"]),
        "running": rows(others.filter(started=True), ALL),
        "waiting": rows(others.filter(started=False), ALL),
        "invitations": rows(invitations(visitor)),
        "open": rows(open_),
        "watch": rows(watch),
        "finished": rows(finished(visitor)),
    }


def _listed(found: QuerySet[Table]) -> QuerySet[Table]:
    """The latest first. Not those first where something happened: a hidden step is nobody's
    business."""
    heavy = ("data", "seed", "position", "luck")
    found = found.select_related("importer__account")
    return found.order_by("-pk").defer(*heavy).prefetch_related("seats__invited")


def _has_free_seat() -> Exists:
    free = Q(owner=None, bot="", invited=None)
    return Exists(Seat.objects.filter(free, table=OuterRef("pk")))


def open_tables() -> QuerySet[Table]:
    """The tables at which anybody may sit down."""
    return Table.objects.filter(public=True, over=False).filter(_has_free_seat())


def running() -> QuerySet[Table]:
    """The games that anybody may watch."""
    return Table.objects.filter(public=True, over=False, started=True)


def mine(visitor: Visitor | None, over: bool = False) -> QuerySet[Table]:
    """The tables at which somebody sits."""
    if visitor is None:
        return Table.objects.none()
    seat = Seat.objects.filter(table=OuterRef("pk"), owner=visitor)
    return Table.objects.filter(Exists(seat), over=over)


def finished(visitor: Visitor | None) -> QuerySet[Table]:
    """The games that somebody has played to the end, or ended by agreement."""
    return mine(visitor, over=True)


def invitations(visitor: Visitor | None) -> QuerySet[Table]:
    """The tables to which somebody is invited and where he has not sat down."""
    if visitor is None or visitor.account_id is None:
        return Table.objects.none()
    kept = Q(invited=visitor.account_id, owner=None)
    seat = Seat.objects.filter(kept, table=OuterRef("pk"))
    return Table.objects.filter(Exists(seat), over=False)


def asked_at(table: Table) -> set[int]:
    """The seats who are to decide, if the game is being played."""
    return sittings.asked(table) if table.started and not table.over else set()


def turns_of(visitor: Visitor | None) -> int:
    """At how many tables somebody is to decide."""
    return len(waiting_for(visitor))


def waiting_for(visitor: Visitor | None) -> set[int]:
    """The tables at which somebody is to decide."""
    if visitor is None:
        return set()
    own = Seat.objects.filter(owner=visitor, bot="", table__over=False, table__started=True)
    for old in Table.objects.filter(pk__in=own.filter(table__asked=None).values("table")):
        with suppress(Spoiled):
            sittings.asked(old)  # a table of long ago: from now on its row says so
    found = own.values_list("table", "number", "table__asked")
    return {table for table, number, asked in found if f" {number} " in (asked or "")}


def _row(table: Table, visitor: Visitor | None, language: str) -> dict[str, Any]:
    """A table as a line of a list."""
    seats = list(table.seats.all())
    told = parts.speaker_of(table, seats, language)
    said = Said(told)
    asked = asked_at(table)
    own = [s for s in seats if visitor is not None and s.owner_id == visitor.pk]
    due = [s.due for s in own if s.number in asked and s.due is not None]
    names = [told.word(SeatName(s.number)) for s in seats if s not in own]
    ranks = [s.rank for s in own if s.rank is not None and not table.private]
    result = next(iter(ranks), None)
    return {
        "slug": table.slug,
        "game": told.say(games.find(table.game).title),
        "title": table.title or said.text("with", names=", ".join(names)),
        "names": ", ".join(names) if table.title else "",
        "own": [{"number": s.number, "asked": s.number in asked and not s.bot} for s in own],
        "due": min(due) if due else None,
        "started": table.started,
        "closed": table.closed,
        "over": table.over,
        "free": sum(s.owner_id is None and not s.bot for s in seats),
        "seats": len(seats),
        "terms": [*terms_of(table, said), *parts.said_of_screens(table, seats, told)],
        "rank": said.text("came_in", n=result) if result is not None else "",
        "since": table.created,
        "when": table.finished or table.created,
    }


def terms_of(table: Table, said: Said) -> list[str]:
    """How people play at a table, in a few words each."""
    found = []
    if table.imported:
        found.append(said.text("imported_by", name=parts.imported_by(table, said)))
    if table.pace:
        found.append(said.text(f"pace_{table.lapse}", n=table.pace // DAY))
    if table.rated:
        found.append(said["is_rated"])
    if table.shuffle and not table.started:
        found.append(said["is_shuffled"])
    return found


def free_seats(place: parts.Place, invitation: str, told: Speaker) -> list[tuple[int, str]]:
    """The seats that the reader may take now, with their names."""
    table = place.table
    if table.over or table.closed or (place.own and table.started) or place.away:
        return []
    account = place.visitor.account_id if place.visitor else None
    welcome = table.public or invitation == table.invitation
    found = [
        seat
        for seat in place.seats
        if seat.owner_id is None and not seat.bot
        if seat.invited_id == account is not None or (seat.invited_id is None and welcome)
    ]
    return [(seat.number, told.word(SeatName(seat.number))) for seat in found]
