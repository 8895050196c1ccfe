"""Lists of tables: one's own with those first that wait for one, open ones, finished ones."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Window,
)
from django.db.models.functions import Coalesce, RowNumber

from chancery import games
from chancery.core.words import SeatName, Speaker
from chancery.page.words import Words
from chancery.web.base.refusals import Spoiled
from chancery.web.people.models import Visitor
from chancery.web.tables import disclosures, sittings, speakers, spoiled
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.places import Place
from chancery.web.tables.terms import DAY

MANY = 40  # tables on one page of a list
EACH = 3  # tables of one host that strangers are shown in a list
HEAVY = ("data", "seed", "position", "luck")
SHARED = ("open", "watch")  # of strangers' tables
LISTS = ("turns", "invitations", "waiting", "running", "open", "watch", "finished")


class Lists:
    """The lists of the lobby as somebody sees them, a page of each at a time."""

    def __init__(self, visitor: Visitor | None, language: str) -> None:
        self._visitor, self._language = visitor, language
        own = mine(visitor)
        asked = own.filter(pk__in=waiting_for(visitor))
        others = own.exclude(pk__in=asked.values("pk"))
        strangers = Table.objects.exclude(pk__in=own.values("pk"))
        self._found = {
            "turns": asked,
            "running": others.filter(started=True),
            "waiting": others.filter(started=False),
            "invitations": invitations(visitor),
            "open": open_tables(strangers),
            "watch": running(strangers.filter(~_has_free_seat())),
            "finished": finished(visitor),
        }

    def page(self, name: str, number: object = 1) -> Page:
        """A page of one of them, with a line for each table."""
        if name == "turns":
            return Paginator(self.turns, MANY).get_page(number)
        page = Paginator(in_order(self._found[name], name), MANY).get_page(number)
        page.object_list = self._rows(page.object_list)
        return page

    @cached_property
    def turns(self) -> list[dict[str, Any]]:
        """The tables at which somebody is to decide, the most urgent first."""
        rows = self._rows(in_order(self._found["turns"], "turns"))
        return sorted(rows, key=lambda row: row["due"] or row["since"])

    def _rows(self, found: QuerySet[Table]) -> list[dict[str, Any]]:
        light = found.defer(*HEAVY).select_related("importer__account")
        made = (
            spoiled.row_of(table, partial(_row, table, self._visitor, self._language))
            for table in light.prefetch_related("seats__invited")
        )
        return [row for row in made if row is not None]


def in_order(found: QuerySet[Table], name: str) -> QuerySet[Table]:
    """The latest first. Not those first where something happened: a hidden step is nobody's
    business. In a list of strangers' tables those of accounts come first: guests cost nothing."""
    return found.order_by("guest", "-pk") if name in SHARED else found.order_by("-pk")


def after(found: QuerySet[Table], name: str, last: Table) -> QuerySet[Table]:
    """What comes after a table in a list, also when it is no longer in it."""
    later = Q(pk__lt=last.pk)
    if name in SHARED:
        guest = last.host is None or last.host.account_id is None
        later = Q(later, guest=True) if guest else Q(guest=True) | Q(later, guest=False)
    return found.filter(later)


def _shared(found: QuerySet[Table]) -> QuerySet[Table]:
    """A few tables of each host, the latest, of those that run and of those that wait: nobody
    pushes others out of a list."""
    host = Coalesce("host", -F("pk"))  # without a host each stands for itself
    among = [host, F("started")]
    place = Window(RowNumber(), partition_by=among, order_by=F("pk").desc())
    few = found.annotate(place=place).filter(place__lte=EACH).values("pk")
    guest = ExpressionWrapper(Q(host__account=None), BooleanField())
    return Table.objects.filter(pk__in=few).annotate(guest=guest)


def _has_free_seat() -> Exists:
    free = Q(owner=None, bot="", invited=None)
    return Exists(Seat.objects.filter(free, table=OuterRef("pk")))


def open_tables(among: QuerySet[Table] | None = None) -> QuerySet[Table]:
    """The tables at which anybody may sit down."""
    found = Table.objects.all() if among is None else among
    return _shared(found.filter(_has_free_seat(), public=True, over=False))


def running(among: QuerySet[Table] | None = None) -> QuerySet[Table]:
    """The games that anybody may watch."""
    found = Table.objects.all() if among is None else among
    return _shared(found.filter(public=True, over=False, started=True))


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
    told = speakers.speaker_of(table, seats, language)
    said = Words(told)
    asked = asked_at(table)
    own = [s for s in seats if visitor is not None and s.owner_id == visitor.pk]
    due = [s.due for s in own if s.number in asked and s.due is not None]
    names = [told.word(SeatName(s.number)) for s in seats if s not in own]
    ranks = [s.rank for s in own if s.rank is not None and not table.private]
    result = next(iter(ranks), None)
    company = said.text("with", names=", ".join(names)) if names else ""
    return {
        "slug": table.slug,
        "game": told.say(games.find(table.game).title),
        "title": table.title or company,
        "names": ", ".join(names) if table.title else "",
        "own": [{"number": s.number, "asked": s.number in asked and not s.bot} for s in own],
        "due": min(due) if due else None,
        "started": table.started,
        "closed": table.closed,
        "over": table.over,
        "free": sum(s.owner_id is None and not s.bot for s in seats),
        "seats": len(seats),
        "terms": [*terms_of(table, said), *disclosures.said_of_screens(table, seats, told)],
        "rank": said.text("came_in", n=result) if result is not None else "",
        "since": table.created,
        "when": table.finished or table.created,
    }


def terms_of(table: Table, said: Words) -> list[str]:
    """How people play at a table, in a few words each."""
    found = []
    if table.imported:
        found.append(said.text("imported_by", name=disclosures.imported_by(table, said)))
    if table.pace:
        found.append(said.text(f"pace_{table.lapse}", n=table.pace // DAY))
    if table.rated:
        found.append(said["is_rated"])
    if table.shuffle and not table.started:
        found.append(said["is_shuffled"])
    return found


def free_seats(place: Place, invitation: str, told: Speaker) -> list[tuple[int, str]]:
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
