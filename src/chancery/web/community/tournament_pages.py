"""Pages of tournaments: the list, a single one, and the form for a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import games
from chancery.core import BadOption, Game
from chancery.core.serialisation import number_in
from chancery.core.words import TN, T, say
from chancery.web.base.refusals import Empty
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean, game_called
from chancery.web.community import leagues, rankings, tournament_lists, tournaments
from chancery.web.community.models import Chair, Entrant, Match, Tournament
from chancery.web.community.standings import halves
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_of
from chancery.web.tables.introductions import boards, introductions
from chancery.web.tables.opening import PACES
from chancery.web.tables.table_forms import options_chosen, options_in, options_shown

WANTED, ROUNDS, DAYS = 4, 3, 3  # defaults of a new form


@require_safe
@ensure_csrf_cookie
def index(request: Request) -> HttpResponse:
    """The list of tournaments: open, running, finished."""
    context = {
        "rows": tournament_lists.page(request.GET.get("page"), request.language),
        "games": introductions(request.language),
        "boards": boards(request.language),
        "account": request.user.is_authenticated,
    }
    return render(request, "web/tournaments/index.html", context)


# -- a new one ------------------------------------------------------------------------------------


@ensure_csrf_cookie
def new(request: Request, name: str) -> HttpResponse:
    """The form for a new tournament; a wrong one is shown again with its error."""
    account = account_of(request)
    game = game_called(name)
    if request.method != "POST":
        return render(request, "web/tournaments/new.html", _form(game, request, QueryDict()))
    form = request.POST
    try:
        tournament = tournaments.open_tournament(
            account,
            game.name,
            game.complete_options(options_in(game, form)),
            title=clean(form.get("title", ""), tournaments.LONGEST_TITLE),
            kind=form.get("kind", ""),
            wanted=number_in(form.get("wanted", "")),
            days=number_in(form.get("days", "")),
            rounds=number_in(form.get("rounds", "")),
            rated="rated" in form,
        )
    except BadOption as error:
        context = _form(game, request, form)
        context["problem"] = game.speaker(request.language).say(error.text())
        return render(request, "web/tournaments/new.html", context, status=422)
    return redirect("tournament", slug=tournament.slug)


def _form(game: Game[Any, Any], request: Request, filled: QueryDict) -> dict[str, Any]:
    """Return the context of the form as filled in so far."""
    game_speaker = game.speaker(request.language)
    speaker = speaker_for(request.language)
    try:
        chosen = options_in(game, filled)
    except BadOption:
        chosen = {}
    days = number_in(filled.get("days", str(DAYS)))
    wanted = number_in(filled.get("wanted", ""))
    rounds = number_in(filled.get("rounds", ""))
    seats = len(game.seats(game.complete_options({})))
    return {
        "game": game.name,
        "title": game_speaker.say(game.title),
        "options": options_shown(game, chosen, game_speaker),
        "called": clean(filled.get("title", ""), tournaments.LONGEST_TITLE),
        "longest": tournaments.LONGEST_TITLE,
        "kinds": [
            (kind, speaker.say(say(text)), filled.get("kind", "robin") == kind)
            for kind, text in tournaments.KINDS.items()
        ],
        "wanted": max(WANTED, seats) if wanted is None else wanted,
        "most_players": max(tournaments.MOST_PLAYERS.values()),
        "rounds": ROUNDS if rounds is None else rounds,
        "most_rounds": tournaments.MOST_ROUNDS,
        "paces": [(n, speaker.say(TN("{n} day", "{n} days", n=n)), n == days) for n in PACES if n],
        "rated": not filled or "rated" in filled,
    }


# a single tournament


@require_safe
@ensure_csrf_cookie
def page(request: Request, slug: str) -> HttpResponse:
    """The page of a tournament: participants, standings, and the tables of all rounds."""
    tournament = tournaments.called(slug)
    language = request.language
    entrants = {e.pk: e for e in tournament.entrants.select_related("account", "team")}
    names = {
        pk: entrant.account.username if entrant.account else "" for pk, entrant in entrants.items()
    }
    account = request.user if request.user.is_authenticated else None
    own_entrant = next(
        (e for e in entrants.values() if account and e.account_id == account.pk), None
    )
    host = account is not None and tournament.host_id == account.pk
    waits = tournament.started is None
    context = {
        "tournament": tournament,
        "title": tournament_lists.title_of(tournament, language),
        "game": tournament_lists.game_title(tournament, language),
        "facts": _facts(tournament, len(entrants), language),
        "waits": waits,
        "entrants": [_person(entrants[pk], names[pk]) for pk in entrants],
        "rankings": []
        if waits
        else rankings.shown(
            [
                rankings.of_tournament(tournament, entrants, names, language),
                rankings.of_teams(language, tournament),
            ],
            language,
        ),
        "rounds": _rounds(tournament, names, language),
        "board": tournament_lists.board_of(tournament),
        "boards": [tournament_lists.board_of(tournament)] * 2,
        "free": range(tournament.wanted - len(entrants)) if waits else (),
        "pips": tournament_lists.pips(tournament, len(entrants)),
        "may_join": account is not None
        and waits
        and own_entrant is None
        and len(entrants) < tournament.wanted,
        "may_leave": own_entrant is not None
        and not own_entrant.withdrawn
        and tournament.finished is None,
        "league": tournament.league,
        "may_begin_league": host and tournament.league is None,
        "longest": leagues.LONGEST_TITLE,
        "may_start": host and waits and len(entrants) >= tournament.seats,
        "may_call_off": host and waits,
        "account": account is not None,
    }
    return render(request, "web/tournaments/page.html", context)


def _facts(tournament: Tournament, entrants: int, language: str) -> list[str]:
    """Return the facts about a tournament, in a few words each."""
    speaker = speaker_for(language)
    facts = [speaker.say(say(tournaments.KINDS[tournament.kind]))]
    if tournament.started is None:
        facts.append(speaker.say(T("{n} of {all} players", n=entrants, all=tournament.wanted)))
        if tournament.kind == "swiss":
            facts.append(speaker.say(TN("{n} round", "{n} rounds", n=tournament.rounds)))
    elif tournament.finished is None:
        facts.append(
            speaker.say(T("round {n} of {all}", n=tournament.round, all=tournament.rounds))
        )
    else:
        facts += [
            speaker.say(T("over")),
            speaker.say(TN("{n} round", "{n} rounds", n=tournament.round)),
        ]
    facts.append(
        speaker.say(
            TN(
                "{n} day per move, then a bot plays on",
                "{n} days per move, then a bot plays on",
                n=tournament.days,
            )
        )
    )
    if tournament.rated:
        facts.append(speaker.say(T("rated")))
    game = games.find(tournament.game)
    return facts + options_chosen(game, tournament.options, game.speaker(language))


def _person(entrant: Entrant, name: str) -> dict[str, Any]:
    team = entrant.team.name if entrant.team else ""
    return {"name": name, "team": team}


def _rounds(tournament: Tournament, names: dict[int, str], language: str) -> list[dict[str, Any]]:
    """Return the tables of each round, latest round first."""
    game = games.find(tournament.game)
    speaker = game.speaker(language)
    titles = [
        speaker.say(game.seat_title(seat))
        for seat in game.seats(game.complete_options(tournament.options))
    ]
    rounds: dict[int, list[dict[str, Any]]] = {}
    matches = tournament.matches.select_related("table").prefetch_related("chairs")
    for match in matches:
        board = tournament_lists.board_of(tournament, match.table)
        shown = _match(match, titles, names) | {"board": board}
        rounds.setdefault(match.round, []).append(shown)
    return [{"number": n, "matches": rounds[n]} for n in sorted(rounds, reverse=True)]


def _match(match: Match, titles: list[str], names: dict[int, str]) -> dict[str, Any]:
    def chair(row: Chair) -> dict[str, Any]:
        return {
            "seat": titles[row.number] if row.number < len(titles) else "",
            "bot": row.entrant_id is None,
            "name": names.get(row.entrant_id, "") if row.entrant_id is not None else "",
            "points": halves(row.score) if match.scored else "",
        }

    return {
        "number": match.number,
        "slug": match.table.slug if match.table is not None else "",
        "over": match.scored,
        "chairs": [chair(row) for row in match.chairs.all()],
    }


CHANGES: dict[str, Callable[[Tournament, Account], None]] = {
    "join": tournaments.join,
    "withdraw": tournaments.withdraw,
    "start": tournaments.start,
    "off": tournaments.call_off,
}


@require_POST
def change(request: Request, slug: str) -> HttpResponse:
    """Join, withdraw, start or cancel a tournament."""
    account = account_of(request)
    tournament = tournaments.called(slug)
    name = request.POST.get("do", "")
    if name not in CHANGES:
        raise Empty()
    CHANGES[name](tournament, account)
    return redirect("tournaments") if name == "off" else redirect("tournament", slug=slug)
