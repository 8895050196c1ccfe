"""How the game shows itself. All of it is optional: without a face it is played as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chancery.core import (
    TN,
    Action,
    Chapter,
    Face,
    Frame,
    Grid,
    Paragraph,
    Question,
    SeatName,
    Speaker,
    T,
    Text,
    svg,
)
from liars_dice.rules import FACES, Answering, counted
from liars_dice.view import LiarsDiceView

WIDTH, ROW, DIE = 560, 80, 48
STYLE = Path(__file__).parent / "style.css"
PIPS = ("5", "19", "159", "1379", "13579", "134679")  # places as on the keys of a telephone
PEN = svg.Pen("ld")  # all classes in the drawing begin with ld-, so that nothing else is styled

HELP = (
    Chapter(
        T("Bidding"),
        (
            Paragraph("setup roll", T("Everybody rolls and looks under his own cup alone.")),
            Paragraph("roll.wild", T("If you agree so before, ones count as every face.")),
            Paragraph(
                "bid bid.most bid.more",
                T(
                    "In turn say how many dice of a face there are under all cups together. Each"
                    " bid is higher than the last: more dice, or as many of a higher face. Nobody"
                    " bids more dice than there are."
                ),
            ),
        ),
    ),
    Chapter(
        T("Doubting"),
        (
            Paragraph(
                "doubt doubt.lose round",
                T(
                    "Or doubt the last bid, and all cups are lifted. If there are too few such"
                    " dice, the bidder loses a die; else you do. Who has lost a die begins anew."
                ),
            ),
            Paragraph("end", T("The last one with dice wins.")),
        ),
    ),
)


class LiarsDiceFace(Face[LiarsDiceView]):
    """Liar's Dice in words, and in a small drawing."""

    # -- words -------------------------------------------------------------------------

    def prompt(self, view: LiarsDiceView, asked: Question) -> Text:
        """The question as a sentence."""
        phase = view.phases[-1]
        if isinstance(phase, Answering):
            bid = counted(phase.face, phase.count + 1)
            bidder = SeatName(phase.bidder)
            return T("{seat} says: {bid}. Do you bid more?", seat=bidder, bid=bid)
        return T("How many dice of a face are there?")

    def label(self, action: Action) -> Text:
        """The action as a button says it."""
        if action.verb == "doubt":
            return T("I doubt that")
        count, face = action.args
        return counted(face, count + 1)

    def group(self, action: Action) -> Text | None:
        """The heading over a part of the list of buttons; None: the first ones."""
        return None if action.verb == "doubt" else TN("{n} die", "{n} dice", action.args[0] + 1)

    def describe(self, view: LiarsDiceView) -> Sequence[tuple[Text, Sequence[Text]]]:
        """The position as headings and lines."""
        lines = [
            TN("{seat}: {n} die", "{seat}: {n} dice", n, seat=SeatName(i))
            for i, n in enumerate(view.dice)
        ]
        own = T("{dice}", dice=Grid(FACES).words(view.cup))
        return [(T("Dice left"), lines), *([(T("Your cup"), [own])] if any(view.cup) else [])]

    def help(self) -> Sequence[Chapter]:
        """The rules in our own words: a § in a refusal leads to its paragraph here."""
        return HELP

    # -- the drawing: what never changes, and what lies on it --------------------------

    def ground(self, frame: Frame, speaker: Speaker) -> str:
        """The table."""
        return str(_layer(frame, _table(frame)))

    def draw(self, view: LiarsDiceView, speaker: Speaker) -> str:
        """The dice on it."""
        return str(_layer(view.frame, *_rows(view, speaker)))

    def picture(self, view: LiarsDiceView, speaker: Speaker) -> str:
        """Both, with the style sheet, for a file or a notebook."""
        style = svg.tag("style", svg.Svg(STYLE.read_text("utf-8")))
        return str(_layer(view.frame, style, _table(view.frame), *_rows(view, speaker)))

    def target(self, view: LiarsDiceView, action: Action) -> str | None:
        """What is clicked for an action: to doubt, the dice of who has bid."""
        phase = view.phases[-1] if view.phases else None
        if action.verb == "doubt" and isinstance(phase, Answering):
            return f"cup:{view.frame.seats[phase.bidder]}"
        return None

    @property
    def style(self) -> Path:
        """The style sheet of the drawing, light and dark."""
        return STYLE


def _layer(frame: Frame, *inside: svg.Svg) -> svg.Svg:
    return svg.picture(WIDTH, ROW * len(frame.seats), "ld-picture", *inside)


def _table(frame: Frame) -> svg.Svg:
    height = ROW * len(frame.seats)
    return PEN.tag("rect", width=WIDTH, height=height, rx=12, class_="table")


def _rows(view: LiarsDiceView, speaker: Speaker) -> list[svg.Svg]:
    """A row for each seat: its name and its dice, those of others face down."""
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
    """A die face up, or face down."""
    kind = "die hidden" if face is None else "die"
    pips = [
        PEN.tag("circle", cx=10 + 14 * column, cy=10 + 14 * row, r=4.5, class_="pip")
        for row, column in (divmod(int(key) - 1, 3) for key in ("" if face is None else PIPS[face]))
    ]
    square = PEN.tag("rect", width=DIE, height=DIE, rx=8, class_=kind)
    return PEN.tag("g", square, *pips, transform=svg.at(x, 16))
