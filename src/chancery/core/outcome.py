"""The outcome of a game: winners, ranks and points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core.axes import Seat
from chancery.core.words import Listing, SeatName, T, Text


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winners, ranks and points of a finished game.

    >>> Outcome.ranked([5, 9, 9], [(5, 2), (9, 1), (9, 1)]).ranks
    (3, 1, 1)
    """

    winners: tuple[Seat, ...]  # several share the win
    ranks: tuple[int, ...]  # 1 for the first; equals share the better rank
    points: tuple[int, ...]

    @classmethod
    def ranked(cls, points: Sequence[int], keys: Sequence[tuple[int, ...]]) -> Outcome:
        """Rank the seats by keys, the largest first."""
        ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return cls(winners, ranks, tuple(points))

    def text(self) -> Text:
        """Return who has won, as a sentence."""
        seats = tuple(SeatName(seat) for seat in self.winners)
        if len(seats) == 1:
            return T("Winner: {winner}.", winner=seats[0])
        return T("{winners} win together.", winners=Listing(seats))

    def share(self, seat: int) -> float:
        """Return a seat's share of the win: 1, a fraction of a shared win, or 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def reward(self, seat: int) -> float:
        """Return a seat's result for learning: 1 for a win alone; those of all seats sum to 0."""
        n = len(self.ranks)
        return self.share(seat) if n == 1 else (n * self.share(seat) - 1) / (n - 1)
