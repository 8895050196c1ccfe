"""The game tree with explicit chance, complete serialisation, and information states."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from chancery.core import BadForm, Game, State, Tape
from chancery.core.game_tree import Node, root
from chancery.core.information import Step, information_state, observation_text
from chancery.games import find
from tests.soaking import sample
from tests.tiny import caskets, cellar

MODES = [
    (name, mode)
    for name, number in (("spada", 2), ("revolution", 2), ("friedrich", 3))
    for mode in sample(find(name).modes(), number)
]


def drawn(node: Node, dice: random.Random) -> Node:
    """Return the node after all draws, each decided by its weights."""
    while node.weights is not None:
        node = node.draw(dice.choices(range(len(node.weights)), node.weights)[0])
    return node


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_a_way_through_the_tree_is_a_game_with_these_outcomes(name: str, mode: Any) -> None:
    game, dice = find(name), random.Random("tree")
    node = drawn(root(game, mode), dice)
    assert node.state is not None
    state = game.start(mode, tape=Tape(node.state.luck))
    for _ in range(200):
        assert node.state == state
        if not state.asked:
            break
        seat = dice.choice(state.asked).seat
        action = dice.choice(state.legal(seat))
        node = drawn(node.apply(action, seat), dice)
        assert node.state is not None
        state.tape = Tape(node.state.luck)
        state.apply(action, seat)
        state.tape.finish()


def test_a_node_says_what_it_is_not() -> None:
    node = root(find("spada"), {"players": 3})
    with pytest.raises(ValueError, match="chance decides here"):
        node.apply("pass")
    with pytest.raises(ValueError, match="chance cannot bring 4"):
        node.draw(4)
    with pytest.raises(ValueError, match="no chance here"):
        drawn(node, random.Random(1)).draw(0)


def test_a_node_never_changes() -> None:
    node = drawn(root(find("spada"), {"players": 3}), random.Random(2))
    assert node.state is not None
    before = node.state.digest()
    for action in node.state.legal():
        drawn(node.apply(action), random.Random(3))
    assert node.state.digest() == before


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_a_snapshot_continues_as_the_game_would_have(name: str, mode: Any) -> None:
    game, dice = find(name), random.Random("snapshot")
    state: State = game.start(mode, "snapshot \ud800")
    for step in range(120):
        if not state.asked:
            break
        if step % 40 == 0:
            snapshot = json.loads(json.dumps(state.snapshot()))
            twin: State = type(state).from_snapshot(game, snapshot)
            again = state.clone()
            for _ in range(40):
                if not again.asked:
                    break
                seat = again.asked[0].seat
                action = dice.choice(again.legal(seat))
                twin.apply(action, seat)
                again.apply(action, seat)
                assert twin.luck == again.luck
            assert twin.digest() == again.digest()
            assert twin.snapshot() == again.snapshot()
        seat = dice.choice(state.asked).seat
        state.apply(dice.choice(state.legal(seat)), seat)


def test_a_snapshot_is_checked() -> None:
    state = caskets.GAME.start({}, "1")
    snapshot = state.snapshot()
    for name, value, at in (("seed", 3, "seed"), ("drawn", "3", "drawn"), ("position", 3, "")):
        with pytest.raises(BadForm) as caught:
            type(state).from_snapshot(caskets.GAME, {**snapshot, name: value})
        assert caught.value.at == at


def test_a_position_says_nothing_about_chance_to_come() -> None:
    state = find("spada").start({"players": 3}, "secret-seed")
    assert "secret-seed" not in json.dumps(state.plain())
    assert "secret-seed" in json.dumps(state.snapshot())


@pytest.mark.parametrize("game", [caskets.GAME, cellar.GAME, find("spada")])
def test_information_states_are_equal_for_twins_and_differ_by_the_past(
    game: Game[Any, Any],
) -> None:
    """What a seat cannot see leaves its text as it is; each own action changes it."""
    mode = next(iter(game.modes()))
    dice = random.Random("past")
    state = game.start(mode, "past")
    steps = [Step(None, None, tuple(state.events))]
    texts: dict[int, list[str]] = {seat: [] for seat in range(len(state.seats))}
    for _ in range(60):
        if not state.asked:
            break
        for question in state.asked:
            seat = question.seat
            text = information_state(state, steps, seat)
            assert text.endswith(observation_text(state.view(seat)))
            guess = game.sample(state.view(seat), "guess")
            assert information_state(guess, steps, seat) == text
        seat = dice.choice(state.asked).seat
        texts[seat].append(information_state(state, steps, seat))
        action = dice.choice(state.legal(seat))
        steps.append(Step(seat, action, tuple(state.apply(action, seat))))
    for found in texts.values():
        assert len(set(found)) == len(found)
