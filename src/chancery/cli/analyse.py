"""`chancery analyse`: win probabilities, slips and verdicts of a finished game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from chancery.cli.record_verbs import load
from chancery.cli.terminal import Terminal
from chancery.core.words import SeatName, Speaker, T, Text
from chancery.page.chances import chances_picture, changes, lines_of
from chancery.table.analysis import Analysis, Judgement, analyse, labels
from chancery.table.sitting import Sitting


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """Analyse a record and print the result."""
    sitting = load(terminal, args.file)
    with terminal.progress(sitting.game.name) as advance:
        analysis = analyse(sitting, lambda done, of, points: advance(1, of))
    speaker = sitting.game.speaker(terminal.language, sitting.names, sitting.seats)
    names = [speaker.word(SeatName(seat)) for seat in range(len(sitting.seats))]
    if args.svg:
        terminal.document(
            chances_picture(
                analysis.points,
                lines_of(sitting.game.face, sitting.seats, names, alone=True),
                speaker.say(T("Winning chances, from the first move to the last")),
            )
        )
    elif args.json:
        terminal.json(plain(sitting, analysis))
    else:
        _print(terminal, speaker, names, sitting, analysis)
    return 0


def plain(sitting: Sitting, analysis: Analysis) -> dict[str, Any]:
    """Return the analysis in its stable JSON form (docs/cli.md)."""
    seats = sitting.seats
    speaker = sitting.game.speaker(seats=seats)
    return {
        "game": sitting.game.name,
        "points": [
            {
                "line": point.length,
                "chances": {s: round(c, 4) for s, c in zip(seats, point.chances, strict=True)},
                "unsure": {s: round(u, 4) for s, u in zip(seats, point.unsure, strict=True)},
            }
            for point in analysis.points
        ],
        "turning_points": [
            [before.length, after.length] for before, after in analysis.turning_points()
        ],
        "slips": [
            {
                "line": slip.length + 1,
                "seat": seats[slip.seat],
                "played": [action.text for action in slip.played],
                "better": [action.text for action in slip.better],
                "cost": round(slip.cost, 4),
                "unsure": round(slip.unsure, 4),
                "reasons": [speaker.say(reason) for reason in slip.reasons],
            }
            for slip in analysis.slips
        ],
        "verdicts": [
            {
                "line": judgement.length + 1,
                "seat": seats[judgement.seat],
                "played": judgement.played.text,
                "best": [action.text for action in judgement.verdict.best],
                "cost": judgement.verdict.cost,
                "text": speaker.say(explained(sitting, judgement)),
            }
            for judgement in analysis.judgements
        ],
    }


def explained(sitting: Sitting, judgement: Judgement) -> Text:
    """Return the verdict on an action as a sentence of its game."""
    assert sitting.game.search_hooks is not None
    text: Text = sitting.game.search_hooks(sitting.game).explained(judgement.verdict)
    return text


def _print(
    terminal: Terminal,
    speaker: Speaker,
    names: Sequence[str],
    sitting: Sitting,
    analysis: Analysis,
) -> None:
    face = sitting.game.face
    table = Table(box=None, padding=(0, 2))
    table.add_column(terminal.word(T("Line")), justify="right")
    for name in names:
        table.add_column(escape(name), justify="right")
    for point in analysis.points:
        cells = (
            f"{100 * c:.0f}% ±{100 * u:.0f}"
            for c, u in zip(point.chances, point.unsure, strict=True)
        )
        table.add_row(str(point.length), *cells)
    terminal.console.print(table)
    for before, after in analysis.turning_points():
        terminal.say(
            T(
                "Turning point between lines {first} and {last}: {changes}.",
                first=before.length,
                last=after.length,
                changes=", ".join(
                    f"{name} {was}% → {now}%" for name, was, now in changes(before, after, names)
                ),
            )
        )
    for slip in analysis.slips:
        terminal.console.print()
        terminal.say(
            T(
                "Line {line}, {seat}: “{played}” cost about {cost} percentage points (± {unsure})."
                " Better: “{better}”.",
                line=slip.length + 1,
                seat=names[slip.seat],
                played="; ".join(labels(face, speaker, slip.played)),
                better="; ".join(labels(face, speaker, slip.better)),
                cost=f"{100 * slip.cost:.0f}",
                unsure=f"{100 * slip.unsure:.0f}",
            )
        )
        for reason in slip.reasons:
            terminal.console.print(f"  {escape(speaker.say(reason))}")
    for judgement in analysis.judgements:
        if judgement.verdict.cost:
            terminal.console.print()
            terminal.say(
                T(
                    "Line {line}, {seat}: “{played}”, with nothing hidden. {verdict}",
                    line=judgement.length + 1,
                    seat=names[judgement.seat],
                    played=speaker.say(face.label(judgement.played)),
                    verdict=speaker.say(explained(sitting, judgement)),
                )
            )
