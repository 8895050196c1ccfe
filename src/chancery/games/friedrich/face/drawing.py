"""The board as a drawing: the map that stays, and what stands on it now.

Both layers have one viewBox and lie one over the other. They carry classes only; colours are in
`drawing.css`, which `standalone` puts into the picture itself.
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
    """The map, the same for a whole game."""
    return BOARD.layer("ground", world(speaker, str(frame.options["game"])))


def draw(view: FriedrichView, speaker: Speaker) -> str:
    """What stands on the map now."""
    return BOARD.layer("live", pieces(view, speaker))


def overlay(
    view: FriedrichView, key: str, speaker: Speaker, before: FriedrichView | None
) -> str | None:
    """What is laid over the map."""
    drawn = overlays.overlay(view, key, speaker, before)
    return None if drawn is None else BOARD.layer("overlay", drawn)


_AROUND = 110  # that is seen around the outermost pieces
_SMALLEST = 600  # width of a part of the map


def interest(view: FriedrichView) -> tuple[float, float, float, float] | None:
    """The part of the map where pieces stand, in the shape of the whole."""
    found = [(X[city], Y[city]) for city in view.at if city >= 0]
    if not found:
        return None
    xs, ys = [x for x, _ in found], [y for _, y in found]
    width = max(xs) - min(xs) + 2 * _AROUND
    height = max(ys) - min(ys) + 2 * _AROUND
    wide = min(WIDTH, max(width, height * WIDTH / HEIGHT, _SMALLEST))
    high = wide * HEIGHT / WIDTH
    left = min(max(0, (min(xs) + max(xs) - wide) / 2), WIDTH - wide)
    top = min(max(0, (min(ys) + max(ys) - high) / 2), HEIGHT - high)
    return left, top, wide, high


def standalone(view: FriedrichView, speaker: Speaker) -> str:
    """One picture of everything; names as on a map that is looked at from near."""
    scenario = str(view.frame.options["game"])
    return BOARD.standalone(world(speaker, scenario), pieces(view, speaker), data_detail="1")
