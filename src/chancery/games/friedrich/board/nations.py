"""The seven nations, their armies, and who plays them (§1.1, §2.1)."""

from __future__ import annotations

from typing import Annotated

from chancery.core import OR_NONE, Names
from chancery.core.words import T

NATION_NAMES = ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france")
PRUSSIA, HANOVER, RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE = range(7)
NATIONS = Names(
    *NATION_NAMES,
    titles=(
        T("Prussia"), T("Hanover"), T("Russia"), T("Sweden"), T("Austria"),
        T("Imperial Army"), T("France"),
    ),
)  # fmt: skip
Nation = Annotated[int, NATIONS]
AnyNation = Annotated[int, NATIONS, OR_NONE]
ATTACKERS = (RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE)


def hostile(one: int, other: int) -> bool:
    """§1.2: Prussia and Hanover against the other five."""
    return (one <= HANOVER) != (other <= HANOVER)
