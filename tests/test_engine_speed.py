"""The check of a soak that no engine has become slower (tools/engines.py)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator

from tools.engines import GAMES, RECORDED, slower


def _measured(*multiples: float) -> Callable[[str], float]:
    found: Iterator[float] = iter(multiples)
    return lambda game: next(found)


def test_every_engine_has_a_recorded_speed() -> None:
    recorded = tomllib.loads(RECORDED.read_text())
    assert tuple(recorded) == GAMES
    assert all(multiple > 1 for multiple in recorded.values())


def test_an_engine_that_loses_more_than_a_tenth_is_slower() -> None:
    assert slower(_measured(4.4, 4.45, 4.3), {"spada": 5.0}) == ["spada"]


def test_a_tenth_is_lost_only_if_all_measurements_agree() -> None:
    assert slower(_measured(3.0, 4.2, 4.6), {"spada": 5.0}) == []


def test_an_engine_within_a_tenth_is_measured_once() -> None:
    assert slower(_measured(4.6, 2.2), {"spada": 5.0, "friedrich": 2.2}) == []
