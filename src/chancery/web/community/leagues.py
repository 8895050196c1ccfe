"""Leagues: tournaments of one kind, one after the other, each of them a season.

A league begins with a tournament, whose terms its next seasons have as well.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Max, QuerySet, Sum

from chancery import games
from chancery.web.base import limits
from chancery.web.base.refusals import NotHost, NotThere
from chancery.web.community import tournaments
from chancery.web.community.models import Chair, League, Tournament
from chancery.web.community.refusals import SeasonRunning
from chancery.web.community.teams import TeamStanding
from chancery.web.community.teams import ranking as team_ranking
from chancery.web.identity.models import Account
from chancery.web.tables.places import is_slug

LONGEST_TITLE = 50
MANY = 50  # per page of a list
SHOWN = 100  # players in the ranking of a league


def found() -> QuerySet[Any]:
    """Return all leagues, those first that have begun a season last; `seasons` is their number."""
    return (
        League.objects.filter(game__in=games.names())
        .annotate(seasons=Max("tournaments__season"), latest=Max("tournaments__pk"))
        .order_by("-latest", "-pk")
    )


def called(slug: str) -> League:
    """Return a league by its slug; raises NotThere."""
    rows = League.objects.filter(slug=slug, game__in=games.names()).select_related("host")
    league = rows.first() if is_slug(slug) else None
    if league is None:
        raise NotThere()
    return league


def begin(tournament: Tournament, account: Account, title: str) -> League:
    """Make a tournament the first season of a new league; for its host."""
    limits.spend("leagues", str(account.pk))
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if locked.host_id != account.pk or locked.league_id is not None:
            raise NotHost()
        league = League.objects.create(title=title, host=account, game=locked.game)
        locked.league, locked.season = league, 1
        locked.save(update_fields=["league", "season"])
    return league


def next_season(league: League, account: Account) -> Tournament:
    """Open the next season on the terms of the last one; for the host of the league."""
    with transaction.atomic():
        locked = League.objects.select_for_update().get(pk=league.pk)
        last = locked.tournaments.order_by("-season").first()
        if locked.host_id != account.pk or last is None:
            raise NotHost()
        if last.finished is None:
            raise SeasonRunning()
        season = (last.season or 0) + 1
        opened = tournaments.open_tournament(
            account,
            last.game,
            last.options,
            title=f"{locked.title[: tournaments.LONGEST_TITLE - 6]} · {season}"
            if locked.title
            else "",
            kind=last.kind,
            wanted=last.wanted,
            days=last.days,
            rounds=last.rounds or 1,
            rated=last.rated,
        )
        opened.league, opened.season = locked, season
        opened.save(update_fields=["league", "season"])
    return opened


class LeagueStanding(NamedTuple):
    """A line of the ranking of a league; scores in halves."""

    place: int
    name: str
    score: int
    games: int
    seasons: int


def ranking(league: League) -> list[LeagueStanding]:
    """Return the best players of all seasons together; equal scores share a place."""
    chairs = Chair.objects.filter(
        match__tournament__league=league, match__scored=True, entrant__account__isnull=False
    )
    rows = (
        chairs.order_by()
        .values("entrant__account__username")
        .annotate(
            total=Sum("score"), many=Count("pk"), seasons=Count("match__tournament", distinct=True)
        )
        .order_by("-total", "many", "entrant__account__username")[:SHOWN]
    )
    standings: list[LeagueStanding] = []
    for number, row in enumerate(rows, 1):
        score = row["total"]
        place = standings[-1].place if standings and standings[-1].score == score else number
        name = row["entrant__account__username"]
        standings.append(LeagueStanding(place, name, score, row["many"], row["seasons"]))
    return standings


def teams_of(*seasons: Tournament) -> list[TeamStanding]:
    """Return the ranking of the teams that have played in these tournaments."""
    chairs = Chair.objects.filter(
        match__tournament__in=seasons, match__scored=True, entrant__team__isnull=False
    )
    rows = chairs.order_by().values("match__tournament", "entrant__team", "entrant")
    return team_ranking(
        (row["match__tournament"], row["entrant__team"], row["total"])
        for row in rows.annotate(total=Sum("score"))
    )


def winner(season: Tournament) -> str:
    """Return the name of who has won a season; empty while it goes on, or if he has left."""
    if season.finished is None:
        return ""
    first = _first_of(season.pk, season.finished)
    entrant = season.entrants.filter(pk__in=first).select_related("account").first()
    return entrant.account.username if entrant and entrant.account else ""


@lru_cache(maxsize=1000)
def _first_of(season: int, finished: datetime) -> tuple[int, ...]:
    """Return who is first in a season that has finished, if anybody; its results do not change any
    more."""
    return tuple(row.player for row in tournaments.ranking(Tournament.objects.get(pk=season))[:1])
