"""`chancery ladder` (strength of all bots) and `chancery train` (learned values)."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from chancery import bots, installing
from chancery.arena import ladder
from chancery.arena.results import Results
from chancery.cli import choosing, files
from chancery.cli.record_verbs import read_options
from chancery.cli.terminal import Terminal
from chancery.core import BadOption
from chancery.core.words import T


def run_ladder(terminal: Terminal, args: argparse.Namespace) -> int:
    """Measure the bots of a game in all seats of a mode."""
    with choosing.played(args):
        return _run_ladder(terminal, args)


def _run_ladder(terminal: Terminal, args: argparse.Namespace) -> int:
    game = args.game
    named = _named(args.bots) if args.bots else bots.offered(game)
    plan = ladder.Climb(
        game.name,
        read_options(game, args.option),
        named,
        args.games,
        args.seed,
        args.against or bots.best(game),
        args.module,
    )
    results = Results(args.results) if args.results else None
    with terminal.progress(game.name, args.games * len(plan.tables())) as advance:
        result = ladder.climb(plan, args.jobs, advance, args.on, results)
    for seed, error in result.errors[:10]:
        terminal.fail(T("seed {seed}: {error}", seed=seed, error=error))
    if args.json:
        terminal.json(
            {
                "game": game.name,
                "options": dict(game.complete_options(plan.options)),
                "against": plan.against,
                "seed": plan.seed,
                "rungs": [rung.plain() for rung in result.rungs],
                "ratings": {bot: {"mu": mu, "sigma": s} for bot, (mu, s) in result.ratings.items()},
                "errors": len(result.errors),
            }
        )
    else:
        _print(terminal, args, result)
    return 1 if result.errors else 0


def _named(text: str) -> tuple[str, ...]:
    """Return the bots of a comma-separated list, each once."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",")))


def _print(terminal: Terminal, args: argparse.Namespace, result: ladder.Ladder) -> None:
    speaker = args.game.speaker(terminal.language)
    table = Table(box=None, padding=(0, 2))
    for heading in (T("Bot"), T("Seat"), T("Games"), T("Win rate"), T("95% interval")):
        table.add_column(terminal.word(heading))
    for rung in result.rungs:
        plain = rung.plain()
        table.add_row(
            escape(speaker.say(bots.title(rung.bot, args.game))),
            rung.seat,
            str(rung.games),
            speaker.percent(plain["win_rate"]),
            f"{speaker.percent(plain['win_rate_low'])} – {speaker.percent(plain['win_rate_high'])}",
        )
    terminal.console.print(table)
    for bot, (mu, sigma) in sorted(result.ratings.items(), key=lambda rating: -rating[1][0]):
        title = speaker.say(bots.title(bot, args.game))
        terminal.say(
            T(
                "Rating of {bot}: {mu} ± {sigma}",
                bot=title,
                mu=speaker.decimal(mu, 2),
                sigma=speaker.decimal(sigma, 2),
            )
        )


def run_train(terminal: Terminal, args: argparse.Namespace) -> int:
    """Train a network on games between bots."""
    if find_spec("torch") is None or find_spec("numpy") is None:
        raise BadOption(T("Learning needs more packages: {command}.", command=installing("train")))
    from chancery.arena import training

    game = args.game
    if game.search_hooks is None:
        raise BadOption(T("This game has no bot that looks ahead: there is nothing to train."))
    options = read_options(game, args.option)
    seats = game.seats(game.complete_options(options))
    hooks = game.search_hooks(game)
    path: Path = args.out or hooks.learned.path(hooks.mode(game.start(options, "")))
    bot = args.bot or bots.best(game)
    bots.make(bot, game, "")
    course = training.Course(game.name, options, (bot,) * len(seats), args.seed, args.games)
    files.make_room(path)  # fail early if it cannot be written
    with terminal.progress(game.name, args.games) as advance:
        card, text = training.learn(course, args.jobs, args.on, advance)
    files.write(path, text.encode(), files.OPEN)
    if args.json:
        terminal.json(card)
    else:
        speaker = game.speaker(terminal.language)
        terminal.say(
            T(
                "Learned from {games} games in {seconds} s: loss {loss} (untrained: {base})."
                " Written to {file}.",
                games=card["games"],
                seconds=f"{card['seconds']:.0f}",
                loss=speaker.decimal(card["loss"], 4),
                base=speaker.decimal(card["loss_knowing_nothing"], 4),
                file=str(path),
            )
        )
    return 0
