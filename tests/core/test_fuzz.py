"""Randomly broken positions are accepted or refused as a bad form, without a traceback."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancery.conformance.damaged_forms import paths
from chancery.core import BadForm, Game
from chancery.games import find
from tests.soaking import SOAK
from tests.tiny import caskets, turncoat

GAMES: list[Game[Any, Any]] = [caskets.GAME, turncoat.GAME, find("spada")]

STRANGERS: list[Any] = [
    None, True, False, -1, 0, 1, 2, 3, 7, 10**30, 1.5, "", "x", "gold", "left", "black", "Year",
    [], {}, [1], [None], {"x": 1}, {"phase": []},
]  # fmt: skip


def form_of(game: Game[Any, Any], dice: random.Random) -> Any:
    """Return the JSON form of a position in a random game."""
    state = game.start({}, str(dice.random()))
    for _ in range(dice.randrange(60)):
        if state.asked:
            seat = dice.choice(state.asked).seat
            state.apply(dice.choice(state.legal(seat)), seat)
    return json.loads(json.dumps(state.plain()))


def break_something(form: Any, dice: random.Random) -> None:
    """Change one part of a form: remove it, add to it, or replace it by another value."""
    *front, last = dice.choice(list(paths(form)))
    holder = form
    for key in front:
        holder = holder[key]
    way = dice.randrange(4)
    if way == 0:
        del holder[last]
    elif way == 1 and isinstance(holder, dict):
        holder[dice.choice(["strange", "gold", "red", "black", "phase"])] = dice.choice(STRANGERS)
    elif way == 1:
        holder.append(holder[last])
    elif way == 2 and type(holder[last]) is int:
        holder[last] += dice.choice([-1, 1])
    else:
        holder[last] = dice.choice(STRANGERS)


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
@settings(max_examples=300 if SOAK else 80)
@given(seed=st.integers(0, 2**32))
def test_a_form_broken_at_random_is_taken_or_refused_with_a_reason(
    game: Game[Any, Any], seed: int
) -> None:
    dice = random.Random(seed)
    form = form_of(game, dice)
    for _ in range(dice.choice([1, 1, 2, 3])):
        break_something(form, dice)
    try:
        state = game.state.from_plain(game, form)
    except BadForm:
        return
    state.check()
    again = game.state.from_plain(game, state.plain())
    assert again == state
    for _ in range(120):  # and it can be played on
        if state.asked:
            seat = dice.choice(state.asked).seat
            state.apply(dice.choice(state.legal(seat)), seat)
            state.check()


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
@given(form=st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["game", "rules", "options", "phases", "result", "data"]), inner
    ),
    max_leaves=10,
))  # fmt: skip
def test_any_json_is_refused_with_a_reason(game: Game[Any, Any], form: Any) -> None:
    with pytest.raises(BadForm):
        game.state.from_plain(game, form)
