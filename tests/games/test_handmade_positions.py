"""Positions with something wrong: refused with the place of the fault, or played on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chancery.conformance import check_hand_made, check_walk
from chancery.conformance.damaged_forms import paths, some_form
from chancery.core import BadForm, Game
from chancery.games import find
from tests.games.friedrich.test_conformance import MODES
from tests.soaking import SOAK

DAMAGED = 300 if SOAK else 40  # positions of each game; `make soak` tries 10,000 more
GAMES: dict[str, Any] = {
    "friedrich": MODES,
    "revolution": [{}, {"players": 3}, {"players": 4}],
    "spada": [{}, {"players": 3}, {"ending": "mobilisation"}],
}


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_position_is_refused_or_plays_on(name: str) -> None:
    assert check_hand_made(find(name), GAMES[name], "damage", DAMAGED) > DAMAGED // 20


@pytest.mark.soak  # test_walk of each game's test_conformance.py walks in these modes
@pytest.mark.parametrize("name", GAMES)
def test_short_damaged_walks(name: str) -> None:
    check_walk(find(name), GAMES[name][-1], "soak", thorough=0.03)


def deep(n: int) -> Any:
    """Lists in lists."""
    found: list[Any] = []
    for _ in range(n):
        found = [found]
    return found


ABSURD = [10**7, 10**30, -(10**30), 10**5000, deep(100_000), {"a": deep(100_000)}, 1e300, "\ud800"]


@pytest.mark.parametrize("name", GAMES)
def test_absurd_numbers_and_depths_are_refused_everywhere(name: str) -> None:
    game: Game[Any, Any] = find(name)
    text = json.dumps(some_form(game, {}, "absurd 1"))
    places = list(paths(json.loads(text)))
    for number, path in enumerate(places[:: 1 + len(places) // 60]):
        form = json.loads(text)
        holder = form
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = ABSURD[number % len(ABSURD)]
        with pytest.raises(BadForm) as caught:
            game.state.from_plain(game, form)
        assert len(str(caught.value)) < 20_000
