"""Views to open a table: against bots, with friends, or as a form says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots
from chancery.core import BadForm, BadOption, Game, Options
from chancery.core.datafile import BYTES_PER_CHARACTER
from chancery.core.words import T
from chancery.web.base import limits
from chancery.web.base.keys import new_seed
from chancery.web.base.refusals import NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import game_called, name_in
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import remember_guest, visitor_of
from chancery.web.tables import opening
from chancery.web.tables.opening import Terms, Wish
from chancery.web.tables.seating import is_newcomer
from chancery.web.tables.table_forms import (
    bots_shown,
    options_in,
    options_that_matter,
    seats_shown,
    terms_in,
    terms_shown,
)

ANY_SEAT = "any"  # drawn by lot


@require_POST
def play_now(request: Request, name: str) -> HttpResponse:
    """Open and start a table at once: the visitor against bots, the best ones by default."""
    game = game_called(name)
    form = request.POST
    options = game.complete_options(options_in(game, form))
    seats = game.seats(options)
    visitor, seed = visitor_of(request), new_seed()
    seat = form.get("seat") or (
        _newcomers_seat(game, seats, options, seed) if is_newcomer(game.name, visitor) else seats[0]
    )
    if seat not in (*seats, ANY_SEAT):
        raise BadOption(T("There is no such seat with these options."))
    wishes = [Wish(f"bot:{form.get('bot', bots.best(game))}")] * len(seats)
    wishes[0 if seat == ANY_SEAT else seats.index(seat)] = Wish("me")
    terms = Terms(shuffle=seat == ANY_SEAT)
    table = opening.open_table(visitor, game, options, wishes, terms, seed=seed)
    return remember_guest(request, redirect("table", slug=table.slug))


def _newcomers_seat(game: Game[Any, Any], seats: Sequence[str], options: Options, seed: str) -> str:
    """Return the seat of a newcomer against bots: of those that are as easy as the easiest one, the
    seat that decides first, as what others do before could leave nothing to decide."""
    easiest, known = game.easiest_seat(seats), game.face.summaries(seats)
    easy = [seat for seat in known if known[seat].difficulty == known[easiest].difficulty]
    if len(easy) < 2:
        return easiest
    asked = {seats[question.seat] for question in game.start(options, seed).asked}
    return next((seat for seat in easy if seat in asked), easiest)


@require_POST
def play_with_friends(request: Request, name: str) -> HttpResponse:
    """Open a table that waits for friends, with a seat for the visitor; its page shows the link."""
    game = game_called(name)
    options = game.complete_options({})
    seats = game.seats(options)
    visitor = visitor_of(request)
    wishes = [Wish("open")] * len(seats)
    wishes[seats.index(usual_seat(game, seats, visitor))] = Wish("me")
    table = opening.open_table(visitor, game, options, wishes, Terms(wait=True))
    return remember_guest(request, redirect("table", slug=table.slug))


def usual_seat(game: Game[Any, Any], seats: Sequence[str], visitor: Visitor | None) -> str:
    """Return the seat that a visitor has who chooses none: the easiest for a newcomer, otherwise
    the first."""
    return game.easiest_seat(seats) if is_newcomer(game.name, visitor) else seats[0]


@ensure_csrf_cookie
def new_table(request: Request, name: str) -> HttpResponse:
    """The form for a new table, with options and a choice for each seat."""
    game = game_called(name)
    if request.method != "POST":
        return render(request, "web/new.html", _form(game, request, request.GET))
    visitor = visitor_of(request)
    try:
        options = game.complete_options(options_in(game, request.POST))
        wishes = [
            Wish(request.POST.get(f"seat-{n}", "open"), name_in(request.POST.get(f"name-{n}", "")))
            for n in range(len(game.seats(options)))
        ]
        data = _data(visitor, game, request.FILES.get("data"))
        table = opening.open_table(visitor, game, options, wishes, terms_in(request.POST), data)
    except BadOption as error:  # the form keeps its values
        form = _form(game, request, request.POST, error)
        return remember_guest(request, render(request, "web/new.html", form, status=422))
    return remember_guest(request, redirect("table", slug=table.slug))


def _data(visitor: Visitor, game: Game[Any, Any], file: UploadedFile[bytes] | None) -> str | None:
    """Return the text of an uploaded data file; None without one, or if it is our own."""
    if file is None or not file.size:
        return None
    limits.spend("files", str(visitor.pk))
    if game.data_file is None:
        raise BadForm("data", T("this game has no data file"))
    text = game.data_file.text_of(file.read(BYTES_PER_CHARACTER * game.data_file.largest + 1))
    if text == game.data_file.shipped:
        return None
    game.load_data(text)
    return text


@require_safe
def data_file(request: Request, name: str) -> HttpResponse:
    """Download our own data file of a game, to correct it by a printed copy."""
    text = game_called(name).shipped_data()
    if text is None:
        raise NotThere()
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer


def _form(
    game: Game[Any, Any], request: Request, filled: QueryDict, refused: BadOption | None = None
) -> dict[str, Any]:
    """Return the context of the form as filled in so far; the seats follow from the options."""
    speaker = game.speaker(request.language)
    options = game.complete_options({})
    try:
        chosen = options_in(game, filled)
    except BadOption:
        chosen = {}
    try:
        options = game.complete_options(chosen)
    except BadOption as error:  # the options exclude each other
        refused = error
    seats = game.seats(options)
    own = seats.index(usual_seat(game, seats, request.visitor))
    others = f"bot:{bots.best(game)}"
    account = request.user.is_authenticated
    terms = terms_in(filled) if filled else Terms(wait=True, rated=account)
    return {
        "game": game.name,
        "title": speaker.say(game.title),
        "problem": speaker.say(refused.text()) if refused else "",
        "options": options_that_matter(game, chosen, options, speaker),
        "data": game.shipped_data() is not None,
        "seats": [
            seat
            | {
                "kind": filled.get(f"seat-{n}", "me" if n == own else others),
                "name": name_in(filled.get(f"name-{n}", "")),
            }
            for n, seat in enumerate(seats_shown(game, seats, speaker))
        ],
        **bots_shown(game, request.visitor, speaker),
        **terms_shown(terms, speaker_for(request.language)),
        "cover": game.face.cover is not None,
        "styled": game.face.style is not None,
    }
