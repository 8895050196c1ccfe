"""Friedrich: the Seven Years' War, for two to four players."""

from chancery.games.friedrich.game import GAME

__all__ = ["GAME"]
