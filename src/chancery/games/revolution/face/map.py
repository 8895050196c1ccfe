"""The map, which never changes in a game: sea and land, provinces, rivers, names, boxes and tables.

Positions are computed from the board file (chart.py, areas.py), so any valid board can be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from chancery.core.frame import Frame as GameFrame
from chancery.core.svg import Svg, join
from chancery.core.words import Hundredths, Speaker, T, Text
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.places import (
    CITIES_N,
    PLACES,
    PROVINCES,
    REGIONS,
)
from chancery.games.revolution.face import land, tables, targets
from chancery.games.revolution.face.chart import HEIGHT, WIDTH, Chart, chart_of
from chancery.games.revolution.face.lettering import with_print
from chancery.games.revolution.face.ornaments import ornaments
from chancery.games.revolution.face.parts import target, text
from chancery.games.revolution.face.signs import path, signs, tag, use


def draw_map(frame: GameFrame, speaker: Speaker) -> Svg:
    """Draw the whole map, layer by layer; cached by board file and language."""
    return _map(frame.data, frame.rules, speaker.nameless)


@lru_cache(maxsize=16)  # the usual board in each language, and some of players
def _map(data: str | None, rules: int, speaker: Speaker) -> Svg:
    atlas = atlas_of(data, rules)
    chart = chart_of(atlas)
    return join(
        (
            signs(),
            *_sheet(*land.provinces(atlas), *land.sea(speaker), *land.landscape(chart)),
            *ornaments(speaker),
            *_ways(chart),
            *_provinces(atlas, chart, speaker),
            *_places(atlas, chart, speaker),
            *_regions(atlas, chart, speaker),
            *tables.support(atlas, chart, speaker),
            *tables.tables(atlas, chart, speaker),
            *tables.factions(chart, speaker),
            *tables.track(chart),
            *tables.legend(chart, speaker),
        )
    )


def _sheet(*drawn: Svg) -> Iterator[Svg]:
    """Draw the background beyond the sheet, for pages that have more room."""
    paper = tag("rect", width=WIDTH, height=HEIGHT)
    yield tag("defs", tag("clipPath", paper, id="rv-sheet"))
    yield tag("g", *drawn, clip_path="url(#rv-sheet)")


def _ways(chart: Chart) -> Iterator[Svg]:
    """Draw the arrows along which armies may march (§6.8), from section to section."""
    drawn, heads = [], []
    for arrow in chart.arrows:
        drawn.append(arrow.path)
        ends = [(arrow.bend, arrow.end)] + ([(arrow.bend, arrow.start)] if arrow.back else [])
        for (ax, ay), (bx, by) in ends:
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
            ux, uy = (bx - ax) / length, (by - ay) / length
            back = 9.0
            px, py = bx - ux * back, by - uy * back
            heads.append(f"M{bx:.1f} {by:.1f}L{px - uy * 5:.1f} {py + ux * 5:.1f}"
                         f" {px + uy * 5:.1f} {py - ux * 5:.1f}Z")  # fmt: skip
    yield path("".join(drawn), "way-halo")
    yield path("".join(drawn), "way")
    yield path("".join(heads), "way-head")


def _number(text: str, x: float, y: float, size: float, class_: str) -> Svg:
    return tag("text", text, x=x, y=y, font_size=size, text_anchor="middle", class_=class_)


def _provinces(atlas: Atlas, chart: Chart, speaker: Speaker) -> Iterator[Svg]:
    k = chart.scale
    for p, drawn in enumerate(chart.provinces):
        slots = [
            tag("circle", cx=slot.x, cy=slot.y, r=11 * k, class_="slot") for slot in drawn.slots
        ]
        card = drawn.card
        worth, tax = (speaker.word(Hundredths(n[p])) for n in (atlas.worth, atlas.tax))
        late = " late" if atlas.late[p] else ""
        card_parts = [
            tag("rect", x=card.x, y=card.y, width=card.w, height=card.h, rx=3 * k,
                class_=f"card{late}"),
            tag("circle", cx=card.x + 11 * k, cy=card.y + card.h / 2, r=8 * k, class_="card-seal"),
        ]  # fmt: skip
        if atlas.tax[p]:
            card_parts.append(_number(worth, card.x + 28 * k, card.y + 14.5 * k, 14 * k, "worth"))
            card_parts.append(use("rv-coin", card.x + 40 * k, card.y + card.h / 2, 0.6 * k))
            card_parts.append(_number(tax, card.x + 50.5 * k, card.y + 14 * k, 12 * k, "tax"))
        else:
            card_parts.append(_number(worth, card.x + 38 * k, card.y + 14.5 * k, 14 * k, "worth"))
        mitre = [use("rv-bishopric", *drawn.mitre, 0.95 * k, "see")] if drawn.mitre else []
        title = T(
            "{province}: {limit} places, {points} points, {tax} tax",
            province=with_print(speaker, PROVINCES.title(p), drawn.name.text),
            limit=atlas.limit[p], points=worth, tax=tax,
        )  # fmt: skip
        yield target(
            targets.province(p), speaker.say(title), drawn.frame,
            *slots, *card_parts, *mitre, text(drawn.name, "province"),
        )  # fmt: skip


def _kind_of(atlas: Atlas, place: int, name: str) -> Text:
    city, trade = place < CITIES_N, place in atlas.trade
    if place in atlas.universities:
        if trade:
            return T("{place}, trade town, university", place=name)
        if city:
            return T("{place}, city, university", place=name)
        return T("{place}, town, university", place=name)
    if trade:
        return T("{place}, trade town", place=name)
    return T("{place}, city", place=name) if city else T("{place}, town", place=name)


def _places(atlas: Atlas, chart: Chart, speaker: Speaker) -> Iterator[Svg]:
    k = chart.scale
    for place, drawn in chart.places.items():
        city = place < CITIES_N
        kind = "city" if city else "town"
        marks = [use(f"rv-{mark}", *spot, 0.78 * k, mark) for mark, spot in drawn.marks]
        places = [
            tag("circle", cx=spot.x, cy=spot.y, r=11 * k, class_="stand")
            for spot in (() if city else drawn.tokens)
        ]
        name = with_print(speaker, PLACES.title(place), drawn.name.text)
        yield target(
            f"{kind}:{PLACES.names[place]}", speaker.say(_kind_of(atlas, place, name)), drawn.frame,
            *places, use(f"rv-{kind}", *drawn.sign, k), text(drawn.name, f"{kind}-name"), *marks,
        )  # fmt: skip


def _regions(atlas: Atlas, chart: Chart, speaker: Speaker) -> Iterator[Svg]:
    tints = land.families(atlas)
    for r, drawn in chart.regions.items():
        frame, half = drawn.frame, drawn.size / 2
        plate = tag("rect", x=frame.x, y=frame.y, width=frame.w, height=frame.h, rx=5,
                    class_=f"section c-{tints[r]}")  # fmt: skip
        boxes = [
            tag("rect", x=box.x - half, y=box.y - half, width=drawn.size, height=drawn.size, rx=3,
                class_="box orange" if i < atlas.orange[r] else "box")
            for i, box in enumerate(drawn.boxes)
        ]  # fmt: skip
        region = with_print(speaker, REGIONS.title(r), drawn.name.text)
        title = speaker.say(T("Command section {region}", region=region))
        yield target(targets.region(r), title, frame, plate, *boxes,
                      text(drawn.name, "region"))  # fmt: skip
