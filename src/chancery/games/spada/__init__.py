"""La Spada e la Fede (Krieg und Frieden, Charlemagne): nobles, a king and a cathedral."""

from chancery.games.spada.game import GAME

__all__ = ["GAME"]
