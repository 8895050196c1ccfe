"""The frame of a table: what is decided before the first action."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core.options import Value


@dataclass(frozen=True, slots=True)
class Frame:
    """The public facts that stay the same throughout a game."""

    game: str
    rules: int
    options: dict[str, Value]
    data: str | None  # the text of the table's own data file; None: the one we ship
    seats: tuple[str, ...]
