"""What `make test` samples and `make soak` runs completely.

`sample` thins out the parameters of a test. `@pytest.mark.soak` is for a test that `make test`
leaves out because another one shows the same with less work.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")
SOAK = os.environ.get("CHANCERY_SOAK") == "1"


def sample(values: Iterable[Value], number: int) -> list[Value]:
    """Return all values in a soak, else so many of them, evenly spread, with first and last."""
    found = list(values)
    if SOAK or number >= len(found):
        return found
    if number == 1:
        return found[:1]
    return [found[index * (len(found) - 1) // (number - 1)] for index in range(number)]
