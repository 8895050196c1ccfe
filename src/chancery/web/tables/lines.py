"""Lines of lists: what the lobby says of a table, in one line.

What was said of the same once is known: a line is made from what stands in the rows and nothing
else. So the rows are read as they are, and turned into something only for a line that is new.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from chancery import games
from chancery.core.words import Listing, SeatName, Speaker
from chancery.page.words import Words
from chancery.web.base.rows import ask
from chancery.web.people.models import Account, Visitor
from chancery.web.tables import advice, disclosures, sittings, speakers, spoiled
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.small_boards import addresses
from chancery.web.tables.terms import DAY

KEPT = 2000  # lines that are kept
SHOWN = (  # of a table
    "id", "version", "asked", "slug", "game", "options", "title", "private", "imported", "started",
    "closed", "over", "pace", "lapse", "rated", "hints", "course", "shuffle", "created", "finished",
    "importer_id", "public", "rules", "host_id", "invitation",
)  # fmt: skip
SEATED = ("number", "owner_id", "bot", "name", "gone", "rank", "invited_id", "due")  # of a seat
TABLES = (
    f"SELECT {', '.join(f't.{name}' for name in SHOWN)}, t.data IS NULL, v.name, a.username"
    " FROM web_table t"
    " LEFT JOIN web_visitor v ON v.id = t.importer_id"
    " LEFT JOIN web_account a ON a.id = v.account_id WHERE t.id IN ({})"
)
INVITED = SEATED.index("invited_id")
SEATS = f"SELECT table_id, {', '.join(SEATED)} FROM web_seat WHERE table_id IN ({{}})"
Values = tuple[Any, ...]

_WHITE = re.compile(r"\s+")
_said: dict[Hashable, dict[str, Any]] = {}
_lock = threading.Lock()


def rows_of(
    pks: Collection[int], visitor: Visitor | None, language: str
) -> dict[int, dict[str, Any]]:
    """These tables as lines of a list, by their keys; without those that are spoiled."""
    if not pks:
        return {}
    marks, keys = ", ".join(["%s"] * len(pks)), list(pks)
    seats: dict[int, list[Values]] = defaultdict(list)
    found = ask(TABLES.format(marks), keys)
    for table, *seat in ask(SEATS.format(marks), keys):
        seats[table].append(tuple(seat))
    reader = Reader() if visitor is None else Reader(visitor.pk, visitor.account_id)
    made = (
        (shown[0], shown[1], _row_of(shown, sorted(seats[shown[0]]), reader, language))
        for shown in found
    )
    return {pk: row | {"version": version} for pk, version, row in made if row is not None}


class Reader(NamedTuple):
    """For whom a line is made."""

    visitor: int | None = None
    account: int | None = None
    member: bool = False  # has an account, whichever it is


def _row_of(
    shown: Values, seats: list[Values], reader: Reader, language: str
) -> dict[str, Any] | None:
    pk, version, asked, *rest = shown
    reader = reader._replace(member=reader.account is not None)
    if all(seat[INVITED] != reader.account for seat in seats):
        reader = reader._replace(account=None)  # a line for everybody with an account
    if all(owner != reader.visitor or owner is None for _, owner, *_ in seats):
        # whose turn it is at strangers' tables is not said
        asked, seats = "", [(*seat[:-1], None) for seat in seats]
        reader = reader._replace(visitor=None)
    key = (language, reader, pk, asked, *rest, *seats)
    with _lock:
        row = _said.get(key)
    if row is None:
        table = _table((pk, version, asked, *rest))
        people = [Seat(**_read(Seat, SEATED, seat)) for seat in seats]
        shipped = bool(rest[-3])
        row = spoiled.row_of(table, partial(_row, table, people, reader, language, shipped))
        if row is not None:
            _keep(key, row)
    return row


def _keep(key: Hashable, row: dict[str, Any]) -> None:
    with _lock:
        _said[key] = row
        while len(_said) > KEPT:
            del _said[next(iter(_said))]


def _table(shown: Values) -> Table:
    """As much of a table as a line says of it; all of it if its log has to be read."""
    *columns, _, name, account = shown
    read = _read(Table, SHOWN, columns)
    if read["asked"] is None:
        return Table.objects.get(pk=read["id"])
    table = Table(**read)
    if table.importer_id is not None:
        owner = None if account is None else Account(username=account)
        table.importer = Visitor(pk=table.importer_id, name=name, account=owner)
    return table


def _read(model: type[Model], names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """Values as a database gives them, as a model has them."""
    found = dict(zip(names, values, strict=True))
    for name, column, turns in _turned(model, tuple(names)):
        for turn in turns:
            found[name] = turn(found[name], column, connection)
    return found


@cache
def _turned(model: type[Model], names: tuple[str, ...]) -> list[tuple[str, Any, list[Any]]]:
    """What has to be done with the values of some columns."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    found = []
    for name in names:
        column = fields[name].cached_col
        turns = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
        if turns:
            found.append((name, column, turns))
    return found


def _row(
    table: Table, seats: Sequence[Seat], reader: Reader, language: str, shipped: bool
) -> dict[str, Any]:
    """A table as a line of a list; `shipped`: it plays with our own data file."""
    told = speakers.speaker_of(table, seats, language)
    said = Words(told)
    asked = asked_at(table)
    own = [s for s in seats if s.owner_id == reader.visitor is not None]
    due = [s.due for s in own if s.number in asked and s.due is not None]
    names = [told.word(SeatName(s.number)) for s in seats if s not in own]
    ranks = [s.rank for s in own if s.rank is not None and not table.private]
    result = next(iter(ranks), None)
    company = said.text("with", names=Listing(tuple(names))) if names else ""
    row = {
        "pk": table.pk,
        "slug": table.slug,
        "board": addresses(table, shipped),
        "join": [] if own else _offered(table, seats, reader, told),
        "enter": table.rated and not reader.member,
        "invite": _invites(table, seats, reader),
        "game": told.say(games.find(table.game).title),
        "title": table.title or company,
        "called": table.title,
        "company": company,
        "names": ", ".join(names) if table.title else "",
        "turn": any(s.number in asked and not s.bot for s in own),
        "due": min(due) if due else None,
        "closed": table.closed,
        "started": table.started,
        "over": table.over,
        "free": sum(s.owner_id is None and not s.bot for s in seats),
        "seats": len(seats),
        "terms": [*terms_of(table, seats, said), *disclosures.said_of_screens(table, seats, told)],
        "rank": said.text("came_in", n=result) if result is not None else "",
        "since": table.created,
        "when": table.finished or table.created,
    }
    line = render_to_string("web/parts/line.html", {"row": row, "w": said})
    return row | {"line": SafeString(_WHITE.sub(" ", line))}  # a page is half as long without it


def _invites(table: Table, seats: Sequence[Seat], reader: Reader) -> str:
    """Where those come in whom the reader invites by a link; nobody but the host has it to give."""
    host = table.host_id == reader.visitor is not None
    free = any(seat.owner_id is None and not seat.bot for seat in seats)
    if not host or not free or table.over or table.closed:
        return ""
    return f"{reverse('table', args=[table.slug])}?invitation={table.invitation}"


def _offered(
    table: Table, seats: Sequence[Seat], reader: Reader, told: Speaker
) -> list[tuple[int, str]]:
    """The seats at which the reader may sit down from here, with their names: one that is kept for
    him, else any that is free. Where seats are drawn by lot one of them is enough."""
    free = [seat for seat in seats if seat.owner_id is None and not seat.bot]
    kept = [seat for seat in free if seat.invited_id == reader.account is not None]
    open_ = [seat for seat in free if seat.invited_id is None and table.public]
    found = [] if table.over or table.closed or table.private else kept or open_
    if table.shuffle and not table.started:
        return [(seat.number, "") for seat in found[:1]]
    return [(seat.number, told.word(SeatName(seat.number))) for seat in found]


def asked_at(table: Table) -> set[int]:
    """The seats who are to decide, if the game is being played."""
    return sittings.asked(table) if table.started and not table.over else set()


def terms_of(table: Table, seats: Sequence[Seat], said: Words) -> list[str]:
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
    if hints := advice.said(table, seats):
        found.append(said[hints])
    return found
