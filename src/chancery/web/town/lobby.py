"""The lobby: one's own tables with those first that wait for one, tables to join and to watch."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from chancery import games
from chancery.page.words import Words
from chancery.web.base.speaker import speaker_for
from chancery.web.people.request import Request
from chancery.web.tables import lists


@require_safe
@ensure_csrf_cookie
def lobby(request: Request) -> HttpResponse:
    """One's own tables, invitations, open tables, tables to watch."""
    told = speaker_for(request.language)
    named = [{"name": name, "title": told.say(games.find(name).title)} for name in games.names()]
    return render(request, "web/lobby.html", {"games": named, **_lists(request)})


@require_safe
def lobby_part(request: Request) -> HttpResponse:
    """The lists once more, for a page that stays open."""
    found = _lists(request)
    context = {"w": Words(speaker_for(request.language)), **found}
    return JsonResponse(
        {
            "lists": render_to_string("web/parts/lists.html", context),
            "turns": [f"{row['game']}: {row['title']}" for row in found["asked"]],
        }
    )


def _lists(request: Request) -> dict[str, Any]:
    """The first page of every list, or the page that is asked for of one."""
    found = lists.Lists(request.visitor, request.language)
    name = request.GET.get("list", "")
    wanted = {name: request.GET.get("page")} if name in lists.LISTS else dict.fromkeys(lists.LISTS)
    pages = found.pages(wanted)
    shown = {"lists": pages, "asked": found.turns, "turns": found.asked}
    return shown if len(pages) > 1 else shown | {"only": f"?list={name}&page={pages[name].number}"}
