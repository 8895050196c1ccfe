"""The drawing around the map: support boxes, tables, faction cards, points track and legend."""

from __future__ import annotations

from collections.abc import Iterator

from chancery.core.svg import Svg, join
from chancery.core.words import Speaker, T, Text
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.factions import FACTION_NAMES, TITLES
from chancery.games.revolution.board.places import (
    BOXES,
    KINDS,
    PROVINCES_N,
)
from chancery.games.revolution.face import targets
from chancery.games.revolution.face.chart import MOST_POINTS, Chart
from chancery.games.revolution.face.lettering import place_name, province_name
from chancery.games.revolution.face.margins import TableChart
from chancery.games.revolution.face.parts import line, plate, target
from chancery.games.revolution.face.signs import path, tag, use, words

HEADINGS = {
    "allegiance": T("Allegiance"),
    "bishoprics": T("Bishoprics"),
    "universities": T("Universities"),
    "turn": T("Turn"),
    "order": T("Order"),
}
# §4.3.2: the sources of points for one faction only, each with its sign and a word
WANTS = (
    ("bishopric", T("Catholic bishoprics")),
    ("army-habsburgs", T("regions with an army")),
    ("token-nobility", T("tokens outside cities")),
    ("trade", T("trade towns")),
    ("university", T("Reformed universities")),
)


def support(atlas: Atlas, chart: Chart, speaker: Speaker) -> Iterator[Svg]:
    for box, drawn in enumerate(chart.support):
        parts = [plate(drawn.frame)]
        for kind, slots in enumerate(drawn.slots):
            for spot in slots:
                parts.append(tag("circle", cx=spot.x, cy=spot.y, r=12, class_="slot"))
                if KINDS[kind] != "plain":
                    parts.append(use(f"rv-slot-{KINDS[kind]}", *spot))
        arms = [
            use(f"rv-arms-{FACTION_NAMES[faction]}", *spot, 0.82)
            for faction, spot in zip(atlas.users[box], drawn.users, strict=True)
        ]
        room = drawn.width - 24 * len(arms)
        parts.append(line(speaker.word(BOXES.title(box)), *drawn.title, 16, room, "heading"))
        parts.append(line(speaker.say(_leads(atlas, box)), *drawn.leads, 12.5, drawn.width,
                           "leads"))  # fmt: skip
        title = speaker.word(BOXES.title(box))
        yield target(targets.box(box), title, drawn.frame, *parts, *arms)


def _leads(atlas: Atlas, box: int) -> Text:
    goals = atlas.goals[box]
    if not goals:
        return T("to the treasury")
    if len(goals) == PROVINCES_N:
        return T("to any province")
    return T("to {provinces}", provinces=", ".join(province_name(atlas, p) for p in goals))


def _table(
    table: TableChart, heading: str, names: dict[int, str], targets: dict[int, str],
    speaker: Speaker,
) -> Iterator[Svg]:  # fmt: skip
    title = tag("text", speaker.say(HEADINGS[heading]), x=table.title.x, y=table.title.y,
                class_="heading", font_size=16)  # fmt: skip
    yield tag("g", plate(table.frame), title, data_target=f"table:{heading}")
    for i, (key, row) in enumerate(table.rows.items()):
        spaces = [
            tag("circle", cx=spot.x, cy=spot.y, r=min(9.5, table.pitch / 2 - 1.5),
                class_=f"space {heading}-{n}")
            for n, spot in enumerate(row.spaces)
        ]  # fmt: skip
        room = row.spaces[0].x - row.name.x - 14
        name = line(names[key], *row.name, row.size, room, "row-name")
        band = tag("rect", x=row.frame.x, y=row.frame.y, width=row.frame.w, height=row.frame.h,
                   class_="band" if i % 2 else "band even")  # fmt: skip
        # pointing at it highlights the same place on the map
        yield tag("g", tag("title", names[key]), band, *spaces, name, class_="spot",
                  data_target=targets[key], data_aside="")  # fmt: skip


def tables(atlas: Atlas, chart: Chart, speaker: Speaker) -> Iterator[Svg]:
    places = {place: place_name(atlas, place) for place in chart.places}
    towns = {q: targets.place(q) for q in chart.places}
    yield from _table(chart.allegiance, "allegiance", places, towns, speaker)
    heads = chart.allegiance.heads
    for n, head in enumerate(heads):
        yield words(str(n + 1), head.x, head.y, "column acts" if atlas.effects[n + 1] else "column")
    for sign, head in (("seal-catholics", heads[1]), ("seal-reformers", heads[-2])):
        yield use(f"rv-{sign}", head.x, head.y - 20, 0.95)
    provinces = {p: province_name(atlas, p) for p in range(PROVINCES_N)}
    lands = {p: targets.province(p) for p in range(PROVINCES_N)}
    yield from _table(chart.bishoprics, "bishoprics", provinces, lands, speaker)
    pulls = ("seal-catholics", "", "seal-burghers", "seal-reformers")
    for sign, head in zip(pulls, chart.bishoprics.heads, strict=True):
        yield use(f"rv-{sign}", head.x, head.y - 4) if sign else words("–", *head, "column")
    yield from _table(chart.universities, "universities", places, towns, speaker)
    for sign, head in zip(("", "seal-catholics", "seal-reformers"), chart.universities.heads,
                          strict=True):  # fmt: skip
        yield use(f"rv-{sign}", head.x, head.y - 4) if sign else words("–", *head, "column")
    yield plate(chart.order_frame)
    x = chart.order_frame.x + 12
    for key, spot in (("turn", chart.turns[0]), ("order", chart.order[0])):
        yield line(speaker.say(HEADINGS[key]), x, spot.y + 5, 15, 58, "heading")
    for n, spot in enumerate(chart.turns):
        yield tag("circle", cx=spot.x, cy=spot.y, r=11, class_="slot")
        yield words(str(n), spot.x, spot.y + 5, "turn-number")
    for spot in chart.order:
        yield use("rv-stand-arms", *spot)


def factions(chart: Chart, speaker: Speaker) -> Iterator[Svg]:
    for faction, drawn in enumerate(chart.factions):
        name = FACTION_NAMES[faction]
        stores = (drawn.treasury, drawn.stock, drawn.armies, drawn.cities, drawn.provinces)
        icons = (
            use("rv-coin", stores[0].x - 11, stores[0].y, 0.95),
            use(f"rv-token-{name}", stores[1].x - 12, stores[1].y, 0.72),
            use(f"rv-army-{name}", stores[2].x - 12, stores[2].y, 0.78),
            use("rv-city", stores[3].x - 14, stores[3].y + 1, 0.46),
            use("rv-small-card", stores[4].x - 11, stores[4].y),
        )
        sign, wish = WANTS[faction]
        scale = 0.62 if sign.startswith(("token", "army")) else 0.78
        title = speaker.word(TITLES[faction])
        yield target(
            targets.faction(faction), title, drawn.frame,
            plate(drawn.frame, f" f-{name}"),
            path(f"M{drawn.frame.x} {drawn.frame.y + 8}v{drawn.frame.h - 16}", f"ribbon f-{name}"),
            use(f"rv-arms-{name}", *drawn.arms, 1.75),
            line(title, *drawn.title, 19, 150, "faction"),
            *icons,
            use(f"rv-{sign}", drawn.wants.x + 10, drawn.wants.y - 5, scale),
            line(speaker.say(wish), drawn.wants.x + 24, drawn.wants.y, 13.5, 230, "wants"),
        )  # fmt: skip


def track(chart: Chart) -> Iterator[Svg]:
    """Draw the spaces of the points track from 0 to the last, every fifth with its number."""
    frame = chart.track
    step = frame.w / (MOST_POINTS + 1)
    yield plate(frame)
    bands = [
        tag("rect", x=frame.x + n * step, y=frame.y + 4, width=step, height=frame.h - 8,
            class_="fifth")
        for n in range(0, MOST_POINTS + 1, 5)
    ]  # fmt: skip
    yield join(bands)
    lines = "".join(f"M{frame.x + n * step:.1f} {frame.y + 4}v{frame.h - 8}"
                    for n in range(1, MOST_POINTS + 1))  # fmt: skip
    yield path(lines, "track")
    for n in range(MOST_POINTS + 1):
        yield words(str(n), frame.x + (n + 0.5) * step, frame.y + frame.h - 6,
                    "track-number" if n % 5 else "track-number fifth-number")  # fmt: skip


def legend(chart: Chart, speaker: Speaker) -> Iterator[Svg]:
    frame = chart.legend
    yield plate(frame)
    signs_ = (
        ("city", 0.62, T("walled city")),
        ("town", 0.9, T("town")),
        ("bishopric", 1, T("bishopric")),
        ("university", 0.9, T("university")),
        ("trade", 0.9, T("trade town")),
        ("small-card", 1.1, T("points, tax")),
        ("slot-empty", 0.9, T("place for a token")),
        ("slot-plain-key", 0.9, T("to a province")),
        ("slot-half-key", 0.9, T("to either")),
        ("slot-solid-key", 0.9, T("to the treasury")),
        ("orange-box", 0.9, T("first armies")),
        ("beggars", 0.8, T("Water Beggars")),
        ("siege-key", 0.9, T("siege")),
        ("coin", 0.9, T("treasury")),
        ("token-nobility", 0.66, T("in stock")),
        ("army-nobility", 0.7, T("armies left")),
        ("seal-nobility", 0.9, T("holds the card")),
        ("then-key", 1, T("would hold it now")),
        ("crown", 0.75, T("most points")),
        ("late-card", 1.1, T("counts at the end")),
        ("token-nobility", 0.42, T("token in a town")),
        ("over-key", 0.9, T("over the limit")),
        ("way-key", 1, T("way of armies")),
        ("allegiance-key", 1, T("allegiance, 1 to 7")),
    )
    rows = (len(signs_) + 1) // 2
    step = (frame.h - 20) / rows
    for n, (sign, scale, word) in enumerate(signs_):
        x = frame.x + 24 + (frame.w / 2 - 4) * (n // rows)
        y = frame.y + 10 + (n % rows + 0.5) * step
        yield use(f"rv-{sign}", x, y, 0.75 * scale)
        yield line(speaker.say(word), x + 18, y + 4.5, 13, frame.w / 2 - 44, "key")
