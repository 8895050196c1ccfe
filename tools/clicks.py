"""Measure the effort of playing a game: visible answers, clicks per turn, hand-overs.

    python tools/clicks.py revolution --games 3 --bot regent

Bots play; their actions are counted as the mouse clicks of a person, with the list of buttons alone
and with the board. Hand-overs are counted as they happen, and as they would be if all answers that
can be given in advance had been.
"""

from __future__ import annotations

import argparse
import statistics
from collections import defaultdict
from itertools import groupby
from typing import Any

from chancery import bots
from chancery.core import Action, State
from chancery.games import find
from chancery.page.answers import arrange
from chancery.table import Sitting
from chancery.table.bot_players import Player, moves, seat_seed
from chancery.table.seated import Choice, Seated

OPEN, TURN, CONFIRM = 1, 1, 1


def by_list(choice: Choice) -> int:
    """Return the clicks needed for an answer in the list."""
    return CONFIRM if choice.dial is None or choice.dial.stands else TURN + CONFIRM


def on_board(game: Any, view: Any, choices: tuple[Choice, ...], choice: Choice, times: int) -> int:
    """Return the clicks needed for a repeated answer where the board can be clicked."""
    found = arrange(choices, pictured=True)
    if choice in found.plain or any(choice in places for places in found.dials):
        return times * by_list(choice)
    here = [c for c in choices if c.target == choice.target and c.offered]
    if choice.begins or all(c.leads or c.begins for c in here):
        orders = game.face.orders(view, choice.target)
        one = OPEN + CONFIRM + (not (orders and orders.at_once))
        return min(one * times, one + TURN) if orders and orders.variants else one * times
    keys = {c.dial.key if c.dial else c.action.text for c in here}
    if len(keys) == 1:
        if choice.dial is None or len(here) == 1:
            return times
        if choice.dial.adds:
            return min(times * choice.dial.value, OPEN + TURN + CONFIRM)
    return times * (OPEN + by_list(choice))


def count_hand_overs(seats: list[int]) -> int:
    """Count how often the turn passes to another seat."""
    return sum(1 for _ in groupby(seats))


def in_advance(game: Any, state: State, seat: int, action: Action) -> bool:
    """Whether the seat could have given this answer in advance."""
    asked = state.question(seat)
    if asked is None or state.drafting(seat):
        return False
    legal = state.legal(seat)
    for offer in game.face.standing(state.view(seat)):
        if offer.question == asked.name and offer.holds:
            first = next((a for a in (offer.action, *offer.otherwise) if a in legal), None)
            if first == action:
                return True
    return False


def main() -> None:
    """Play some games, count and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--bot")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    game = find(given.game)
    kind = given.bot or bots.best(game)
    options = dict(pair.split("=", 1) for pair in given.option)
    options = {k: int(v) if v.isdigit() else v for k, v in options.items()}
    lists, sights = [], []
    listed: dict[tuple[int, int, int], int] = defaultdict(int)
    clicked: dict[tuple[int, int, int], int] = defaultdict(int)
    before = after = seats = 0
    for number in range(given.games):
        sitting = Sitting(game, options, f"clicks {number}")
        state = sitting.state
        seats = len(state.seats)
        players = [Player(kind, game, seat_seed(f"{number}", n)) for n in range(seats)]
        speaker = game.speaker()
        order: list[int] = []
        asked_still: list[int] = []
        run: tuple[Any, ...] | None = None

        def close(run: tuple[Any, ...] | None) -> None:
            if run is not None:
                key, view, choices, choice, times = run
                clicked[key] += on_board(game, view, choices, choice, times)

        for seat, action in moves(state, players):
            at: Any = _At(sitting, state)
            asked = Seated(at, seat, speaker).asked
            assert asked is not None
            view = state.view(seat)
            choice = next(c for c in asked.choices if c.action == action)
            dials = {c.dial.key for c in asked.choices if c.dial is not None}
            lists.append(len(dials) + sum(c.dial is None for c in asked.choices))
            sights.append(arrange(asked.choices, pictured=True).in_sight)
            key = number, seat, int(getattr(state, "turn", getattr(state, "year", 0)))
            listed[key] += by_list(choice)
            if run is not None and run[0] == key and run[3].action == action:
                run = (*run[:4], run[4] + 1)
            else:
                close(run)
                run = key, view, asked.choices, choice, 1
            order.append(seat)
            if not in_advance(game, state, seat, action):
                asked_still.append(seat)
            state.apply(action, seat)
        close(run)
        before += count_hand_overs(order)
        after += count_hand_overs(asked_still)
    print(f"{given.game}, {given.games} games of {kind}")
    print(f"longest list {max(lists)}; in sight with a board {max(sights)}")
    for name, counts in (("by list", listed), ("on the board", clicked)):
        row = list(counts.values())
        print(f"clicks for a seat's turn, {name}: median {statistics.median(row)}, most {max(row)}")
    games = given.games
    print(f"hand-overs a game {before / games:.1f}, with answers in advance {after / games:.1f}")
    print(f"a seat {before / games / seats:.1f}, {after / games / seats:.1f}")


class _At:
    """The current position of a table, without its log."""

    def __init__(self, sitting: Sitting, state: State) -> None:
        self.game, self.seats, self.state = sitting.game, sitting.seats, state

    def question(self, seat: int) -> str:
        """Return the open question; its number does not matter here."""
        asked = self.state.question(seat)
        return asked.name if asked else ""

    def closing(self, seat: int) -> frozenset[Action]:
        """Return no marks, since undo does not matter here."""
        return frozenset()


if __name__ == "__main__":
    main()
