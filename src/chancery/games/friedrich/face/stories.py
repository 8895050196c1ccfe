"""History: a story for each card of fate and for each of the first five turns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from chancery.core import Teaching, Text
from chancery.games.friedrich.board.fate_cards import FATE_NAMES

_FILES = Teaching(Path(__file__).parent.parent)


def of_turns() -> Mapping[int, Text]:
    """The stories of the turns that have one."""
    return {int(turn): story for turn, story in _FILES.stories["turns"].items()}


def of_card(fate: int) -> Text:
    """The story of a card of fate, by its number in `fate_cards.FATES`."""
    return _FILES.stories["cards"][FATE_NAMES[fate]]
