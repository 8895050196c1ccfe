"""Signs: suits, nations, pieces, flags, cards; defined once in the ground and used everywhere.

Each is drawn around its own centre or foot. Colours are classes; every sign can be told from the
others without them: nations by their charge and letter, suits by their shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from chancery.core.svg import Pen, Svg, at, join
from chancery.games.friedrich.board.atlas import SUITS
from chancery.games.friedrich.board.cards import A_DECK, CARD, RESERVE
from chancery.games.friedrich.board.nations import NATION_NAMES

PEN = Pen("fr")
tag, use, words = PEN.tag, PEN.use, PEN.words

LETTERS = "PHRSAIF"  # of the nations

SUIT_SHAPES = {
    "spades": (
        "M0-12C3-7 10-3 10 2.6 10 6.3 7.6 8.4 4.8 8.4 3.2 8.4 1.8 7.6.9 6.2 1.2 9 2.2 10.8 4 12H-4"
        "C-2.2 10.8-1.2 9-.9 6.2-1.8 7.6-3.2 8.4-4.8 8.4-7.6 8.4-10 6.3-10 2.6-10-3-3-7 0-12Z"
    ),
    "clubs": (
        "M0-12A5 5 0 0 1 3.6-3.4 5 5 0 1 1 1.2 4.4C1.4 8 2.2 10.4 4 12H-4C-2.2 10.4-1.4 8-1.2 4.4"
        "A5 5 0 1 1-3.6-3.4 5 5 0 0 1 0-12Z"
    ),
    "hearts": (
        "M0 12C-4 6.6-11 2.8-11-3.4-11-7.8-8.2-10.4-5.2-10.4-2.8-10.4-1-9 0-6.6"
        " 1-9 2.8-10.4 5.2-10.4 8.2-10.4 11-7.8 11-3.4 11 2.8 4 6.6 0 12Z"
    ),
    "diamonds": (
        "M0-12.5C2.2-7.6 5.4-3.4 9.2 0 5.4 3.4 2.2 7.6 0 12.5-2.2 7.6-5.4 3.4-9.2 0"
        "-5.4-3.4-2.2-7.6 0-12.5Z"
    ),
}  # fmt: skip

# The charges on the shields: simple enough to be told apart at the size of a letter.
CHARGES = {
    "prussia": (  # an eagle
        "M0-9L1.6-7 1.2-5C4-4.6 5.6-6.6 5.2-9 8-7.4 9-4.4 8.4-1 7 1.6 4.6 2.4 2.4 1.8L3.6 7"
        "H1.4L0 9.6-1.4 7H-3.6L-2.4 1.8C-4.6 2.4-7 1.6-8.4-1-9-4.4-8-7.4-5.2-9"
        "-5.6-6.6-4-4.6-1.2-5L-1.6-7Z"
    ),
    "hanover": (  # a horseshoe
        "M-6.6 8.6C-10-2-6.4-9.4 0-9.4S10-2 6.6 8.6H3.4C6.4-.6 4.4-6 0-6S-6.4-.6-3.4 8.6Z"
    ),
    "russia": (  # a saltire
        "M-8.6-6.4L-6.4-8.6 0-2.2 6.4-8.6 8.6-6.4 2.2 0 8.6 6.4 6.4 8.6 0 2.2"
        "-6.4 8.6-8.6 6.4-2.2 0Z"
    ),
    "sweden": (  # three crowns
        "M-8.6-8L-6.6-5.4-5-8.6-3.4-5.4-1.4-8-2-2.4H-8ZM1.4-8L3.4-5.4 5-8.6 6.6-5.4 8.6-8 8-2.4H2Z"
        "M-3.6 2L-1.6 4.6 0 1.4 1.6 4.6 3.6 2 3 7.6H-3Z"
    ),
    "austria": "M-10.4-3.2H10.4V3.2H-10.4Z",  # a fess
    "imperial": (  # an orb
        "M-1-9.6H1V-7.6H3V-5.8H1V-3.6A6.4 6.4 0 1 1-1-3.6V-5.8H-3V-7.6H-1ZM-6 1.8H6V3.4H-6Z"
    ),
    "france": (  # a lily
        "M0-9.6C2.4-7 3-4.4 1.8-1.2 3-4.6 7-5.4 8-2.4 8.6.2 6.4 1.8 4.8 1 4.8 2.4 3.4 3 1.8 2.6"
        "L2.8 8.6H-2.8L-1.8 2.6C-3.4 3-4.8 2.4-4.8 1-6.4 1.8-8.6.2-8-2.4"
        "-7-5.4-3-4.6-1.8-1.2-3-4.4-2.4-7 0-9.6Z"
    ),
}  # fmt: skip

BODY = "M-17-3V-32C-17-43-9-49 0-49S17-43 17-32V-3Z"
STAND = "M-20-4H20L22 4H-22Z"
HOOD = "M-15-8C-15-23-9-26 0-26S15-23 15-8Z"
CART = "M-17-9H17V-3H-17Z"
PENNANT = "M0 0V-30L22-24 0-17"
FORT = (
    "M0-13L3.4-7.6 9.2-9.2 7.6-3.4 13 0 7.6 3.4 9.2 9.2 3.4 7.6 0 13-3.4 7.6-9.2 9.2"
    "-7.6 3.4-13 0-7.6-3.4-9.2-9.2-3.4-7.6Z"
)
CARD_WIDTH, CARD_HEIGHT = 46, 66

# Click targets are marked by shape too: a broken ring around the foot of a piece or a city, and a
# cross of ticks around a destination. A rule of the style sheet makes them visible.
TICKS = "M0-21V-13M0 21V13M-21 0H-13M21 0H13"


_ABLE = tag("ellipse", cx=0, cy=1, rx=26, ry=9, class_="able")


def _charge(nation: str, x: float, y: float, scale: float) -> Svg:
    return tag("path", d=CHARGES[nation], class_="charge", transform=at(x, y, scale))


def _standing(nation: str, sign: str, *face: Svg) -> Svg:
    """Draw a standing piece: a board with a round top on a stand, its foot in the middle of the
    city."""
    return tag(
        "g",
        tag("ellipse", cx=3, cy=3, rx=24, ry=6, class_="shade"),
        _ABLE,
        tag("path", d=BODY, class_="coat"),
        *face,
        tag("circle", cx=0, cy=-34, r=9.5, class_="roundel"),
        tag("path", d=STAND, class_="stand"),
        id=f"fr-{sign}-{nation}",
        class_=f"n-{nation}",
    )


def _general(nation: str) -> Svg:
    edging = tag("path", d="M-13-5V-31C-13-40-7-45 0-45S13-40 13-31V-5Z", class_="edging")
    return _standing(nation, "general", edging, _charge(nation, 0, -15, 0.92))


def _face_down(nation: str) -> Svg:
    """Draw the piece turned over: no charge, hatched, an empty roundel."""
    hatch = tag("path", d="M-17-20L-2-49M-17-4L8-47M-8-3L17-38M4-3L17-24", class_="turned")
    return _standing(nation, "down", hatch)


def _train(nation: str) -> Svg:
    return tag(
        "g",
        tag("ellipse", cx=2, cy=5, rx=21, ry=5, class_="shade"),
        _ABLE,
        tag("path", d=HOOD, class_="coat"),
        tag("path", d="M-8-8C-8-20-5-24-3-25.8M8-8C8-20 5-24 3-25.8", class_="edging"),
        tag("path", d=CART, class_="stand"),
        tag("circle", cx=-10, cy=0, r=5.4, class_="wheel"),
        tag("circle", cx=10, cy=0, r=5.4, class_="wheel"),
        words(LETTERS[NATION_NAMES.index(nation)], 0, -11, "letter"),
        id=f"fr-train-{nation}",
        class_=f"n-{nation}",
    )


def _flag(nation: str) -> Svg:
    """Draw a control marker: a pennant on a staff planted in the city."""
    return tag(
        "g",
        tag("path", d=PENNANT, class_="coat"),
        tag("path", d="M0 2V-32", class_="staff"),
        words(LETTERS[NATION_NAMES.index(nation)], 7, -19, "letter small"),
        id=f"fr-flag-{nation}",
        class_=f"n-{nation}",
    )


def shield(nation: str, **attributes: str) -> Svg:
    """Draw the arms of a nation, in a box of 24 by 24."""
    return tag(
        "g",
        tag("path", d="M-10-11H10V1C10 7 4 10.6 0 12-4 10.6-10 7-10 1Z", class_="coat"),
        _charge(nation, 0, -1, 0.78),
        class_=f"n-{nation}",
        **attributes,
    )


def _shield(nation: str) -> Svg:
    return shield(nation, id=f"fr-shield-{nation}")


def _city(sign: str, *drawn: Svg, nation: str | None = None) -> Svg:
    """Draw a city with room around it for a finger; the room is visible where it can be clicked."""
    class_ = f"n-{nation}" if nation else None
    touch = tag("circle", r=13, class_="touch"), tag("path", d=TICKS, class_="ticks")
    return tag("g", *touch, *drawn, id=f"fr-{sign}", class_=class_)


def _cities() -> Iterator[Svg]:
    """Draw towns as discs, objectives in their nation's colour (second order as rings), depots as
    forts."""
    yield _city("town", tag("circle", r=5.5, class_="town"))
    for nation, letter in zip(NATION_NAMES, LETTERS, strict=True):
        disc, middle = tag("circle", r=9, class_="objective"), tag("circle", r=5.6, class_="ring")
        first, second = words(letter, 0, 4, "aim first"), words(letter, 0, 3.2, "aim second")
        yield _city(f"objective-1-{nation}", disc, first, nation=nation)
        yield _city(f"objective-2-{nation}", disc, middle, second, nation=nation)
        fort = tag("path", d=FORT, class_="depot")
        yield _city(f"depot-{nation}", fort, words(letter, 0, 4, "aim first"), nation=nation)


@cache
def signs() -> Svg:
    """Return the definitions of all signs, to be used by their ids."""
    symbols = [
        tag("path", d=shape, id=f"fr-{suit}", class_=suit) for suit, shape in SUIT_SHAPES.items()
    ]
    symbols += _cities()
    for nation in NATION_NAMES:
        for sign in (_general, _face_down, _train, _flag, _shield):
            symbols.append(sign(nation))
    symbols.append(
        tag(
            "g",
            tag("circle", r=11, class_="question-disc"),
            words("?", 0, 6, "question"),
            id="fr-question",
        )
    )
    symbols.append(
        tag("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=5, class_="card", id="fr-card")
    )
    symbols += _tiny_cards()
    for deck in range(4):
        symbols.append(
            tag("rect", width=14, height=20, rx=2, class_=f"back back-{deck + 1}",
                id=f"fr-back-{deck + 1}")
        )  # fmt: skip
    return tag("defs", join(symbols))


def _tiny_cards() -> Iterator[Svg]:
    """Draw cards as small as a letter, without their deck: value and suit."""
    for card in CARD[:A_DECK]:
        paper = tag("rect", x=-9.5, y=-12.5, width=19, height=25, rx=3, class_="card")
        if card.suit == RESERVE:
            face = words("R", 0, 6, "tiny")
        else:
            face = join((words(str(card.value), 0, 0, "tiny"), suit_sign(card.suit, 0, 6.5, 0.42)))
        yield tag("g", paper, face, id=tiny(card.name), class_="face")


def tiny(card: str) -> str:
    """Return the id of the small sign of a card."""
    return f"fr-{card.partition('.')[0]}"


def suit_sign(suit: int, x: float, y: float, scale: float = 1, class_: str | None = None) -> Svg:
    """Draw the sign of a suit at a point."""
    return use(f"fr-{SUITS[suit]}", x, y, scale, class_)
