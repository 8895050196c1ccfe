"""The face of La Spada e la Fede: what pages, terminal and notebooks show of it."""

from __future__ import annotations

from chancery.core import MEDIUM, Face, Introduction, Speaker, Stage, T
from chancery.games.spada.board.components import printed
from chancery.games.spada.face import (
    aid,
    cards,
    deeds,
    drawing,
    ending,
    hands,
    headings,
    previews,
    scenes,
    status,
    targets,
    words,
)
from chancery.games.spada.face.attack import attack_stage
from chancery.games.spada.face.auction import auction_stage
from chancery.games.spada.face.teaching import TEACHING, doubtful
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.summer import Burning, Defence
from chancery.games.spada.view import SpadaView


class SpadaFace(Face[SpadaView]):
    """La Spada e la Fede in words and pictures, each part made by a module of this package."""

    introduction = Introduction(
        T(
            "The old King has no heir: bid for the deeds of each year, build his cathedral,"
            " burn your rivals’ houses, and succeed him as the worthiest."
        ),
        players=(3, 4),
        hours=(1, 2),
        weight=MEDIUM,
    )
    cover = drawing.COVER

    # words
    prompt = staticmethod(words.prompt)
    label = staticmethod(words.label)
    group = staticmethod(words.group)
    describe = staticmethod(words.describe)
    preview = staticmethod(previews.preview)
    finals = frozenset({"pass", "yield", "done"})
    status = staticmethod(status.status)
    standing = staticmethod(words.standing)

    # teaching
    teaching = TEACHING
    help_values = staticmethod(lambda frame: {"values": doubtful(printed(None))})
    aid = staticmethod(aid.aid)

    # the board
    style = drawing.STYLE
    ground = staticmethod(drawing.ground)
    draw = staticmethod(drawing.draw)
    picture = staticmethod(drawing.picture)
    legible = 0.45
    place_of = staticmethod(lambda seat: f"fief:{seat}")
    seat_style = staticmethod(targets.seat_style)
    sign = staticmethod(targets.sign)
    emblem = staticmethod(cards.emblem)
    target = staticmethod(targets.target)
    asking = staticmethod(targets.asking)
    instead = staticmethod(targets.instead)
    hands = staticmethod(hands.hands)

    # the log, and the end of the game
    heading = staticmethod(headings.heading)
    goes_on = staticmethod(deeds.goes_on)
    deed = staticmethod(deeds.deed)
    scenes = staticmethod(scenes.scenes)
    score = staticmethod(lambda view: view.points)
    ending = staticmethod(ending.ending)

    def stage(self, view: SpadaView, speaker: Speaker) -> Stage | None:
        """Return the auction, or the attack that is being answered."""
        top = view.phases[-1] if view.phases else None
        if isinstance(top, Auction):
            return auction_stage(view, top)
        return attack_stage(view, top) if isinstance(top, Defence | Burning) else None
