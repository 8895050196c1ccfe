"""Help and lessons: the files in `teach`, and help paragraphs generated from cards."""

from __future__ import annotations

from pathlib import Path

from chancery.core import Paragraph, T, Teaching
from chancery.games.friedrich.board.atlas import CLUBS, DIAMONDS, HEARTS, SPADES
from chancery.games.friedrich.board.cards import RESERVE_WORTH, SYMBOLS
from chancery.games.friedrich.board.fate_cards import (
    FATE_NAMES,
    FATES,
    NUMBERED,
    STROKE_TEXTS,
    TEXTS,
)
from chancery.games.friedrich.board.pieces import MOST_OF_A_GENERAL, STACK
from chancery.games.friedrich.face import dials, spots, stories, words
from chancery.games.friedrich.face.overlays import OVERLAYS
from chancery.games.friedrich.rules import recruiting
from chancery.games.friedrich.rules.notation import NOTATION
from chancery.games.friedrich.rules.protection import PROTECTION
from chancery.games.friedrich.rules.supply import SUPPLY

# What the files may name, by kind, such as city:minden or number:supply.
TEACHING = Teaching(
    Path(__file__).parent.parent,
    {
        "city": spots.city,
        "piece": spots.piece,
        "card": spots.card,
        "action": lambda text: words.label(NOTATION.parse(text)),
        "dial": dials.COUNTS.__getitem__,
        "number": {
            "protection": PROTECTION,
            "supply": SUPPLY,
            "stack": STACK,
            "general": MOST_OF_A_GENERAL,
            "reserve": RESERVE_WORTH,
            "price": recruiting.PRICE,
            "dear": recruiting.DEAR,
        }.__getitem__,
        "overlay": {overlay.key: overlay.title for overlay in OVERLAYS}.__getitem__,
    },
)


def cards_of_fate() -> list[Paragraph]:
    """Return a paragraph for every card of fate, with its story."""
    numbered = [
        Paragraph(
            " ".join(f"fate_{number}{sign}" for sign in SYMBOLS),
            T(
                "{n}.\n♠ {spades}\n♣ {clubs}\n♥ {hearts}\n♦ {diamonds}\n{story}",
                n=number,
                story=stories.of_card(number - 1),
                spades=TEXTS[number, SPADES],
                clubs=TEXTS[number, CLUBS],
                hearts=TEXTS[number, HEARTS],
                diamonds=TEXTS[number, DIAMONDS],
            ),
        )
        for number in range(1, NUMBERED + 1)
    ]
    strokes = [
        Paragraph(
            f"fate_{FATE_NAMES[fate]}",
            T(
                "{fate}: {text}\n{story}",
                fate=FATES.title(fate),
                text=text,
                story=stories.of_card(fate),
            ),
        )
        for fate, text in STROKE_TEXTS.items()
    ]
    return numbered + strokes


def turn_stories() -> list[Paragraph]:
    """Return the stories told in the first turns."""
    return [
        Paragraph("", T("{n}. {story}", n=turn, story=story))
        for turn, story in stories.of_turns().items()
    ]
