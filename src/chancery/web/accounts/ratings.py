"""Ratings of people and bots at a game, from the results of rated tables.

They are computed by openskill's Plackett-Luce model, for any number of seats, one result at a time
in the order in which the games ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank
from openskill.models import PlackettLuce

from chancery.web.identity.models import Rating
from chancery.web.tables.models import Seat, Table

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

MODEL = PlackettLuce()
SURE = 2.0  # standard deviations of the interval that is shown
MIDDLE, SPREAD = 1500, 400  # of a newcomer's rating, as shown
SCALE = SPREAD / (SURE * MODEL.sigma)
# the lower end of the interval, so that lucky newcomers do not lead the ladder
BOUND = F("mu") - SURE * F("sigma")


class Rated(NamedTuple):
    """The owner of a rating: an account, or a kind of bot."""

    account: int | None
    bot: str


class Shown(NamedTuple):
    """A rating as it is shown: 1500 ± 400."""

    value: int
    give_or_take: int


def shown(rating: Rating) -> Shown:
    """Return a rating on the scale that people see."""
    return scaled(rating.mu, rating.sigma)


def scaled(mu: float, sigma: float) -> Shown:
    """Return a mean and its standard deviation on the scale that people see."""
    value = MIDDLE + (mu - MODEL.mu) * SCALE
    return Shown(round(value), round(SURE * sigma * SCALE))


class Placed(TypedDict):
    """An annotation of ratings: the place on the ladder."""

    place: int


def ladder(game: str) -> QuerySet[WithAnnotations[Rating, Placed]]:
    """Return the ratings at a game, best first, each with its `place`."""
    place = Window(Rank(), order_by=BOUND.desc())
    return Rating.objects.filter(game=game).annotate(place=place).order_by("place", "pk")


def place_of(rating: Rating) -> int:
    """Return the place of a rating on the ladder; equals share the better one."""
    rated = Rating.objects.filter(game=rating.game).annotate(bound=BOUND)
    better = rated.filter(bound__gt=rating.mu - SURE * rating.sigma)
    return 1 + int(better.count())


# -- counting -----------------------------------------------------------------------------------


def _results() -> QuerySet[Table]:
    """Return the tables whose results count; a game ended by agreement has none."""
    return Table.objects.filter(rated=True, over=True, closed=False, finished__isnull=False)


def count_once() -> bool:
    """Count the oldest result that is not in the ratings yet; False if there is none.

    Concurrent workers wait for each other at the row of the next table and look again if it has
    been counted meanwhile. So no result is counted twice, or before an older one.
    """
    waiting = _results().filter(counted=False).order_by("finished", "pk").only("game")
    table = waiting.first()
    if table is None:
        return False
    with transaction.atomic():
        row = Table.objects.filter(pk=table.pk)
        row.select_for_update().only("pk").first()
        if waiting.first() == table and row.filter(counted=False).update(counted=True):
            _count(table)
    return True


def recount() -> int:
    """Delete all ratings and count every result again; return their number.

    If it is interrupted, the bots' worker continues.
    """
    with transaction.atomic():
        # waits for those being counted at the moment
        number = _results().update(counted=False)
        Rating.objects.all().delete()
    while count_once():
        pass
    return number


def _count(table: Table) -> None:
    """Update the ratings by the result of a table.

    A kind of bot that plays several seats enters each with the same rating and gets the mean of the
    new ones.
    """
    seats = list(table.seats.all())
    counting = [
        (seat, rated)
        for seat in seats
        if seat.rank is not None and (rated := _rated(seat)) is not None
    ]
    entrants = [
        (rated, float(len(seats) + 1 if seat.abandoned else seat.rank or 0))
        for seat, rated in counting
    ]
    if len({rated for rated, _ in entrants}) < 2:
        return
    rows = _locked(table.game, {rated for rated, _ in entrants})
    before = [[MODEL.rating(rows[rated].mu, rows[rated].sigma)] for rated, _ in entrants]
    after = MODEL.rate(before, ranks=[rank for _, rank in entrants])
    for rated, row in rows.items():
        own_ratings = [
            team[0] for (other, _), team in zip(entrants, after, strict=True) if other == rated
        ]
        row.mu = fmean(rating.mu for rating in own_ratings)
        row.sigma = fmean(rating.sigma for rating in own_ratings)
        row.games += 1
    Rating.objects.bulk_update(rows.values(), ["mu", "sigma", "games"])
    people = [(seat, rows[rated]) for seat, rated in counting if rated.account is not None]
    for seat, row in people:
        seat.mu, seat.sigma = row.mu, row.sigma
    Seat.objects.bulk_update([seat for seat, _ in people], ["mu", "sigma"])


def _rated(seat: Seat) -> Rated | None:
    """Return whose rating a seat counts for; None for guests and deleted accounts.

    A bot that plays on for a player counts for the player.
    """
    if seat.player_id is not None:
        return Rated(seat.player_id, "")
    return Rated(None, seat.bot) if seat.bot and not seat.abandoned else None


def _locked(game: str, players: Iterable[Rated]) -> dict[Rated, Rating]:
    """Return the ratings of these, locked; creates missing ones."""
    Rating.objects.bulk_create(
        [
            Rating(
                game=game, account_id=rated.account, bot=rated.bot, mu=MODEL.mu, sigma=MODEL.sigma
            )
            for rated in sorted(players, key=lambda rated: (rated.account or 0, rated.bot))
        ],
        ignore_conflicts=True,
    )
    people = Q(account__in=[rated.account for rated in players if rated.account is not None])
    bots = Q(account=None, bot__in=[rated.bot for rated in players if rated.account is None])
    rows = Rating.objects.filter(people | bots, game=game).select_for_update().order_by("pk")
    return {Rated(row.account_id, row.bot): row for row in rows}
