"""Teams of accounts: found one, join it by its link, leave it.

An account is in one team at most. What it plays in tournaments counts for the team it was in when
it entered, whatever it does later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Count, QuerySet

from chancery.core.words import T
from chancery.web.base import limits
from chancery.web.base.keys import new_key
from chancery.web.base.refusals import Empty, NotThere, NotYours
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean
from chancery.web.community.models import Member, Team
from chancery.web.community.refusals import InTeam, NameTaken, TeamFull, WrongTeamLink
from chancery.web.identity import names
from chancery.web.identity.models import Account
from chancery.web.tables.places import is_slug

LONGEST_NAME = 40
MANY = 50  # per page of a list
MOST = 20  # members
BEST = 3  # members whose results count for a team in a tournament


def found_teams() -> QuerySet[Any]:
    """Return all teams by name, each with the number of its members as `many`."""
    return Team.objects.annotate(many=Count("members")).order_by("plain")


def called(slug: str) -> Team:
    """Return a team by its slug; raises NotThere."""
    team = Team.objects.filter(slug=slug).first() if is_slug(slug) else None
    if team is None:
        raise NotThere()
    return team


def found(account: Account, text: str) -> Team:
    """Found a team, with the account as its captain; raises Empty for a name that is too short."""
    name = clean(text, LONGEST_NAME)
    if len(name) < 2:
        raise Empty()
    limits.spend("teams", str(account.pk))
    try:
        with transaction.atomic():
            team = Team.objects.create(name=name, plain=names.plain(name))
            _add(team, account)
    except IntegrityError:
        raise NameTaken() from None
    return team


def _add(team: Team, account: Account) -> None:
    Account.objects.select_for_update().get(pk=account.pk)
    if Member.objects.filter(account=account).exists():
        raise InTeam()
    Member.objects.create(team=team, account=account)


def join(team: Team, account: Account, key: str) -> None:
    """Join a team by its link."""
    if key != team.key:
        raise WrongTeamLink()
    limits.spend("teams", str(account.pk))
    with transaction.atomic():
        team = Team.objects.select_for_update().get(pk=team.pk)
        if team.members.count() >= MOST:
            raise TeamFull(n=MOST)
        _add(team, account)


def leave(team: Team, account: Account) -> bool:
    """Leave a team; whether it goes on. Without members and results it is deleted."""
    with transaction.atomic():
        team = Team.objects.select_for_update().get(pk=team.pk)
        if not team.members.filter(account=account).delete()[0]:
            raise NotYours()
        goes_on = team.members.exists() or team.entrants.exists()
        if not goes_on:
            team.delete()
    return goes_on


def remove(team: Team, captain: Account, name: str) -> None:
    """Remove a member, and change the link by which it could come back; for the captain."""
    first = team.members.select_related("account").first()
    if first is None or first.account_id != captain.pk:
        raise NotYours()
    with transaction.atomic():
        others = team.members.exclude(account=captain)
        if others.filter(account__username=name).delete()[0]:
            Team.objects.filter(pk=team.pk).update(key=new_key())


def title(team: Team, language: str) -> str:
    """Return the name of a team."""
    return team.name or speaker_for(language).say(T("a team"))


class TeamStanding(NamedTuple):
    """A line of the ranking of teams; scores in halves."""

    place: int
    team: int
    score: int
    players: int


def ranking(results: Iterable[tuple[int, int, int]]) -> list[TeamStanding]:
    """Return the ranking of teams, best first, from tournament, team and score of each player. Of
    each tournament the best few results of a team count; equal scores share a place."""
    by_team: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for tournament, team, score in results:
        by_team[team][tournament].append(score)

    def total(scores: Mapping[int, list[int]]) -> int:
        return sum(sum(sorted(scores_of_team)[-BEST:]) for scores_of_team in scores.values())

    totals = {team: total(scores) for team, scores in by_team.items()}
    return [
        TeamStanding(
            place=1 + sum(other > totals[team] for other in totals.values()),
            team=team,
            score=totals[team],
            players=sum(map(len, by_team[team].values())),
        )
        for team in sorted(totals, key=lambda team: (-totals[team], team))
    ]
