"""The modes in which environments are tested."""

from __future__ import annotations

from typing import Any

from chancery.games import find
from tests.soaking import sample

MODES: list[tuple[str, dict[str, Any]]] = [
    (name, dict(mode))
    for name, number in (("spada", 2), ("revolution", 2), ("friedrich", 2))
    for mode in sample(find(name).modes(), number)
]
