"""The front page: the games, each with a picture and one button; and the language."""

from __future__ import annotations

from functools import cache
from itertools import islice

from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots, games
from chancery.core import State
from chancery.core.words import LANGUAGES
from chancery.table.bot_players import Player, moves, seat_seed
from chancery.web.base.sent import back_to
from chancery.web.people.request import Request
from chancery.web.people.visitors import known, visitor_of
from chancery.web.server import pressed

SHOWCASE = 260  # actions played for the picture of a game


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
    shown, pieces = [], {}
    for name in games.names():
        game = _introduced(name, request.language)
        shown.append(game | {"mark": f"<!-- {name} -->"})  # nobody's name can hold such a thing
        pieces[f"<!-- {name} -->"] = game["picture"]
    text = render_to_string("web/front.html", {"games": shown}, request)
    return pressed.page(request, text, pieces)


@cache
def _introduced(name: str, language: str) -> dict[str, str]:
    """A game's title and picture."""
    game = games.find(name)
    state = _showcase(name)
    told = game.speaker(language, (), state.seats)
    layers = (game.face.ground(state.frame, told), game.face.draw(state.view(None), told))
    picture = "".join(f'<div class="layer">{layer}</div>' for layer in layers)
    return {
        "name": name,
        "title": told.say(game.title),
        "picture": "" if layers[0] is None else picture,
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
