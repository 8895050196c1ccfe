"""Files of results: finished games of a long measurement, so that none is played twice."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chancery import games
from chancery.core import BadOption, Outcome
from chancery.core.words import T

Line = tuple[str, ...]  # a line-up: the bot of each seat
MOST = 10**9  # the largest number in any result
Known = dict[tuple[int, Line], Outcome]


@dataclass(frozen=True)
class Results:
    """A file of JSON lines: what is played, then a line for each finished game.

    The file does not identify versions of bots: use a new one when a bot changes.
    """

    path: Path

    def open(self, game: str, options: Mapping[str, object], seed: str) -> Known:
        """Return the known results; create the file if it does not exist.

        An incomplete last line, left by an interrupted run, is removed.
        """
        found_game = games.find(game)
        head = {
            "game": game,
            "rules": found_game.rules,
            "options": dict(found_game.settle(options)),
            "seed": seed,
        }
        try:
            if not self.path.exists():
                self.path.write_text(json.dumps(head) + "\n", encoding="utf-8")
            text = self.path.read_text(encoding="utf-8")
            whole = text[: text.rfind("\n") + 1]
            first, *lines = whole.splitlines() or [""]
            begun, known = json.loads(first), dict(map(_read, lines))
            if begun == head and whole != text:
                self.path.write_text(whole, encoding="utf-8")
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadOption(
                T("{file} is not a file of results, or cannot be written.", file=str(self.path))
            ) from error
        if begun != head:
            raise BadOption(
                T(
                    "{file} holds results of other games: name another file, or the options and"
                    " the seed it was begun with.",
                    file=str(self.path),
                )
            )
        return known

    def add(self, number: int, seats: Line, outcome: Outcome) -> None:
        """Append the outcome of a finished game to the file."""
        line = {
            "number": number,
            "seats": seats,
            "winners": outcome.winners,
            "ranks": outcome.ranks,
            "points": outcome.points,
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _read(line: str) -> tuple[tuple[int, Line], Outcome]:
    """Parse a finished game; ValueError if it is impossible."""
    fields: Mapping[str, Any] = json.loads(line)
    seats = tuple(fields["seats"])
    winners, ranks, points = (_whole(fields[name]) for name in ("winners", "ranks", "points"))
    (number,) = _whole([fields["number"]])
    named = all(isinstance(bot, str) for bot in seats)
    won = winners and len(set(winners)) == len(winners) and set(winners) <= set(range(len(seats)))
    if not named or not won or {len(ranks), len(points)} != {len(seats)}:
        raise ValueError(line)
    return (number, seats), Outcome(winners, ranks, points)


def _whole(numbers: Sequence[Any]) -> tuple[int, ...]:
    """Check a list of integers of plausible size; ValueError otherwise."""
    if any(type(n) is not int or abs(n) > MOST for n in numbers):
        raise ValueError(numbers)
    return tuple(numbers)
