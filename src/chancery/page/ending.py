"""The end of a game: who has won and why, points by source, its course, some numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from chancery.core import Bar, Event, SeatName, Text, svg
from chancery.core.svg import Svg
from chancery.page.pointing import pointing
from chancery.page.words import Words
from chancery.table import Sitting
from chancery.table.seated import Seated

WIDE, HIGH = 320, 120  # of the chart, without its margins
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 8, 16
BAR = 300  # the length of the longest bar


class Part(NamedTuple):
    """A part of a bar: the same source has the same key in all of them."""

    key: int
    title: str
    n: str  # as points are written


class ShownBar(NamedTuple):
    """A bar as the page shows it."""

    title: Markup
    total: str
    of: str  # empty: nothing was needed
    note: str  # what sets it apart from an equal; empty: its total does
    parts: list[Part]
    picture: Markup


class Aftermath(NamedTuple):
    """What is told of a game that is over, as a page shows it (templates/ending.html)."""

    sentence: Markup
    bars: list[ShownBar]
    chart: Markup  # empty: the game counts nothing over time
    lines: list[str]  # whose line is which in the chart
    numbers: list[tuple[str, Markup]]


def aftermath(seated: Seated) -> Aftermath | None:
    """What is told of the end; None while the game runs, or if it was ended without a result.

    Of a game whose face tells nothing of its end, the winners alone.
    """
    result = seated.state.result
    if result is None:
        return None
    say = pointing(seated.speaker, seated.game.face, seated.sitting.seats).say
    names = [seated.speaker.word(SeatName(seat)) for seat in range(len(seated.sitting.seats))]
    held = [event for _, event, undone in seated.story() if not undone]
    found = seated.game.face.ending(seated.view, held)
    written = _written(seated)
    course = _course(seated.sitting, len(seated.sitting.log))
    chart = Markup()
    if len(course) > 1:
        chart = Markup(_chart(course, Words(seated.speaker)["course"], written))
    if found is None:
        return Aftermath(say(result.text()), [], chart, names if chart else [], [])
    keys = {part: key for key, part in enumerate(_sources(found.bars))}
    longest = max((max(_total(bar), bar.of or 0) for bar in found.bars), default=0)
    return Aftermath(
        say(found.sentence),
        [
            ShownBar(
                say(bar.title),
                written(_total(bar)),
                "" if bar.of is None else written(bar.of),
                "" if bar.note is None else seated.say(bar.note),
                [Part(keys[title], seated.say(title), written(n)) for title, n in bar.parts],
                Markup(_bar([(keys[title], n) for title, n in bar.parts], bar.of, longest)),
            )
            for bar in found.bars
        ],
        chart,
        names if chart else [],
        [(seated.say(name), say(value)) for name, value in found.numbers],
    )


def _written(seated: Seated) -> Callable[[int], str]:
    """Return a function that writes points in the language of the reader."""
    return lambda points: seated.speaker.word(seated.game.written(points))


def _sources(bars: Sequence[Bar]) -> Iterator[Text]:
    """Every source once, in the order in which they come."""
    yield from dict.fromkeys(title for bar in bars for title, _ in bar.parts)


def _total(bar: Bar) -> int:
    return sum(n for _, n in bar.parts)


def _bar(parts: Sequence[tuple[int, int]], of: int | None, longest: int) -> Svg:
    """Parts one after the other; what was needed is the length of the line under them."""
    unit = BAR / max(1, longest)
    x = 0.0
    drawn = []
    if of is not None:
        drawn.append(svg.tag("path", d=f"M0 13H{of * unit:g}", class_="needed"))
    for key, n in parts:
        wide = max(0, n) * unit
        drawn.append(svg.tag("rect", x=x, y=0, width=wide, height=11, data_key=key))
        x += wide
    return svg.picture(BAR, 14, "source-bar", *drawn, aria_hidden="true")


@lru_cache(maxsize=64)
def _course(sitting: Sitting, length: int) -> tuple[tuple[int, ...], ...]:
    """How far each seat was when each turn began, and in the end, as everybody could see it."""
    face = sitting.game.face
    log = sitting.log[:length]
    undone = {entry.undoes for entry in log if entry.action is None}
    lengths = [0] if _turns(sitting, sitting.opening) else []
    for index, entry in enumerate(log):
        if index not in undone and _turns(sitting, entry.events):
            lengths.append(index + 1)
    if not lengths:
        return ()
    if lengths[-1] != length:
        lengths.append(length)
    found = (tuple(face.score(sitting.at(n).view(None))) for n in lengths)
    return tuple(scores for scores in found if len(scores) == len(sitting.seats))


def _turns(sitting: Sitting, events: Sequence[Event]) -> bool:
    """Whether a turn begins with one of these."""
    headings = (sitting.game.face.heading(event) for event in events)
    return any(heading is not None and heading.level == 1 for heading in headings)


def _chart(course: Sequence[Sequence[int]], title: str, written: Callable[[int], str]) -> Svg:
    """A line for each seat, turn after turn."""
    least = min(0, min(map(min, course)))
    most = max(least + 1, max(map(max, course)))
    across, up = WIDE / (len(course) - 1), HIGH / (most - least)

    def y(score: int) -> float:
        return round(TOP + HIGH - (score - least) * up, 1)

    drawn = [svg.tag("title", title)]
    for score in sorted({least, 0, most}):
        drawn.append(svg.tag("path", d=f"M{LEFT} {y(score):g}h{WIDE}", class_="chart-line"))
        drawn.append(svg.tag("text", written(score), x=LEFT - 5, y=y(score) + 4, text_anchor="end"))
    ticks = "".join(f"M{LEFT + n * across:g} {TOP + HIGH}v5" for n in range(len(course)))
    drawn.append(svg.tag("path", d=ticks, class_="chart-line"))
    for seat in range(len(course[0])):
        points = " ".join(
            f"{LEFT + n * across:g},{y(scores[seat]):g}" for n, scores in enumerate(course)
        )
        drawn.append(svg.tag("polyline", points=points, data_key=seat))
    return svg.picture(LEFT + WIDE + RIGHT, TOP + HIGH + BOTTOM, "course", *drawn, role="img")
