"""Rankings of tournaments, leagues and teams as pages show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.urls import reverse

from chancery.core.words import T, Text
from chancery.web.base.speaker import speaker_for
from chancery.web.community import leagues, teams, tournaments
from chancery.web.community.models import Entrant, League, Team, Tournament
from chancery.web.community.standings import halves


class Line(NamedTuple):
    """A line of a ranking."""

    place: int
    name: str
    address: str  # of its page; empty: there is none
    score: int  # in halves
    numbers: tuple[str | int, ...] = ()  # of further columns
    notes: tuple[str, ...] = ()


class Ranking(NamedTuple):
    """A table with a bar for each line."""

    key: str  # the id of its section
    title: Text
    named: Text  # the heading of the names
    columns: tuple[Text, ...]
    lines: Sequence[Line]
    hint: Text | None = None


def shown(rankings: Sequence[Ranking], language: str) -> list[dict[str, Any]]:
    """Return rankings for templates, without empty ones."""
    say = speaker_for(language).say
    return [
        {
            "key": ranking.key,
            "title": say(ranking.title),
            "named": say(ranking.named),
            "columns": [say(column) for column in ranking.columns],
            "rows": _with_bars(ranking.lines),
            "hint": ranking.hint and say(ranking.hint),
        }
        for ranking in rankings
        if ranking.lines
    ]


def _with_bars(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Return lines with points as people write them, and a bar for each."""
    most = max(line.score for line in lines) or 1
    return [
        line._asdict() | {"points": halves(line.score), "bar": f"{100 * line.score / most:.1f}"}
        for line in lines
    ]


def _person(name: str) -> str:
    return reverse("person", args=[name]) if name else ""


def of_tournament(
    tournament: Tournament, entrants: dict[int, Entrant], names: dict[int, str], language: str
) -> Ranking:
    """Return the standings of a tournament."""
    say = speaker_for(language).say

    def notes(entrant: Entrant) -> tuple[str, ...]:
        team = (entrant.team.name,) if entrant.team else ()
        return (*team, say(T("withdrawn"))) if entrant.withdrawn else team

    return Ranking(
        "standings",
        T("Final standings") if tournament.finished else T("Standings"),
        T("Name"),
        (T("Opponents’ points"), T("Head to head"), T("Drawn lot")),
        [
            Line(
                row.place,
                names[row.player] or say(T("a deleted player")),
                _person(names[row.player]),
                row.score,
                (halves(row.opponents), halves(row.direct), row.lot),
                notes(entrants[row.player]),
            )
            for row in tournaments.ranking(tournament)
        ],
    )


def of_league(league: League) -> Ranking:
    """Return the ranking of the players of a league."""
    return Ranking(
        "standings",
        T("All seasons"),
        T("Name"),
        (T("Games"), T("Seasons")),
        [
            Line(row.place, row.name, _person(row.name), row.score, (row.games, row.seasons))
            for row in leagues.ranking(league)
        ],
    )


def of_teams(language: str, *seasons: Tournament) -> Ranking:
    """Return the ranking of the teams in these tournaments; empty if there is but one."""
    ranked = leagues.teams_of(*seasons)
    known = Team.objects.in_bulk([row.team for row in ranked])
    return Ranking(
        "teams",
        T("Teams"),
        T("Team"),
        (T("Players"),),
        [
            Line(
                row.place,
                teams.title(known[row.team], language),
                reverse("team", args=[known[row.team].slug]),
                row.score,
                (row.players,),
            )
            for row in ranked
        ]
        if len(ranked) > 1
        else [],
        T("Of each tournament the three best results of a team count."),
    )
