"""Verbs on record files, for playing by mail and for scripts."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from chancery import bots, games, installing
from chancery.cli import files
from chancery.cli.streams import has_control, one_line
from chancery.cli.terminal import Terminal
from chancery.core import BadOption, Game, UserError
from chancery.core.options import spell
from chancery.core.words import TN, SeatName, Speaker, T
from chancery.table import BadRecord, Sitting, record

WIDEST = 10_000  # pixels of a PNG; more would take gigabytes of memory


def read_options(game: Game[Any, Any], pairs: Sequence[str]) -> dict[str, object]:
    """Return the options of NAME=VALUE texts; BadOption for unknown ones."""
    known = {option.name: option for option in game.options}
    chosen: dict[str, object] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise BadOption(T("{text} does not have the form NAME=VALUE.", text=pair[:40]))
        chosen[name] = known[name].read(value) if name in known else value
    game.complete_options(chosen)
    return chosen


def read_data(path: Path | None) -> str | None:
    """Return the text of the data file, if one was given."""
    return None if path is None else files.read(path)


def check_data(game: Game[Any, Any], path: Path | None, text: str | None) -> None:
    """Check a data file; a UserError names the file."""
    if path is not None:
        with files.about(path):
            game.load_data(text)


def read_names(text: str, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the seats; a seat without one keeps its title."""
    names = [name.strip()[:60] for name in text.split(",")] if text else []
    if len(names) > len(seats):
        raise BadOption(TN("There is only {n} seat.", "There are only {n} seats.", len(seats)))
    for name in names:
        check_name(name)
    return tuple(names + [""] * (len(seats) - len(names)))


def check_name(name: str) -> None:
    """Raise BadOption for a name with control characters."""
    if has_control(name):
        raise BadOption(T("{name}: a name cannot contain control characters", name=one_line(name)))


def list_games(terminal: Terminal, args: argparse.Namespace) -> int:
    """List the games, or everything about one."""
    if args.game is None:
        for name in games.names():
            title = games.find(name).speaker(terminal.language).say(games.find(name).title)
            terminal.console.print(f"[bold]{name}[/]  {escape(title)}")
        return 0
    game = args.game
    if args.show_data:
        data = game.shipped_data()
        if data is None:
            terminal.say(T("This game has no data file."))
        else:
            terminal.document(data.rstrip("\n"))
        return 0
    speaker = game.speaker(terminal.language)
    terminal.console.print(f"[bold]{escape(speaker.say(game.title))}[/]")
    terminal.say(T("rules version {n}", n=game.rules))
    terminal.say(T("bots: {names}", names="; ".join(_bots(game, speaker))))
    table = Table.grid(padding=(0, 2))
    for option in game.options:
        table.add_row(f"[bold]--option {option.name}=[/]", escape(speaker.say(option.title)))
        for value, meaning in option.values.items():
            default = terminal.word(T("(default)")) if value == option.default else ""
            words = escape(speaker.say(meaning))
            table.add_row(f"    {spell(value)}", f"{words} [dim]{default}[/]")
    terminal.console.print(table)
    return 0


def _bots(game: Game[Any, Any], speaker: Speaker) -> Iterator[str]:
    """Yield a line for each bot: the name to type, title and strength."""
    for name in bots.offered(game):
        introduction = speaker.say(bots.introduced(name, game))
        yield name if introduction == name else f"{name} ({introduction})"


def new(terminal: Terminal, args: argparse.Namespace) -> int:
    """Open a table and write its record."""
    game = args.game
    if args.file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(args.file))
    if args.file.exists() and not args.force:
        raise _exists(terminal, args.file)
    sitting = _begun(args) if args.position is None else _placed(args)
    sitting.names = read_names(args.names, sitting.seats)
    data = files.contents(sitting)
    files.make_room(args.file)
    previous = files.replace(args.file, data) if args.force else None
    if not args.force:
        files.write(args.file, data, fresh=True)
    terminal.meet(sitting)
    terminal.say(
        T("{file} is a table for {game}.", file=str(args.file), game=game.title),
    )
    warning = T(
        "The file contains everything, hidden cards included: share it only with people you trust."
    )
    terminal.say(warning)
    tell_kept(terminal, previous)
    _waiting(terminal, sitting)
    return 0


def _begun(args: argparse.Namespace) -> Sitting:
    """Return a new table after its set-up."""
    options = read_options(args.game, args.option)
    data = read_data(args.data)
    check_data(args.game, args.data, data)
    return Sitting(args.game, options, args.seed, data=data)


def _placed(args: argparse.Namespace) -> Sitting:
    """Return a table that starts from a position file with its own options and data."""
    for name, value in (("--option", args.option), ("--data", args.data)):
        if value:
            raise BadOption(
                T("A position has its own options and data: leave out {option}.", option=name)
            )
    position = files.read_json(args.position)
    with files.about(args.position):
        if position is None:
            raise UserError(
                T(
                    "the file holds only null, so there is no position to start from; “chancery"
                    " show RECORD --position” writes one"
                )
            )
        sitting = Sitting(args.game, seed=args.seed, position=position)
        record.loads(record.dumps(sitting), lambda name: args.game)
    return sitting


def _exists(terminal: Terminal, path: Path) -> FileExistsError:
    problem = T(
        "the file already exists; --force overwrites it and keeps the old one under another name"
    )
    return FileExistsError(errno.EEXIST, terminal.word(problem), str(path))


def tell_kept(terminal: Terminal, previous: Path | None) -> None:
    """Say where the previous contents of a file are kept."""
    if previous is not None:
        terminal.say(T("The previous version is kept in {file}.", file=str(previous)))


def load(terminal: Terminal, path: Path) -> Sitting:
    """Load a record file and use the names of its players."""
    sitting = files.load(path)
    terminal.meet(sitting)
    return sitting


def legal(terminal: Terminal, args: argparse.Namespace) -> int:
    """List the legal actions."""
    sitting = load(terminal, args.file)
    asked = [question.seat for question in sitting.state.asked]
    seats = asked if args.seat is None else [terminal.seat(sitting, args.seat)]
    if args.json:
        terminal.json({sitting.seats[seat]: _listed(terminal, sitting, seat) for seat in seats})
        return 0
    for seat in seats:
        _ask(terminal, sitting, seat)
    if not asked or (args.seat is not None and seats[0] not in asked):
        _waiting(terminal, sitting)
    return 0


def _listed(terminal: Terminal, sitting: Sitting, seat: int) -> dict[str, Any]:
    """Return the question of a seat and its answers as JSON."""
    asked = terminal.seated(sitting, seat).asked
    return {
        "question": sitting.question(seat),
        "legal": [str(action) for action in sitting.state.legal(seat)],
        "closing": sorted(str(action) for action in sitting.closing(seat)),
        "final": sorted(c.action.text for c in asked.choices if c.final) if asked else [],
    }


def act(terminal: Terminal, args: argparse.Namespace) -> int:
    """Play actions for a seat in a record file."""
    with files.changing(args.file) as sitting:
        terminal.meet(sitting)
        seat = terminal.seat(sitting, args.seat)
        before = len(sitting.events(seat))
        steps = [part for text in args.actions for part in text.split(";") if part.strip()]
        played = sitting.act(seat, steps)
    terminal.story(terminal.seated(sitting, seat), before)
    if played.left:
        skipped = "; ".join(step.strip() for step in steps[-played.left :])
        terminal.say(
            T("Not played, because new information came up first: {actions}", actions=skipped)
        )
    _waiting(terminal, sitting)
    return 0


def undo(terminal: Terminal, args: argparse.Namespace) -> int:
    """Undo the last action of a seat in a record file."""
    with files.changing(args.file) as sitting:
        terminal.meet(sitting)
        seat = terminal.seat(sitting, args.seat)
        (sitting.cancel if args.whole else sitting.undo)(seat)
    terminal.say(T("Undone."))
    _waiting(terminal, sitting)
    return 0


def show(terminal: Terminal, args: argparse.Namespace) -> int:
    """Show the table as a seat sees it."""
    sitting = load(terminal, args.file)
    seat = None if args.seat is None else terminal.seat(sitting, args.seat)
    seated = terminal.seated(sitting, seat)
    if args.position or args.json:
        plain = sitting.state.plain()
        if not args.position:
            plain = seated.view.plain()
        terminal.json(plain)
        return 0
    if args.svg or args.png is not None:
        picture = sitting.game.face.picture(seated.view, seated.speaker)
        if picture is None:
            raise BadOption(T("This game has no picture yet."))
        if args.png is not None:
            _save_png(terminal, args, picture, sitting.game.face.fonts)
        else:
            terminal.document(_darkened(picture) if args.dark else picture)
        return 0
    terminal.position(seated)
    if seat is not None and sitting.state.question(seat) is not None:
        _ask(terminal, sitting, seat)
    else:
        _waiting(terminal, sitting)
    return 0


def _darkened(picture: str) -> str:
    """Return a picture in dark colours, by both ways that style sheets use."""
    return picture.replace("<svg ", '<svg data-theme="dark" style="color-scheme: dark" ', 1)


def _save_png(
    terminal: Terminal, args: argparse.Namespace, picture: str, fonts: Mapping[str, Path]
) -> None:
    try:
        from chancery.cli.png import render
    except ImportError as error:
        problem = T("A PNG needs more packages: {command}.", command=installing("png"))
        raise BadOption(problem) from error
    if args.png.exists() and args.png.samefile(args.file):
        raise BadOption(T("The picture would overwrite the record."))
    if args.png.is_file() and not args.force:
        raise _exists(terminal, args.png)
    data = render(picture, args.width, args.dark, fonts)
    previous = files.replace(args.png, data, files.OPEN)
    terminal.say(T("{file} is a picture of the table.", file=str(args.png)))
    tell_kept(terminal, previous)


def replay(terminal: Terminal, args: argparse.Namespace) -> int:
    """Show the story, or the position at a point of it."""
    sitting = load(terminal, args.file)
    seat = None if args.seat is None else terminal.seat(sitting, args.seat)
    if args.to is None:
        terminal.story(terminal.seated(sitting, seat))
        _waiting(terminal, sitting)
        return 0
    if not 0 <= args.to <= len(sitting.log):
        raise BadOption(T("Choose a line from 0 to {n}.", n=len(sitting.log)))
    terminal.position(terminal.seated(sitting, seat).at(args.to))
    return 0


def check(terminal: Terminal, args: argparse.Namespace) -> int:
    """Check a record by replaying it."""
    sitting = load(terminal, args.file)
    terminal.say(
        T(
            "The record is sound: {game}, rules version {rules}, lines in the log: {n}.",
            game=sitting.game.title,
            rules=sitting.state.rules,
            n=len(sitting.log),
        )
    )
    _check_chance(terminal, sitting, args.commitment)
    _waiting(terminal, sitting)
    return 0


def _check_chance(terminal: Terminal, sitting: Sitting, noted: str | None) -> None:
    """Check that all chance came from the committed seed."""
    commitment = sitting.commitment
    if commitment is None:
        if noted is not None:
            raise BadRecord(T("The record has no seed: its chance cannot be compared."))
        terminal.say(
            T("The record has no seed: it is impossible to tell where its chance came from.")
        )
        return
    if noted is not None and noted.strip().lower() != commitment:
        raise BadRecord(
            T(
                "Chance in this record is not what was promised: its seed has the digest {found},"
                " not {noted}.",
                found=commitment,
                noted=noted.strip()[:80],
            )
        )
    terminal.say(
        T("All chance in it came from one seed, with the digest {found}.", found=commitment)
    )
    if noted is not None:
        terminal.say(T("That is the digest that was shown: chance was fixed from the start."))
    elif sitting.committed:
        terminal.say(T("The record says that it was shown from the start; did you see the same?"))


def _ask(terminal: Terminal, sitting: Sitting, seat: int) -> None:
    if sitting.state.question(seat) is not None:
        terminal.question(terminal.seated(sitting, seat))


def _waiting(terminal: Terminal, sitting: Sitting) -> None:
    if sitting.state.result is not None:
        terminal.outcome(sitting)
        return
    for asked in sitting.state.asked:
        terminal.say(
            T(
                "Waiting for {seat} ({name}): {phase}",
                seat=SeatName(asked.seat),
                name=sitting.seats[asked.seat],
                phase=sitting.state.phases[-1].title,
            )
        )
