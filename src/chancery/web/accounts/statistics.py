"""Statistics of a profile: for each game what came of it, by seats and by places.

Everything is counted by the database: how many rows it answers with follows from how many ways
there are to play a game, not from how many games somebody has played.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, IntegerField, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from chancery import games
from chancery.core import Fault
from chancery.page.words import Words
from chancery.web.base.rows import ask
from chancery.web.base.speaker import speaker_for
from chancery.web.tables.models import Seat

WON = Case(
    When(rank=1, abandoned=False, then=Value(1)), default=Value(0), output_field=IntegerField()
)
BAR, HIGH, LABEL = 120, 16, 70  # of the chart: its longest bar, a line, the words before it


class Streaks(NamedTuple):
    """Wins one after the other."""

    longest: int = 0
    present: int = 0  # those since the last game that was not won


@dataclass
class Tally:
    """What came of some games; who has left a game is counted as the last there."""

    games: int = 0
    wins: int = 0
    ranks: int = 0  # all together
    left: int = 0
    places: Counter[int] = field(default_factory=Counter)

    def add(self, many: int, rank: int, seats: int, left: bool) -> None:
        """So many games that ended alike."""
        place = seats if left else rank
        self.games += many
        self.ranks += many * place
        self.places[place] += many
        if left:
            self.left += many
        elif rank == 1:
            self.wins += many

    @property
    def rate(self) -> int:
        """The wins of a hundred games, halves rounded up."""
        return (200 * self.wins + self.games) // (2 * self.games)

    @property
    def mean(self) -> float:
        """The mean place."""
        return self.ranks / self.games


def statistics(own: QuerySet[Seat], language: str) -> list[dict[str, Any]]:
    """What came of these seats, one of each game, for each game in which there are any."""
    own = own.filter(rank__isnull=False).order_by()
    counted = own.values_list("table__game", "table__options", "number", "rank", "abandoned")
    by_game: dict[str, Tally] = {}
    by_seat: dict[str, dict[str, Tally]] = {}
    for name, options, number, rank, left, many in counted.annotate(many=Count("pk")):
        game = games.find(name)
        try:
            seats = game.seats(game.settle(options))
            seat = seats[number]
        except (Fault, IndexError):  # of a version that had other options
            continue
        seats_of = by_seat.setdefault(name, {})
        for tally in (by_game.setdefault(name, Tally()), seats_of.setdefault(seat, Tally())):
            tally.add(many, rank, len(seats), left)
    streaks = _streaks(own) if by_game else {}
    return [
        _shown(name, by_game[name], by_seat[name], streaks.get(name, Streaks()), language)
        for name in games.names()
        if name in by_game
    ]


# A run of wins: games whose number among all and whose number among the wins grow together.
_RUNS = """
SELECT game, MAX(CASE WHEN won = 1 THEN many ELSE 0 END),
MAX(CASE WHEN won = 1 AND latest = 1 THEN many ELSE 0 END) FROM (
SELECT game, won, run, COUNT(*) AS many, MIN(back) AS latest FROM (
SELECT game, won, back, among - alike AS run FROM ({}) played
) numbered GROUP BY game, won, run) runs GROUP BY game"""


def _streaks(own: QuerySet[Seat]) -> dict[str, Streaks]:
    """The runs of wins by game, in the order in which the games ended."""
    forward = [F("table__finished").asc(), F("table").asc()]
    backward = [F("table__finished").desc(), F("table").desc()]
    played = (
        own.annotate(game=F("table__game"), won=WON)
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
        for game, longest, present in ask(_RUNS.format(statement), parameters)
    }


def _shown(
    name: str, tally: Tally, by_seat: dict[str, Tally], streaks: Streaks, language: str
) -> dict[str, Any]:
    """The statistics of one game as a page says them."""
    game = games.find(name)
    told = game.speaker(language)
    rows = [
        (-found.games, told.say(game.seat_title(seat)), found) for seat, found in by_seat.items()
    ]
    rows.sort(key=lambda row: row[:2])
    most = rows[0][0]
    return {
        "game": name,
        "title": told.say(game.title),
        "tally": tally,
        "mean": told.decimal(tally.mean, 1),
        "streaks": streaks,
        "favourites": ", ".join(title for many, title, _ in rows if many == most),
        "seats": [
            {"title": title, "tally": found, "mean": told.decimal(found.mean, 1)}
            for _, title, found in rows
        ],
        "chart": _chart(tally.places, Words(speaker_for(language))),
    }


def _chart(places: Counter[int], said: Words) -> dict[str, Any]:
    """A bar for each place, as long as it was often reached."""
    most = max(places.values())
    bars = [_bar(place, places[place], most, said) for place in range(1, max(places) + 1)]
    return {
        "said": ", ".join(f"{bar['text']}: {bar['many']}" for bar in bars),
        "width": LABEL + BAR + 40,
        "height": HIGH * max(places),
        "label": LABEL,
        "bars": bars,
    }


def _bar(place: int, many: int, most: int, said: Words) -> dict[str, Any]:
    length = round(BAR * many / most)
    return {
        "text": said.text("place_number", n=place),
        "many": many,
        "first": place == 1,
        "top": HIGH * (place - 1) + 2,
        "base": HIGH * place - 4,
        "height": HIGH - 4,
        "length": length,
        "after": LABEL + length + 5,
    }
