"""Neural networks with integer arithmetic, and the files that store them."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.arena.training import UNITS
from chancery.core.network import (
    COARSE,
    LARGEST,
    LOGIT,
    UNIT,
    UNKNOWN,
    BadNetwork,
    Learned,
    Network,
    curve,
)
from chancery.games import find, names

SMALL = st.integers(-3 * UNIT, 3 * UNIT)


def sums(network: Network, row: list[int]) -> list[int]:
    """Compute the hidden sums one by one, as a reference."""
    found = list(network.bias)
    for n, weights in zip(row, network.hidden, strict=True):
        found = [a + n * w for a, w in zip(found, weights, strict=True)]
    return found


def float_win_probability(network: Network, row: list[int]) -> float:
    """Compute the win probability with floating-point numbers, as a reference."""
    hidden = zip(sums(network, row), network.output, strict=True)
    total = sum(max(0.0, a / 2**COARSE) * w for a, w in hidden)
    return 1 / (1 + exp(-max(-8.0, min(8.0, (total + network.offset) / LOGIT))))


@given(
    st.lists(st.lists(SMALL, min_size=3, max_size=3), min_size=4, max_size=4),
    st.lists(SMALL, min_size=3, max_size=3),
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
)
def test_integer_results_are_close_to_floating_point(
    hidden: list[list[int]], output: list[int], row: list[int]
) -> None:
    network = Network(
        ("a", "b", "c", "d"), tuple(map(tuple, hidden)), (5, 0, -9), tuple(output), 7, {}
    )
    assert network.win_probability(row) == pytest.approx(
        float_win_probability(network, row), abs=0.03
    )


@given(
    st.lists(
        st.lists(st.integers(-(2**30), 2**30), min_size=3, max_size=3), min_size=4, max_size=4
    ),
    st.lists(st.integers(-(2**15), 2**15), min_size=4, max_size=4),
)
def test_packed_sums_do_not_overflow_into_each_other(
    hidden: list[list[int]], row: list[int]
) -> None:
    network = Network(("",) * 4, tuple(map(tuple, hidden)), (-(2**30), 0, 2**30), (0, 0, 0), 0, {})
    assert network.sums(row) == sums(network, row)
    with pytest.raises(ValueError, match="a row has 3 columns, the network 4"):
        network.sums(row[:3])


def test_the_sigmoid_covers_its_range() -> None:
    assert curve(0) == 0.5
    assert curve(-(10**9)) < 0.001
    assert curve(10**9) > 0.999
    values = [curve(n * LOGIT // 100) for n in range(-900, 900)]
    assert values == sorted(values)


@pytest.mark.parametrize("name", names())
def test_network_files_are_small_and_documented(name: str) -> None:
    game = find(name)
    for path in sorted((game.folder / "data" / "learned").glob("*.json")):
        assert path.stat().st_size <= 1_000_000
        card = json.loads(Path(path).read_text(encoding="utf-8"))["card"]
        wanted = {"game", "options", "rules", "bots", "games", "seed", "rows", "made", "loss"}
        assert wanted <= card.keys()
        assert card["game"] == name
        assert card["loss"] < card["loss_knowing_nothing"]
        state = game.start(card["options"], "1")
        hooks = game.search_hooks(game)
        assert hooks.mode(state) == path.stem
        assert card["rules"] <= game.rules
        network = Network.load(path)
        assert len(network.bias) == UNITS  # the size that `chancery train` would create
        assert network.names == hooks.learned.encoder(state.options).names


WRITTEN: dict[str, Any] = {
    "names": ["a", "b"], "hidden": [[1, 2], [3, 4]], "bias": [0, 1], "output": [5, 6], "offset": 7,
    "card": {"off": 0.1},
}  # fmt: skip
CHANGED: dict[str, dict[str, Any]] = {
    "short lines": {"hidden": [[1, 2], [3]]},
    "a place too many": {"names": ["a", "b", "c"]},
    "no units": {"hidden": [[], []], "bias": [], "output": []},
    "outputs missing": {"output": [5]},
    "fractions": {"bias": [0.5, 1]},
    "words": {"offset": "7"},
    "too large": {"output": [LARGEST + 1, 0]},
    "no card": {"card": None},
    "no error": {"card": {"off": "little"}},
}
DAMAGED = {
    "garbage": "garbage",
    "nothing": "",
    "something else": "[1, 2]",
    "deep": "[" * 100_000,
    **{name: json.dumps(WRITTEN | changed) for name, changed in CHANGED.items()},
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_network_file_is_refused(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "network.json"
    path.write_text(json.dumps(WRITTEN), encoding="utf-8")
    assert Network.load(path).win_probability([1, 1]) >= 0.5
    path.write_text(DAMAGED[damage], encoding="utf-8")
    with pytest.raises(BadNetwork, match="holds no network"):
        Network.load(path)


def test_with_a_damaged_file_a_master_plays_as_untrained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = find("spada")
    path = tmp_path / "players-3.json"
    path.write_text("garbage", encoding="utf-8")
    state = game.start({"players": 3}, "1")
    assert game.search_hooks(game).value(state, 0) != pytest.approx(1 / 3, abs=1e-9)
    monkeypatch.setattr(Learned, "path", lambda learned, mode: path)
    hooks = game.search_hooks(game)
    assert hooks.value(state, 0) == hooks.value(state, 1) == pytest.approx(1 / 3)
    assert hooks.learned.off(state) == UNKNOWN
    game.search_hooks(game).value(state, 0)
    assert caplog.text.count("holds no network") == 1  # logged once, not at every move


def test_a_network_survives_a_rules_change() -> None:
    game = find("spada")
    state = game.start({"players": 3}, "1")
    before = game.search_hooks(game).value(state, 0)
    kind = type(game)
    newer = type("Newer", (kind,), {"__module__": kind.__module__, "rules": game.rules + 1})()
    assert newer.search_hooks(newer).value(state, 0) == before != pytest.approx(1 / 3)


def test_a_network_learned_from_other_rows_is_not_used() -> None:
    game = find("spada")
    state = game.start({"players": 3}, "1")
    other = type("Other", (game.search_hooks,), {"fields": ("hand", "points")})
    assert other(game).value(state, 0) == pytest.approx(1 / 3)
