"""Self-play of bots as a data set, part by part in several processes (`chancery export`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chancery.arena import machines, matches
from chancery.conformance.walks import LONGEST
from chancery.core import State, UserError
from chancery.core.words import T
from chancery.dataset import files
from chancery.table.bot_players import Player, moves, seat_seed

_LEAST, _PARTS = 20, 250  # games of a part, and parts of a large data set


@dataclass(frozen=True)
class Export:
    """An export: its match, its folder, and whether rows contain whole positions."""

    match: matches.Plan
    folder: Path
    states: bool = False

    @property
    def games_per_part(self) -> int:
        """The number of games in each part, however many processes play."""
        return max(_LEAST, -(-self.match.games // _PARTS))

    def head(self) -> dict[str, Any]:
        """Return what tells this data set from others, in JSON form."""
        game, match = self.match.found(), self.match
        options = game.complete_options(match.options)
        return {
            "game": match.game,
            "rules": game.rules,
            "options": dict(options),
            "bots": list(match.seats),
            "games": match.games,
            "seed": match.seed,
            "states": self.states,
        }


def run(export: Export, jobs: int, progress: Callable[[int], None] = lambda n: None) -> bool:
    """Play all games that the folder does not have yet; return whether some were there."""
    match = export.match
    match.checked_seats()
    resumed = files.prepare(export.folder, export.head())
    size = export.games_per_part
    left: list[tuple[Export, int]] = []
    for number in range(-(-match.games // size)):
        if files.complete(export.folder, number):
            progress(len(_games(export, number)))
        else:
            left.append((export, number))
    for played in machines.spread(_play, left, jobs):
        progress(played)
    return resumed


def _games(export: Export, part: int) -> range:
    size = export.games_per_part
    return range(part * size, min((part + 1) * size, export.match.games))


def _play(export: Export, part: int) -> int:
    """Play the games of one part and write them; return how many there are."""
    match = export.match
    game = match.found()
    numbers = _games(export, part)
    with files.Part(export.folder, part, export.states) as written:
        for number in numbers:
            seed = match.seed_of(number)
            state: State = game.start(match.options, seed)
            players = [Player(kind, game, seat_seed(seed, i)) for i, kind in enumerate(match.seats)]
            steps = _limited(state, players, seed)
            written.add(number, game, state, steps, seed=seed, bots=match.seats)
            written.write_full()
    return len(numbers)


def _limited(state: State, players: list[Player], seed: str) -> Iterator[files.Step]:
    """Yield the moves of a game; a UserError if it does not end."""
    for number, (seat, action) in enumerate(moves(state, players)):
        if number > LONGEST:
            raise UserError(T("The game with the seed {seed} does not end.", seed=seed))
        player = players[seat]
        yield files.Step(seat, action, player.view)
        player.view = None  # later steps of its plan are not made from it
