"""New tables, and who sits down at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from chancery.core.plain import number_in
from chancery.core.words import Speaker, T
from chancery.page.words import Words
from chancery.web.base import limits
from chancery.web.base.refusals import Empty, NotThere
from chancery.web.base.sent import clean, game_called, name_in, sent_in
from chancery.web.base.speaker import speaker_for
from chancery.web.people.models import Visitor
from chancery.web.people.request import Request
from chancery.web.people.visitors import known, visitor_of
from chancery.web.tables import house_bots, leaving, opening, rematches, seating, starting
from chancery.web.tables.models import Table
from chancery.web.tables.places import place_at
from chancery.web.tables.terms import LAPSES, LONGEST_TITLE, PACES, Terms, Wish

ANY_SEAT = "any"  # drawn by lot

# -- new tables ---------------------------------------------------------------------------------


@require_POST
def play_now(request: Request, name: str) -> HttpResponse:
    """A table at once: the visitor against bots, the house's best if he does not choose others."""
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
    return known(request, redirect("table", slug=table.slug))


def options_in(game: Game[Any, Any], form: QueryDict) -> dict[str, Any]:
    """The options that a form names; BadOption if there is no such value."""
    return {
        option.name: option.read(form.get(f"option-{option.name}", ""))
        for option in game.options
        if f"option-{option.name}" in form
    }


def _terms(form: QueryDict) -> Terms:
    """How people are to play, as a form says."""
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
    """A table with options and a choice for each seat."""
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
        return known(request, redirect("table", slug=table.slug))
    return render(request, "web/new.html", _form(game, request))


def _data(visitor: Visitor, game: Game[Any, Any], file: UploadedFile[bytes] | None) -> str | None:
    """The text of a corrected data file; None if there is none, or it is ours. BadForm if wrong."""
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
    """Our own data file of a game, to be corrected by somebody with the printed one."""
    text = game_called(name).shipped_data()
    if text is None:
        raise NotThere()
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer


def _form(game: Game[Any, Any], request: Request) -> dict[str, Any]:
    """The form for a new table as far as it is filled in: its seats follow from its options."""
    filled: QueryDict = request.GET
    told = game.speaker(request.language)
    said = Words(speaker_for(request.language))
    problem = ""
    options = game.settle({})
    try:
        chosen = options_in(game, filled)
    except BadOption:
        chosen = {}
    try:
        options = game.settle(chosen)
    except BadOption as error:  # they do not go together
        problem = told.say(error.text())
    friends = "friends" in filled  # the others are people, who come by a link
    others = "open" if friends else f"bot:{bots.best(game)}"
    seats = [
        {
            "number": number,
            "title": told.say(game.seat_title(seat)),
            "kind": filled.get(f"seat-{number}", others if number else "me"),
            "name": name_in(filled.get(f"name-{number}", "")),
        }
        for number, seat in enumerate(game.seats(options))
    ]
    fresh = not set(filled) - {"friends"}  # nothing is filled in yet: what is wanted most
    account = request.user.is_authenticated
    refused = house_bots.refusal(request.visitor)
    missing = house_bots.missing(game, refused)
    return {
        "game": game.name,
        "title": told.say(game.title),
        "problem": problem,
        "options": [
            option
            for option in options_shown(game, chosen, told)
            if _matters(game, options, option["name"])
        ],
        "data": game.shipped_data() is not None,
        "seats": seats,
        "bots": [
            (f"bot:{kind}", told.say(bots.introduced(kind, game)))
            for kind in house_bots.offered(game, refused)
        ],
        "no_masters": told.say(missing) if missing else "",
        "called": clean(filled.get("title", ""), LONGEST_TITLE),
        "public": "public" in filled,
        "wait": fresh or "wait" in filled,
        "shuffle": "shuffle" in filled,
        "rated": account and ((fresh and not friends) or "rated" in filled),
        "hints": [
            (choice, said[text], filled.get("hints", "yes") == choice)
            for choice, text in (("yes", "hints_allowed"), ("no", "no_hints"))
        ],
        "friends": friends,
        "account": account,
        "paces": [
            (days, said.text("days", n=days) if days else said["live_pace"], _is(filled, days))
            for days in PACES
        ],
        "lapses": [
            (kind, said[f"lapse_{kind}"], filled.get("lapse", "bot") == kind) for kind in LAPSES
        ],
    }


def _matters(game: Game[Any, Any], options: Options, name: str) -> bool:
    """Whether another value of an option, with all others as they are, makes another table."""
    (option,) = (option for option in game.options if option.name == name)
    for value in option.values:
        try:
            found = game.settle({**options, name: value})
        except BadOption:  # it does not go with the others, which is told when it is chosen
            return True
        if found != options:
            return True
    return False


def options_shown(
    game: Game[Any, Any], chosen: Mapping[str, Any], told: Speaker
) -> list[dict[str, Any]]:
    """The options of a game for a form, with what is chosen so far."""
    return [
        {
            "name": option.name,
            "title": told.say(option.title),
            "values": [
                (spell(value), told.say(text), value == chosen.get(option.name, option.default))
                for value, text in option.values.items()
            ],
        }
        for option in game.options
    ]


def _is(filled: QueryDict, days: int) -> bool:
    return filled.get("days", "0") == str(days)


# -- at a table ---------------------------------------------------------------------------------


@require_POST
def sit(request: Request, slug: str) -> HttpResponse:
    """Take a free seat."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    number = number_in(request.POST.get("seat", ""))
    name = name_in(request.POST.get("name", ""))
    seating.sit(place.table, visitor, number, name, request.POST.get("invitation", ""))
    if name and not visitor.name:  # a guest is asked once
        visitor.name = name
        visitor.save(update_fields=["name"])
    return known(request, redirect("table", slug=slug))


def _start(table: Table, visitor: Visitor, sent: dict[str, Any]) -> str:
    starting.start(table, visitor, sent.get("fill") is True)
    return table.slug


def _arrange(table: Table, visitor: Visitor, sent: dict[str, Any]) -> str:
    wish = Wish(str(sent.get("kind")), name_in(str(sent.get("name", ""))))
    seating.arrange(table, visitor, number_in(str(sent.get("number"))), wish)
    return table.slug


def _stand(table: Table, visitor: Visitor, sent: dict[str, Any]) -> str:
    seating.stand_up(table, visitor)
    return table.slug


def _call_off(table: Table, visitor: Visitor, sent: dict[str, Any]) -> str:
    leaving.call_off(table, visitor)
    return table.slug


def _come_back(table: Table, visitor: Visitor, sent: dict[str, Any]) -> str:
    leaving.come_back(table, visitor)
    return table.slug


def _rematch(table: Table, visitor: Visitor, sent: dict[str, Any]) -> str:
    return rematches.rematch(table, visitor).slug


DOINGS: dict[str, Callable[[Table, Visitor, dict[str, Any]], str]] = {
    "start": _start,
    "arrange": _arrange,
    "stand": _stand,
    "off": _call_off,
    "back": _come_back,
    "rematch": _rematch,
}


@require_POST
def company(request: Request, slug: str) -> HttpResponse:
    """What changes who plays: before the game starts, after a missed deadline, when it is over."""
    sent = sent_in(request)
    visitor = visitor_of(request)
    place = place_at(request, slug)
    doing = DOINGS.get(str(sent.get("do")))
    if doing is None:
        raise Empty()
    return JsonResponse({"go": reverse("table", args=[doing(place.table, visitor, sent)])})
