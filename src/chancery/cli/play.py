"""`chancery play`: a game in the terminal, people and bots at one screen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.markup import escape

from chancery import bots
from chancery.cli import choosing, opening, rules
from chancery.cli.files import SavedGame
from chancery.cli.opening import HUMAN
from chancery.cli.terminal import Terminal, reason_text, refusal_text
from chancery.core import Action, BadOption, Refusal, UserError
from chancery.core.words import SeatName, T, Text
from chancery.table import Sitting, bot_players, hints
from chancery.table.seated import Choice, Seated
from chancery.table.shared_screen import is_open

try:
    import readline
except ImportError:  # works without line editing too
    readline = None  # type: ignore[assignment]


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """Open or continue a table and play until it is over or somebody leaves."""
    try:
        with choosing.played(args):
            sitting, kinds, saved_game = opening.opened(terminal, args)
            Screen(terminal, sitting, kinds, saved_game).play()
    except (EOFError, KeyboardInterrupt):
        terminal.console.print()
    return 0


class Screen:
    """A screen that several people share."""

    def __init__(
        self, terminal: Terminal, sitting: Sitting, kinds: Sequence[str], saved_game: SavedGame
    ) -> None:
        self.terminal = terminal
        self.console = terminal.console
        self.sitting = sitting
        terminal.meet(sitting)
        self.saved_game = saved_game
        self.people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.bots = {seat: kind for seat, kind in enumerate(kinds) if kind != HUMAN}
        self.told: dict[int, int] = {}  # for each person, the number of events shown
        self.before_curtain: int | None = None

    def play(self) -> None:
        """Play until the game is over."""
        while self.sitting.state.asked:
            asked = self.sitting.state.asked
            waiting = [question.seat for question in asked]
            machines = [seat for seat in waiting if seat in self.bots]
            if machines:
                self._bot_turn(machines[0])
            else:
                self._turn(waiting[0])
            self.saved_game.save(self.sitting)
        self._end()

    def _bot_turn(self, seat: int) -> None:
        self.sitting.act(seat, self._bot_answer(seat, self.bots[seat]))

    def _bot_answer(self, seat: int, kind: str) -> Sequence[Action]:
        """Return what a bot does at a seat, or would do."""
        seed = bot_players.seat_seed(bot_players.source_of(self.sitting), seat)
        return bot_players.answer(self.sitting, seat, kind, seed)

    def _turn(self, seat: int) -> None:
        """Handle one decision of a person, with any number of commands before it."""
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
            try:
                steps = self._steps(seat, line)
                if not self._confirmed(seat, steps):
                    continue
                played = self.sitting.act(seat, steps)
            except Refusal as refusal:
                self.terminal.fail(refusal_text(refusal))
                continue
            except BadOption as error:
                self.terminal.fail(error.text())
                continue
            if played.left:
                self.terminal.say(
                    T("New information came up; the rest of the line was not played."), style="dim"
                )
            return

    def show(self, seat: int) -> None:
        """Show a seat that is asked the latest events and its question."""
        news = self._news(seat)
        self._look(seat, brief=not news and self.sitting.state.drafting(seat))

    def _steps(self, seat: int, line: str) -> list[str]:
        """Return the actions of a line: numbers of the list or texts, separated by semicolons.

        BadOption for a number that is not on the list.
        """
        steps, choices = [], self._choices(seat)
        for part in line.split(";"):
            part = part.strip()
            if part.isdecimal():
                number = int(part[:9])
                if not 1 <= number <= len(choices):
                    raise BadOption(T("Choose a number from 1 to {n}.", n=len(choices)))
                part = str(choices[number - 1].action)
            steps.append(part)
        return steps

    def _choices(self, seat: int) -> Sequence[Choice]:
        """Return the answers as they are listed."""
        asked = self._seated(seat).asked
        assert asked is not None
        return asked.choices

    def _confirmed(self, seat: int, steps: Sequence[str]) -> bool:
        """Ask for a confirmation of every final action of a line; scripts are not asked."""
        if not sys.stdin.isatty():
            return True
        for number, step in enumerate(steps):
            ahead = self.sitting.fork()
            if number and ahead.act(seat, steps[:number]).left:
                break  # the rest of the line is not played
            asked = self.terminal.seated(ahead, seat).asked
            step_text = " ".join(step.split()).lower()
            final = (
                [c for c in asked.choices if c.final and c.action.text == step_text]
                if asked
                else []
            )
            if final and not self._confirm(final[0]):
                return False
        return True

    def _confirm(self, choice: Choice) -> bool:
        for text in (choice.label, choice.preview):
            if text is not None:
                self._tell(text)
        ask = T("Type y to confirm it, or press Enter to go back. ")
        return self.console.input(escape(self.terminal.word(ask))).strip().lower() in opening.YES

    # -- looking around --------------------------------------------------------------------

    def _command(self, seat: int, line: str) -> bool:
        """Run a command such as `hint`; False if the line is not one."""
        word, _, argument = line.partition(" ")
        sitting = self.sitting
        if word in ("undo", "cancel"):
            try:
                (sitting.undo if word == "undo" else sitting.cancel)(seat)
            except Refusal as refusal:
                self.terminal.fail(refusal_text(refusal))
        elif word == "hint":
            self._hint(seat, bots.best(sitting.game))
        elif word == "why":
            self._why(seat, argument)
        elif word == "rules":
            self._rules(argument)
        elif word == "log":
            self.terminal.story(self._seated(seat))
        elif word == "look":
            self._look(seat)
        elif word in ("help", "?"):
            self._help()
        elif word in ("quit", "exit"):
            raise EOFError
        else:
            return False
        return True

    def _hint(self, seat: int, kind: str) -> None:
        """Show what the default bot would do and why, as a line that can be typed."""
        seed = bot_players.seat_seed(bot_players.source_of(self.sitting), seat)
        hint = hints.hint(self.sitting, seat, kind, seed)
        for idea in hint.ideas:
            self._tell(T("{bot} suggests: {action}", bot=hint.bot, action=idea.text))
            if idea.reason is not None:
                self._tell(idea.reason)
        if len(hint.actions) > 1:
            line = "; ".join(map(str, hint.actions))
            self._tell(T("In one line: {line}", line=line))

    def _why(self, seat: int, text: str) -> None:
        try:
            reason = self._seated(seat).why(text)
        except Refusal as refusal:
            self.terminal.fail(refusal.text())
            return
        self._tell(T("That is allowed.") if reason is None else reason_text(reason))

    def _rules(self, text: str) -> None:
        try:
            rules.tell(self.terminal, self.sitting, text)
        except UserError as error:
            self.terminal.fail(error.text())

    def _help(self) -> None:
        for text in (
            T(
                "Type the number or the text of an action; put ; between several, like this: add"
                " grain; bid"
            ),
            T("undo – undo the last action; cancel – undo the whole unfinished choice"),
            T("hint – what the bot would do; why ACTION – why it is not allowed"),
            T(
                "rules – what there is to read; rules 7.3 – what a § says; rules WORD – where to"
                " find it"
            ),
            T(
                "look – show the table again; log – what has happened so far; quit – leave (the"
                " game is saved)"
            ),
            T("◆ marks final actions, which you are asked to confirm."),
        ):
            self.terminal.say(text, style="dim")

    def _seated(self, seat: int | None) -> Seated:
        """Return the table as a person at the screen sees it now."""
        return self.terminal.seated(self.sitting, seat)

    def _tell(self, text: Text) -> None:
        self.terminal.say(text)

    def _look(self, seat: int, brief: bool = False) -> None:
        """Show the position (in the middle of a choice only the own part), question and answers."""
        seated = self._seated(seat)
        self.console.rule(style="dim")
        self.terminal.position(seated, brief)
        self.terminal.status(seated)
        self.terminal.question(seated)
        if not self.told.get(-1):
            self.told[-1] = 1
            self._help()

    def _news(self, seat: int) -> int:
        """Show the events that a person has not read; return their number."""
        news = self.terminal.story(self._seated(seat), self.told.get(seat, 0))
        self.told[seat] = self.told.get(seat, 0) + news
        return news

    def _curtain(self, seat: int) -> None:
        """Clear the screen between two people, so nobody sees another's cards.

        Where nobody has secrets there is no need.
        """
        if len(self.people) < 2 or self.before_curtain == seat:
            return
        if is_open(self.sitting, self.people):
            return
        self.before_curtain = seat
        self._wipe()
        text = T(
            "Turn of {seat:the}: all others, please look away. Press Enter. ",
            seat=SeatName(seat),
        )
        self.console.input(escape(self.terminal.word(text)))
        self._wipe()

    def _wipe(self) -> None:
        """Clear the screen and the scrollback."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")

    def _complete(self, words: Sequence[str]) -> None:
        """Let the tab key complete legal actions."""
        if readline is None or not sys.stdin.isatty():
            return
        house = ("undo", "cancel", "hint", "why ", "rules", "look", "log", "help", "quit")
        options = [*words, *house]

        def complete(text: str, number: int) -> str | None:
            matches = [option for option in options if option.startswith(text)]
            return matches[number] if number < len(matches) else None

        readline.set_completer_delims(";")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")

    def _end(self) -> None:
        """Show the result and the whole position."""
        seat = self.people[0] if self.people else None
        if seat is not None:
            self._news(seat)
        self.console.rule(style="dim")
        self.terminal.position(self._seated(seat))
        self.terminal.outcome(self.sitting)
        path = self.saved_game.finish()
        self._tell(T("The game is saved in {file}.", file=str(path)))
