"""Outcomes of a game: ranks, shared wins and points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.core import Outcome


def test_more_is_better_and_the_key_decides() -> None:
    outcome = Outcome.ranked([7, 7, 3], [(7, 0), (7, 1), (3, 9)])
    assert outcome == Outcome(winners=(1,), ranks=(2, 1, 3), points=(7, 7, 3))


def test_equals_share_the_better_rank_and_the_next_rank_is_left_out() -> None:
    assert Outcome.ranked([9, 5, 9], [(9,), (5,), (9,)]).ranks == (1, 3, 1)
    assert Outcome.ranked([9, 5, 5, 1], [(9,), (5,), (5,), (1,)]).ranks == (1, 2, 2, 4)


@pytest.mark.parametrize(
    ("keys", "shares"),
    [
        ([(2,), (1,), (1,)], [1, 0, 0]),
        ([(2,), (2,), (1,)], [1 / 2, 1 / 2, 0]),
        ([(2,), (2,), (2,)], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_a_shared_win_is_shared(keys: list[tuple[int, ...]], shares: list[float]) -> None:
    outcome = Outcome.ranked([key[0] for key in keys], keys)
    assert [outcome.share(seat) for seat in range(3)] == shares


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=6))
def test_somebody_always_wins_and_ranks_follow_the_keys(keys: list[tuple[int, ...]]) -> None:
    outcome = Outcome.ranked([key[0] for key in keys], keys)
    assert outcome.winners == tuple(s for s, key in enumerate(keys) if key == max(keys))
    assert sum(outcome.share(seat) for seat in range(len(keys))) == pytest.approx(1)
    for one, rank in zip(keys, outcome.ranks, strict=True):
        assert rank == 1 + sum(other > one for other in keys)
