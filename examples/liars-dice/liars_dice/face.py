"""The texts and the drawing of the game. All of it is optional: the default is plain text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chancery.core import (
    TN,
    Action,
    Face,
    Frame,
    Grid,
    Question,
    SeatName,
    Speaker,
    T,
    Teaching,
    Text,
    svg,
)
from liars_dice.rules import COLOURS, FACES, Answering, counted
from liars_dice.view import LiarsDiceView

WIDTH, ROW, DIE = 560, 80, 48
STYLE = Path(__file__).parent / "style.css"
PIPS = ("5", "19", "159", "1379", "13579", "134679")  # positions as on the keys of a telephone
PEN = svg.Pen("ld")  # all CSS classes in the drawing begin with ld-, so that nothing else is styled

TEACHING = Teaching(  # the files in `teach`, and the names of the objects they mention
    Path(__file__).parent, {"seat": lambda name: SeatName(COLOURS.index(name))}
)


class LiarsDiceFace(Face[LiarsDiceView]):
    """The texts and the small drawing of Liar's Dice."""

    teaching = TEACHING

    # -- texts -------------------------------------------------------------------------

    def prompt(self, view: LiarsDiceView, asked: Question) -> Text:
        """Return a question as a sentence."""
        phase = view.phases[-1]
        if isinstance(phase, Answering):
            bid = counted(phase.face, phase.count + 1)
            bidder = SeatName(phase.bidder)
            return T("{seat} says: {bid}. Do you bid more?", seat=bidder, bid=bid)
        return T("How many dice of a face are there?")

    def label(self, action: Action) -> Text:
        """Return the label of an action's button."""
        if action.verb == "doubt":
            return T("I doubt that")
        count, face = action.args
        return counted(face, count + 1)

    def group(self, action: Action) -> Text | None:
        """Return the heading above an action's button; None for the first group."""
        return None if action.verb == "doubt" else TN("{n} die", "{n} dice", action.args[0] + 1)

    def describe(self, view: LiarsDiceView) -> Sequence[tuple[Text, Sequence[Text]]]:
        """Return the position as headings with lines."""
        lines = [
            TN("{seat}: {n} die", "{seat}: {n} dice", n, seat=SeatName(i))
            for i, n in enumerate(view.dice)
        ]
        own = T("{dice}", dice=Grid(FACES).words(view.cup))
        return [(T("Dice left"), lines), *([(T("Your cup"), [own])] if any(view.cup) else [])]

    # -- the drawing: the fixed board, and the pieces on it ----------------------------

    def ground(self, frame: Frame, speaker: Speaker) -> str:
        """Return the drawing of the table, which never changes."""
        return str(_layer(frame, _table(frame)))

    def draw(self, view: LiarsDiceView, speaker: Speaker) -> str:
        """Return the drawing of the dice on the table."""
        return str(_layer(view.frame, *_rows(view, speaker)))

    def picture(self, view: LiarsDiceView, speaker: Speaker) -> str:
        """Return both with the style sheet, for a file or a notebook."""
        style = svg.tag("style", svg.Svg(STYLE.read_text("utf-8")))
        return str(_layer(view.frame, style, _table(view.frame), *_rows(view, speaker)))

    def target(self, view: LiarsDiceView, action: Action) -> str | None:
        """Return the element to click for an action: the bidder's dice, for doubting."""
        phase = view.phases[-1] if view.phases else None
        if action.verb == "doubt" and isinstance(phase, Answering):
            return f"cup:{view.frame.seats[phase.bidder]}"
        return None

    @property
    def style(self) -> Path:
        """Return the style sheet of the drawing, with light and dark colours."""
        return STYLE


def _layer(frame: Frame, *inside: svg.Svg) -> svg.Svg:
    return svg.picture(WIDTH, ROW * len(frame.seats), "ld-picture", *inside)


def _table(frame: Frame) -> svg.Svg:
    height = ROW * len(frame.seats)
    return PEN.tag("rect", width=WIDTH, height=height, rx=12, class_="table")


def _rows(view: LiarsDiceView, speaker: Speaker) -> list[svg.Svg]:
    """Return a row for each seat: its name and its dice, those of others face down."""
    rows = []
    for seat, name in enumerate(view.frame.seats):
        words = PEN.words(speaker.word(SeatName(seat)), 16, 46, "name", None)
        own = [face for face, n in enumerate(view.cup) for _ in range(n)]
        known = own if seat == view.seat and own else [None] * view.dice[seat]
        dice = [_die(220 + i * (DIE + 12), face) for i, face in enumerate(known)]
        row = PEN.tag("g", words, *dice, transform=svg.at(0, seat * ROW), data_target=f"cup:{name}")
        rows.append(row)
    return rows


def _die(x: float, face: int | None) -> svg.Svg:
    """Return the drawing of a die, face up or (None) face down."""
    kind = "die hidden" if face is None else "die"
    pips = [
        PEN.tag("circle", cx=10 + 14 * column, cy=10 + 14 * row, r=4.5, class_="pip")
        for row, column in (divmod(int(key) - 1, 3) for key in ("" if face is None else PIPS[face]))
    ]
    square = PEN.tag("rect", width=DIE, height=DIE, rx=8, class_=kind)
    return PEN.tag("g", square, *pips, transform=svg.at(x, 16))
