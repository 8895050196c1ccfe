"""Records: a game to take home, to step through, to import, and to play on from."""

from __future__ import annotations

import json

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from chancery.core.words import SeatName, Speaker
from chancery.page.sections import Page
from chancery.page.words import Words, phrase
from chancery.table import Sitting, record
from chancery.web.base import heavy, limits
from chancery.web.base.keys import new_secret
from chancery.web.base.refusals import Empty
from chancery.web.base.sent import name_in, number_in
from chancery.web.people.request import Request
from chancery.web.people.visitors import known, visitor_of
from chancery.web.play.facts import facts_of
from chancery.web.play.grounds import ground
from chancery.web.tables import copies
from chancery.web.tables.places import Place, place_at

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


@require_safe
def replay(request: Request, slug: str, step: int) -> HttpResponse:
    """The table at any point that the reader may see."""
    place = place_at(request, slug)
    lengths = place.seated.steps()
    step, last = min(step, len(lengths) - 1), len(lengths) - 1
    page = Page(place.seated.at(lengths[step]), facts_of(place))
    told, sitting = place.speaker, place.sitting
    ended = place.table.over and step == last
    context = {
        "w": Words(told),
        "table": place.table,
        "title": told.say(sitting.game.title),
        "game": sitting.game.name,
        "ground": ground(sitting, request.language),
        "where": told.say(phrase("step", n=step, all=last)),
        "play_on": [] if ended else play_on_seats(place, told),
        "step": step,
        "previous": max(0, step - 1),
        "next": min(last, step + 1),
        "last": last,
        "live": page.seated.picture,
        "panels": page.panels() if page.seated.panels else "",
        "log": page.story(),
        "position": page.position(),
    }
    return render(request, "web/replay.html", context)


@require_POST
def import_record(request: Request) -> HttpResponse:
    """Open a record file for stepping through."""
    visitor = visitor_of(request)
    limits.spend("imports", str(visitor.pk))
    limits.spend("tables", str(visitor.pk))
    file = request.FILES.get("record")
    if file is None or file.size is None or file.size > LARGEST_RECORD:
        raise Empty()
    sitting = heavy.check(file.read().decode("utf-8", "replace"))
    text = record.dumps(sitting)
    if "\\u0000" in text or text != text.encode("utf-8", "replace").decode():
        raise Empty()  # no database keeps that
    names = [name_in(name) for name in sitting.names]
    table = copies.copy_of(sitting, len(sitting.log), visitor, names, imported=True)
    return known(request, redirect("replay", slug=table.slug, step=0))


@require_POST
def copy(request: Request, slug: str) -> HttpResponse:
    """A private table to try moves: a finished game from any point, a running one re-dealt."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    sitting = place.sitting
    limits.spend("tables", str(visitor.pk))
    wanted = number_in(request.POST.get("step", ""))
    lengths = place.seated.steps()
    step = len(lengths) - 1 if wanted is None else min(wanted, len(lengths) - 1)
    names = [place.speaker.word(SeatName(seat)) for seat in range(len(sitting.seats))]
    if sitting.state.result is None:
        # what the reader knows, and chance for the rest
        view = sitting.at(lengths[step]).view(place.seat)
        guess = sitting.game.sample(view, new_secret())
        sitting = Sitting(
            sitting.game, rules=guess.rules, data=guess.frame.data, options=guess.options,
            seed=new_secret(), position=guess.plain(),
        )  # fmt: skip
        lengths, step = [0], 0
    table = copies.copy_of(sitting, lengths[step], visitor, names)
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
    lengths = place.seated.steps()
    length = len(place.sitting.log) if wanted is None else lengths[min(wanted, len(lengths) - 1)]
    number = number_in(request.POST.get("seat", ""))
    table = copies.play_on(place.table, visitor, number, length, "public" in request.POST)
    return known(request, redirect("table", slug=table.slug))
