"""Select the parameters that `make test` samples and `make soak` runs completely.

`sample` and `covering` thin out the parameters of a test. `@pytest.mark.soak` is for a test that
`make test` leaves out because another one shows the same with less work.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")
Other = TypeVar("Other")
SOAK = os.environ.get("CHANCERY_SOAK") == "1"


def covering(first: Iterable[Value], second: Iterable[Other]) -> list[tuple[Value, Other]]:
    """Return all pairs of two lists in a soak, else as few as contain every value of both."""
    ones, others = list(first), list(second)
    if SOAK:
        return [(one, other) for one in ones for other in others]
    number = max(len(ones), len(others))
    return [(ones[n % len(ones)], others[n % len(others)]) for n in range(number)]


def sample(values: Iterable[Value], number: int) -> list[Value]:
    """Return all values in a soak, else a number of them, evenly spread, with first and last."""
    found = list(values)
    if SOAK or number >= len(found):
        return found
    if number == 1:
        return found[:1]
    return [found[index * (len(found) - 1) // (number - 1)] for index in range(number)]
