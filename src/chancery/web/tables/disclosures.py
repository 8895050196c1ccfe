"""What everybody is told about a table before he sits down: imports, and seats at one screen."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core.words import Listing, SeatName, Speaker
from chancery.page.words import Words
from chancery.web.tables.models import Seat, Table


def imported_by(table: Table, said: Words) -> str:
    """Who has imported the game of a table; nobody: it is not imported."""
    if not table.imported:
        return ""
    if table.importer is None:
        return said["somebody_gone"]
    account = table.importer.account
    return (account.username if account else table.importer.name) or said["a_guest"]


def one_screen(table: Table, seats: Sequence[Seat]) -> list[list[int]]:
    """Seats that one person, or several at one screen, play against others: said to all who come.

    Where nobody else plays or can come there is nothing to say.
    """
    owners = [seat.owner_id for seat in seats]
    others = len({owner for owner in owners if owner is not None}) > 1
    free = any(seat.owner_id is None and not seat.bot for seat in seats)
    if table.private or not (others or free):
        return []
    several = dict.fromkeys(owner for owner in owners if owner and owners.count(owner) > 1)
    return [[seat.number for seat in seats if seat.owner_id == owner] for owner in several]


def said_of_screens(table: Table, seats: Sequence[Seat], told: Speaker) -> list[str]:
    """The same as sentences."""
    return [
        Words(told).text("one_screen", names=Listing(tuple(map(SeatName, group))))
        for group in one_screen(table, seats)
    ]
