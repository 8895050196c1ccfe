"""Overlays of the board: majorities, income, points, sieges, overflow, changes and sources.

They consist of small labels: arms for factions, signs and numbers. Labels on the map lie clear of
names and signs (labels.py). All facts come from the rules and the coach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from chancery.core.pictures import Overlay
from chancery.core.svg import Svg, join
from chancery.core.words import N_, Hundredths, Speaker, T, say
from chancery.games.revolution import coach
from chancery.games.revolution.board.board import CATHOLIC_SPACE, REFORMED
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    FACTIONS_N,
    HABSBURGS,
    NEUTRAL,
    OWNERS,
    OWNERS_N,
    REFORMERS,
)
from chancery.games.revolution.board.places import (
    BOX_NAMES,
    CITIES_N,
    CUT,
    KINDS,
    PROVINCES,
    PROVINCES_N,
    is_city,
    spot_of,
)
from chancery.games.revolution.face.chart import (
    MAP,
    Chart,
    Frame,
    Point,
    place_name,
    province_name,
    region_name,
)
from chancery.games.revolution.face.labels import LabelSpots, label_spots
from chancery.games.revolution.face.pieces import chart, track_frames
from chancery.games.revolution.face.signs import tag, use, words
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules import control_cards, overflow, points
from chancery.games.revolution.rules.sieges import may_besiege
from chancery.games.revolution.view import RevolutionView

MAJORITIES, INCOME, POINTS, SIEGES, OVERFLOW, CHANGED, SOURCES = "mipsocr"
OVERLAYS = (
    Overlay(MAJORITIES, T("Majorities")),
    Overlay(INCOME, T("Income")),
    Overlay(POINTS, T("Points")),
    Overlay(SIEGES, T("Sieges")),
    Overlay(OVERFLOW, T("Overflow")),
    Overlay(CHANGED, T("Changes since your last visit")),
    Overlay(SOURCES, T("Reconstructed")),
)

# A part of a label: the arms of an owner, a text, or a sign (a text that begins with #).
Part = int | str
H = 18  # the height of a label


def overlay(
    view: RevolutionView, key: str, speaker: Speaker, before: RevolutionView | None
) -> Svg | None:
    """Draw an overlay for the present position, or return None if it is unknown."""
    layout = chart(view.frame)
    spots = label_spots(view.frame.data, view.frame.rules)
    if key == CHANGED:
        return None if before is None else _laid(view, spots, _changes(before, view, layout))
    drawn = _OVERLAYS.get(key)
    if drawn is None:
        return None
    return _laid(view, spots, drawn(planned(view), layout, speaker.nameless))


# -- labels ------------------------------------------------------------------------------------


class Label(NamedTuple):
    """A label that belongs to a block of the map."""

    block: Frame
    parts: Sequence[Part]
    class_: str = ""


Drawn = Svg | Label


def _laid(view: RevolutionView, spots: LabelSpots, drawn: Iterable[Drawn]) -> Svg:
    """Draw an overlay: what has its place first, then each label where it covers no name."""
    fixed: list[Svg] = []
    labels: list[Label] = []
    for element in drawn:
        if isinstance(element, Label):
            labels.append(element)
        else:
            fixed.append(element)
    taken = track_frames(view)
    for label in labels:
        if MAP.holds(label.block):
            spot = spots.find(label.block, _width(label.parts), H, taken)
        else:  # in the margins
            spot = Point(label.block.x + label.block.w / 2, label.block.y + label.block.h + 5)
        fixed.append(_label(*spot, label.parts, label.class_, label.block))
    return join(fixed)


def _label(
    x: float, y: float, parts: Sequence[Part], class_: str = "", block: Frame | None = None
) -> Svg:
    """Draw a small label around a point; `block` is what it belongs to."""
    widths = [_wide(part) for part in parts]
    width = _width(parts)
    parts_drawn = [tag("rect", x=x - width / 2, y=y - H / 2, width=width, height=H, rx=5,
                class_=f"label {class_}".strip(),
                data_of=block and f"{block.x:.1f} {block.y:.1f}")]  # fmt: skip
    left = x - width / 2 + 4
    for part, room in zip(parts, widths, strict=True):
        if isinstance(part, int):
            parts_drawn.append(use(f"rv-token-{OWNERS.names[part]}", left + room / 2, y, 0.68))
        elif part.startswith("#"):
            parts_drawn.append(use(f"rv-{part[1:]}", left + room / 2, y, 0.55))
        else:
            parts_drawn.append(words(part, left + room / 2, y + 4.5, "label-text"))
        left += room
    return join(parts_drawn)


def _width(parts: Sequence[Part]) -> float:
    return sum(map(_wide, parts)) + 8


def _wide(part: Part) -> float:
    if isinstance(part, int) or part.startswith("#"):
        return 17.0
    return 7.6 * len(part) + 6


def _across(row: Frame) -> Frame:
    """Return the block whose label lies in the middle of a table's row."""
    return Frame(row.x, row.middle.y - 5, row.w, 0)


def _tint(frame: Frame, class_: str) -> Svg:
    return tag("rect", x=frame.x - 2, y=frame.y - 2, width=frame.w + 4, height=frame.h + 4, rx=8,
               class_=f"tint {class_}")  # fmt: skip


def _owner(owner: int) -> str:
    return f"f-{OWNERS.names[owner]}" if owner >= 0 else "f-nobody"


def _blocks(view: RevolutionView, layout: Chart) -> Iterator[tuple[Frame, list[int], int]]:
    """List provinces and cities: frame, the tokens that count for the card, and its holder."""
    data = view.data
    for p, province in enumerate(layout.provinces):
        yield province.frame, view.in_spots(data.open_spots[p]), view.province_cards[p]
    for city in range(CITIES_N):
        if city in layout.places:
            counts = list(view.tokens[CUT[spot_of(city)]])
            yield layout.places[city].frame, counts, view.city_cards[city]


# -- majorities --------------------------------------------------------------------------------


def _coloured(view: RevolutionView) -> Svg:
    """Draw a border around every province in the colour of the faction with its majority."""
    borders = []
    for p, name in enumerate(PROVINCES.names):
        holder = control_cards.province_holder(view, p)
        if holder >= 0:
            area = tag("use", href=f"#rv-area-{name}", class_=f"held {_owner(holder)}")
            borders.append(tag("g", area, clip_path=f"url(#rv-in-{name})"))
    x, y, w, h = MAP
    room = tag("rect", x=x - 12, y=y - 12, width=w + 24, height=h + 12)
    return join(
        (
            tag("clipPath", room, id="rv-on-map"),
            tag("g", tag("g", *borders, clip_path="url(#rv-on-land)"), clip_path="url(#rv-on-map)"),
        )
    )


def _majorities(view: RevolutionView, layout: Chart, speaker: Speaker) -> Iterator[Drawn]:
    """Draw the tokens of each owner, and how many are missing to the absolute majority (§6.17)."""
    yield _coloured(view)
    for frame, counts, card in _blocks(view, layout):
        holder, total = control_cards.majority(counts), sum(counts)
        if not total:
            continue
        most = max(counts)
        first = [owner for owner, n in enumerate(counts) if n == most]
        parts: list[Part] = [*first, f"{most}/{total}"]
        if holder < 0 and first != [NEUTRAL]:
            parts.append(f"+{total - 2 * most + 1}")
        elif holder != card and card >= 0:
            parts = [card, "→", *parts]
        yield Label(frame, parts, "sure" if holder >= 0 else "open")


# -- income ------------------------------------------------------------------------------------


def _income(view: RevolutionView, layout: Chart, speaker: Speaker) -> Iterator[Drawn]:
    """Draw sources of taxes and new units of the reader's factions, with sums (§6.1, §6.10)."""
    data = view.data
    for faction in view.own_factions or view.factions:
        for p, card in enumerate(view.province_cards):
            if card == faction and data.tax[p]:
                tax = speaker.word(Hundredths(data.tax[p]))
                yield Label(layout.provinces[p].frame, [faction, "#coin", tax], "sure")
        for city, card in enumerate(view.city_cards):
            if card == faction and city in layout.places:
                yield from _links(view, layout, faction, city)
                parts: list[Part] = [faction, "#coin", "1–3", "#token-neutral", "1"]
                yield Label(layout.places[city].frame, parts, "sure")
        for town in data.towns:
            if view.tokens[spot_of(town) * OWNERS_N + faction]:
                yield Label(layout.places[town].frame, [faction, "#token-neutral", "1"], "sure")
        units, income = coach.new_units(view, faction), coach.income(view, faction)
        frame = layout.factions[faction].frame
        sums = "+".join(str(n) for n in units[:5])
        paid = f"{income.provinces}+{income.cities} → {income.collected}"
        yield _label(frame.x + 62, frame.y + frame.h - 12, ["#coin", paid], "sure")
        yield _label(frame.x + 200, frame.y + frame.h - 12,
                     ["#token-neutral", f"{sums} → {units.received}"], "sure")  # fmt: skip


def _links(view: RevolutionView, layout: Chart, faction: int, city: int) -> Iterator[Svg]:
    """Draw lines from a city to the places on its card, solid where they count (§6.10.links)."""
    a, b = layout.places[city].sign
    for place in view.data.links[city]:
        if place in layout.places:
            x, y = layout.places[place].sign
            kind = "link" if view.holder(place) == faction else "link broken"
            yield tag("path", d=f"M{a:.1f} {b:.1f}L{x:.1f} {y:.1f}",
                      class_=f"{kind} {_owner(faction)}")  # fmt: skip


# -- points ------------------------------------------------------------------------------------


def _points(view: RevolutionView, layout: Chart, speaker: Speaker) -> Iterator[Drawn]:
    """Draw the present value of everything for its holder, and changes if the turn ended now."""
    assignment = coach.assigned(view)

    def label(block: Frame, before: int, after: int, worth: int) -> Label | None:
        n = speaker.word(Hundredths(worth))
        if before == after:
            return Label(block, [before, n]) if before >= 0 else None
        parts: list[Part] = [before if before >= 0 else "–", "→", after if after >= 0 else "–", n]
        return Label(block, parts, "changing")

    labels: list[Label | None] = []
    for p, province in enumerate(layout.provinces):
        worth = points.of_provinces(view, [p], last=True)
        labels.append(label(province.frame, view.province_cards[p], assignment.provinces[p], worth))
    for city in range(CITIES_N):
        if city in layout.places:
            place = layout.places[city].frame
            labels.append(
                label(place, view.city_cards[city], assignment.cities[city], points.POINT)
            )
    for p, space in assignment.bishoprics.items():
        before, after = (
            CATHOLICS if n <= CATHOLIC_SPACE else -1 for n in (view.bishoprics[p], space)
        )
        labels.append(label(_across(layout.bishoprics.rows[p].frame), before, after, points.POINT))
    for q, kind in assignment.universities.items():
        before, after = (REFORMERS if n == REFORMED else -1 for n in (view.universities[q], kind))
        labels.append(
            label(_across(layout.universities.rows[q].frame), before, after, points.POINT)
        )
    for town in view.data.trade:
        if not is_city(town) and view.holder(town) == BURGHERS and BURGHERS in view.factions:
            labels.append(label(layout.places[town].frame, BURGHERS, BURGHERS, points.POINT))
    for region in view.data.regions:
        if view.in_section(region)[HABSBURGS] or view.besiegers(region)[HABSBURGS]:
            labels.append(label(layout.regions[region].frame, HABSBURGS, HABSBURGS, points.POINT))
    yield from (entry for entry in labels if entry is not None)
    yield from _sums(view, layout, assignment, speaker)


def _sums(
    view: RevolutionView, layout: Chart, assignment: coach.Assignment, speaker: Speaker
) -> Iterator[Drawn]:
    """Draw points for cities, provinces and aim on the faction cards where they change."""
    for faction in view.factions:
        present = coach.points(view, faction)
        later = coach.points_if_assigned(view, faction, assignment)
        if later == present:
            continue
        sums = "+".join(speaker.word(Hundredths(n)) for n in later[:3])
        total = f"→ {sums} = {speaker.word(Hundredths(later.now))}"
        frame = layout.factions[faction].frame
        yield _label(frame.x + frame.w / 2, frame.y + frame.h - 12, [total], "changing")


# -- sieges ------------------------------------------------------------------------------------


def _sieges(view: RevolutionView, layout: Chart, speaker: Speaker) -> Iterator[Drawn]:
    """Draw the cities that armies of their region could besiege (§6.6), and armies at bay."""
    for region in view.data.regions:
        frame = layout.regions[region].frame
        if view.stand_off(region):
            yield _tint(frame, "f-nobody")
            yield Label(frame, ["⚔"], "open")
            continue
        for faction, n in enumerate(view.in_section(region)):
            for city in view.data.region_cities[region] if n else ():
                if may_besiege(view, faction, city):
                    a, b = frame.middle
                    x, y = layout.places[city].sign
                    yield tag("path", d=f"M{a:.1f} {b:.1f}L{x:.1f} {y:.1f}",
                              class_=f"threat {_owner(faction)}")  # fmt: skip
                    yield tag("circle", cx=x, cy=y, r=27, class_="threatened")
                    yield Label(layout.places[city].frame, [faction, "#siege"], "changing")
    for city, besieger in enumerate(view.sieges):
        if besieger >= 0:
            yield tag("circle", cx=layout.places[city].sign.x, cy=layout.places[city].sign.y, r=27,
                      class_="threatened now")  # fmt: skip


# -- overflow ----------------------------------------------------------------------------------


def _overflow(view: RevolutionView, layout: Chart, speaker: Speaker) -> Iterator[Drawn]:
    """Draw the room of provinces, closed river positions and the goals of surplus tokens."""
    for p, province in enumerate(layout.provinces):
        room = overflow.room(view, p)
        kind = "sure" if room > 0 else "open"
        yield Label(province.frame, ["#token-neutral", f"{max(0, room)}"], kind)
    gates = {stop.number for branch in view.data.branches for stop in branch if stop.is_place}
    for faction in view.own_factions or view.factions:
        for origin, n in coach.surpluses(view, faction).items():
            a, b = layout.provinces[origin].frame.middle
            for outlet in coach.outlets(view, faction, origin):
                x, y = layout.provinces[outlet.province].frame.middle
                kind = "flow" if outlet.room else "flow broken"
                yield tag("path", d=f"M{a:.1f} {b:.1f}L{x:.1f} {y:.1f}",
                          class_=f"{kind} {_owner(faction)}")  # fmt: skip
                yield tag("circle", cx=x, cy=y, r=6, class_=f"flow-end {_owner(faction)}")
            yield _label(a, b, [faction, f"{n}"], "changing")
    for position in sorted(gates & set(layout.places)):
        shut = [
            f
            for f in view.own_factions or view.factions
            if overflow.closes_river(view, position, f)
        ]
        x, y = layout.places[position].sign
        yield tag("circle", cx=x, cy=y, r=18, class_="lock shut" if shut else "lock")
        if shut:
            yield tag("path", d=f"M{x - 11:.1f} {y - 11:.1f}l22 22m0-22l-22 22", class_="bolt")


# -- changes -----------------------------------------------------------------------------------


def _changes(before: RevolutionView, view: RevolutionView, layout: Chart) -> Iterator[Drawn]:
    """Draw tokens that were added or removed, and cards, markers and armies that changed."""
    data = view.data
    for p, province in enumerate(layout.provinces):
        yield from _came(before, view, province.frame, p, before.province_cards[p],
                         view.province_cards[p])  # fmt: skip
    for place, layout_of_place in layout.places.items():
        card = (before.city_cards[place], view.city_cards[place]) if is_city(place) else (-1, -1)
        yield from _came(before, view, layout_of_place.frame, spot_of(place), *card)
    for region in data.regions:
        parts: list[Part] = []
        for faction in range(FACTIONS_N):
            n = _armies(view, region, faction) - _armies(before, region, faction)
            if n:
                parts += [faction, _signed(n)]
        if parts:
            frame = layout.regions[region].frame
            yield _tint(frame, "changed")
            yield Label(frame, ["#siege", *parts], "changing")
    for box, support in enumerate(layout.support):
        parts = []
        start, n_kinds = box * len(KINDS) * FACTIONS_N, len(KINDS) * FACTIONS_N
        for faction in range(FACTIONS_N):
            rows = [board.support[start + faction : start + n_kinds : FACTIONS_N]
                    for board in (before, view)]  # fmt: skip
            n = sum(rows[1]) - sum(rows[0])
            if n:
                parts += [faction, _signed(n)]
        if parts:
            yield Label(support.frame, parts, "changing")
    yield from _moved(before, view, layout)


def _came(
    before: RevolutionView, view: RevolutionView, frame: Frame, spot: int, was: int, is_: int
) -> Iterator[Drawn]:
    tokens_before, tokens_after = before.tokens[CUT[spot]], view.tokens[CUT[spot]]
    if tokens_before == tokens_after and was == is_:
        return
    yield _tint(frame, "changed")
    parts: list[Part] = []
    for owner in range(OWNERS_N):
        if tokens_after[owner] != tokens_before[owner]:
            parts += [owner, _signed(tokens_after[owner] - tokens_before[owner])]
    if was != is_:
        parts += ["#small-card", is_ if is_ >= 0 else "–"]
    yield Label(frame, parts, "changing")


def _signed(n: int) -> str:
    return f"{n:+}".replace("-", "−")


def _armies(view: RevolutionView, region: int, faction: int) -> int:
    return view.in_section(region)[faction] + view.besiegers(region)[faction]


def _moved(before: RevolutionView, view: RevolutionView, layout: Chart) -> Iterator[Svg]:
    """Draw the moves of markers on the tables."""
    tables = (
        (layout.allegiance, before.allegiance, view.allegiance, 1),
        (layout.bishoprics, before.bishoprics, view.bishoprics, 1),
        (layout.universities, before.universities, view.universities, 0),
    )
    for table, old, new, first in tables:
        for key, row in table.rows.items():
            if old[key] != new[key] and old[key] >= first:
                (a, y), (x, _) = row.spaces[old[key] - first], row.spaces[new[key] - first]
                yield tag("path", d=f"M{a:.1f} {y:.1f}H{x:.1f}", class_="shifted")
                yield tag("circle", cx=x, cy=y, r=11, class_="changed-mark")


# -- sources of the data -----------------------------------------------------------------------

_FIELDS = {
    "effects": N_("effects"), "region": N_("region"), "adjacent": N_("neighbours"),
    "exists": N_("that it exists"), "province": N_("province"), "trade": N_("trade"),
    "trade_links": N_("links"), "provinces": N_("provinces"), "boxes": N_("boxes"),
    "arrows": N_("arrows"), "slots": N_("slots"), "destinations": N_("goals"),
}  # fmt: skip


def _sources(view: RevolutionView, layout: Chart, speaker: Speaker) -> Iterator[Drawn]:
    """Draw the names of fields that no rulebook states."""
    facts: dict[tuple[str, str], list[str]] = {}
    for kind, name, field in view.data.reconstructed:
        facts.setdefault((kind, name), []).append(field)
    for (kind, name), frame in _named(view, layout):
        if (kind, name) in facts:
            fields = [
                speaker.say(say(_FIELDS[f])) if f in _FIELDS else f for f in facts[kind, name]
            ]
            yield _tint(frame, "doubtful")
            yield _note(frame, fields)


def _note(frame: Frame, lines: Sequence[str]) -> Svg:
    """Draw lines of text on a block, one below the other."""
    (x, y), high = frame.middle, 12 * len(lines) + 4
    width = 6 * max(map(len, lines)) + 18
    plate = tag("rect", x=x - width / 2, y=y - high / 2, width=width, height=high, rx=4,
                class_="label open")  # fmt: skip
    top = y - high / 2 + 11.5
    texts = [words(f"? {line}", x, top + 12 * i, "note") for i, line in enumerate(lines)]
    return join((plate, *texts))


def _named(view: RevolutionView, layout: Chart) -> Iterable[tuple[tuple[str, str], Frame]]:
    """List everything on the board by its table and name in the board file."""
    data = view.data
    yield ("allegiance", ""), layout.allegiance.frame
    for p in range(PROVINCES_N):
        yield ("province", province_name(data, p)), layout.provinces[p].frame
    for place, there in layout.places.items():
        yield ("city" if is_city(place) else "town", place_name(data, place)), there.frame
    for region, section in layout.regions.items():
        yield ("region", region_name(data, region)), section.frame
    called = dict(data.called)
    for box, support in enumerate(layout.support):
        yield ("support", called.get(f"support.{box}", BOX_NAMES[box])), support.frame


_OVERLAYS: dict[str, Callable[[RevolutionView, Chart, Speaker], Iterator[Drawn]]] = {
    MAJORITIES: _majorities, INCOME: _income, POINTS: _points, SIEGES: _sieges,
    OVERFLOW: _overflow, SOURCES: _sources,
}  # fmt: skip
