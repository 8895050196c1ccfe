"""Company: who comes, goes and starts at a table."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from chancery.web import sittings, tables
from chancery.web.api import shapes
from chancery.web.api.asking import DOING, SENDING, Slug, at, doing, gives
from chancery.web.api.tables import now
from chancery.web.visitors import name_in

router = Router(tags=["Company"])


@router.post("/tables/{slug}/sit", response=gives(shapes.Table, *SENDING))
def sit(request: HttpRequest, slug: Slug, sent: shapes.SitDown) -> shapes.Table:
    """Take a free seat: at a public table, with the invitation, or because you are invited."""
    visitor = doing(request)
    table = at(request, slug).table
    number = sittings.load(table).seat(sent.seat)
    tables.sit(table, visitor, number, name_in(sent.name), sent.invitation)
    return now(request, slug)


@router.post("/tables/{slug}/stand", response=gives(shapes.Table, *DOING))
def stand(request: HttpRequest, slug: Slug) -> shapes.Table:
    """Leave a table that has not started, or say no to an invitation."""
    visitor = doing(request)
    tables.stand_up(at(request, slug).table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/arrange", response=gives(shapes.Table, *SENDING))
def arrange(request: HttpRequest, slug: Slug, sent: shapes.Arrangement) -> shapes.Table:
    """Decide about a seat before the start: `open`, `invited` or a bot. For the host."""
    visitor = doing(request)
    table = at(request, slug).table
    number = sittings.load(table).seat(sent.seat)
    tables.arrange(table, visitor, number, tables.Wish(sent.kind, name_in(sent.name)))
    return now(request, slug)


@router.post("/tables/{slug}/start", response=gives(shapes.Table, *SENDING))
def start(request: HttpRequest, slug: Slug, sent: shapes.Start) -> shapes.Table:
    """Begin to play at a table that waits."""
    visitor = doing(request)
    tables.start(at(request, slug).table, visitor, sent.fill)
    return now(request, slug)


@router.post("/tables/{slug}/off", response=gives(shapes.Table, *DOING))
def call_off(request: HttpRequest, slug: Slug) -> shapes.Table:
    """Give up a table that has not started. For the host."""
    visitor = doing(request)
    tables.call_off(at(request, slug).table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/leave", response=gives(shapes.Table, *SENDING))
def leave(request: HttpRequest, slug: Slug, sent: shapes.Leave) -> shapes.Table:
    """Let a bot play your seats from now on, for good."""
    visitor = doing(request)
    tables.leave(at(request, slug).table, visitor, sent.resign)
    return now(request, slug)


@router.post("/tables/{slug}/back", response=gives(shapes.Table, *DOING))
def come_back(request: HttpRequest, slug: Slug) -> shapes.Table:
    """Play yourself again where a bot has played on after a missed deadline."""
    visitor = doing(request)
    tables.come_back(at(request, slug).table, visitor)
    return now(request, slug)


@router.post("/tables/{slug}/agree", response=gives(shapes.Table, *SENDING))
def agree(request: HttpRequest, slug: Slug, sent: shapes.Agreement) -> shapes.Table:
    """Agree to end the game here without a result; it ends when all people at it do."""
    visitor = doing(request)
    tables.agree(at(request, slug).table, visitor, sent.agrees)
    return now(request, slug)


@router.post("/tables/{slug}/rematch", response=gives(shapes.Table, *DOING))
def rematch(request: HttpRequest, slug: Slug) -> shapes.Table:
    """The same game with the same people once more; the answer is the new table."""
    visitor = doing(request)
    return now(request, tables.rematch(at(request, slug).table, visitor).slug)
