"""`chancery export`: self-play of bots as a data set in Parquet (docs/data.md)."""

from __future__ import annotations

import argparse
import time

from chancery import installing
from chancery.arena import matches
from chancery.cli.record_verbs import read_options
from chancery.cli.terminal import Terminal
from chancery.core import BadOption
from chancery.core.words import T


def need() -> None:
    """Refuse to go on without the package that writes Parquet, and say how to install it."""
    try:
        import pyarrow.parquet  # noqa: F401 - only whether it is there
    except ImportError as error:
        problem = T("Data sets need another package: {command}.", command=installing("data"))
        raise BadOption(problem) from error


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """Let bots play, write what they saw and did, and say what has been written."""
    need()
    from chancery.arena import self_play
    from chancery.dataset import files

    began = time.perf_counter()
    game = args.game
    options = read_options(game, args.option)
    seats = tuple(name.strip() for name in args.seats.split(","))
    if len(seats) == 1:
        seats *= len(game.seats(game.complete_options(options)))
    plan = matches.Plan(game.name, options, seats, args.games, args.seed)
    export = self_play.Export(plan, args.out, args.states)
    with terminal.progress(game.name, args.games) as advance:
        resumed = self_play.run(export, args.jobs, advance)
    report = {
        "folder": str(args.out),
        **export.head(),
        **files.counts(args.out),
        "resumed": resumed,
        "seconds": round(time.perf_counter() - began, 3),
    }
    if args.json:
        terminal.json(report)
        return 0
    megabytes = report["bytes"] / 1e6
    terminal.say(
        T(
            "{folder}: games {games}, positions {positions}, {megabytes} MB",
            folder=str(args.out),
            games=report["games"],
            positions=report["positions"],
            megabytes=game.speaker(terminal.language).decimal(
                megabytes, 1 if megabytes >= 1 else 3
            ),
        )
    )
    return 0
