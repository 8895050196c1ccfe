"""Pages of teams and leagues: lists, single ones, and what is done there."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import games
from chancery.web.base.refusals import Empty
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean
from chancery.web.community import (
    leagues,
    rankings,
    teams,
    tournament_lists,
    tournaments,
)
from chancery.web.community.models import League, Member, Tournament
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_of
from chancery.web.tables.introductions import boards, introduction, introductions

MANY = 50  # per page
SEASONS = 10  # on the page of a league


def _account(request: Request) -> Account | None:
    return request.user if request.user.is_authenticated else None


# -- teams --------------------------------------------------------------------------------------


@require_safe
@ensure_csrf_cookie
def team_index(request: Request) -> HttpResponse:
    """The list of teams, and the form to found one."""
    account = _account(request)
    membership = (
        Member.objects.filter(account=account).select_related("team").first() if account else None
    )
    page = Paginator(teams.found_teams(), teams.MANY).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": [
            (team.slug, teams.title(team, request.language), getattr(team, "many", 0))
            for team in page
        ],
        "own": membership
        and (membership.team.slug, teams.title(membership.team, request.language)),
        "longest": teams.LONGEST_NAME,
        "boards": boards(request.language),
        "account": account is not None,
    }
    return render(request, "web/teams/index.html", context)


@require_safe
@ensure_csrf_cookie
def team_page(request: Request, slug: str) -> HttpResponse:
    """The page of a team: its members, and the tournaments that they have played for it."""
    team, account = teams.called(slug), _account(request)
    members = [member.account for member in team.members.select_related("account")]
    inside = account in members
    played = Tournament.objects.filter(entrants__team=team, game__in=games.names()).distinct()
    latest = list(played.annotate(many=Count("entrants")).order_by("-pk")[:MANY])
    context = {
        "team": team,
        "title": teams.title(team, request.language),
        "members": [member.username for member in members],
        "captain": inside and members[0] == account,
        "inside": inside,
        "link": f"{reverse('team', args=[team.slug])}?key={team.key}" if inside else "",
        "key": request.GET.get("key", ""),
        "may_join": not inside and request.GET.get("key", "") == team.key,
        "account": account is not None,
        "tournaments": tournament_lists.lines(latest, request.language),
    }
    return render(request, "web/teams/page.html", context)


@require_POST
def found_team(request: Request) -> HttpResponse:
    """Create a team with its first member."""
    team = teams.found(account_of(request), request.POST.get("name", ""))
    return redirect("team", slug=team.slug)


@require_POST
def change_team(request: Request, slug: str) -> HttpResponse:
    """Join or leave a team, or remove a member."""
    account, team = account_of(request), teams.called(slug)
    match request.POST.get("do", ""):
        case "join":
            teams.join(team, account, request.POST.get("key", ""))
        case "leave":
            if not teams.leave(team, account):
                return redirect("teams")
        case "remove":
            teams.remove(team, account, request.POST.get("name", ""))
        case _:
            raise Empty()
    return redirect("team", slug=slug)


# -- leagues ------------------------------------------------------------------------------------


@require_safe
def league_index(request: Request) -> HttpResponse:
    """The list of leagues, those first that have begun a season last."""
    page = Paginator(leagues.found(), leagues.MANY).get_page(request.GET.get("page"))
    speaker = speaker_for(request.language)
    context = {
        "page": page,
        "rows": [
            {
                "slug": league.slug,
                "title": _title(league, request.language),
                "game": speaker.say(games.find(league.game).title),
                "seasons": getattr(league, "seasons", None) or 0,
                "board": introduction(league.game, request.language)["board"],
            }
            for league in page
        ],
        "games": introductions(request.language),
        "boards": boards(request.language),
        "account": _account(request) is not None,
    }
    return render(request, "web/leagues/index.html", context)


def _title(league: League, language: str) -> str:
    return league.title or speaker_for(language).say(games.find(league.game).title)


@require_safe
@ensure_csrf_cookie
def league_page(request: Request, slug: str) -> HttpResponse:
    """The page of a league: its seasons, and the rankings of players and teams over all of them."""
    league, account = leagues.called(slug), _account(request)
    rows = league.tournaments.annotate(many=Count("entrants")).order_by("-season")
    seasons = list(rows[:SEASONS])
    shown = tournament_lists.lines(seasons, request.language)
    for line, season in zip(shown, seasons, strict=True):
        line |= {"season": season.season, "winner": leagues.winner(season)}
    host = account is not None and league.host_id == account.pk
    context = {
        "league": league,
        "title": _title(league, request.language),
        "game": speaker_for(request.language).say(games.find(league.game).title),
        "board": tournament_lists.board_of(seasons[0]) if seasons else {},
        "seasons": shown,
        "rankings": rankings.shown(
            [
                rankings.of_league(league),
                rankings.of_teams(request.language, *league.tournaments.all()),
            ],
            request.language,
        ),
        "may_open": host and bool(seasons) and seasons[0].finished is not None,
    }
    return render(request, "web/leagues/page.html", context)


@require_POST
def begin_league(request: Request, slug: str) -> HttpResponse:
    """Make a tournament the first season of a league."""
    account = account_of(request)
    title = clean(request.POST.get("title", ""), leagues.LONGEST_TITLE)
    league = leagues.begin(tournaments.called(slug), account, title)
    return redirect("league", slug=league.slug)


@require_POST
def next_season(request: Request, slug: str) -> HttpResponse:
    """Open the next season of a league."""
    account = account_of(request)
    season = leagues.next_season(leagues.called(slug), account)
    return redirect("tournament", slug=season.slug)
