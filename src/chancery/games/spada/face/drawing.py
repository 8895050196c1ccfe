"""The board as a drawing: the land that stays, and what lies on it now.

Both layers have one viewBox and lie one over the other. They carry classes only; colours are
in `drawing.css`, which `standalone` puts into the picture itself.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chancery.core.frame import Frame
from chancery.core.svg import Svg, picture, tag
from chancery.core.words import Speaker
from chancery.games.spada.face.hands import own
from chancery.games.spada.face.land import land, ledge
from chancery.games.spada.face.pieces import pieces
from chancery.games.spada.face.places import HEIGHT, WIDTH, WITH_HAND
from chancery.games.spada.view import SpadaView

STYLE = Path(__file__).parent / "drawing.css"
COVER = Path(__file__).with_name("cover.webp")  # python tools/picture.py


def _layer(name: str, height: int, *inside: Svg) -> Svg:
    return picture(WIDTH, height, f"spada-board spada-{name}", *inside)


def ground(frame: Frame, speaker: Speaker) -> str:
    """The land, the same for a whole game."""
    return str(_layer("ground", HEIGHT, land(frame, speaker)))


def draw(view: SpadaView, speaker: Speaker) -> str:
    """What lies on the land now."""
    return str(_layer("live", HEIGHT, pieces(view, speaker)))


@cache
def _style() -> str:
    return STYLE.read_text("utf-8")


def standalone(view: SpadaView, speaker: Speaker) -> str:
    """One picture of everything with its style sheet, for notebooks and files.

    It has no page around it, so the reader's own cards lie below the board.
    """
    layers = (land(view.frame, speaker), ledge(), pieces(view, speaker), own(view, speaker))
    return str(_layer("live", WITH_HAND, tag("style", _style()), *layers))
