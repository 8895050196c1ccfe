"""Liar's Dice: players see the dice under their own cup, and bid on all of them."""

from liars_dice.game import GAME

__all__ = ["GAME"]
