"""The board as a drawing: the map, which never changes, and the pieces on it.

Both layers have the same viewBox and lie one over the other. They carry classes only; colours are
in `drawing.css`, which `standalone` embeds into the picture.
"""

from __future__ import annotations

from pathlib import Path

from chancery.core.frame import Frame
from chancery.core.layers import Layers
from chancery.core.words import Speaker
from chancery.games.friedrich.board.atlas import X, Y
from chancery.games.friedrich.face import overlays
from chancery.games.friedrich.face.map import HEIGHT, WIDTH, world
from chancery.games.friedrich.face.pieces import pieces
from chancery.games.friedrich.view import FriedrichView

STYLE = Path(__file__).with_name("drawing.css")
COVER = Path(__file__).with_name("cover.webp")  # python tools/picture.py
BOARD = Layers("friedrich", WIDTH, HEIGHT, STYLE)


def ground(frame: Frame, speaker: Speaker) -> str:
    """Draw the map, the same for a whole game."""
    return BOARD.layer("ground", world(speaker, str(frame.options["game"])))


def draw(view: FriedrichView, speaker: Speaker) -> str:
    """Draw the pieces and markers on the map."""
    return BOARD.layer("live", pieces(view, speaker))


def overlay(
    view: FriedrichView, key: str, speaker: Speaker, before: FriedrichView | None = None
) -> str | None:
    """Draw an overlay of the map; None if there is nothing to draw."""
    drawn = overlays.overlay(view, key, speaker, before)
    return None if drawn is None else BOARD.layer("overlay", drawn)


_AROUND = 110  # margin around the outermost pieces
_SMALLEST = 600  # width of the visible part of the map


def interest(view: FriedrichView) -> tuple[float, float, float, float] | None:
    """Return the part of the map where pieces stand, in the proportions of the whole map."""
    points = [(X[city], Y[city]) for city in view.at if city >= 0]
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width = max(xs) - min(xs) + 2 * _AROUND
    height = max(ys) - min(ys) + 2 * _AROUND
    wide = min(WIDTH, max(width, height * WIDTH / HEIGHT, _SMALLEST))
    high = wide * HEIGHT / WIDTH
    left = min(max(0, (min(xs) + max(xs) - wide) / 2), WIDTH - wide)
    top = min(max(0, (min(ys) + max(ys) - high) / 2), HEIGHT - high)
    return left, top, wide, high


def picture(view: FriedrichView, speaker: Speaker) -> str:
    """Draw map and pieces as one picture, with the names of a map seen from near."""
    scenario = str(view.frame.options["game"])
    return BOARD.standalone(world(speaker, scenario), pieces(view, speaker), data_detail="1")
