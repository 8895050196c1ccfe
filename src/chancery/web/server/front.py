"""The front page: the games, and what is being played now; and the choice of language."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots, games
from chancery.core import BadOption, Game
from chancery.core.options import spell
from chancery.core.words import LANGUAGES, Speaker, Text
from chancery.web.base.user_input import back_to
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import remember_guest, visitor_of
from chancery.web.learn import daily
from chancery.web.play import exhibitions
from chancery.web.tables import lists, quotas
from chancery.web.tables.introductions import introduction
from chancery.web.tables.lines import rows_of
from chancery.web.tables.public_tables import PublicTables

GOING_ON = 6  # public games on the front page
OWN = 4  # of one's own games


@require_POST
def set_language(request: Request) -> HttpResponse:
    """Remember the language that a visitor has chosen, and lead back to the page."""
    visitor = visitor_of(request)
    code = request.POST.get("language", "")
    if code in LANGUAGES:
        visitor.language = code
        visitor.save(update_fields=["language"])
    return remember_guest(request, redirect(back_to(request.POST.get("back", ""), "/")))


@require_safe
@ensure_csrf_cookie
def front(request: Request) -> HttpResponse:
    """The front page: each game with its picture and links, and games to watch."""
    refused = quotas.bot_refusal(request.visitor)
    shown = [
        _introduced(name, request.language) | _bots(name, request.language, refused)
        for name in games.names()
    ]
    going_on = PublicTables(request.visitor, "watch")[:GOING_ON]
    rows = rows_of(going_on, request.visitor, request.language)
    context = {
        **_own(request),
        **exhibitions.to_watch(request.language),
        "games": shown,
        "going_on": [rows[pk] for pk in going_on if pk in rows],
        "daily": daily.position_of_the_day(timezone.now().date(), request.language),
    }
    return render(request, "web/front.html", context)


def _own(request: Request) -> dict[str, object]:
    """Return a visitor's own games, those first that wait for him."""
    if request.visitor is None:
        return {}
    own_lists = lists.Lists(request.visitor, request.language)
    pages = own_lists.pages({"turns": 1, "running": 1})
    own_rows = [row for name in ("turns", "running") for row in pages[name]]
    return {
        "own": own_rows[:OWN],
        "own_more": len(own_rows) > OWN,
        "turns": len(pages["turns"].object_list),
    }


def _bots(name: str, language: str, refused: Text | None) -> dict[str, object]:
    """Return the bots that the reader may choose now, and why some are missing."""
    game = games.find(name)
    speaker, best = game.speaker(language), bots.best(game)
    missing = quotas.no_masters(game, refused)
    return {
        "bots": [
            (kind, speaker.say(bots.introduced(kind, game)), kind == best)
            for kind in quotas.offered_bots(game, refused)
        ],
        "no_masters": speaker.say(missing) if missing else "",
    }


@cache
def _introduced(name: str, language: str) -> dict[str, object]:
    """Return the introduction of a game, its languages, and how to play at once."""
    game = games.find(name)
    choices = _choices(game, game.speaker(language))
    return introduction(name, language) | {"spoken": _spoken(game), **choices}


def _spoken(game: Game[Any, Any]) -> tuple[str, ...]:
    """Return the languages of a game by their own names: English, and those it is translated
    into."""
    catalogues = game.folder / "locale"
    return tuple(
        title for code, title in LANGUAGES.items() if code == "en" or (catalogues / code).is_dir()
    )


def _choices(game: Game[Any, Any], speaker: Speaker) -> dict[str, object]:
    """Return what a reader who plays at once may choose: his seat, and the options that change
    the seats, with those values that are valid while all others keep their defaults."""
    usual = game.seats(game.complete_options({}))
    seats = dict.fromkeys(usual)
    seats_left: list[tuple[str, Sequence[str]]] = []  # the seats that a choice leaves
    options = []
    for option in game.options:
        values = {}
        for value, text in option.values.items():
            with suppress(BadOption):
                values[value] = text, game.seats(game.complete_options({option.name: value}))
        if any(digest != usual for _, digest in values.values()):
            for value, (_, digest) in values.items():
                seats |= dict.fromkeys(digest)
                seats_left.append((f"option-{option.name}={spell(value)}", digest))
            offered = [
                (spell(value), speaker.say(text), value == option.default)
                for value, (text, _) in values.items()
            ]
            options.append((option.name, speaker.say(option.title), offered))
    return {
        "seats": [
            (
                seat,
                speaker.say(game.seat_title(seat)),
                " ".join(choice for choice, digest in seats_left if seat not in digest),
            )
            for seat in seats
        ],
        "options": options,
    }
