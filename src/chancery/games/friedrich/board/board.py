"""The public board, shared by the position and the views of it.

`Friedrich` (the position) and `FriedrichView` (what a seat sees) are both boards. Rules about
public facts are functions of a board, each in the module of its chapter under `rules/`, so that the
referee, the page, the coach and the bots use the same code.
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

OPEN, ADOPTED, TAKEN, FAILED, DECLINED = range(5)  # the state of the Offensive Option (§13.3)


class Board:
    """The public fields that a position and a view have in common, and queries on them."""

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
        cuts: int  # of Prussia's subsidies; like the losses they change the draw (§11.2)
        losses: int  # of France overseas

        @property
        def rules(self) -> int: ...
        def hand(self, nation: int) -> Sequence[int]: ...  # in a view only the reader's own
        def total(self, nation: int) -> int: ...

    # -- the game ----------------------------------------------------------------------

    @property
    def scenario(self) -> str:
        """The name of the game that is played: "full" or one of the two scenarios."""
        return str(self.frame.options["game"])

    def expert(self, rule: str) -> bool:
        """Return whether an expert rule (§13) is in use in this game."""
        return self.scenario == "full" and bool(self.frame.options[rule])

    def seat_of(self, nation: int) -> int:
        """Return the number of the seat that plays a nation."""
        return self.owners[nation]

    def active(self, nation: int) -> bool:
        """Return whether a nation is still in the game."""
        return self.owners[nation] >= 0

    def holds(self, text: tuple[int, int]) -> bool:
        """Return whether this text of a card of fate is in force now."""
        return self.fate == text[0] - 1 and self.fate_suit == text[1]

    # -- pieces ------------------------------------------------------------------------

    def on_map(self, nation: int) -> list[int]:
        """Return the generals of a nation that stand on the map, by rank."""
        at = self.at
        return [g for g in GENERALS_OF[nation] if at[g] >= 0]

    def stack(self, general: int) -> list[int]:
        """Return the generals in the city of this general, top general first."""
        at, city = self.at, self.at[general]
        generals: list[int] = []
        for g in GENERALS_OF[NATION_OF[general]]:  # on a hot path, where a comprehension is slower
            if at[g] == city:
                generals.append(g)
        return generals

    def top(self, general: int) -> int:
        """Return the top general of the stack that this general is part of (§4.5)."""
        at = self.at
        city = at[general]
        for g in GENERALS_OF[NATION_OF[general]]:
            if at[g] == city:
                return g
        return general

    def tops(self, nation: int) -> list[int]:
        """Return the top generals of a nation's stacks, by rank."""
        at = self.at
        generals: list[int] = []
        cities: list[int] = []
        for g in GENERALS_OF[nation]:
            city = at[g]
            if city >= 0 and city not in cities:
                cities.append(city)
                generals.append(g)
        return generals

    def occupants(self) -> dict[int, int]:
        """Map each occupied city to a piece in it; for a stack, to its top general."""
        return occupants(self.at)

    def enemies_next_to(self, nation: int, city: int) -> list[int]:
        """Return the top generals of the hostile stacks next to a city.

        A stack that stands in the city has to fight them (§7.1).
        """
        neighbours, at = NEXT[city], self.at
        return [g for g in HOSTILE_GENERALS_TO[nation] if at[g] in neighbours and self.top(g) == g]

    def off_map(self, pieces: Sequence[int]) -> list[int]:
        """Return those of the pieces that are off the map and may re-enter (§10)."""
        return [p for p in pieces if self.at[p] < 0 and not self.gone[p]]


_BACKWARDS = range(PIECES_N - 1, -1, -1)  # the top general of a stack is written last


def occupants(at: Sequence[int]) -> dict[int, int]:
    """Map each occupied city to a piece in it; for a stack, to its top general."""
    by_city = dict(zip(at[::-1], _BACKWARDS, strict=True))
    by_city.pop(-1, None)
    return by_city
