"""Panels beside the board: the points by source, and a dashboard for each faction.

Each panel is a small picture of its own, 420 wide, so that it can be read on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from chancery.core.pictures import Panel
from chancery.core.svg import Svg, at, picture, wrap
from chancery.core.words import Hundredths, Listing, Speaker, T, Text
from chancery.games.revolution import coach
from chancery.games.revolution.board.board import LAST_TURN, Board
from chancery.games.revolution.board.factions import (
    BESIEGERS,
    BURGHERS,
    CATHOLICS,
    FACTION_NAMES,
    HABSBURGS,
    NOBILITY,
    REFORMERS,
    TITLES,
)
from chancery.games.revolution.board.places import CITIES, PROVINCES
from chancery.games.revolution.face import targets
from chancery.games.revolution.face.ending import AIMS
from chancery.games.revolution.face.signs import tag, use, words
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules import points as points_rules
from chancery.games.revolution.view import RevolutionView

WIDTH = 420
BAR = 152  # where the bars begin
ROW = 40
LETTERS = 58  # of a line of text
_SMALL = (0.36, 0.8, 0.75)  # the signs of cities, provinces and aims on a bar
AIM_SIGNS = {
    CATHOLICS: "bishopric", HABSBURGS: "army-habsburgs", NOBILITY: "token-nobility",
    BURGHERS: "trade", REFORMERS: "university",
}  # fmt: skip


def panels(view: RevolutionView, speaker: Speaker) -> tuple[Panel, ...]:
    """Return the panels for a view, with the reader's incomplete choice applied."""
    view = planned(view)
    assignment = coach.assigned(view)
    lines = tuple(_score_of(view, faction, assignment) for faction in view.factions)
    outlooks = coach.outlooks(view)
    own = view.own_factions
    others = (faction for faction in view.order if faction not in own)
    rows = tuple(_summary_of(view, faction, outlooks[faction]) for faction in (*own, *others))
    return (
        score_panel(tuple(sorted(lines, key=lambda line: -sum(line.now))), speaker.nameless),
        dashboard(rows, len(own), speaker.nameless),
    )


# Most panels do not change between two actions, so they are cached.


@lru_cache(1000)
def score_panel(lines: tuple[Score, ...], speaker: Speaker) -> Panel:
    """Draw the points by source, the leader first."""
    return _panel("score", T("Points"), ROW * len(lines) + 34, _scores(lines, speaker))


@lru_cache(1000)
def dashboard(rows: tuple[FactionSummary, ...], own: int, speaker: Speaker) -> Panel:
    """Draw the aim, the resources and the outlook of each faction."""
    drawn: list[Svg] = []
    y = 4
    for number, row in enumerate(rows):
        box, height = _summary(row, number < own, speaker)
        drawn.append(tag("g", box, transform=at(0, y)))
        y += height + 8
    return _panel("factions", T("Factions"), y, drawn)


def _arms(faction: int, x: float, y: float) -> Svg:
    return use(f"rv-arms-{FACTION_NAMES[faction]}", x, y)


def _panel(key: str, title: Text, height: int, drawn: Iterable[Svg]) -> Panel:
    return Panel(key, title, str(picture(WIDTH, height, "rv-panel", *drawn)))


# -- points ----------------------------------------------------------------------------------


class Score(NamedTuple):
    """The points of a faction by cities, provinces and aim, in hundredths."""

    faction: int
    now: tuple[int, int, int]  # by the cards and markers as they lie
    then: int  # the total if the turn ended with these tokens
    asked: bool


def _score_of(view: RevolutionView, faction: int, assignment: coach.Assignment) -> Score:
    later = coach.points_if_assigned(view, faction, assignment)
    last = view.turn == LAST_TURN
    seat = view.seat_of(faction)
    return Score(
        faction,
        points_rules.parts(view, faction),
        later.at_end if last else later.now,
        any(question.seat == seat for question in view.asked),
    )


def _scores(lines: tuple[Score, ...], speaker: Speaker) -> Iterator[Svg]:
    """Draw a bar for each faction, with a sign and a colour for cities, provinces and aim."""
    longest = max(1200, *(max(sum(line.now), line.then) for line in lines))
    scale = (WIDTH - BAR - 66) / longest
    for row, line in enumerate(lines):
        y = 2 + ROW * row
        own = FACTION_NAMES[line.faction]
        if line.asked:
            yield tag("rect", x=1, y=y, width=WIDTH - 2, height=ROW - 3, rx=6, class_="active")
        yield _arms(line.faction, 22, y + 18)
        yield words(speaker.say(TITLES[line.faction]), 44, y + 24, "faction", "start")
        x = float(BAR)
        for part, n in enumerate(line.now):
            if n:
                width, label = n * scale, speaker.word(Hundredths(n))
                yield tag("rect", x=x, y=y + 5, width=width, height=19,
                          class_=f"bar part-{part} f-{own}")  # fmt: skip
                if width > 40:
                    yield use(f"rv-{_source(line.faction, part)}", x + 11, y + 14.5, _SMALL[part])
                    yield words(label, x + width - 4, y + 19.5, "on-bar", "end")
                elif width > 9 * len(label):
                    yield words(label, x + width / 2, y + 19.5, "on-bar")
                x += width
        yield tag("path", d=f"M{BAR} {y + 29}h{line.then * scale:.4g}", class_="then-line")
        yield words(speaker.word(Hundredths(sum(line.now))), WIDTH - 34, y + 22, "total", "end")
        if line.then != sum(line.now):
            yield words(
                f"→ {speaker.word(Hundredths(line.then))}", WIDTH - 4, y + 33, "later", "end"
            )
    y = ROW * len(lines) + 20
    x = 8
    for sign, text in (
        ("city", T("cities")),
        ("small-card", T("provinces")),
        ("aim", T("own aim")),
    ):
        yield use(f"rv-{sign}", x + 8, y - 5, 0.35 if sign == "city" else 0.75)
        yield words(speaker.say(text), x + 20, y, "head", "start")
        x += 86
    yield words(speaker.say(T("→ if the turn ended now")), WIDTH - 4, y, "head", "end")


def _source(faction: int, part: int) -> str:
    return ("city", "small-card", AIM_SIGNS[faction])[part]


# -- the dashboard -----------------------------------------------------------------------------


class FactionSummary(NamedTuple):
    """The facts about a faction in the dashboard."""

    faction: int
    place: int  # in the order of play
    stock: int
    treasury: int
    armies: int
    has: int  # how much it has that counts for its aim
    wanted: int  # how many there are; 0: no limit
    income: coach.Income
    units: coach.Units
    outlook: coach.Outlook


def _summary_of(view: Board, faction: int, outlook: coach.Outlook) -> FactionSummary:
    return FactionSummary(
        faction,
        view.order.index(faction) + 1,
        view.stock[faction],
        view.treasury[faction],
        view.armies_left(faction),
        *_aim_of(view, faction),
        coach.income(view, faction),
        coach.new_units(view, faction),
        outlook,
    )


def _aim_of(view: Board, faction: int) -> tuple[int, int]:
    """Return how much of its aim a faction has, and how much there is (§4.3.2)."""
    data = view.data
    totals = {
        CATHOLICS: len(data.bishoprics), HABSBURGS: len(data.regions), BURGHERS: len(data.trade),
        REFORMERS: len(data.universities),
    }  # fmt: skip
    return points_rules.of_aim(view, faction) // points_rules.POINT, totals.get(faction, 0)


@lru_cache(4096)
def _summary(row: FactionSummary, own: bool, speaker: Speaker) -> tuple[Svg, int]:
    """Draw a faction as a box with name, resources and lines of text, and return its height."""
    lines = [
        (kind, line) for kind, text in _facts(row) for line in wrap(speaker.say(text), LETTERS)
    ]
    name = FACTION_NAMES[row.faction]
    height = 40 + 17 * len(lines)
    title = speaker.say(TITLES[row.faction])
    drawn = [
        tag("title", title),
        tag("rect", x=1, y=0, width=WIDTH - 2, height=height, rx=6,
            class_="dash own" if own else "dash"),
        _arms(row.faction, 22, 19),
        words(f"{row.place}. {title}", 44, 25, "faction", "start"),
    ]  # fmt: skip
    stores = (("coin", row.treasury), (f"token-{name}", row.stock),
              (f"army-{name}", row.armies))  # fmt: skip
    for number, (sign, n) in enumerate(stores):
        x = WIDTH - 174 + 62 * number
        drawn.append(use(f"rv-{sign}", x, 19, 0.85))
        drawn.append(words(str(n), x + 16, 25, "fact", "start"))
    for number, (kind, line) in enumerate(lines):
        drawn.append(words(line, 12, 51 + 17 * number, kind, "start"))
    return tag("g", *drawn, data_target=targets.faction(row.faction)), height


def _facts(row: FactionSummary) -> Iterator[tuple[str, Text]]:
    """List the lines about a faction: aim, resources, income, chances and threats."""
    aim = AIMS[row.faction]
    if row.faction == NOBILITY:
        yield "wants", T("Aim: {aim}, worth {n} now", aim=aim, n=row.has)
    else:
        yield "wants", T("Aim: {aim}, {n} of {all}", aim=aim, n=row.has, all=row.wanted)
    yield "line", T("Next: {coins} coins of taxes, {units} new units", coins=row.income.collected,
                    units=row.units.received)  # fmt: skip
    outlook = row.outlook
    won = _cards(outlook.provinces_won, outlook.cities_won)
    lost = _cards(outlook.provinces_lost, outlook.cities_lost)
    if won.items:
        yield "gain", T("▲ would gain {cards}", cards=won)
    if outlook.aim > 0:
        yield "gain", T("▲ {aim}: {n} more", aim=aim, n=outlook.aim // points_rules.POINT)
    if lost.items:
        yield "loss", T("▼ would lose {cards}", cards=lost)
    if outlook.aim < 0:
        yield "loss", T("▼ {aim}: {n} fewer", aim=aim, n=-outlook.aim // points_rules.POINT)
    for city, by in outlook.besieged:
        yield "loss", T("▼ {city} is besieged by {besieger:the}", city=CITIES.title(city),
                        besieger=BESIEGERS.title(by))  # fmt: skip
    if outlook.conflicts:
        fights = tuple(
            T("{province} {number}", province=PROVINCES.title(p), number=-n)
            for p, n in outlook.conflicts
        )
        yield "loss", T("▼ conflict: {provinces}", provinces=Listing(fights))


def _cards(provinces: Iterable[int], cities: Iterable[int]) -> Listing:
    return Listing((*(CITIES.title(c) for c in cities), *(PROVINCES.title(p) for p in provinces)))
