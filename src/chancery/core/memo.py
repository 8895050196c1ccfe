"""Caches that remember the answers of functions in this process."""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, ParamSpec, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")


def memoise(function: F) -> F:
    """Cache a function without limit, like `functools.cache`, but keep its type.

    The type of `functools.cache` rejects classes whose instances are not hashable as arguments.
    """
    return cast(F, functools.cache(function))


def before_long(call: Callable[[], None]) -> None:
    """Register a callback that runs before a `long` result is computed.

    It may raise, so that a server can compute the result in another process.
    """
    _before_long.append(call)


_before_long: list[Callable[[], None]] = []


class SingleFlight(Generic[P, R]):
    """A function with a cache; each result is computed by one thread while others wait."""

    def __init__(self, function: Callable[P, R], maxsize: int, long: bool = False) -> None:
        self._function, self._maxsize, self._long = function, maxsize, long
        self._kept: OrderedDict[Hashable, R] = OrderedDict()
        self._computing: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        key = (args, tuple(named.items()))
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        if self._long:
            for call in _before_long:
                call()
        with self._lock:
            turn = self._computing.setdefault(key, threading.Lock())
        with turn:
            with self._lock:
                if key in self._kept:
                    return self._kept[key]
            try:
                answer = self._function(*args, **named)
                with self._lock:
                    self._kept[key] = answer
                    if len(self._kept) > self._maxsize:
                        self._kept.popitem(last=False)
            finally:
                with self._lock:
                    self._computing.pop(key, None)
        return answer

    def cache_clear(self) -> None:
        """Forget all results, as a restart would."""
        with self._lock:
            self._kept.clear()


def single_flight(
    maxsize: int, long: bool = False
) -> Callable[[Callable[P, R]], SingleFlight[P, R]]:
    """Cache the latest results of a function, and let only one thread compute each.

    For costly results that many threads request at once: with `lru_cache` each would compute it.
    `long` marks results that take longer than a server's request may (`before_long`). Exceptions
    are not cached.
    """
    return lambda function: SingleFlight(function, maxsize, long)
