"""The board as a drawing: the land that stays, and what lies on it now.

Both layers have one viewBox and lie one over the other. They carry classes only; colours are in
`drawing.css`, which `standalone` puts into the picture itself.
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
    """The land, the same for a whole game."""
    return BOARD.layer("ground", land(frame, speaker))


def draw(view: SpadaView, speaker: Speaker) -> str:
    """What lies on the land now."""
    return BOARD.layer("live", pieces(view, speaker))


def standalone(view: SpadaView, speaker: Speaker) -> str:
    """One picture of everything: without a page around it the reader's own cards lie below."""
    layers = land(view.frame, speaker), ledge(), pieces(view, speaker), own(view, speaker)
    return BOARD.standalone(*layers, below=WITH_HAND - HEIGHT)
