"""The frame of a game: what is settled before its first action."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core.options import Value


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same from the first action of a game to its last, and is public."""

    game: str
    rules: int
    options: dict[str, Value]
    data: str | None  # the whole data file, if it is not ours
    seats: tuple[str, ...]
