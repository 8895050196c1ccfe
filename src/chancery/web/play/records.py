"""Records: download a game, import one, try moves on a copy, play on from it."""

from __future__ import annotations

import json

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from chancery.core.serialisation import number_in
from chancery.core.words import SeatName, Speaker
from chancery.page.seat_record_page import SeatRecordPage
from chancery.table import Sitting, record
from chancery.table.seat_record import SeatRecord
from chancery.table.seated import Seated
from chancery.web.base import limits, long_work
from chancery.web.base.keys import new_seed
from chancery.web.base.refusals import Empty
from chancery.web.base.user_input import name_in
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import remember_guest, visitor_of
from chancery.web.play.grounds import ground, tools
from chancery.web.tables import copies, fairness
from chancery.web.tables.models import Table
from chancery.web.tables.places import Place, place_at
from chancery.web.tables.speakers import table_speaker

LARGEST_RECORD = 2_000_000


@require_safe
def export(request: Request, slug: str) -> HttpResponse:
    """Download the record of a finished game, or what the seat has seen of a running one."""
    place = place_at(request, slug)
    if place.sitting.state.result is None:
        text, name = json.dumps(place.seated.seat_record(place.table.started)), f"{slug}-seen"
    else:
        bots = tuple(seat.bot or None for seat in place.seats)
        text, name = place.seated.record(bots), slug
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{place.table.game}-{name}.json"'
    return response


@require_POST
def import_record(request: Request) -> HttpResponse:
    """Import a record: a whole game to step through, or what a seat has seen of one."""
    visitor = visitor_of(request)
    limits.spend("imports", str(visitor.pk))
    limits.spend("tables", str(visitor.pk))
    checked = long_work.check(_sent_record(request))
    if isinstance(checked, SeatRecord):
        if "copy" in request.POST:
            return remember_guest(request, redirect("table", slug=_guessed(checked, visitor).slug))
        return remember_guest(request, _seen_page(request, checked))
    _check_storable(checked)
    names = [name_in(name) for name in checked.names]
    source = fairness.source_of_file(checked, visitor)
    table = copies.copy_of(checked, len(checked.log), visitor, names, imported=True, source=source)
    return remember_guest(request, redirect("replay", slug=table.slug, step=0))


def _sent_record(request: Request) -> str:
    """Return the uploaded record, or the text that the page of one posts again."""
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
    """Refuse text that databases cannot store."""
    text = record.dumps(sitting)
    if "\\u0000" in text or text != text.encode("utf-8", "replace").decode():
        raise Empty()


def _seen_page(request: Request, record: SeatRecord) -> HttpResponse:
    """The page of what a seat has seen. Nothing is stored: the page itself holds the record."""
    sitting, game = record.guess, record.guess.game
    frame = sitting.start.frame
    people = tuple((name_in(name), "") for name in record.names) or (("", ""),) * len(frame.seats)
    called = tuple(game.called(frame).items())
    speaker = request.speaker = table_speaker(
        game.name, request.language, frame.seats, people, called
    )
    page = SeatRecordPage(Seated(sitting, record.seat, speaker), record.story)
    context = {
        "speaker": speaker,
        "title": speaker.say(game.title),
        "game": game.name,
        "ground": ground(sitting.start.frame, request.language),
        "committed": record.commitment is not None,
        "status": page.status(),
        **tools(game.face, speaker),
        "overlays": (),
        "where": page.caption(),
        "live": page.seated.picture,
        "stage": page.stage(),
        "hand": page.hand(),
        "panels": page.panels() if page.seated.panels else "",
        "position": page.position(),
        "log": page.story(),
        # enough to deal the rest again; the story is not needed
        "seen": json.dumps(
            {
                "game": game.name,
                "seat": page.seated.seat_name,
                "commitment": record.commitment,
                "names": list(record.names),
                "view": page.seated.view.plain(),
                "events": [],
            }
        ),
    }
    return render(request, "web/seen.html", context)


def _guessed(record: SeatRecord, visitor: Visitor) -> Table:
    """Create a private table to try moves: what the seat knew, the rest dealt anew."""
    names = [name_in(name) for name in record.names] or [""] * len(record.guess.seats)
    sitting = redealt(record.guess, 0, record.seat)
    _check_storable(sitting)
    source = fairness.source_of_file(record, visitor)
    return copies.copy_of(sitting, 0, visitor, names, source=source)


def redealt(sitting: Sitting, length: int, seat: int | None) -> Sitting:
    """Return a sitting that begins with what a seat knew, the rest dealt anew."""
    guess = sitting.game.sample(sitting.at(length).view(seat), new_seed())
    return Sitting(
        sitting.game, rules=guess.rules, data=guess.frame.data, options=guess.options,
        seed=new_seed(), position=guess.plain(),
    )  # fmt: skip


@require_POST
def copy(request: Request, slug: str) -> HttpResponse:
    """Copy a game to try moves: a finished one from any point, a running one dealt anew."""
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
    source = fairness.source_of(place.table)
    table = copies.copy_of(sitting, lengths[step], visitor, names, source=source)
    return remember_guest(request, redirect("table", slug=table.slug))


def play_on_seats(place: Place, speaker: Speaker) -> list[tuple[int, str]]:
    """Return the seats that the importer of a game may take to play on with others."""
    table = place.table
    mine = place.visitor is not None and table.host_id == place.visitor.pk
    if not (mine and table.imported and table.private):
        return []
    return [(seat.number, speaker.word(SeatName(seat.number))) for seat in place.seats]


@require_POST
def play_on(request: Request, slug: str) -> HttpResponse:
    """Open a table for others from a step of an imported game."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    wanted = number_in(request.POST.get("step", ""))
    lengths = place.seated.steps
    length = len(place.sitting.log) if wanted is None else lengths[min(wanted, len(lengths) - 1)]
    number = number_in(request.POST.get("seat", ""))
    table = copies.play_on(place.table, visitor, number, length, "public" in request.POST)
    return remember_guest(request, redirect("table", slug=table.slug))
