"""Lists of tournaments: open, running and finished ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet

from chancery import games
from chancery.core.words import TN, T, say
from chancery.web.base.speaker import speaker_for
from chancery.web.community import tournaments
from chancery.web.community.models import Match, Tournament
from chancery.web.tables.lines import Addresses, addresses, opening_addresses
from chancery.web.tables.models import Table

MANY = 30  # per page


def found() -> QuerySet[Any]:
    """Return all tournaments: open ones first, then running, then finished; each latest first."""
    return (
        Tournament.objects.filter(game__in=games.names())
        .select_related("host", "league")
        .annotate(many=Count("entrants"))
        .order_by(F("finished").desc(nulls_first=True), F("started").desc(nulls_first=True), "-pk")
    )


def announced(number: int, language: str) -> list[dict[str, Any]]:
    """Return the first tournaments that are not finished, for the lobby."""
    return lines(list(found().filter(finished=None)[:number]), language)


def page(number: str | None, language: str) -> Page[Any]:
    """Return a page of all tournaments."""
    page = Paginator(found(), MANY).get_page(number)
    page.object_list = lines(list(page.object_list), language)
    return page


def title_of(tournament: Tournament, language: str) -> str:
    """Return the title of a tournament; without one, that of its game."""
    game = games.find(tournament.game)
    return tournament.title or speaker_for(language).say(game.title)


def lines(rows: Sequence[Any], language: str) -> list[dict[str, Any]]:
    """Return tournaments as rows of a list, each with the board of a table that it plays now."""
    matches = Match.objects.filter(tournament__in=[row.pk for row in rows], table__isnull=False)
    latest = matches.order_by("round", "-scored", "-number").select_related("table")
    tables = {match.tournament_id: match.table for match in latest}
    return [_line(row, tables.get(row.pk), language) for row in rows]


def board_of(tournament: Tournament, table: Table | None = None) -> Addresses:
    """Return the board of a table of a tournament; without one, that of a new game."""
    if table is not None:
        return addresses(table, shipped=True)
    game = games.find(tournament.game)
    return opening_addresses(game, game.complete_options(tournament.options))


def _line(row: Any, table: Table | None, language: str) -> dict[str, Any]:
    speaker = speaker_for(language)
    if row.finished is not None:
        state = speaker.say(T("over"))
    elif row.started is not None:
        state = speaker.say(T("round {n} of {all}", n=row.round, all=row.rounds))
    else:
        state = speaker.say(T("{n} of {all} players", n=row.many, all=row.wanted))
    return {
        "slug": row.slug,
        "board": board_of(row, table),
        "pips": pips(row, row.many),
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


def pips(tournament: Tournament, joined: int) -> list[str]:
    """Return how far a tournament is: before the start a pip for every player, and then one for
    every round; `done`, `now` or empty."""
    if tournament.started is None:
        return ["done"] * joined + [""] * (tournament.wanted - joined)
    over = tournament.finished is not None
    rounds_played = tournament.round if over else tournament.round - 1
    rounds = tournament.round if over else max(tournament.rounds, tournament.round)
    return ["done"] * rounds_played + ["now"] * (not over) + [""] * (rounds - rounds_played - 1)


def game_title(tournament: Tournament, language: str) -> str:
    """Return the title of the game of a tournament."""
    return speaker_for(language).say(games.find(tournament.game).title)
