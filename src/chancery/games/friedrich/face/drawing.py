"""The board as a drawing: the map that stays, and what stands on it now.

Both layers have one viewBox and lie one over the other. They carry classes only; colours are in
`drawing.css`, which `standalone` puts into the picture itself.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chancery.core.frame import Frame
from chancery.core.svg import Svg, picture, tag
from chancery.core.words import Speaker
from chancery.games.friedrich.face import overlays
from chancery.games.friedrich.face.map import HEIGHT, WIDTH, world
from chancery.games.friedrich.face.pieces import pieces
from chancery.games.friedrich.view import FriedrichView

STYLE = Path(__file__).parent / "drawing.css"
COVER = Path(__file__).with_name("cover.webp")  # python tools/picture.py


def layer(name: str, *inside: Svg, **more: str) -> Svg:
    """A whole picture over the others."""
    return picture(WIDTH, HEIGHT, f"friedrich-board friedrich-{name}", *inside, **more)


def ground(frame: Frame, speaker: Speaker) -> str:
    """The map, the same for a whole game."""
    return str(layer("ground", world(speaker, str(frame.options["game"]))))


def draw(view: FriedrichView, speaker: Speaker) -> str:
    """What stands on the map now."""
    return str(layer("live", pieces(view, speaker)))


def overlay(
    view: FriedrichView, key: str, speaker: Speaker, before: FriedrichView | None
) -> str | None:
    """What is laid over the map."""
    drawn = overlays.overlay(view, key, speaker, before)
    return None if drawn is None else str(layer("overlay", drawn))


@cache
def _style() -> str:
    return STYLE.read_text("utf-8")


def standalone(view: FriedrichView, speaker: Speaker) -> str:
    """One picture of everything with its style sheet, for notebooks and files."""
    style = tag("style", Svg(_style()))
    scenario = str(view.frame.options["game"])
    drawn = world(speaker, scenario), pieces(view, speaker)
    return str(layer("live", style, *drawn, data_detail="1"))
