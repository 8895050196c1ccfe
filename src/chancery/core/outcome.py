"""Outcomes: who won, who shared, who came where, and with how many points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core.axes import Seat
from chancery.core.words import Listing, SeatName, T, Text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    >>> Outcome.ranked([5, 9, 9], [(5, 2), (9, 1), (9, 1)]).ranks
    (3, 1, 1)
    """

    winners: tuple[Seat, ...]  # several: a shared win
    ranks: tuple[int, ...]  # 1 for the first; equals share the better rank
    points: tuple[int, ...]

    @classmethod
    def ranked(cls, points: Sequence[int], keys: Sequence[tuple[int, ...]]) -> Outcome:
        """The outcome when seats are compared by keys, larger first."""
        ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return cls(winners, ranks, tuple(points))

    def text(self) -> Text:
        """Who has won, as a sentence."""
        seats = tuple(SeatName(seat) for seat in self.winners)
        if len(seats) == 1:
            return T("Winner: {winner}.", winner=seats[0])
        return T("{winners} win together.", winners=Listing(seats))

    def share(self, seat: int) -> float:
        """The part of the win that a seat has: 1, a share of it, or 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0
