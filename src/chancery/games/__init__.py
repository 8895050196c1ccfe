"""The games there are: ours, each a folder here, and those of other packages.

A package moves its game in by an entry point (docs/new-game.md):

    [project.entry-points."chancery.games"]
    nim = "nim:GAME"
"""

from __future__ import annotations

import logging
import pkgutil
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from chancery.core import BadOption, Game, T, displays
from chancery.core.game_checks import BadGame, check_declared, explain

GROUP = "chancery.games"
log = logging.getLogger(__name__)
BROUGHT: dict[str, Game[Any, Any]] = {}  # by `bring`, in this process alone


class NoGame(LookupError):
    """A game that is not there, or no longer: its package may have been uninstalled."""


@cache
def names() -> tuple[str, ...]:
    """The games there are. One of another package that cannot be played is told to the log."""
    known = sorted(_ours())
    for name in sorted(_foreign()):
        try:
            find(name)
        except BadGame as error:
            log.error("%s", error)
        else:
            known.append(name)
    return tuple(known)


@cache
def find(name: str) -> Game[Any, Any]:
    """A game by its name; NoGame if there is none, BadGame if it lacks something."""
    if name in BROUGHT:
        return BROUGHT[name]
    load = _ours().get(name) or _foreign().get(name)
    if load is None:
        raise NoGame(f"there is no game {name!r}; there are: {', '.join(names())}")
    try:
        game: Game[Any, Any] = load()
    except MemoryError:
        raise  # the machine is at fault, and may have more in a moment
    except Exception as error:  # whatever a stranger's package does when it is loaded
        raise BadGame(name, [f"it cannot be loaded ({type(error).__name__}: {error})"]) from error
    if not isinstance(game, Game):
        raise BadGame(name, [f"it is {game!r:.60}, not an instance of a subclass of Game"])
    check_declared(game)
    if game.name != name:
        raise BadGame(name, [f"it moves in as {name!r}, but calls itself {game.name!r}"])
    return game


displays.find_game = find


def folder(name: str) -> Path:
    """Return the folder with the files of a game, without loading one of ours."""
    return Path(__path__[0]) / name if name in _ours() else find(name).folder


def bring(path: Path) -> Game[Any, Any]:
    """The `GAME` of a file, or of a folder that is a package: found by its name from now on.

    It need not be installed; BadGame if it lacks something, BadOption if there is no module.
    """
    game = _of_module(path)
    check_declared(game)
    BROUGHT[game.name] = game
    find.cache_clear()
    return game


def _of_module(path: Path) -> Game[Any, Any]:
    home = path.resolve()
    if not home.exists():
        raise FileNotFoundError(2, "no such file or folder", str(path))
    if home.name == "__init__.py":
        home = home.parent
    if home.is_dir() and not (home / "__init__.py").exists():
        raise _no_package(path)
    root, name = home.parent, home.stem
    while (root / "__init__.py").exists():  # a module of a package is loaded as such
        root, name = root.parent, f"{root.name}.{name}"
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    try:
        module = import_module(name)
    except Exception as error:  # whatever is written there
        problem = explain(error, str(home))
        raise BadGame(name, [f"it cannot be loaded ({problem})"]) from error
    file = Path(str(getattr(module, "__file__", ""))).resolve()
    if home not in (file, file.parent):
        raise BadGame(name, [f"another module is called {name}: it needs another name"])
    if not isinstance(getattr(module, "GAME", None), Game):
        raise BadGame(name, ["it has no `GAME`, an instance of a subclass of Game"])
    game: Game[Any, Any] = module.GAME
    return game


def _no_package(folder: Path) -> BadOption:
    """A folder above the package is what people name first: say which one is meant."""
    inside = sorted(str(file.parent) for file in folder.glob("*/__init__.py"))
    if not inside:
        return BadOption(
            T("{folder} is not a package: it has no __init__.py with a GAME.", folder=str(folder))
        )
    return BadOption(
        T(
            "{folder} is not a package: it has no __init__.py. Name the folder of the package"
            " itself: {inside}.",
            folder=str(folder),
            inside=", ".join(inside),
        )
    )


@cache
def _ours() -> Mapping[str, Callable[[], Any]]:
    return {module.name: partial(_our, module.name) for module in pkgutil.iter_modules(__path__)}


def _our(name: str) -> Any:
    return import_module(f"{__name__}.{name}").GAME


@cache
def _foreign() -> Mapping[str, Callable[[], Any]]:
    loaders: dict[str, Callable[[], Any]] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in _ours() or entry.name in loaders:
            log.error("%s has a game %r too; the first one is played", entry.value, entry.name)
        else:
            loaders[entry.name] = entry.load
    return loaders
