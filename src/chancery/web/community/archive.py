"""The archive: finished public games, searched by game, player, options, length and result.

A search follows an index, latest games first, and looks at a limited number of them, so that every
page costs about the same; where it has stopped before the end, the next one goes on. Whoever asks,
only public games are found that have ended with a result: all of them is public by then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, Prefetch, Q, QuerySet

from chancery import games
from chancery.core import BadOption
from chancery.core.options import Options, Value
from chancery.web.accounts import profiles
from chancery.web.base.refusals import NotThere
from chancery.web.identity.models import Account
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.places import is_slug

PAGE = 24  # games per page
PIECES = (100, 1100)  # games that one page looks at, read in so many statements at most
NO_RANK = 0
WON, LOST, LEFT, TIED = "won", "lost", "left", "tied"
RESULTS = (WON, LOST, LEFT, TIED)


@dataclass(frozen=True)
class Wanted:
    """A search of the archive; empty fields do not matter."""

    game: str = ""
    player: Account | None = None
    options: Mapping[str, Value] = field(default_factory=dict)  # of `game`
    shortest: int | None = None  # actions in the log
    longest: int | None = None
    winner: str = ""  # a seat of `game`
    result: str = ""  # `tied`; with a player also whether he has won, lost or left

    @property
    def by_seats(self) -> bool:
        """Whether the seats of a game have to be read to tell if it matches."""
        return bool(self.winner or self.result)


class Part(NamedTuple):
    """One page of search results, and where the next page begins."""

    tables: list[int]  # primary keys, latest first
    after: str = ""  # the table after which the next part begins; empty: this is the end
    until: datetime | None = None  # set if the search has stopped here before the part was full


class Row(NamedTuple):
    """The columns that a search reads of each game."""

    pk: int
    slug: str
    finished: datetime
    game: str
    options: Options
    length: int


def archived() -> QuerySet[Table]:
    """Return all games of the archive, as the indexes of `Table` have them."""
    return Table.objects.filter(
        public=True, over=True, closed=False, private=False, finished__isnull=False
    )


def search(wanted: Wanted, before: str = "", limit: int = PAGE) -> Part:
    """Return the games that match, those after the table `before`; raises NotThere."""
    last = _called(before) if before else None
    rows_found: list[Row] = []
    for size in PIECES:
        piece = _piece(wanted, last, size)
        rows_found += _matching(piece, wanted)
        if len(rows_found) > limit:
            return Part([row.pk for row in rows_found[:limit]], rows_found[limit - 1].slug)
        if len(piece) < size:
            return Part([row.pk for row in rows_found])
        last = piece[-1]
    assert last is not None
    return Part([row.pk for row in rows_found], last.slug, last.finished)


_COLUMNS = ("pk", "slug", "finished", "game", "options", "length")


def _called(slug: str) -> Row:
    row = archived().filter(slug=slug).values_list(*_COLUMNS).first() if is_slug(slug) else None
    if row is None:
        raise NotThere()
    return Row(*row)


def _piece(wanted: Wanted, last: Row | None, size: int) -> list[Row]:
    """Return the next games after one, those of the wanted player if there is one."""
    if wanted.player is None:
        rows = archived().filter(_after(last, "finished", "pk")).order_by("-finished", "-pk")
        rows = rows.filter(game=wanted.game) if wanted.game else rows.filter(game__in=games.names())
        return [Row(*values) for values in rows.values_list(*_COLUMNS)[:size]]
    of_player: dict[int, Row] = {}
    for own in profiles.kinds_of_own_seats(wanted.player):  # each has an index of its own
        seats = profiles.played_seats().filter(own, _after(last, "archived", "table_id"))
        seats = seats.filter(archived__isnull=False)
        rows_of_seats = seats.order_by("-archived", "-table_id").values_list(*_COLUMNS_OF_SEAT)
        of_player.update((values[0], Row(*values)) for values in rows_of_seats[:size])
    return sorted(of_player.values(), key=lambda row: (row.finished, row.pk), reverse=True)[:size]


_COLUMNS_OF_SEAT = (
    "table_id", "table__slug", "archived", "table__game", "table__options", "table__length",
)  # fmt: skip


def _after(last: Row | None, time: str, table: str) -> Q:
    """Return the condition that a row comes after a game, by its columns with time and table."""
    if last is None:
        return Q()
    same = Q((time, last.finished), (f"{table}__lt", last.pk))
    return (Q((f"{time}__lt", last.finished)) | same) & Q((f"{time}__lte", last.finished))


def _matching(piece: list[Row], wanted: Wanted) -> list[Row]:
    """Return those games of a piece that are searched for."""
    least, most = wanted.shortest or 0, wanted.longest
    here = {wanted.game} if wanted.game else {*games.names()}
    matching = [
        row
        for row in piece
        if row.game in here
        and row.length >= least
        and (most is None or row.length <= most)
        and _chosen(row, wanted)
    ]
    if not matching or not wanted.by_seats:
        return matching
    tables = [row.pk for row in matching]
    ranks: dict[int, dict[int, int]] = defaultdict(dict)
    seats = Seat.objects.filter(table__in=tables).order_by()
    for table, number, rank in seats.values_list("table", "number", "rank"):
        ranks[table][number] = rank or NO_RANK
    own_outcomes = _outcomes(wanted.player, tables) if wanted.player is not None else {}
    return [
        row
        for row in matching
        if _ended(row, wanted, ranks[row.pk], own_outcomes.get(row.pk, set()))
    ]


def _chosen(row: Row, wanted: Wanted) -> bool:
    if not wanted.options:
        return True
    usual = {option.name: option.default for option in games.find(row.game).options}
    return all(row.options.get(name, usual[name]) == v for name, v in wanted.options.items())


def _outcomes(player: Account, tables: list[int]) -> dict[int, set[str]]:
    """Return what the games of a player were for him."""
    outcomes: dict[int, set[str]] = defaultdict(set)
    seats = profiles.own_seats(player).filter(table__in=tables).select_related(None)
    for table, rank, abandoned in seats.values_list("table", "rank", "abandoned"):
        outcomes[table].add(LEFT if abandoned else WON if rank == 1 else LOST)
    return outcomes


def _ended(row: Row, wanted: Wanted, ranks: Mapping[int, int], own_outcomes: set[str]) -> bool:
    """Return whether a game has ended as is wanted."""
    if wanted.winner:
        game = games.find(row.game)
        seats = list(game.seats(game.complete_options(row.options)))
        if wanted.winner not in seats or ranks.get(seats.index(wanted.winner)) != 1:
            return False
    if wanted.result == TIED:
        return list(ranks.values()).count(1) > 1
    return not wanted.result or wanted.result in own_outcomes


def tables(keys: list[int]) -> list[Any]:
    """Return these tables in this order, with their seats and whether they are `shipped`: they
    play with our own data file."""
    rows = (
        archived()
        .filter(pk__in=keys)
        .annotate(shipped=ExpressionWrapper(Q(data=None), BooleanField()))
        .defer("invitation")
        .prefetch_related(Prefetch("seats", profiles.played_seats()))
    )
    by_key = {table.pk: table for table in rows}
    return [by_key[key] for key in keys if key in by_key]


def winners(game: str) -> list[str]:
    """Return every seat of a game, with any options."""
    found_game = games.find(game)
    seats: dict[str, None] = {}
    for option in found_game.options:
        for value in option.values:
            try:
                seats |= dict.fromkeys(
                    found_game.seats(found_game.complete_options({option.name: value}))
                )
            except BadOption:
                continue
    return list(seats)
