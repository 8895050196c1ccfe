"""Revolution: The Dutch Revolt 1568-1648."""

from chancery.games.revolution.game import GAME

__all__ = ["GAME"]
