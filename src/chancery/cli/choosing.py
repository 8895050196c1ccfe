"""Finds the game of a verb: an installed one by its name, or one in a file or folder."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chancery import games
from chancery.conformance.static_checks import check_statically
from chancery.core import BadOption, Game, Refusal, T, Text, UserError
from chancery.core.did_you_mean import Nearest
from chancery.core.game_checks import BadGame, explain


def no_game(name: str) -> Text:
    """Return the message that a game is not installed, and how to install one."""
    nearest = Nearest(games.names()).find(name)
    return T(
        "there is no game {name}; there are {known}{hint} A game of another package appears once"
        " that package is installed with an entry point chancery.games; conformance, coverage,"
        " play and arena take an uninstalled one with --module PATH.",
        name=name[:40],
        known=", ".join(games.names()),
        hint=T("; did you mean {near}?", near=nearest) if nearest else ".",
    )


def chosen(args: argparse.Namespace) -> Game[Any, Any]:
    """Return the game named on the command line or by `--module`; BadGame if it is incomplete."""
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
    """Run a verb with the chosen game as `args.game`, and report its errors in one sentence.

    Only games from files are checked statically; installed ones are trusted.
    """
    try:
        args.game = chosen(args)
        if args.module is not None:
            check_statically(args.game)
    except BadGame as error:
        problem = "; ".join(error.problems)
        raise BadOption(
            T("The game’s code cannot be played: {problem}", problem=problem)
        ) from error
    try:
        yield
    except (UserError, Refusal, OSError, EOFError):
        raise
    except Exception as error:  # an unfinished game may raise anything
        if args.module is None:
            raise
        raise UserError(
            T(
                "The game breaks: {problem}. chancery conformance --module {path} -v shows where.",
                problem=explain(error, str(args.game.folder)),
                path=str(args.module),
            )
        ) from error
