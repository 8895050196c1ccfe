"""Finds bots: those that play any game, those of a game, and those of other packages.

A package provides its bot by an entry point; a bot for certain games names them in `plays`:

    [project.entry-points."chancery.bots"]
    miser = "miser:Miser"
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from chancery.bots.levels import PLAYER, levels, sparring
from chancery.bots.random import RandomBot
from chancery.core import BadOption, Bot, Game, T, Text, as_is

GROUP = "chancery.bots"
log = logging.getLogger(__name__)
ADDED: dict[str, type[Bot]] = {}  # added by `add`, in this process only


def names(game: Game[Any, Any]) -> tuple[str, ...]:
    """Return the names of all bots that can play a game."""
    return tuple(_kinds(game))


def offered(game: Game[Any, Any]) -> tuple[str, ...]:
    """Return the bots to offer to players, the weakest first: random, the levels, all others.

    The first of a game's own bots is the level `player`, so it is not offered twice.
    """
    of_the_game = list(game.bots)[1 if levels(game) else 0 :]
    return tuple(dict.fromkeys(["random", *levels(game), *of_the_game, *_guests(game)]))


def best(game: Game[Any, Any]) -> str:
    """Return the default opponent: the game's own bot, if it has any."""
    return PLAYER if levels(game) else [*game.bots, "random"][0]


def thinks(name: str, game: Game[Any, Any]) -> bool:
    """Return whether a bot searches, so that other tables must not wait for it."""
    return getattr(_kinds(game).get(name), "thinks", False) is True


def title(name: str, game: Game[Any, Any]) -> Text:
    """Return a bot's title; its name if it has none or is not installed."""
    return _said(name, game, "title") or as_is(name)


def introduced(name: str, game: Game[Any, Any]) -> Text:
    """Return a bot's title and strength."""
    titled, strength = title(name, game), _said(name, game, "strength")
    return T("{title}, {strength}", title=titled, strength=strength) if strength else titled


def _said(name: str, game: Game[Any, Any], attribute: str) -> Text | None:
    kinds = _kinds(game)
    # The first of a game's own bots is the level `player`: both have the same title.
    level = PLAYER in kinds and name == next(iter(game.bots), None)
    text = getattr(kinds.get(PLAYER if level else name), attribute, None)
    return text if isinstance(text, Text) else None  # other packages may define anything


def make(name: str, game: Game[Any, Any], seed: str) -> Bot:
    """Create a bot by its name; BadOption if there is none."""
    kinds = _kinds(game)
    if name not in kinds:
        known = ", ".join(kind for kind in kinds if kind not in sparring(game))
        raise BadOption(
            T("There is no bot {name}; the bots are {known}.", name=name[:40], known=known)
        )
    return kinds[name](game, seed)


def add(name: str, kind: type[Bot]) -> None:
    """Register a bot in this process, for notebooks and scripts."""
    ADDED[name] = kind


def _kinds(game: Game[Any, Any]) -> dict[str, type[Bot]]:
    return {"random": RandomBot, **_guests(game), **levels(game), **sparring(game), **game.bots}


def _guests(game: Game[Any, Any]) -> dict[str, type[Bot]]:
    return {
        name: kind
        for name, kind in (*_foreign().items(), *ADDED.items())
        if game.name in getattr(kind, "plays", (game.name,))
    }


@cache
def _foreign() -> dict[str, type[Bot]]:
    kinds: dict[str, type[Bot]] = {}
    for entry in entry_points(group=GROUP):
        try:
            kinds[entry.name] = entry.load()
        except Exception as error:  # another package may raise anything when it is loaded
            log.error("the bot %s cannot be loaded (%s)", entry.name, error)
    return kinds
