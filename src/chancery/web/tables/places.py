"""The place of a reader at a table: his seat, his view of the game, and his speaker."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from chancery.core.serialisation import number_in
from chancery.core.words import SeatName, Speaker
from chancery.table import Sitting
from chancery.table.seated import Seated, seated
from chancery.web.base.refusals import NotStarted, NotThere, NotYours
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.tables import sittings, talk
from chancery.web.tables.authentication import table_called
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.speakers import names_on, table_speaker


@dataclass(frozen=True)
class Place:
    """A reader at a table, and the seat through which he looks."""

    table: Table
    seats: tuple[Seat, ...]
    visitor: Visitor | None
    seat: int | None  # the seat looked through; None for spectators and behind the curtain
    language: str

    @cached_property
    def sitting(self) -> Sitting:
        """The game as this visitor knows it; steps that the visitor cannot notice may be missing.

        It is shared, so fork it before changing it.
        """
        sitting, own = sittings.load(self.table), self.own
        if len(own) > 1:
            return sitting
        return sittings.as_noticed(sitting, own[0] if own else None)

    @cached_property
    def speaker(self) -> Speaker:
        """The speaker that knows the game and the names at the table."""
        frame = self.sitting.start.frame
        called = tuple(self.sitting.game.called(frame).items())
        people = names_on(self.seats, self.language)
        return table_speaker(self.table.game, self.language, frame.seats, people, called)

    @cached_property
    def seated(self) -> Seated:
        """The table as the reader sees it; everything shown to him comes from here."""
        return seated(self.sitting, self.seat, self.speaker)

    def refreshed(self) -> Place:
        """Return the place again after the row of the table has changed."""
        return replace(self)

    @property
    def own(self) -> list[int]:
        """Return the seats that this visitor plays."""
        if self.visitor is None:
            return []
        return [s.number for s in self.seats if s.owner_id == self.visitor.pk and not s.bot]

    def acting_seat(self) -> int:
        """Return the seat that the visitor looks through; raises NotStarted or NotYours."""
        if not self.table.started:
            raise NotStarted()
        if self.seat is None:
            raise NotYours()
        return self.seat

    @property
    def playing(self) -> bool:
        """Whether the game is being played."""
        return self.table.started and not self.table.closed

    @property
    def away(self) -> bool:
        """Whether a bot plays on for this visitor, who may come back."""
        return self.visitor is not None and any(
            s.owner_id == self.visitor.pk and s.bot for s in self.seats
        )

    @cached_property
    def inside(self) -> bool:
        """Whether this visitor belongs to the table, rather than only watching."""
        return talk.belongs(self.table, self.seats, self.visitor)

    @property
    def version(self) -> int:
        """A number that grows with everything this visitor can notice."""
        return talk.count(self.table).noticed(self.inside)

    def say(self, visitor: Visitor, text: str) -> None:
        """Say something in the name of the visitor's seat, or in his own if he only watches."""
        name = self.speaker.word(SeatName(self.own[0])) if self.own else visitor.name
        talk.say(self.table, visitor, self.inside, name, text)

    @property
    def invited(self) -> bool:
        """Whether a seat is reserved for this visitor, who may decline."""
        account = self.visitor.account_id if self.visitor else None
        return account is not None and any(
            s.invited_id == account and s.owner_id is None for s in self.seats
        )


def is_slug(text: str) -> bool:
    """Return whether a text can be the slug of a table."""
    return re.fullmatch(r"[\w-]{1,32}", text, re.ASCII) is not None


def place_of(
    slug: str,
    visitor: Visitor | None,
    language: str,
    seat: str | None = None,
    by_name: bool = False,
    table: Table | None = None,
) -> Place:
    """Return the place of a visitor at a table; raises NotYours for a seat that is not his. Pass
    the row if it has been read already.

    Before the game starts nobody looks through a seat, since he may still take another one.
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
    elif by_name or seat not in ("", "None", "null"):  # these stand for the curtain: no seat
        number = place.sitting.seat(seat) if by_name else number_in(seat)
        if number not in own:
            away = [s.number for s in place.seats if visitor and s.owner_id == visitor.pk]
            if number not in away:
                raise NotYours()
            number = None  # a bot plays on for him
    return replace(place, seat=number) if table.started else place


def place_at(request: Request, slug: str, seat: str | None = None, by_name: bool = False) -> Place:
    """Return the reader's place; from now on `request.speaker` knows the names at the table."""
    row, request.table_row = request.table_row, None  # a second call must read the row again
    table = row if isinstance(row, Table) else None
    place = place_of(slug, request.visitor, request.language, seat, by_name, table)
    request.speaker = place.speaker
    return place
