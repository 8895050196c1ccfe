"""Lists of tables in the lobby: a player's own (those that wait for him first), open, finished."""

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
from chancery.web.identity.models import Visitor
from chancery.web.tables import sittings
from chancery.web.tables.lines import rows_of
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.places import Place
from chancery.web.tables.public_tables import PER_HOST, Filter, PublicTables

MANY = 40  # tables per page of a list
SHARED = ("open", "watch")  # the lists of other people's tables
LISTS = ("turns", "invitations", "waiting", "running", "open", "watch", "finished")


class Lists:
    """The lists of the lobby for one reader, a page of each at a time."""

    def __init__(
        self, visitor: Visitor | None, language: str, wanted: Filter | None = None
    ) -> None:
        self._visitor, self._language, self._wanted = visitor, language, wanted or Filter()
        self._own: dict[int, bool] = {}  # tables where he sits, and whether they have started
        self._asked: set[int] = set()
        self.versions: dict[str, int] = {}  # of the tables on the pages
        if visitor is not None:
            own_seats = list(_sits(visitor))
            game = self._wanted.game
            self._own = {seat.table: seat.started for seat in own_seats if game in ("", seat.game)}
            self._asked = _asked_among(own_seats)

    @property
    def asked(self) -> int:
        """Return at how many tables the reader has to decide."""
        return len(self._asked)

    def pages(self, wanted: Mapping[str, str | int | None]) -> dict[str, Page[Any]]:
        """Return the given pages of these lists, with a rendered row for each table."""
        pages = {name: self._page(name, number) for name, number in wanted.items()}
        pks = {pk for page in pages.values() for pk in page.object_list}
        rows = rows_of(pks | self._asked, self._visitor, self._language)
        self.versions = {row["slug"]: row["version"] for row in rows.values()}
        self.turns = sorted(
            (rows[pk] for pk in sorted(self._asked, reverse=True) if pk in rows),
            key=lambda row: row["due"] or row["since"],
        )
        for name, page in pages.items():
            if name == "turns":
                mine = [row for row in self.turns if row["pk"] in self._own]
                page = pages[name] = Paginator(mine, MANY).get_page(wanted[name])
            else:
                page.object_list = [rows[pk] for pk in page.object_list if pk in rows]
        return pages

    def _page(self, name: str, number: str | int | None) -> Page[Any]:
        """Return the primary keys of the tables on a page of a list."""
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
                return PublicTables(self._visitor, name, self._wanted)
        return []  # sorted later, with their rows

    def _newest(self, seats: QuerySet[Seat]) -> list[int]:
        """Return the tables of these seats that match the filter, latest first."""
        if self._wanted.game:
            seats = seats.filter(table__game=self._wanted.game)
        return list(seats.order_by("-table").values_list("table", flat=True).distinct())


def tables_in(name: str, visitor: Visitor | None) -> QuerySet[Table]:
    """Return the tables of a list, latest first, for programs.

    They are sorted by creation: sorting by activity would betray hidden steps. In lists of other
    people's tables those of account holders come first, as guests are easily multiplied.
    """
    match name:
        case "open":
            free = Seat.objects.filter(owner=None, bot="", invited=None).values("table")
            tables = _shared(Table.objects.filter(pk__in=free, public=True, over=False))
        case "watch":
            tables = _shared(Table.objects.filter(public=True, over=False, started=True))
        case "turns":
            tables = Table.objects.filter(pk__in=waiting_for(visitor))
        case "invitations":
            tables = _invitations(visitor)
        case _:
            own = _seats_of(visitor).values("table")
            tables = Table.objects.filter(pk__in=own, over=name == "finished")
    return tables.order_by(*(("guest", "-pk") if name in SHARED else ("-pk",)))


def after(tables: QuerySet[Table], name: str, last: Table) -> QuerySet[Table]:
    """Return the tables that follow `last` in a list; `last` itself may have left the list."""
    later = Q(pk__lt=last.pk)
    if name in SHARED:
        guest = last.host is None or last.host.account_id is None
        later = Q(later, guest=True) if guest else Q(guest=True) | Q(later, guest=False)
    return tables.filter(later)


def _shared(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Limit the tables of each host, so that nobody can push others out of a list."""
    host = Coalesce("host", -F("pk"))  # a table without host counts for itself
    among: list[Func | F] = [host, F("started")]
    place = Window(RowNumber(), partition_by=among, order_by=F("pk").desc())
    few = tables.annotate(place=place).filter(place__lte=PER_HOST).values("pk")
    guest = ExpressionWrapper(Q(host__account=None), BooleanField())
    return Table.objects.filter(pk__in=few).annotate(guest=guest)


def _seats_of(visitor: Visitor | None) -> QuerySet[Seat]:
    """Return the seats that a visitor has."""
    return Seat.objects.none() if visitor is None else Seat.objects.filter(owner=visitor)


def _kept_for(visitor: Visitor | None) -> QuerySet[Seat]:
    """Return the free seats to which a visitor is invited."""
    if visitor is None or visitor.account_id is None:
        return Seat.objects.none()
    return Seat.objects.filter(invited=visitor.account_id, owner=None)


def _invitations(visitor: Visitor | None) -> QuerySet[Table]:
    """Return the tables to which a visitor is invited and has not sat down."""
    return Table.objects.filter(pk__in=_kept_for(visitor).values("table"), over=False)


def turns_of(visitor: Visitor | None) -> int:
    """Return at how many tables a visitor has to decide."""
    return len(waiting_for(visitor))


class Waiting(NamedTuple):
    """The numbers in the badge of the page header."""

    turns: int = 0  # tables at which the visitor has to decide
    invitations: int = 0


def waiting_in_all(visitor: Visitor | None) -> Waiting:
    """Return what waits for a visitor: turns and invitations."""
    if visitor is None:
        return Waiting()
    kept = 0 if visitor.account_id is None else _invitations(visitor).count()
    return Waiting(turns_of(visitor), kept)


def waiting_for(visitor: Visitor | None) -> set[int]:
    """Return the primary keys of the tables at which a visitor has to decide."""
    return set() if visitor is None else _asked_among(_sits(visitor))


class OwnSeat(NamedTuple):
    """A visitor's seat at a table that is not over."""

    table: int
    started: bool
    number: int
    bot: str
    asked: str | None
    copy: bool
    game: str


def _sits(visitor: Visitor) -> Iterator[OwnSeat]:
    own = _seats_of(visitor).filter(table__over=False)
    columns = (
        "table", "table__started", "number", "bot", "table__asked", "table__private",
        "table__game",
    )  # fmt: skip
    return starmap(OwnSeat, own.order_by().values_list(*columns))


def _asked_among(seats: Iterable[OwnSeat]) -> set[int]:
    """Return the tables where a visitor has to decide. Rows that do not say so yet (from before
    an upgrade) are completed; private copies wait for nobody."""
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


def free_seats(place: Place, invitation: str, speaker: Speaker) -> list[tuple[int, str]]:
    """Return the seats that the reader may take now, with their names."""
    table = place.table
    if table.over or table.closed or (place.own and table.started) or place.away:
        return []
    account = place.visitor.account_id if place.visitor else None
    welcome = table.public or invitation == table.invitation
    welcome = welcome or (not table.started and place.inside)
    free = [
        seat
        for seat in place.seats
        if seat.is_free
        if seat.invited_id == account is not None or (seat.invited_id is None and welcome)
    ]
    return [(seat.number, speaker.word(SeatName(seat.number))) for seat in free]
