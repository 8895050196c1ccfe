"""`single_flight` caches the results of a function and computes each in one thread only."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from chancery.core import memo
from chancery.core.memo import single_flight


def test_concurrent_calls_compute_once() -> None:
    computed: list[int] = []
    computing, go_on = threading.Event(), threading.Event()

    @single_flight(10)
    def double(n: int) -> int:
        computed.append(n)
        computing.set()
        assert go_on.wait(20)
        return 2 * n

    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(double, 4)
        assert computing.wait(20)
        others = [pool.submit(double, 4) for _ in range(7)]
        go_on.set()
        assert {answer.result(20) for answer in (first, *others)} == {8}
    assert computed == [4]


def test_failures_are_retried_and_the_oldest_result_is_evicted() -> None:
    computed: list[int] = []

    @single_flight(2)
    def half(n: int) -> int:
        computed.append(n)
        if len(computed) == 1:
            raise ValueError("not yet")
        return n // 2

    with pytest.raises(ValueError, match="not yet"):
        half(2)
    assert [half(2), half(4), half(2), half(6), half(2), half(4)] == [1, 2, 1, 3, 1, 2]
    assert computed == [2, 2, 4, 6, 4]
    half.cache_clear()
    assert half(2) == 1
    assert computed[-1] == 2


def test_expensive_calls_pass_admission_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> None:
        raise TimeoutError

    @single_flight(10, long=True)
    def double(n: int) -> int:
        return 2 * n

    monkeypatch.setattr(memo, "_before_long", [])
    assert double(1) == 2
    memo.before_long(refuse)
    assert double(1) == 2
    with pytest.raises(TimeoutError):
        double(2)
