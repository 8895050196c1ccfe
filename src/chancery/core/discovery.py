"""Finds the phases, events and other classes of a game, so that authors need not list them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeVar

K = TypeVar("K")


def kinds_of(game: object, base: type[K]) -> tuple[type[K], ...]:
    """Return the subclasses of a base in the modules of a game, in the order of their definition.

    Its modules are those of the package whose `GAME` it is; for a game in a single file, that file.
    Classes of a game that it inherits from count too.
    """
    homes = [(kind.__module__, _package_of(game, kind)) for kind in type(game).__mro__]
    kinds = {}  # by name: the latest definition counts
    for kind in _subclasses(base):
        if _is_current(kind) and any(
            kind.__module__ == module or (package and kind.__module__.startswith(f"{package}."))
            for module, package in homes
        ):
            kinds[kind.__module__, kind.__qualname__] = kind
    return tuple(kinds.values())


def _is_current(kind: type) -> bool:
    """Return whether a class is the one that its module holds under its name.

    A dataclass with slots replaces the original class, and a module may be loaded twice; Python
    keeps the earlier classes among the subclasses.
    """
    held: object = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        held = getattr(held, name, None)
    return held is None or held is kind


def _package_of(game: object, kind: type) -> str:
    """Return the package that belongs to a game's class; empty if the game is a single module."""
    package = kind.__module__.rpartition(".")[0]
    owner = getattr(sys.modules.get(package), "GAME", None)
    return package if owner is game or (kind is not type(game) and type(owner) is kind) else ""


def _subclasses(base: type[K]) -> Iterator[type[K]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _subclasses(kind)
