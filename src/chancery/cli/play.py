"""`chancery play`: a game in the terminal, people and bots at one screen."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape

from chancery import bots
from chancery.cli import files
from chancery.cli.tables import read_data, read_names, read_options
from chancery.cli.terminal import Terminal, refusal_text
from chancery.core import Action, BadOption, Game, Refusal
from chancery.core.words import SeatName, T, Text
from chancery.table import BadRecord, Sitting

try:
    import readline
except ImportError:  # a terminal without line editing is still a terminal
    readline = None  # type: ignore[assignment]

HUMAN = "human"


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """Open a table or go on with one, and play until it is over or somebody leaves."""
    try:
        screen = _resume(terminal, args) or _open(terminal, args)
        screen.play()
    except (EOFError, KeyboardInterrupt):
        terminal.console.print()
    return 0


def keep_path(game: Game[Any, Any]) -> Path:
    """Where a game is kept when nobody says where."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "chancery" / f"{game.name}.json"


def _resume(terminal: Terminal, args: argparse.Namespace) -> Screen | None:
    """Go on with the kept game, if there is an unfinished one and the player wants to."""
    path = args.file or keep_path(args.game)
    if not path.exists():
        return None
    try:
        sitting = files.load(path)
    except BadRecord as fault:
        if args.file is not None:
            raise
        aside = path.with_suffix(".broken")
        path.replace(aside)
        terminal.fail(fault.text())
        terminal.say(T("The kept game is put aside as {file}.", file=str(aside)))
        return None
    if sitting.state.result is not None or sitting.game is not args.game:
        return None
    if args.file is None:
        question = T("An unfinished game is kept in {file}. Go on with it? [Y/n] ", file=str(path))
        if terminal.console.input(escape(terminal.word(question))).strip().lower()[:1] == "n":
            return None
    kinds = _kinds(terminal, args, sitting) if args.seats else _kept_kinds(sitting)
    return Screen(terminal, sitting, kinds, path)


def _kept_kinds(sitting: Sitting) -> tuple[str, ...]:
    """Who plays which seat of a kept game: bots sign with their kind."""
    known = bots.names(sitting.game)
    kinds = [name.rpartition("(")[2].rstrip(")") for name in sitting.names]
    return tuple(kind if kind in known else HUMAN for kind in kinds)


def _open(terminal: Terminal, args: argparse.Namespace) -> Screen:
    """A new table, asking only for what the command line leaves open."""
    game = args.game
    options = read_options(game, args.option)
    if args.seats is None and not args.option:
        options = _ask_options(terminal, game)
    seats = game.seats(game.settle(options))
    sitting = Sitting(game, options, args.seed, data=read_data(args.data))
    if args.seats is None:
        kinds = _ask_kinds(terminal, game, seats)
    else:
        kinds = _kinds(terminal, args, sitting)
    given = list(read_names(args.names, seats))
    sitting.names = tuple(_names(terminal, sitting, kinds, given, ask=args.seats is None))
    return Screen(terminal, sitting, kinds, args.file or keep_path(game))


def _kinds(terminal: Terminal, args: argparse.Namespace, sitting: Sitting) -> tuple[str, ...]:
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
    question = T("People at this screen (1–{n}) [1]: ", n=len(seats))
    while True:
        answer = terminal.console.input(escape(terminal.word(question))).strip() or "1"
        if answer.isdigit() and 1 <= int(answer) <= len(seats):
            people = int(answer)
            return (HUMAN,) * people + (bots.names(game)[-1],) * (len(seats) - people)
        terminal.fail(T("A number from 1 to {n}, please.", n=len(seats)))


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
            label = terminal.word(T("Name of {seat} [{seat}]: ", seat=title))
            given[seat] = terminal.console.input(escape(label)).strip()[:40].replace("(", "")
    return given


class Screen:
    """One screen with everybody before it."""

    def __init__(
        self, terminal: Terminal, sitting: Sitting, kinds: Sequence[str], path: Path
    ) -> None:
        self.terminal = terminal
        self.console = terminal.console
        self.sitting = sitting
        terminal.meet(sitting)
        self.path = path
        self.people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        seed = sitting.seed or str(sitting.luck)
        self.bots = {
            seat: bots.make(kind, sitting.game, f"{seed}:{seat}")
            for seat, kind in enumerate(kinds)
            if kind != HUMAN
        }
        self.adviser = bots.make(bots.names(sitting.game)[-1], sitting.game, f"{seed}:hint")
        self.told: dict[int, int] = {}  # for each person, how many events they have read
        self.before_curtain: int | None = None

    def play(self) -> None:
        """Until the game is over."""
        files.save(self.sitting, self.path)
        while self.sitting.state.asked:
            asked = self.sitting.state.asked
            waiting = [question.seat for question in asked]
            machines = [seat for seat in waiting if seat in self.bots]
            if machines:
                self._bot_turn(machines[0])
            else:
                self._turn(waiting[0])
            files.save(self.sitting, self.path)
        self._end()

    def _bot_turn(self, seat: int) -> None:
        state = self.sitting.state
        question = state.question(seat)
        assert question is not None
        action = self.bots[seat].choose(state.view(seat), question, state.legal(seat))
        self.sitting.act(seat, action)

    def _turn(self, seat: int) -> None:
        """One decision of one person, with as many looks around as wanted."""
        self._curtain(seat)
        self.show(seat)
        while True:
            state = self.sitting.state
            legal = state.legal(seat)
            self._complete([str(action) for action in legal])
            line = self.console.input("[bold]>[/] ").strip()
            if not line or self._command(seat, line):
                if self.sitting.state is not state:
                    return
                continue
            steps = self._steps(line, legal)
            try:
                played = self.sitting.act(seat, steps)
            except Refusal as refusal:
                self.terminal.fail(refusal_text(refusal))
                continue
            if played.left:
                self.terminal.say(
                    T("Something became known; the rest of the line was not played."), style="dim"
                )
            return

    def show(self, seat: int) -> None:
        """What is new to the person who is asked, and what there is to decide."""
        news = self._news(seat)
        self._look(seat, brief=not news and self.sitting.state.drafting(seat))

    def _steps(self, line: str, legal: Sequence[Action]) -> list[str]:
        """What a line means: numbers of the list or actions, several with ; between."""
        steps = []
        for part in line.split(";"):
            part = part.strip()
            if part.isdigit() and 1 <= int(part) <= len(legal):
                part = str(legal[int(part) - 1])
            steps.append(part)
        return steps

    # -- looking around --------------------------------------------------------------------

    def _command(self, seat: int, line: str) -> bool:
        """A word to the house rather than an action; whether it was one."""
        word, _, rest = line.partition(" ")
        sitting = self.sitting
        if word in ("undo", "cancel"):
            try:
                (sitting.undo if word == "undo" else sitting.cancel)(seat)
            except Refusal as refusal:
                self.terminal.fail(refusal_text(refusal))
        elif word == "hint":
            question = sitting.state.question(seat)
            assert question is not None
            action = self.adviser.choose(
                sitting.state.view(seat), question, sitting.state.legal(seat)
            )
            self._tell(T("{bot} would: {action}", bot=bots.names(sitting.game)[-1],
                         action=sitting.game.label(action)))  # fmt: skip
        elif word == "why":
            self._why(seat, rest)
        elif word == "log":
            self.terminal.events(sitting, sitting.events(seat))
        elif word == "look":
            self._look(seat)
        elif word in ("help", "?"):
            self._help()
        elif word in ("quit", "exit"):
            raise EOFError
        else:
            return False
        return True

    def _why(self, seat: int, text: str) -> None:
        try:
            action = self.sitting.game.notation.parse(text)
        except Refusal as refusal:
            self.terminal.fail(refusal.text())
            return
        reason = self.sitting.state.why_not(action, seat)
        if reason is None:
            self._tell(T("You may do that."))
        else:
            self._tell(refusal_text(reason))

    def _help(self) -> None:
        for text in (
            T("Type the number of an action or its text; several with ; between: add grain; bid"),
            T("undo – take back; cancel – take back all of a half-made choice"),
            T("hint – what the bot would do; why ACTION – why it is not allowed"),
            T("look – the table again; log – what happened so far; quit – leave, the game is kept"),
            T("◆ marks actions that cannot be taken back."),
        ):
            self.terminal.say(text, style="dim")

    def _tell(self, text: Text) -> None:
        self.terminal.say(text)

    def _look(self, seat: int, brief: bool = False) -> None:
        """The table (in the middle of a choice only the own part of it), question, choices."""
        sitting = self.sitting
        view = sitting.state.view(seat)
        self.console.rule(style="dim")
        self.terminal.position(sitting, view, brief)
        question = sitting.state.question(seat)
        assert question is not None
        prompt = sitting.game.prompt(view, question)
        self.terminal.say(T("{seat}: {prompt}", seat=SeatName(seat), prompt=prompt), "bold")
        self.terminal.choices(sitting, sitting.state.legal(seat), sitting.closing(seat))
        if not self.told.get(-1):
            self.told[-1] = 1
            self._help()

    def _news(self, seat: int) -> int:
        """What the person has not read yet; how much it was."""
        seen = self.sitting.events(seat)
        news = seen[self.told.get(seat, 0) :]
        self.told[seat] = len(seen)
        self.terminal.events(self.sitting, news)
        return len(news)

    def _curtain(self, seat: int) -> None:
        """Nobody sees another's cards: the screen is cleared between two people."""
        if len(self.people) < 2 or self.before_curtain == seat:
            return
        self.before_curtain = seat
        self._wipe()
        text = T("The screen is for {seat} alone. Press Enter. ", seat=SeatName(seat))
        self.console.input(escape(self.terminal.word(text)))
        self._wipe()

    def _wipe(self) -> None:
        """Clear the screen and what could be scrolled back to."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")

    def _complete(self, words: Sequence[str]) -> None:
        """Tab completes what is legal."""
        if readline is None or not sys.stdin.isatty():
            return
        options = [*words, "undo", "cancel", "hint", "why ", "look", "log", "help", "quit"]

        def complete(text: str, number: int) -> str | None:
            found = [option for option in options if option.startswith(text)]
            return found[number] if number < len(found) else None

        readline.set_completer_delims(";")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")

    def _end(self) -> None:
        """Everything is open now."""
        seat = self.people[0] if self.people else None
        if seat is not None:
            self._news(seat)
        self.console.rule(style="dim")
        self.terminal.position(self.sitting, self.sitting.state.view(seat))
        self.terminal.outcome(self.sitting)
        kept = self.path.with_name(f"{self.path.stem}-{time.strftime('%Y%m%d-%H%M%S')}.json")
        if self.path == keep_path(self.sitting.game):
            self.path.rename(kept)
        else:
            kept = self.path
        self._tell(T("The record is kept in {file}.", file=str(kept)))
