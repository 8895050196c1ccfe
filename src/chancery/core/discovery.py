"""Members: the classes of a game, found where it keeps them instead of being listed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeVar

K = TypeVar("K")


def kinds_of(game: object, base: type[K]) -> tuple[type[K], ...]:
    """The subclasses of a base in the modules of a game, in the order of their definition.

    The modules are those of its package, where that has this game as its `GAME`; of a game in a
    single file it is that file. What a game inherits from another belongs to it too.
    """
    homes = [(kind.__module__, _whole(game, kind)) for kind in type(game).__mro__]
    found = {}  # by name: of a class that was made twice the later one counts
    for kind in _below(base):
        if _in_its_place(kind) and any(
            kind.__module__ == module or (package and kind.__module__.startswith(f"{package}."))
            for module, package in homes
        ):
            found[kind.__module__, kind.__qualname__] = kind
    return tuple(found.values())


def _in_its_place(kind: type) -> bool:
    """Whether nothing else stands in its module under its name: a dataclass with slots is made
    anew, a module may have been loaded twice, and the classes of before linger on."""
    place: object = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        place = getattr(place, name, None)
    return place is None or place is kind


def _whole(game: object, kind: type) -> str:
    """The package that a class of a game speaks for; none where its module is all of it."""
    package = kind.__module__.rpartition(".")[0]
    owner = getattr(sys.modules.get(package), "GAME", None)
    return package if owner is game or (kind is not type(game) and type(owner) is kind) else ""


def _below(base: type[K]) -> Iterator[type[K]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _below(kind)
