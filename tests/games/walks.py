"""Random play for tests of games: lively walks, and positions that walks rarely reach."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from chancery.conformance import Visits
from chancery.conformance.positions import (
    check_position,
    check_refusals,
    check_round_trips,
    check_words,
)
from chancery.conformance.secrecy import check_twins
from chancery.conformance.walks import any_action
from chancery.core import Action, Game, State


def lively(dice: random.Random, legal: Sequence[Action]) -> Action:
    """Choose an action by its verb first, so that walks are short and use all verbs."""
    by_verb: dict[str, list[Action]] = {}
    for action in legal:
        by_verb.setdefault(action.verb, []).append(action)
    return any_action(dice, by_verb[dice.choice(sorted(by_verb))])


def play_on_from(
    game: Game[Any, Any], starts: Iterable[State], games: int, checked: int, steps: int
) -> Visits:
    """Play several games of a few steps from each position, and check every step of some.

    The others only widen the coverage of phases.
    """
    dice, checks = random.Random("special"), random.Random("checks")
    visits = Visits()
    for start in starts:
        for number in range(games):
            state = start.clone()
            state.seed = str(dice.random()).encode()
            for step in range(steps):
                if not state.asked:
                    break
                seat = dice.choice(state.asked).seat
                if number < checked:
                    check_position(state)
                    if step == 1:
                        check_round_trips(state)
                        check_words(game, state, state.events)
                    visits.refusals += check_refusals(state, seat, checks)
                    viewer = checks.choice([None, *range(len(state.seats))])
                    check_twins(state, viewer, str(checks.random()), steps=2)
                action = lively(dice, state.legal(seat))
                phases = {type(phase).__name__ for phase in state.phases}
                visits.add(state, phases, action, state.apply(action, seat))
    return visits


def perft(state: State, depth: int) -> int:
    """Return the number of lines of play of that many actions."""
    if depth == 0 or not state.asked:
        return 1
    seat = state.asked[0].seat
    total = 0
    for action in state.legal(seat):
        twin = state.clone()
        twin.apply(action, seat)
        total += perft(twin, depth - 1)
    return total
