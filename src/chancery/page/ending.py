"""The end of a game: winners, points by source, the course of the game, statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from chancery.core import Bar, Event, SeatName, Text, svg
from chancery.core.memo import single_flight
from chancery.core.svg import Svg
from chancery.core.words import T
from chancery.page.chances import Line, lines_of, stroke
from chancery.page.html_speaker import html_speaker
from chancery.table import Sitting
from chancery.table.seated import Seated

WIDE, HIGH = 320, 120  # of the chart, without margins
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 8, 16
BAR = 300  # length of the longest bar


class Part(NamedTuple):
    """A part of a bar; the same source has the same key in all bars."""

    key: int
    title: str
    n: str  # points in the reader's notation


class ShownBar(NamedTuple):
    """A bar of points by source, as the template shows it."""

    title: Markup
    total: str
    of: str  # the points that were needed; empty: none
    note: str  # the tie-break; empty if the total decides
    parts: list[Part]
    picture: Markup


class Point(NamedTuple):
    """The public score of each seat at the beginning of a turn, or at the end."""

    length: int  # of the log
    turn: Text | None  # that begins here; None at the end
    scores: tuple[int, ...]


class Lead(NamedTuple):
    """The turn in which the winner took the lead for good."""

    step: int  # of the replay
    turn: str
    sentence: Markup


class Aftermath(NamedTuple):
    """The result of a finished game, as templates/ending.html shows it."""

    sentence: Markup
    lead: Lead | None
    bars: list[ShownBar]
    chart: Markup  # empty if the game has no score over time
    lines: list[tuple[Markup, str]]  # the chart's lines: a piece of each, and its name
    numbers: list[tuple[str, Markup]]


def aftermath(seated: Seated) -> Aftermath | None:
    """Return the result of a game; None while it runs, or if it was ended without one.

    Only the winners, if the face of the game says nothing about its end.
    """
    result = seated.state.result
    if result is None:
        return None
    say = html_speaker(seated.speaker, seated.game.face, seated.sitting.seats).say
    names = [seated.speaker.word(SeatName(seat)) for seat in range(len(seated.sitting.seats))]
    ending = seated.game.face.ending(seated.view, seated.lasting_events)
    lines = lines_of(seated.game.face, seated.sitting.seats, names)
    written = _written(seated)
    course = course_of(seated.sitting, len(seated.sitting.log))
    chart, shown = Markup(), []
    if len(course) > 1:
        title = seated.speaker.say(T("How it went, turn by turn"))
        chart = Markup(_chart([point.scores for point in course], title, lines, written))
        shown = [(Markup(line.key()), line.name) for line in lines]
    lead = _lead(course, result.winners, seated.say, say)
    if ending is None:
        return Aftermath(say(result.text()), lead, [], chart, shown, [])
    keys = {part: key for key, part in enumerate(_sources(ending.bars))}
    longest = max((max(_total(bar), bar.of or 0) for bar in ending.bars), default=0)
    return Aftermath(
        say(ending.sentence),
        lead,
        [
            ShownBar(
                say(bar.title),
                written(_total(bar)),
                "" if bar.of is None else written(bar.of),
                "" if bar.note is None else seated.say(bar.note),
                [Part(keys[title], seated.say(title), written(n)) for title, n in bar.parts],
                Markup(_bar([(keys[title], n) for title, n in bar.parts], bar.of, longest)),
            )
            for bar in ending.bars
        ],
        chart,
        shown,
        [(seated.say(name), say(value)) for name, value in ending.numbers],
    )


def _written(seated: Seated) -> Callable[[int], str]:
    """Return a function that writes points in the language of the reader."""
    return lambda points: seated.speaker.word(seated.game.written(points))


def _sources(bars: Sequence[Bar]) -> Iterator[Text]:
    """Yield every source of points once, in the order of appearance."""
    yield from dict.fromkeys(title for bar in bars for title, _ in bar.parts)


def _total(bar: Bar) -> int:
    return sum(n for _, n in bar.parts)


def _bar(parts: Sequence[tuple[int, int]], of: int | None, longest: int) -> Svg:
    """Draw the parts of a bar in a row, with a line below as long as the points needed."""
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


@single_flight(64)
def course_of(sitting: Sitting, length: int) -> tuple[Point, ...]:
    """Return the public score of each seat at the beginning of each turn and at the end."""
    face = sitting.game.face
    turns = {0: _turn(sitting, sitting.opening)}
    for line, entry in sitting.lasting_lines():
        if line < length:
            turns[line + 1] = _turn(sitting, entry.events)
    begun: list[tuple[int, Text | None]] = [(n, turn) for n, turn in turns.items() if turn]
    if not begun:
        return ()
    if begun[-1][0] != length:
        begun.append((length, None))
    points = (Point(n, turn, tuple(face.score(sitting.at(n).view(None)))) for n, turn in begun)
    return tuple(point for point in points if len(point.scores) == len(sitting.seats))


def _turn(sitting: Sitting, events: Sequence[Event]) -> Text | None:
    """Return the name of the turn that one of these events begins."""
    for event in events:
        heading = sitting.game.face.heading(event)
        if heading is not None and heading.level == 1:
            return heading.title or event.text()
    return None


def _lead(
    course: Sequence[Point],
    winners: Sequence[int],
    plain: Callable[[Text], str],
    say: Callable[[Text], Markup],
) -> Lead | None:
    """Return when the winner took the lead for good; None if several have won, or if the scores
    do not show it."""
    if len(winners) != 1:
        return None
    winner = winners[0]
    # the last moment at which another was not behind
    level = [n for n, one in enumerate(course) if sorted(one.scores)[-2:][0] >= one.scores[winner]]
    turn = course[level[-1]].turn if level else None
    if turn is None:
        return None
    seat = SeatName(winner)
    if level[-1] == len(course) - 2:
        sentence = T("{seat} takes the lead only in the last turn.", seat=seat)
    elif level[-1] == 0:
        sentence = T("{seat} takes the lead in the first turn and keeps it to the end.", seat=seat)
    else:
        sentence = T("{seat} takes the lead and keeps it to the end.", seat=seat)
    return Lead(course[level[-1]].length, plain(turn), say(sentence))


def _chart(
    course: Sequence[Sequence[int]], title: str, lines: Sequence[Line],
    written: Callable[[int], str],
) -> Svg:  # fmt: skip
    """Draw a line for each seat, turn by turn."""
    lowest = min(0, min(map(min, course)))
    highest = max(lowest + 1, max(map(max, course)))
    across, up = WIDE / (len(course) - 1), HIGH / (highest - lowest)

    def y(score: int) -> float:
        return round(TOP + HIGH - (score - lowest) * up, 1)

    drawn = [svg.tag("title", title)]
    for score in sorted({lowest, 0, highest}):
        drawn.append(svg.tag("path", d=f"M{LEFT} {y(score):g}h{WIDE}", class_="chart-line"))
        drawn.append(svg.tag("text", written(score), x=LEFT - 5, y=y(score) + 4, text_anchor="end"))
    ticks = "".join(f"M{LEFT + n * across:g} {TOP + HIGH}v5" for n in range(len(course)))
    drawn.append(svg.tag("path", d=ticks, class_="chart-line"))
    for seat, line in enumerate(lines):
        d = "L".join(
            f"{LEFT + n * across:g} {y(scores[seat]):g}" for n, scores in enumerate(course)
        )
        drawn += stroke(f"M{d}", line.ink, line.dashes)
    return svg.picture(LEFT + WIDE + RIGHT, TOP + HIGH + BOTTOM, "course", *drawn, role="img")
