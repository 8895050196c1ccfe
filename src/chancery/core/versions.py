"""Versions: fields of a position that came with a version of the rules, or went with one.

The JSON form of a position is what digests are made of, so a record of an older version must
keep its fields. `Annotated[tuple[int, ...], Since(3)]` is a field that a position has from
rules version 3 on, `Until(3)` one that it had before; where a field is not there, the
attribute holds nothing (an empty tuple, zeros) and the JSON form leaves it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from chancery.core.axes import Grid
from chancery.core.memo import once
from chancery.core.plain import hints


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


@once
def fields(cls: type, rules: int) -> dict[str, Any]:
    """The fields of a position under a rules version, with their annotations."""
    return {name: hint for name, hint in hints(cls).items() if _there(hint, rules)}


@once
def _missing(cls: type, rules: int) -> dict[str, Any]:
    return {name: hint for name, hint in hints(cls).items() if not _there(hint, rules)}


def leave_out(state: Any, rules: int) -> None:
    """Let the fields that this version of the rules does not have hold nothing."""
    for name, hint in _missing(type(state), rules).items():
        setattr(state, name, _nothing(hint, state.seats))


def _nothing(hint: Any, seats: Sequence[str]) -> Any:
    inner, *extras = get_args(hint)
    kind = get_origin(inner)  # list or tuple
    for extra in extras:
        if isinstance(extra, Grid):
            return kind([0]) * prod(len(axis.resolve(seats)) for axis in extra.axes)
    return kind()
