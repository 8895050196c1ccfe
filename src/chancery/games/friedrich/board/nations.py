"""The seven nations, their names, and which of them are enemies (§1.1, §2.1)."""

from __future__ import annotations

from typing import Annotated

from chancery.core import OR_NONE, Names
from chancery.core.words import TF

NATION_NAMES = ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france")
PRUSSIA, HANOVER, RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE = range(7)
NATIONS = Names(
    *NATION_NAMES,
    titles=(
        TF("Prussia", "the", "of", "to"),
        TF("Hanover", "the", "of", "to"),
        TF("Russia", "the", "of", "to"),
        TF("Sweden", "the", "of", "to"),
        TF("Austria", "the", "of", "to"),
        TF("Imperial Army", "the", "of", "to", the="the Imperial Army"),
        TF("France", "the", "of", "to"),
    ),
)
Nation = Annotated[int, NATIONS]
AnyNation = Annotated[int, NATIONS, OR_NONE]
ATTACKERS = (RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE)


def hostile(first: int, second: int) -> bool:
    """Return whether two nations are enemies (§1.2): Prussia and Hanover fight the other five."""
    return (first <= HANOVER) != (second <= HANOVER)
