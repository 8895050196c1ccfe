"""Views to open a table and to change who plays at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots
from chancery.core import BadForm, BadOption, Game
from chancery.core.datafile import LONGEST_SIGN
from chancery.core.options import Options, spell
from chancery.core.serialisation import number_in
from chancery.core.words import TN, Speaker, T
from chancery.web.base import limits
from chancery.web.base.refusals import Empty, NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean, game_called, json_in, name_in
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import remember_guest, visitor_of
from chancery.web.tables import leaving, opening, quotas, seating
from chancery.web.tables.opening import LONGEST_TITLE, PACES, Terms, Wish
from chancery.web.tables.places import place_at

ANY_SEAT = "any"  # drawn by lot

# -- new tables ---------------------------------------------------------------------------------


@require_POST
def play_now(request: Request, name: str) -> HttpResponse:
    """Open and start a table at once: the visitor against bots, the best ones by default."""
    game = game_called(name)
    form = request.POST
    options = game.settle(options_in(game, form))
    seats = game.seats(options)
    seat = form.get("seat") or seats[0]
    if seat not in (*seats, ANY_SEAT):
        raise BadOption(T("There is no such seat with these options."))
    wishes = [Wish(f"bot:{form.get('bot', bots.best(game))}")] * len(seats)
    wishes[0 if seat == ANY_SEAT else seats.index(seat)] = Wish("me")
    visitor = visitor_of(request)
    terms = Terms(shuffle=seat == ANY_SEAT)
    table = opening.open_table(visitor, game, options, wishes, terms)
    return remember_guest(request, redirect("table", slug=table.slug))


def options_in(game: Game[Any, Any], form: QueryDict) -> dict[str, Any]:
    """Return the options in a form; raises BadOption for a value that does not exist."""
    return {
        option.name: option.read(form.get(f"option-{option.name}", ""))
        for option in game.options
        if f"option-{option.name}" in form
    }


def _terms(form: QueryDict) -> Terms:
    """Return the terms in a form."""
    days = number_in(form.get("days", "0"))
    return Terms(
        title=clean(form.get("title", ""), LONGEST_TITLE),
        public="public" in form,
        wait="wait" in form,
        shuffle="shuffle" in form,
        days=-1 if days is None else days,
        lapse=form.get("lapse", "bot"),
        rated="rated" in form,
        hints=form.get("hints", "yes") != "no",
    )


@ensure_csrf_cookie
def new_table(request: Request, name: str) -> HttpResponse:
    """The form for a new table, with options and a choice for each seat."""
    game = game_called(name)
    if request.method == "POST":
        visitor = visitor_of(request)
        options = game.settle(options_in(game, request.POST))
        numbers = range(len(game.seats(options)))
        wishes = [
            Wish(request.POST.get(f"seat-{n}", "open"), name_in(request.POST.get(f"name-{n}", "")))
            for n in numbers
        ]
        data = _data(visitor, game, request.FILES.get("data"))
        table = opening.open_table(visitor, game, options, wishes, _terms(request.POST), data)
        return remember_guest(request, redirect("table", slug=table.slug))
    return render(request, "web/new.html", _form(game, request))


def _data(visitor: Visitor, game: Game[Any, Any], file: UploadedFile[bytes] | None) -> str | None:
    """Return the text of an uploaded data file; None without one, or if it is our own."""
    if file is None or not file.size:
        return None
    limits.spend("files", str(visitor.pk))
    if game.data_file is None:
        raise BadForm("data", T("this game has no data file"))
    text = game.data_file.text_of(file.read(LONGEST_SIGN * game.data_file.largest + 1))
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


def _form(game: Game[Any, Any], request: Request) -> dict[str, Any]:
    """Return the context of the form as filled in so far; the seats follow from the options."""
    filled: QueryDict = request.GET
    game_speaker = game.speaker(request.language)
    speaker = speaker_for(request.language)
    problem = ""
    options = game.settle({})
    try:
        chosen = options_in(game, filled)
    except BadOption:
        chosen = {}
    try:
        options = game.settle(chosen)
    except BadOption as error:  # the options exclude each other
        problem = game_speaker.say(error.text())
    friends = "friends" in filled  # the others are people who come by a link
    others = "open" if friends else f"bot:{bots.best(game)}"
    seats = [
        {
            "number": number,
            "title": game_speaker.say(game.seat_title(seat)),
            "kind": filled.get(f"seat-{number}", others if number else "me"),
            "name": name_in(filled.get(f"name-{number}", "")),
        }
        for number, seat in enumerate(game.seats(options))
    ]
    fresh = not set(filled) - {"friends"}  # nothing is filled in: use the most common choices
    account = request.user.is_authenticated
    refused = quotas.bot_refusal(request.visitor)
    missing = quotas.no_masters(game, refused)
    return {
        "game": game.name,
        "title": game_speaker.say(game.title),
        "problem": problem,
        "options": [
            option
            for option in options_shown(game, chosen, game_speaker)
            if matters(game, options, option["name"])
        ],
        "data": game.shipped_data() is not None,
        "seats": seats,
        "bots": [
            (f"bot:{kind}", game_speaker.say(bots.introduced(kind, game)))
            for kind in quotas.offered_bots(game, refused)
        ],
        "no_masters": game_speaker.say(missing) if missing else "",
        "called": clean(filled.get("title", ""), LONGEST_TITLE),
        "public": "public" in filled,
        "wait": fresh or "wait" in filled,
        "shuffle": "shuffle" in filled,
        "rated": account and ((fresh and not friends) or "rated" in filled),
        "hints": [
            (choice, speaker.say(text), filled.get("hints", "yes") == choice)
            for choice, text in (("yes", T("hints allowed")), ("no", T("no hints")))
        ],
        "friends": friends,
        "account": account,
        "paces": [
            (
                days,
                speaker.say(TN("{n} day", "{n} days", n=days))
                if days
                else speaker.say(T("no limit")),
                filled.get("days", "0") == str(days),
            )
            for days in PACES
        ],
        "lapses": [
            (kind, speaker.say(text), filled.get("lapse", "bot") == kind)
            for kind, text in (("bot", T("a bot plays on")), ("open", T("the seat becomes free")))
        ],
    }


def matters(game: Game[Any, Any], options: Options, name: str) -> bool:
    """Whether changing one option, leaving all others as they are, makes a different table."""
    (option,) = (option for option in game.options if option.name == name)
    for value in option.values:
        try:
            found = game.settle({**options, name: value})
        except BadOption:  # excluded by other options, which is reported when it is chosen
            return True
        if found != options:
            return True
    return False


def options_shown(
    game: Game[Any, Any], chosen: Mapping[str, Any], speaker: Speaker
) -> list[dict[str, Any]]:
    """Return the options of a game for a form, with what is chosen so far."""
    return [
        {
            "name": option.name,
            "title": speaker.say(option.title),
            "values": [
                (spell(value), speaker.say(text), value == chosen.get(option.name, option.default))
                for value, text in option.values.items()
            ],
        }
        for option in game.options
    ]


# -- at a table ---------------------------------------------------------------------------------


@require_POST
def sit(request: Request, slug: str) -> HttpResponse:
    """Take a free seat of a table."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    number = number_in(request.POST.get("seat", ""))
    name = name_in(request.POST.get("name", ""))
    seating.sit(place.table, visitor, number, name, request.POST.get("invitation", ""))
    if name and not visitor.name:  # guests are asked for a name once
        visitor.name = name
        visitor.save(update_fields=["name"])
    return remember_guest(request, redirect("table", slug=slug))


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
