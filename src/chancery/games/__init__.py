"""The games of the house. A folder here with a `GAME` in it is a game."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from chancery.core import Game
from chancery.core.declared import check_declared


def names() -> tuple[str, ...]:
    """The games there are."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def find(name: str) -> Game[Any, Any]:
    """A game by its name; LookupError if there is none, BadGame if it lacks something."""
    if name not in names():
        raise LookupError(f"there is no game {name!r}; there are: {', '.join(names())}")
    game: Game[Any, Any] = import_module(f"{__name__}.{name}").GAME
    check_declared(game)
    return game
