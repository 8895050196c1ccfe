"""Rankings of leagues and teams as pages show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chancery.web.community import leagues, teams
from chancery.web.community.models import Team, Tournament
from chancery.web.community.standings import halves


def with_bars(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return a ranking with points as people write them, and a bar for each."""
    most = max((row.score for row in rows), default=0) or 1
    return [
        row._asdict() | {"points": halves(row.score), "bar": f"{100 * row.score / most:.1f}"}
        for row in rows
    ]


def team_rows(language: str, *seasons: Tournament) -> list[dict[str, Any]]:
    """Return the ranking of the teams in these tournaments; none if there is but one."""
    ranked = leagues.teams_of(*seasons)
    known = Team.objects.in_bulk([row.team for row in ranked])
    rows = with_bars(ranked) if len(ranked) > 1 else []
    for row in rows:
        team = known[row["team"]]
        row |= {"slug": team.slug, "name": teams.title(team, language)}
    return rows
