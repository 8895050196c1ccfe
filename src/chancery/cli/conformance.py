"""`chancery conformance`: runs the whole conformance suite on a game."""

from __future__ import annotations

import argparse
import traceback

from chancery.cli import choosing
from chancery.cli.terminal import Terminal
from chancery.conformance.trial import Trial, try_game
from chancery.core import T
from chancery.core.game_checks import BadGame

GOOD, BAD = 0, 1


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """Run all checks up to the first failure; return 1 if there is one."""
    try:
        game = choosing.chosen(args)
    except BadGame as error:
        return _not_loaded(terminal, args, error)
    walks = args.walks if args.only is None else 1
    with terminal.progress(str(game.name), walks) as advance:
        trial = try_game(
            game, walks, args.seed,
            damaged=args.damaged, only=args.only, tell=lambda: advance(1),
        )  # fmt: skip
    return _report(terminal, args, trial)


def _report(terminal: Terminal, args: argparse.Namespace, trial: Trial) -> int:
    if args.json:
        terminal.json(trial.plain())
    else:
        for line in trial.told():
            terminal.say(line)
    if trial.failure is None:
        return GOOD
    if args.verbose:
        _show(terminal, trial.failure.error)
    return BAD


def _not_loaded(terminal: Terminal, args: argparse.Namespace, error: BadGame) -> int:
    if args.json:
        failure = {"check": "written", "problems": error.problems}
        terminal.json({"game": args.game or str(args.module), "failure": failure})
    else:
        terminal.say(T("The game’s code cannot be played:"))
        for problem in error.problems:
            terminal.say(T("  {problem}", problem=problem))
    if args.verbose:
        _show(terminal, error.__cause__ or error)
    return BAD


def _show(terminal: Terminal, error: BaseException) -> None:
    terminal.errors.out("".join(traceback.format_exception(error)), highlight=False)
