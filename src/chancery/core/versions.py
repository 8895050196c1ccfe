"""Fields of a position that exist only in some versions of the rules.

Digests are made from the JSON form of a position, so records of an older version must keep its
fields. `Annotated[tuple[int, ...], Since(3)]` is a field from rules version 3 on, `Until(3)` one
that existed before. In other versions the attribute is empty (an empty tuple, zeros) and the JSON
form leaves it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from chancery.core.axes import Grid
from chancery.core.memo import memoise
from chancery.core.serialisation import type_hints


class Since(NamedTuple):
    """A field that a position has from this rules version on."""

    rules: int


class Until(NamedTuple):
    """A field that a position had before this rules version."""

    rules: int


def _there(hint: Any, rules: int) -> bool:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, Since) and rules < extra.rules:
                return False
            if isinstance(extra, Until) and rules >= extra.rules:
                return False
    return True


@memoise
def fields(cls: type, rules: int) -> dict[str, Any]:
    """Return the fields of a position in a rules version, with their annotations."""
    return {name: hint for name, hint in type_hints(cls).items() if _there(hint, rules)}


@memoise
def _missing(cls: type, rules: int) -> dict[str, Any]:
    return {name: hint for name, hint in type_hints(cls).items() if not _there(hint, rules)}


def leave_out(state: Any, rules: int) -> None:
    """Empty the fields that a rules version does not have."""
    for name, hint in _missing(type(state), rules).items():
        setattr(state, name, _nothing(hint, state.seats))


def _nothing(hint: Any, seats: Sequence[str]) -> Any:
    inner, *extras = get_args(hint)
    kind = get_origin(inner) or inner  # list, tuple or bytearray
    for extra in extras:
        if isinstance(extra, Grid):
            return kind([0]) * prod(len(axis.resolve(seats)) for axis in extra.axes)
    return kind()
