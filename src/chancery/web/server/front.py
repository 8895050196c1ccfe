"""The front page: the games with their doors, and what goes on now; and the language."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots, games
from chancery.core import BadOption, Game
from chancery.core.options import spell
from chancery.core.words import LANGUAGES, Speaker, Text
from chancery.page.words import Words
from chancery.web.base.sent import back_to
from chancery.web.people.request import Request
from chancery.web.people.visitors import known, visitor_of
from chancery.web.school import daily
from chancery.web.school.learn import is_taught
from chancery.web.tables import house_bots
from chancery.web.tables.lines import rows_of
from chancery.web.tables.strangers import Strangers

GOING_ON = 6  # games of strangers that are shown


@require_POST
def set_language(request: Request) -> HttpResponse:
    """Another language from now on."""
    visitor = visitor_of(request)
    code = request.POST.get("language", "")
    if code in LANGUAGES:
        visitor.language = code
        visitor.save(update_fields=["language"])
    return known(request, redirect(back_to(request.POST.get("back", ""), "/")))


@require_safe
@ensure_csrf_cookie
def front(request: Request) -> HttpResponse:
    """The games, each with a picture and its doors, and the games that anybody may watch."""
    refused = house_bots.refusal(request.visitor)
    shown = [
        _introduced(name, request.language) | _bots(name, request.language, refused)
        for name in games.names()
    ]
    going_on = Strangers(request.visitor, "watch")[:GOING_ON]
    rows = rows_of(going_on, request.visitor, request.language)
    context = {
        "games": shown,
        "going_on": [rows[pk] for pk in going_on if pk in rows],
        "daily": daily.said_of(timezone.now().date(), request.language),
    }
    return render(request, "web/front.html", context)


def _bots(name: str, language: str, refused: Text | None) -> dict[str, object]:
    """The bots that somebody may choose now, and why some of them are missing."""
    game = games.find(name)
    told, best = game.speaker(language), bots.best(game)
    missing = house_bots.missing(game, refused)
    return {
        "bots": [
            (kind, told.say(bots.introduced(kind, game)), kind == best)
            for kind in house_bots.offered(game, refused)
        ],
        "no_masters": told.say(missing) if missing else "",
    }


def learn_url(game: Game[Any, Any]) -> str:
    """Where a game is learned by playing; empty: there is no such place."""
    return reverse("learn", args=[game.name]) if is_taught(game) else ""


@cache
def _introduced(name: str, language: str) -> dict[str, object]:
    """A game's title and cover, what it says of itself, and how it can be played at once."""
    game = games.find(name)
    told = game.speaker(language)
    known = game.face.introduction
    words = Words(told)
    found: dict[str, object] = {
        "name": name,
        "title": told.say(game.title),
        "cover": game.face.cover is not None,
        "learn": learn_url(game),
        "learn_label": _learn_label(game, words),
        "spoken": _spoken(game),
        **_choices(game, told),
    }
    if known is not None:
        ranges = {"players_from_to": known.players, "hours_from_to": known.hours}
        facts = [words.text(key, least=a, most=b) for key, (a, b) in ranges.items()]
        found |= {
            "sentence": told.say(known.sentence),
            "facts": " · ".join([*facts, told.say(known.weight)]),
        }
    return found


def _learn_label(game: Game[Any, Any], words: Words) -> str:
    """What the door to learn a game says: as long as its guided game takes, and no other time."""
    guide = game.face.guide()
    return words["learn_title"] if guide is None else words.text("learn", n=guide.minutes)


def _spoken(game: Game[Any, Any]) -> tuple[str, ...]:
    """The languages in which a game is played, as each calls itself: English, and those that it
    has a catalogue for."""
    catalogues = game.folder / "locale"
    return tuple(
        title for code, title in LANGUAGES.items() if code == "en" or (catalogues / code).is_dir()
    )


def _choices(game: Game[Any, Any], told: Speaker) -> dict[str, object]:
    """What somebody may choose who plays at once: his seat, and the options that change who plays,
    with those of their values that go with all others as they are."""
    usual = game.seats(game.settle({}))
    seats = dict.fromkeys(usual)
    there: list[tuple[str, Sequence[str]]] = []  # the seats that a choice leaves
    options = []
    for option in game.options:
        values = {}
        for value, text in option.values.items():
            with suppress(BadOption):
                values[value] = text, game.seats(game.settle({option.name: value}))
        if any(found != usual for _, found in values.values()):
            for value, (_, found) in values.items():
                seats |= dict.fromkeys(found)
                there.append((f"option-{option.name}={spell(value)}", found))
            offered = [
                (spell(value), told.say(text), value == option.default)
                for value, (text, _) in values.items()
            ]
            options.append((option.name, told.say(option.title), offered))
    return {
        "seats": [
            (
                seat,
                told.say(game.seat_title(seat)),
                " ".join(choice for choice, found in there if seat not in found),
            )
            for seat in seats
        ],
        "options": options,
    }
