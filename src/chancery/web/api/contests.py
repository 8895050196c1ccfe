"""Operations of tournaments, leagues and teams."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from ninja import Path, Query, Router
from ninja.responses import Status

from chancery import games
from chancery.web.api import shapes
from chancery.web.api.requests import ANYBODY, DOING, SENDING, caller, responses
from chancery.web.base.user_input import clean, game_called
from chancery.web.community import leagues, teams, tournament_lists, tournaments
from chancery.web.community.models import Chair, Match, Member, Team, Tournament
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request

router = Router(tags=["Tournaments"])
SEASONS = 20  # that a league shows
PLAYED = 50  # tournaments that a team shows

TournamentSlug = Annotated[
    str, Path(description="the name of the tournament", example="k3v_9Zb1xQWa7u2M")
]
LeagueSlug = Annotated[str, Path(description="the name of the league", example="k3v_9Zb1xQWa7u2M")]
TeamSlug = Annotated[str, Path(description="the name of the team", example="k3v_9Zb1xQWa7u2M")]
PageNumber = Annotated[int, Query(description="which part of the list", ge=1, le=9_999, example=1)]


def _account(request: Request) -> Account:
    account = caller(request).account
    assert account is not None
    return account


def _page(rows: QuerySet[Any], page: int, size: int) -> tuple[list[Any], int | None]:
    """Return a page of a list, and the number of the next one."""
    one_more = list(rows[(page - 1) * size : page * size + 1])
    return one_more[:size], page + 1 if len(one_more) > size else None


# -- tournaments --------------------------------------------------------------------------------


def _facts(row: Any) -> dict[str, Any]:
    """Return what lists show of a tournament that `tournament_lists.found` has read."""
    return {
        "slug": row.slug,
        "title": row.title,
        "game": row.game,
        "options": row.options,
        "kind": row.kind,
        "host": row.host.username if row.host else None,
        "players": row.many,
        "wanted": row.wanted,
        "days": row.days,
        "round": row.round,
        "rounds": row.rounds,
        "rated": row.rated,
        "league": row.league.slug if row.league else None,
        "season": row.season,
        "created": row.created,
        "started": row.started,
        "finished": row.finished,
    }


def _tournament(slug: str) -> shapes.Tournament:
    row = tournament_lists.found().get(slug=slug)
    entrants = list(row.entrants.select_related("account", "team"))
    names = {
        entrant.pk: entrant.account.username if entrant.account else None for entrant in entrants
    }
    game = games.find(row.game)
    seats = game.seats(game.complete_options(row.options))

    def chair(chair: Chair, over: bool) -> shapes.MatchSeat:
        return shapes.MatchSeat(
            seat=seats[chair.number],
            name=names[chair.entrant_id] if chair.entrant_id is not None else None,
            bot=chair.entrant_id is None,
            score=chair.score / 2 if over else None,
        )

    def match(match: Match) -> shapes.Match:
        return shapes.Match(
            round=match.round,
            number=match.number,
            table=match.table.slug if match.table else None,
            over=match.scored,
            seats=[chair(row, match.scored) for row in match.chairs.all()],
        )

    return shapes.Tournament(
        **_facts(row),
        seed=row.seed,
        entrants=[
            shapes.Entrant(
                name=names[entrant.pk],
                team=entrant.team.slug if entrant.team else None,
                withdrawn=entrant.withdrawn,
            )
            for entrant in entrants
        ],
        standings=[
            shapes.Ranked(
                place=line.place,
                name=names[line.player],
                score=line.score / 2,
                games=line.games,
                opponents=line.opponents / 2,
                direct=line.direct / 2,
                lot=line.lot,
            )
            for line in (tournaments.ranking(row) if row.started else ())
        ],
        teams=_ranked_teams(row),
        matches=[
            match(each) for each in row.matches.select_related("table").prefetch_related("chairs")
        ],
    )


@router.get("/tournaments", response=responses(shapes.Tournaments, 422), **ANYBODY)
def list_tournaments(request: Request, page: PageNumber = 1) -> shapes.Tournaments:
    """List tournaments: those that can be joined, then running ones, then finished ones."""
    rows, following = _page(tournament_lists.found(), page, tournament_lists.MANY)
    return shapes.Tournaments(
        tournaments=[shapes.Contest(**_facts(row)) for row in rows], next=following
    )


@router.get("/tournaments/{slug}", response=responses(shapes.Tournament, 404), **ANYBODY)
def show_tournament(request: Request, slug: TournamentSlug) -> shapes.Tournament:
    """Describe one tournament: its players, standings and tables."""
    return _tournament(tournaments.called(slug).slug)


@router.post(
    "/tournaments", response=responses(shapes.Tournament, 404, 413, 415, 422, 429, status=201)
)
def open_tournament(request: Request, sent: shapes.NewTournament) -> Status[shapes.Tournament]:
    """Open a tournament, in which you play."""
    account = _account(request)
    game = game_called(sent.game)
    opened = tournaments.open_tournament(
        account,
        game.name,
        game.complete_options(sent.options),
        title=clean(sent.title, tournaments.LONGEST_TITLE),
        kind=sent.kind,
        wanted=sent.wanted,
        days=sent.days,
        rounds=sent.rounds,
        rated=sent.rated,
    )
    return Status(201, _tournament(opened.slug))


@router.post("/tournaments/{slug}/join", response=responses(shapes.Tournament, *DOING))
def join_tournament(request: Request, slug: TournamentSlug) -> shapes.Tournament:
    """Join a tournament; it starts when the last player has joined."""
    tournaments.join(tournaments.called(slug), _account(request))
    return _tournament(slug)


@router.post("/tournaments/{slug}/withdraw", response=responses(shapes.Tournament, *DOING))
def withdraw(request: Request, slug: TournamentSlug) -> shapes.Tournament:
    """Leave a tournament; if it has started, a bot plays on at your table and it is lost."""
    tournaments.withdraw(tournaments.called(slug), _account(request))
    return _tournament(slug)


@router.post("/tournaments/{slug}/start", response=responses(shapes.Tournament, *DOING))
def start_tournament(request: Request, slug: TournamentSlug) -> shapes.Tournament:
    """Start a tournament before all players have joined. For the host."""
    tournaments.start(tournaments.called(slug), _account(request))
    return _tournament(slug)


@router.post("/tournaments/{slug}/off", response=responses(shapes.Tournament, *DOING))
def cancel_tournament(request: Request, slug: TournamentSlug) -> shapes.Tournament:
    """Cancel a tournament that has not started; the answer is what it was. For the host."""
    tournament = tournaments.called(slug)
    last = _tournament(slug)
    tournaments.call_off(tournament, _account(request))
    return last


# -- leagues ------------------------------------------------------------------------------------


def _ranked_teams(*seasons: Tournament) -> list[shapes.RankedTeam]:
    ranked = leagues.teams_of(*seasons)
    known = Team.objects.in_bulk([row.team for row in ranked])
    return [
        shapes.RankedTeam(
            place=row.place,
            team=known[row.team].slug,
            name=known[row.team].name,
            score=row.score / 2,
            players=row.players,
        )
        for row in ranked
    ]


def _league_line(row: Any) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "title": row.title,
        "game": row.game,
        "seasons": row.seasons or 0,
    }


def _league(slug: str) -> shapes.League:
    row = leagues.found().select_related("host").get(slug=slug)
    seasons = tournament_lists.found().filter(league=row).order_by("-season")[:SEASONS]
    return shapes.League(
        **_league_line(row),
        host=row.host.username if row.host else None,
        tournaments=[
            shapes.Season(**_facts(season), winner=leagues.winner(season) or None)
            for season in seasons
        ],
        standings=[
            shapes.RankedMember(
                place=line.place,
                name=line.name,
                score=line.score / 2,
                games=line.games,
                seasons=line.seasons,
            )
            for line in leagues.ranking(row)
        ],
        teams=_ranked_teams(*row.tournaments.all()),
    )


@router.get("/leagues", response=responses(shapes.Leagues, 422), **ANYBODY)
def list_leagues(request: Request, page: PageNumber = 1) -> shapes.Leagues:
    """List leagues: tournaments of one kind, one after the other, each of them a season."""
    rows, following = _page(leagues.found(), page, leagues.MANY)
    return shapes.Leagues(
        leagues=[shapes.LeagueLine(**_league_line(row)) for row in rows], next=following
    )


@router.get("/leagues/{slug}", response=responses(shapes.League, 404), **ANYBODY)
def show_league(request: Request, slug: LeagueSlug) -> shapes.League:
    """Describe one league: its seasons, and the rankings over all of them."""
    return _league(leagues.called(slug).slug)


@router.post(
    "/tournaments/{slug}/league",
    response=responses(shapes.League, 404, 413, 415, 422, 429, status=201),
)
def begin_league(
    request: Request, slug: TournamentSlug, sent: shapes.NewLeague
) -> Status[shapes.League]:
    """Make a tournament the first season of a league. For its host."""
    tournament, account = tournaments.called(slug), _account(request)
    league = leagues.begin(tournament, account, clean(sent.title, leagues.LONGEST_TITLE))
    return Status(201, _league(league.slug))


@router.post(
    "/leagues/{slug}/season", response=responses(shapes.Tournament, 404, 422, 429, status=201)
)
def open_season(request: Request, slug: LeagueSlug) -> Status[shapes.Tournament]:
    """Open the next season of a league on the terms of the last one. For the host."""
    season = leagues.next_season(leagues.called(slug), _account(request))
    return Status(201, _tournament(season.slug))


# -- teams --------------------------------------------------------------------------------------


def _team(team: Team, account: Account | None) -> shapes.Team:
    rows = Member.objects.filter(team=team).select_related("account")
    members = [member.account for member in rows]
    played = tournament_lists.found().filter(pk__in=team.entrants.values("tournament"))
    return shapes.Team(
        slug=team.slug,
        name=team.name,
        members=[member.username for member in members],
        key=team.key if account in members else None,
        tournaments=[shapes.Contest(**_facts(row)) for row in played.order_by("-pk")[:PLAYED]],
    )


@router.get("/teams", response=responses(shapes.Teams, 422), **ANYBODY)
def list_teams(request: Request, page: PageNumber = 1) -> shapes.Teams:
    """List teams by name."""
    rows, following = _page(teams.found_teams(), page, teams.MANY)
    return shapes.Teams(
        teams=[shapes.TeamLine(slug=row.slug, name=row.name, members=row.many) for row in rows],
        next=following,
    )


@router.get("/teams/{slug}", response=responses(shapes.Team, 404), **ANYBODY)
def show_team(request: Request, slug: TeamSlug) -> shapes.Team:
    """Describe one team: its members, and the tournaments that were played for it."""
    visitor = request.visitor
    return _team(teams.called(slug), visitor.account if visitor else None)


@router.post("/teams", response=responses(shapes.Team, 413, 415, 422, 429, status=201))
def found_team(request: Request, sent: shapes.NewTeam) -> Status[shapes.Team]:
    """Found a team, with you as its captain. An account is in one team at most."""
    account = _account(request)
    return Status(201, _team(teams.found(account, sent.name), account))


@router.post("/teams/{slug}/join", response=responses(shapes.Team, *SENDING))
def join_team(request: Request, slug: TeamSlug, sent: shapes.JoinTeam) -> shapes.Team:
    """Join a team with its key."""
    team, account = teams.called(slug), _account(request)
    teams.join(team, account, sent.key)
    return _team(team, account)


@router.post("/teams/{slug}/leave", response=responses(shapes.Team, *DOING))
def leave_team(request: Request, slug: TeamSlug) -> shapes.Team:
    """Leave your team. Without members and results it is deleted."""
    team, account = teams.called(slug), _account(request)
    last = _team(team, None)
    if teams.leave(team, account):
        return _team(team, account)
    return last.model_copy(update={"members": []})


@router.post("/teams/{slug}/remove", response=responses(shapes.Team, *SENDING))
def remove_member(request: Request, slug: TeamSlug, sent: shapes.RemoveMember) -> shapes.Team:
    """Remove a member, which also changes the key. For the captain."""
    team, account = teams.called(slug), _account(request)
    teams.remove(team, account, sent.name)
    return _team(teams.called(slug), account)
