"""Revolution: The Dutch Revolt 1568-1648, as a game for Chancery."""

from chancery.games.revolution.game import GAME

__all__ = ["GAME"]
