"""Statistics on a profile: results by game, seat and place.

The database does the counting: the number of rows it returns depends on the ways to play a game,
not on the number of games played.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, IntegerField, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from chancery import games
from chancery.core import UserError
from chancery.core.words import Speaker, T
from chancery.web.base.speaker import speaker_for
from chancery.web.base.sql import query
from chancery.web.tables.models import Seat

WON = Case(
    When(rank=1, abandoned=False, then=Value(1)), default=Value(0), output_field=IntegerField()
)
# of the chart: its longest bar, the height of a line, the width of labels
BAR, HIGH, LABEL = 120, 16, 70


class Streaks(NamedTuple):
    """The longest run of consecutive wins, and the current one."""

    longest: int = 0
    present: int = 0  # since the last game that was not won


@dataclass
class Tally:
    """The results of some games; an abandoned game counts as last place."""

    games: int = 0
    wins: int = 0
    ranks: int = 0  # their sum
    left: int = 0
    places: Counter[int] = field(default_factory=Counter)

    def add(self, games: int, rank: int, seats: int, left: bool) -> None:
        """Add so many games with the same result."""
        place = seats if left else rank
        self.games += games
        self.ranks += games * place
        self.places[place] += games
        if left:
            self.left += games
        elif rank == 1:
            self.wins += games

    @property
    def rate(self) -> int:
        """The wins per hundred games, halves rounded up."""
        return (200 * self.wins + self.games) // (2 * self.games)

    @property
    def mean(self) -> float:
        """The mean of all places reached."""
        return self.ranks / self.games


def statistics(played_seats: QuerySet[Seat], language: str) -> list[dict[str, Any]]:
    """Return the statistics of these seats (one per game played), by game."""
    played_seats = played_seats.filter(rank__isnull=False).order_by()
    counted = played_seats.values_list(
        "table__game", "table__options", "number", "rank", "abandoned"
    )
    by_game: dict[str, Tally] = {}
    by_seat: dict[str, dict[str, Tally]] = {}
    for name, options, number, rank, left, n in counted.annotate(many=Count("pk")):
        game = games.find(name)
        try:
            seats = game.seats(game.complete_options(options))
            seat = seats[number]
        except (UserError, IndexError):  # from a version with other options
            continue
        seats_of = by_seat.setdefault(name, {})
        for tally in (by_game.setdefault(name, Tally()), seats_of.setdefault(seat, Tally())):
            tally.add(n, rank, len(seats), left)
    streaks = _streaks(played_seats) if by_game else {}
    return [
        _shown(name, by_game[name], by_seat[name], streaks.get(name, Streaks()), language)
        for name in games.names()
        if name in by_game
    ]


# In a run of wins the number among all games and the number among the wins grow together.
_RUNS = """
SELECT game, MAX(CASE WHEN won = 1 THEN many ELSE 0 END),
MAX(CASE WHEN won = 1 AND latest = 1 THEN many ELSE 0 END) FROM (
SELECT game, won, run, COUNT(*) AS many, MIN(back) AS latest FROM (
SELECT game, won, back, among - alike AS run FROM ({}) played
) numbered GROUP BY game, won, run) runs GROUP BY game"""


def _streaks(seats: QuerySet[Seat]) -> dict[str, Streaks]:
    """Return the runs of wins by game, in the order in which the games ended."""
    forward = [F("table__finished").asc(), F("table").asc()]
    backward = [F("table__finished").desc(), F("table").desc()]
    played = (
        seats.annotate(game=F("table__game"), won=WON)
        .annotate(
            among=Window(RowNumber(), partition_by=F("game"), order_by=forward),
            alike=Window(RowNumber(), partition_by=[F("game"), F("won")], order_by=forward),
            back=Window(RowNumber(), partition_by=F("game"), order_by=backward),
        )
        .values("game", "won", "among", "alike", "back")
    )
    statement, parameters = played.query.sql_with_params()
    return {
        game: Streaks(int(longest), int(present))
        for game, longest, present in query(_RUNS.format(statement), parameters)
    }


def _shown(
    name: str, tally: Tally, by_seat: dict[str, Tally], streaks: Streaks, language: str
) -> dict[str, Any]:
    """Return the statistics of one game as the template shows them."""
    game = games.find(name)
    speaker = game.speaker(language)
    rows = [
        (-counts.games, speaker.say(game.seat_title(seat)), counts)
        for seat, counts in by_seat.items()
    ]
    rows.sort(key=lambda row: row[:2])
    highest = rows[0][0]
    return {
        "game": name,
        "title": speaker.say(game.title),
        "tally": tally,
        "mean": speaker.decimal(tally.mean, 1),
        "streaks": streaks,
        "favourites": ", ".join(title for n, title, _ in rows if n == highest),
        "seats": [
            {
                "title": title,
                "tally": counts,
                "mean": speaker.decimal(counts.mean, 1),
                "bar": f"{100 * counts.games / -highest:.1f}",
                "won": f"{100 * counts.wins / -highest:.1f}",
            }
            for _, title, counts in rows
        ],
        "chart": chart(tally.places, speaker_for(language)),
    }


def chart(places: Counter[int], speaker: Speaker) -> dict[str, Any]:
    """Return a bar for each place, as long as it was often reached."""
    highest = max(places.values())
    bars = [_bar(place, places[place], highest, speaker) for place in range(1, max(places) + 1)]
    return {
        "description": ", ".join(f"{bar['text']}: {bar['many']}" for bar in bars),
        "width": LABEL + BAR + 40,
        "height": HIGH * max(places),
        "label": LABEL,
        "bars": bars,
    }


def _bar(place: int, games: int, highest: int, speaker: Speaker) -> dict[str, Any]:
    length = round(BAR * games / highest)
    return {
        "text": speaker.say(T("Rank {n}", n=place)),
        "many": games,
        "first": place == 1,
        "top": HIGH * (place - 1) + 2,
        "base": HIGH * place - 4,
        "height": HIGH - 4,
        "length": length,
        "after": LABEL + length + 5,
    }
