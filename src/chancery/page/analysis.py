"""An analysis for readers: the curve of a game, its turning points, costly moves and verdicts."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from chancery import bots
from chancery.core import SeatName
from chancery.core.memo import single_flight
from chancery.core.search_hooks import Verdict
from chancery.core.words import Speaker, T, Text
from chancery.page.chances import Dot, Line, chances_at, curve, lines_of
from chancery.page.html_speaker import html_speaker
from chancery.page.replay_frames import Outline, outline
from chancery.table import Sitting
from chancery.table.analysis import Analysis, Point, labels

KEPT = 64  # rendered analyses in the cache
SEPARATED = Markup(" · ")


class TurningPoint(NamedTuple):
    """A change of the win probabilities, one of the largest."""

    step: int  # after it
    when: str  # its turn
    what: Markup  # the event; empty if there are several
    sentence: Markup  # names the seats with better and worse chances
    focus: str  # the places on the board


class CostlyMove(NamedTuple):
    """A move that was worse than another: what was played, what was better, and why."""

    step: int  # before it
    sign: Markup  # of its seat
    name: str
    when: str
    played: Markup
    better: Markup
    cost: int  # in per cent
    unsure: int
    reasons: list[Markup]
    focus: str


class Judged(NamedTuple):
    """An action in a part of the game that can be solved, and how good it was."""

    step: int  # before it
    sign: Markup  # of its seat
    name: str
    when: str
    played: Markup
    sentence: Markup
    cost: int  # in the game's own unit
    focus: str


class Analysed(NamedTuple):
    """An analysis as the page shows it."""

    curve: Markup
    lines: list[Line]
    points: list[Point]
    turns: list[TurningPoint]  # the greatest first
    moves: list[CostlyMove]  # the costliest first
    judged: list[Judged]  # in the order of the game

    @property
    def mistakes(self) -> list[Judged]:
        """The actions that were worse than another if everything had been known."""
        return [judgement for judgement in self.judged if judgement.cost]

    def now(self, step: int) -> list[tuple[Markup, str, str]]:
        """Return the key, the name and the chance of each seat at a step."""
        if not self.points:
            return []
        chances = zip(self.lines, chances_at(self.points, step), strict=True)
        known = step <= self.points[-1].length  # so far
        return [
            (Markup(line.key()), line.name, f"{100 * chance:.0f}%" if known else "–")
            for line, chance in chances
        ]

    @property
    def plain_points(self) -> str:
        """The curve for scripts: the lengths, each with win probabilities in per mille."""
        return json.dumps([[p.length, [round(1000 * c) for c in p.chances]] for p in self.points])

    @property
    def table(self) -> list[tuple[int, list[str]]]:
        """The curve in numbers, with margins of error."""
        return [
            (p.length, [f"{100 * c:.0f} ± {100 * u:.0f}" for c, u in zip(*p[1:], strict=True)])
            for p in self.points
        ]


def written(analysis: Analysis) -> str:
    """Return an analysis as JSON. Reasons are left out: they are computed in the reader's
    language."""
    return json.dumps(
        {
            "points": [list(point) for point in analysis.points],
            "turns": [[a.length, b.length] for a, b in analysis.turning_points()],
            "slips": [
                {
                    "length": slip.length,
                    "seat": slip.seat,
                    "played": [action.text for action in slip.played],
                    "better": [action.text for action in slip.better],
                    "cost": round(slip.cost, 4),
                    "unsure": round(slip.unsure, 4),
                }
                for slip in analysis.slips
            ],
            "judgements": [
                {
                    "length": judgement.length,
                    "seat": judgement.seat,
                    "played": judgement.played.text,
                    "best": [action.text for action in judgement.verdict.best],
                    "cost": judgement.verdict.cost,
                    "facts": judgement.verdict.facts,
                }
                for judgement in analysis.judgements
            ],
        }
    )


@single_flight(KEPT)
def analysed(sitting: Sitting, speaker: Speaker, text: str) -> Analysed:
    """Return an analysis for a reader; `text` is its stored JSON, or empty.

    A finished game has a step for each length of its log.
    """
    stored = json.loads(text or written(Analysis([], [])))
    face, last = sitting.game.face, len(sitting.log)
    names = [speaker.word(SeatName(seat)) for seat in range(len(sitting.seats))]
    lines = lines_of(face, sitting.seats, names)
    points = [Point(n, tuple(c), tuple(u)) for n, c, u in stored["points"]]
    story = outline(sitting, None, last)
    turns = [_turning_point(sitting, speaker, story, points, pair) for pair in stored["turns"]]
    turns.sort(key=lambda turn: -turn[0])
    slips = sorted(stored["slips"], key=lambda slip: -float(slip["cost"]))
    picture = curve(
        points, lines, last, speaker.say(T("Winning chances, from the first move to the last")),
        [Dot(slip["length"], slip["seat"]) for slip in slips], stored["turns"],
    )  # fmt: skip
    return Analysed(
        Markup(picture),
        lines,
        points,
        [turn for _, turn in turns],
        [_costly_move(sitting, speaker, story, slip, lines) for slip in slips],
        [
            _judged(sitting, speaker, story, stored_judgement, lines)
            for stored_judgement in stored.get("judgements", ())  # an older analysis has none
        ],
    )


def _when(speaker: Speaker, story: Outline, length: int) -> str:
    """Return the turn in which a length of the log lies."""
    place = bisect_right(story.turns, length, key=lambda turn: turn[0])
    return speaker.say(story.turns[place - 1][1]) if place else ""


def _turning_point(
    sitting: Sitting, speaker: Speaker, story: Outline, points: Sequence[Point], pair: list[int]
) -> tuple[float, TurningPoint]:
    """Return how much changed between two lengths of the log, and how it is told."""
    first, last = pair
    by_length = {point.length: point for point in points}
    before, after = by_length[first].chances, by_length[last].chances
    changed = sorted(range(len(before)), key=lambda seat: after[seat] - before[seat])
    fallen, risen = changed[0], changed[-1]
    marked = html_speaker(speaker, sitting.game.face, sitting.seats)
    within = [scene for at, scene in story.scenes if first < at <= last]
    scenes = ([scene for scene in within if scene.focus] or within)[-2:]
    focus: Iterable[str | None] = [place for scene in scenes for place in scene.focus]
    event = SEPARATED.join(marked.say(scene.title) for scene in scenes)
    begun = [title for at, title in story.turns if first < at <= last]
    entries = [entry for entry in sitting.log[first:last] if entry.action is not None]
    if not scenes and begun:
        event = marked.say(T("{turn} begins", turn=speaker.say(begun[-1])))
    elif not scenes and len({entry.seat for entry in entries}) == 1:
        actions = [entry.action for entry in entries if entry.action is not None]
        view = sitting.at(first).view(entries[0].seat)
        focus = [sitting.game.face.target(view, action) for action in actions]
        event = SEPARATED.join(labels(sitting.game.face, marked, actions))
    sentence = T(
        "Winning chances: {loser} fell from {a}% to {b}%, {winner} rose from {c}% to {d}%.",
        loser=SeatName(fallen), a=_percent(before[fallen]), b=_percent(after[fallen]),
        winner=SeatName(risen), c=_percent(before[risen]), d=_percent(after[risen]),
    )  # fmt: skip
    seats = (sitting.seats[fallen], sitting.seats[risen])
    places = _joined(focus) or _joined(map(sitting.game.face.place_of, seats))
    change = max(after[risen] - before[risen], before[fallen] - after[fallen])
    return change, TurningPoint(
        last, _when(speaker, story, first), event, marked.say(sentence), places
    )


def _percent(chance: float) -> int:
    return round(100 * chance)


def _joined(targets: Iterable[str | None]) -> str:
    return " ".join(dict.fromkeys(target for target in targets if target))


def _costly_move(
    sitting: Sitting, speaker: Speaker, story: Outline, slip: dict[str, Any], lines: Sequence[Line]
) -> CostlyMove:
    """Return how a costly move is told."""
    game, seat, length = sitting.game, slip["seat"], slip["length"]
    state = sitting.at(length)
    asked, view = state.question(seat), state.view(seat)
    marked = html_speaker(speaker, game.face, sitting.seats)
    played, better = (
        [game.notation.parse(text) for text in slip[key]] for key in ("played", "better")
    )
    explain = getattr(bots.make(bots.best(game), game, ""), "reasons", None)
    reasons: Sequence[Text] = (
        explain(view, asked, better) if explain is not None and asked is not None else ()
    )
    return CostlyMove(
        length,
        Markup(lines[seat].sign()),
        lines[seat].name,
        _when(speaker, story, length),
        SEPARATED.join(labels(game.face, marked, played)),
        SEPARATED.join(labels(game.face, marked, better)),
        _percent(slip["cost"]),
        _percent(slip["unsure"]),
        [marked.say(reason) for reason in reasons],
        _joined(game.face.target(view, action) for action in (*played, *better)),
    )


def _judged(
    sitting: Sitting,
    speaker: Speaker,
    story: Outline,
    stored: dict[str, Any],
    lines: Sequence[Line],
) -> Judged:
    """Return how the verdict on an action is told."""
    game, seat, length = sitting.game, stored["seat"], stored["length"]
    marked = html_speaker(speaker, game.face, sitting.seats)
    view = sitting.at(length).view(seat)
    played = game.notation.parse(stored["played"])
    best = tuple(map(game.notation.parse, stored["best"]))
    assert game.search_hooks is not None
    sentence = game.search_hooks(game).explained(
        Verdict(best, stored["cost"], tuple(stored["facts"]))
    )
    return Judged(
        length,
        Markup(lines[seat].sign()),
        lines[seat].name,
        _when(speaker, story, length),
        SEPARATED.join(labels(game.face, marked, [played])),
        marked.say(sentence),
        stored["cost"],
        _joined([game.face.target(view, action) for action in (played, *best[:1])]),
    )
