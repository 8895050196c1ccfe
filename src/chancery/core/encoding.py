"""Encoding: a view as a row of whole numbers, made from its annotations.

Whoever learns from games needs rows of the same length whose places always mean the same. The
axes say how: a count is its number, an index one place for each of its names, a grid its cells.
Seats are told from the reader on: his own first, then the others in turn order, so that what is
learned at one seat holds at all.

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
from chancery.core.plain import NOBODY, hints

FRAME = ("frame", "seat", "result", "asked")  # the same for everybody, or not before the end


class _Part(NamedTuple):
    """How one thing is told."""

    names: tuple[str, ...]
    write: Callable[[Any, int, list[int]], None]  # value, reader's seat, row


class Encoder:
    """Rows for the views of one game, at tables with the same seats."""

    def __init__(
        self,
        game: Game[Any, Any],
        options: Mapping[str, object],
        fields: Sequence[str] | None = None,
        summary: Callable[[Any], Mapping[str, int]] = lambda view: {},
    ) -> None:
        """Of all fields of the view, or of some of them, and what else is told of a view."""
        first = game.start(options, "").view(0)
        self._kinds = [kind.__name__ for kind in game.phases]
        self._seats = len(first.frame.seats)
        known = hints(type(first))
        self.fields = tuple(fields or (name for name in known if name not in FRAME))
        self._parts = [
            (name, self._part(known[name], getattr(first, name))) for name in self.fields
        ]
        told = [f"{name}{label}" for name, part in self._parts for label in part.names]
        self.names = (*(f"seat.{name}" for name in first.frame.seats), *told, *summary(first))
        self._summary = summary

    def row(self, view: Any) -> list[int]:
        """The numbers of a view; NOBODY reads as the first seat does."""
        seat = max(0, view.seat)
        row = [0] * self._seats  # which seat it is: where seats differ, that is half the story
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
            return self._count()  # there or not: known only when the game is over
        if origin in (tuple, list):
            return self._sequence(get_args(hint), example)
        if hint in (int, bool):
            return _Part(("",), lambda value, seat, row: row.append(int(value)))
        return self._count()

    def _count(self) -> _Part:
        """Of what has no fixed place in a row, how much there is."""

        def write(value: Any, seat: int, row: list[int]) -> None:
            row.append(len(value) if isinstance(value, tuple | list) else int(value is not None))

        return _Part(("",), write)

    def _index(self, axis: Names, or_none: bool) -> _Part:
        n = self._seats if axis is SEATS else len(axis)
        own = range(n) if axis is SEATS else axis.names
        turned = axis is SEATS

        def write(value: int, seat: int, row: list[int]) -> None:
            at = len(row)
            row.extend([0] * n)
            if value != NOBODY:
                row[at + ((value - seat) % n if turned else value)] = 1

        return _Part(tuple(f".{name}" for name in own), write)

    def _grid(self, grid: Grid) -> _Part:
        shape = [self._seats if axis is SEATS else len(axis) for axis in grid.axes]
        named = [range(self._seats) if axis is SEATS else axis.names for axis in grid.axes]
        cells = [""]
        for names in named:
            cells = [f"{cell}.{name}" for cell in cells for name in names]
        turned = grid.axes[0] is SEATS
        width = shape[1] if len(shape) > 1 else 1
        size = len(cells)

        def write(value: Sequence[int], seat: int, row: list[int]) -> None:
            if not value:  # nothing at all, to a spectator
                row.extend([0] * size)
            elif turned and seat:
                row.extend(value[seat * width :])
                row.extend(value[: seat * width])
            else:
                row.extend(value)

        return _Part(tuple(cells), write)

    def _sequence(self, args: tuple[Any, ...], example: Sequence[Any]) -> _Part:
        """One after the other, as many as there are when the game begins; else how many."""
        item = args[0] if args else int
        if _is_phase(item):
            return self._phases()
        if not example or dataclasses.is_dataclass(item) or hasattr(item, "_fields"):
            return self._count()
        n, part = len(example), self._part(item, example[0])
        blank = [0] * len(part.names)

        def write(value: Sequence[Any], seat: int, row: list[int]) -> None:
            for one in value[:n]:
                part.write(one, seat, row)
            for _ in range(n - len(value)):
                row.extend(blank)

        return _Part(tuple(f".{i}{label}" for i in range(n) for label in part.names), write)

    def _phases(self) -> _Part:
        """What is going on: one place for each kind of phase, the top one counts twice."""
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
