"""The board as a drawing: the land that stays, and what lies on it now.

Both layers have one viewBox and lie one over the other. They carry classes only; colours are
in `drawing.css`, which `standalone` puts into the picture itself.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chancery.core.frame import Frame
from chancery.core.svg import Svg, tag
from chancery.core.words import Speaker
from chancery.games.spada.face.land import land
from chancery.games.spada.face.pieces import pieces
from chancery.games.spada.face.places import HEIGHT, WIDTH
from chancery.games.spada.view import SpadaView

STYLE = Path(__file__).parent / "drawing.css"
XMLNS = "http://www.w3.org/2000/svg"


def _svg(layer: str, *inside: Svg) -> Svg:
    return tag(
        "svg", *inside, xmlns=XMLNS, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_=f"spada-board {layer}"
    )


def ground(frame: Frame, speaker: Speaker) -> str:
    """The land, the same for a whole game."""
    return str(_svg("spada-ground", land(frame, speaker)))


def draw(view: SpadaView, speaker: Speaker) -> str:
    """What lies on the land now."""
    return str(_svg("spada-live", pieces(view, speaker)))


@cache
def _style() -> str:
    return STYLE.read_text("utf-8")


def standalone(view: SpadaView, speaker: Speaker) -> str:
    """One picture of everything with its style sheet, for notebooks and files."""
    style = tag("style", _style())
    return str(_svg("spada-live", style, land(view.frame, speaker), pieces(view, speaker)))
