"""Liar's Dice: everybody knows the dice under his own cup, and bids on all of them."""

from liars_dice.game import GAME

__all__ = ["GAME"]
