"""Lists of tournaments: those that can be joined, those that are played, those that are over."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet

from chancery import games
from chancery.page.words import Words
from chancery.web.base.speaker import speaker_for
from chancery.web.town.models import Tournament

MANY = 30  # on a page


def _found() -> QuerySet[Any]:
    """Not yet started first, then those that are played, then those that are over; each the latest
    first."""
    return (
        Tournament.objects.filter(game__in=games.names())
        .select_related("host")
        .annotate(many=Count("entrants"))
        .order_by(F("finished").desc(nulls_first=True), F("started").desc(nulls_first=True), "-pk")
    )


def announced(number: int, language: str) -> list[dict[str, Any]]:
    """The first of those that are not over, for the lobby."""
    return [line(row, language) for row in _found().filter(finished=None)[:number]]


def page(number: str | None, language: str) -> Page[Any]:
    """A page of all of them."""
    found = Paginator(_found(), MANY).get_page(number)
    found.object_list = [line(row, language) for row in found.object_list]
    return found


def title_of(tournament: Tournament, language: str) -> str:
    """What it is called: by its host, or by its game."""
    game = games.find(tournament.game)
    return tournament.title or speaker_for(language).say(game.title)


def line(row: Any, language: str) -> dict[str, Any]:
    """A tournament as a line of a list."""
    said = Words(speaker_for(language))
    if row.finished is not None:
        state = said["tournament_over"]
    elif row.started is not None:
        state = said.text("round_of", n=row.round, all=row.rounds)
    else:
        state = said.text("players_of", n=row.many, all=row.wanted)
    return {
        "slug": row.slug,
        "title": title_of(row, language),
        "game": said_game(row, language),
        "kind": said[f"kind_{row.kind}"],
        "open": row.started is None,
        "state": state,
        "pace": said.text("pace_bot", n=row.days),
        "rated": row.rated,
        "host": row.host.username if row.host is not None else "",
        "when": row.finished or row.started or row.created,
    }


def said_game(tournament: Tournament, language: str) -> str:
    """The title of its game."""
    return speaker_for(language).say(games.find(tournament.game).title)
