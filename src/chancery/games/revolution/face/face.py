"""The face of Revolution: what pages, terminal and notebooks show of it."""

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
    Standing,
    T,
    Text,
)
from chancery.core.fonts import map_fonts
from chancery.games.revolution.board.factions import FACTION_NAMES, factions_of
from chancery.games.revolution.face import (
    aid,
    dials,
    drawing,
    ending,
    examples,
    guide,
    hands,
    headings,
    in_advance,
    lessons,
    orders,
    overlays,
    panels,
    previews,
    primer,
    scenes,
    targets,
    words,
)
from chancery.games.revolution.face import help as help_pages
from chancery.games.revolution.view import RevolutionView


class RevolutionFace(Face[RevolutionView]):
    """Revolution in words and pictures."""

    def prompt(self, view: RevolutionView, asked: Question) -> Text:
        """The question as a sentence."""
        return words.prompt(view, asked)

    def label(self, action: Action) -> Text:
        """The action as a button says it."""
        return words.label(action)

    def group(self, action: Action) -> Text | None:
        """The heading of a list of buttons."""
        return words.group(action)

    def describe(self, view: RevolutionView) -> Sequence[tuple[Text, Sequence[Text]]]:
        """The position as text."""
        return words.describe(view)

    def ground(self, frame: Frame, speaker: Speaker) -> str:
        """The map."""
        return drawing.ground(frame, speaker)

    def draw(self, view: RevolutionView, speaker: Speaker) -> str:
        """What lies on the map now."""
        return drawing.draw(view, speaker)

    def picture(self, view: RevolutionView, speaker: Speaker) -> str:
        """Everything in one."""
        return drawing.standalone(view, speaker)

    def panels(self, view: RevolutionView, speaker: Speaker) -> Sequence[Panel]:
        """Points by source; what each faction wants, has and fears."""
        return tuple(panels.panels(view, speaker))

    def overlays(self) -> Sequence[Overlay]:
        """Majorities, income, points, sieges, overflow, changes, sources."""
        return overlays.OVERLAYS

    def overlay(
        self,
        view: RevolutionView,
        key: str,
        speaker: Speaker,
        before: RevolutionView | None = None,
    ) -> str | None:
        """One of them, laid over the map."""
        return drawing.overlay(view, key, speaker, before)

    def place_of(self, seat: str) -> str | None:
        """A name in the log lights the card of the faction."""
        return targets.faction(factions_of(seat)[0])

    def sign(self, key: str) -> str | None:
        """The arms before a faction."""
        kind, _, name = key.partition(":")
        return f"rv-arms-{name}" if kind == "faction" and name in FACTION_NAMES else None

    @property
    def style(self) -> Path:
        """Colours and type."""
        return drawing.STYLE

    @property
    def introduction(self) -> Introduction:
        """For those who do not know it."""
        return Introduction(
            T(
                "The Low Countries, 1568 to 1648: five factions with aims of their own struggle for"
                " provinces and cities, with tokens, armies and money."
            ),
            players=(2, 5),
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

    def preview(self, view: RevolutionView, action: Action) -> Text | None:
        """What the action would lead to."""
        return previews.preview(view, action)

    def standing(self, view: RevolutionView) -> tuple[Standing, ...]:
        """Answers that can be given in advance."""
        return in_advance.standing(view)

    def help(self) -> tuple[Chapter, ...]:
        """The rules in our own words."""
        return help_pages.CHAPTERS

    def help_at(self, frame: Frame) -> tuple[Chapter, ...]:
        """The rules that apply to a table, and its own board."""
        return help_pages.chapters_at(frame)

    def primer(self) -> Primer:
        """The game on one page."""
        return primer.PRIMER

    def guide(self) -> Guide:
        """A first game with a teacher."""
        return guide.GUIDE

    def lessons(self) -> tuple[Lesson, ...]:
        """Exercises."""
        return lessons.LESSONS

    def examples(self) -> tuple[Example, ...]:
        """Worked examples of the rulebook."""
        return examples.EXAMPLES

    def aid(self, view: RevolutionView) -> tuple[Aid, ...]:
        """The phases of the turn, costs and values."""
        return aid.aid(view)

    def hands(self, view: RevolutionView, speaker: Speaker) -> tuple[Hand, ...]:
        """What the reader's factions have."""
        return hands.hands(view)

    def dial(self, view: RevolutionView, action: Action) -> Dial | None:
        """Numbers of coins, tokens and units."""
        return dials.dial(view, action)

    def target(self, view: RevolutionView, action: Action) -> str | None:
        """What is clicked for an action."""
        return targets.target(view, action)

    def asking(self, view: RevolutionView, target: str) -> Sequence[Action]:
        """What a click may have meant."""
        return targets.asking(view, target)

    def leads(self, action: Action) -> bool:
        """From one place to another."""
        return targets.leads(action)

    def orders(self, view: RevolutionView, key: str) -> Orders | None:
        """Where tokens or armies can go."""
        return orders.orders(view, key)

    def offered(self, view: RevolutionView, action: Action) -> bool:
        """Coins that could make a difference."""
        return dials.offered(view, action)

    def heading(self, event: Event) -> Heading | None:
        """A turn, and its parts."""
        return headings.heading(event)

    def scenes(self, told: Sequence[tuple[int, Event]]) -> Sequence[Scene]:
        """Battles, conflict, sieges, points, the end."""
        return scenes.scenes(told)

    def score(self, view: RevolutionView) -> Sequence[int]:
        """Points as last counted."""
        return ending.score(view)

    def ending(self, view: RevolutionView, told: Sequence[Event]) -> Ending | None:
        """Who has won and how."""
        return ending.ending(view, told)
