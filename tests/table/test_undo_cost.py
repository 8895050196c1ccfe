"""Undo costs as little as playing on for any log, counted in actions that are applied."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from chancery.core import State
from chancery.games import find
from chancery.table import Sitting, dumps, loads
from chancery.table.position_tree import FAR_EVERY, FEW, MARK_EVERY

Count = Callable[[Callable[[], object]], int]


@pytest.fixture
def count_actions(monkeypatch: pytest.MonkeyPatch) -> Count:
    """Return a function that counts the actions applied by a call."""
    numbers = [0]
    real = State.apply

    def counted(self: State, *args: object) -> object:
        numbers[0] += 1
        return real(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(State, "apply", counted)

    def count(doing: Callable[[], object]) -> int:
        numbers[0] = 0
        doing()
        return numbers[0]

    return count


def offer_by_steps() -> tuple[Sitting, int, list[str]]:
    """A sitting in which a seat adds cards to an offer one by one, and may undo them."""
    sitting = Sitting(find("spada"), {"players": 3}, "1")
    seat = sitting.state.asked[0].seat
    trial = sitting.fork()
    steps = []
    for _ in range(5):
        action = next(a for a in trial.state.legal(seat) if a.verb == "add")
        steps.append(action.text)
        trial.act(seat, action)
    return sitting, seat, steps


@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.parametrize("deep", [1, 2, 3])
def test_loading_a_log_of_undos_takes_linear_time(
    count_actions: Count, before: int, deep: int
) -> None:
    sitting, seat, steps = offer_by_steps()
    for step in steps[:before]:
        sitting.act(seat, step)
    steps = steps[before : before + deep]
    while len(sitting.log) < 1200:
        sitting.act(seat, steps)
        for _ in steps:
            sitting.undo(seat)
    text = dumps(sitting)
    acts = sum(entry.action is not None for entry in sitting.log)
    assert count_actions(lambda: loads(text, find)) <= 2 * acts


def long_game(steps: int, game: str = "revolution") -> Sitting:
    """Return a sitting in which nothing has been undone yet."""
    dice = random.Random(1)
    sitting = Sitting(find(game), {}, "1")
    for _ in range(steps):
        seat = sitting.state.asked[0].seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
    return sitting


def take_all_back(sitting: Sitting) -> None:
    """Undo everything down to the beginning, which is more than a seat is allowed."""
    while any(sitting._current.values()):
        sitting._take_back(max(held[-1] for held in sitting._current.values() if held))


def test_stepping_back_replays_each_action_at_most_twice(count_actions: Count) -> None:
    sitting = long_game(900, "friedrich")
    assert count_actions(lambda: take_all_back(sitting)) <= 2 * 900 + FAR_EVERY
    assert sitting.state == sitting.start


def test_few_positions_of_a_long_game_are_cached() -> None:
    """The memory used by a table must not grow with the length of its game."""
    sitting = long_game(900, "friedrich")
    kept = sum(head.state is not None for head in sitting._heads)
    assert kept <= 2 * FEW + 900 // FAR_EVERY + 1
    for length in (1, 130, 500, 777):
        again = sitting.until(length)
        assert sitting.at(length) == again.state


def test_any_point_is_near_a_cached_position(count_actions: Count) -> None:
    sitting = long_game(100)
    take_all_back(sitting)
    for length in (7, 50, 99, 100, 120, 200):
        assert count_actions(lambda length=length: sitting.at(length)) < MARK_EVERY
    assert sitting.at(200) == sitting.start
    assert sitting.at(130) == sitting.at(70)


def test_forks_share_history_and_release_it_independently() -> None:
    sitting = long_game(60)
    fork = sitting.fork()
    take_all_back(fork)
    assert [sitting.at(length).digest() for length in (60, 45, 33)] == [
        fork.at(length).digest() for length in (60, 45, 33)
    ]
    assert fork.state == sitting.start != sitting.state
    assert fork.undos > sitting.undos == 0
