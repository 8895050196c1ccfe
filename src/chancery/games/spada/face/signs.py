"""Signs: resources, problems, rewards, seasons, coats of arms, houses, cards.

Each is drawn once around its own centre, in a box of about 24 by 24, and used from the defs of a
layer. Colours are classes; every sign can be told from the others without them.
"""

from __future__ import annotations

from functools import cache

from chancery.core.svg import Pen, Svg, at, join
from chancery.games.spada.board.components import PROBLEMS, RESOURCES, SEAT_NAMES

PEN = Pen("sp")
tag, use, words, path = PEN.tag, PEN.use, PEN.words, PEN.path

SEASONS = ("winter", "spring", "summer", "autumn")
REWARDS = ("cathedral", "privilege")

SHIELD_SHAPE = "M-23-27H23V3C23 20 10 28 0 33C-10 28-23 20-23 3Z"
CARD_WIDTH, CARD_HEIGHT = 66, 96


def _turned(d: str, class_: str, *degrees: int) -> Svg:
    return join(path(d, class_, f"rotate({degree})" if degree else None) for degree in degrees)


EAR = "M0-12.5C2.6-10 3.4-7 2.4-3.4L0-1-2.4-3.4C-3.4-7-2.6-10 0-12.5ZM0-12V-2M-2.6-8L0-5.8 2.6-8"

SIGNS: dict[str, Svg] = {
    # -- resources ---------------------------------------------------------------------
    "grain": join(
        (
            path("M0 12V-2M-1.5 12C-2 6-4 2-6-2M1.5 12C2 6 4 2 6-2M-4 12L-1.6 5M4 12L1.6 5", "s2"),
            _turned(EAR, "f-grain s1", -33, 33, 0),
            path("M-4.6 3.2Q0 5.6 4.6 3.2L4.4 6.8Q0 9-4.4 6.8Z", "f-leather s1"),
        )
    ),
    "workers": join(
        (
            path("M-9.6 11.4L4.2-3.6", "s4"),
            path("M-9.6 11.4L4.2-3.6", "w2"),
            path("M-2.4-8.8L4.6-12.6 12.4-4 8 1.8Z", "f-workers s1"),
            path("M9.6 11.4L1 2.4", "s4"),
            path("M9.6 11.4L3.4 4.8", "w2"),
            path("M2.4 3.8L-.6-1.6-10.6-11-6 1.8-1 5.2Z", "f-steel s1"),
        )
    ),
    "knights": join(
        (
            path("M-8.5-7.5Q0-14.5 8.5-7.5L9.5 1.5Q7 9.5 0 12.5-7 9.5-9.5 1.5Z", "f-steel s1"),
            path("M-9-3.2H-1.4V-.8H-9.2ZM9-3.2H1.4V-.8H9.2Z", "f-ink"),
            path("M0-11V12M-9.3.9Q0 3.6 9.3.9", "s1"),
            path("M-5 4.6v.1M-3 6.8v.1M-5.6 7v.1M5 4.6v.1M3 6.8v.1M5.6 7v.1", "dot"),
        )
    ),
    "riches": join(
        (
            path("M-11.5 4.2V8.4A7.4 3.3 0 0 0 3.3 8.4V4.2", "f-gold s1"),
            path("M-11.5.2V4.4A7.4 3.3 0 0 0 3.3 4.4V.2", "f-gold s1"),
            path("M-11.5-3.6V.4A7.4 3.3 0 0 0 3.3.4V-3.6", "f-gold s1"),
            tag("ellipse", cx=-4.1, cy=-3.6, rx=7.4, ry=3.3, class_="f-gold s1"),
            tag("circle", cx=6, cy=-4.6, r=6.6, class_="f-gold s1"),
            tag("circle", cx=6, cy=-4.6, r=4.5, class_="s05"),
            path("M6-7.8V-1.4M2.8-4.6H9.2", "s1"),
        )
    ),
    # -- problems ----------------------------------------------------------------------
    "war": join(
        (
            _turned("M-1.2 6L-1-9 0-12.5 1-9 1.2 6Z", "f-steel s05", -40, 40),
            _turned("M-4 6.2H4M0 6.4V10.6", "s2", -40, 40),
            _turned("M0 11.6v.1", "dot3", -40, 40),
        )
    ),
    "tax": join(
        (
            path("M-11 0H11V10.5H-11Z", "f-leather s1"),
            path("M-11 0C-11-9 11-9 11 0Z", "f-leather s1"),
            path("M-6.5-5.6V10.5M6.5-5.6V10.5", "s1"),
            path("M-2.6-1.6H2.6V4.4H-2.6Z", "f-gold s05"),
            path("M0 .2V2.4", "s1"),
        )
    ),
    "revolt": join(
        (
            path("M-7.5 12L2.2-3.4", "s2"),
            path("M-4-5.4Q1.4-1.4 6.6.8M-4-5.4L-1-12M1.4-2.4L5.2-9.6M6.6.8L10.6-5.6", "s15"),
            path("M8.5 12L2.6 5.2", "s2"),
            path("M-9.5-2.4C-12-6-8.6-7.4-9-11.4-5.4-9.4-4.6-5.4-6.2-2.6Z", "f-fire s05"),
            path("M-7.6-2.2L-1.4 3.4", "s2"),
        )
    ),
    "famine": join(
        (
            path("M-11-1.6H11C10.4 6 6 10.6 0 10.6S-10.4 6-11-1.6Z", "f-paper s1"),
            tag("ellipse", cx=0, cy=-1.6, rx=11, ry=2.8, class_="f-ink"),
            path("M-4.6 11.4H4.6", "s15"),
            path("M3.4 1.6L1.6 4.6 4 6.4 2.4 9.4", "s05"),
            path("M4.6-3.6L9-12.4", "s15"),
            path("M-5-5.6Q-7.6-8-5.4-10.2T-5.6-13M-.6-5.6Q-3-8-1-10.2", "s05"),
        )
    ),
    # -- rewards and offices -----------------------------------------------------------
    "cathedral": join(
        (
            path("M-10 11V-3L-7-10-4-3V-1L0-6 4-1V-3L7-10 10-3V11Z", "f-stone s1"),
            path("M-2.4 11V6.4Q-2.4 4 0 2.6 2.4 4 2.4 6.4V11Z", "f-ink"),
            path("M-7-13V-9M-8.2-11.6H-5.8M7-13V-9M5.8-11.6H8.2M-7.6 3V0M7.6 3V0", "s1"),
        )
    ),
    "privilege": join(
        (
            path("M-8-11H9Q6.4-8 8-5V9H-9Q-6.4 6-8 3Z", "f-paper s1"),
            path("M-5-6.6H5M-5-3H5M-5 .6H1", "s05"),
            path("M1.6 8L.4 13 3-.0 5.6 13 4.4 8", "f-seal"),
            tag("circle", cx=3, cy=6.4, r=3.6, class_="f-seal s05"),
        )
    ),
    # -- seasons -----------------------------------------------------------------------
    "winter": _turned("M0-11V11M-3.4-9L0-6 3.4-9M-3.4 9L0 6 3.4 9", "s15", 0, 60, 120),
    "spring": join(
        (
            _turned("M0-1.5C-5-4-4-11 0-10.6 4-11 5-4 0-1.5Z", "f-rose s1", 0, 72, 144, 216, 288),
            tag("circle", r=2.8, class_="f-gold s05"),
        )
    ),
    "summer": join(
        (
            _turned("M-1.9-6.6L0-12 1.9-6.6Z", "f-gold s05", *range(0, 360, 45)),
            tag("circle", r=6, class_="f-gold s1"),
        )
    ),
    "autumn": join(
        (
            path("M0-6V-11.5M0-9.6C3-13 8-12 9.6-8.4 5.4-6.6 2.6-7 0-9.6Z", "f-leaf s05"),
            *(
                tag("circle", cx=x, cy=y, r=3.3, class_="f-grape s05")
                for x, y in ((-6, -4), (0, -4), (6, -4), (-3, 1.4), (3, 1.4), (0, 6.8))
            ),
        )
    ),
    # -- coats of arms -----------------------------------------------------------------
    "charge-yellow": path(
        "M-9-11H-5.4V-7.6H-1.8V-11H1.8V-7.6H5.4V-11H9V-4H6.4V7L9 11H2.6V6.4Q0 2.6-2.6 6.4V11H-9"
        "L-6.4 7V-4H-9ZM-3.4-2V1.4M3.4-2V1.4",
        "charge",
    ),
    "charge-black": _turned("M0-1.4L-4.6-12Q0-9.4 4.6-12L0-1.4Z", "charge", 0, 90, 180, 270),
    "charge-white": join(
        (
            _turned("M0-2C-6-4-5-12 0-10.6 5-12 6-4 0-2Z", "charge", 0, 72, 144, 216, 288),
            tag("circle", r=3, class_="charge-heart"),
        )
    ),
    "charge-orange": path(
        "M-7-10.5A12 12 0 1 0 7-10.5 9.4 9.4 0 1 1-7-10.5ZM0-9L1.5-5.2 5.6-5 2.4-2.4 3.5 1.6 0-.6"
        "-3.5 1.6-2.4-2.4-5.6-5-1.5-5.2Z",
        "charge",
    ),
    "staff": join(
        (
            path("M0-34V44", "s4"),
            path("M0-34V44", "gilt"),
            tag("circle", cy=-42, r=9, class_="f-gold s1"),
            path("M0-51V-33M-9-42H9", "s1"),
            path("M-5-51H5M0-51V-60M-4-56.6H4", "s2"),
            path("M-4-26H4M-4 2H4M-3 44H3", "s2"),
        )
    ),
    "turn": join(
        (
            path("M-5-8H5Q5-2 .8 0 5 2 5 8H-5Q-5 2-.8 0-5-2-5-8Z", "f-paper s1"),
            path("M-3 7Q0 2.4 3 7ZM-2.4-3H2.4L0-.6Z", "f-leather"),
            path("M-7-9H7M-7 9H7", "s2"),
        )
    ),
    "crown": path(
        "M-13 8L-15-8-7-1 0-12 7-1 15-8 13 8Q0 4.6-13 8ZM-13 8Q0 12-13 8M-15-9v.1M0-13v.1M15-9v.1",
        "f-gold s1",
    ),
}  # fmt: skip

# Patterns on coats of arms and roofs, in addition to the colour.
FIELDS = {
    "yellow": "M-14-27V20M-5-27V30M5-27V30M14-27V20",
    "black": "M-23-18H23M-23-6H23M-23 6H23M-19 18H19",
    "white": "M-23-13L-9-27M-23 3L7-27M-20 16L23-27M-10 26L23-7M0 33L22 11",
    "orange": "M-23-8L0-24 23-8M-23 8L0-8 23 8M-20 22L0 8 20 22",
}
ROOFS = {
    "yellow": "M-3.4-17L8-3M2-17L13.4-3M7.4-17L18.4-3",
    "black": "M-5-13.5H13.4M-2-9.5H16.6M1-5.8H19.4",
    "white": "M-6-14L-3-17M-2-9L5-17M2-4L12-17M9-3L15.4-10M15-3L18.6-6.4",
    "orange": "M-4-10.5L2-15.5 5-10.5 10.6-15.5 13.4-10.6M0-5L6-10 9-5 14.6-10 18-5.4",
}


def house(seat: str, prefix: str) -> Svg:
    """Draw a little wooden house: gable to the left, long side to the right."""
    return join(
        (
            path("M-22 21H22", "shadow"),
            path("M3-2.6H20V20H3Z", "coat"),
            path("M3-2.6H20V20H3Z", "edge dim"),
            path("M-20 20V-2.6L-8.5-17.6 3-2.6V20Z", "coat"),
            path("M-8.5-18.6H11L22.6-2H4.2Z", "coat"),
            path(ROOFS[seat], "diaper"),
            path("M-8.5-18.6H11L22.6-2H4.2ZM-20 20V-2.6L-8.5-17.6 3-2.6V20M3 20H20V-2", "edge"),
            tag("use", href=f"#{prefix}charge-{seat}", transform="translate(-8.5 5) scale(.62)"),
        )
    )  # fmt: skip


def shield(seat: str, prefix: str | None) -> Svg:
    """Draw a coat of arms: a field with its own lines, and its charge.

    The charge refers to the definitions with this prefix; None: it is drawn once more.
    """
    transform = "translate(0 -1) scale(1.5)"
    charge = (
        tag("g", SIGNS[f"charge-{seat}"], transform=transform)
        if prefix is None
        else tag("use", href=f"#{prefix}charge-{seat}", transform=transform)
    )
    field = path(SHIELD_SHAPE, "coat"), path(FIELDS[seat], "diaper"), path(SHIELD_SHAPE, "edge")
    return join((*field, charge))


def _arms(seat: str) -> Svg:
    """Draw a coat of arms in a box of 26 by 26, to stand before the name of a seat."""
    return tag("g", tag("g", shield(seat, "g-"), transform=at(0, -1, 0.4)), id=f"g-arms-{seat}",
               class_=f"seat-{seat}")  # fmt: skip


def card(resource: str, prefix: str) -> Svg:
    """Draw the face of a resource card, its corner at the origin."""
    return join(
        (
            tag("rect", width=66, height=96, rx=6, class_="card"),
            tag("rect", x=5, y=5, width=56, height=86, rx=3, class_=f"panel t-{resource}"),
            tag("use", href=f"#{prefix}{resource}", transform="translate(33 58) scale(1.85)"),
        )
    )


def back(kind: str) -> Svg:
    """Draw the back of a card, its corner at the origin."""
    return join(
        (
            tag("rect", width=66, height=96, rx=6, class_="card"),
            tag("rect", x=4, y=4, width=58, height=88, rx=3, class_=f"back-{kind}"),
            path(
                "M4 26L26 4M4 48L48 4M4 70L62 12M6 92L62 34M26 92L62 56M48 92L62 78"
                "M62 26L40 4M62 48L18 4M62 70L4 12M60 92L4 34M40 92L4 56M18 92L4 78",
                "lattice",
            ),
        )
    )


def small(resource: str, prefix: str) -> Svg:
    """Draw a resource card in miniature, around its centre."""
    return join(
        (
            tag("rect", x=-18, y=-25, width=36, height=50, rx=4, class_="card"),
            tag("rect", x=-15, y=-22, width=30, height=44, rx=2, class_=f"panel t-{resource}"),
            tag("use", href=f"#{prefix}{resource}", transform="translate(0 -8) scale(1)"),
        )
    )


def tile(resource: str, prefix: str) -> Svg:
    """Draw a privilege: a parchment with its resource, sealed."""
    return join(
        (
            path("M-14-20H16Q12.6-16 14-12V20H-16Q-12.6 16-14 12Z", "scroll"),
            path("M-14-20Q-18-16-14-12H14M14 20Q18 16 14 12", "scroll-edge"),
            tag("use", href=f"#{prefix}{resource}", transform="translate(0 0) scale(.95)"),
            tag("circle", cx=9, cy=17, r=4.6, class_="f-seal s05"),
        )
    )


@cache
def ground_signs() -> Svg:
    """Return the definitions of the signs that the ground uses."""
    names = (*RESOURCES.names, *PROBLEMS.names, *SEASONS)
    return join(
        (
            *(tag("g", SIGNS[name], id=f"g-{name}") for name in names),
            *(tag("g", SIGNS[f"charge-{seat}"], id=f"g-charge-{seat}") for seat in SEAT_NAMES),
            *(_arms(seat) for seat in SEAT_NAMES),
        )
    )


@cache
def live_signs() -> Svg:
    """Return the definitions of the signs that the live layer uses."""
    symbols = [tag("g", SIGNS[name], id=f"l-{name}") for name in SIGNS if name not in SEASONS]
    for name in SEAT_NAMES:
        symbols.append(tag("g", house(name, "l-"), id=f"l-house-{name}"))
    for name in RESOURCES.names:
        symbols.append(tag("g", card(name, "l-"), id=f"l-card-{name}"))
        symbols.append(tag("g", small(name, "l-"), id=f"l-small-{name}"))
        symbols.append(tag("g", tile(name, "l-"), id=f"l-tile-{name}"))
    symbols += [tag("g", back(kind), id=f"l-back-{kind}") for kind in ("resource", "agenda")]
    return join(symbols)
