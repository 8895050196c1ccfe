"""The games of these tests by name: the tiny ones and La Spada."""

from __future__ import annotations

from typing import Any

from chancery.core import Game
from chancery.games import find
from tests.tiny import caskets, turncoat

GAMES: dict[str, Game[Any, Any]] = {
    "caskets": caskets.GAME,
    "turncoat": turncoat.GAME,
    "spada": find("spada"),
}
find_game = GAMES.__getitem__
