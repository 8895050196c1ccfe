"""The drawing of the board: the map, which never changes in a game, and the pieces on it.

Both layers have the same viewBox. They carry classes only; colours are in `drawing.css`, which
`picture` embeds.
"""

from __future__ import annotations

from pathlib import Path

from chancery.core.frame import Frame
from chancery.core.layers import Layers
from chancery.core.pictures import Part
from chancery.core.words import Speaker, T
from chancery.games.revolution.face import overlays
from chancery.games.revolution.face.chart import HEIGHT, MAP, WIDTH
from chancery.games.revolution.face.map import draw_map
from chancery.games.revolution.face.margins import COLUMN, LEFT, RIGHT
from chancery.games.revolution.face.pieces import pieces
from chancery.games.revolution.view import RevolutionView

STYLE = Path(__file__).with_name("drawing.css")
COVER = Path(__file__).with_name("cover.webp")  # made by python tools/picture.py
# The map with the points track below it, and the margins to the left and right of it.
PARTS = (
    Part(T("Map"), (MAP.x - 6, 0, MAP.w + 12, HEIGHT)),
    Part(T("Factions"), (0, 0, LEFT + COLUMN + 30, HEIGHT)),
    Part(T("Tracks and support"), (RIGHT - 30, 0, WIDTH - RIGHT + 30, HEIGHT)),
)
BOARD = Layers("revolution", WIDTH, HEIGHT, STYLE)


def ground(frame: Frame, speaker: Speaker) -> str:
    """Draw the map, the same for a whole game."""
    return BOARD.layer("ground", draw_map(frame, speaker))


def draw(view: RevolutionView, speaker: Speaker) -> str:
    """Draw the pieces on the map."""
    return BOARD.layer("live", pieces(view, speaker))


def overlay(
    view: RevolutionView, key: str, speaker: Speaker, before: RevolutionView | None = None
) -> str | None:
    """Draw an overlay of the map, or return None if it is unknown."""
    drawn = overlays.overlay(view, key, speaker, before)
    return None if drawn is None else BOARD.layer("overlay", drawn)


def picture(view: RevolutionView, speaker: Speaker) -> str:
    """Draw map and pieces as one file with its style sheet."""
    return BOARD.standalone(draw_map(view.frame, speaker), pieces(view, speaker))
