"""The board as a drawing: the map that stays, and what lies on it now.

Both layers have one viewBox and lie one over the other. They carry classes only; colours are in
`drawing.css`, which `standalone` puts into the picture itself.
"""

from __future__ import annotations

from pathlib import Path

from chancery.core.frame import Frame
from chancery.core.layers import Layers
from chancery.core.words import Speaker
from chancery.games.revolution.face import overlays
from chancery.games.revolution.face.chart import HEIGHT, WIDTH
from chancery.games.revolution.face.map import world
from chancery.games.revolution.face.pieces import pieces
from chancery.games.revolution.view import RevolutionView

STYLE = Path(__file__).with_name("drawing.css")
COVER = Path(__file__).with_name("cover.webp")  # python tools/picture.py
BOARD = Layers("revolution", WIDTH, HEIGHT, STYLE)


def ground(frame: Frame, speaker: Speaker) -> str:
    """The map, the same for a whole game."""
    return BOARD.layer("ground", world(frame, speaker))


def draw(view: RevolutionView, speaker: Speaker) -> str:
    """What lies on the map now."""
    return BOARD.layer("live", pieces(view, speaker))


def overlay(
    view: RevolutionView, key: str, speaker: Speaker, before: RevolutionView | None
) -> str | None:
    """What is laid over the map."""
    drawn = overlays.overlay(view, key, speaker, before)
    return None if drawn is None else BOARD.layer("overlay", drawn)


def standalone(view: RevolutionView, speaker: Speaker) -> str:
    """One picture of everything."""
    return BOARD.standalone(world(view.frame, speaker), pieces(view, speaker))
