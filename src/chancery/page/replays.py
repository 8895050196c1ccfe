"""Replays: a table step by step, as frames that a script lays on the page one after the other.

A step is a length of the log that the reader may see (`Seated.steps`). Its frame is what lies on
the table then, and the lines of the story that came with it. The story is told by pages, and frames
by as many as fit into one answer: what is asked for costs little, however long the log.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from chancery.core import Event, Heading, svg
from chancery.core.plain import Plain
from chancery.core.svg import Svg
from chancery.page.facts import Facts
from chancery.page.sections import Page
from chancery.table.seated import Seated

MOST = 50  # frames at once
LARGEST = 250_000  # characters of the frames of one answer; there is always one frame
LINES = 200  # of the story, in one page of it
WIDE = 1000  # of the picture of marks, which is stretched to the width of the slider


class Line(NamedTuple):
    """A line of the story, and the step that it came with."""

    step: int
    number: int  # from 1, as the story counts
    event: Event
    undone: int | None  # the step that took it back
    heading: Heading | None
    tone: str


class Mark(NamedTuple):
    """A step that is looked for: a turn that begins, a fight, a stroke."""

    step: int
    kind: str
    title: str


class Told(NamedTuple):
    """A line of the story as the page shows it."""

    step: int
    number: int
    html: Markup
    undone: int | None
    level: int
    tone: str


class Outline(NamedTuple):
    """What has to be known of a whole story to tell a part of it."""

    tones: list[tuple[int, str]]  # from a line on, in which tone it is told; the first is the start
    undone_at: dict[int, int]  # lines of the log, and how long it was when they were taken back
    turns: list[Mark]
    scenes: list[Mark]


@lru_cache(maxsize=64)
def outline(seated: Seated) -> Outline:
    """Go through a whole story once, and keep what has been found for those who read it."""
    face, say = seated.game.face, seated.say
    undone_at = seated.sitting.undone_at()
    tones, turns, held = [(-1, "")], [], []
    story = seated.story()
    steps = [bisect_left(seated.steps, bisect_right(seated.counts, number)) for number, *_ in story]
    for (number, event, undone), step in zip(story, steps, strict=True):
        heading = face.heading(event)
        if heading is not None:
            tones.append((number, heading.tone))
        if not undone:
            held.append((number, event))
            if heading is not None and heading.level == 1:
                turns.append(Mark(step, "turn", say(event.text())))
    scenes = [Mark(steps[one.last], one.kind, say(one.title)) for one in face.scenes(held)]
    return Outline(tones, undone_at, turns, scenes)


class Replay:
    """All steps of a table that a reader may see, through the eyes of one seat.

    Steps and counts are kept with `seated`; of the story only what is asked for is told.
    """

    def __init__(self, seated: Seated, facts: Facts) -> None:
        self.seated = seated
        self._facts = facts
        self._telling = Page(seated, facts).pointing

    @property
    def lengths(self) -> list[int]:
        """How long the log was at each step."""
        return self.seated.steps

    @property
    def last(self) -> int:
        """The number of the last step; the first one is 0."""
        return len(self.lengths) - 1

    def page(self, step: int) -> Page:
        """The table at a step."""
        return Page(self.seated.at(self.lengths[step]), self._facts)

    # -- the story ------------------------------------------------------------------------

    def told(self, step: int) -> int:
        """How many lines the story has at a step."""
        return self.seated.counts[self.lengths[step]]

    def step_after(self, told: int) -> int:
        """The first step at which the story has more lines than so many; beyond the last: none."""
        return bisect_right(self.lengths, told, key=self.seated.counts.__getitem__)

    def _step_at(self, length: int) -> int:
        return bisect_left(self.lengths, length)

    def lines(self, since: int = 0, most: int | None = None) -> list[Line]:
        """The story after so many lines, at most so many."""
        found: list[Line] = []
        tones = outline(self.seated).tones
        tone = tones[bisect_left(tones, (since,)) - 1][1]
        for number, event, _ in self.seated.story(since, most):
            length = bisect_right(self.seated.counts, number)  # the first at which it was told
            heading = self.seated.game.face.heading(event)
            if heading is not None:
                tone = heading.tone
            undone = outline(self.seated).undone_at.get(length - 1)
            step = None if undone is None else self._step_at(undone)
            found.append(Line(self._step_at(length), number + 1, event, step, heading, tone))
        return found

    def story(self, page: int) -> list[Told]:
        """A page of the story in words: the lines after `LINES` times its number."""
        return [self._said(line) for line in self.lines(page * LINES, LINES)]

    def page_of_story(self, step: int) -> int:
        """The page of the story with the last line that is told at a step."""
        return max(0, self.told(step) - 1) // LINES

    def _said(self, line: Line) -> Told:
        level = line.heading.level if line.heading else 0
        html = self._telling.line(line.event)
        return Told(line.step, line.number, html, line.undone, level, line.tone)

    @property
    def marks(self) -> tuple[list[Mark], list[Mark]]:
        """Where a turn begins, and what nobody should miss."""
        found = outline(self.seated)
        return found.turns, found.scenes

    # -- frames ---------------------------------------------------------------------------

    def frames(self, first: int, last: int, wordy: bool = False) -> list[Plain]:
        """The frames of these steps, or of the first of them: so many as one answer may have.

        `wordy`: also the position in words.
        """
        found: list[Plain] = []
        room = LARGEST
        for step in range(first, min(last, self.last, first + MOST - 1) + 1):
            frame = self.frame(step, wordy)
            room -= sum(map(len, frame["parts"].values()))
            if found and room < 0:
                break
            found.append(frame)
        return found

    def frame(self, step: int, wordy: bool = False) -> dict[str, Any]:
        """What lies on the table at a step, and the lines of the story that came with it."""
        page = self.page(step)
        seated, length = page.seated, self.lengths[step]
        log = seated.sitting.log
        parts = {"hand": page.hand(), "stage": page.stage()}
        if seated.picture is not None:
            parts["live"] = seated.picture
        if seated.panels:
            parts["panels"] = page.panels()
        if wordy or seated.picture is None:
            parts["position"] = page.position()
        before = self.told(step - 1) if step else 0
        told = self.lines(before, self.told(step) - before)
        return {
            "step": step,
            "told": self.told(step),
            "own": length > 0 and log[length - 1].seat == seated.seat,
            "lines": [
                {"number": said.number, "html": said.html, "level": said.level, "tone": said.tone}
                for said in map(self._said, told)
            ],
            "parts": parts,
        }


def marks_picture(marks: list[Mark], last: int) -> Svg:
    """Marks along a slider: turns as strokes from top to bottom, everything else shorter."""

    def mark(one: Mark) -> Svg:
        turn = one.kind == "turn"
        wide = 2 if turn else 5
        return svg.tag(
            "rect", svg.tag("title", one.title), x=WIDE * one.step / max(1, last) - wide / 2,
            y=0 if turn else 5, width=wide, height=12 if turn else 7, data_kind=one.kind,
            data_step=one.step,
        )  # fmt: skip

    return svg.picture(WIDE, 12, "marks", *(mark(one) for one in marks), preserveAspectRatio="none")
