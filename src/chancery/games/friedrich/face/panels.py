"""The panels beside the map: all nations, and the clock of fate.

Each panel is a picture of its own, 420 wide, so that it can be read on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from chancery.core.pictures import Panel
from chancery.core.svg import Svg, picture, wrap
from chancery.core.words import Speaker, T, Text
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.cards import DECKS
from chancery.games.friedrich.board.fate_cards import FATES, STROKE_TEXTS
from chancery.games.friedrich.board.nations import NATION_NAMES, NATIONS
from chancery.games.friedrich.board.pieces import GENERALS_OF, TRAINS_OF
from chancery.games.friedrich.face.signs import tag, use, words
from chancery.games.friedrich.face.words import clock
from chancery.games.friedrich.rules import army_limits, victory
from chancery.games.friedrich.rules.turn import FATE_FROM
from chancery.games.friedrich.view import FriedrichView

WIDTH = 420
TURNS = 23


def panels(view: FriedrichView, speaker: Speaker) -> tuple[Panel, ...]:
    """Return the panels beside the map."""
    playing = [n for n in range(7) if view.owners[n] >= 0]
    strokes = tuple(bool(view.drawn_fates[fate]) for fate in STROKE_TEXTS)
    return (
        nations_panel(tuple(_line_of(view, nation) for nation in playing), speaker.nameless),
        fate_panel(view.turn, strokes, tuple(clock(view)), speaker.nameless),
    )


# Most panels stay the same from one view to the next, so drawings are cached.


@lru_cache(1000)
def nations_panel(lines: tuple[Line, ...], speaker: Speaker) -> Panel:
    """Draw the panel with the public facts of all nations."""
    return _panel("nations", T("Nations"), 30 * len(lines) + 24, _nations(lines, speaker))


@lru_cache(1000)
def fate_panel(
    turn: int, strokes: tuple[bool, ...], texts: tuple[Text, ...], speaker: Speaker
) -> Panel:
    """Draw the panel with the turn, the strokes of fate and the card in force."""
    lines = [line for text in texts for line in wrap(speaker.say(text), 62)]
    drawn = _fate(turn, strokes, lines, speaker)
    return _panel("fate", T("Turn and fate"), 84 + 17 * len(lines), drawn)


def _panel(key: str, title: Text, height: int, drawn: Iterable[Svg]) -> Panel:
    return Panel(key, title, str(picture(WIDTH, height, "fr-panel", *drawn)))


# -- nations ---------------------------------------------------------------------------------


class Line(NamedTuple):
    """The public facts of one nation."""

    nation: int
    active: bool
    troops: str
    objectives: str  # empty if it has none to conquer
    cards: int
    backs: tuple[int, ...]
    generals: int
    trains: int


def _line_of(view: FriedrichView, nation: int) -> Line:
    aims = phrases.wanted(view, nation)
    enough = len(aims) - victory.claimable(view, nation)
    return Line(
        nation,
        nation == view.stage and bool(view.phases),
        f"{view.totals[nation]}/{army_limits.ceiling(view, nation)}",
        f"{sum(view.control[city] for city in aims)}/{enough}" if aims else "",
        view.hand_size(nation),
        tuple(view.backs[nation * DECKS : (nation + 1) * DECKS]),
        sum(view.at[g] >= 0 for g in GENERALS_OF[nation]),
        sum(view.at[t] >= 0 for t in TRAINS_OF[nation]),
    )


def _nations(lines: Sequence[Line], speaker: Speaker) -> Iterator[Svg]:
    """Draw a row for each nation: troops, objectives, cards, generals and trains."""
    for x, text in ((176, T("troops")), (233, T("objectives")), (300, T("cards"))):
        yield words(speaker.say(text), x, 14, "head")
    for row, line in enumerate(lines):
        y = 24 + 30 * row
        name = NATION_NAMES[line.nation]
        if line.active:
            yield tag("rect", x=2, y=y, width=WIDTH - 4, height=28, rx=6, class_="active")
        yield use(f"fr-shield-{name}", 18, y + 14)
        title = speaker.word(NATIONS.title(line.nation))
        yield words(title, 34, y + 19, "nation", "start")
        yield words(line.troops, 176, y + 19, "fact")
        if line.objectives:
            yield words(line.objectives, 233, y + 19, "fact")
        yield words(str(line.cards), 276, y + 19, "fact")
        yield from _backs(line.backs, 288, y + 4)
        for x, sign, number in ((368, "general", line.generals), (398, "train", line.trains)):
            yield use(f"fr-{sign}-{name}", x, y + 21, 0.36 if sign == "general" else 0.5)
            yield words(str(number), x + 9, y + 19, "fact", "start")


def _backs(backs: Sequence[int], x: float, y: float) -> Iterator[Svg]:
    """Draw the number of cards of each deck that a nation holds; backs are public (§3)."""
    for deck, n in enumerate(backs):
        if n:
            yield use(f"fr-back-{deck + 1}", x, y)
            yield words(str(n), x + 7, y + 14, "back-number")
            x += 18


# -- turn and fate ---------------------------------------------------------------------------


def _fate(
    current_turn: int, strokes: Sequence[bool], lines: Sequence[str], speaker: Speaker
) -> Iterator[Svg]:
    """Draw the turn, the strokes that have fallen, the card in force, and the draw pile."""
    for turn in range(1, TURNS + 1):
        x = 12 + 17.2 * (turn - 1)
        kind = "now" if turn == current_turn else "past" if turn < current_turn else "coming"
        yield tag("circle", cx=x, cy=16, r=8, class_=f"turn {kind}")
        yield words(str(turn), x, 20, f"turn-number {kind}")
        if turn == FATE_FROM:
            yield tag("path", d=f"M{x - 8.6} 2v28", class_="scale")
    for position, fate in enumerate(STROKE_TEXTS):
        x, y = 8 + 136 * (position % 3), 36 + 20 * (position // 3)
        fallen = strokes[position]
        yield tag("rect", x=x, y=y, width=130, height=17, rx=4,
                  class_="stroke fallen" if fallen else "stroke")  # fmt: skip
        title = speaker.word(FATES.title(fate))
        yield words(f"✕ {title}" if fallen else title, x + 65, y + 13, "stroke-name")
    y = 92
    for line in lines:
        yield words(line, 8, y, "fate-text", "start")
        y += 17
