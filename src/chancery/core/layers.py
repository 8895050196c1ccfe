"""Layers of a board: pictures of the same size that lie over each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from chancery.core.svg import Svg, picture, tag


@dataclass(frozen=True)
class Layers:
    """Draws the layers of a game's board, with the classes of its style sheet."""

    game: str
    width: float
    height: float
    style: Path

    def layer(self, name: str, *inside: Svg) -> str:
        """Return one layer as an SVG: `ground`, `live` or `overlay`."""
        return str(self._picture(name, self.height, *inside))

    def standalone(self, *inside: Svg, below: float = 0, **attributes: str) -> str:
        """Return all layers in one SVG with its style sheet, for notebooks and files.

        `below` adds height under the board.
        """
        style = tag("style", Svg(_text(self.style)))
        return str(self._picture("live", self.height + below, style, *inside, **attributes))

    def _picture(self, name: str, height: float, *inside: Svg, **attributes: str) -> Svg:
        classes = f"{self.game}-board {self.game}-{name}"
        return picture(self.width, height, classes, *inside, **attributes)


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")
