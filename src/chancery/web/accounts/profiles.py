"""Public profiles of accounts, and the ladder of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, cast

from django.core.paginator import Page, Paginator
from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    Model,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
)
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from chancery import bots, games
from chancery.core.words import SeatLabel
from chancery.web.accounts import curves, ratings
from chancery.web.accounts.samples import sample
from chancery.web.accounts.statistics import statistics
from chancery.web.base.refusals import NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean
from chancery.web.identity.models import Account, Rating, Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_called
from chancery.web.tables import speakers
from chancery.web.tables.introductions import introduction, introductions
from chancery.web.tables.lines import addresses
from chancery.web.tables.models import Held, Seat, Table

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

M = TypeVar("M", bound=Model)
ROWS = 100  # per page of a ladder
GAMES = 24  # per page of a profile


def _page(request: Request, rows: QuerySet[M], size: int) -> Page[M]:
    """Return the page in the address; the first or last one if it does not exist."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def _shown(request: Request, page: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"web/profiles/{page}.html", context)


def _title(game: str, language: str) -> str:
    return speaker_for(language).say(games.find(game).title)


def account_named(name: str) -> Account:
    """Return the account with a name, however it is spelled; raises NotThere."""
    account = account_called(name) if clean(name, 150) == name else None
    if account is None:
        raise NotThere()
    return account


# -- the ladder ---------------------------------------------------------------------------------


@require_safe
def ladder(request: Request, name: str) -> HttpResponse:
    """The ladder of a game: players by rating."""
    if name not in games.names():
        raise NotThere()
    page = _page(request, ratings.ladder(name).select_related("account"), ROWS)
    rows = [_standing(rating, request.language) for rating in page]
    context = {
        "title": _title(name, request.language),
        "game": name,
        "games": [(other, _title(other, request.language)) for other in games.names()],
        "page": page,
        "rows": _with_bars(rows),
        "cover": games.find(name).face.cover is not None,
    }
    if not rows:
        context["board"] = introduction(name, request.language)["board"]
        context["curve"] = sample(request.language)["curve"]
    return _shown(request, "ladder", context)


def _standing(rating: WithAnnotations[Rating, ratings.Placed], language: str) -> dict[str, Any]:
    game = games.find(rating.game)
    bot = game.speaker(language).say(bots.title(rating.bot, game))
    return {
        "place": rating.place,
        "name": rating.account.username if rating.account else bot,
        "bot": rating.account is None,
        "shown": ratings.shown(rating),
        "games": rating.games,
    }


def _with_bars(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add to each row where its rating lies between the lowest and the highest of the page, with
    its uncertainty: a bar in a picture 100 wide."""
    low = min((row["shown"].value - row["shown"].give_or_take for row in rows), default=0)
    high = max((row["shown"].value + row["shown"].give_or_take for row in rows), default=1)

    def at(value: float) -> str:
        return f"{100 * (value - low) / (high - low or 1):.1f}"

    for row in rows:
        value, around = row["shown"]
        row["bar"] = {"from": at(value - around), "wide": at(low + 2 * around), "at": at(value)}
    return rows


# -- a profile ----------------------------------------------------------------------------------


@require_safe
@ensure_csrf_cookie
def profile(request: Request, name: str) -> HttpResponse:
    """The profile of an account: its ratings, and its finished games that the reader may see."""
    account = account_named(name)
    language = request.language
    page = _page(request, _games(account, request.visitor), GAMES)
    seats = _ended(account, request.visitor).select_related(None)
    context = {
        "account": account,
        "games": _by_game(account, statistics(seats, language), language),
        "followed": _followed(request, account),
        "following": _following(request, account),
        "page": page,
        "rows": [row for table in page if (row := _result(table, account, language))],
        "introduced": introductions(language),
        "sample": sample(language),
    }
    return _shown(request, "profile", context)


def _by_game(
    account: Account, counted: list[dict[str, Any]], language: str
) -> list[dict[str, Any]]:
    """Return what is shown of each game that an account plays, the one played most first: its
    rating with a curve, and its statistics."""
    by_game: dict[str, dict[str, Any]] = {
        name: {"game": name, "title": _title(name, language)} for name in games.names()
    }
    drawn = curves.curves(account, speaker_for(language))
    for rating in Rating.objects.filter(account=account, game__in=games.names()):
        by_game[rating.game]["rating"] = {
            "shown": ratings.shown(rating),
            "place": ratings.place_of(rating),
            "games": rating.games,
            "curve": drawn.get(rating.game),
        }
    for counted_game in counted:
        by_game[counted_game["game"]]["one"] = counted_game
    shown = [game for game in by_game.values() if len(game) > 2]
    for game in shown:
        game["cover"] = games.find(game["game"]).face.cover is not None
    return sorted(shown, key=lambda game: -game["one"]["tally"].games if "one" in game else 0)


def _followed(request: Request, account: Account) -> bool | None:
    """Return whether the reader follows an account; None without log-in, or for his own."""
    if not request.user.is_authenticated or request.user.pk == account.pk:
        return None
    return account.followers.filter(by=request.user).exists()


def _following(request: Request, account: Account) -> list[str]:
    """Return the names of accounts that the reader follows, on his own profile only."""
    if not request.user.is_authenticated or request.user.pk != account.pk:
        return []
    names = account.following.values_list("whom__username", flat=True)
    return sorted(names, key=str.casefold)


class Alone(TypedDict):
    """An annotation of seats: several people at one screen play with one account, so that
    nothing is known of the others."""

    alone: bool  # its owner has no other seat at the table


class Shipped(TypedDict):
    """An annotation of tables."""

    shipped: bool  # it plays with our own data file


def played_seats() -> QuerySet[WithAnnotations[Seat, Alone]]:
    """Return seats with the accounts that may have played them."""
    others = Seat.objects.filter(table=OuterRef("table"), owner=OuterRef("owner"))
    others = others.exclude(pk=OuterRef("pk"))
    return Seat.objects.annotate(alone=~Exists(others)).select_related("player", "owner__account")


def player_of(seat: WithAnnotations[Seat, Alone]) -> Account | None:
    """Return the account for which a game is counted; before it is counted, the one that plays."""
    if seat.player is None and seat.owner is not None and seat.alone:
        return seat.owner.account
    return seat.player


def _games(account: Account, reader: Visitor | None) -> QuerySet[WithAnnotations[Table, Shipped]]:
    """Return the finished games of an account that a reader may see, latest first."""
    return (
        Table.objects.filter(pk__in=_ended(account, reader).values("table"))
        .only("slug", "game", "rules", "options", "started", "finished")
        .annotate(shipped=ExpressionWrapper(Q(data=None), BooleanField()))
        .order_by("-finished", "-pk")
        .prefetch_related(Prefetch("seats", played_seats()))
    )


def own_seats(account: Account) -> QuerySet[WithAnnotations[Seat, Alone]]:
    """Return the seats whose games count as the account's own."""
    by_player, as_guest = kinds_of_own_seats(account)
    return played_seats().filter(by_player | as_guest)


def kinds_of_own_seats(account: Account) -> tuple[Q, Q]:
    """Return the conditions of the same on `played_seats`, each of which follows an index."""
    # not by a join, with which databases would read the seats of everybody
    visitor = Visitor.objects.filter(account=account).values("pk")[:1]
    return Q(player=account), Q(player=None, owner=visitor, alone=True)


def _ended(account: Account, reader: Visitor | None) -> QuerySet[WithAnnotations[Seat, Alone]]:
    """Return the account's own seats in finished games that a reader may see.

    Games that were not public are shown to those who had a seat; copies and opened records to
    nobody.
    """
    # not by the conditions of the archive, whose index would lead through the games of everybody
    visible = Q(archived__isnull=False)
    if reader is not None:
        visible |= Q(table__in=Seat.objects.filter(owner=reader).values("table"))
        visible |= Q(table__in=Held.objects.filter(visitor=reader).values("table"))
        if reader.account_id is not None:
            visible |= Q(table__in=Seat.objects.filter(player=reader.account_id).values("table"))
    return own_seats(account).filter(
        visible, table__over=True, table__closed=False, table__private=False,
        table__finished__isnull=False, table__game__in=games.names(),
    )  # fmt: skip


def _result(
    table: WithAnnotations[Table, Shipped], account: Account, language: str
) -> dict[str, Any] | None:
    """Return a finished game as a row of a profile, without replaying it."""
    game = games.find(table.game)
    # prefetched by _games
    seats = cast("list[WithAnnotations[Seat, Alone]]", list(table.seats.all()))
    people = [player_of(seat) for seat in seats]
    if account not in people:  # its account was deleted a moment ago
        return None
    for seat, person in zip(seats, people, strict=True):
        if person:
            seat.name, seat.bot = person.username, ""
    speaker = speakers.speaker_of(table, seats, language)
    own_seat = seats[people.index(account)]
    return {
        "slug": table.slug,
        "board": addresses(table, table.shipped),
        "game": _title(table.game, language),
        "finished": table.finished,
        "left": own_seat.abandoned,
        "place": own_seat.rank,
        "points": "" if own_seat.points is None else speaker.word(game.written(own_seat.points)),
        "others": [
            {
                "name": speaker.word(SeatLabel(seat.number)),
                "profile": reverse("person", args=[person.username]) if person else "",
            }
            for seat, person in zip(seats, people, strict=True)
            if seat is not own_seat
        ],
    }
