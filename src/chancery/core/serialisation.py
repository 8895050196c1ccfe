"""Serialisation of positions, views and events as JSON, derived from their annotations.

Decoding checks everything and names the place of the first error:

>>> decode(tuple[int, ...], [1, "two"], at="counts")
Traceback (most recent call last):
...
chancery.core.user_errors.BadForm: counts[1]: a whole number was expected, not "two"
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import sys
import types
import typing
from collections.abc import Callable, Sequence
from math import prod
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from chancery.core.axes import OR_NONE, Grid, Names
from chancery.core.memo import memoise
from chancery.core.user_errors import BadForm
from chancery.core.words import T, Text

Plain = Any
NOBODY = -1
LARGEST = 1_000_000  # the largest number in any game
LARGEST_BYTE = 255


class _Codec(NamedTuple):
    encode: Callable[[Any, Sequence[str]], Plain]
    decode: Callable[[Plain, Sequence[str], str], Any]


def encode(hint: Any, value: Any, seats: Sequence[str] = ()) -> Plain:
    """Return the JSON form of a value of this type, at a table with these seats."""
    return _codec(hint).encode(value, seats)


def decode(hint: Any, plain: Plain, seats: Sequence[str] = (), at: str = "") -> Any:
    """Return the value of this type for a JSON form; BadForm if it is malformed."""
    return _codec(hint).decode(plain, seats, at)


def check_serialisable(hint: Any) -> None:
    """Raise TypeError if values of this type cannot be serialised."""
    _codec(hint)


@memoise
def type_hints(cls: type) -> dict[str, Any]:
    """Return the annotations of a dataclass's or named tuple's fields, axes included."""
    if dataclasses.is_dataclass(cls):
        wanted = {f.name for f in dataclasses.fields(cls)}
    else:
        wanted = set(cls._fields)  # type: ignore[attr-defined]
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        own = {k: v for k, v in inspect.get_annotations(base).items() if k in wanted}
        scope = vars(sys.modules[base.__module__])
        hints |= get_type_hints(types.SimpleNamespace(__annotations__=own), scope, None, True)
    return hints


def number_in(text: str, digits: int = 9) -> int | None:
    """Return the small number that a text contains; None if it is not one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def shown(plain: Plain) -> str:
    """Shorten a wrong value for an error message."""
    try:
        text = json.dumps(plain, default=str, ensure_ascii=False)
    except (RecursionError, ValueError):  # too deep, or a number too long to write
        text = "..."
    return text if len(text) <= 40 else text[:37] + "..."


def none_of(plain: Plain, names: Sequence[str]) -> Text:
    """Return the error text for a name that is not one of `names`."""
    return T("{found} is not one of {known}", found=shown(plain), known=", ".join(names))


def _object(plain: Plain) -> Text:
    return T("an object with names as keys was expected, not {found}", found=shown(plain))


@memoise
def _codec(hint: Any) -> _Codec:
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *extras = get_args(hint)
        for extra in extras:
            if isinstance(extra, Grid):
                return _grid(get_origin(inner) or inner, extra)
            if isinstance(extra, Names):
                return _name(extra, OR_NONE in extras)
        return _codec(inner)
    if origin in (tuple, list):
        return _sequence(hint, origin)
    if origin in (typing.Union, types.UnionType):
        return _maybe(hint) if type(None) in get_args(hint) else _scalar(get_args(hint))
    if origin is dict:
        return _mapping(get_args(hint)[1])
    if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"):
        return _record(typing.cast(type, hint))
    if hint in _ATOMS:
        return _atom(hint)
    if isinstance(origin, type):
        return _family()
    name = getattr(hint, "__name__", str(hint))
    raise TypeError(
        f"there is no JSON form for {name}; there is one for whole numbers, texts, true and false,"
        " and for tuples and dataclasses of these"
    )


_ATOMS: dict[type, Callable[[str], Text]] = {
    int: lambda found: T("a whole number was expected, not {found}", found=found),
    str: lambda found: T("a text was expected, not {found}", found=found),
    bool: lambda found: T("true or false was expected, not {found}", found=found),
}


def _too_large(value: Plain) -> Text:
    return T("{found} is too large", found=shown(value))


def _atom(cls: type) -> _Codec:
    def decode(plain: Plain, seats: Sequence[str], at: str) -> Any:
        if type(plain) is not cls:
            raise BadForm(at, _ATOMS[cls](shown(plain)))
        if type(plain) is int and not -LARGEST <= plain <= LARGEST:
            raise BadForm(at, _too_large(plain))
        return plain

    return _Codec(lambda value, seats: value, decode)


def _scalar(kinds: tuple[type, ...]) -> _Codec:
    def decode(plain: Plain, seats: Sequence[str], at: str) -> Any:
        if type(plain) not in kinds:
            raise BadForm(at, T("a text or a number was expected, not {found}", found=shown(plain)))
        return plain

    return _Codec(lambda value, seats: value, decode)


def _name(axis: Names, or_none: bool) -> _Codec:
    def encode(value: int, seats: Sequence[str]) -> Plain:
        if value >= 0:
            return axis.resolve(seats)[value]
        if value == NOBODY and or_none:
            return None
        names = ", ".join(axis.resolve(seats))
        raise ValueError(
            f"{value} is no index of the axis {names}; if a field may have no value, annotate it"
            " with OR_NONE: -1 then stands for none"
        )

    def decode(plain: Plain, seats: Sequence[str], at: str) -> int:
        if plain is None and or_none:
            return NOBODY
        return _lookup(axis.resolve(seats), plain, at)

    return _Codec(encode, decode)


def _lookup(names: Sequence[str], plain: Plain, at: str) -> int:
    if plain not in names:
        raise BadForm(at, none_of(plain, names))
    return names.index(plain)


def _grid(make: Callable[[list[int]], Any], grid: Grid) -> _Codec:
    def encode(value: Sequence[int], seats: Sequence[str]) -> Plain:
        last = grid.axes[-1].resolve(seats)
        cells = prod(len(axis.resolve(seats)) for axis in grid.axes)
        if len(value) != cells and (value or len(grid.axes) > 1):  # an empty list is {}
            raise ValueError(f"{len(value)} numbers where its axes have {cells}")
        parts = (value[i : i + len(last)] for i in range(0, len(value), len(last)))
        rows = [
            {name: n for name, n in zip(last, part, strict=True) if n} if any(part) else {}
            for part in parts
        ]
        if len(grid.axes) == 1:
            return rows[0] if rows else {}
        names = grid.axes[0].resolve(seats)
        always = len(names) - grid.axes[0].later
        named = zip(names, rows, strict=True)
        return {name: row for i, (name, row) in enumerate(named) if row or i < always}

    largest = LARGEST_BYTE if make in (bytes, bytearray) else LARGEST

    def decode(plain: Plain, seats: Sequence[str], at: str) -> Any:
        shape = [axis.resolve(seats) for axis in grid.axes]
        numbers = [0] * (len(shape[0]) * (len(shape[1]) if len(shape) > 1 else 1))

        def fill(part: Plain, depth: int, offset: int, at: str) -> None:
            if type(part) is not dict:
                raise BadForm(at, _object(part))
            for key, value in part.items():
                index = offset + _lookup(shape[depth], key, at)
                key_path = f"{at}.{key}"
                if depth + 1 < len(shape):
                    fill(value, depth + 1, index * len(shape[depth + 1]), key_path)
                elif type(value) is not int or value < 0:
                    raise BadForm(
                        key_path, T("a number from 0 was expected, not {found}", found=shown(value))
                    )
                else:
                    if value > largest:
                        raise BadForm(key_path, _too_large(value))
                    numbers[index] = value

        fill(plain, 0, 0, at)
        return make(numbers)

    return _Codec(encode, decode)


def _sequence(hint: Any, make: Any) -> _Codec:
    args = get_args(hint)
    if make is tuple and not (len(args) == 2 and args[1] is Ellipsis):
        parts = [_codec(arg) for arg in args]
    else:
        parts = []
    item = _codec(args[0]) if not parts and args != ((),) and args else None

    def codecs(length: int, at: str) -> Sequence[_Codec]:
        if item is not None:
            return [item] * length
        if length != len(parts):
            raise BadForm(
                at, T("a list of {n} was expected, not of {found}", n=len(parts), found=length)
            )
        return parts

    def encode(value: Any, seats: Sequence[str]) -> Plain:
        return [c.encode(v, seats) for c, v in zip(codecs(len(value), ""), value, strict=True)]

    def decode(plain: Plain, seats: Sequence[str], at: str) -> Any:
        if type(plain) is not list:
            raise BadForm(at, T("a list was expected, not {found}", found=shown(plain)))
        return make(
            c.decode(v, seats, f"{at}[{i}]")
            for i, (c, v) in enumerate(zip(codecs(len(plain), at), plain, strict=True))
        )

    return _Codec(encode, decode)


def _maybe(hint: Any) -> _Codec:
    (inner,) = (arg for arg in get_args(hint) if arg is not type(None))
    codec = _codec(inner)

    def encode(value: Any, seats: Sequence[str]) -> Plain:
        return None if value is None else codec.encode(value, seats)

    def decode(plain: Plain, seats: Sequence[str], at: str) -> Any:
        return None if plain is None else codec.decode(plain, seats, at)

    return _Codec(encode, decode)


def _mapping(hint: Any) -> _Codec:
    codec = _codec(hint)

    def encode(value: Any, seats: Sequence[str]) -> Plain:
        return {key: codec.encode(v, seats) for key, v in value.items()}

    def decode(plain: Plain, seats: Sequence[str], at: str) -> Any:
        if type(plain) is not dict:
            raise BadForm(at, _object(plain))
        return {key: codec.decode(v, seats, f"{at}.{key}") for key, v in plain.items()}

    return _Codec(encode, decode)


def _family() -> _Codec:
    """Serialise one of several dataclasses with a common base: its name and its fields."""

    def encode(value: Any, seats: Sequence[str]) -> Plain:
        cls = type(value)
        return {"kind": cls.__name__, **_codec(cls).encode(value, seats)}

    def decode(plain: Plain, seats: Sequence[str], at: str) -> Any:
        raise TypeError("members of a family of dataclasses are decoded by the owner of the family")

    return _Codec(encode, decode)


def _record(cls: type) -> _Codec:
    parts = {name: _codec(hint) for name, hint in type_hints(cls).items()}

    def encode(value: Any, seats: Sequence[str]) -> Plain:
        return {name: c.encode(getattr(value, name), seats) for name, c in parts.items()}

    def decode(plain: Plain, seats: Sequence[str], at: str) -> Any:
        plain_fields = fields_of(plain, parts, at)
        return cls(
            **{
                name: c.decode(plain_fields[name], seats, f"{at}.{name}")
                for name, c in parts.items()
            }
        )

    return _Codec(encode, decode)


def fields_of(plain: Plain, wanted: typing.Iterable[str], at: str) -> dict[str, Plain]:
    """Return an object with exactly the wanted fields; BadForm names a missing or unknown one."""
    if type(plain) is not dict:
        raise BadForm(at, _object(plain))
    wanted = list(wanted)
    for name in wanted:
        if name not in plain:
            raise BadForm(at, T("{name} is missing", name=name))
    for name in plain:
        if name not in wanted:
            raise BadForm(f"{at}.{name}" if at else name, T("there is no such field"))
    return plain
