"""Operations that change who plays at a table."""

from __future__ import annotations

from ninja import Router

from chancery.web.api import shapes
from chancery.web.api.requests import (
    ANYBODY,
    AT_TABLE,
    DOING,
    SENDING,
    Slug,
    acting_caller,
    place_of_caller,
    responses,
)
from chancery.web.api.tables import now
from chancery.web.base.user_input import name_in
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.tables import copies, leaving, opening, seating, sittings, talk
from chancery.web.tables.models import Table
from chancery.web.tables.opening import Wish

router = Router(tags=["Company"])


def acting_at(request: Request, slug: str) -> tuple[Table, Visitor]:
    """Return the table and the caller of an operation that changes it, counting it as an action."""
    visitor = acting_caller(request)
    return place_of_caller(request, slug).table, visitor


@router.post("/tables/{slug}/sit", response=responses(shapes.Table, *SENDING))
def sit(request: Request, slug: Slug, sent: shapes.SitDown) -> shapes.Table:
    """Take a free seat of a public table, with the invitation, or because you are invited."""
    table, visitor = acting_at(request, slug)
    number = sittings.load(table).seat(sent.seat)
    seating.sit(table, visitor, number, name_in(sent.name), sent.invitation)
    return now(request, slug)


@router.post("/tables/{slug}/stand", response=responses(shapes.Table, *DOING))
def stand(request: Request, slug: Slug) -> shapes.Table:
    """Leave a table that has not started, or decline an invitation."""
    table, visitor = acting_at(request, slug)
    seating.stand_up(table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/arrange", response=responses(shapes.Table, *SENDING))
def arrange(request: Request, slug: Slug, sent: shapes.Arrangement) -> shapes.Table:
    """Decide about a seat before the start: `open`, `invited` or a bot. For the host."""
    table, visitor = acting_at(request, slug)
    number = sittings.load(table).seat(sent.seat)
    seating.arrange(table, visitor, number, Wish(sent.kind, name_in(sent.name)))
    return now(request, slug)


@router.post("/tables/{slug}/start", response=responses(shapes.Table, *SENDING))
def start(request: Request, slug: Slug, sent: shapes.Start) -> shapes.Table:
    """Start the game at a table that waits."""
    table, visitor = acting_at(request, slug)
    opening.start(table, visitor, sent.fill)
    return now(request, slug)


@router.post("/tables/{slug}/off", response=responses(shapes.Table, *DOING))
def call_off(request: Request, slug: Slug) -> shapes.Table:
    """Cancel a table that has not started. For the host."""
    table, visitor = acting_at(request, slug)
    leaving.call_off(table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/leave", response=responses(shapes.Table, *SENDING))
def leave(request: Request, slug: Slug, sent: shapes.Leave) -> shapes.Table:
    """Let a bot play your seats from now on, for good."""
    table, visitor = acting_at(request, slug)
    leaving.leave(table, visitor, sent.resign)
    return now(request, slug)


@router.post("/tables/{slug}/back", response=responses(shapes.Table, *DOING))
def come_back(request: Request, slug: Slug) -> shapes.Table:
    """Take your seat back from a bot that plays on after a missed deadline."""
    table, visitor = acting_at(request, slug)
    leaving.come_back(table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/agree", response=responses(shapes.Table, *SENDING))
def agree(request: Request, slug: Slug, sent: shapes.Agreement) -> shapes.Table:
    """Agree to end the game here without a result; it ends when all its players agree.

    In a rated game against bots alone this is to resign.
    """
    table, visitor = acting_at(request, slug)
    leaving.agree(table, visitor, sent.agrees)
    return now(request, slug)


@router.post("/tables/{slug}/rematch", response=responses(shapes.Table, *DOING))
def rematch(request: Request, slug: Slug) -> shapes.Table:
    """Play the same game with the same people again; the answer is the new table."""
    table, visitor = acting_at(request, slug)
    return now(request, seating.rematch(table, visitor).slug)


@router.post("/tables/{slug}/play-on", response=responses(shapes.Table, *SENDING))
def play_on(request: Request, slug: Slug, sent: shapes.PlayOn) -> shapes.Table:
    """Play on with others from a record that you have imported; the answer is the new table.

    A new seed is drawn when it starts. The table says for good that you have imported it, and it is
    never rated.
    """
    table, visitor = acting_at(request, slug)
    sitting = sittings.load(table)
    number = sitting.seat(sent.seat)
    continued = copies.play_on(table, visitor, number, len(sitting.log), sent.public)
    return now(request, continued.slug)


@router.get("/tables/{slug}/talk", response=responses(shapes.Lines, *AT_TABLE), **ANYBODY)
def listen(request: Request, slug: Slug) -> shapes.Lines:
    """Read the talk of the players if you are one, otherwise of the spectators; after the game
    both."""
    place = place_of_caller(request, slug)
    return shapes.Lines(
        inside=place.inside,
        lines=[
            shapes.Line(name=line.name, text=line.text, watching=line.aside, at=line.at)
            for line in talk.lines(place.table, place.inside)
        ],
    )


@router.post("/tables/{slug}/talk", response=responses(shapes.Lines, *SENDING))
def say(request: Request, slug: Slug, sent: shapes.Say) -> shapes.Lines:
    """Say something to the players, or to the spectators if you watch."""
    visitor = acting_caller(request)
    place_of_caller(request, slug).say(visitor, sent.text)
    return listen(request, slug)
