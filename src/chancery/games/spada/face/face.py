"""The face of La Spada e la Fede: what pages, terminal and notebooks show of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chancery.core import (
    MEDIUM,
    Action,
    Aid,
    Chapter,
    Ending,
    Event,
    Example,
    Face,
    Frame,
    Guide,
    Hand,
    Heading,
    Introduction,
    Lesson,
    Primer,
    Question,
    Scene,
    Speaker,
    Stage,
    Standing,
    T,
    Text,
)
from chancery.games.spada.face import (
    drawing,
    ending,
    hands,
    headings,
    previews,
    scenes,
    targets,
    words,
)
from chancery.games.spada.face.aid import aid
from chancery.games.spada.face.attack import attack_stage
from chancery.games.spada.face.auction import auction_stage
from chancery.games.spada.face.examples import EXAMPLES
from chancery.games.spada.face.guide import GUIDE
from chancery.games.spada.face.help import CHAPTERS
from chancery.games.spada.face.lessons import LESSONS
from chancery.games.spada.face.primer import PRIMER
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.summer import Burning, Defence
from chancery.games.spada.view import SpadaView


class SpadaFace(Face[SpadaView]):
    """La Spada e la Fede in words and pictures."""

    def prompt(self, view: SpadaView, asked: Question) -> Text:
        """The question as a sentence."""
        return words.prompt(view, asked)

    def label(self, action: Action) -> Text:
        """The action as a button says it."""
        return words.label(action)

    def help(self) -> tuple[Chapter, ...]:
        """The rules in our own words."""
        return CHAPTERS

    def primer(self) -> Primer:
        """The game on one page."""
        return PRIMER

    def guide(self) -> Guide:
        """A first game with a teacher."""
        return GUIDE

    def lessons(self) -> tuple[Lesson, ...]:
        """Exercises, the easiest first."""
        return LESSONS

    def examples(self) -> tuple[Example, ...]:
        """Worked examples, in the order of the rules."""
        return EXAMPLES

    def aid(self, view: SpadaView) -> tuple[Aid, ...]:
        """The aid card."""
        return aid(view)

    def place_of(self, seat: str) -> str | None:
        """A name in the log lights the fief."""
        return f"fief:{seat}"

    def sign(self, key: str) -> str | None:
        """Before resources in the story."""
        return targets.sign(key)

    def standing(self, view: SpadaView) -> tuple[Standing, ...]:
        """Answers that can be given in advance."""
        return words.standing(view)

    def describe(self, view: SpadaView) -> Sequence[tuple[Text, Sequence[Text]]]:
        """The position as text."""
        return words.describe(view)

    def ground(self, frame: Frame, speaker: Speaker) -> str:
        """The land."""
        return drawing.ground(frame, speaker)

    def draw(self, view: SpadaView, speaker: Speaker) -> str:
        """What lies on the land."""
        return drawing.draw(view, speaker)

    def picture(self, view: SpadaView, speaker: Speaker) -> str | None:
        """The whole board in one file."""
        return drawing.standalone(view, speaker)

    def target(self, view: SpadaView, action: Action) -> str | None:
        """What is clicked for an action."""
        return targets.target(view, action)

    def asking(self, view: SpadaView, target: str) -> Sequence[Action]:
        """What a click may have meant."""
        return targets.asking(view, target)

    def instead(self, view: SpadaView, about: str, legal: Sequence[Action]) -> Text | None:
        """Knights and riches are used on somebody."""
        return targets.instead(about, legal)

    def group(self, action: Action) -> Text | None:
        """The heading of an action."""
        return words.group(action)

    def preview(self, view: SpadaView, action: Action) -> Text | None:
        """What an action would lead to."""
        return previews.preview(view, action)

    def hands(self, view: SpadaView, speaker: Speaker) -> tuple[Hand, ...]:
        """The reader's own cards."""
        return hands.hands(view, speaker)

    def stage(self, view: SpadaView, speaker: Speaker) -> Stage | None:
        """The auction, or an attack that is being answered."""
        top = view.phases[-1] if view.phases else None
        if isinstance(top, Auction):
            return auction_stage(view, top)
        return attack_stage(view, top) if isinstance(top, Defence | Burning) else None

    def heading(self, event: Event) -> Heading | None:
        """A year, and its seasons."""
        return headings.heading(event)

    def scenes(self, told: Sequence[tuple[int, Event]]) -> Sequence[Scene]:
        """Attacks, bribes, auctions won, the end."""
        return scenes.scenes(told)

    def score(self, view: SpadaView) -> Sequence[int]:
        """Points lie open."""
        return view.points

    def ending(self, view: SpadaView, told: Sequence[Event]) -> Ending | None:
        """Who has won and how."""
        return ending.ending(view, told)

    @property
    def style(self) -> Path:
        """The style sheet of the drawing."""
        return drawing.STYLE

    @property
    def introduction(self) -> Introduction:
        """For those who do not know it."""
        return Introduction(
            T(
                "The old King has no heir: bid for the deeds of each year, build his cathedral,"
                " burn your rivals’ houses, and succeed him as the worthiest."
            ),
            players=(3, 4),
            hours=(1, 2),
            weight=MEDIUM,
        )

    @property
    def cover(self) -> Path:
        """A game between bots."""
        return drawing.COVER
