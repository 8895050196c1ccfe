"""Replays: a table step by step, as frames that a script applies one after the other.

A step is a length of the log that the reader may see (`Seated.steps`). Its frame is what lies on
the table then, and the new lines of the story. Story and frames come in parts of limited size, so a
request is cheap however long the log is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, NamedTuple

from markupsafe import Markup

from chancery.core import Event, Heading, Scene, Text, svg
from chancery.core.memo import single_flight
from chancery.core.serialisation import Plain
from chancery.core.svg import Svg
from chancery.page.sections import Page
from chancery.page.table_info import TableInfo
from chancery.table.seated import Seated
from chancery.table.sitting import Sitting

MOST = 50  # frames per response
LARGEST = 250_000  # characters of the frames in a response; there is always one frame
LINES = 200  # events of the story per page
PLAYED = 1000  # events that are looked at for frames that play them
WIDE = 1000  # of the picture of marks, which is stretched to the slider


class Line(NamedTuple):
    """A line of the story, and the step at which it was complete."""

    step: int
    first: int  # the numbers of its first and its last event, from 1
    number: int
    events: tuple[Event, ...]
    undone: int | None  # the step at which it was taken back
    heading: Heading | None
    tone: str


class Mark(NamedTuple):
    """A step of interest: the beginning of a turn, a battle, a stroke of fate."""

    step: int
    kind: str
    title: str


class ShownLine(NamedTuple):
    """A line of the story as the page shows it, with the places it is about."""

    step: int
    first: int
    number: int
    html: Markup
    undone: int | None
    level: int
    tone: str
    focus: tuple[str, ...]
    way: tuple[str, ...]


class Outline(NamedTuple):
    """The facts about a whole story that are needed to tell a part of it, in any language."""

    tones: list[tuple[int, str]]  # the tone from a line on, beginning with the first
    headings: list[tuple[int, Event]]  # by the number of their lines
    undone_at: dict[int, int]  # by line of the log, its length when the line was taken back
    turns: list[tuple[int, Text]]  # the length of the log, and its name
    scenes: list[tuple[int, Scene]]


@single_flight(64)
def outline(sitting: Sitting, seat: int | None, length: int) -> Outline:
    """Return the outline of a story; computed once for all readers."""
    face = sitting.game.face
    tones, turns, held, lengths = [(-1, "")], [], [], []
    headings: list[tuple[int, Event]] = []
    for at, (number, event, undone) in sitting.events_by_length(seat, length):
        lengths.append(at)
        heading = face.heading(event)
        if heading is not None:
            tones.append((number, heading.tone))
            headings.append((number, event))
        if not undone:
            held.append((number, event))
            if heading is not None and heading.level == 1:
                turns.append((at, heading.title or event.text()))
    scenes = [(lengths[scene.last], scene) for scene in face.scenes(held)]
    return Outline(tones, headings, sitting.undone_at(), turns, scenes)


class Replay:
    """All steps of a table that a reader may see, through one seat.

    Steps and counts are cached with `seated`; only the requested part of the story is told.
    """

    def __init__(self, seated: Seated, facts: TableInfo) -> None:
        self.seated = seated
        self._facts = facts
        self._speaker = Page(seated, facts).html_speaker

    @property
    def _outline(self) -> Outline:
        seated = self.seated
        length = len(seated.sitting.log) if seated.length is None else seated.length
        return outline(seated.sitting, seated.seat, length)

    @property
    def lengths(self) -> list[int]:
        """The length of the log at each step."""
        return self.seated.steps

    @property
    def last(self) -> int:
        """The number of the last step; the first is 0."""
        return len(self.lengths) - 1

    def page(self, step: int) -> Page:
        """Return the page of the table at a step."""
        return Page(self.seated.at(self.lengths[step]), self._facts)

    # -- the story ------------------------------------------------------------------------

    def lines_at(self, step: int) -> int:
        """Return how many events the story has at a step."""
        return self.seated.story_lengths[self.lengths[step]]

    def step_after(self, lines: int) -> int:
        """Return the first step at which the story has more lines than this; past the last if
        none."""
        return bisect_right(self.lengths, lines, key=self.seated.story_lengths.__getitem__)

    def _step_at(self, length: int) -> int:
        return bisect_left(self.lengths, length)

    def lines(self, since: int = 0, most: int | None = None) -> list[Line]:
        """Return the story after its first `since` events, at most `most` of them, in lines."""
        lines: list[Line] = []
        tones = self._outline.tones
        tone = tones[bisect_left(tones, (since,)) - 1][1]
        for line in self.seated.lines(since, most):
            length = bisect_right(self.seated.story_lengths, line.last)  # with that line
            heading = self.seated.game.face.heading(line.events[0])
            if heading is not None:
                tone = heading.tone
            undone = self._outline.undone_at.get(length - 1)
            step = None if undone is None else self._step_at(undone)
            at = self._step_at(length)
            lines.append(Line(at, line.first + 1, line.last + 1, line.events, step, heading, tone))
        return lines

    def story(self, page: int) -> list[ShownLine]:
        """Return a page of the story in words, of `LINES` events."""
        return [self._shown(line) for line in self.lines(page * LINES, LINES)]

    def page_of_story(self, step: int) -> int:
        """Return the page of the story that ends at a step."""
        return max(0, self.lines_at(step) - 1) // LINES

    def _heading(self, lines: int) -> dict[str, Plain] | None:
        """Return the heading under which so many events end: the turn, or whose part of it."""
        headings = self._outline.headings
        at = bisect_left(headings, lines, key=lambda heading: heading[0]) - 1
        if at < 0:
            return None
        number, event = headings[at]
        tones = self._outline.tones
        tone = tones[bisect_right(tones, number, key=lambda heading: heading[0]) - 1][1]
        return {"html": self._speaker.line((event,)).html, "tone": tone}

    def _shown(self, line: Line) -> ShownLine:
        level = line.heading.level if line.heading else 0
        html, focus, route = self._speaker.line(line.events)
        return ShownLine(
            line.step, line.first, line.number, html, line.undone, level, line.tone, focus, route
        )

    @property
    def marks(self) -> tuple[list[Mark], list[Mark]]:
        """The marks of a replay: beginnings of turns, and scenes."""
        say, outline = self.seated.say, self._outline
        return (
            [Mark(self._step_at(at), "turn", say(text)) for at, text in outline.turns],
            [Mark(self._step_at(at), scene.kind, say(scene.title)) for at, scene in outline.scenes],
        )

    def turn_at(self, step: int) -> str:
        """Return the name of the turn in which a step lies; empty before the first."""
        begun = [text for at, text in self._outline.turns if self._step_at(at) <= step]
        return self.seated.say(begun[-1]) if begun else ""

    # -- frames ---------------------------------------------------------------------------

    def frames(self, first: int, last: int, wordy: bool = False) -> list[Plain]:
        """Return the frames of these steps, as many of them as fit into a response.

        `wordy`: with the position in words.
        """
        frames: list[Plain] = []
        room = LARGEST
        for step in range(first, min(last, self.last, first + MOST - 1) + 1):
            frame = self.frame(step, wordy)
            room -= sum(map(len, frame["parts"].values()))
            if frames and room < 0:
                break
            frames.append(frame)
        return frames

    def playback(self, since: int) -> list[Plain]:
        """Return frames that play what came after the first `since` events of the story.

        Each shows the table when a deed is complete, with its line; the first one shows the table
        before all of them. They are as many as fit into a response.
        """
        first = self.step_after(since)
        if first > self.last:
            return []
        lines = self.lines(since, PLAYED)
        by_step: dict[int, list[Line]] = {}
        if lines and lines[-1].number < self.lines_at(self.last):
            lines.pop()  # its deed may go on in the next response
        else:
            by_step[self.last] = []
        for line in lines:
            by_step.setdefault(line.step, []).append(line)
        frames: list[Plain] = [self._frame(first - 1, [], False)] if first else []
        room = LARGEST
        for step in sorted(by_step)[:MOST]:
            frame = self._frame(step, by_step[step], False)
            room -= sum(map(len, frame["parts"].values()))
            if len(frames) > 1 and room < 0:
                break
            frames.append(frame)
        return frames

    def frame(self, step: int, wordy: bool = False) -> dict[str, Any]:
        """Return what lies on the table at a step, and the new lines of the story."""
        before = self.lines_at(step - 1) if step else 0
        return self._frame(step, self.lines(before, self.lines_at(step) - before), wordy)

    def _frame(self, step: int, lines: list[Line], wordy: bool) -> dict[str, Any]:
        page = self.page(step)
        seated, length = page.seated, self.lengths[step]
        log = seated.sitting.log
        parts = {"status": page.status(), "hand": page.hand(), "stage": page.stage()}
        if seated.picture is not None:
            parts["live"] = seated.picture
        if seated.panels:
            parts["panels"] = page.panels()
        if wordy or seated.picture is None:
            parts["position"] = page.position()
        return {
            "step": step,
            "told": self.lines_at(step),
            "own": length > 0 and log[length - 1].seat == seated.seat,
            "heading": self._heading(self.lines_at(step)),
            "lines": [line._asdict() for line in map(self._shown, lines)],
            "parts": parts,
        }


def marks_picture(marks: list[Mark], last: int) -> Svg:
    """Draw marks along a slider: turns over its whole height, others shorter."""

    def mark(marked: Mark) -> Svg:
        turn = marked.kind == "turn"
        wide = 2 if turn else 5
        return svg.tag(
            "rect", svg.tag("title", marked.title), x=WIDE * marked.step / max(1, last) - wide / 2,
            y=0 if turn else 5, width=wide, height=12 if turn else 7, data_kind=marked.kind,
            data_step=marked.step,
        )  # fmt: skip

    return svg.picture(
        WIDE, 12, "marks", *(mark(marked) for marked in marks), preserveAspectRatio="none"
    )
