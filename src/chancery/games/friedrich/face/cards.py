"""Cards and coats of arms as small pictures, made of the signs that the map defines."""

from __future__ import annotations

from functools import cache

from chancery.core.svg import at, join, picture
from chancery.core.tabletop import Card
from chancery.core.words import Text
from chancery.games.friedrich.board.cards import CARD, CARD_NAMES, DECK, RESERVE, SUIT_OF, VALUE
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import NATION_OF
from chancery.games.friedrich.face.pieces import rank
from chancery.games.friedrich.face.placement import FAN
from chancery.games.friedrich.face.signs import (
    CARD_HEIGHT,
    CARD_WIDTH,
    shield,
    suit_sign,
    tag,
    use,
    words,
)

EDGE = 1  # room for the line around a card


@cache
def face_up(kind: int) -> str:
    """Draw a card face up: value and suit in the corner, its deck at the foot."""
    suit = SUIT_OF[kind]
    if suit == RESERVE:
        face = join((words("R", 13, 21, "value"), words("1–10", 23, 44, "reserve")))
    else:
        face = join(
            (words(str(VALUE[kind]), 13, 21, "value"), suit_sign(suit, 13, 34, 0.62),
             suit_sign(suit, 33, 44, 0.9, "quiet-suit"))
        )  # fmt: skip
    drawn = tag(
        "g",
        use("fr-card", 0, 0),
        face,
        use(f"fr-back-{DECK[kind] + 1}", 4, 46, 0.8),
        words(str(DECK[kind] + 1), 9.6, 58, "deck"),
        class_="face",
        transform=at(EDGE, EDGE),
    )
    return str(picture(CARD_WIDTH + 2 * EDGE, CARD_HEIGHT + 2 * EDGE, "fr-panel", drawn))


@cache
def arms(nation: int) -> str:
    """Draw the shield of a nation as a picture of its own."""
    return str(picture(24, 26, "fr-panel", use(f"fr-shield-{NATION_NAMES[nation]}", 12, 12.5)))


@cache
def emblem(seat: str) -> str:
    """Draw the arms of a seat's first nation, complete without the map."""
    drawn = tag("g", shield(FIRST_NATION[seat]), transform=at(12, 12.5))
    return str(picture(24, 26, "fr-panel", drawn))


FIRST_NATION = {
    "frederick": "prussia",
    "elisabeth": "russia",
    "maria-theresa": "austria",
    "pompadour": "france",
}


@cache
def portrait(generals: tuple[int, ...], down: bool) -> str:
    """Draw the pieces of a stack as they stand on the map, the highest rank in front."""
    nation = NATION_NAMES[NATION_OF[generals[0]]]
    right, up = FAN
    high = -up * (len(generals) - 1)
    drawn = [
        tag(
            "g",
            use(f"fr-{'down' if down else 'general'}-{nation}", 0, 0),
            words(str(rank(general)), 0, -29, "rank"),
            transform=at(26 + right * position, 50 + high + up * position),
        )
        for position, general in enumerate(generals)
    ]
    wide = 54 + right * (len(generals) - 1)
    return str(picture(wide, 62 + high, "fr-panel", *reversed(drawn)))


def target(kind: int) -> str:
    """Return the click target of a card."""
    return f"card:{CARD_NAMES[kind]}"


def laid(kind: int, note: Text | None = None) -> Card:
    """Return a card on the table, which cannot be clicked any more."""
    return Card("", face_up(kind), CARD[kind].title, note)
