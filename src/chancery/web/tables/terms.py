"""Terms: who is to sit where at a new table, and how people play there whatever the game."""

from __future__ import annotations

from dataclasses import dataclass

from chancery import bots, games
from chancery.core import BadOption
from chancery.core.words import T

DAY = 24 * 3600
PACES = (0, 1, 2, 3, 7, 14)  # days for a move; 0: no deadline
LAPSES = ("bot", "open")
LONGEST_TITLE = 60


@dataclass(frozen=True)
class Wish:
    """Who is to sit somewhere: `me`, `here` (somebody at the same screen), `open`, `invited` (by
    name) or `bot:KIND`."""

    kind: str
    name: str = ""


@dataclass(frozen=True)
class Terms:
    """How people play at a table, whatever the game."""

    title: str = ""
    public: bool = False
    wait: bool = False  # start when everybody is there; else at once
    shuffle: bool = False
    days: int = 0  # for a move
    lapse: str = "bot"
    rated: bool = False
    hints: bool = True  # players may ask what a bot would do

    def check(self) -> None:
        """BadOption if something is not to be had."""
        if self.days not in PACES:
            raise BadOption(T("There is no such time limit."))
        if self.lapse not in LAPSES:
            raise BadOption(T("When time is up, either a bot plays on or the seat becomes free."))


def best_bot(game: str) -> str:
    """The bot that takes over; nobody is kept from leaving by a game that is no longer there."""
    return bots.best(games.find(game)) if game in games.names() else "random"
