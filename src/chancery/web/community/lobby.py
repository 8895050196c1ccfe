"""The lobby: one's own tables (those that wait first), tables to join and to watch."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from chancery.core import Speaker
from chancery.core.words import N_, Template, say
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import game_called
from chancery.web.community.news import news
from chancery.web.identity.request import Request
from chancery.web.play import exhibitions
from chancery.web.tables import lists
from chancery.web.tables.introductions import introductions
from chancery.web.tables.models import Table
from chancery.web.tables.public_tables import KINDS, Filter, PublicTables, filter_in

# filters of open tables: their titles, and the title of each value
FILTERS: dict[str, tuple[Template, dict[str, Template]]] = {
    "rated": (
        N_("Rating"),
        {"": N_("rated or not"), "yes": N_("rated games"), "no": N_("unrated games")},
    ),
    "pace": (
        N_("Time per move"),
        {"": N_("any"), "live": N_("no time limit"), "days": N_("days per move")},
    ),
    "bots": (
        N_("Bots"),
        {"": N_("with or without bots"), "with": N_("with bots"), "without": N_("people only")},
    ),
}


@require_safe
@ensure_csrf_cookie
def lobby(request: Request) -> HttpResponse:
    """The lobby: own tables, invitations, open tables, tables to watch."""
    lists = _lists(request)
    wanted: Filter = lists["wanted"]
    context = {"all_games": wanted._replace(game="").query, **lists, **news(request)}
    if "only" not in lists and not lists["lists"]["watch"]:
        context |= exhibitions.to_watch(request.language)
    return render(request, "web/lobby.html", context)


def _games(wanted: Filter, language: str) -> list[dict[str, Any]]:
    """Return the games that can be played, each with the query of its lists."""
    return [
        game | {"query": wanted._replace(game=game["name"]).query}
        for game in introductions(language)
    ]


def _kinds(wanted: Filter, speaker: Speaker) -> list[dict[str, Any]]:
    """Return the filters of open tables with their values, marking the chosen ones."""
    return [
        {
            "name": name,
            "title": speaker.say(say(FILTERS[name][0])),
            "values": [
                (value, speaker.say(say(text)), value == getattr(wanted, name))
                for value, text in FILTERS[name][1].items()
            ],
        }
        for name in KINDS
    ]


@require_safe
def lobby_part(request: Request) -> HttpResponse:
    """The lists of the lobby again, for a page that stays open, with the versions of its tables."""
    shown = _lists(request)
    context = {"speaker": speaker_for(request.language), **shown}
    return JsonResponse(
        {
            "lists": render_to_string("web/parts/lists.html", context),
            "versions": shown["versions"],
            "turns": [f"{row['game']}: {row['title']}" for row in shown["asked"]],
        }
    )


@require_safe
def badge(request: Request) -> HttpResponse:
    """The badge of the page header, for a page that stays open."""
    waits = lists.waiting_in_all(request.visitor)
    return JsonResponse(
        {
            "badge": render_to_string(
                "web/parts/badge.html", {"speaker": speaker_for(request.language), "waits": waits}
            )
        }
    )


@require_safe
def watch(request: Request, name: str) -> HttpResponse:
    """Redirect to the public games of one kind; if there are none, to the last finished one, or
    to the one that bots play for visitors."""
    game = game_called(name)
    query = Filter(game.name).query
    if not PublicTables(request.visitor, "watch", Filter(game.name))[:1]:
        over = Table.objects.filter(game=game.name, public=True, over=True, closed=False)
        last = over.filter(private=False).order_by("-finished").values_list("slug").first()
        if last is not None:
            return redirect("replay", slug=last[0], step=0)
        played = Table.objects.filter(exhibition__game=game.name).values_list("slug").first()
        if played is not None:
            return redirect("table", slug=played[0])
    return redirect(f"{reverse('lobby')}?list=watch&{query}")


def _lists(request: Request) -> dict[str, Any]:
    """Return the first page of every list, or the requested page of one."""
    wanted = filter_in(request.GET)
    wanted_lists = lists.Lists(request.visitor, request.language, wanted)
    name = request.GET.get("list", "")
    pages_asked = (
        {name: request.GET.get("page")} if name in lists.LISTS else dict.fromkeys(lists.LISTS)
    )
    pages = wanted_lists.pages(pages_asked)
    speaker = speaker_for(request.language)
    shown = {
        "games": _games(wanted, request.language),
        "lists": pages,
        "kinds": _kinds(wanted, speaker),
        "nameless": request.visitor is None or not request.visitor.name,
        "asked": wanted_lists.turns,
        "versions": wanted_lists.versions,
        "wanted": wanted,
        "kept": f"{wanted.query}&" if wanted.query else "",
        "again": wanted.query,
    }
    if len(pages) > 1:
        invitations = len(pages["invitations"].paginator.object_list)
        waits = lists.Waiting(wanted_lists.asked, invitations)
        return shown if wanted.game else shown | {"waits": waits}
    again = f"list={name}&page={pages[name].number}"
    return shown | {"only": name, "again": "&".join(filter(None, (again, wanted.query)))}
