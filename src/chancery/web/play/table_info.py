"""Collect the facts about a table for its page, from database rows."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from chancery import games
from chancery.core import Face
from chancery.page.sections import Page
from chancery.page.table_info import Links, SeatInfo, TableInfo, TalkLine
from chancery.web.base import dates
from chancery.web.tables import courses, fairness, seating, sittings, talk, turns
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.places import Place


def page_of(place: Place) -> Page:
    """Return the page of a table for a reader."""
    return Page(place.seated, table_info_of(place))


def table_info_of(place: Place) -> TableInfo:
    """Return what the page must know besides the game."""
    table, seats, reader = place.table, place.seats, place.visitor
    due = _due(table) if table.started else {}
    own = place.own
    return TableInfo(
        slug=table.slug,
        started=table.started,
        over=table.over,
        closed=table.closed,
        private=table.private,
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
        screens=tuple(tuple(group) for group in fairness.shared_screens(table, seats)),
        inside=place.inside,
        host=reader is not None and table.host_id == reader.pk,
        held=reader is not None and any(seat.owner_id == reader.pk for seat in seats),
        away=place.away,
        invited=place.invited,
        newcomer=_is_newcomer(place),
        hints=not table.course and not fairness.hints_withheld(table),
        course=courses.course_of(table) if table.course else None,
        given=frozenset() if place.seat is None else frozenset(seats[place.seat].standing),
    )


def _is_newcomer(place: Place) -> bool:
    """Return whether the reader has a seat, has not acted with it, and never played the game
    before."""
    table = place.table
    if place.seat is None or table.course or table.private or table.over:
        return False
    acted = any(entry.seat == place.seat for entry in place.sitting.log)
    return not acted and seating.is_newcomer(table.game, place.visitor, table)


@lru_cache(maxsize=1000)
def _seated(slug: str, seating: int) -> tuple[SeatInfo, ...]:
    """Return who plays each seat, for any reader, without deadlines (cached by seating)."""
    seats = sittings.seats_at(slug, seating)
    return tuple(
        SeatInfo(
            number=seat.number,
            free=seat.is_free and not seat.gone,
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
    """Return a date and time in the active language, for readers without scripts."""
    return dates.moment(due)


def _profile(seat: Seat, seats: tuple[Seat, ...]) -> str:
    """Return the profile of the account that plays a seat; empty for seats that share a screen,
    as nobody knows who plays them."""
    if seat.owner is None or seat.owner.account is None:
        return ""
    alone = sum(other.owner_id == seat.owner_id for other in seats) == 1
    return _person(seat.owner.account.username) if alone else ""


@lru_cache(maxsize=2000)
def _person(name: str) -> str:
    return reverse("person", args=[name])


def _due(table: Table) -> dict[int, datetime]:
    """Return the deadlines at a table; they change more often than the seats are read."""
    if table.deadlines is None:
        table.deadlines = turns.deadlines(table)
    return table.deadlines


def rules_page(slug: str, game: str) -> str:
    """Return the address of the rules; a table with its own help has a page of its own."""
    face = games.find(game).face
    if face.teaching is None:
        own = type(face).help_at is not Face.help_at
    else:
        own = face.teaching.help_differs
    return reverse("table-help", args=[slug]) if own else reverse("help", args=[game])


@lru_cache(maxsize=2000)
def _links(slug: str, game: str) -> Links:
    return Links(
        replay=reverse("replay", args=[slug, 0]),
        export=reverse("export", args=[slug]),
        lobby=reverse("lobby"),
        help=rules_page(slug, game),
        learn=reverse("learn", args=[game]),
        analysis=reverse("analysis", args=[slug])
        if settings.THINKERS and games.find(game).search_hooks is not None
        else "",
    )
