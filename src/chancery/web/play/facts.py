"""Facts about a table for its page: rows become plain values here."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from django.urls import reverse
from django.utils import translation

from chancery import games
from chancery.core import Face
from chancery.page.facts import Facts, Links, SeatFacts, TalkLine
from chancery.page.sections import Page
from chancery.web.base import dates
from chancery.web.tables import advice, courses, house_bots, sittings, talk, turns
from chancery.web.tables.disclosures import one_screen
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.places import Place


def page_of(place: Place) -> Page:
    """The page of a table for the reader who stands there."""
    return Page(place.seated, facts_of(place))


def facts_of(place: Place) -> Facts:
    """What the page must know besides the game."""
    table, seats, reader = place.table, place.seats, place.visitor
    due = _due(table) if table.started else {}
    own = place.own
    refused = None if table.started else house_bots.refusal(reader, table)
    return Facts(
        started=table.started,
        over=table.over,
        closed=table.closed,
        private=table.private,
        shuffle=table.shuffle,
        version=place.version,
        seats=tuple(
            replace(
                seat,
                own=seat.number in own,
                due="" if seat.number not in due else due[seat.number].isoformat(),
                due_said=""
                if seat.number not in due
                else _date(due[seat.number], translation.get_language()),
            )
            if seat.number in own or seat.number in due
            else seat
            for seat in _seated(table.slug, table.seating)
        ),
        links=_links(table.slug, table.game),
        talk=tuple(
            TalkLine(line.name, line.text, line.aside) for line in talk.lines(table, place.inside)
        ),
        screens=tuple(tuple(group) for group in one_screen(table, seats)),
        inside=place.inside,
        host=reader is not None and table.host_id == reader.pk,
        held=reader is not None and any(seat.owner_id == reader.pk for seat in seats),
        away=place.away,
        invited=place.invited,
        bots=() if table.started else house_bots.offered(games.find(table.game), refused),
        no_masters=None if table.started else house_bots.missing(games.find(table.game), refused),
        hints=not table.course and not advice.withheld(table),  # a teacher has hints of his own
        hints_said=advice.said(table, seats),
        course=courses.course_of(table) if table.course else None,
        given=frozenset() if place.seat is None else frozenset(seats[place.seat].standing),
    )


@lru_cache(maxsize=1000)
def _seated(slug: str, seating: int) -> tuple[SeatFacts, ...]:
    """Who plays, for any reader and without deadlines: these go their own ways."""
    seats = sittings.seats_at(slug, seating)
    return tuple(
        SeatFacts(
            number=seat.number,
            free=seat.owner_id is None and not seat.bot and not seat.gone,
            bot=seat.bot,
            resigned=seat.resigned,
            agrees=seat.agrees,
            invited=seat.invited.username if not seat.owner_id and seat.invited else "",
            profile=_profile(seat, seats),
        )
        for seat in seats
    )


@lru_cache(maxsize=2000)
def _date(due: datetime, language: str | None) -> str:
    """A moment for somebody without a script; in the language that is spoken now."""
    return dates.moment(due)


def _profile(seat: Seat, seats: tuple[Seat, ...]) -> str:
    """Where to read about the account that plays a seat. Of several people at one screen, who all
    play with the account of one of them, nothing is known."""
    if seat.owner is None or seat.owner.account is None:
        return ""
    alone = sum(other.owner_id == seat.owner_id for other in seats) == 1
    return _person(seat.owner.account.username) if alone else ""


@lru_cache(maxsize=2000)
def _person(name: str) -> str:
    return reverse("person", args=[name])


def _due(table: Table) -> dict[int, datetime]:
    """The deadlines at a table that has any; they change without the seats being read anew."""
    if table.deadlines is None:
        table.deadlines = turns.deadlines(table)
    return table.deadlines


def rules_page(slug: str, game: str) -> str:
    """Return where to read the rules at a table: on a page of its own if it has its own help."""
    own = type(games.find(game).face).help_at is not Face.help_at
    return reverse("table-help", args=[slug]) if own else reverse("help", args=[game])


@lru_cache(maxsize=2000)
def _links(slug: str, game: str) -> Links:
    return Links(
        replay=reverse("replay", args=[slug, 0]),
        export=reverse("export", args=[slug]),
        lobby=reverse("lobby"),
        help=rules_page(slug, game),
        learn=reverse("learn", args=[game]),
    )
