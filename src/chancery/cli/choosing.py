"""Which game a verb is about: an installed one by its name, or one in a file or folder."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chancery import games
from chancery.conformance.written import check_written
from chancery.core import BadOption, Fault, Game, Refusal, T, Text
from chancery.core.did_you_mean import Nearest
from chancery.core.game_checks import BadGame, explain


def no_game(name: str) -> Text:
    """That there is no game of this name, and how one comes to be there."""
    near = Nearest(games.names()).find(name)
    return T(
        "there is no game {name}; there are {known}{hint} One of another package is there when that"
        " is installed and has an entry point chancery.games; conformance, play and arena take one"
        " that is not installed with --module PATH.",
        name=name[:40],
        known=", ".join(games.names()),
        hint=T("; did you mean {near}?", near=near) if near else ".",
    )


def chosen(args: argparse.Namespace) -> Game[Any, Any]:
    """The game named on the command line, or that of `--module`; BadGame if it lacks something."""
    if (args.game is None) == (args.module is None):
        raise BadOption(T("Name an installed game, or a file or folder with --module."))
    if args.module is not None:
        return games.bring(args.module)
    try:
        return games.find(args.game)
    except games.NoGame as error:
        raise BadOption(no_game(args.game)) from error


@contextmanager
def played(args: argparse.Namespace) -> Iterator[None]:
    """Play the chosen game in here, as `args.game`; its author is told in a sentence what fails.

    What is installed is not looked through: it is there to be played.
    """
    try:
        args.game = chosen(args)
        if args.module is not None:
            check_written(args.game)
    except BadGame as fault:
        problem = "; ".join(fault.problems)
        raise BadOption(
            T("What is written cannot be played: {problem}", problem=problem)
        ) from fault
    try:
        yield
    except (Fault, Refusal, OSError, EOFError):
        raise
    except Exception as error:  # whatever somebody's game does that is not finished
        if args.module is None:
            raise
        raise Fault(
            T(
                "The game breaks: {problem}. chancery conformance --module {path} -v shows where.",
                problem=explain(error, str(args.game.folder)),
                path=str(args.module),
            )
        ) from error
