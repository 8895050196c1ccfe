"""The open board, which every seat sees, and facts that follow from it alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from chancery.core.frame import Frame
from chancery.games.spada.board.components import HOUSES


class OpenBoard(Protocol):
    """The open part of a position; a view has it under the same names."""

    @property
    def frame(self) -> Frame: ...
    @property
    def farms(self) -> Sequence[int]: ...
    @property
    def builders(self) -> Sequence[int]: ...
    @property
    def privileges(self) -> Sequence[int]: ...
    @property
    def supply(self) -> Sequence[int]: ...
    @property
    def points(self) -> Sequence[int]: ...


def stock(board: OpenBoard, seat: int) -> int:
    """Count the houses of a player that are not on the board (§components.houses)."""
    return HOUSES - board.farms[seat] - board.builders[seat]


def privileges_of(board: OpenBoard, seat: int) -> Sequence[int]:
    """Return the counts by kind of a player's privileges (§components.privileges)."""
    return board.privileges[seat * 4 : seat * 4 + 4]
