"""Axes: how the numbers in a position are called.

Rules count in whole numbers because that is quick; people read names. An axis joins the
two. `Annotated[int, SEATS]` is a seat, `Annotated[list[int], Grid(SEATS, RESOURCES)]`
a flat list with a number for each seat and resource. The JSON form, the notation and the
words of events are all made from these annotations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    ) -> None:
        if titles and len(titles) != len(names):
            raise ValueError(f"{len(titles)} titles for {len(names)} names")
        self.names = names
        self.titles = tuple(titles)
        self.counted = counted  # (index, number) -> "3 grain"
        # So many of the last names came later: where nothing is to be said of them the JSON form
        # of a grid leaves them out, so that positions written before keep their digest.
        self.later = later
        self._index = {name: i for i, name in enumerate(names)}

    def __len__(self) -> int:
        return len(self.names)

    def resolve(self, seats: Sequence[str]) -> Sequence[str]:
        """The names, at a table with these seats."""
        return self.names

    def index(self, name: object) -> int:
        """The number of a name; KeyError if there is none."""
        return self._index[name]  # type: ignore[index]

    def title(self, index: int) -> Word:
        """The word for a number in a sentence: its title, else its name."""
        return self.titles[index] if self.titles else self.names[index]


class _Seats(Names):
    """The seats of whatever table the numbers belong to."""

    def resolve(self, seats: Sequence[str]) -> Sequence[str]:
        return seats

    def title(self, index: int) -> Word:
        return SeatName(index)


class _OrNone:
    """Added to an axis: -1, written null, is none of them."""


OR_NONE = _OrNone()
SEATS = _Seats()
Seat = Annotated[int, SEATS]
AnySeat = Annotated[int, SEATS, OR_NONE]


class Grid:
    """A flat list of numbers along one or two axes; zeros are left out of the JSON form."""

    def __init__(self, *axes: Names) -> None:
        self.axes = axes

    def words(self, numbers: Sequence[int]) -> Word:
        """The numbers as a list of counted things, along the last axis."""
        axis = self.axes[-1]
        if axis.counted is None:
            raise TypeError(f"nobody says how {', '.join(axis.names) or 'seats'} are counted")
        return Listing(tuple(axis.counted(i, n) for i, n in enumerate(numbers) if n))
