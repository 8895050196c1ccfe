"""Records: a game to take home, to import, and to play on from."""

from __future__ import annotations

import json

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from chancery.core.plain import number_in
from chancery.core.words import SeatName, Speaker
from chancery.page.seen import SeenPage
from chancery.page.words import Words
from chancery.table import Sitting, record
from chancery.table.seated import Seated
from chancery.table.seen import Remembered
from chancery.web.base import heavy, limits
from chancery.web.base.keys import new_seed
from chancery.web.base.refusals import Empty
from chancery.web.base.sent import name_in
from chancery.web.people.models import Visitor
from chancery.web.people.request import Request
from chancery.web.people.visitors import known, visitor_of
from chancery.web.play.grounds import ground
from chancery.web.tables import advice, copies
from chancery.web.tables.models import Table
from chancery.web.tables.places import Place, place_at
from chancery.web.tables.speakers import knowing

LARGEST_RECORD = 2_000_000


@require_safe
def export(request: Request, slug: str) -> HttpResponse:
    """The record of a finished game; of a running one only what the seat has seen."""
    place = place_at(request, slug)
    if place.sitting.state.result is None:
        text, name = json.dumps(place.seated.so_far(place.table.started)), f"{slug}-seen"
    else:
        bots = tuple(seat.bot or None for seat in place.seats)
        text, name = place.seated.record(bots), slug
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{place.table.game}-{name}.json"'
    return response


@require_POST
def import_record(request: Request) -> HttpResponse:
    """Open a record file: a game for stepping through, or what a seat has seen of one."""
    visitor = visitor_of(request)
    limits.spend("imports", str(visitor.pk))
    limits.spend("tables", str(visitor.pk))
    found = heavy.check(_sent_record(request))
    if isinstance(found, Remembered):
        if "copy" in request.POST:
            return known(request, redirect("table", slug=_guessed(found, visitor).slug))
        return known(request, _seen_page(request, found))
    _check_storable(found)
    names = [name_in(name) for name in found.names]
    source = advice.source_of_file(found, visitor)
    table = copies.copy_of(found, len(found.log), visitor, names, imported=True, source=source)
    return known(request, redirect("replay", slug=table.slug, step=0))


def _sent_record(request: Request) -> str:
    """A file, or what the page of one sends again."""
    file = request.FILES.get("record")
    if file is None:
        text = request.POST.get("seen", "")
        if not text:
            raise Empty()
        return text
    if file.size is None or file.size > LARGEST_RECORD:
        raise Empty()
    return str(file.read().decode("utf-8", "replace"))


def _check_storable(sitting: Sitting) -> None:
    """Refuse what no database keeps."""
    text = record.dumps(sitting)
    if "\\u0000" in text or text != text.encode("utf-8", "replace").decode():
        raise Empty()


def _seen_page(request: Request, found: Remembered) -> HttpResponse:
    """What a seat has seen, to look at. Nothing of it is kept: the page is all there is."""
    sitting, game = found.guess, found.guess.game
    frame = sitting.start.frame
    people = tuple((name_in(name), "") for name in found.names) or (("", ""),) * len(frame.seats)
    called = tuple(game.called(frame).items())
    told = request.speaker = knowing(game.name, request.language, frame.seats, people, called)
    page = SeenPage(Seated(sitting, found.seat, told), found.story)
    context = {
        "w": Words(told),
        "title": told.say(game.title),
        "game": game.name,
        "ground": ground(sitting, request.language),
        "where": page.whose(),
        "live": page.seated.picture,
        "stage": page.stage(),
        "hand": page.hand(),
        "panels": page.panels() if page.seated.panels else "",
        "position": page.position(),
        "log": page.story(),
        # enough to deal the rest once more; the story is not needed for it
        "seen": json.dumps(
            {
                "game": game.name,
                "seat": page.seated.seat_name,
                "commitment": found.commitment,
                "names": list(found.names),
                "view": page.seated.view.plain(),
                "events": [],
            }
        ),
    }
    return render(request, "web/seen.html", context)


def _guessed(found: Remembered, visitor: Visitor) -> Table:
    """A private table to try moves: what the seat knew, and chance for the rest."""
    names = [name_in(name) for name in found.names] or [""] * len(found.guess.seats)
    sitting = redealt(found.guess, 0, found.seat)
    _check_storable(sitting)
    return copies.copy_of(sitting, 0, visitor, names, source=advice.source_of_file(found, visitor))


def redealt(sitting: Sitting, length: int, seat: int | None) -> Sitting:
    """A table that begins with what a seat knew then, and chance for the rest."""
    guess = sitting.game.sample(sitting.at(length).view(seat), new_seed())
    return Sitting(
        sitting.game, rules=guess.rules, data=guess.frame.data, options=guess.options,
        seed=new_seed(), position=guess.plain(),
    )  # fmt: skip


@require_POST
def copy(request: Request, slug: str) -> HttpResponse:
    """A private table to try moves: a finished game from any point, a running one re-dealt."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    sitting = place.sitting
    limits.spend("tables", str(visitor.pk))
    wanted = number_in(request.POST.get("step", ""))
    lengths = place.seated.steps
    step = len(lengths) - 1 if wanted is None else min(wanted, len(lengths) - 1)
    names = [place.speaker.word(SeatName(seat)) for seat in range(len(sitting.seats))]
    if sitting.state.result is None:
        sitting = redealt(sitting, lengths[step], place.seat)
        lengths, step = [0], 0
    source = advice.source_of(place.table)
    table = copies.copy_of(sitting, lengths[step], visitor, names, source=source)
    return known(request, redirect("table", slug=table.slug))


def play_on_seats(place: Place, told: Speaker) -> list[tuple[int, str]]:
    """The seats of an imported game, for its importer who wants to play on with others."""
    table = place.table
    mine = place.visitor is not None and table.host_id == place.visitor.pk
    if not (mine and table.imported and table.private):
        return []
    return [(seat.number, told.word(SeatName(seat.number))) for seat in place.seats]


@require_POST
def play_on(request: Request, slug: str) -> HttpResponse:
    """Play on with others from an imported game, where it is or at a step of it."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    wanted = number_in(request.POST.get("step", ""))
    lengths = place.seated.steps
    length = len(place.sitting.log) if wanted is None else lengths[min(wanted, len(lengths) - 1)]
    number = number_in(request.POST.get("seat", ""))
    table = copies.play_on(place.table, visitor, number, length, "public" in request.POST)
    return known(request, redirect("table", slug=table.slug))
