"""Files of results: finished games of a long measurement, so that none is played twice.

A file begins with what is played. Then follow, as JSON lines, the finished games and, before its
first game, the version of each bot: that of Chancery and a digest of what the bot plays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from chancery import __version__, games
from chancery.core import BadOption, Game, Outcome
from chancery.core.chance import Dice
from chancery.core.words import T
from chancery.table.bot_players import Player

Line = tuple[str, ...]  # a line-up: the bot of each seat
MOST = 10**9  # the largest number in any result
Known = dict[tuple[int, Line], Outcome]
POSITIONS = 12  # in which a bot plans, to tell its versions apart
LONGEST = 3000  # actions of the random game from which they are taken


def behaviour(game: Game[Any, Any], options: Mapping[str, object], bot: str) -> str:
    """Return a digest of a bot's plans in positions of a random game, always the same ones.

    It changes with the bot's weights, with its code where that matters, and with the rules.
    """
    state, dice = game.start(options, "behaviour"), Dice("behaviour", "actions")
    decisions = []
    for _ in range(LONGEST):
        if state.result is not None:
            break
        seat = state.asked[0].seat
        legal = state.legal(seat)
        if len(legal) > 1:
            decisions.append((state.clone(), seat))
        state.apply(dice.pick(legal), seat)
    plans = [
        [action.text for action in Player(bot, game, "behaviour").plan(position, seat, str(number))]
        for number, (position, seat) in enumerate(decisions[:: 1 + len(decisions) // POSITIONS])
    ]
    return blake2b(json.dumps(plans).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class Results:
    """A file of JSON lines: what is played, the versions of the bots, and the finished games."""

    path: Path
    _versions: dict[str, str] = field(default_factory=dict)  # by bot: its behaviour

    def open(self, game: str, options: Mapping[str, object], seed: str) -> Known:
        """Return the known results; create the file if it does not exist.

        An incomplete last line, left by an interrupted run, is removed.
        """
        found_game = games.find(game)
        head = {
            "game": game,
            "rules": found_game.rules,
            "options": dict(found_game.complete_options(options)),
            "seed": seed,
        }
        try:
            if not self.path.exists():
                self.path.write_text(json.dumps(head) + "\n", encoding="utf-8")
            text = self.path.read_text(encoding="utf-8")
            whole = text[: text.rfind("\n") + 1]
            first, *lines = map(json.loads, whole.splitlines() or [""])
            begun = first
            versions = [line for line in lines if "bot" in line]
            self._versions.update(map(_read_version, versions))
            known = dict(_read_game(line) for line in lines if "bot" not in line)
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

    def sign(
        self,
        game: Game[Any, Any],
        options: Mapping[str, object],
        playing: Iterable[str],
        known: Known,
    ) -> None:
        """Record the versions of bots that are about to play, after `open`.

        BadOption if another version of one of them has played games of this file, or if the file
        is older than these records.
        """
        played = {bot for _, seats in known for bot in seats}
        for bot in playing:
            found = behaviour(game, options, bot)
            if bot in self._versions or bot in played:
                if self._versions.get(bot) == found:
                    continue
                raise BadOption(
                    T(
                        "{file} holds games of another version of the bot {bot}: name another"
                        " file.",
                        file=str(self.path),
                        bot=bot,
                    )
                )
            self._versions[bot] = found
            self._append({"bot": bot, "chancery": __version__, "behaviour": found})

    def add(self, number: int, seats: Line, outcome: Outcome) -> None:
        """Append the outcome of a finished game to the file."""
        line = {
            "number": number,
            "seats": seats,
            "winners": outcome.winners,
            "ranks": outcome.ranks,
            "points": outcome.points,
        }
        self._append(line)

    def _append(self, line: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _read_version(fields: Mapping[str, Any]) -> tuple[str, str]:
    """Return a bot and its behaviour; ValueError if they are no texts."""
    if not all(isinstance(fields[name], str) for name in ("bot", "chancery", "behaviour")):
        raise ValueError(fields)
    return fields["bot"], fields["behaviour"]


def _read_game(fields: Mapping[str, Any]) -> tuple[tuple[int, Line], Outcome]:
    """Return a finished game; ValueError if it is impossible."""
    seats = tuple(fields["seats"])
    winners, ranks, points = (_whole(fields[name]) for name in ("winners", "ranks", "points"))
    (number,) = _whole([fields["number"]])
    named = all(isinstance(bot, str) for bot in seats)
    won = winners and len(set(winners)) == len(winners) and set(winners) <= set(range(len(seats)))
    if not named or not won or {len(ranks), len(points)} != {len(seats)}:
        raise ValueError(fields)
    return (number, seats), Outcome(winners, ranks, points)


def _whole(numbers: Sequence[Any]) -> tuple[int, ...]:
    """Check a list of integers of plausible size; ValueError otherwise."""
    if any(type(n) is not int or abs(n) > MOST for n in numbers):
        raise ValueError(numbers)
    return tuple(numbers)
