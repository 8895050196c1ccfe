"""Replays: a table step by step, as frames that a script lays on the page one after the other.

A step is a length of the log that the reader may see (`Seated.steps`). Its frame is what lies on
the table then, and the lines of the story that came with it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from chancery.core import Event, Heading, svg
from chancery.core.plain import Plain
from chancery.core.svg import Svg
from chancery.page.facts import Facts
from chancery.page.sections import Page
from chancery.table.seated import Seated

MOST = 50  # frames at once
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
    said: Markup
    undone: int | None
    level: int
    tone: str


class Replay:
    """All steps of a table that a reader may see, through the eyes of one seat."""

    def __init__(self, seated: Seated, facts: Facts) -> None:
        self.seated = seated
        self._facts = facts
        self._telling = Page(seated, facts).pointing

    @cached_property
    def lengths(self) -> list[int]:
        """How long the log was at each step."""
        return self.seated.steps()

    @property
    def last(self) -> int:
        """The number of the last step; the first one is 0."""
        return len(self.lengths) - 1

    def page(self, step: int) -> Page:
        """The table at a step."""
        return Page(self.seated.at(self.lengths[step]), self._facts)

    # -- the story ------------------------------------------------------------------------

    @cached_property
    def _counts(self) -> list[int]:
        """How many lines the story had at each length of the log."""
        return self.seated.sitting.counts(self.seated.seat)

    def told(self, step: int) -> int:
        """How many lines the story has at a step."""
        return self._counts[self.lengths[step]]

    def step_after(self, told: int) -> int:
        """The first step at which the story has more lines than so many; beyond the last: none."""
        return bisect_right(self.lengths, told, key=self._counts.__getitem__)

    def _step_at(self, length: int) -> int:
        return bisect_left(self.lengths, length)

    @cached_property
    def lines(self) -> list[Line]:
        """The whole story."""
        log = self.seated.sitting.log
        undone = {
            entry.undoes: self._step_at(index + 1)
            for index, entry in enumerate(log)
            if entry.action is None
        }
        found: list[Line] = []
        tone = ""
        for number, event, _ in self.seated.story():
            length = bisect_right(self._counts, number)  # the first at which it was told
            heading = self.seated.game.face.heading(event)
            if heading is not None:
                tone = heading.tone
            step = self._step_at(length)
            found.append(Line(step, number + 1, event, undone.get(length - 1), heading, tone))
        return found

    @cached_property
    def _by_step(self) -> dict[int, list[Line]]:
        found: dict[int, list[Line]] = defaultdict(list)
        for line in self.lines:
            found[line.step].append(line)
        return found

    def story(self) -> list[Told]:
        """The whole story, in words."""
        return [self._said(line) for line in self.lines]

    def _said(self, line: Line) -> Told:
        level = line.heading.level if line.heading else 0
        said = self._telling.line(line.event)
        return Told(line.step, line.number, said, line.undone, level, line.tone)

    def turns(self) -> list[Mark]:
        """Where a turn begins."""
        return [
            Mark(line.step, "turn", self.seated.say(line.event.text()))
            for line in self.lines
            if line.heading is not None and line.heading.level == 1 and line.undone is None
        ]

    def scenes(self) -> list[Mark]:
        """What nobody should miss."""
        held = [(line.number - 1, line.event) for line in self.lines if line.undone is None]
        return [
            Mark(self.lines[scene.last].step, scene.kind, self.seated.say(scene.title))
            for scene in self.seated.game.face.scenes(held)
        ]

    # -- frames ---------------------------------------------------------------------------

    def frames(self, first: int, last: int, wordy: bool = False) -> list[Plain]:
        """The frames of these steps, at most so many; `wordy`: also the position in words."""
        last = min(last, self.last, first + MOST - 1)
        return [self.frame(step, wordy) for step in range(first, last + 1)]

    def frame(self, step: int, wordy: bool = False) -> Plain:
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
        return {
            "step": step,
            "told": self.told(step),
            "own": length > 0 and log[length - 1].seat == seated.seat,
            "lines": [
                {"number": said.number, "html": said.said, "level": said.level, "tone": said.tone}
                for said in map(self._said, self._by_step.get(step, ()))
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
