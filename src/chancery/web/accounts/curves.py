"""The curve of a player's rating, game by game, as numbers for an inline SVG."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from chancery.core.words import Speaker, T
from chancery.web.accounts.ratings import MIDDLE, SPREAD, Shown, scaled
from chancery.web.identity.models import Account
from chancery.web.tables.models import Seat

LATEST = 400  # rated games of a player that are drawn, of all games together
WIDE, HIGH = 640, 180  # of the picture
LEFT, TOP, BOTTOM = 44, 10, 10  # room for the numbers
STEPS = (50, 100, 200, 400, 1000)  # between two lines of the grid
LINES = 5  # at most


def curves(account: Account, speaker: Speaker) -> dict[str, dict[str, Any]]:
    """Return the rating curve of each game that an account has played rated."""
    seats = Seat.objects.filter(player=account, mu__isnull=False, table__finished__isnull=False)
    rows = seats.order_by("-table__finished", "-table").values_list("table__game", "mu", "sigma")
    points: dict[str, list[Shown]] = defaultdict(list)
    for game, mu, sigma in reversed(rows[:LATEST]):
        if mu is not None and sigma is not None:
            points[game].append(scaled(mu, sigma))
    return {game: curve(ratings, speaker) for game, ratings in points.items()}


def curve(points: list[Shown], speaker: Speaker) -> dict[str, Any]:
    """Return the curve through these ratings, with a band for their uncertainty. It begins with
    that of a newcomer."""
    points = [Shown(MIDDLE, SPREAD), *points]
    low = min(point.value - point.give_or_take / 2 for point in points)
    high = max(point.value + point.give_or_take / 2 for point in points)
    step = next(step for step in STEPS if (high - low) / step <= LINES or step == STEPS[-1])
    across, down = WIDE - LEFT - 8, HIGH - TOP - BOTTOM

    def x(number: int) -> float:
        return round(LEFT + across * number / (len(points) - 1), 1)

    def y(value: float) -> float:
        return round(TOP + down * (high - value) / (high - low), 1)

    upper = [(x(n), y(rating.value + rating.give_or_take / 2)) for n, rating in enumerate(points)]
    lower = [(x(n), y(rating.value - rating.give_or_take / 2)) for n, rating in enumerate(points)]
    values = [point.value for point in points]
    first = -(-low // step) * step
    grid = [int(first + step * n) for n in range(int((high - first) // step) + 1)]
    return {
        "wide": WIDE,
        "high": HIGH,
        "left": LEFT,
        "label": LEFT - 6,
        "line": _written([(x(n), y(rating.value)) for n, rating in enumerate(points)]),
        "band": _written([*upper, *reversed(lower)]),
        "last": (f"{x(len(points) - 1):g}", f"{y(values[-1]):g}"),
        "grid": [(str(value), f"{y(value):g}") for value in grid],
        "description": speaker.say(
            T(
                "Rating after each of {n} rated games: from {first} to {last}, at best {best}",
                n=len(points) - 1, first=values[0], last=values[-1], best=max(values),
            )
        ),
    }  # fmt: skip


def _written(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
