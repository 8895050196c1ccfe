"""Lists of tables: one's own with those first that wait for one, open ones, finished ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import starmap
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, ExpressionWrapper, F, Func, Q, QuerySet, Window
from django.db.models.functions import Coalesce, RowNumber

from chancery.core.words import SeatName, Speaker
from chancery.web.base.refusals import Spoiled
from chancery.web.people.models import Visitor
from chancery.web.tables import sittings
from chancery.web.tables.filters import Filter
from chancery.web.tables.lines import rows_of
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.places import Place
from chancery.web.tables.strangers import EACH, Strangers

MANY = 40  # tables on one page of a list
SHARED = ("open", "watch")  # of strangers' tables
LISTS = ("turns", "invitations", "waiting", "running", "open", "watch", "finished")


class Lists:
    """The lists of the lobby as somebody sees them, a page of each at a time."""

    def __init__(
        self, visitor: Visitor | None, language: str, wanted: Filter | None = None
    ) -> None:
        self._visitor, self._language, self._wanted = visitor, language, wanted or Filter()
        self._own: dict[int, bool] = {}  # the tables where he sits: whether they have started
        self._asked: set[int] = set()
        self.versions: dict[str, int] = {}  # of the tables on the pages
        if visitor is not None:
            own = list(_sits(visitor))
            game = self._wanted.game
            self._own = {seat.table: seat.started for seat in own if game in ("", seat.game)}
            self._asked = _asked_among(own)

    @property
    def asked(self) -> int:
        """At how many tables he is to decide."""
        return len(self._asked)

    def pages(self, wanted: Mapping[str, str | int | None]) -> dict[str, Page[Any]]:
        """A page of each of these lists, by its number, with a line for each table."""
        found = {name: self._page(name, number) for name, number in wanted.items()}
        pks = {pk for page in found.values() for pk in page.object_list}
        rows = rows_of(pks | self._asked, self._visitor, self._language)
        self.versions = {row["slug"]: row["version"] for row in rows.values()}
        self.turns = sorted(
            (rows[pk] for pk in sorted(self._asked, reverse=True) if pk in rows),
            key=lambda row: row["due"] or row["since"],
        )
        for name, page in found.items():
            if name == "turns":
                mine = [row for row in self.turns if row["pk"] in self._own]
                page = found[name] = Paginator(mine, MANY).get_page(wanted[name])
            else:
                page.object_list = [rows[pk] for pk in page.object_list if pk in rows]
        return found

    def _page(self, name: str, number: str | int | None) -> Page[Any]:
        """The keys of the tables on a page of a list."""
        return Paginator(self._keys(name), MANY).get_page(number)

    def _keys(self, name: str) -> Any:
        others = sorted(self._own.keys() - self._asked, reverse=True)
        match name:
            case "running":
                return [pk for pk in others if self._own[pk]]
            case "waiting":
                return [pk for pk in others if not self._own[pk]]
            case "invitations":
                return self._newest(_kept_for(self._visitor).filter(table__over=False))
            case "finished":
                return self._newest(_seats_of(self._visitor).filter(table__over=True))
            case "open" | "watch":
                return Strangers(self._visitor, name, self._wanted)
        return []  # one's turns are sorted when their rows are there

    def _newest(self, seats: QuerySet[Seat]) -> list[int]:
        """The keys of their tables, as far as they are wanted, the latest first."""
        if self._wanted.game:
            seats = seats.filter(table__game=self._wanted.game)
        return list(seats.order_by("-table").values_list("table", flat=True).distinct())


def in_order(found: QuerySet[Table], name: str) -> QuerySet[Table]:
    """The latest first. Not those first where something happened: a hidden step is nobody's
    business. In a list of strangers' tables those of accounts come first: guests cost nothing."""
    order = ("guest", "-pk") if name in SHARED else ("-pk",)
    return found.order_by(*order)


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
    among: list[Func | F] = [host, F("started")]
    place = Window(RowNumber(), partition_by=among, order_by=F("pk").desc())
    few = found.annotate(place=place).filter(place__lte=EACH).values("pk")
    guest = ExpressionWrapper(Q(host__account=None), BooleanField())
    return Table.objects.filter(pk__in=few).annotate(guest=guest)


def _has_free_seat() -> Q:
    free = Seat.objects.filter(owner=None, bot="", invited=None)
    return Q(pk__in=free.values("table"))


def open_tables(among: QuerySet[Table] | None = None) -> QuerySet[Table]:
    """The tables at which anybody may sit down."""
    found = Table.objects.all() if among is None else among
    return _shared(found.filter(_has_free_seat(), public=True, over=False))


def running(among: QuerySet[Table] | None = None) -> QuerySet[Table]:
    """The games that anybody may watch."""
    found = Table.objects.all() if among is None else among
    return _shared(found.filter(public=True, over=False, started=True))


def _seats_of(visitor: Visitor | None) -> QuerySet[Seat]:
    """The seats that somebody has."""
    return Seat.objects.none() if visitor is None else Seat.objects.filter(owner=visitor)


def _kept_for(visitor: Visitor | None) -> QuerySet[Seat]:
    """The seats to which somebody is invited and where he has not sat down."""
    if visitor is None or visitor.account_id is None:
        return Seat.objects.none()
    return Seat.objects.filter(invited=visitor.account_id, owner=None)


def mine(visitor: Visitor | None, over: bool = False) -> QuerySet[Table]:
    """The tables at which somebody sits."""
    return Table.objects.filter(pk__in=_seats_of(visitor).values("table"), over=over)


def finished(visitor: Visitor | None) -> QuerySet[Table]:
    """The games that somebody has played to the end, or ended by agreement."""
    return mine(visitor, over=True)


def invitations(visitor: Visitor | None) -> QuerySet[Table]:
    """The tables to which somebody is invited and where he has not sat down."""
    return Table.objects.filter(pk__in=_kept_for(visitor).values("table"), over=False)


def turns_of(visitor: Visitor | None) -> int:
    """At how many tables somebody is to decide."""
    return len(waiting_for(visitor))


class Waiting(NamedTuple):
    """What waits for somebody, in numbers."""

    turns: int = 0  # tables at which he is to decide
    invitations: int = 0


def waiting_in_all(visitor: Visitor | None) -> Waiting:
    """At how many tables somebody is to decide, and to how many he is invited."""
    if visitor is None:
        return Waiting()
    kept = 0 if visitor.account_id is None else invitations(visitor).count()
    return Waiting(turns_of(visitor), kept)


def waiting_for(visitor: Visitor | None) -> set[int]:
    """The tables at which somebody is to decide."""
    return set() if visitor is None else _asked_among(_sits(visitor))


class Sits(NamedTuple):
    """One's own seat at a table that is not over, and how that stands."""

    table: int
    started: bool
    number: int
    bot: str
    asked: str | None
    copy: bool
    game: str


def _sits(visitor: Visitor) -> Iterator[Sits]:
    own = _seats_of(visitor).filter(table__over=False)
    columns = (
        "table", "table__started", "number", "bot", "table__asked", "table__private",
        "table__game",
    )  # fmt: skip
    return starmap(Sits, own.order_by().values_list(*columns))


def _asked_among(seats: Iterable[Sits]) -> set[int]:
    """Where somebody is to decide; a table of long ago is looked at, and then its row says so.
    A copy to try moves on waits for nobody."""
    playing = [seat for seat in seats if seat.started and not seat.bot and not seat.copy]
    unknown = {seat.table for seat in playing if seat.asked is None}
    known: dict[int, set[int]] = {}
    for old in Table.objects.filter(pk__in=unknown) if unknown else ():
        with suppress(Spoiled):
            known[old.pk] = sittings.asked(old)
    return {
        seat.table
        for seat in playing
        if (f" {seat.number} " in (seat.asked or "")) or seat.number in known.get(seat.table, ())
    }


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
