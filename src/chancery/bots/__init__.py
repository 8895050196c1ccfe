"""Bots that play any game, and where to find those that play one."""

from __future__ import annotations

from typing import Any

from chancery.bots.random import RandomBot
from chancery.core import BadOption, Game
from chancery.core.bot import Bot
from chancery.core.words import T

ANY_GAME: dict[str, type[Bot]] = {"random": RandomBot}


def names(game: Game[Any, Any]) -> tuple[str, ...]:
    """The bots that can play a game."""
    return (*ANY_GAME, *game.bots)


def make(name: str, game: Game[Any, Any], seed: str) -> Bot:
    """A bot by its name; BadOption if there is none."""
    kinds: dict[str, type[Bot]] = {**ANY_GAME, **game.bots}
    if name not in kinds:
        known = ", ".join(kinds)
        raise BadOption(
            T("There is no bot {name}; there are {known}.", name=name[:40], known=known)
        )
    return kinds[name](game, seed)
