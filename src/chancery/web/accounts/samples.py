"""Made-up numbers, as examples of its contents on a profile that has none yet."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from chancery import games
from chancery.web.accounts.curves import curve
from chancery.web.accounts.ratings import Shown
from chancery.web.accounts.statistics import chart
from chancery.web.base.speaker import speaker_for

RATINGS = (
    (1560, 350),
    (1640, 310),
    (1590, 280),
    (1680, 250),
    (1750, 230),
    (1720, 210),
    (1810, 190),
)
SEATS = ((100, 57), (71, 28), (43, 14))  # lengths of the bars: games, and those won
PLACES = Counter({1: 7, 2: 5, 3: 3})


@cache
def sample(language: str) -> dict[str, Any]:
    """Return a curve of ratings, results by seat and by place."""
    game = games.find(games.names()[0])
    speaker = game.speaker(language)
    seats = game.seats(game.complete_options({}))
    return {
        "curve": curve([Shown(*rating) for rating in RATINGS], speaker),
        "seats": [
            {"title": speaker.say(game.seat_title(seat)), "bar": bar, "won": won}
            for seat, (bar, won) in zip(seats, SEATS, strict=False)
        ],
        "chart": chart(PLACES, speaker_for(language)),
    }
