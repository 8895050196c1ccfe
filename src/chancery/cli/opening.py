"""How a game in the terminal begins: where it is kept, who plays, with which options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.markup import escape

from chancery import bots
from chancery.cli.files import Kept
from chancery.cli.record_verbs import (
    check_data,
    check_name,
    read_data,
    read_names,
    read_options,
    tell_kept,
)
from chancery.cli.terminal import Terminal
from chancery.core import BadOption, Fault, Game
from chancery.core.words import SeatName, T, Text
from chancery.table import Sitting

HUMAN = "human"
YES = ("y", "j", "s", "o")  # in the languages of the house


class Opened(NamedTuple):
    """A table that is ready."""

    sitting: Sitting
    kinds: tuple[str, ...]  # for each seat a bot or HUMAN
    kept: Kept


def keep_path(game: Game[Any, Any]) -> Path:
    """Where a game is kept when nobody says where."""
    base = os.environ.get("XDG_DATA_HOME")
    try:
        folder = Path(base) if base else Path.home() / ".local" / "share"
    except RuntimeError as error:  # a user of whom the system knows nothing
        problem = T("There is no home folder to save the game in; name a file with --file.")
        raise BadOption(problem) from error
    return folder / "chancery" / f"{game.name}.json"


def opened(terminal: Terminal, args: argparse.Namespace) -> Opened:
    """Go on with the kept game, or begin another and keep what was there beside it."""
    kept = Kept(args.file) if args.file else Kept(keep_path(args.game), usual=True)
    sitting = _unfinished(terminal, args, kept) if kept.path.exists() else None
    if sitting is not None:
        kinds = _kinds(args, sitting) if args.seats else _kept_kinds(terminal, sitting, kept.path)
        before = sitting.bots
        _sign(sitting, kinds)
        if sitting.bots != before:
            kept.save(sitting)
        return Opened(sitting, kinds, kept)
    sitting, kinds = _begun(terminal, args)
    tell_kept(terminal, kept.begin(sitting))
    return Opened(sitting, kinds, kept)


def _asked(terminal: Terminal, question: Text) -> str:
    """The first letter of an answer, small; nothing where nobody answers."""
    try:
        return terminal.console.input(escape(terminal.word(question))).strip().lower()[:1]
    except EOFError:
        return ""


# -- going on ------------------------------------------------------------------------------


def _unfinished(terminal: Terminal, args: argparse.Namespace, kept: Kept) -> Sitting | None:
    """The kept game, if it can go on and the player wants it; None: begin another."""
    file = str(kept.path)
    try:
        sitting = kept.load()
    except Fault as fault:
        if args.file is not None:
            raise
        terminal.fail(fault.text())
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
    given = {
        "--option": args.option, "--data": args.data, "--names": args.names, "--seed": args.seed
    }  # fmt: skip
    left = [name for name, value in given.items() if value]
    if left:
        names = ", ".join(left)
        terminal.say(T("The game continues as it began, ignoring {options}.", options=names))
    return sitting


def _kept_kinds(terminal: Terminal, sitting: Sitting, path: Path) -> tuple[str, ...]:
    """Who plays which seat of a kept game."""
    known = bots.names(sitting.game)
    if sitting.bots:
        for kind in sitting.bots:
            if kind is not None and kind not in known:
                raise BadOption(
                    T(
                        "{file}: there is no bot {name}; say with --seats who plays.",
                        file=str(path),
                        name=kind[:40],
                    )
                )
        return tuple(kind or HUMAN for kind in sitting.bots)
    # Records of old do not tell, but bots signed with their kind; people may do that, too.
    signed = [name.rpartition("(")[2].rstrip(")") for name in sitting.names]
    if any(kind in known for kind in signed):
        names = ", ".join(n for n, kind in zip(sitting.names, signed, strict=True) if kind in known)
        if _asked(terminal, T("Are {names} played by bots? [Y/n] ", names=names)) != "n":
            return tuple(kind if kind in known else HUMAN for kind in signed)
    return (HUMAN,) * len(sitting.seats)


# -- beginning -----------------------------------------------------------------------------


def _begun(terminal: Terminal, args: argparse.Namespace) -> tuple[Sitting, tuple[str, ...]]:
    """A new table, asking only for what the command line leaves open."""
    game = args.game
    options = read_options(game, args.option)
    data = read_data(args.data)
    check_data(game, args.data, data)
    if args.seats is None and not args.option:
        options = _ask_options(terminal, game)
    seats = game.seats(game.settle(options))
    given = list(read_names(args.names, seats))
    sitting = Sitting(game, options, args.seed, data=data)
    kinds = _ask_kinds(terminal, game, seats) if args.seats is None else _kinds(args, sitting)
    sitting.names = tuple(_names(terminal, sitting, kinds, given, ask=args.seats is None))
    _sign(sitting, kinds)
    return sitting, kinds


def _sign(sitting: Sitting, kinds: Sequence[str]) -> None:
    """The record says who is a bot."""
    sitting.bots = tuple(None if kind == HUMAN else kind for kind in kinds)


def _kinds(args: argparse.Namespace, sitting: Sitting) -> tuple[str, ...]:
    kinds = tuple(kind.strip() for kind in args.seats.split(","))
    if len(kinds) != len(sitting.seats):
        raise BadOption(T("There are {n} seats; name who plays each.", n=len(sitting.seats)))
    for kind in kinds:
        if kind != HUMAN:
            bots.make(kind, sitting.game, "")
    return kinds


def _ask_options(terminal: Terminal, game: Game[Any, Any]) -> dict[str, object]:
    """The number of players is asked for; the rest has `--option`."""
    speaker = game.speaker(terminal.language)
    for option in game.options:
        if option.name == "players":
            values = "/".join(str(value) for value in option.values)
            label = f"{speaker.say(option.title)} ({values}) [{option.default}]: "
            while True:
                answer = terminal.console.input(escape(label)).strip()
                try:
                    return {"players": option.read(answer) if answer else option.default}
                except BadOption as fault:
                    terminal.fail(fault.text())
    return {}


def _ask_kinds(terminal: Terminal, game: Game[Any, Any], seats: Sequence[str]) -> tuple[str, ...]:
    """How many people sit at this screen; the house's best bot takes the other seats."""
    question = T("Players at this screen (1–{n}) [1]: ", n=len(seats))
    while True:
        answer = terminal.console.input(escape(terminal.word(question))).strip() or "1"
        if answer.isdecimal() and 1 <= int(answer[:9]) <= len(seats):
            people = int(answer[:9])
            return (HUMAN,) * people + (bots.best(game),) * (len(seats) - people)
        terminal.fail(T("Please type a number from 1 to {n}.", n=len(seats)))


def _names(
    terminal: Terminal, sitting: Sitting, kinds: Sequence[str], given: list[str], ask: bool
) -> list[str]:
    """Names for people; bots are called by their colour and kind."""
    speaker = terminal.speaker(sitting)
    for seat, kind in enumerate(kinds):
        title = speaker.word(SeatName(seat))
        if kind != HUMAN:
            given[seat] = f"{given[seat] or title} ({kind})"
        elif ask and not given[seat]:
            given[seat] = _ask_name(terminal, title)
    return given


def _ask_name(terminal: Terminal, title: str) -> str:
    label = terminal.word(T("Name of {seat} [{seat}]: ", seat=title))
    while True:
        name = terminal.console.input(escape(label)).strip()[:40]
        try:
            check_name(name)
        except BadOption as fault:
            terminal.fail(fault.text())
        else:
            return name
