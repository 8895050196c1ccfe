"""Scripts: examples that run, used by tests, worked examples, exercises and guided games.

A script is a readable text: a position, actions in the game's notation, and what must hold after
them. The rulebooks' examples are in `data/examples` of each game.

    game spada players=4
    seat black is Guido
    given hands.black = {"grain": 3, "workers": 3}
    given phases = [{"phase": "Year", "season": 2}, ...]

    Guido: add workers; add workers; bid
    expect phases[-1].highest = 6
    Guido cannot bid: NotAsked
    yellow may: pass
    yellow sees sizes.black = 4
    expect points.black >= 12
    expect phases[-1].highest in [6, 7]
    chance 2 0
    happened Passed seat=yellow

`given` describes a position, which the game completes; without any, the game is set up from the
seed. `chance` gives the outcomes of chance in the next line of actions. `game spada rules=1` plays
by an older rules version.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Sequence
from typing import Any

from chancery.core import Event, Game, Refusal, Tape
from chancery.core.serialisation import Plain
from chancery.table.sitting import Sitting

_PART = re.compile(r"([\w-]+)|\[(-?\d+)\]")


_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "in": lambda found, wanted: found in wanted,
}


class ScriptError(Exception):
    """A script that does not hold, with the line of the failure."""


class Script:
    """Runs a script line by line."""

    def __init__(self, text: str, find: Callable[[str], Game[Any, Any]]) -> None:
        self._find = find
        self._lines = [line.split("  #")[0].strip() for line in text.splitlines()]
        self._game: Game[Any, Any] | None = None
        self._options: dict[str, Any] = {}
        self._rules: int | None = None
        self._seed = "script"
        self._given: dict[str, Plain] = {}
        self._aliases: dict[str, str] = {}
        self._chance: list[int] | None = None
        self._events: list[Event] = []
        self._sitting: Sitting | None = None
        self.played: list[
            tuple[str, int]
        ] = []  # lines of actions, each with the length of the log after it

    def run(self) -> Sitting:
        """Run every line; ScriptError at the first that does not hold."""
        for number, line in enumerate(self._lines, 1):
            if line and not line.startswith("#"):
                try:
                    self._line(line)
                except (Refusal, ValueError, LookupError, TypeError, AttributeError) as error:
                    raise ScriptError(f"line {number}: {line}\n  {error}") from error
        try:
            _hold(self._chance is None, "chance that was never used")
            return self.sitting
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise ScriptError(f"at the end\n  {error}") from error

    @property
    def game(self) -> Game[Any, Any]:
        """The game of the script; ValueError before its first line."""
        if self._game is None:
            raise ValueError("a script begins with its game")
        return self._game

    @property
    def sitting(self) -> Sitting:
        """The table of the script, opened at first use."""
        if self._sitting is None:
            position = None
            if self._given:
                start = self.game.blank(self._options, "", self._rules)
                position = self.game.complete(start.frame, self._given)
            self._sitting = Sitting(
                self.game, self._options, self._seed, rules=self._rules, position=position
            )
        return self._sitting

    def _line(self, line: str) -> None:
        word, _, argument = line.partition(" ")
        command = getattr(self, f"_do_{word}", None)
        if command is not None:
            command(argument.strip())
            return
        if match := re.fullmatch(r"(\w+): *(.*)", line):
            self._play(self._seat(match[1]), match[2])
        elif match := re.fullmatch(r"(\w+) cannot ([^:]+): *(\w+)(?: +(\S+))?", line):
            self._refused(self._seat(match[1]), match[2], match[3], match[4])
        elif match := re.fullmatch(r"(\w+) may: *(.*)", line):
            legal = {str(action) for action in self.sitting.state.legal(self._seat(match[1]))}
            expected = {part.strip() for part in match[2].split(";")} - {""}
            _hold(legal == expected, f"legal: {'; '.join(sorted(legal))}")
        elif match := re.fullmatch(r"(\w+) sees (.*)", line):
            self._compare(self.sitting.state.view(self._seat(match[1])).plain(), match[2])
        else:
            raise ValueError("not a line of a script")

    def _do_game(self, argument: str) -> None:
        name, *options = argument.split()
        self._game = self._find(name)
        by_name = {option.name: option for option in self._game.options}
        for option in options:
            key, _, value = option.partition("=")
            if key == "rules":
                self._rules = int(value)
            else:
                self._options[key] = by_name[key].read(value)

    def _do_seed(self, argument: str) -> None:
        self._seed = argument

    def _do_seat(self, argument: str) -> None:
        seat, _, name = argument.partition(" is ")
        self._aliases[name.strip()] = seat.strip()

    def _do_given(self, argument: str) -> None:
        _hold(self._sitting is None, "the table is already open")
        path, _, value = argument.partition(" = ")
        target = self._given
        *front, last = self._alias(path).split(".")
        for part in front:
            target = target.setdefault(part, {})
        target[last] = self._value(value)

    def _do_chance(self, argument: str) -> None:
        _hold(self._chance is None, "the chance before was never used")
        self._chance = [int(n) for n in argument.split()]

    def _do_expect(self, argument: str) -> None:
        self._compare(self.sitting.state.plain(), argument)

    def _do_happened(self, argument: str) -> None:
        name, *facts = argument.split()
        seats = self.sitting.seats
        expected = {
            key: self._value(value) for key, _, value in (fact.partition("=") for fact in facts)
        }
        if not self.sitting.log:
            self._events = list(self.sitting.opening)
        happened = [e.plain(seats) for e in self._events if type(e).__name__ == name]
        _hold(
            any(expected.items() <= event.items() for event in happened),
            f"happened: {[e.plain(seats) for e in self._events]}",
        )

    def _play(self, seat: int, actions: str) -> None:
        self._events = []
        tape = None if self._chance is None else Tape(self._chance)
        self._chance = None
        for part in actions.split(";"):
            self.sitting.replay(seat, self.game.notation.parse(part), tape)
            self._events += self.sitting.log[-1].events
        if tape is not None:
            tape.finish()
            self.sitting.seed = None  # chance came from the script, not from the seed
        self.played.append((actions, len(self.sitting.log)))

    def _refused(self, seat: int, action: str, code: str, rule: str | None) -> None:
        before = self.sitting.state.digest()
        try:
            if action.strip() == "undo":
                self.sitting.undo(seat)
            else:
                self.sitting.act(seat, action)
        except Refusal as refusal:
            _hold(refusal.code == code, f"refused, but as {refusal.code}: {refusal}")
            _hold(rule in (None, refusal.rule), f"refused by {refusal.rule}")
            _hold(before == self.sitting.state.digest(), "a refusal changed something")
        else:
            raise ValueError("not refused")

    def _compare(self, plain: Plain, expectation: str) -> None:
        match = re.fullmatch(r"(\S+) (=|<=|>=|in) (.*)", expectation)
        if match is None:
            raise ValueError("not a line of a script")
        path, sign, value = match.groups()
        for name, index in _PART.findall(self._alias(path)):
            if index:
                plain = plain[int(index)]
            elif {"game", "phase", "frame"}.isdisjoint(plain):
                plain = plain.get(name, 0)  # zeros are left out of the JSON form
            else:
                plain = plain[name]
        _hold(_COMPARED[sign](plain, self._value(value)), f"it is {json.dumps(plain)}")

    def _seat(self, name: str) -> int:
        return self.sitting.seat(self._aliases.get(name, name))

    def _alias(self, path: str) -> str:
        for name, seat in self._aliases.items():
            path = re.sub(rf"\b{name}\b", seat, path)
        return path

    def _value(self, text: str) -> Plain:
        text = self._alias(text.strip())
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return text


def holds(lines: Sequence[str], sitting: Sitting, since: int) -> bool:
    """Return whether the `expect`, `sees` and `happened` lines of a script hold at a table.

    `happened` considers all events from a line of the log on that were not undone.
    """
    script = Script("", lambda name: sitting.game)
    script._game, script._sitting = sitting.game, sitting
    script._events = [event for entry in sitting.lasting_entries(since) for event in entry.events]
    try:
        for line in lines:
            script._line(line)
    except (ValueError, LookupError, TypeError, AttributeError):
        return False
    return True


def _hold(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)


def run(text: str, find: Callable[[str], Game[Any, Any]]) -> Sitting:
    """Run a script; return the sitting at its end."""
    return Script(text, find).run()
