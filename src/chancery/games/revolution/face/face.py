"""The face of Revolution: what pages, terminal and notebooks show of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from chancery.core import HEAVY, Face, Introduction, T
from chancery.core.fonts import map_fonts
from chancery.games.revolution.face import (
    aid,
    deeds,
    dials,
    drawing,
    ending,
    hands,
    in_advance,
    orders,
    overlays,
    panels,
    previews,
    scenes,
    signs,
    status,
    targets,
    words,
)
from chancery.games.revolution.face.teaching import TEACHING, help_values
from chancery.games.revolution.view import RevolutionView


class RevolutionFace(Face[RevolutionView]):
    """Revolution in words and pictures, each part made by a module of this package."""

    introduction = Introduction(
        T(
            "The Low Countries, 1568 to 1648: five factions with aims of their own struggle for"
            " provinces and cities, with tokens, armies and money."
        ),
        players=(2, 5),
        hours=(3, 5),
        weight=HEAVY,
    )
    cover = drawing.COVER

    # words
    prompt = staticmethod(words.prompt)
    label = staticmethod(words.label)
    group = staticmethod(words.group)
    describe = staticmethod(words.describe)
    preview = staticmethod(previews.preview)
    finals = frozenset({"done", "abandon", "let"})
    status = staticmethod(status.status)
    standing = staticmethod(in_advance.standing)

    # teaching
    teaching = TEACHING
    help_values = staticmethod(help_values)
    aid = staticmethod(aid.aid)

    # the map
    style = drawing.STYLE
    ground = staticmethod(drawing.ground)
    draw = staticmethod(drawing.draw)
    picture = staticmethod(drawing.picture)
    legible = 0.6
    parts = staticmethod(lambda: drawing.PARTS)
    overlays = staticmethod(lambda: overlays.OVERLAYS)
    overlay = staticmethod(drawing.overlay)
    place_of = staticmethod(targets.place_of)
    seat_style = staticmethod(targets.seat_style)
    sign = staticmethod(targets.sign)
    emblem = staticmethod(signs.emblem)
    target = staticmethod(targets.target)
    asking = staticmethod(targets.asking)
    leads = staticmethod(targets.leads)
    orders = staticmethod(orders.orders)

    # around the map
    panels = staticmethod(panels.panels)
    hands = staticmethod(hands.hands)
    dial = staticmethod(dials.dial)
    offered = staticmethod(dials.offered)

    # the log, and the end of the game
    heading = staticmethod(scenes.heading)
    goes_on = staticmethod(deeds.goes_on)
    deed = staticmethod(deeds.deed)
    scenes = staticmethod(scenes.scenes)
    score = staticmethod(ending.score)
    ending = staticmethod(ending.ending)

    @property
    def fonts(self) -> Mapping[str, Path]:
        """The font files of the map, if their package is installed."""
        return map_fonts()
