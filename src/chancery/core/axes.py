"""Axes: names for the numbers in a position.

Rules compute with whole numbers because that is fast; people read names. An axis connects
the two. `Annotated[int, SEATS]` is a seat, `Annotated[list[int], Grid(SEATS, RESOURCES)]`
a flat list with a number for each seat and resource. The JSON form, the notation and the
sentences of events all come from these annotations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated

from chancery.core.words import Listing, SeatName, Word


class Names:
    """An index with names: `Names("grain", "workers")` calls 0 grain and 1 workers."""

    def __init__(
        self,
        *names: str,
        titles: Sequence[Word] = (),
        counted: Callable[[int, int], Word] | None = None,
        later: int = 0,
        features: Mapping[str, Sequence[int]] = MappingProxyType({}),
    ) -> None:
        if titles and len(titles) != len(names):
            raise ValueError(f"{len(titles)} titles for {len(names)} names")
        self.names = names
        self.titles = tuple(titles)
        self.counted = counted  # (index, number) -> "3 grain"
        # How many of the last names were added later: the JSON form of a grid leaves them out while
        # their numbers are zero, so positions written before keep their digest.
        self.later = later
        # What an observation says about a name instead of having a column for each; together they
        # tell any two names apart: {"x": (...), "y": (...)}, a number for each name.
        self.features = features
        self._index = {name: i for i, name in enumerate(names)}

    def __len__(self) -> int:
        return len(self.names)

    def resolve(self, seats: Sequence[str]) -> Sequence[str]:
        """Return the names of the axis at a table with these seats."""
        return self.names

    def index(self, name: object) -> int:
        """Return the number of a name; KeyError for an unknown one."""
        return self._index[name]  # type: ignore[index]

    def title(self, index: int) -> Word:
        """Return what a sentence calls a number: its title, or else its name."""
        return self.titles[index] if self.titles else self.names[index]

    def listing(self, indices: Iterable[int]) -> Listing:
        """Return the titles of several numbers, to fill one placeholder of a sentence."""
        return Listing(tuple(self.title(index) for index in indices))


class _Seats(Names):
    """The axis of seats, whose names depend on the table."""

    def resolve(self, seats: Sequence[str]) -> Sequence[str]:
        return seats

    def title(self, index: int) -> Word:
        return SeatName(index)


class _OrNone:
    """Marks an axis whose number may be -1 (null in JSON): none of its names."""


OR_NONE = _OrNone()
SEATS = _Seats()
Seat = Annotated[int, SEATS]
AnySeat = Annotated[int, SEATS, OR_NONE]


class Grid:
    """A flat list of numbers along one or two axes; zeros are left out of the JSON form."""

    def __init__(self, *axes: Names) -> None:
        self.axes = axes

    def words(self, numbers: Sequence[int]) -> Word:
        """Return the numbers as a list of counted things along the last axis."""
        axis = self.axes[-1]
        if axis.counted is None:
            raise TypeError(f"nobody says how {', '.join(axis.names) or 'seats'} are counted")
        return Listing(tuple(axis.counted(i, n) for i, n in enumerate(numbers) if n))
