"""Layers: whole pictures of a board that lie one over the other, and all of them in one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from chancery.core.svg import Svg, picture, tag


@dataclass(frozen=True)
class Layers:
    """The layers of a game's board: one viewBox, and classes that its style sheet knows."""

    game: str
    width: float
    height: float
    style: Path

    def layer(self, name: str, *inside: Svg) -> str:
        """A whole picture over the others: `ground`, `live` or `overlay`."""
        return str(self._picture(name, self.height, *inside))

    def standalone(self, *inside: Svg, below: float = 0, **attributes: str) -> str:
        """One picture of everything with its style sheet, for notebooks and files.

        `below`: how much higher it is than the board, for what else is shown in it.
        """
        style = tag("style", Svg(_text(self.style)))
        return str(self._picture("live", self.height + below, style, *inside, **attributes))

    def _picture(self, name: str, height: float, *inside: Svg, **attributes: str) -> Svg:
        classes = f"{self.game}-board {self.game}-{name}"
        return picture(self.width, height, classes, *inside, **attributes)


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")
