"""Encoder of views as rows of whole numbers, for the networks of our bots (core/network.py).

Rows are short and may leave something out. `Game.encode` (core/observations.py) returns rows that
tell any two views apart, for training with other libraries.

All rows of a mode have the same length and each column the same meaning, derived from the
annotations of the view: a count is a number, an index is one-hot, a grid has a column for each
cell. Seats are relative to the reader: own seat first, then the others in turn order, so what is
learned at one seat applies to all.

>>> from chancery.games import find
>>> encoder = Encoder(find("spada"), {"players": 3}, ["farms", "problem"])
>>> encoder.names[:5]
('seat.yellow', 'seat.black', 'seat.white', 'farms.0', 'farms.1')
>>> view = find("spada").start({"players": 3}, "1").view(1)
>>> encoder.row(view)[:6]
[0, 1, 0, 2, 2, 2]
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from chancery.core.axes import OR_NONE, SEATS, Grid, Names
from chancery.core.game import Game
from chancery.core.phases import Phase
from chancery.core.serialisation import NOBODY, type_hints

FRAME = ("frame", "seat", "result", "asked")  # the same for all seats, or unknown until the end


class _Part(NamedTuple):
    """The columns of one field, and the function that writes them."""

    names: tuple[str, ...]
    write: Callable[[Any, int, list[int]], None]  # value, reader's seat, row


class Encoder:
    """Encodes the views of one game at tables with the same seats."""

    def __init__(
        self,
        game: Game[Any, Any],
        options: Mapping[str, object],
        fields: Sequence[str] | None = None,
        summary: Callable[[Any], Mapping[str, int]] = lambda view: {},
    ) -> None:
        """Encode these fields of the view (None: all) and the numbers of `summary`."""
        first = game.start(options, "").view(0)
        self._kinds = [kind.__name__ for kind in game.phases]
        self._seats = len(first.frame.seats)
        hints = type_hints(type(first))
        self.fields = tuple(fields or (name for name in hints if name not in FRAME))
        self._parts = [
            (name, self._part(hints[name], getattr(first, name))) for name in self.fields
        ]
        labels = [f"{name}{label}" for name, part in self._parts for label in part.names]
        self.names = (*(f"seat.{name}" for name in first.frame.seats), *labels, *summary(first))
        self._summary = summary

    def row(self, view: Any) -> list[int]:
        """Return the row of a view; a spectator's view is encoded from the first seat."""
        seat = max(0, view.seat)
        row = [0] * self._seats  # which seat it is, for games whose seats differ
        row[seat] = 1
        for name, part in self._parts:
            part.write(getattr(view, name), seat, row)
        row.extend(self._summary(view).values())
        return row

    def _part(self, hint: Any, example: Any) -> _Part:
        origin = get_origin(hint)
        if origin is Annotated:
            inner, *extras = get_args(hint)
            for extra in extras:
                if isinstance(extra, Grid):
                    return self._grid(extra)
                if isinstance(extra, Names):
                    return self._index(extra, OR_NONE in extras)
            return self._part(inner, example)
        if origin in (typing.Union, types.UnionType):
            return self._count()  # a field that may be missing
        if origin in (tuple, list):
            return self._sequence(get_args(hint), example)
        if hint in (int, bool):
            return _Part(("",), lambda value, seat, row: row.append(int(value)))
        return self._count()

    def _count(self) -> _Part:
        """Encode a field without a fixed size by its length, or by whether it is there."""

        def write(value: Any, seat: int, row: list[int]) -> None:
            row.append(len(value) if isinstance(value, tuple | list) else int(value is not None))

        return _Part(("",), write)

    def _index(self, axis: Names, or_none: bool) -> _Part:
        n = self._seats if axis is SEATS else len(axis)
        columns = range(n) if axis is SEATS else axis.names
        from_reader = axis is SEATS

        def write(value: int, seat: int, row: list[int]) -> None:
            at = len(row)
            row.extend([0] * n)
            if value != NOBODY:
                row[at + ((value - seat) % n if from_reader else value)] = 1

        return _Part(tuple(f".{name}" for name in columns), write)

    def _grid(self, grid: Grid) -> _Part:
        shape = [self._seats if axis is SEATS else len(axis) for axis in grid.axes]
        named = [range(self._seats) if axis is SEATS else axis.names for axis in grid.axes]
        cells = [""]
        for names in named:
            cells = [f"{cell}.{name}" for cell in cells for name in names]
        from_reader = grid.axes[0] is SEATS
        width = shape[1] if len(shape) > 1 else 1
        size = len(cells)

        def write(value: Sequence[int], seat: int, row: list[int]) -> None:
            if not value:  # empty for spectators
                row.extend([0] * size)
            elif from_reader and seat:
                row.extend(value[seat * width :])
                row.extend(value[: seat * width])
            else:
                row.extend(value)

        return _Part(tuple(cells), write)

    def _sequence(self, args: tuple[Any, ...], example: Sequence[Any]) -> _Part:
        """Encode as many items as there are at the start of the game; else the length."""
        item = args[0] if args else int
        if _is_phase(item):
            return self._phases()
        if not example or dataclasses.is_dataclass(item) or hasattr(item, "_fields"):
            return self._count()
        n, part = len(example), self._part(item, example[0])
        blank = [0] * len(part.names)

        def write(value: Sequence[Any], seat: int, row: list[int]) -> None:
            for element in value[:n]:
                part.write(element, seat, row)
            for _ in range(n - len(value)):
                row.extend(blank)

        return _Part(tuple(f".{i}{label}" for i in range(n) for label in part.names), write)

    def _phases(self) -> _Part:
        """Encode the stack of phases: 1 for each kind on it, 2 for the top one."""
        kinds = self._kinds

        def write(value: Sequence[Phase[Any]], seat: int, row: list[int]) -> None:
            open_now = [type(phase).__name__ for phase in value]
            row.extend(
                (kind in open_now) + (kind == open_now[-1]) if open_now else 0 for kind in kinds
            )

        return _Part(tuple(f".{kind}" for kind in kinds), write)


def _is_phase(hint: Any) -> bool:
    kind = get_origin(hint) or hint
    return isinstance(kind, type) and issubclass(kind, Phase)
