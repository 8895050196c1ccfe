"""Lists of tournaments: open, running and finished ones."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet

from chancery import games
from chancery.core.words import TN, T, say
from chancery.web.base.speaker import speaker_for
from chancery.web.community import tournaments
from chancery.web.community.models import Tournament

MANY = 30  # per page


def _found() -> QuerySet[Any]:
    """Return all tournaments: open ones first, then running, then finished; each latest first."""
    return (
        Tournament.objects.filter(game__in=games.names())
        .select_related("host")
        .annotate(many=Count("entrants"))
        .order_by(F("finished").desc(nulls_first=True), F("started").desc(nulls_first=True), "-pk")
    )


def announced(number: int, language: str) -> list[dict[str, Any]]:
    """Return the first tournaments that are not finished, for the lobby."""
    return [line(row, language) for row in _found().filter(finished=None)[:number]]


def page(number: str | None, language: str) -> Page[Any]:
    """Return a page of all tournaments."""
    found = Paginator(_found(), MANY).get_page(number)
    found.object_list = [line(row, language) for row in found.object_list]
    return found


def title_of(tournament: Tournament, language: str) -> str:
    """Return the title of a tournament; without one, that of its game."""
    game = games.find(tournament.game)
    return tournament.title or speaker_for(language).say(game.title)


def line(row: Any, language: str) -> dict[str, Any]:
    """Return a tournament as a row of a list."""
    speaker = speaker_for(language)
    if row.finished is not None:
        state = speaker.say(T("over"))
    elif row.started is not None:
        state = speaker.say(T("round {n} of {all}", n=row.round, all=row.rounds))
    else:
        state = speaker.say(T("{n} of {all} players", n=row.many, all=row.wanted))
    return {
        "slug": row.slug,
        "title": title_of(row, language),
        "game": game_title(row, language),
        "kind": speaker.say(say(tournaments.KINDS[row.kind])),
        "open": row.started is None,
        "state": state,
        "pace": speaker.say(
            TN(
                "{n} day per move, then a bot plays on",
                "{n} days per move, then a bot plays on",
                n=row.days,
            )
        ),
        "rated": row.rated,
        "host": row.host.username if row.host is not None else "",
        "when": row.finished or row.started or row.created,
    }


def game_title(tournament: Tournament, language: str) -> str:
    """Return the title of the game of a tournament."""
    return speaker_for(language).say(games.find(tournament.game).title)
