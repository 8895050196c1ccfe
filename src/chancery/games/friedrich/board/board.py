"""The board: what everybody sees of it, who stands where and what is in force.

A position and a view of it are both boards, so rules about public things are functions of a board,
each in the module of its chapter under `rules/`, and serve the referee, the page, the coach and the
bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chancery.core.frame import Frame
from chancery.games.friedrich.board.atlas import NEXT
from chancery.games.friedrich.board.pieces import (
    GENERALS_OF,
    HOSTILE_GENERALS_TO,
    NATION_OF,
    PIECES_N,
)

OPEN, ADOPTED, TAKEN, FAILED, DECLINED = range(5)  # how the Offensive Option stands (§13.3)


class Board:
    """What a position and a view have in common."""

    __slots__ = ()

    if TYPE_CHECKING:
        frame: Frame
        turn: int
        owners: Sequence[int]
        at: Sequence[int]
        gone: Sequence[int]
        troops: Sequence[int]  # by top generals; in a view only those of the reader's own stacks
        control: tuple[int, ...]
        fed: Sequence[int]  # in a view only those of the reader's own nations
        fate: int
        fate_suit: int
        fate_used: int
        fate_suits: tuple[int, ...]
        offensive: int
        quit: tuple[int, ...]
        cuts: int  # of Prussia's subsidies, and
        losses: int  # of France overseas: what nations draw (§11.2)

        @property
        def rules(self) -> int: ...
        def hand(self, nation: int) -> Sequence[int]: ...  # in a view only the reader's own
        def total(self, nation: int) -> int: ...

    # -- the game ----------------------------------------------------------------------

    @property
    def scenario(self) -> str:
        """Which of the games is played: "full" or one of the two scenarios."""
        return str(self.frame.options["game"])

    def expert(self, rule: str) -> bool:
        """Whether one of the three expert rules is played (§13)."""
        return self.scenario == "full" and bool(self.frame.options[rule])

    def seat_of(self, nation: int) -> int:
        """Who plays a nation."""
        return self.owners[nation]

    def active(self, nation: int) -> bool:
        """Whether a nation is still in the game."""
        return self.owners[nation] >= 0

    def holds(self, text: tuple[int, int]) -> bool:
        """Whether this text of a card of fate holds now."""
        return self.fate == text[0] - 1 and self.fate_suit == text[1]

    # -- pieces ------------------------------------------------------------------------

    def on_map(self, nation: int) -> list[int]:
        """The generals of a nation that stand on the map, by rank."""
        at = self.at
        return [g for g in GENERALS_OF[nation] if at[g] >= 0]

    def stack(self, general: int) -> list[int]:
        """The generals in the city of this one, top first."""
        at, city = self.at, self.at[general]
        return [g for g in GENERALS_OF[NATION_OF[general]] if at[g] == city]

    def top(self, general: int) -> int:
        """The top general of the stack in which this one stands (§4.5)."""
        at = self.at
        city = at[general]
        for g in GENERALS_OF[NATION_OF[general]]:
            if at[g] == city:
                return g
        return general

    def tops(self, nation: int) -> list[int]:
        """The top generals of a nation's stacks, by rank."""
        at = self.at
        found: list[int] = []
        cities: list[int] = []
        for g in GENERALS_OF[nation]:
            city = at[g]
            if city >= 0 and city not in cities:
                cities.append(city)
                found.append(g)
        return found

    def occupants(self) -> dict[int, int]:
        """A piece for each city that has one: of a stack the top general."""
        return occupants(self.at)

    def enemies_next_to(self, nation: int, city: int) -> list[int]:
        """The top generals of the hostile stacks next to a city: who stands there has to fight
        them (§7.1)."""
        near, at = NEXT[city], self.at
        return [g for g in HOSTILE_GENERALS_TO[nation] if at[g] in near and self.top(g) == g]

    def off_map(self, pieces: Sequence[int]) -> list[int]:
        """Those of the pieces that are off the map and may come back (§10)."""
        return [p for p in pieces if self.at[p] < 0 and not self.gone[p]]


_BACKWARDS = range(PIECES_N - 1, -1, -1)


def occupants(at: Sequence[int]) -> dict[int, int]:
    """A piece for each city that has one: of a stack the top general, written down last."""
    found = dict(zip(at[::-1], _BACKWARDS, strict=True))
    found.pop(-1, None)
    return found
