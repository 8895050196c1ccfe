"""The part of a position about troops: the true numbers and the public knowledge of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.pieces import GENERALS_AT
from chancery.games.friedrich.rules.knowledge.possible_troops import Sums
from chancery.games.friedrich.rules.knowledge.reinforced import Feeding


class Troops(Board):
    """A board with the true troops of every stack and the public knowledge of them."""

    if TYPE_CHECKING:
        rules: int
        troops: list[int]
        known: tuple[Sums, ...]
        low: list[int]
        high: list[int]
        feeding: tuple[Feeding, ...]
    else:
        __slots__ = ()

    def total(self, nation: int) -> int:
        """Return the total troops of a nation, which are public (§6)."""
        return sum(self.troops[GENERALS_AT[nation]])
