"""The front page: the games, each with a picture and one button; and the language."""

from __future__ import annotations

from functools import cache

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import games
from chancery.core.words import LANGUAGES
from chancery.page.words import Words
from chancery.web.base.sent import back_to
from chancery.web.people.request import Request
from chancery.web.people.visitors import known, visitor_of


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
    """The games, each with a picture and one button."""
    shown = [_introduced(name, request.language) for name in games.names()]
    return render(request, "web/front.html", {"games": shown})


@cache
def _introduced(name: str, language: str) -> dict[str, object]:
    """A game's title and cover, and what it says of itself."""
    game = games.find(name)
    told = game.speaker(language)
    known = game.face.introduction
    found: dict[str, object] = {
        "name": name, "title": told.say(game.title), "cover": game.face.cover is not None,
    }  # fmt: skip
    if known is not None:
        words = Words(told)
        ranges = {"players_from_to": known.players, "hours_from_to": known.hours}
        facts = [words.text(key, least=a, most=b) for key, (a, b) in ranges.items()]
        found |= {
            "sentence": told.say(known.sentence),
            "facts": " · ".join([*facts, told.say(known.weight)]),
        }
    return found
