"""Seating: who comes, goes and starts at a table."""

from __future__ import annotations

from ninja import Router

from chancery.web.api import shapes
from chancery.web.api.asking import ANYBODY, AT_TABLE, DOING, SENDING, Slug, at, doing, gives
from chancery.web.api.tables import now
from chancery.web.base.sent import name_in
from chancery.web.people.request import Request
from chancery.web.tables import (
    copies,
    leaving,
    rematches,
    saying,
    seating,
    sittings,
    starting,
    talk,
)
from chancery.web.tables.terms import Wish

router = Router(tags=["Company"])


@router.post("/tables/{slug}/sit", response=gives(shapes.Table, *SENDING))
def sit(request: Request, slug: Slug, sent: shapes.SitDown) -> shapes.Table:
    """Take a free seat: at a public table, with the invitation, or because you are invited."""
    visitor = doing(request)
    table = at(request, slug).table
    number = sittings.load(table).seat(sent.seat)
    seating.sit(table, visitor, number, name_in(sent.name), sent.invitation)
    return now(request, slug)


@router.post("/tables/{slug}/stand", response=gives(shapes.Table, *DOING))
def stand(request: Request, slug: Slug) -> shapes.Table:
    """Leave a table that has not started, or say no to an invitation."""
    visitor = doing(request)
    seating.stand_up(at(request, slug).table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/arrange", response=gives(shapes.Table, *SENDING))
def arrange(request: Request, slug: Slug, sent: shapes.Arrangement) -> shapes.Table:
    """Decide about a seat before the start: `open`, `invited` or a bot. For the host."""
    visitor = doing(request)
    table = at(request, slug).table
    number = sittings.load(table).seat(sent.seat)
    seating.arrange(table, visitor, number, Wish(sent.kind, name_in(sent.name)))
    return now(request, slug)


@router.post("/tables/{slug}/start", response=gives(shapes.Table, *SENDING))
def start(request: Request, slug: Slug, sent: shapes.Start) -> shapes.Table:
    """Begin to play at a table that waits."""
    visitor = doing(request)
    starting.start(at(request, slug).table, visitor, sent.fill)
    return now(request, slug)


@router.post("/tables/{slug}/off", response=gives(shapes.Table, *DOING))
def call_off(request: Request, slug: Slug) -> shapes.Table:
    """Give up a table that has not started. For the host."""
    visitor = doing(request)
    leaving.call_off(at(request, slug).table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/leave", response=gives(shapes.Table, *SENDING))
def leave(request: Request, slug: Slug, sent: shapes.Leave) -> shapes.Table:
    """Let a bot play your seats from now on, for good."""
    visitor = doing(request)
    leaving.leave(at(request, slug).table, visitor, sent.resign)
    return now(request, slug)


@router.post("/tables/{slug}/back", response=gives(shapes.Table, *DOING))
def come_back(request: Request, slug: Slug) -> shapes.Table:
    """Play yourself again where a bot has played on after a missed deadline."""
    visitor = doing(request)
    leaving.come_back(at(request, slug).table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/agree", response=gives(shapes.Table, *SENDING))
def agree(request: Request, slug: Slug, sent: shapes.Agreement) -> shapes.Table:
    """Agree to end the game here without a result; it ends when all people at it do.

    In a rated game against bots alone that is to resign.
    """
    visitor = doing(request)
    leaving.agree(at(request, slug).table, visitor, sent.agrees)
    return now(request, slug)


@router.post("/tables/{slug}/rematch", response=gives(shapes.Table, *DOING))
def rematch(request: Request, slug: Slug) -> shapes.Table:
    """The same game with the same people once more; the answer is the new table."""
    visitor = doing(request)
    return now(request, rematches.rematch(at(request, slug).table, visitor).slug)


@router.post("/tables/{slug}/play-on", response=gives(shapes.Table, *SENDING))
def play_on(request: Request, slug: Slug, sent: shapes.PlayOn) -> shapes.Table:
    """Play on with others from a record that you have imported; the answer is the new table.

    Its chance is drawn anew when it starts, it says for good that you have imported it, and it is
    never rated.
    """
    visitor = doing(request)
    table = at(request, slug).table
    sitting = sittings.load(table)
    number = sitting.seat(sent.seat)
    found = copies.play_on(table, visitor, number, len(sitting.log), sent.public)
    return now(request, found.slug)


@router.get("/tables/{slug}/talk", response=gives(shapes.Lines, *AT_TABLE), **ANYBODY)
def listen(request: Request, slug: Slug) -> shapes.Lines:
    """What was said: at the table if you are of it, else by those who watch; in the end both."""
    place = at(request, slug)
    return shapes.Lines(
        inside=place.inside,
        lines=[
            shapes.Line(name=line.name, text=line.text, watching=line.aside, at=line.at)
            for line in talk.lines(place.table, place.inside)
        ],
    )


@router.post("/tables/{slug}/talk", response=gives(shapes.Lines, *SENDING))
def say(request: Request, slug: Slug, sent: shapes.Say) -> shapes.Lines:
    """Say something to those at the table, or, if you watch, to those who watch."""
    visitor = doing(request)
    saying.say_at(at(request, slug), visitor, sent.text, request.speaker)
    return listen(request, slug)
