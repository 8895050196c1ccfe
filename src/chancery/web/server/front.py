"""The front page: the games, each with a picture and one button; and the language."""

from __future__ import annotations

from functools import cache
from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots, games
from chancery.core import State
from chancery.core.words import LANGUAGES
from chancery.table.players import Player, moves, seat_seed
from chancery.web.base.sent import back_to
from chancery.web.people.visitors import known, visitor_of

SHOWCASE = 260  # actions played for the picture of a game


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Another language from now on."""
    visitor = visitor_of(request)
    code = request.POST.get("language", "")
    if code in LANGUAGES:
        visitor.language = code
        visitor.save(update_fields=["language"])
    return known(request, redirect(back_to(request.POST.get("back", ""), "/")))


@require_safe
@ensure_csrf_cookie
def front(request: HttpRequest) -> HttpResponse:
    """The games, each with a picture and one button."""
    shown = [_introduced(name, request.language) for name in games.names()]
    return render(request, "web/front.html", {"games": shown})


@cache
def _introduced(name: str, language: str) -> dict[str, str | None]:
    """A game's title and picture."""
    game = games.find(name)
    state = _showcase(name)
    told = game.speaker(language, (), state.seats)
    return {
        "name": name,
        "title": told.say(game.title),
        "ground": game.face.ground(state.frame, told),
        "live": game.face.draw(state.view(None), told),
    }


@cache
def _showcase(name: str) -> State:
    """A position from the middle of a game between bots, to be looked at."""
    game = games.find(name)
    state: State = game.start(seed="showcase")
    kind = bots.best(game)
    seats = range(len(state.seats))
    players = [Player(kind, game, seat_seed("showcase", seat)) for seat in seats]
    for seat, action in islice(moves(state, players), SHOWCASE):
        before = state.clone()
        state.apply(action, seat)
        if state.result is not None:
            return before
    return state
