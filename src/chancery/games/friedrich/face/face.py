"""The face of Friedrich: what pages, terminal and notebooks show of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from chancery.core import HEAVY, Action, Face, Introduction, Question, Speaker, Stage, T
from chancery.core.fonts import map_fonts
from chancery.games.friedrich import coach
from chancery.games.friedrich.face import (
    aid,
    cards,
    deeds,
    dials,
    drawing,
    duel,
    ending,
    hands,
    in_advance,
    orders,
    overlays,
    panels,
    previews,
    purchase,
    scenes,
    status,
    targets,
    words,
)
from chancery.games.friedrich.face.teaching import TEACHING, cards_of_fate, turn_stories
from chancery.games.friedrich.rules.notation import GIVE
from chancery.games.friedrich.view import FriedrichView


class FriedrichFace(Face[FriedrichView]):
    """Friedrich in words and pictures, each part made by a module of this package."""

    introduction = Introduction(
        T(
            "Frederick of Prussia against half of Europe, 1756 to 1763: march, fight with the"
            " card suit of the ground you stand on, and hold out until fate turns."
        ),
        players=(2, 4),
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
    finals = frozenset({"quit", "end", "decline", "stand"})
    status = staticmethod(status.status)
    standing = staticmethod(in_advance.standing)

    # teaching
    teaching = TEACHING
    help_values = staticmethod(
        lambda frame: {"cards_of_fate": cards_of_fate(), "turn_stories": turn_stories()}
    )
    aid = staticmethod(aid.aid)

    # the map
    style = drawing.STYLE
    ground = staticmethod(drawing.ground)
    draw = staticmethod(drawing.draw)
    picture = staticmethod(drawing.picture)
    interest = staticmethod(drawing.interest)
    legible = 0.44
    overlays = staticmethod(lambda: overlays.OVERLAYS)
    overlay = staticmethod(drawing.overlay)
    seat_style = staticmethod(targets.seat_style)
    sign = staticmethod(targets.sign)
    emblem = staticmethod(cards.emblem)
    target = staticmethod(targets.target)
    asking = staticmethod(targets.asking)
    instead = staticmethod(targets.instead)
    begins = staticmethod(lambda action: action.verb == "march")
    orders = staticmethod(orders.orders)

    # around the map
    panels = staticmethod(panels.panels)
    hands = staticmethod(hands.hands)
    dial = staticmethod(dials.dial)

    # the log, and the end of the game
    heading = staticmethod(scenes.heading)
    goes_on = staticmethod(deeds.goes_on)
    deed = staticmethod(deeds.deed)
    scenes = staticmethod(lambda told: tuple(scenes.scenes(told)))
    plays = staticmethod(FriedrichView.own)
    score = staticmethod(ending.score)
    ending = staticmethod(ending.ending)

    def stage(self, view: FriedrichView, speaker: Speaker) -> Stage | None:
        """Return the fight that is going on, or the purchase of the reader."""
        return duel.stage(view) or purchase.stage(view)

    def suggestion(self, view: FriedrichView, asked: Question) -> Sequence[Action]:
        """Return a sensible distribution of troops for the set-up."""
        if asked.name != "share":
            return ()
        return tuple(GIVE[top][n] for top, n in coach.shares(view, asked.seat))

    @property
    def fonts(self) -> Mapping[str, Path]:
        """The font files of the map, if their package is installed."""
        return map_fonts()
