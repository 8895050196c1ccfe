"""Speakers who know who sits where at a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from chancery import bots, games
from chancery.core.words import SeatName, Speaker
from chancery.page.words import Words
from chancery.web.tables.models import Seat, Table


def speaker_of(
    table: Table, seats: Sequence[Seat], language: str, names: tuple[str, ...] | None = None
) -> Speaker:
    """Somebody who knows who sits at a table whose log nobody has read: its options say its seats.

    It speaks of people only, not of what the table's data file calls things.
    """
    if names is None:
        game = games.find(table.game)
        names = tuple(game.seats(game.settle(table.options)))
    return knowing(table.game, language, names, people_on(seats, language))


def people_on(seats: Sequence[Seat], language: str) -> tuple[tuple[str, str], ...]:
    """For each seat the name of who plays it, or played it once, and its kind of bot."""
    return tuple((seat.name or _nobody(seat, language), seat.bot) for seat in seats)


def _nobody(seat: Seat, language: str) -> str:
    """What stands for the name of somebody who has deleted his account."""
    return Words(Speaker(language))["deleted_player"] if seat.gone else ""


@lru_cache(maxsize=1000)
def knowing(
    game: str,
    language: str,
    seats: tuple[str, ...],
    people: tuple[tuple[str, str], ...],
    called: tuple[tuple[str, str], ...] = (),
) -> Speaker:
    """Somebody who knows the game and who sits where: a name and a kind of bot for each seat."""
    found = games.find(game)
    plain = found.speaker(language, (), seats)
    names = []
    given = [name for name, _ in people]
    for number, (name, bot) in enumerate(people):
        title = plain.word(SeatName(number))
        if given.count(name) > 1:  # nobody, or namesakes
            name = f"{name} ({title})" if name else ""
        name = name or title
        names.append(f"{name} ({plain.say(bots.title(bot, found))})" if bot else name)
    return found.speaker(language, names, seats, dict(called))
