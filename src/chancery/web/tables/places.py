"""Places: where a reader stands at a table, and who speaks to him there."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from chancery.core.plain import number_in
from chancery.core.words import Speaker
from chancery.table import Sitting
from chancery.table.seated import Seated, seated
from chancery.web.base.refusals import NotThere, NotYours
from chancery.web.people.models import Visitor
from chancery.web.people.request import Request
from chancery.web.tables import sittings, talk
from chancery.web.tables.entrance import table_called
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.speakers import knowing, people_on


@dataclass(frozen=True)
class Place:
    """Where a reader stands at a table: who he is, and through which seat he looks."""

    table: Table
    seats: tuple[Seat, ...]
    visitor: Visitor | None
    seat: int | None  # the seat looked through; None: a spectator, or behind the curtain
    language: str

    @cached_property
    def sitting(self) -> Sitting:
        """The game as the row says; never changed, but forked."""
        return sittings.load(self.table)

    @cached_property
    def speaker(self) -> Speaker:
        """Somebody who knows the game and the people at the table."""
        frame = self.sitting.start.frame
        called = tuple(self.sitting.game.called(frame).items())
        people = people_on(self.seats, self.language)
        return knowing(self.table.game, self.language, frame.seats, people, called)

    @cached_property
    def seated(self) -> Seated:
        """The table as the reader sees it: from here comes all that is shown or told of it."""
        return seated(self.sitting, self.seat, self.speaker)

    def anew(self) -> Place:
        """The same after the table's row has moved on."""
        return replace(self)

    @property
    def own(self) -> list[int]:
        """The seats that this visitor plays."""
        if self.visitor is None:
            return []
        return [s.number for s in self.seats if s.owner_id == self.visitor.pk and not s.bot]

    @property
    def playing(self) -> bool:
        """Whether anybody is to decide anything here."""
        return self.table.started and not self.table.closed

    @property
    def away(self) -> bool:
        """Whether a bot plays on for this visitor, who may come back."""
        return self.visitor is not None and any(
            s.owner_id == self.visitor.pk and s.bot for s in self.seats
        )

    @cached_property
    def inside(self) -> bool:
        """Whether this visitor is of the table, and does not watch only."""
        return talk.belongs(self.table, self.seats, self.visitor)

    @property
    def version(self) -> int:
        """Grows with everything that this visitor can notice."""
        return talk.count(self.table).noticed(self.inside)

    @property
    def invited(self) -> bool:
        """Whether a seat is kept for this visitor, who may say no."""
        account = self.visitor.account_id if self.visitor else None
        return account is not None and any(
            s.invited_id == account and s.owner_id is None for s in self.seats
        )


def is_slug(text: str) -> bool:
    """Whether something can be the name of a table."""
    return re.fullmatch(r"[\w-]{1,32}", text, re.ASCII) is not None


def place_of(
    slug: str,
    visitor: Visitor | None,
    language: str,
    seat: str | None = None,
    by_name: bool = False,
    table: Table | None = None,
) -> Place:
    """Where a visitor stands; a seat that is not his own is refused. A row that was read for this
    request need not be read again.

    Before the game starts nobody looks through a seat: he may still take another one.
    """
    if table is None or table.slug != slug:
        table = table_called(slug) if is_slug(slug) else None
    if table is None:
        raise NotThere()
    place = Place(table, sittings.seats(table), visitor, None, language)
    own = place.own
    number: int | None = None
    if seat is None:
        number = own[0] if len(own) == 1 else None
    elif by_name or seat not in ("", "None", "null"):  # behind the curtain: through no seat
        number = place.sitting.seat(seat) if by_name else number_in(seat)
        if number not in own:
            away = [s.number for s in place.seats if visitor and s.owner_id == visitor.pk]
            if number not in away:
                raise NotYours()
            number = None  # a bot plays on for him
    return replace(place, seat=number) if table.started else place


def place_at(request: Request, slug: str, seat: str | None = None, by_name: bool = False) -> Place:
    """Where the reader stands; what is said to him from now on names the people there."""
    row, request.table_row = request.table_row, None  # a second look is at the table as it is then
    table = row if isinstance(row, Table) else None
    place = place_of(slug, request.visitor, request.language, seat, by_name, table)
    request.speaker = place.speaker
    return place
