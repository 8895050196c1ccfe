"""`chancery conformance`: a game put through the whole suite, and what is wrong with it."""

from __future__ import annotations

import argparse
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from chancery import games
from chancery.cli.terminal import Terminal
from chancery.conformance.trial import Trial, try_game
from chancery.conformance.written import explain
from chancery.core import BadOption, Game, T
from chancery.core.game_checks import BadGame

GOOD, BAD = 0, 1


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """Everything, up to the first failure; exit code 1 if there is one."""
    if (args.game is None) == (args.module is None):
        raise BadOption(T("Name an installed game, or a file or folder with --module."))
    try:
        game = _installed(args.game) if args.module is None else _of_module(args.module)
    except BadGame as fault:
        return _not_loaded(terminal, args, fault)
    walks = args.walks if args.only is None else 1
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=terminal.errors, transient=True) as bar:
        task = bar.add_task(str(game.name), total=walks)
        trial = try_game(
            game, walks, args.seed,
            damaged=args.damaged, only=args.only, tell=lambda: bar.advance(task),
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


def _not_loaded(terminal: Terminal, args: argparse.Namespace, fault: BadGame) -> int:
    if args.json:
        failure = {"check": "written", "problems": fault.problems}
        terminal.json({"game": args.game or str(args.module), "failure": failure})
    else:
        terminal.say(T("What is written cannot be played:"))
        for problem in fault.problems:
            terminal.say(T("  {problem}", problem=problem))
    if args.verbose:
        _show(terminal, fault.__cause__ or fault)
    return BAD


def _show(terminal: Terminal, error: BaseException) -> None:
    terminal.errors.out("".join(traceback.format_exception(error)), highlight=False)


def _installed(name: str) -> Game[Any, Any]:
    try:
        return games.find(name)
    except LookupError as error:
        known = ", ".join(games.names())
        raise BadOption(
            T("there is no game {name}; there are {known}", name=name[:40], known=known)
        ) from error


def _of_module(path: Path) -> Game[Any, Any]:
    """The `GAME` of a file, or of a folder that is a package, installed or not."""
    home = path.resolve()
    if not home.exists():
        raise FileNotFoundError(2, "no such file or folder", str(path))
    if home.name == "__init__.py":
        home = home.parent
    root, name = home.parent, home.stem
    while (root / "__init__.py").exists():  # a module of a package is loaded as such
        root, name = root.parent, f"{root.name}.{name}"
    sys.path.insert(0, str(root))
    try:
        module = import_module(name)
    except Exception as error:  # whatever is written there
        problem = explain(error, str(home))
        raise BadGame(name, [f"it cannot be loaded ({problem})"]) from error
    file = Path(str(getattr(module, "__file__", ""))).resolve()
    if home not in (file, file.parent):
        raise BadGame(name, [f"another module is called {name}: it needs another name"])
    if not isinstance(getattr(module, "GAME", None), Game):
        raise BadGame(name, ["it has no `GAME`, an instance of a subclass of Game"])
    game: Game[Any, Any] = module.GAME
    return game
