"""Copy functions for positions and phases, generated once for each class.

A search copies positions millions of times. A loop over field names takes three times as long as
the assignments themselves, `copy.deepcopy` fifteen times; so the assignments are generated as
source code, as `dataclasses` does for `__init__`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

X = TypeVar("X")


def replaced(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """Return a row with another number in one place.

    A position holds what changes seldom in tuples: copies and views share them, while lists are
    copied each time.
    """
    row = list(values)
    row[at] = value
    return tuple(row)


def added(values: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    """Return a row with something added to the number in one place."""
    row = list(values)
    row[at] += n
    return tuple(row)


def copier(
    cls: type[X],
    shared: Sequence[str],
    lists: Sequence[str] = (),
    extra: Sequence[str] = (),
    **names: object,
) -> Callable[[X], X]:
    """Return a function that copies an object, sharing some attributes and copying flat lists.

    `extra` are further lines of it; they find `names` beside `self` and `clone`.
    """
    lines = [
        "def copy(self):",
        " clone = new(cls)",
        *(f" clone.{name} = self.{name}" for name in shared),
        *(f" clone.{name} = self.{name}.copy()" for name in lists),
        *(f" {line}" for line in extra),
        " return clone",
    ]
    scope: dict[str, Any] = {"new": cls.__new__, "cls": cls, **names}
    exec("\n".join(lines), scope)
    copy: Callable[[X], X] = scope["copy"]
    return copy
