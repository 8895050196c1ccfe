"""Opens a game in the terminal: file, players and options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.markup import escape

from chancery import bots
from chancery.cli.files import SavedGame
from chancery.cli.record_verbs import (
    check_data,
    check_name,
    read_data,
    read_names,
    read_options,
    tell_kept,
)
from chancery.cli.terminal import Terminal
from chancery.core import BadOption, Game, UserError
from chancery.core.words import SeatName, T, Text
from chancery.table import Sitting

HUMAN = "human"
YES = ("y", "j", "s", "o")  # in the four languages


class Opened(NamedTuple):
    """A table that is ready to be played."""

    sitting: Sitting
    kinds: tuple[str, ...]  # the bot of each seat, or HUMAN
    saved_game: SavedGame


def keep_path(game: Game[Any, Any]) -> Path:
    """Return the default file of a game."""
    base = os.environ.get("XDG_DATA_HOME")
    try:
        folder = Path(base) if base else Path.home() / ".local" / "share"
    except RuntimeError as error:  # a user without a home folder
        problem = T("There is no home folder to save the game in; name a file with --file.")
        raise BadOption(problem) from error
    return folder / "chancery" / f"{game.name}.json"


def opened(terminal: Terminal, args: argparse.Namespace) -> Opened:
    """Continue the saved game, or begin a new one and keep the old file beside it."""
    saved_game = (
        SavedGame(args.file) if args.file else SavedGame(keep_path(args.game), is_default=True)
    )
    sitting = _unfinished(terminal, args, saved_game) if saved_game.path.exists() else None
    if sitting is not None:
        kinds = (
            _kinds(args, sitting) if args.seats else _kept_kinds(terminal, sitting, saved_game.path)
        )
        before = sitting.bots
        _sign(sitting, kinds)
        if sitting.bots != before:
            saved_game.save(sitting)
        return Opened(sitting, kinds, saved_game)
    sitting, kinds = _begun(terminal, args)
    tell_kept(terminal, saved_game.begin(sitting))
    return Opened(sitting, kinds, saved_game)


def _asked(terminal: Terminal, question: Text) -> str:
    """Return the first letter of an answer in lower case; empty without an answer."""
    try:
        return terminal.console.input(escape(terminal.word(question))).strip().lower()[:1]
    except EOFError:
        return ""


# -- going on ------------------------------------------------------------------------------


def _unfinished(
    terminal: Terminal, args: argparse.Namespace, saved_game: SavedGame
) -> Sitting | None:
    """Return the saved game if the player wants to continue it; None otherwise."""
    file = str(saved_game.path)
    try:
        sitting = saved_game.load()
    except UserError as error:
        if args.file is not None:
            raise
        terminal.fail(error.text())
        return None
    if sitting.game is not args.game or sitting.state.result is not None:
        places: dict[str, Any] = {"file": file, "game": sitting.game.title}
        over = sitting.state.result is not None
        question = (
            T("{file} contains a finished game of {game}. Start a new one? [y/N] ", **places)
            if over
            else T("{file} contains a game of {game}. Start a new one? [y/N] ", **places)
        )
        if args.file is not None and _asked(terminal, question) not in YES:
            raise BadOption(T("{file} stays as it is; name another file.", file=file))
        return None
    if args.file is None:
        question = T("There is an unfinished game in {file}. Continue it? [Y/n] ", file=file)
        if _asked(terminal, question) == "n":
            return None
    given_anyway = {
        "--option": args.option, "--data": args.data, "--names": args.names, "--seed": args.seed
    }  # fmt: skip
    ignored = [name for name, value in given_anyway.items() if value]
    if ignored:
        names = ", ".join(ignored)
        terminal.say(T("The game continues as it began, ignoring {options}.", options=names))
    return sitting


def _kept_kinds(terminal: Terminal, sitting: Sitting, path: Path) -> tuple[str, ...]:
    """Return who plays each seat of a saved game."""
    known = bots.names(sitting.game)
    if sitting.bots:
        for kind in sitting.bots:
            if kind is not None and kind not in known:
                raise BadOption(
                    T(
                        "{file}: there is no bot {name}; name the players with --seats.",
                        file=str(path),
                        name=kind[:40],
                    )
                )
        return tuple(kind or HUMAN for kind in sitting.bots)
    # Old records do not say who was a bot, but bots had the name of their kind; so may people.
    signed = [name.rpartition("(")[2].rstrip(")") for name in sitting.names]
    if any(kind in known for kind in signed):
        names = ", ".join(n for n, kind in zip(sitting.names, signed, strict=True) if kind in known)
        if _asked(terminal, T("Are {names} played by bots? [Y/n] ", names=names)) != "n":
            return tuple(kind if kind in known else HUMAN for kind in signed)
    return (HUMAN,) * len(sitting.seats)


# -- beginning -----------------------------------------------------------------------------


def _begun(terminal: Terminal, args: argparse.Namespace) -> tuple[Sitting, tuple[str, ...]]:
    """Open a new table, asking only for what the command line leaves open."""
    game = args.game
    options = read_options(game, args.option)
    data = read_data(args.data)
    check_data(game, args.data, data)
    if args.seats is None and not args.option:
        options = _ask_options(terminal, game)
    seats = game.seats(game.complete_options(options))
    names = list(read_names(args.names, seats))
    sitting = Sitting(game, options, args.seed, data=data)
    kinds = _ask_kinds(terminal, game, seats) if args.seats is None else _kinds(args, sitting)
    sitting.names = tuple(_names(terminal, sitting, kinds, names, ask=args.seats is None))
    _sign(sitting, kinds)
    return sitting, kinds


def _sign(sitting: Sitting, kinds: Sequence[str]) -> None:
    """Note in the record which seats are bots."""
    sitting.bots = tuple(None if kind == HUMAN else kind for kind in kinds)


def _kinds(args: argparse.Namespace, sitting: Sitting) -> tuple[str, ...]:
    kinds = tuple(kind.strip() for kind in args.seats.split(","))
    if len(kinds) != len(sitting.seats):
        raise BadOption(T("There are {n} seats; name a player for each.", n=len(sitting.seats)))
    for kind in kinds:
        if kind != HUMAN:
            bots.make(kind, sitting.game, "")
    return kinds


def _ask_options(terminal: Terminal, game: Game[Any, Any]) -> dict[str, object]:
    """Ask for the number of players; other options come from `--option`."""
    speaker = game.speaker(terminal.language)
    for option in game.options:
        if option.name == "players":
            values = "/".join(str(value) for value in option.values)
            label = f"{speaker.say(option.title)} ({values}) [{option.default}]: "
            while True:
                answer = terminal.console.input(escape(label)).strip()
                try:
                    return {"players": option.read(answer) if answer else option.default}
                except BadOption as error:
                    terminal.fail(error.text())
    return {}


def _ask_kinds(terminal: Terminal, game: Game[Any, Any], seats: Sequence[str]) -> tuple[str, ...]:
    """Ask how many people play at this screen; the default bot takes the other seats."""
    question = T("Players at this screen (1–{n}) [1]: ", n=len(seats))
    while True:
        answer = terminal.console.input(escape(terminal.word(question))).strip() or "1"
        if answer.isdecimal() and 1 <= int(answer[:9]) <= len(seats):
            people = int(answer[:9])
            return (HUMAN,) * people + (bots.best(game),) * (len(seats) - people)
        terminal.fail(T("Please type a number from 1 to {n}.", n=len(seats)))


def _names(
    terminal: Terminal, sitting: Sitting, kinds: Sequence[str], names: list[str], ask: bool
) -> list[str]:
    """Ask for the names of people; bots are called by seat and kind."""
    speaker = terminal.speaker(sitting)
    for seat, kind in enumerate(kinds):
        title = speaker.word(SeatName(seat))
        if kind != HUMAN:
            names[seat] = f"{names[seat] or title} ({kind})"
        elif ask and not names[seat]:
            names[seat] = _ask_name(terminal, title)
    return names


def _ask_name(terminal: Terminal, title: str) -> str:
    label = terminal.word(T("Name of {seat} [{seat}]: ", seat=title))
    while True:
        name = terminal.console.input(escape(label)).strip()[:40]
        try:
            check_name(name)
        except BadOption as error:
            terminal.fail(error.text())
        else:
            return name
