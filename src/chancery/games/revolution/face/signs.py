"""SVG symbols of Revolution: arms, tokens, armies, cities and towns, each with an id (`rv-…`).

Each is drawn around its own centre, tokens in a box of 22 by 22. Factions differ by the shape of
their token and by its charge, not by colour alone: Catholics a mitre on a disc, Habsburgs the
ragged cross of Burgundy on a square, Nobility a helmet on a shield, Burghers a cog on a hexagon,
Reformers an open book in an arch. Neutral tokens are small and have no charge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from chancery.core.svg import Pen, Svg, at, join, picture
from chancery.games.revolution.board.factions import FACTION_NAMES, OWNERS

PEN = Pen("rv")
tag, use, words, path = PEN.tag, PEN.use, PEN.words, PEN.path

SHAPES = {
    "catholics": "M-10.6 0A10.6 10.6 0 1 1 10.6 0 10.6 10.6 0 1 1-10.6 0Z",
    "habsburgs": ("M-8-10H8A2 2 0 0 1 10-8V8A2 2 0 0 1 8 10H-8A2 2 0 0 1-10 8V-8A2 2 0 0 1-8-10Z"),
    "nobility": "M-9.8-10.4H9.8V1C9.8 6.6 4.6 9.8 0 11.4-4.6 9.8-9.8 6.6-9.8 1Z",
    "burghers": "M-11 0L-5.6-10H5.6L11 0 5.6 10H-5.6Z",
    "reformers": "M-9.6 10.4V-1.4C-9.6-7-5.2-11 0-11S9.6-7 9.6-1.4V10.4Z",
    "neutral": "M-7.4 0A7.4 7.4 0 1 1 7.4 0 7.4 7.4 0 1 1-7.4 0Z",
}

# Each charge has two paths: a silhouette in ink, and details drawn on it in the faction's colour.
CHARGES = {
    "catholics": (  # a mitre
        "M-6 8.6V3C-9-2-4.6-7.6 0-10.4 4.6-7.6 9-2 6 3V8.6Z",
        "M-6.2 4.4H6.2M0-6.4V2.4M-2.8-2.6H2.8",
    ),
    "habsburgs": (  # the ragged cross of Burgundy
        "M-8.2-6.4L-6.4-8.2-4.2-6-2.6-7.6-1-6-2.6-4.4 0-1.8 2.6-4.4 1-6 2.6-7.6 4.2-6 6.4-8.2"
        " 8.2-6.4 6-4.2 7.6-2.6 6-1 4.4-2.6 1.8 0 4.4 2.6 6 1 7.6 2.6 6 4.2 8.2 6.4 6.4 8.2 4.2 6"
        " 2.6 7.6 1 6 2.6 4.4 0 1.8-2.6 4.4-1 6-2.6 7.6-4.2 6-6.4 8.2-8.2 6.4-6 4.2-7.6 2.6"
        "-6 1-4.4 2.6-1.8 0-4.4-2.6-6-1-7.6-2.6-6-4.2Z",
        "",
    ),
    "nobility": (  # a helmet
        "M-6.6 8.6C-7.6 1-7.6-8.6.4-8.6 5.4-8.6 7.8-5 7.8-1L3 .4V2.4H7.2L6.4 8.6Z",
        "M-1-2.2L7.6-2.4M-6.8 4.6C-4 6 2 6 6.8 5",
    ),
    "burghers": (  # a cog
        "M-9.4 2.8H9.4C8.8 6.8 6.6 8.8 3.4 8.8H-4C-7 8.8-8.8 6.6-9.4 2.8ZM-.8-10H.8V2H-.8Z"
        "M1.8-8.4C6.6-6.8 7.4-2 6.2 1.2H1.8ZM-1.8-8.4C-5.8-6.8-6.8-2-5.8 1.2H-1.8Z",
        "M-8 5.2H8",
    ),
    "reformers": (  # an open book
        "M0-4.4C-2.4-6.6-5.4-7-8.6-6.2V5.6C-5.4 4.8-2.4 5.4 0 7.6 2.4 5.4 5.4 4.8 8.6 5.6V-6.2"
        "C5.4-7 2.4-6.6 0-4.4Z",
        "M0-4V7M-6.4-3.2C-4.8-3.4-3.4-3-2-2.2M-6.4 0C-4.8-.2-3.4.2-2 1M6.4-3.2C4.8-3.4 3.4-3 2-2.2"
        "M6.4 0C4.8-.2 3.4.2 2 1",
    ),
}

SHIELD = "M-10-11H10V1C10 7 4 10.6 0 12-4 10.6-10 7-10 1Z"
BANNER = "M-8-11.5H11L8-5.5 11 .5H-8Z"
HULL = "M-10 2H9L11-1.5C11.4 5 8 9-1 9-6.6 9-9.4 6.6-10 2Z"
SAILS = (
    "M-3.6-9C1.6-7.4 2.4-3 1.4.8L-7 1C-4.6-2-3.4-5.4-3.6-9Z"
    "M3.6-8C7.6-6 8.2-2.4 7.4.6H3C4.6-2 4.8-5 3.6-8Z"
)
TENT = "M-8 7L0-8 8 7ZM-2.4 7L0-1 2.4 7Z"
MITRE = "M-5 7V2.6C-7.4-1.8-3.8-6 0-8.4 3.8-6 7.4-1.8 5 2.6V7Z"
MITRE_IN = "M-5 4H5M0-5V1.8M-2.2-2H2.2"
CAP = "M0-6.4L9.4-2.2 0 2-9.4-2.2ZM-5.4.8L0 3.2 5.4.8V4.4C3.4 6.6-3.4 6.6-5.4 4.4Z"
CAP_IN = "M8-1.6V5.4"
SCALES = "M-6.6-5.4H6.6M0-7.6V6.4M-3.8 6.8H3.8M-6-5L-8.8 1.4M-6-5L-3.2 1.4M6-5L3.2 1.4M6-5L8.8 1.4"
PANS = "M-9.4 1.2H-2.6C-3 4-9 4-9.4 1.2ZM9.4 1.2H2.6C3 4 9 4 9.4 1.2Z"
CROWN = "M-9 7L-11-4-5 1 0-8 5 1 11-4 9 7Z"
STAR = "M0-9L2.6-3 9-2.6 4 1.8 5.6 8.2 0 4.6-5.6 8.2-4 1.8-9-2.6-2.6-3Z"

# A city: a ring of walls with towers, a great church within. A town: a church and two houses.
WALLS = (
    "M-20 16V4H-18V1.6H-16V4H-14V1.6H-12V4H-10V8H-4V5.6H-2V8H2V5.6H4V8H10V4H12V1.6H14V4H16V1.6H18V4"
    "H20V16Z"
)
CHURCH = "M-9 7V-5L-5-9.4-1.4-5.8V-13L1.6-20 4.6-13V-5.4L9-2.4V7Z"
GATE = "M-3 16V12.4C-3 8.8 3 8.8 3 12.4V16Z"
WINDOWS = "M-5.4 2V-3M1.6-8.4V-12M5.6 2V-1M-1.6 3V-1M-15 12V8M15 12V8"
HOUSES = "M-10 8V0L-6.6-4-3.2 0V8ZM3.2 8V1.4L6.6-2.4 10 1.4V8Z"
CHAPEL = "M-4.2 8V-5L0-12.6 4.2-5V8Z"


def _charge(faction: str, scale: float = 1, x: float = 0, y: float = 0) -> Svg:
    filled, drawn = CHARGES[faction]
    parts = [path(filled, "charge")]
    if drawn:
        parts.append(path(drawn, "charge-in"))
    return tag("g", *parts, transform=at(x, y, scale))


def _token(owner: str) -> Svg:
    """Draw a token of a faction, or a neutral one."""
    parts = [path(SHAPES[owner], "shade", at(1, 1.4)), path(SHAPES[owner], "coat")]
    if owner in CHARGES:
        parts.append(_charge(owner, 0.98 if owner == "habsburgs" else 0.8))
    else:
        parts.append(path("M-4.4 0A4.4 4.4 0 1 1 4.4 0 4.4 4.4 0 1 1-4.4 0Z", "neutral-in"))
    return tag("g", *parts, id=f"rv-token-{owner}", class_=f"f-{owner}")


def arms(faction: str, **attributes: str) -> Svg:
    """Draw the arms of a faction, in a box of 24 by 24."""
    return tag(
        "g", path(SHIELD, "coat"), _charge(faction, 0.8, 0, -1), class_=f"f-{faction}",
        **attributes,
    )  # fmt: skip


def _arms(faction: str) -> Svg:
    return arms(faction, id=f"rv-arms-{faction}")


@cache
def emblem(seat: str) -> str:
    """Draw the arms of a seat's factions, complete without the map."""
    factions = SIDES.get(seat, (seat,))
    drawn = (
        tag("g", arms(faction), transform=at(12 + 21 * n, 12.5))
        for n, faction in enumerate(factions)
    )
    return str(picture(3 + 21 * len(factions), 26, "rv-panel", *drawn))


# with two players
SIDES = {"crown": ("catholics", "habsburgs"), "revolt": ("burghers", "reformers")}


def _army(faction: str) -> Svg:
    """Draw an army as a banner on its pike, in a box of 24 by 24."""
    return tag(
        "g",
        path("M-9.5 12V-12", "pike"),
        path(BANNER, "coat"),
        _charge(faction, 0.52, 0.5, -5.5),
        path("M-9.5 12V-12", "pike"),
        path("M-12 11.5H4C1 8.5-3 9.5-5 7.5-8 9.5-11 8.5-12 11.5Z", "turf"),
        id=f"rv-army-{faction}",
        class_=f"f-{faction}",
    )


def _seal(faction: str) -> Svg:
    """Draw a seal of diameter 16, which marks the holder of a card."""
    return tag(
        "g", tag("circle", r=8, class_="coat"), _charge(faction, 0.56), id=f"rv-seal-{faction}",
        class_=f"f-{faction}",
    )  # fmt: skip


def _of_nobody() -> Iterator[Svg]:
    yield tag("g", path(HULL, "hull"), path(SAILS, "sail"), path("M-3.6 2V-10M3.6 2V-9", "pike"),
              id="rv-beggars", class_="f-beggars")  # fmt: skip
    yield tag("g", path(TENT, "tent"), id="rv-siege")
    yield tag("g", tag("circle", r=7.4, class_="coin"), tag("circle", r=5, class_="coin-in"),
              path("M-2.6-1.6H2.6M0-3.4V3.4", "coin-in"), id="rv-coin")  # fmt: skip
    yield tag("g", path(MITRE, "mark-fill"), path(MITRE_IN, "mark-in"), id="rv-bishopric")
    yield tag("g", path(CAP, "mark-fill"), path(CAP_IN, "mark-line"), id="rv-university")
    yield tag("g", path(PANS, "mark-fill"), path(SCALES, "mark-line"), id="rv-trade")
    yield tag("g", path(STAR, "mark-fill"), id="rv-aim")
    yield tag("g", path(CROWN, "crown"), id="rv-crown")


def _places() -> Iterator[Svg]:
    yield tag(
        "g",
        path(CHURCH, "roof"),
        path(WALLS, "walls"),
        path(GATE, "gate"),
        path(WINDOWS, "windows"),
        id="rv-city",
    )
    yield tag("g", path(HOUSES, "walls"), path(CHAPEL, "roof"), path("M0 8V3.4", "windows"),
              id="rv-town")  # fmt: skip


def _landscape() -> Iterator[Svg]:
    """Draw hills, woods and marshes in the style of engraved maps."""
    hill = "M-13 6C-10-2-7-6-4-6 0-6 2 0 4 6M0-1C3-7 5-8 7-8 10-8 12-1 14 6"
    shade = "M-3-5C0-2 0 2 0 6M-1-5C2-2 2 2 2.4 6M8-7C10-3 10 2 10 6M9.4-6.6C12-3 12 2 12.4 6"
    yield tag("g", path(hill, "hill"), path(shade, "hill-shade"), id="rv-hills")
    tree = "M-6 7V1M6 6V0M0 3V-3"
    leaves = (
        "M-10 1C-11-3-8-6-6-6S-1-3-2 1ZM2 0C1-4 4-7 6-7S11-4 10 0ZM-4-3C-5-7-2-10 0-10S5-7 4-3Z"
    )
    yield tag("g", path(tree, "trunk"), path(leaves, "leaves"), id="rv-trees")
    reeds = "M-9 4H-1M1 4H9M-5 7H5M-6 4V-2M-4 4L-2-1M-8 4L-9 0M5 4V-2M3 4L2-1M7 4L9 0M0 7V2"
    yield tag("g", path(reeds, "reeds"), id="rv-marsh")


def _furniture() -> Iterator[Svg]:
    """Draw the slots of support boxes by kind, also for the legend."""
    ring = tag("circle", r=12, class_="slot")
    half = path("M-8.5-8.5A12 12 0 0 0 8.5 8.5Z", "slot-gold")
    whole = tag("circle", r=12, class_="slot-gold")
    coin = tag("circle", r=3, class_="slot-pip")
    yield tag("g", half, tag("g", coin, transform=at(-4.5, 4.5)), id="rv-slot-half")
    yield tag("g", whole, coin, id="rv-slot-solid")
    yield tag("g", ring, id="rv-slot-plain-key")
    yield tag("g", ring, tag("use", href="#rv-slot-half"), id="rv-slot-half-key")
    yield tag("g", ring, tag("use", href="#rv-slot-solid"), id="rv-slot-solid-key")
    yield tag("circle", r=11, class_="slot", id="rv-slot-empty")
    yield tag("circle", r=10, class_="besieged", id="rv-siege-key")
    yield tag("rect", x=-10, y=-10, width=20, height=20, rx=3, class_="box orange",
              id="rv-orange-box")  # fmt: skip
    card = tag("rect", x=-9, y=-6, width=18, height=12, rx=2, class_="card")
    yield tag("g", card, tag("circle", cx=-4.4, r=2.8, class_="card-dot"),
              path("M0-2H6M0 2H6", "card-lines"), id="rv-small-card")  # fmt: skip
    yield tag("path", d=SHIELD, class_="stand", id="rv-stand-arms")
    yield from _keys()


def _keys() -> Iterator[Svg]:
    """Draw what the pieces add to a card, a province or a city, for the legend only."""
    ring = tag("circle", r=9, class_="then")
    yield tag("g", ring, tag("use", href="#rv-seal-nobility", transform=at(0, 0, 0.8)),
              id="rv-then-key")  # fmt: skip
    late = tag("rect", x=-9, y=-6, width=18, height=12, rx=2, class_="card late")
    yield tag("g", late, path("M-4 0H4", "card-lines"), id="rv-late-card")
    badge = tag("rect", x=-12, y=-9, width=24, height=18, rx=9, class_="badge")
    yield tag("g", badge, words("+1", 0, 5, "over"), id="rv-over-key")
    yield tag("g", path("M-11 5Q0-3 8-3", "way"), path("M13-3L5-7 5 1Z", "way-head"),
              id="rv-way-key")  # fmt: skip
    spaces = [tag("circle", cx=6 * n, r=3.4, class_=f"space allegiance-{n + 2}") for n in (-2, 2)]
    yield tag("g", *spaces, tag("circle", r=4, class_="marker"), id="rv-allegiance-key")


@cache
def signs() -> Svg:
    """Draw all signs, to be used by their ids."""
    symbols = [*_of_nobody(), *_places(), *_furniture(), *_landscape()]
    symbols += map(_token, OWNERS.names)
    for faction in FACTION_NAMES:
        symbols += (_arms(faction), _army(faction), _seal(faction))
    return tag("defs", join(symbols))
