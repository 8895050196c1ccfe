"""Observations: views as rows of whole numbers that tell any two views apart.

All rows of a mode have the same length, and each number has a name and bounds (`Field`). The row
contains everything that the view contains, the fields of the phases too, and nothing else. Seats
are relative to the reader: own seat first, then the others in turn order; the first fields say
which seat reads.

>>> from chancery.games import find
>>> game = find("spada")
>>> game.shape({"players": 3}) == (len(game.fields({"players": 3})),)
True
>>> row = game.encode(game.start({"players": 3}, "1").view(1))
>>> told = {field.name: n for field, n in zip(game.fields({"players": 3}), row) if n}
>>> told["seat.black"], told["farms.0"], told["hand.grain"] <= 8
(1, 2, True)

Columns are derived from annotations. A number along an axis has a column for each name, or those of
`Names.features` if the axis has them; a grid has a column for each cell. A list of names has a
column for each name, which holds its position in the list; other lists have a length and slots, in
which a name is its number, from 1. So is a name on a very long axis.
`Between` and `AtMost` say how large numbers and lists can be, `OneOf` what a text can be, `Cells`
which cells of a grid are ever used; `Columns` encodes a field in a way of its own, and `SAID` marks
one that follows from the others.
"""

from __future__ import annotations

import dataclasses
import struct
import types
import typing
from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin

from chancery.core.axes import SEATS, Grid, Names
from chancery.core.memo import memoise
from chancery.core.outcome import Outcome
from chancery.core.phases import Phase, Question
from chancery.core.serialisation import LARGEST, NOBODY, type_hints

if TYPE_CHECKING:
    from chancery.core.game import Game

SLOTS = 8  # of a list that says nothing about its length
MOST_NAMES = 64  # on an axis for which there is a column for each name
FEW = 8  # the same for lists in a slot
Write = Callable[[Any, int, "array[int]", int], None]  # value, reader's seat, row, first column


class Field(NamedTuple):
    """The name of a number in an observation, and its bounds."""

    name: str
    low: int
    high: int


class Between(NamedTuple):
    """Bounds of a number, or of the numbers of a grid or list: `Annotated[int, Between(0, 9)]`."""

    low: int
    high: int


class AtMost(NamedTuple):
    """The largest length of a list: `Annotated[tuple[Pair, ...], AtMost(12)]`."""

    number: int


class OneOf(NamedTuple):
    """The texts that a field can hold: `Annotated[str, OneOf(("spring", "summer"))]`."""

    texts: tuple[str, ...]


class Cells(NamedTuple):
    """The cells of a grid with one axis that can be other than 0; the others get no column."""

    numbers: tuple[int, ...]


class Columns(NamedTuple):
    """The columns of a field that is encoded in a way of its own."""

    fields: tuple[Field, ...]
    write: Write
    # how the value itself gives the columns, "" if it does not: "{0}" a number, "*{0}" a grid;
    # "*({0}[1 * seat:] + {0}[:1 * seat])" one of seats
    direct: str = ""


_SIZE = array("i").itemsize


@memoise
def writer(number: int) -> Callable[..., None]:
    """Return a function that writes so many numbers: `write(row, 4 * column, *numbers)`.

    This takes half the time of assigning to a slice.
    """
    return struct.Struct(f"{number}i").pack_into


def _nothing(value: Any, seat: int, row: array[int], at: int) -> None:
    pass


SAID = Columns((), _nothing)  # a field that follows from the others
_NUMBER = Between(-LARGEST, LARGEST)
_COUNT = Between(0, LARGEST)


def _bit(name: str) -> Field:
    return Field(name, 0, 1)


class _Part(NamedTuple):
    """A field of a view with its columns."""

    name: str
    fields: tuple[Field, ...]
    write: Write
    direct: str


def _together(parts: Sequence[_Part], at: int) -> Callable[[Any, int, array[int]], Any]:
    """Return a function that writes several fields with one call, and returns the other values.

    It is made as source code, as functions that copy positions are (core/copying.py).
    """
    names = "".join(f"v{i}, " for i in range(len(parts)))
    numbers = ", ".join(part.direct.format(f"v{i}") for i, part in enumerate(parts))
    code = f"""def write(values, seat, row):
    {names}*rest = values
    pack(row, {at * _SIZE}, {numbers})
    return rest
"""
    scope: dict[str, Any] = {"pack": writer(sum(len(part.fields) for part in parts))}
    exec(code, scope)
    write: Callable[[Any, int, array[int]], Any] = scope["write"]
    return write


class Observation:
    """Encodes the views of one game at tables with the same options."""

    def __init__(self, game: Game[Any, Any], options: Mapping[str, object]) -> None:
        first = game.start(options, "").view(0)
        self._seats: Sequence[str] = first.frame.seats
        self._in_slot = False
        kinds = type_hints(type(first))
        names = [name for name in kinds if name not in ("frame", "seat", "asked", "phases")]
        parts = [
            *(
                _Part(name, *self._named(name, self._part(kinds[name], getattr(first, name))))
                for name in names
            ),
            _Part("asked", *self._asked()),
            _Part("phases", *self._phases(game.phases)),
        ]
        parts.sort(key=lambda part: not part.direct)  # so that these are written at once
        fields = [_bit(f"seat.{name}") for name in self._seats]
        self._writers: list[tuple[Write, int]] = []
        for part in parts:
            self._writers.append((part.write, len(fields)))
            fields += part.fields
        self.fields = tuple(fields)
        self._values = attrgetter(*(part.name for part in parts))
        self._blank = array("i", bytes(_SIZE * len(fields)))
        direct = [part for part in parts if part.direct]
        self._indirect = self._writers[len(direct) :]
        self._write_direct = _together(direct, len(self._seats))

    def row(self, view: Any) -> array[int]:
        """Return the row of a view; a spectator's has none of the seats, and begins with the first.

        An array of 32-bit integers, which other libraries can use without copying
        (`numpy.frombuffer(row, "i4")`).
        """
        row = self._blank[:]
        seat = view.seat
        if seat == NOBODY:
            seat = 0
        else:
            row[seat] = 1
        values = self._values(view)
        try:
            writers, values_left = self._indirect, self._write_direct(values, seat, row)
        except struct.error:  # a grid is empty, for a spectator
            writers, values_left = self._writers, values
        for (write, at), value in zip(writers, values_left, strict=True):
            write(value, seat, row, at)
        return row

    # -- parts of a view -----------------------------------------------------------------------

    def _asked(self) -> Columns:
        n = len(self._seats)

        def write(value: Sequence[Question], seat: int, row: array[int], at: int) -> None:
            for asked in value:
                row[at + (asked.seat - seat) % n] = 1

        return Columns(tuple(_bit(f"asked.{i}") for i in range(n)), write)

    def _phases(self, kinds: Sequence[type[Phase[Any]]]) -> Columns:
        """Encode the stack: for each kind its place on it, from 1, and its fields."""
        fields: list[Field] = []
        encoders: dict[type, tuple[int, Write]] = {}
        for kind in kinds:
            record = self._record(kind)
            encoders[kind] = len(fields), record.write
            fields.append(Field(f"phase.{kind.__name__}", 0, LARGEST))
            fields += self._named(f"phase.{kind.__name__}", record).fields

        def write(value: Sequence[Phase[Any]], seat: int, row: array[int], at: int) -> None:
            for position, phase in enumerate(value, 1):
                first, fill = encoders[type(phase)]
                row[at + first] = position
                fill(phase, seat, row, at + first + 1)

        return Columns(tuple(fields), write)

    @staticmethod
    def _named(name: str, part: Columns) -> Columns:
        fields = (field._replace(name=f"{name}{field.name}") for field in part.fields)
        return part._replace(fields=tuple(fields))

    # -- annotations ---------------------------------------------------------------------------

    def _part(self, hint: Any, example: Any = None, extras: Sequence[Any] = ()) -> Columns:
        """Return the columns of a field; `example` is its value in the first view, if any."""
        origin = get_origin(hint)
        if origin is Annotated:
            inner, *extras = get_args(hint)
            return self._annotated(inner, example, extras)
        if origin in (typing.Union, types.UnionType):
            return self._maybe(hint, example)
        if origin in (tuple, list):
            args = get_args(hint)
            if len(args) == 2 and args[1] is Ellipsis:
                return self._list(args[0], example, extras)
            return self._joined([(f".{i}", self._part(arg)) for i, arg in enumerate(args)])
        if hint is Outcome:
            return self._outcome()
        if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"):
            return self._record(typing.cast(type, hint))
        if hint is bool:
            return self._number(Between(0, 1))
        if hint is int:
            return self._number(_find(Between, extras) or _NUMBER)
        raise TypeError(
            f"nothing says how {getattr(hint, '__name__', hint)} is encoded for learning; annotate"
            " the field with `OneOf` or `Columns` (chancery.core.observations)"
        )

    def _annotated(self, inner: Any, example: Any, extras: Sequence[Any]) -> Columns:
        columns: Columns | None = _find(Columns, extras)
        if columns is not None:
            return columns
        if grid := _find(Grid, extras):
            bounds = _find(Between, extras) or _COUNT
            cells = _find(Cells, extras)
            return self._cells(grid, cells, bounds) if cells else self._grid(grid, bounds)
        if axis := _find(Names, extras):
            return self._index(axis)
        if among := _find(OneOf, extras):
            return self._text(among.texts)
        return self._part(inner, example, extras)

    def _text(self, texts: Sequence[str]) -> Columns:
        def write(value: str, seat: int, row: array[int], at: int) -> None:
            row[at + texts.index(value)] = 1

        return Columns(tuple(_bit(f".{text}") for text in texts), write)

    def _number(self, bounds: Between) -> Columns:
        def write(value: int, seat: int, row: array[int], at: int) -> None:
            row[at] = value

        return Columns((Field("", *bounds),), write, "{0}")

    def _axis(self, axis: Names) -> Sequence[str]:
        """Return the names of the columns along an axis; those of seats are relative."""
        return [str(i) for i in range(len(self._seats))] if axis is SEATS else axis.names

    def _index(self, axis: Names) -> Columns:
        if self._in_slot or (len(axis) > MOST_NAMES and not axis.features):
            return self._code(axis)
        if axis.features:
            return self._features(axis)
        names = self._axis(axis)
        n = len(names)
        if axis is SEATS:

            def write(value: int, seat: int, row: array[int], at: int) -> None:
                if value != NOBODY:
                    row[at + (value - seat) % n] = 1

        else:

            def write(value: int, seat: int, row: array[int], at: int) -> None:
                if value != NOBODY:
                    row[at + value] = 1

        return Columns(tuple(_bit(f".{name}") for name in names), write)

    def _features(self, axis: Names) -> Columns:
        """Encode a name by its features; the first column is 1 if there is one."""
        known = [array("i", (1, *row)) for row in zip(*axis.features.values(), strict=True)]
        n = 1 + len(axis.features)

        def write(value: int, seat: int, row: array[int], at: int) -> None:
            if value != NOBODY:
                row[at : at + n] = known[value]

        bounds = (Field(f".{f}", min(0, *v), max(0, *v)) for f, v in axis.features.items())
        return Columns((_bit(""), *bounds), write)

    def _grid(self, grid: Grid, bounds: Between) -> Columns:
        axes = [self._axis(axis) for axis in grid.axes]
        fields = tuple(Field("." + ".".join(cell), *bounds) for cell in product(*axes))
        n, width = len(fields), len(axes[1]) if len(axes) > 1 else 1
        turned, write_all = grid.axes[0] is SEATS, writer(n)

        def write(value: Sequence[int], seat: int, row: array[int], at: int) -> None:
            if value:  # empty for spectators
                if turned and seat:
                    value = (*value[seat * width :], *value[: seat * width])
                write_all(row, at * _SIZE, *value)

        turn = f"*({{0}}[{width} * seat:] + {{0}}[:{width} * seat])"
        return Columns(fields, write, turn if turned else "*{0}")

    def _cells(self, grid: Grid, cells: Cells, bounds: Between) -> Columns:
        names = self._axis(grid.axes[0])
        fields = tuple(Field(f".{names[cell]}", *bounds) for cell in cells.numbers)
        pick, write_all = itemgetter(*cells.numbers), writer(len(fields))

        def write(value: Sequence[int], seat: int, row: array[int], at: int) -> None:
            write_all(row, at * _SIZE, *pick(value))

        return Columns(fields, write)

    def _list(self, item: Any, example: Sequence[Any] | None, extras: Sequence[Any]) -> Columns:
        at_most = _find(AtMost, extras)
        fixed = len(example) if example and not at_most else 0
        axis = _find(Names, get_args(item)) if get_origin(item) is Annotated else None
        few = FEW if self._in_slot else MOST_NAMES
        if not fixed and axis and not at_most and len(self._axis(axis)) <= few:
            return self._ranks(axis)
        number = fixed or (at_most.number if at_most else SLOTS)
        inner = Annotated[item, *extras] if item is int and extras else item
        if fixed:
            slot = self._part(inner, example and example[0])
        else:
            outside, self._in_slot = self._in_slot, True
            slot = self._part(inner)
            self._in_slot = outside
        fields = [field for i in range(number) for field in self._named(f".{i}", slot).fields]
        width, fill = len(slot.fields), slot.write
        if fixed and axis and axis is not SEATS and width == len(axis):

            def write_names(value: Sequence[int], seat: int, row: array[int], at: int) -> None:
                for index in value[:number]:
                    if index != NOBODY:
                        row[at + index] = 1
                    at += width

            return Columns(tuple(fields), write_names)
        if fixed:

            def write(value: Sequence[Any], seat: int, row: array[int], at: int) -> None:
                for element in value[:number]:
                    fill(element, seat, row, at)
                    at += width

            return Columns(tuple(fields), write)

        def write_some(value: Sequence[Any], seat: int, row: array[int], at: int) -> None:
            row[at] = len(value)
            at += 1
            for element in value[:number]:
                fill(element, seat, row, at)
                at += width

        return Columns((Field("", 0, LARGEST), *fields), write_some)

    def _ranks(self, axis: Names) -> Columns:
        """Encode a list of different names: for each its position in the list, from 1."""
        names = self._axis(axis)
        n, turned = len(names), axis is SEATS

        def write(value: Sequence[int], seat: int, row: array[int], at: int) -> None:
            for rank, index in enumerate(value, 1):
                row[at + ((index - seat) % n if turned else index)] = rank

        return Columns(tuple(Field(f".{name}", 0, n) for name in names), write)

    def _code(self, axis: Names) -> Columns:
        """Encode a name in a slot by its number, from 1."""
        n = len(self._axis(axis))
        turned = axis is SEATS

        def write(value: int, seat: int, row: array[int], at: int) -> None:
            if value != NOBODY:
                row[at] = 1 + ((value - seat) % n if turned else value)

        return Columns((Field("", 0, n),), write)

    def _maybe(self, hint: Any, example: Any) -> Columns:
        (inner,) = (arg for arg in get_args(hint) if arg is not type(None))
        part = self._part(inner, example)
        fill = part.write

        def write(value: Any, seat: int, row: array[int], at: int) -> None:
            if value is not None:
                row[at] = 1
                fill(value, seat, row, at + 1)

        return Columns((_bit(""), *part.fields), write)

    def _outcome(self) -> Columns:
        n = len(self._seats)

        def write(value: Outcome, seat: int, row: array[int], at: int) -> None:
            for i in range(n):
                row[at + i] = value.ranks[(seat + i) % n]
                row[at + n + i] = value.points[(seat + i) % n]

        fields = [Field(f".ranks.{i}", 0, n) for i in range(n)]
        return Columns((*fields, *(Field(f".points.{i}", *_NUMBER) for i in range(n))), write)

    def _record(self, cls: type) -> Columns:
        parts = [(name, self._part(hint)) for name, hint in type_hints(cls).items()]
        if not parts:
            return SAID
        if not hasattr(cls, "_fields"):
            names = [name for name, _ in parts]
            one = attrgetter(*names)
            values = one if len(names) > 1 else lambda value: (one(value),)
            return self._joined([(f".{name}", part) for name, part in parts], values)
        return self._joined([(f".{name}", part) for name, part in parts])

    def _joined(
        self,
        parts: Sequence[tuple[str, Columns]],
        values: Callable[[Any], Sequence[Any]] = tuple,
    ) -> Columns:
        fields: list[Field] = []
        writers: list[tuple[Write, int]] = []
        for name, part in parts:
            writers.append((part.write, len(fields)))
            fields += self._named(name, part).fields

        def write(value: Any, seat: int, row: array[int], at: int) -> None:
            for (fill, first), part_value in zip(writers, values(value), strict=True):
                fill(part_value, seat, row, at + first)

        return Columns(tuple(fields), write)


def _find(kind: type[Any], extras: Sequence[Any]) -> Any:
    """Return the first of some annotations of a kind; None if there is none."""
    return next((extra for extra in extras if isinstance(extra, kind)), None)
