"""The face of Friedrich: what pages, terminal and notebooks show of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from chancery.core import (
    HEAVY,
    Action,
    Aid,
    Chapter,
    Dial,
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
    Orders,
    Overlay,
    Panel,
    Primer,
    Question,
    Scene,
    Speaker,
    Stage,
    Standing,
    T,
    Text,
)
from chancery.core.fonts import map_fonts
from chancery.games.friedrich import coach
from chancery.games.friedrich.face import (
    aid,
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
    targets,
    words,
)
from chancery.games.friedrich.face import help as help_pages
from chancery.games.friedrich.face.examples import EXAMPLES
from chancery.games.friedrich.face.guide import GUIDE
from chancery.games.friedrich.face.lessons import LESSONS
from chancery.games.friedrich.face.primer import PRIMER
from chancery.games.friedrich.rules.notation import GIVE
from chancery.games.friedrich.view import FriedrichView


class FriedrichFace(Face[FriedrichView]):
    """Friedrich in words and pictures."""

    def prompt(self, view: FriedrichView, asked: Question) -> Text:
        """The question as a sentence."""
        return words.prompt(view, asked)

    def label(self, action: Action) -> Text:
        """The action as a button says it."""
        return words.label(action)

    def group(self, action: Action) -> Text | None:
        """The heading of a list of buttons."""
        return words.group(action)

    def describe(self, view: FriedrichView) -> Sequence[tuple[Text, Sequence[Text]]]:
        """The position as text."""
        return words.describe(view)

    def standing(self, view: FriedrichView) -> tuple[Standing, ...]:
        """Answers that can be given in advance."""
        return in_advance.standing(view)

    def ground(self, frame: Frame, speaker: Speaker) -> str:
        """The map."""
        return drawing.ground(frame, speaker)

    def draw(self, view: FriedrichView, speaker: Speaker) -> str:
        """What stands on the map now."""
        return drawing.draw(view, speaker)

    def picture(self, view: FriedrichView, speaker: Speaker) -> str:
        """Everything in one."""
        return drawing.standalone(view, speaker)

    def interest(self, view: FriedrichView) -> tuple[float, float, float, float] | None:
        """Where the pieces stand."""
        return drawing.interest(view)

    def panels(self, view: FriedrichView, speaker: Speaker) -> Sequence[Panel]:
        """Nations, fate."""
        return tuple(panels.panels(view, speaker))

    def overlays(self) -> Sequence[Overlay]:
        """Supply, protection, attack positions, suits, changes."""
        return overlays.OVERLAYS

    def overlay(
        self,
        view: FriedrichView,
        key: str,
        speaker: Speaker,
        before: FriedrichView | None = None,
    ) -> str | None:
        """Supply, protection, attacks, suits or changes, laid over the map."""
        return drawing.overlay(view, key, speaker, before)

    def begins(self, action: Action) -> bool:
        """A march begins orders: where to is said by naming the destination."""
        return action.verb == "march"

    def orders(self, view: FriedrichView, key: str) -> Orders | None:
        """Where a unit can march now."""
        return orders.orders(view, key)

    def target(self, view: FriedrichView, action: Action) -> str | None:
        """The piece, city or card that an action is about."""
        return targets.target(view, action)

    def asking(self, view: FriedrichView, target: str) -> Sequence[Action]:
        """What a click on a piece, a city or a card may have meant."""
        return targets.asking(view, target)

    def instead(self, view: FriedrichView, about: str, legal: Sequence[Action]) -> Text | None:
        """What to click first, or instead."""
        return targets.instead(about, legal)

    def sign(self, key: str) -> str | None:
        """The arms before a general, the small face of a card."""
        return targets.sign(key)

    def hands(self, view: FriedrichView, speaker: Speaker) -> Sequence[Hand]:
        """The cards of the reader's nations."""
        return tuple(hands.hands(view))

    def stage(self, view: FriedrichView, speaker: Speaker) -> Stage | None:
        """A fight, or one's own purchase."""
        return duel.stage(view) or purchase.stage(view)

    def dial(self, view: FriedrichView, action: Action) -> Dial | None:
        """Reserves and numbers of troops and trains."""
        return dials.dial(action)

    def suggestion(self, view: FriedrichView, asked: Question) -> Sequence[Action]:
        """A set-up to start from."""
        if asked.name != "share":
            return ()
        return tuple(GIVE[top][n] for top, n in coach.shares(view, asked.seat))

    def heading(self, event: Event) -> Heading | None:
        """Turns, and the stages of the nations."""
        return scenes.heading(event)

    def scenes(self, told: Sequence[tuple[int, Event]]) -> Sequence[Scene]:
        """Fights, fate, armies that starve, the end."""
        return tuple(scenes.scenes(told))

    def score(self, view: FriedrichView) -> Sequence[int]:
        """How much of its way to victory each seat has made, of a hundred."""
        return ending.score(view)

    def ending(self, view: FriedrichView, told: Sequence[Event]) -> Ending | None:
        """Who has won, and why."""
        return ending.ending(view, told)

    @property
    def style(self) -> Path:
        """Colours and type."""
        return drawing.STYLE

    @property
    def introduction(self) -> Introduction:
        """For those who do not know it."""
        return Introduction(
            T(
                "Frederick of Prussia against half of Europe, 1756 to 1763: march, fight with"
                " cards whose suits lie on the land, and hold out until fate turns."
            ),
            players=(2, 4),
            hours=(3, 5),
            weight=HEAVY,
        )

    @property
    def cover(self) -> Path:
        """A game between bots."""
        return drawing.COVER

    @property
    def fonts(self) -> Mapping[str, Path]:
        """The type of the map, if its package is installed."""
        return map_fonts()

    def preview(self, view: FriedrichView, action: Action) -> Text | None:
        """What the action would lead to."""
        return previews.preview(view, action)

    def help(self) -> tuple[Chapter, ...]:
        """The rules in our own words."""
        return help_pages.CHAPTERS

    def guide(self) -> Guide:
        """A first game with a teacher."""
        return GUIDE

    def lessons(self) -> tuple[Lesson, ...]:
        """Exercises, the easiest first."""
        return LESSONS

    def primer(self) -> Primer:
        """The game on one page."""
        return PRIMER

    def examples(self) -> tuple[Example, ...]:
        """Worked examples, in the order of the rules."""
        return EXAMPLES

    def aid(self, view: FriedrichView) -> Sequence[Aid]:
        """The aid card."""
        return aid.aid(view)
