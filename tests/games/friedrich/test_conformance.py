"""The conformance suite in every mode, and walks that come by everything."""

import random
from collections.abc import Sequence

import pytest

from chancery.conformance import any_action, check_sitting, check_walk
from chancery.core import Action
from tests.games.friedrich.positions import EXPERT, GAME

MODES = [{}, {"players": 3}, EXPERT, {"game": "west"}, {"game": "austrian"}]
IDS = ["four", "three", "expert", "west", "austrian"]


def lively(dice: random.Random, legal: Sequence[Action]) -> Action:
    """A walk that ends its phases soon and does everything else in between."""
    by_verb: dict[str, list[Action]] = {}
    for action in legal:
        by_verb.setdefault(action.verb, []).append(action)
    verb = dice.choice(sorted(by_verb))
    return any_action(dice, by_verb[verb])


@pytest.mark.parametrize("mode", MODES, ids=IDS)
def test_walk(mode: dict[str, object]) -> None:
    visits = check_walk(GAME, mode, "walk", bias=lively, thorough=0.02)
    assert visits.twin_steps > 20
    assert visits.not_now() < 0.05


@pytest.mark.parametrize("mode", MODES, ids=IDS)
def test_sitting(mode: dict[str, object]) -> None:
    check_sitting(GAME, mode, "sitting", most=150)
