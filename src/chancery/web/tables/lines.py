"""Rows of table lists: what the lobby shows of a table.

A rendered row depends on database columns and nothing else, so it is cached by their values; model
instances are made only for rows that are not in the cache.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db import connection
from django.db.models import Model
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from chancery import games
from chancery.core import Game
from chancery.core.options import spell
from chancery.core.words import NN_, Listing, SeatLabel, Speaker, T, say
from chancery.web.base.sql import query
from chancery.web.identity.models import Account, Visitor
from chancery.web.tables import fairness, sittings, speakers, spoiled
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.opening import DAY

KEPT = 2000  # rendered rows in the cache
SHOWN = (  # columns of a table
    "id", "version", "asked", "slug", "game", "options", "title", "private", "imported", "started",
    "closed", "over", "pace", "lapse", "rated", "hints", "course", "shuffle", "created", "finished",
    "importer_id", "public", "rules", "host_id", "invitation",
)  # fmt: skip
# columns of a seat
SEATED = ("number", "owner_id", "bot", "name", "gone", "rank", "invited_id", "due")
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
    """Return these tables as rows of a list, by primary key; spoiled tables are left out."""
    if not pks:
        return {}
    marks, keys = ", ".join(["%s"] * len(pks)), list(pks)
    seats: dict[int, list[Values]] = defaultdict(list)
    rows = query(TABLES.format(marks), keys)
    for table, *seat in query(SEATS.format(marks), keys):
        seats[table].append(tuple(seat))
    reader = Reader() if visitor is None else Reader(visitor.pk, visitor.account_id)
    made = (
        (shown[0], shown[1], _row_of(shown, sorted(seats[shown[0]]), reader, language))
        for shown in rows
    )
    return {pk: row | {"version": version} for pk, version, row in made if row is not None}


class Reader(NamedTuple):
    """The reader for whom a row is rendered, as far as it matters."""

    visitor: int | None = None
    account: int | None = None
    member: bool = False  # has an account, no matter which


def _row_of(
    shown: Values, seats: list[Values], reader: Reader, language: str
) -> dict[str, Any] | None:
    pk, version, asked, *columns = shown
    reader = reader._replace(member=reader.account is not None)
    if all(seat[INVITED] != reader.account for seat in seats):
        reader = reader._replace(account=None)  # the row is the same for everybody with an account
    if all(owner != reader.visitor or owner is None for _, owner, *_ in seats):
        # at tables of others it is not disclosed whose turn it is
        asked, seats = "", [(*seat[:-1], None) for seat in seats]
        reader = reader._replace(visitor=None)
    key = (language, reader, pk, asked, *columns, *seats)
    with _lock:
        row = _said.get(key)
    if row is None:
        table = _table((pk, version, asked, *columns))
        people = [Seat(**_read(Seat, SEATED, seat)) for seat in seats]
        shipped = bool(columns[-3])
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
    """Make a table from the columns of a row; load all of it if its log has to be read."""
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
    """Convert values from the database to those of a model."""
    fields = dict(zip(names, values, strict=True))
    for name, column, turns in _turned(model, tuple(names)):
        for turn in turns:
            fields[name] = turn(fields[name], column, connection)
    return fields


@cache
def _turned(model: type[Model], names: tuple[str, ...]) -> list[tuple[str, Any, list[Any]]]:
    """Return the columns that need conversion, with their converters."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    turned = []
    for name in names:
        column = fields[name].cached_col
        turns = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
        if turns:
            turned.append((name, column, turns))
    return turned


def _row(
    table: Table, seats: Sequence[Seat], reader: Reader, language: str, shipped: bool
) -> dict[str, Any]:
    """Build a row of a list. `shipped`: the table plays with our own data file."""
    speaker = speakers.speaker_of(table, seats, language)
    seats_asked = asked_at(table)
    own_seats = [s for s in seats if s.owner_id == reader.visitor is not None]
    due = [s.due for s in own_seats if s.number in seats_asked and s.due is not None and not s.bot]
    others = [s for s in seats if s not in own_seats and not s.is_free]
    names = [speaker.word(SeatLabel(s.number)) for s in others]
    ranks = [s.rank for s in own_seats if s.rank is not None and not table.private]
    result = next(iter(ranks), None)
    company = speaker.say(T("with {names}", names=Listing(tuple(names)))) if names else ""
    row = {
        "pk": table.pk,
        "slug": table.slug,
        "board": addresses(table, shipped),
        "join": [] if own_seats else _offered(table, seats, reader, speaker),
        "enter": table.rated and not reader.member,
        "invite": _invites(table, seats, reader),
        "game": speaker.say(games.find(table.game).title),
        "title": table.title or company,
        "called": table.title,
        "company": company,
        "names": ", ".join(names) if table.title else "",
        "turn": any(s.number in seats_asked and not s.bot for s in own_seats),
        "due": min(due) if due else None,
        "closed": table.closed,
        "started": table.started,
        "over": table.over,
        "free": sum(seat.is_free for seat in seats),
        "seats": len(seats),
        "terms": [
            *terms_of(table, seats, speaker),
            *fairness.shared_screen_notes(table, seats, speaker),
        ],
        "rank": speaker.say(T("place {n}", n=result)) if result is not None else "",
        "since": table.created,
        "when": table.finished or table.created,
    }
    line = render_to_string("web/parts/line.html", {"row": row, "speaker": speaker})
    return row | {"line": SafeString(_WHITE.sub(" ", line))}  # halves the size of a page


def _invites(table: Table, seats: Sequence[Seat], reader: Reader) -> str:
    """Return the invitation link, for the host of a table with free seats."""
    host = table.host_id == reader.visitor is not None
    free = any(seat.is_free for seat in seats)
    if not host or not free or table.over or table.closed:
        return ""
    return f"{reverse('table', args=[table.slug])}?invitation={table.invitation}"


def _offered(
    table: Table, seats: Sequence[Seat], reader: Reader, speaker: Speaker
) -> list[tuple[int, str]]:
    """Return the seats that the reader may take from the list, with their names: one reserved
    for him, otherwise the free ones. A single one is enough where seats are assigned at random."""
    free = [seat for seat in seats if seat.is_free]
    reserved = [seat for seat in free if seat.invited_id == reader.account is not None]
    open_ = [seat for seat in free if seat.invited_id is None and table.public]
    offered = [] if table.over or table.closed or table.private else reserved or open_
    if table.shuffle and not table.started:
        return [(seat.number, "") for seat in offered[:1]]
    return [(seat.number, speaker.word(SeatLabel(seat.number))) for seat in offered]


def asked_at(table: Table) -> set[int]:
    """Return the seats that have to decide, if the game is running."""
    return sittings.asked(table) if table.started and not table.over else set()


_PACES = {
    "bot": NN_("{n} day per move, then a bot plays on", "{n} days per move, then a bot plays on"),
    "open": NN_(
        "{n} day per move, then the seat becomes free",
        "{n} days per move, then the seat becomes free",
    ),
}


def terms_of(table: Table, seats: Sequence[Seat], speaker: Speaker) -> list[str]:
    """Return how people play at a table, in a few words each."""
    terms = []
    if table.imported:
        terms.append(
            speaker.say(T("imported by {name}", name=fairness.imported_by(table, speaker)))
        )
    if table.pace:
        terms.append(speaker.say(say(_PACES[table.lapse], n=table.pace // DAY)))
    if table.rated:
        terms.append(speaker.say(T("rated")))
    if table.shuffle and not table.started:
        terms.append(speaker.say(T("seats assigned at random")))
    if hints := fairness.hints_note(table, seats):
        terms.append(speaker.say(hints))
    return terms


class Addresses(NamedTuple):
    """The addresses of a thumbnail's two pictures; empty if the game has none."""

    ground: str = ""
    live: str = ""  # before the start that of a new game; empty if a table begins elsewhere


def addresses(table: Table, shipped: bool) -> Addresses:
    """Return the addresses of a table's thumbnail. `shipped`: it plays with our own data file.

    Such tables share the ground picture of their options, so a browser loads it once for all.
    """
    game = games.find(table.game)
    if game.face.style is None:
        return Addresses()
    if shipped:
        ground, opening = _opening(game, table.rules, table.options)
    else:
        ground, opening = reverse("table-ground", args=[table.slug]), ""
    if table.started:
        return Addresses(ground, reverse("small", args=[table.slug]))
    return Addresses(ground, "" if table.imported else opening)


def opening_addresses(game: Game[Any, Any], options: Mapping[str, Any]) -> Addresses:
    """Return the addresses of the thumbnail of a new game."""
    return Addresses() if game.face.style is None else _opening(game, game.rules, options)


def _opening(game: Game[Any, Any], rules: int, options: Mapping[str, Any]) -> Addresses:
    asked = urlencode({"rules": rules, **_chosen(game.name, options)})
    ground, live = (reverse(name, args=[game.name]) for name in ("ground", "opening"))
    return Addresses(f"{ground}?{asked}", f"{live}?{asked}")


def _chosen(game: str, options: Mapping[str, Any]) -> dict[str, str]:
    """Return the options that differ from their defaults."""
    usual = {option.name: option.default for option in games.find(game).options}
    return {
        name: spell(value)
        for name, value in options.items()
        if name in usual and value != usual[name]
    }
