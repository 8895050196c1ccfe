"""The board as a drawing: the land, which never changes, and the pieces on it.

Both layers have the same viewBox and lie one over the other. They carry classes only; colours are
in `drawing.css`, which `standalone` embeds into the picture.
"""

from __future__ import annotations

from pathlib import Path

from chancery.core.frame import Frame
from chancery.core.layers import Layers
from chancery.core.words import Speaker
from chancery.games.spada.face.hands import own
from chancery.games.spada.face.land import land, ledge
from chancery.games.spada.face.pieces import pieces
from chancery.games.spada.face.places import HEIGHT, WIDTH, WITH_HAND
from chancery.games.spada.view import SpadaView

STYLE = Path(__file__).with_name("drawing.css")
COVER = Path(__file__).with_name("cover.webp")  # python tools/picture.py
BOARD = Layers("spada", WIDTH, HEIGHT, STYLE)


def ground(frame: Frame, speaker: Speaker) -> str:
    """Draw the land, the same for a whole game."""
    return BOARD.layer("ground", land(frame, speaker))


def draw(view: SpadaView, speaker: Speaker) -> str:
    """Draw the pieces on the land."""
    return BOARD.layer("live", pieces(view, speaker))


def picture(view: SpadaView, speaker: Speaker) -> str:
    """Draw everything as one picture, with the reader's own cards below the board."""
    layers = land(view.frame, speaker), ledge(), pieces(view, speaker), own(view, speaker)
    return BOARD.standalone(*layers, below=WITH_HAND - HEIGHT)
