"""Bots: those that play any game, those of a game, and those of other packages.

A package moves its bot in by an entry point; a bot for some games alone names them in `plays`:

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
ADDED: dict[str, type[Bot]] = {}  # by `add`, in this process alone


def names(game: Game[Any, Any]) -> tuple[str, ...]:
    """The bots that can play a game."""
    return tuple(_kinds(game))


def offered(game: Game[Any, Any]) -> tuple[str, ...]:
    """Those among whom somebody chooses, from the weakest on: by chance, the levels, all others.

    Where there are levels the first of a game's own bots is one of them, and not offered twice.
    """
    own = list(game.bots)[1 if levels(game) else 0 :]
    return tuple(dict.fromkeys(["random", *levels(game), *own, *_guests(game)]))


def best(game: Game[Any, Any]) -> str:
    """The bot to play against where nobody asks for another: the game's own, if it has any."""
    return PLAYER if levels(game) else [*game.bots, "random"][0]


def thinks(name: str, game: Game[Any, Any]) -> bool:
    """Whether a bot takes its time: others are not to wait for it."""
    return getattr(_kinds(game).get(name), "thinks", False) is True


def title(name: str, game: Game[Any, Any]) -> Text:
    """What people call a bot: its title, or its name where it has none or is not known here."""
    return _said(name, game, "title") or as_is(name)


def introduced(name: str, game: Game[Any, Any]) -> Text:
    """Its title, and how well it plays."""
    called, strength = title(name, game), _said(name, game, "strength")
    return T("{title}, {strength}", title=called, strength=strength) if strength else called


def _said(name: str, game: Game[Any, Any], attribute: str) -> Text | None:
    found = getattr(_kinds(game).get(name), attribute, None)
    return found if isinstance(found, Text) else None  # a stranger's class may hold anything


def make(name: str, game: Game[Any, Any], seed: str) -> Bot:
    """A bot by its name; BadOption if there is none."""
    kinds = _kinds(game)
    if name not in kinds:
        known = ", ".join(kinds)
        raise BadOption(
            T("There is no bot {name}; the bots are {known}.", name=name[:40], known=known)
        )
    return kinds[name](game, seed)


def add(name: str, kind: type[Bot]) -> None:
    """Let a bot play under a name, in this process: for a notebook or a script."""
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
    found: dict[str, type[Bot]] = {}
    for entry in entry_points(group=GROUP):
        try:
            found[entry.name] = entry.load()
        except Exception as error:  # whatever a stranger's package does when it is loaded
            log.error("the bot %s cannot be loaded (%s)", entry.name, error)
    return found
