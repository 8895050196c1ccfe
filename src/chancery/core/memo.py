"""Once: remember what a function answered.

`functools.cache` with the function's own type kept, so that it can be asked about classes
(its typing wants arguments that hash, and holds an instance's `__hash__` against its class).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def once(function: F) -> F:
    """The same function, asked at most once for each set of arguments."""
    return cast(F, functools.cache(function))
