"""The lobby: one's own tables with those first that wait for one, tables to join and to watch."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from chancery import games
from chancery.core import Speaker
from chancery.page.words import Words
from chancery.web.base.sent import game_called
from chancery.web.base.speaker import speaker_for
from chancery.web.people.request import Request
from chancery.web.tables import lists
from chancery.web.tables.filters import KINDS, Filter, filter_in
from chancery.web.tables.models import Table
from chancery.web.tables.strangers import Strangers
from chancery.web.town.news import news

LAST_STEP = 999_999  # of a replay, however long it is


@require_safe
@ensure_csrf_cookie
def lobby(request: Request) -> HttpResponse:
    """One's own tables, invitations, open tables, tables to watch."""
    found = _lists(request)
    wanted: Filter = found["wanted"]
    context = {"all_games": wanted._replace(game="").query, **found, **news(request)}
    return render(request, "web/lobby.html", context)


def _games(wanted: Filter, told: Speaker) -> list[dict[str, str]]:
    """The games that can be played, each with the address of its lists."""
    return [
        {
            "name": name,
            "title": told.say(games.find(name).title),
            "query": wanted._replace(game=name).query,
        }
        for name in games.names()
    ]


def _kinds(wanted: Filter, said: Words) -> list[dict[str, Any]]:
    """What can be asked of open tables, and what is."""
    return [
        {
            "name": name,
            "title": said[f"filter_{name}"],
            "values": [
                (value, said[f"filter_{name}_{value or 'any'}"], value == getattr(wanted, name))
                for value in ("", *values)
            ],
        }
        for name, values in KINDS.items()
    ]


@require_safe
def lobby_part(request: Request) -> HttpResponse:
    """The lists once more, for a page that stays open; and how far each of the tables is."""
    found = _lists(request)
    context = {"w": Words(speaker_for(request.language)), **found}
    return JsonResponse(
        {
            "lists": render_to_string("web/parts/lists.html", context),
            "versions": found["versions"],
            "turns": [f"{row['game']}: {row['title']}" for row in found["asked"]],
        }
    )


@require_safe
def badge(request: Request) -> HttpResponse:
    """What waits for the reader, in numbers, for a page that stays open."""
    said = Words(speaker_for(request.language))
    waits = lists.waiting_in_all(request.visitor)
    return JsonResponse(
        {"badge": render_to_string("web/parts/badge.html", {"w": said, "waits": waits})}
    )


@require_safe
def watch(request: Request, name: str) -> HttpResponse:
    """To the games of one kind that are being played in public; if there is none, to the last that
    was played to its end, to step through it."""
    game = game_called(name)
    query = Filter(game.name).query
    if not Strangers(request.visitor, "watch", Filter(game.name))[:1]:
        over = Table.objects.filter(game=game.name, public=True, over=True, closed=False)
        last = over.filter(private=False).order_by("-finished").values_list("slug").first()
        if last is not None:
            return redirect("replay", slug=last[0], step=0)
    return redirect(f"{reverse('lobby')}?list=watch&{query}")


def _lists(request: Request) -> dict[str, Any]:
    """The first page of every list, or the page that is asked for of one."""
    wanted = filter_in(request.GET)
    found = lists.Lists(request.visitor, request.language, wanted)
    name = request.GET.get("list", "")
    asked = {name: request.GET.get("page")} if name in lists.LISTS else dict.fromkeys(lists.LISTS)
    pages = found.pages(asked)
    told = speaker_for(request.language)
    shown = {
        "games": _games(wanted, told),
        "lists": pages,
        "kinds": _kinds(wanted, Words(told)),
        "nameless": request.visitor is None or not request.visitor.name,
        "asked": found.turns,
        "versions": found.versions,
        "wanted": wanted,
        "kept": f"{wanted.query}&" if wanted.query else "",
        "again": wanted.query,
    }
    if len(pages) > 1:
        kept = len(pages["invitations"].paginator.object_list)
        waits = lists.Waiting(found.asked, kept)
        return shown if wanted.game else shown | {"waits": waits}
    again = f"list={name}&page={pages[name].number}"
    return shown | {"only": name, "again": "&".join(filter(None, (again, wanted.query)))}
