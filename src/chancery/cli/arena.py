"""`chancery arena` (matches between bots) and `chancery bench` (speed)."""

from __future__ import annotations

import argparse
from typing import Any

from rich.markup import escape
from rich.table import Table

from chancery import bots, games, installing
from chancery.arena import bench, matches
from chancery.cli import choosing
from chancery.cli.record_verbs import check_data, read_data, read_options
from chancery.cli.terminal import Terminal
from chancery.core import BadOption, Game
from chancery.core.words import T


def run_arena(terminal: Terminal, args: argparse.Namespace) -> int:
    """Play many games between bots, also of a game that is not installed."""
    with choosing.played(args):
        return _run_arena(terminal, args)


def _run_arena(terminal: Terminal, args: argparse.Namespace) -> int:
    plan = matches.Plan(
        args.game.name,
        read_options(args.game, args.option),
        tuple(name.strip() for name in args.seats.split(",")),
        args.games,
        args.seed,
        read_data(args.data),
        not args.no_check,
        args.module,
    )
    check_data(args.game, args.data, plan.data)
    with terminal.progress(args.game.name, args.games) as advance:
        report = matches.run(plan, args.jobs, advance, args.on)
    for seed, error in report.errors[:10]:
        terminal.fail(T("seed {seed}: {error}", seed=seed, error=error))
    if args.json:
        terminal.json(report.plain())
    else:
        _print(terminal, report)
    return 1 if report.errors else 0


def _print(terminal: Terminal, report: matches.Report) -> None:
    plain = report.plain()
    game = games.find(plain["game"])
    speaker = game.speaker(terminal.language)
    table = Table(box=None, padding=(0, 2))
    for heading in (
        T("Seat"), T("Bot"), T("Wins"), T("Win rate"), T("95% interval"), T("Points"), T("Rank"),
    ):  # fmt: skip
        table.add_column(terminal.word(heading))
    for seat in plain["seats"]:
        table.add_row(
            seat["seat"],
            escape(speaker.say(bots.title(seat["bot"], game))),
            speaker.decimal(seat["wins"], 1),
            speaker.percent(seat["win_rate"]),
            f"{speaker.percent(seat['win_rate_low'])} – {speaker.percent(seat['win_rate_high'])}",
            speaker.decimal(seat["points_mean"], 2),
            speaker.decimal(seat["rank_mean"], 2),
        )
    terminal.console.print(table)
    terminal.say(
        T(
            "Games: {games}; errors: {errors}; decisions: {decisions}; time: {seconds} s",
            games=plain["games"],
            errors=plain["errors"],
            decisions=plain["decisions"],
            seconds=speaker.decimal(plain["seconds"], 1),
        )
    )
    for kind, counts in plain["visits"].items():
        line = ", ".join(f"{name} {n}" for name, n in counts.items())
        terminal.console.print(f"[bold]{kind}[/] {escape(line)}")
    for kind, names in plain["never"].items():
        terminal.say(T("never reached – {kind}: {names}", kind=kind, names=", ".join(names)))


def run_bench(terminal: Terminal, args: argparse.Namespace) -> int:
    """Measure the speed of games beside python-chess."""
    chosen = [args.game] if args.game else [games.find(name) for name in games.names()]
    if args.env:
        return _bench_environments(terminal, chosen, args)
    results = [bench.measure(game, args.seconds) for game in chosen]
    if args.json:
        terminal.json([result.plain() for result in results])
        return 0
    table = Table.grid(padding=(0, 3))
    rows = (
        T("Game"), T("Games/s"), T("Decisions/s"), T("Clone, µs"), T("View, µs"),
        T("Compared with"), T("Its moves/s"), T("Ratio"),
    )  # fmt: skip
    values = [list(result.plain().values()) for result in results]
    for number, heading in enumerate(rows):
        cells = ("–" if row[number] is None else str(row[number]) for row in values)
        table.add_row(f"[bold]{terminal.word(heading)}[/]", *cells)
    terminal.console.print(table)
    if any(result.peer is None for result in results):
        terminal.say(T("Without the package “chess” there is nothing to compare with."))
    return 0


def _bench_environments(
    terminal: Terminal, chosen: list[Game[Any, Any]], args: argparse.Namespace
) -> int:
    """Measure the environments beside python-chess and games of OpenSpiel."""
    try:
        from chancery.env.bench import measure
    except ImportError as error:
        problem = T("The environments need more packages: {command}.", command=installing("env"))
        raise BadOption(problem) from error
    results = [result.plain() for result in measure(chosen, args.seconds, args.workers)]
    if args.json:
        terminal.json(results)
        return 0
    table = Table(box=None, padding=(0, 3, 0, 0))
    for heading in (
        T("Environment"), T("Numbers"), T("Actions"), T("Encoding, µs"), T("Steps/s"),
        T("Steps per 10,000 chess moves"),
    ):  # fmt: skip
        table.add_column(terminal.word(heading))
    for result in results:
        table.add_row(*("–" if value is None else f"{value}" for value in result.values()))
    terminal.console.print(table)
    return 0
