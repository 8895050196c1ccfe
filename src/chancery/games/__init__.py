"""The games there are: ours, each a folder here, and those of other packages.

A package moves its game in by an entry point (docs/new-game.md):

    [project.entry-points."chancery.games"]
    nim = "nim:GAME"
"""

from __future__ import annotations

import logging
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from chancery.core import Game
from chancery.core.game_checks import BadGame, check_declared

GROUP = "chancery.games"
log = logging.getLogger(__name__)


class NoGame(LookupError):
    """A game that is not there, or no longer: its package may have been uninstalled."""


@cache
def names() -> tuple[str, ...]:
    """The games there are. One of another package that cannot be played is told to the log."""
    found = sorted(_ours())
    for name in sorted(_foreign()):
        try:
            find(name)
        except BadGame as error:
            log.error("%s", error)
        else:
            found.append(name)
    return tuple(found)


@cache
def find(name: str) -> Game[Any, Any]:
    """A game by its name; NoGame if there is none, BadGame if it lacks something."""
    load = _ours().get(name) or _foreign().get(name)
    if load is None:
        raise NoGame(f"there is no game {name!r}; there are: {', '.join(names())}")
    try:
        game: Game[Any, Any] = load()
    except Exception as error:  # whatever a stranger's package does when it is loaded
        raise BadGame(name, [f"it cannot be loaded ({type(error).__name__}: {error})"]) from error
    if not isinstance(game, Game):
        raise BadGame(name, [f"it is {game!r:.60}, not an instance of a subclass of Game"])
    check_declared(game)
    if game.name != name:
        raise BadGame(name, [f"it moves in as {name!r}, but calls itself {game.name!r}"])
    return game


@cache
def _ours() -> Mapping[str, Callable[[], Any]]:
    return {module.name: partial(_our, module.name) for module in pkgutil.iter_modules(__path__)}


def _our(name: str) -> Any:
    return import_module(f"{__name__}.{name}").GAME


@cache
def _foreign() -> Mapping[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in _ours() or entry.name in found:
            log.error("%s has a game %r too; the first one is played", entry.value, entry.name)
        else:
            found[entry.name] = entry.load
    return found
