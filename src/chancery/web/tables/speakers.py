"""Speakers that know the names at a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from chancery import bots, games
from chancery.core.words import SeatName, Speaker, T
from chancery.web.tables.models import Seat, Table


def speaker_of(
    table: Table, seats: Sequence[Seat], language: str, names: tuple[str, ...] | None = None
) -> Speaker:
    """Return a speaker for a table whose log has not been read; the seats follow from its options.

    It knows the people, but not the names in the table's own data file.
    """
    if names is None:
        game = games.find(table.game)
        names = tuple(game.seats(game.complete_options(table.options)))
    return table_speaker(table.game, language, names, names_on(seats, language))


def names_on(seats: Sequence[Seat], language: str) -> tuple[tuple[str, str], ...]:
    """Return for each seat the name of its present or former player, and its kind of bot."""
    return tuple((seat.name or nobody(seat, Speaker(language)), seat.bot) for seat in seats)


def nobody(seat: Seat, speaker: Speaker) -> str:
    """Return what replaces the name of a deleted player."""
    return speaker.say(T("a deleted player")) if seat.gone else ""


@lru_cache(maxsize=1000)
def table_speaker(
    game: str,
    language: str,
    seats: tuple[str, ...],
    people: tuple[tuple[str, str], ...],
    called: tuple[tuple[str, str], ...] = (),
) -> Speaker:
    """Return a speaker that knows a game and its players: for each seat a name and a kind of
    bot."""
    found_game = games.find(game)
    plain = found_game.speaker(language, (), seats)
    names, players = [], []
    names_given = [name for name, _ in people]
    for number, (name, bot) in enumerate(people):
        title = plain.word(SeatName(number))
        kind = plain.say(bots.title(bot, found_game)) if bot else ""
        alone = name.removesuffix(f" ({title})")  # so a record names namesakes
        players.append(f"{alone} ({kind})" if name and kind else alone or kind)
        if names_given.count(name) > 1:  # free seats, or namesakes
            name = f"{name} ({title})" if name else ""
        name = name or title
        names.append(f"{name} ({kind})" if kind else name)
    return found_game.speaker(language, names, seats, dict(called), players)
