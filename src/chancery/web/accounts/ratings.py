"""Ratings: how strong people and bots are at a game, from the results of rated tables.

The arithmetic is that of openskill's Plackett-Luce model, which knows games of any number of
seats. Results are counted one by one, in the order in which the games ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank
from openskill.models import PlackettLuce

from chancery.web.people.models import Rating
from chancery.web.tables.models import Seat, Table

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

MODEL = PlackettLuce()
SURE = 2.0  # standard deviations: so far from the truth a shown rating hardly ever is
MIDDLE, SPREAD = 1500, 400  # where a newcomer stands, give or take
SCALE = SPREAD / (SURE * MODEL.sigma)
BOUND = F("mu") - SURE * F("sigma")  # what somebody is worth at least: three lucky games are few


class Who(NamedTuple):
    """Somebody who is rated: an account, or a kind of bot."""

    account: int | None
    bot: str


class Shown(NamedTuple):
    """A rating as people read it: 1500 ± 400."""

    value: int
    give_or_take: int


def shown(rating: Rating) -> Shown:
    """A rating on the scale of the house."""
    value = MIDDLE + (rating.mu - MODEL.mu) * SCALE
    return Shown(round(value), round(SURE * rating.sigma * SCALE))


class Placed(TypedDict):
    """What a rating on the ladder has besides its columns."""

    place: int


def ladder(game: str) -> QuerySet[WithAnnotations[Rating, Placed]]:
    """Everybody's rating at a game, the best first; `place` is where he stands."""
    place = Window(Rank(), order_by=BOUND.desc())
    return Rating.objects.filter(game=game).annotate(place=place).order_by("place", "pk")


def place_of(rating: Rating) -> int:
    """Where somebody stands on the ladder; equals share the better place."""
    rated = Rating.objects.filter(game=rating.game).annotate(bound=BOUND)
    better = rated.filter(bound__gt=rating.mu - SURE * rating.sigma)
    return 1 + int(better.count())


# -- counting -----------------------------------------------------------------------------------


def _results() -> QuerySet[Table]:
    """The tables whose result is for the ratings; one that was ended by agreement has none."""
    return Table.objects.filter(rated=True, over=True, closed=False, finished__isnull=False)


def count_once() -> bool:
    """Count the oldest result that is not in the ratings yet; False if there is none.

    Several may count at once: they wait for each other at the table that is next, and who finds
    that it no longer is looks again. So no result is counted twice, or before an older one.
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
    """Forget all ratings and count every result anew; how many there were.

    If it is stopped half-way the bots' worker goes on with it.
    """
    with transaction.atomic():
        # also those that are being counted at this moment: we wait until they are
        number = _results().update(counted=False)
        Rating.objects.all().delete()
    while count_once():
        pass
    return number


def _count(table: Table) -> None:
    """Change the ratings of everybody by the result of a table.

    A kind of bot, at several seats, comes to each with the same rating and leaves with the mean
    of what its seats have made of it.
    """
    seats = list(table.seats.all())
    entrants = [
        (who, float(len(seats) + 1 if seat.abandoned else seat.rank))
        for seat in seats
        if seat.rank is not None and (who := _who(seat)) is not None
    ]
    if len({who for who, _ in entrants}) < 2:
        return
    rows = _locked(table.game, {who for who, _ in entrants})
    before = [[MODEL.rating(rows[who].mu, rows[who].sigma)] for who, _ in entrants]
    after = MODEL.rate(before, ranks=[rank for _, rank in entrants])
    for who, row in rows.items():
        own = [team[0] for (other, _), team in zip(entrants, after, strict=True) if other == who]
        row.mu = fmean(rating.mu for rating in own)
        row.sigma = fmean(rating.sigma for rating in own)
        row.games += 1
    Rating.objects.bulk_update(rows.values(), ["mu", "sigma", "games"])


def _who(seat: Seat) -> Who | None:
    """For whom the result of a seat counts; nobody if he has no account any more or never had one.

    A bot that plays on for somebody plays for him, not for itself.
    """
    if seat.player_id is not None:
        return Who(seat.player_id, "")
    return Who(None, seat.bot) if seat.bot and not seat.abandoned else None


def _locked(game: str, wanted: Iterable[Who]) -> dict[Who, Rating]:
    """The ratings of these, made where they are missing, for this transaction alone."""
    Rating.objects.bulk_create(
        [
            Rating(game=game, account_id=who.account, bot=who.bot, mu=MODEL.mu, sigma=MODEL.sigma)
            for who in sorted(wanted, key=lambda who: (who.account or 0, who.bot))
        ],
        ignore_conflicts=True,
    )
    people = Q(account__in=[who.account for who in wanted if who.account is not None])
    bots = Q(account=None, bot__in=[who.bot for who in wanted if who.account is None])
    rows = Rating.objects.filter(people | bots, game=game).select_for_update().order_by("pk")
    return {Who(row.account_id, row.bot): row for row in rows}
