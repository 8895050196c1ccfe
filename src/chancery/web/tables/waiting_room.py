"""The waiting room: the page of a table that has not started, and of an invitation to any table.

It shows the seats and who sits there. The host finds the link to send to friends, decides who plays
the free seats, and changes options; whoever comes by the link takes a seat. The page stays up to
date: its script asks for its changing part whenever the table changes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import segno
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from chancery import bots
from chancery.core.refusals import GameOver
from chancery.core.serialisation import number_in
from chancery.web.base.refusals import (
    Alone,
    Closed,
    Empty,
    HeldBefore,
    NotInvited,
    RatedNeedsAccount,
    SeatTaken,
    WrongInvitation,
)
from chancery.web.base.user_input import json_in, name_in
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import remember_guest, visitor_of
from chancery.web.tables import (
    fairness,
    leaving,
    lines,
    lists,
    opening,
    seating,
    talk,
)
from chancery.web.tables.models import Seat
from chancery.web.tables.opening import Terms, Wish
from chancery.web.tables.places import Place, place_at
from chancery.web.tables.table_forms import (
    bots_shown,
    options_in,
    options_that_matter,
    seats_shown,
    terms_in,
    terms_shown,
)

SCRIPT = "application/json"  # the media type that scripts accept
# why somebody may not take a seat
NO_SEAT = (
    Alone, Closed, GameOver, HeldBefore, NotInvited, RatedNeedsAccount, SeatTaken, WrongInvitation,
)  # fmt: skip


def serves(place: Place, invitation: str, wanted: bool = False) -> bool:
    """Return whether a reader is shown the waiting room instead of the game: before the start,
    and, with an invitation or because he wants a seat, while a seat is free for him."""
    if not place.table.started:
        return True
    asks = wanted or invitation == place.table.invitation
    return asks and bool(lists.free_seats(place, invitation, place.speaker))


def room(request: Request, place: Place, problem: str = "", status: int = 200) -> HttpResponse:
    """Return the page of the waiting room."""
    context = _context(request, place) | {"problem": problem}
    context["part"] = render_to_string("web/parts/room.html", context, request)
    return render(request, "web/room.html", context, status=status)


@require_safe
def room_part(request: Request, slug: str) -> HttpResponse:
    """The changing part of the waiting room, for its script; where to go instead once the game has
    begun."""
    place = place_at(request, slug)
    if not serves(place, request.GET.get("invitation", ""), "join" in request.GET):
        return JsonResponse({"go": reverse("table", args=[slug])})
    context = _context(request, place)
    html = render_to_string("web/parts/room.html", context, request)
    return JsonResponse({"version": place.version, "html": html})


def _context(request: Request, place: Place) -> dict[str, Any]:
    table, speaker, visitor = place.table, place.speaker, place.visitor
    sent = request.POST if request.method == "POST" else request.GET
    invitation = sent.get("invitation", "")
    if invitation != table.invitation:
        invitation = ""
    game, options = place.sitting.game, place.sitting.start.options
    host = visitor is not None and table.host_id == visitor.pk
    free = sum(seat.is_free for seat in place.seats)
    takes = {number for number, _ in lists.free_seats(place, invitation, speaker)}
    seats = seats_shown(game, game.seats(options), speaker)
    for shown, seat in zip(seats, place.seats, strict=True):
        shown |= _occupant(place, seat) | {"takes": seat.number in takes}
    joins = bool(takes) and not place.own and not host
    # a newcomer finds the easiest seat chosen
    free_seats = [shown for shown in seats if shown["takes"]]
    wanted = number_in(sent.get("seat", ""))
    chosen = next((s for s in free_seats if s["number"] == wanted), None)
    if chosen is None:
        chosen = min(free_seats, key=lambda shown: int(shown["rank"]), default=None)
    path = reverse("table", args=[table.slug])
    link = request.build_absolute_uri(f"{path}?invitation={table.invitation}")
    context = {
        "table": table,
        "slug": table.slug,
        "game": game.name,
        "title": speaker.say(game.title),
        "styled": game.face.style is not None,
        "about": speaker.say(known.sentence) if (known := game.face.introduction) else "",
        "cover": game.face.cover is not None,
        "version": place.version,
        "seats": seats,
        "chosen": chosen,
        "free": free,
        "host": host,
        "host_name": table.host.name if table.host else "",
        "own": [shown for shown in seats if shown["kind"] == "own"],
        "joins": joins,
        "inside": place.inside,
        "invited": place.invited,
        "invitation": invitation,
        # where to come back after logging in
        "back": f"{path}?invitation={invitation}" if invitation and not place.own else path,
        "name": name_in(sent.get("name", "")) or (visitor.name if visitor else ""),
        "needs_account": table.rated and free and not request.user.is_authenticated,
        "link": link if host else "",
        "qr_code": _qr_code(link) if host else "",
        "imported": fairness.imported_by(table, speaker),
        "fixed": place.sitting.position is not None,
        "terms_said": lines.terms_of(table, place.seats, speaker),
        "screens": fairness.shared_screen_notes(table, place.seats, speaker),
        "talk": talk.lines(table, place.inside) if place.inside else (),
        "options": options_that_matter(game, options, options, speaker),
    }
    if host and not table.started and not table.closed:
        context |= bots_shown(game, visitor, speaker, table)
        context |= terms_shown(Terms.of(place.table), speaker)
    return context


@lru_cache(200)
def _qr_code(link: str) -> SafeString:
    """Return the QR code of a link as SVG, dark on light in every theme."""
    code = segno.make_qr(link, error="l")
    return SafeString(code.svg_inline(omitsize=True, svgclass=None, lineclass=None, light="#fff"))


def _occupant(place: Place, seat: Seat) -> dict[str, Any]:
    """Return who plays a seat: its kind, and a name if it has one."""
    speaker, game = place.speaker, place.sitting.game
    profile = ""
    if seat.bot:
        kind, name = f"bot:{seat.bot}", speaker.say(bots.introduced(seat.bot, game))
    elif seat.owner_id is not None:
        kind = "own" if seat.number in place.own else "person"
        name = seat.name
        account = seat.owner.account if seat.owner is not None else None
        if account is not None:
            profile = reverse("person", args=[account.username])
            name = name or account.username
    elif seat.invited is not None:
        kind, name = "invited", seat.invited.username
    else:
        kind, name = "open", ""
    return {"kind": kind, "name": name, "profile": profile}


# -- what its forms send ------------------------------------------------------------------------


@require_POST
def sit(request: Request, slug: str) -> HttpResponse:
    """Take a free seat of a table. Whoever is refused finds himself at the invitation again, with
    the reason and what he had filled in."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    name = name_in(request.POST.get("name", ""))
    _remember_name(visitor, name)
    number = number_in(request.POST.get("seat", ""))
    scripted = request.headers.get("Accept", "").startswith(SCRIPT)
    response: HttpResponse
    try:
        seating.sit(place.table, visitor, number, name, request.POST.get("invitation", ""))
    except NO_SEAT as refusal:
        place = place_at(request, slug)
        reason = place.speaker.say(refusal.text())
        if scripted:
            response = JsonResponse({"error": reason}, status=422)
        elif serves(place, request.POST.get("invitation", ""), wanted=True):
            response = room(request, place, reason, status=422)
        else:
            raise
        return remember_guest(request, response)
    address = reverse("table", args=[slug])
    response = JsonResponse({"go": address}) if scripted else redirect(address)
    return remember_guest(request, response)


def _remember_name(visitor: Visitor, name: str) -> None:
    """Keep the name of a guest, who is asked for it at every table."""
    if name and name != visitor.name and visitor.account_id is None:
        visitor.name = name
        visitor.save(update_fields=["name"])


@require_POST
def settings(request: Request, slug: str) -> HttpResponse:
    """Change the options and terms of a table that waits."""
    place = place_at(request, slug)
    options = options_in(place.sitting.game, request.POST)
    opening.change(place.table, visitor_of(request), options, terms_in(request.POST))
    address = reverse("table", args=[slug])
    scripted = request.headers.get("Accept", "").startswith(SCRIPT)
    return JsonResponse({"go": address}) if scripted else redirect(address)


@require_POST
def company(request: Request, slug: str) -> HttpResponse:
    """Change who plays: before the start, after a missed deadline, or by a rematch."""
    sent = json_in(request)
    visitor = visitor_of(request)
    table = place_at(request, slug).table
    match sent.get("do"):
        case "start":
            opening.start(table, visitor, sent.get("fill") is True)
        case "arrange":
            wish = Wish(str(sent.get("kind")), name_in(str(sent.get("name", ""))))
            seating.arrange(table, visitor, number_in(str(sent.get("number"))), wish)
        case "stand":
            seating.stand_up(table, visitor)
        case "off":
            leaving.call_off(table, visitor)
        case "back":
            leaving.come_back(table, visitor)
        case "rematch":
            table = seating.rematch(table, visitor)
        case _:
            raise Empty()
    return JsonResponse({"go": reverse("table", args=[table.slug])})
