"""Networks in whole numbers."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.core.network import COARSE, LOGIT, UNIT, Network, curve
from chancery.games import find, names

SMALL = st.integers(-3 * UNIT, 3 * UNIT)


def sums(network: Network, row: list[int]) -> list[int]:
    """The hidden sums, one after the other."""
    found = list(network.bias)
    for n, weights in zip(row, network.hidden, strict=True):
        found = [a + n * w for a, w in zip(found, weights, strict=True)]
    return found


def plainly(network: Network, row: list[int]) -> float:
    """The same with fractions."""
    hidden = zip(sums(network, row), network.output, strict=True)
    total = sum(max(0.0, a / 2**COARSE) * w for a, w in hidden)
    return 1 / (1 + exp(-max(-8.0, min(8.0, (total + network.offset) / LOGIT))))


@given(
    st.lists(st.lists(SMALL, min_size=3, max_size=3), min_size=4, max_size=4),
    st.lists(SMALL, min_size=3, max_size=3),
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
)
def test_it_is_near_to_the_same_with_fractions(
    hidden: list[list[int]], output: list[int], row: list[int]
) -> None:
    network = Network(
        ("a", "b", "c", "d"), tuple(map(tuple, hidden)), (5, 0, -9), tuple(output), 7, {}
    )
    assert network.hope(row) == pytest.approx(plainly(network, row), abs=0.03)


@given(
    st.lists(
        st.lists(st.integers(-(2**30), 2**30), min_size=3, max_size=3), min_size=4, max_size=4
    ),
    st.lists(st.integers(-(2**15), 2**15), min_size=4, max_size=4),
)
def test_sums_side_by_side_never_touch_each_other(hidden: list[list[int]], row: list[int]) -> None:
    network = Network(("",) * 4, tuple(map(tuple, hidden)), (-(2**30), 0, 2**30), (0, 0, 0), 0, {})
    assert network.sums(row) == sums(network, row)
    with pytest.raises(ValueError, match="a row of 3 places"):
        network.sums(row[:3])


def test_the_curve_goes_from_nothing_to_all() -> None:
    assert curve(0) == 0.5
    assert curve(-(10**9)) < 0.001
    assert curve(10**9) > 0.999
    values = [curve(n * LOGIT // 100) for n in range(-900, 900)]
    assert values == sorted(values)


@pytest.mark.parametrize("name", names())
def test_what_was_learned_is_small_and_says_where_it_comes_from(name: str) -> None:
    game = find(name)
    for path in sorted((game.folder / "data" / "learned").glob("*.json")):
        assert path.stat().st_size <= 1_000_000
        card = json.loads(Path(path).read_text(encoding="utf-8"))["card"]
        wanted = {"game", "options", "rules", "bots", "games", "seed", "rows", "made", "loss"}
        assert wanted <= card.keys()
        assert card["game"] == name
        assert card["loss"] < card["loss_knowing_nothing"]
        state = game.start(card["options"], "1")
        craft = game.craft(game)
        assert craft.mode(state) == path.stem
        assert Network.load(path).names == craft.learned.encoder(state.options).names
