"""Fairness: where bots may help players, and what newcomers are told about a table.

Rated tables and tournaments have no hints, other tables as their host decides; nor has a copy of
such a table while the original goes on. Imported games and seats that share a screen are disclosed
to everybody who may sit down.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from django.db.models import Q, QuerySet

from chancery.core.chance import commitment
from chancery.core.words import Listing, SeatLabel, Speaker, T, Text
from chancery.table import Sitting
from chancery.table.seat_record import SeatRecord
from chancery.web.base.refusals import NoHints, NoHintsYet, Spoiled
from chancery.web.identity.models import Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Seat, Table

EARLY = 4  # lines of a log; shorter games are recognised by their digest alone
LOOKED_AT = 100  # running games that are compared with a file, rated ones first, then the latest
STEPS = 40  # of each of them, latest first
_UNAIDED = Q(rated=True) | Q(hints=False) | Q(match__isnull=False)


def hints_allowed(table: Table) -> bool:
    """Return whether the terms of a table allow hints; does not look up its tournament."""
    return table.hints and not table.rated


def hints_withheld(table: Table) -> bool:
    """Return whether the page of a table offers no hints."""
    return not hints_allowed(table) or copies_running_game(table)


def copies_running_game(table: Table) -> bool:
    """Return whether a table is a copy of a running game without hints."""
    return table.source_id is not None and _running().filter(pk=table.source_id).exists()


def check_hints(table: Table) -> None:
    """Refuse a hint at a table that has none."""
    if Table.objects.filter(_UNAIDED, pk=table.pk).exists():
        raise NoHints()
    check_copy(table)


def check_copy(table: Table) -> None:
    """Refuse help at a copy of a running game: bots that play on, an analysis, hints."""
    if copies_running_game(table):
        raise NoHintsYet()


def source_of(table: Table) -> Table | None:
    """Return the running game without hints that a copy of this table would stem from, if any."""
    return _running().filter(pk=table.source_id or table.pk).first()


def source_of_file(record: Sitting | SeatRecord, visitor: Visitor) -> Table | None:
    """Return the running game without hints that a file was probably saved from.

    The digest of its seed names a table. Since a file can be edited, a game with the same options
    as one that the visitor plays himself counts as saved from it, unless it is complete from set-up
    to end. So does, for anybody, a file that shows the position of such a game now or a short while
    ago.
    """
    sitting = record.guess if isinstance(record, SeatRecord) else record
    frame = sitting.start.frame
    named = None if record.commitment is None else _called(record.commitment, frame.game)
    whole = record is sitting and sitting.state.result is not None and sitting.position is None
    if named is not None or whole:
        return named
    held_tables = Held.objects.filter(visitor=visitor).values("table")
    own_tables = _running().filter(pk__in=held_tables, game=frame.game)
    same_options = next(
        (table for table in own_tables if table.options == dict(frame.options)), None
    )
    return same_options or _showing(
        sitting, record.seat if isinstance(record, SeatRecord) else None
    )


def _showing(opened: Sitting, seat: int | None) -> Table | None:
    """Return the running game without hints that looks like this to a seat, now or recently.

    Games that have hardly begun all look alike and are not recognised.
    """
    view, frame = opened.state.view(seat), opened.start.frame
    games = _running().filter(game=frame.game, rules=frame.rules, length__gte=EARLY)
    # anybody can open unrated tables, so these must not push rated ones out
    for table in games.order_by("-rated", "-touched")[:LOOKED_AT]:
        if table.options != dict(frame.options):
            continue
        with suppress(Spoiled):
            sitting = sittings.load(table)
            last = len(sitting.log)
            first = max(EARLY, last - STEPS)
            if any(sitting.at(n).view(seat) == view for n in range(last, first - 1, -1)):
                return table
    return None


def _called(digest: str, game: str) -> Table | None:
    """Return the running game without hints that has this digest of its seed, or whose copy has."""
    guarded = Q(_UNAIDED, over=False) | Q(source__over=False)
    seeds = Table.objects.filter(guarded, game=game, started=True, seed__isnull=False)
    named = (
        table for table in seeds.only("seed", "source") if commitment(str(table.seed)) == digest
    )
    return next((source for table in named if (source := source_of(table)) is not None), None)


def _running() -> QuerySet[Table]:
    """Return the running games without hints."""
    return Table.objects.filter(_UNAIDED, started=True, over=False)


def hints_note(table: Table, seats: Sequence[Seat]) -> Text | None:
    """Return what newcomers are told about hints; None where nobody else can play."""
    people = {seat.owner_id for seat in seats if seat.owner_id is not None}
    free = any(seat.is_free for seat in seats)
    if table.private or table.course or (len(people) < 2 and not free):
        return None
    return T("hints allowed") if hints_allowed(table) else T("no hints")


def imported_by(table: Table, speaker: Speaker) -> str:
    """Return the name of the player who imported the game; empty if it is not imported."""
    if not table.imported:
        return ""
    if table.importer is None:
        return speaker.say(T("a player who is no longer here"))
    account = table.importer.account
    return (account.username if account else table.importer.name) or speaker.say(T("a guest"))


def shared_screens(table: Table, seats: Sequence[Seat]) -> list[list[int]]:
    """Return the groups of seats that play at one screen against others.

    Empty where nobody else plays or may join: then there is nothing to disclose.
    """
    owners = [seat.owner_id for seat in seats]
    several_owners = len({owner for owner in owners if owner is not None}) > 1
    free = any(seat.is_free for seat in seats)
    if table.private or not (several_owners or free):
        return []
    several = dict.fromkeys(owner for owner in owners if owner and owners.count(owner) > 1)
    return [[seat.number for seat in seats if seat.owner_id == owner] for owner in several]


def shared_screen_notes(table: Table, seats: Sequence[Seat], speaker: Speaker) -> list[str]:
    """Return the disclosure of shared screens as sentences."""
    return [
        speaker.say(
            T("Playing at one screen: {names}.", names=Listing(tuple(map(SeatLabel, group))))
        )
        for group in shared_screens(table, seats)
    ]
