"""The ground layer: parchment, fiefs, fields, the close of the cathedral, the summary card.

Nothing here changes during a game.
"""

from __future__ import annotations

import random
from math import cos, radians, sin

from chancery.core.frame import Frame
from chancery.core.svg import Svg, at, join
from chancery.core.words import TN, Speaker, T
from chancery.games.spada.board.components import (
    CATHEDRAL_PARTS,
    PART_POINTS,
    PROBLEMS,
    RESOURCES,
    SEAT_NAMES,
    printed,
)
from chancery.games.spada.face import places as p
from chancery.games.spada.face.cathedral import drawing_on_the_site
from chancery.games.spada.face.landmarks import LANDMARKS
from chancery.games.spada.face.signs import (
    SEASONS,
    ground_signs,
    live_signs,
    path,
    shield,
    tag,
    use,
    words,
)
from chancery.games.spada.face.words import COLOURS, SEASON_NAMES

DEFS = join(
    (
        tag(
            "g",
            path("M0 2V-5", "s2"),
            path("M0-26C-9-24-12-17-8-13-13-9-9-3-3-4 0-2 4-3 5-5"
                  " 12-4 13-11 8-13 12-18 8-24 0-26Z",
                  "wood"),
            path("M1-22q4 2 3 6M4-14q5 1 4 5M-1-12q3 1 3 4", "s05"),
            id="g-tree",
        ),
        tag(
            "g",
            path("M0 2V-4", "s2"),
            path("M0-34L-6-22H-3L-9-12H-5L-11-3H11L5-12H9L3-22H6Z", "wood"),
            path("M2-26l2 5M2-17l4 6M2-9l5 5", "s05"),
            id="g-pine",
        ),
        tag(
            "g",
            path("M-46 0Q-30-34-10-36 6-38 20-16 28-26 36-22 46-18 54 0Z", "hill"),
            path("M-4-34Q6-28 10-6M2-35Q16-26 20-4M-10-34Q-4-20-4-8"
                  "M32-22Q40-16 42-4M37-21Q46-14 48-4",
                  "s05"),
            id="g-hill",
        ),
        tag(
            "g",
            tag("rect", x=-33, y=-25, width=66, height=50, rx=7, class_="field"),
            path("M-30-17Q0-21 30-17M-31-10Q0-14 31-10M-31-3Q0-7 31-3M-31 4Q0 0 31 4"
                  "M-31 11Q0 7 31 11M-30 18Q0 14 30 18", "furrow"),
            id="g-field",
        ),
        tag(
            "g",
            tag("rect", x=-33, y=-25, width=66, height=50, rx=7, class_="field"),
            path("M-31-6L-12-23M-31 10L6-23M-25 22L24-23M-7 23L31-12M11 23L31 5", "furrow"),
            id="g-fallow",
        ),
        tag(
            "g",
            path("M-28-10Q-28-22-16-23H16Q28-22 28-10V12Q28 22 16 23H-16Q-28 22-28 12Z", "yard"),
            path("M-20 14H20M-14 8V14M0 8V14M14 8V14M-20 8H20", "s05"),
            id="g-yard",
        ),
    )
)  # fmt: skip


CLOUDS = (
    "M474 262q4-12 16-9 6-13 20-7 12-9 20 3 12-2 13 9M462 270h92M478 276h58M690 246q4-11 15-8"
    " 7-12 19-5 11-6 17 4M678 254h72M694 260h44M540 196q3-8 11-6 6-9 15-3 9-4 12 4M532 203h56"
    "M640 212l5-4 5 4M654 204l4-3 4 3M660 218l4-3 4 3"
)


def land(frame: Frame, speaker: Speaker) -> Svg:
    """Draw the complete ground layer of a table."""
    seats = len(frame.seats)
    return join(
        (
            # with the signs of the live layer, so that they are sent only once
            tag("defs", ground_signs(), live_signs(), DEFS),
            _sheet(),
            *(_fief(seat, speaker) for seat in range(seats)),
            *([_wilds()] if seats < len(SEAT_NAMES) else []),
            _river(),
            _close(),
            _track(frame, speaker),
            _wheel(speaker),
            _summary(frame, speaker),
            _stores(speaker),
            *_marks(),
        )
    )


def _marks() -> list[Svg]:
    """Draw invisible targets for places that lessons point at but that are never clicked."""
    (cx, cy), r = p.CENTRE, p.CLOSE + p.WALL
    (ax, ay), (wx, wy), (tx, ty) = p.AGENDA_AT, p.WHEEL, p.TABLE
    boxes = {
        "agenda": (ax - 43, ay - 60, 86, 120),
        "cathedral": (cx - r, cy - r, 2 * r, 2 * r),
        "values": (tx, ty, 116, 116),
        "year": (wx - 54, wy - 54, 108, 108),
    }
    return [
        tag(
            "rect", x=x, y=y, width=width, height=height, class_="mark", data_target=f"place:{name}"
        )
        for name, (x, y, width, height) in boxes.items()
    ]


def _sheet() -> Svg:
    """Draw the parchment with its frame."""
    return join(
        (
            tag("rect", width=p.WIDTH, height=p.HEIGHT, rx=10, class_="sheet"),
            path(_grain_of_the_paper(), "fibre"),
            tag("rect", x=4, y=4, width=1192, height=662, rx=8, class_="frame"),
        )
    )


def ledge() -> Svg:
    """Draw the ledge for the reader's hand in a standalone picture."""
    return join(
        (
            tag("rect", y=660, width=p.WIDTH, height=p.WITH_HAND - 660, rx=10, class_="sheet"),
            tag("rect", x=4, y=672, width=1192, height=124, rx=8, class_="ledge"),
            tag("rect", x=9, y=677, width=1182, height=114, rx=5, class_="frame-in"),
            path(
                "".join(
                    f"M12 {y}q{140 + y % 3 * 9} {y % 5 - 2} 290 0t298 0 292 0 296 0"
                    for y in range(684, 790, 9)
                ),
                "plank",
            ),
        )
    )


def _grain_of_the_paper() -> str:
    dice = random.Random("fibres")
    strokes = []
    for _ in range(70):
        x, y = dice.randrange(10, 1180), dice.randrange(10, 660)
        strokes.append(f"M{x} {y}q{dice.randrange(6, 22)} {dice.randrange(-5, 6)} "
                       f"{dice.randrange(18, 44)} {dice.randrange(-4, 5)}")  # fmt: skip
    return "".join(strokes)


def _tufts(seat: int) -> str:
    """Return the path of grass in the empty parts of a fief."""
    dice = random.Random(f"tufts{seat}")
    strokes = []
    for _ in range(26):
        x, y = p.place(seat, (dice.randrange(24, 330), dice.randrange(206, 316)))
        strokes.append(f"M{x:g} {y:g}l-2-5m4 5l0-7m4 7l2-5")
    return "".join(strokes)


def _fief(seat: int, speaker: Speaker) -> Svg:
    name = SEAT_NAMES[seat]
    colour = speaker.say(COLOURS[name])
    x, y = p.place(seat, p.SHIELD)
    return tag(
        "g",
        path(p.FIEF_SHAPE, "land", p.corner(seat)),
        path(p.FIEF_SHAPE, "tint", p.corner(seat)),
        path(p.FIEF_SHAPE, "march", p.corner(seat)),
        path(p.FIEF_SHAPE, "hatch", p.corner(seat)),
        path(p.FIEF_SHAPE, "march-line", p.corner(seat)),
        path(_tufts(seat), "tuft"),
        *(
            use("g-fallow" if number % 2 else "g-field", *p.place(seat, plot))
            for number, plot in enumerate(p.FARMS)
        ),
        *(use("g-yard", *p.place(seat, plot)) for plot in p.BUILDERS),
        tag("g", LANDMARKS[name], transform=at(*p.landmark(seat), 0.92)),
        *(use("g-tree", *p.place(seat, (tx, ty)), scale) for tx, ty, scale in _trees(seat)),
        tag("g", shield(name, "g-"), transform=at(x, y, 1.12)),
        words(colour[:1], x, y + 32, "letter"),
        class_=f"seat-{name}",
    )


def _trees(seat: int) -> tuple[tuple[float, float, float], ...]:
    if p.CORNERS[seat][1]:
        return ((352, 192, 0.8), (368, 182, 0.65))
    return ((350, 206, 0.8), (366, 196, 0.65))


def _wilds() -> Svg:
    """Draw the fourth corner as wild country in a game of three."""
    dice = random.Random("forest")
    spots = []
    for row in range(9):
        for column in range(9):
            x = 846 + column * 41 + (row % 2) * 20 + dice.randrange(-7, 8)
            y = 372 + row * 33 + dice.randrange(-5, 6)
            away = ((x - 600) ** 2 + (y - 335) ** 2) ** 0.5
            if x < 1182 and y < 656 and away > 240:
                spots.append((y, x))
    hills = ((1000, 470, 1.3), (1110, 440, 1.0), (880, 560, 0.9))
    return tag(
        "g",
        path(p.FIEF_SHAPE, "land", p.corner(3)),
        path(p.FIEF_SHAPE, "march-line", p.corner(3)),
        *(use("g-hill", x, y, s) for x, y, s in hills),
        *(
            use("g-pine" if dice.random() < 0.62 else "g-tree", x, y, 0.9 + dice.random() * 0.3)
            for y, x in sorted(spots)
        ),
    )


def _river() -> Svg:
    """Draw the river that parts northern and southern fiefs and feeds the moat."""
    west = "M4 335Q50 329 96 335T188 335 280 335 372 335"
    east = "M1196 335Q1150 341 1104 335T1012 335 920 335 828 335"
    return join((path(west + east, "bank"), path(west + east, "water"),
                 tag("circle", cx=600, cy=335, r=p.CLOSE + p.WALL + 5, class_="moat")))  # fmt: skip


def _close() -> Svg:
    """Draw the close: a round wall with towers, paving, and the master builder's drawing."""
    cx, cy = p.CENTRE
    r = p.CLOSE
    joints = "".join(
        f"M{cx + (r + 2) * cos(radians(a)):.1f} {cy + (r + 2) * sin(radians(a)):.1f}"
        f"L{cx + (r + p.WALL - 2) * cos(radians(a)):.1f}"
        f" {cy + (r + p.WALL - 2) * sin(radians(a)):.1f}"
        for a in range(0, 360, 6)
    )
    tiles = "".join(f"M{cx - w:g} {y:g}H{cx + w:g}" for y, w in _courses(cx, cy, r))
    x, y = p.CATHEDRAL_AT
    return join(
        (
            tag("circle", cx=cx, cy=cy, r=r + p.WALL, class_="wall"),
            path(joints, "joint"),
            tag("circle", cx=cx, cy=cy, r=r + p.WALL / 2, class_="walk"),
            *(
                tag(
                    "circle",
                    cx=cx + dx * (r + p.WALL / 2),
                    cy=cy + dy * (r + p.WALL / 2),
                    r=19,
                    class_="wall",
                )
                for dx, dy in ((-1, 0), (1, 0))
            ),
            *(
                tag("circle", cx=cx + dx * (r + p.WALL / 2), cy=cy, r=13, class_="walk")
                for dx in (-1, 1)
            ),
            tag("circle", cx=cx, cy=cy, r=r, class_="close"),
            tag("circle", cx=cx, cy=cy, r=r - 6, class_="frame-in"),
            path(tiles, "paving"),
            path(CLOUDS, "cloud"),
            tag("g", drawing_on_the_site(), transform=at(x, y, 0.94)),
            path("M478 463H722M470 468H730", "line2"),
        )
    )


def _courses(cx: float, cy: float, r: float) -> list[tuple[float, float]]:
    """Return level lines on the ground before the threshold."""
    return [(y, max(0.0, (r - 12) ** 2 - (y - cy) ** 2) ** 0.5) for y in (474, 482, 491, 501, 512)]


def _track(frame: Frame, speaker: Speaker) -> Svg:
    """Draw the points of the six parts, set into the wall."""
    points = PART_POINTS[str(frame.options["scoring"])]
    drawn = []
    for part, (x, y) in enumerate(p.PARTS_AT):
        title = speaker.say(
            TN(
                "{part}: {n} point",
                "{part}: {n} points",
                points[part],
                part=CATHEDRAL_PARTS.title(part),
            )
        )
        drawn.append(
            tag(
                "g",
                tag("title", title),
                tag("circle", cx=x, cy=y, r=19, class_="medal"),
                tag("circle", cx=x, cy=y, r=15.5, class_="medal-in"),
                words(str(points[part]), x, y + 8, "digit24"),
            )
        )
    return join(drawn)


def _wheel(speaker: Speaker) -> Svg:
    """Draw the wheel of the year: winter at the top, then clockwise."""
    x, y = p.WHEEL
    drawn = [
        tag("circle", cx=x, cy=y, r=54, class_="medal"),
        tag("circle", cx=x, cy=y, r=50, class_="frame-in"),
        path(f"M{x - 38} {y - 38}L{x + 38} {y + 38}M{x + 38} {y - 38}L{x - 38} {y + 38}", "s05"),
    ]
    for season, name in enumerate(SEASONS):
        sx, sy = p.season_at(season)
        drawn.append(
            tag(
                "g", tag("title", speaker.say(SEASON_NAMES[season])), use(f"g-{name}", sx, sy, 0.85)
            )
        )
    drawn.append(tag("circle", cx=x, cy=y, r=22, class_="medal"))
    return join(drawn)


def _summary(frame: Frame, speaker: Speaker) -> Svg:
    """Draw the summary card: problems down, resources across (§components.summary)."""
    values = printed(frame.data).values
    x0, y0 = p.TABLE
    drawn = [
        tag("title", speaker.say(T("What each resource is worth against each problem"))),
        tag("rect", x=x0, y=y0, width=116, height=116, rx=5, class_="paper"),
        path(f"M{x0 + 25} {y0 + 4}V{y0 + 112}M{x0 + 4} {y0 + 26}H{x0 + 112}", "s05"),
    ]
    for column, resource in enumerate(p.ORDER):
        drawn.append(use(f"g-{RESOURCES.names[resource]}", x0 + 37 + 22 * column, y0 + 14, 0.75))
    for problem, name in enumerate(PROBLEMS.names):
        y = y0 + 38 + 22 * problem
        drawn.append(use(f"g-{name}", x0 + 14, y - 1, 0.75))
        drawn += [
            words(str(values[problem][resource]), x0 + 37 + 22 * column, y + 6, "digit18")
            for column, resource in enumerate(p.ORDER)
        ]
    return tag("g", *drawn)


def _stores(speaker: Speaker) -> Svg:
    """Draw the places of deck, discards and privileges with their titles."""
    x, y = p.DECK
    return join(
        (
            tag("rect", x=404, y=552, width=392, height=108, rx=6, class_="paper"),
            tag("rect", x=408, y=556, width=384, height=100, rx=4, class_="frame-in"),
            tag("rect", x=x - 26, y=y - 38, width=52, height=76, rx=4, class_="slot"),
            *(tag("rect", x=a - 17, y=b - 24, width=34, height=48, rx=4, class_="slot")
              for a, b in (*p.DISCARDS, *p.SUPPLY)),
            words(speaker.say(T("Discards")), p.DISCARDS[0][0] + 53, 651, "note"),
            words(speaker.say(T("Privileges")), p.SUPPLY[0][0] + 63, 651, "note"),
        )
    )  # fmt: skip
